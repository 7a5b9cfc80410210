package social

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Challenge shows how the players of a challenge did on its deal, to one of them who
// plays it from here. Until then it shows names and points.
type Challenge struct {
	env              *screen.Env
	code             string                           // "" until read has brought the challenge
	read             func() (arcade.Challenge, error) // makes or reads it, the first time
	challenge        arcade.Challenge
	warns            string      // of the game, until the player has finished the deal
	list             widget.List // of the players
	screen.Opener                // of the player's table
	covered          bool        // another screen is on top
	reading          bool        // somebody's round is being read for a replay
	screen.Refresher             // others finish it at any time
	screen.Prompt                // for the nick of a player to challenge
	err              string
}

// NewChallenge returns the screen of one of the player's challenges.
func NewChallenge(env *screen.Env, code string) *Challenge {
	return &Challenge{env: env, code: code, read: func() (arcade.Challenge, error) { return env.Challenges.Challenge(code) }}
}

// NewPassOn returns the screen of the challenge that is made of one of the player's rounds.
func NewPassOn(env *screen.Env, round string) *Challenge {
	return &Challenge{env: env, read: func() (arcade.Challenge, error) { return env.Challenges.PassOn(round) }}
}

// Init implements Screen. It reads the challenge again when the player comes back.
func (c *Challenge) Init() tea.Cmd {
	c.covered = false
	read, env, code := c.read, c.env, c.code
	if c.challenge.Code != "" {
		read = func() (arcade.Challenge, error) { return env.Challenges.Challenge(code) }
	}
	ask := screen.Ask(c, func() func() tea.Cmd {
		got, err := read()
		warns := ""
		if !got.Finished() {
			warns = env.Warning(got.Game, got.Rules)
		}
		return func() tea.Cmd { return c.show(got, warns, err) }
	})
	if c.challenge.Code == "" {
		return tea.Batch(ask, screen.ReadProfile(env.Accounts)) // entering it may have begun the account
	}
	return ask
}

// Pause implements screen.Pauser.
func (c *Challenge) Pause() {
	c.covered = true
	c.Refresher.Pause()
}

// Place implements screen.Placed.
func (c *Challenge) Place() string { return "challenge" }

// Busy implements screen.Busy.
func (c *Challenge) Busy() bool { return c.Opens() || c.reading }

// Update implements Screen.
func (c *Challenge) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		c.Type(msg)
		return c.key(msg.String())
	case tea.MouseMsg:
		if !c.Asking && c.list.Mouse(msg) {
			return c.key("enter")
		}
	}
	return nil
}

// show shows the challenge. The chosen player stays chosen.
func (c *Challenge) show(got arcade.Challenge, warns string, err error) tea.Cmd {
	if err != nil {
		c.err = caption.Sentence(err.Error())
		return nil
	}
	chosen := got.Me
	if at := c.list.At(); at < len(c.challenge.Players) {
		chosen = c.challenge.Players[at].ID
	}
	c.challenge, c.code, c.warns = got, got.Code, warns
	rows := c.challenge.Players
	c.list.Refresh(len(rows), func(i int) bool { return rows[i].ID == chosen })
	if c.covered {
		return nil
	}
	return c.Schedule(c.env, c, c.Init)
}

// submit challenges the player whose nick was typed. The field stays until that player is told.
func (c *Challenge) submit() tea.Cmd {
	nick := c.Answer()
	if nick == "" || c.Sent {
		return nil
	}
	c.Sent = true
	told := screen.Tell(c.env.Challenges, c.code, nick)
	return screen.Ask(c, func() func() tea.Cmd {
		note := told().(screen.Note)
		return func() tea.Cmd { return c.told(note) }
	})
}

// told closes the field for a nick, or lets the player type on.
func (c *Challenge) told(note screen.Note) tea.Cmd {
	c.Sent = false
	if note.Refused {
		c.err = note.Text
		return nil
	}
	c.Asking = false
	return func() tea.Msg { return note }
}

// Bindings implements Screen.
func (c *Challenge) Bindings() []widget.Binding {
	if c.Asking {
		return c.Keys("challenge", "nobody", c.submit)
	}
	enter := ""
	switch {
	case c.challenge.Code == "":
	case c.challenge.Finished():
		enter = "watch"
	case c.challenge.Open > 0:
		enter = "go on"
	default:
		enter = "play it"
	}
	return []widget.Binding{
		{Keys: "Enter, space", Does: "play the deal, once; then watch the chosen player's game", Hint: enter, Off: enter == "", Do: c.choose},
		c.list.UpDown("choose a player; Home and End: the first, the last", ""),
		c.list.PgUpDn("ten players"),
		{Keys: "c", Does: "challenge a player to it by nick: one who is here, or whom you follow", Hint: screen.When(c.challenge.Finished() && !c.challenge.Shut && c.env.Sends(), "challenge"), Off: c.challenge.Code == "",
			Refusal: cmp.Or(screen.Unless(c.challenge.Finished(), "Play it first: then you can challenge others to it."), c.env.NoSignals()), Do: func() tea.Cmd {
				c.Ask(nickMost, nil)
				return nil
			}},
		{Keys: "mouse", Does: "a click chooses a player, another is Enter"},
		c.env.NickKey(),
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: c.env.Back},
	}
}

func (c *Challenge) key(key string) tea.Cmd {
	if c.challenge.Code != "" { // else it says why there is none
		c.err = ""
	}
	return widget.Press(c.Bindings(), key, func(why string) { c.err = why })
}

// choose plays the deal or, once that was played, shows the round of the chosen player.
func (c *Challenge) choose() tea.Cmd {
	if !c.challenge.Finished() {
		return c.play()
	}
	row := c.challenge.Players[c.list.At()]
	switch {
	case row.Result == nil && row.Gone:
		c.err = "This player has deleted the account, and the game with it."
		return nil
	case row.Result == nil:
		c.err = caption.Sentence(row.Nick + " has not finished it yet")
		return nil
	case !row.Shown:
		c.err = caption.Sentence(row.Nick + " shows no games")
		return nil
	}
	c.reading = true
	challenges, code := c.env.Challenges, c.code
	return c.env.Replay(c, func() (arcade.Result, error) { return challenges.Round(code, row.ID) }, func(shown screen.Screen, err error) tea.Cmd {
		c.reading = false
		if err != nil {
			c.err = caption.Sentence(err.Error())
			return nil
		}
		return c.env.Push(shown)
	})
}

// play goes to the player's table.
func (c *Challenge) play() tea.Cmd {
	g, ok := c.env.Games.Restore(c.challenge.Game, c.challenge.Rules)
	if !ok || c.env.Events == nil {
		c.err = "The rules of this game are not known here."
		return nil
	}
	c.err = ""
	return c.Visit(c.env, c, screen.Visit{Game: g, Event: c.challenge.Event()}, c.openTable)
}

// openTable opens the table, unless another screen covers this one by now.
func (c *Challenge) openTable(v screen.Visit) tea.Cmd {
	switch {
	case v.Err != nil:
		c.err = caption.Sentence(v.Err.Error())
		return nil
	case c.covered, v.Ended():
		return nil
	}
	t, err := c.env.TableOf(v)
	if err != nil {
		c.err = "Your round was played by other rules and cannot go on."
		return nil
	}
	return c.env.Push(t)
}

// Draw implements Screen.
func (c *Challenge) Draw(g *grid.Grid, look theme.Look) {
	if c.challenge.Code == "" {
		screen.DrawTitle(g, look, "Challenge", "")
		text, style := "Looking ...", look.Faint
		if c.err != "" {
			text, style = c.err, look.Refused
		}
		screen.DrawSentence(g, look.Translate(text), style)
		return
	}
	screen.DrawTitle(g, look, "Challenge "+c.code, screen.NameOf(c.env.Games, c.challenge.Game, c.challenge.Rules))
	y := 1
	for _, row := range screen.Wrapped(look, g.Width()-4, c.invitation(g.Height() < 16)...) {
		g.Put(2, y, row, look.Text)
		y++
	}
	if g.Height() >= 16 {
		y++
	}
	g.Put(4, y, challengeRow(look, g.Width()-5, "   player", " points", "result", "   time", "moves", "played on"), look.Faint)
	text, style := c.line(look)
	text = c.env.OfferingNick(strings.TrimSpace(c.warns+" "+text), g.Height())
	lines := screen.Wrapped(look, g.Width()-4, text)
	for y, i := range c.list.Rows(y+1, g.Height()-y-2-len(lines)) {
		c.row(g, y, i, look)
	}
	if c.Asking {
		c.DrawPrompt(g, look, "Challenge: ", c.whom(), c.err)
		return
	}
	screen.DrawSentence(g, look.Translate(text), style)
}

// whom says whose nick may be typed.
func (c *Challenge) whom() string {
	const text = "The nick of a player who is here, or whom you follow."
	if first := c.challenge.First().Result; first != nil {
		if code, ok := first.Event.Race(); ok {
			return text + " Who played it in race " + code + " knows it."
		}
	}
	return text
}

// invitation says how others can play the deal, in paragraphs: a command stands alone, to be
// selected.
func (c *Challenge) invitation(short bool) (paragraphs []string) {
	if c.challenge.Shut {
		return []string{"Nobody can enter this challenge any more."}
	}
	until := c.challenge.Until.UTC().Format("2006-01-02")
	if command := c.env.Command; command != "" {
		paragraphs = []string{"Friends play it, each once, with C in their lobby and the code, or with", "  " + caption.WithTerminal(command) + " challenge " + c.code}
	} else {
		paragraphs = []string{"Friends play it, each once, with C in their lobby and the code."}
	}
	if !short {
		paragraphs = append(paragraphs, "It can be entered until "+until+", and for 30 days after each who enters it.")
	}
	return paragraphs
}

// line returns what the player can do now, or an error.
func (c *Challenge) line(look theme.Look) (string, grid.Style) {
	first := c.challenge.First()
	switch {
	case c.err != "":
		return c.err, look.Refused
	case !c.challenge.Finished() && c.challenge.Open > 0:
		return "Your game is open, and its clock runs. Enter goes on.", look.Warn
	case !c.challenge.Finished() && first.Result != nil:
		return fmt.Sprintf("%s came to %d of %d. You play it once; a deal seen before is practice.", first.Nick, first.Result.Score.Points, first.Result.Score.Max), look.Text
	case !c.challenge.Finished():
		return "You play the same deal as the others, once; a deal seen before is practice.", look.Text
	}
	row := c.challenge.Players[c.list.At()]
	if row.Result == nil {
		return "", look.Text
	}
	return challengeNote(row), look.Faint
}

// challengeNote returns what there is to know about how a row was played, as a sentence, or "".
func challengeNote(row arcade.ChallengeRow) string {
	r, note := row.Result, ""
	if took := caption.Clock(r.Span); took != caption.Clock(r.Millis) { // the history and the table say the other time
		note = fmt.Sprintf("Played for %s. What counts here, for everybody, is the time from the first look at the deal to the end: %s. ", caption.Clock(r.Millis), took)
	}
	switch r.Class {
	case arcade.Assisted:
		note += "Assisted: " + caption.Assists(r.Tally, r.Grade) + "."
	case arcade.Practice:
		note += cmp.Or(r.Ruling, "Practice: the deal had been seen before.")
	case arcade.Inhuman:
		note += "Most moves came faster than a person plays."
	}
	return strings.TrimSpace(note)
}

func (c *Challenge) row(g *grid.Grid, y, i int, look theme.Look) {
	row, style := c.challenge.Players[i], c.list.Entry(g, look, y, i)
	who := row.Nick
	if row.ID == c.challenge.Me {
		who = "you"
	}
	if row.First {
		who += ", challenger"
	}
	place, points, result, took, moves, on := "", "", "not yet", "", "", ""
	switch r := row.Result; {
	case row.Gone:
		result = "deleted"
	case r == nil && row.ID == c.challenge.Me && c.challenge.Open > 0:
		result = "begun"
	case r == nil:
	case !c.challenge.Finished():
		points, result = fmt.Sprintf("%3d/%-3d", r.Score.Points, r.Score.Max), screen.ShortClass(r.Class)
	default:
		place, points, result = fmt.Sprint(c.challenge.Place(i)), fmt.Sprintf("%3d/%-3d", r.Score.Points, r.Score.Max), c.result(*r)
		took, moves, on = fmt.Sprintf("%7s", caption.Clock(r.Span)), fmt.Sprintf("%5d", len(r.Record.Moves)), caption.Date(r.Ended)[:len("2006-01-02")]
	}
	g.Put(4, y, challengeRow(look, g.Width()-5, fmt.Sprintf("%2s %s", place, who), points, result, took, moves, on), style)
}

// result returns how a round of a challenge ended, and what marks it off.
func (c *Challenge) result(r arcade.Result) string {
	how := string(r.Outcome(c.env.Games))
	if c := screen.ShortClass(r.Class); c != "" {
		how += ", " + c
	}
	return how
}

// challengeRow returns a row of the list with as many columns as fit. The names give way
// first.
func challengeRow(look theme.Look, w int, who string, texts ...string) string {
	const points, most = 7, 17
	names := max(min(w-27, 24), 12)
	columns := []int{points, min(w-names-points-2, most), 7, 5, 10}
	row := fmt.Sprintf("%-*s ", names, look.Cut(who, names))
	for i, n := range columns {
		if screen.Width(row)+n > w {
			break
		}
		row += fmt.Sprintf("%-*s ", n, look.Cut(texts[i], n))
	}
	return strings.TrimRight(row, " ")
}

// A Challenges lists the player's challenges, and takes the code of a friend's.
type Challenges struct {
	env           *screen.Env
	notes         []arcade.ChallengeNote // to the player: from others who challenge the player
	warns         []string               // of the games of the notes
	all           []arcade.Challenge
	loaded        bool
	screen.Prompt      // for a code; it goes on if that is refused
	leaves        bool // asked whether to leave the one on the line
	list          widget.List
	err           string
}

// challengesShown is how many challenges are read.
const challengesShown = 50

// NewChallenges returns the list of the player's challenges.
func NewChallenges(env *screen.Env) *Challenges {
	s := &Challenges{env: env}
	s.list.Resize(1)
	return s
}

// Init implements Screen. It reads the list again.
func (s *Challenges) Init() tea.Cmd {
	return s.after(func() error { return nil })
}

// after makes a change, and reads the list again.
func (s *Challenges) after(change func() error) tea.Cmd {
	env, challenges, signals := s.env, s.env.Challenges, s.env.Settings.Signals
	return screen.Ask(s, func() func() tea.Cmd {
		if err := change(); err != nil {
			return func() tea.Cmd { return s.failed(err) }
		}
		all, err := challenges.Challenges(challengesShown)
		if err != nil {
			return func() tea.Cmd { return s.failed(err) }
		}
		var notes []arcade.ChallengeNote
		if signals {
			notes = slices.DeleteFunc(slices.Clone(challenges.Notes()), func(n arcade.ChallengeNote) bool { return n.Finished })
		}
		var warns []string
		for _, n := range notes {
			warns = append(warns, env.Warning(n.Game, n.Rules))
		}
		return func() tea.Cmd { return s.show(all, notes, warns) }
	})
}

// failed says why the list cannot be read or changed.
func (s *Challenges) failed(err error) tea.Cmd {
	s.loaded = true
	s.err = caption.Sentence(err.Error())
	return nil
}

// Busy implements screen.Busy.
func (s *Challenges) Busy() bool { return s.Sent }

// Update implements Screen.
func (s *Challenges) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		s.Type(msg)
		return s.key(msg.String())
	case tea.MouseMsg:
		s.leaves = false
		if !s.Asking && s.list.Mouse(msg) {
			return s.key("enter")
		}
	}
	return nil
}

func (s *Challenges) key(key string) tea.Cmd {
	s.err = ""
	bindings := s.Bindings()
	if s.leaves && key != "x" { // a key that is no answer does what it always does
		s.leaves = false
		if _, ok := widget.Find(bindings, key); !ok {
			bindings = s.Bindings()
		}
	}
	return widget.Press(bindings, key, nil)
}

// leaving returns what leaving the challenge of an entry is, "" for the first one.
func (s *Challenges) leaving(i int) string {
	switch i -= 1; {
	case i < 0:
		return ""
	case i < len(s.notes):
		return "decline"
	case s.all[i-len(s.notes)].Own().First:
		return "withdraw"
	}
	return "leave"
}

// leave leaves the challenge of a code, and reads the list again.
func (s *Challenges) leave(code string) tea.Cmd {
	challenges := s.env.Challenges
	return s.after(func() error { return challenges.Leave(code) })
}

// show shows the current challenges. The chosen one stays chosen.
func (s *Challenges) show(all []arcade.Challenge, notes []arcade.ChallengeNote, warns []string) tea.Cmd {
	first, chosen := !s.loaded, s.codeAt(s.list.At())
	s.loaded, s.all, s.notes, s.warns = true, all, notes, warns
	s.list.Refresh(1+len(s.notes)+len(s.all), func(i int) bool { return chosen != "" && s.codeAt(i) == chosen })
	s.leaves = s.leaves && s.codeAt(s.list.At()) == chosen
	if first && s.list.At() == 0 && len(s.notes) > 0 { // the player comes for it
		s.list.Choose(1)
	}
	return nil
}

// codeAt returns the code of the challenge of an entry, "" for the first one. The entries are the
// way to type a code, the challenges of others that the player has not entered, and the
// player's.
func (s *Challenges) codeAt(i int) string {
	switch i -= 1; {
	case i < 0 || i >= len(s.notes)+len(s.all):
		return ""
	case i < len(s.notes):
		return s.notes[i].Code
	}
	return s.all[i-len(s.notes)].Code
}

// goTo goes to the challenge of an entry: it enters that of a note.
func (s *Challenges) goTo(i int) tea.Cmd {
	code := s.codeAt(i)
	if i <= len(s.notes) {
		return s.enterCode(code)
	}
	return s.env.Push(NewChallenge(s.env, code))
}

// Bindings implements Screen.
func (s *Challenges) Bindings() []widget.Binding {
	if s.Asking {
		return s.Keys("enter it", "no code", s.enter)
	}
	if s.leaves { // the last row offers only the answers
		code, does := s.codeAt(s.list.At()), s.leaving(s.list.At())
		return []widget.Binding{
			{Keys: "y", Hint: does, Do: func() tea.Cmd { return s.leave(code) }},
			{Keys: "n, Esc", Also: "Ctrl-C", Hint: "keep it", Do: func() tea.Cmd { return nil }},
			{Keys: "x"}, // it repeats, and the question stays
		}
	}
	enter := "type the code"
	if s.list.At() > 0 {
		enter = "go there"
	}
	return []widget.Binding{
		s.list.UpDown("choose a challenge; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "type the code of a friend's, or go to the one on the line", Hint: enter, Do: func() tea.Cmd {
			if at := s.list.At(); at > 0 {
				return s.goTo(at)
			}
			return s.ask()
		}},
		{Keys: "c", Does: "type the code of a friend's challenge", Hint: "code", Do: s.ask},
		{Keys: "x", Does: "decline it, leave it before you begin, or withdraw your own; asks first", Hint: s.leaving(s.list.At()), Off: s.list.At() == 0, Do: func() tea.Cmd {
			s.leaves = true
			return nil
		}},
		s.list.PgUpDn("ten lines"),
		{Keys: "H", Does: "your history, from where deals are passed on", Hint: "history", Do: func() tea.Cmd { return s.env.Open(route.History{}) }},
		{Keys: "mouse", Does: "a click chooses a line, another does what it says"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.env.Back},
	}
}

// ask lets the player type the code of a challenge.
func (s *Challenges) ask() tea.Cmd {
	s.Ask(arcade.ChallengeCodeLen, screen.UpperAlphanumeric)
	return nil
}

// enter enters the challenge of the typed code.
func (s *Challenges) enter() tea.Cmd {
	code, err := arcade.ParseChallengeCode(s.Answer())
	if err != nil {
		s.err = caption.Sentence(err.Error())
		return nil
	}
	s.Asking = false
	return s.enterCode(code)
}

// enterCode enters the challenge of a code.
func (s *Challenges) enterCode(code string) tea.Cmd {
	s.Sent = true
	challenges := s.env.Challenges
	return screen.Ask(s, func() func() tea.Cmd {
		c, err := challenges.Enter(code)
		return func() tea.Cmd {
			s.Sent = false
			if err != nil { // the player types on
				s.err, s.Asking = caption.Sentence(err.Error()), s.Answer() != ""
				return nil
			}
			return s.env.Push(NewChallenge(s.env, c.Code))
		}
	})
}

// Draw implements Screen.
func (s *Challenges) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "Challenges", "")
	for y, i := range s.list.Rows(2, g.Height()-5) {
		g.Put(4, y, look.Cut(s.entry(i, g.Width()-5), g.Width()-5), s.list.Entry(g, look, y, i))
	}
	switch {
	case s.Asking:
		s.DrawPrompt(g, look, "Code of the challenge: ", "The code of a friend's challenge: eight letters and digits such as K7Q2M9XA.", s.err)
	case s.err != "":
		screen.DrawSentence(g, look.Translate(s.err), look.Refused)
	case s.leaves:
		screen.DrawSentence(g, look.Translate(caption.Sentence(s.leaving(s.list.At())+" challenge "+s.codeAt(s.list.At())+"?")), look.Warn)
	case s.list.At() > 0 && s.list.At() <= len(s.notes):
		screen.DrawSentence(g, look.Translate(s.warns[s.list.At()-1]), look.Warn)
	case s.list.At() == 0:
		screen.DrawSentence(g, look.Translate("A friend plays the deal that you have finished, without knowing it: C at the end of a game, in your history or in a replay passes it on."), look.Faint)
	}
}

// entry returns an entry of the list for w columns.
func (s *Challenges) entry(i, w int) string {
	if i == 0 {
		return screen.Fitting(w, "Enter a friend's challenge, by its code", "Enter a challenge, by its code")
	}
	if i <= len(s.notes) {
		n := s.notes[i-1]
		name := screen.NameOf(s.env.Games, n.Game, n.Rules)
		return screen.Fitting(w, fmt.Sprintf("%-10s%s", n.Code, caption.ChallengeNote(n, name)), n.From+" challenges you to "+name)
	}
	c := s.all[i-1-len(s.notes)]
	name, status := screen.NameOf(s.env.Games, c.Game, c.Rules), caption.ChallengeStatus(c)
	return screen.Fitting(w, fmt.Sprintf("%-10s%-21s%s", c.Code, name, status), c.Code+" "+name+", "+status)
}
