package social

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Challenge shows how the players of a challenge did on its deal, to one of them who
// plays it from here. Until then it shows names and points.
type Challenge struct {
	screen.Listing[arcade.ChallengeRow]        // of the players
	code                                string // "" until it is there
	challenge                           arcade.Challenge
	warns                               string // of the game, until the player has finished the deal
	failed                              string // why there is no challenge
	GoesOn                              bool   // once it is there, the player goes on with it
}

// NewChallenge returns the screen of one of the player's challenges.
func NewChallenge(env *screen.Env, code string) *Challenge {
	return newChallenge(env, code, func() (arcade.Challenge, error) { return env.Challenges.Challenge(code) })
}

// NewPassOn returns the screen of the challenge that is made of one of the player's rounds.
func NewPassOn(env *screen.Env, round string) *Challenge {
	return newChallenge(env, "", func() (arcade.Challenge, error) { return env.Challenges.PassOn(round) })
}

// newChallenge returns the screen of a challenge, which read makes or reads the first time.
func newChallenge(env *screen.Env, code string, read func() (arcade.Challenge, error)) *Challenge {
	c := &Challenge{code: code}
	c.Setup(env, c)
	c.follow(read)
	return c
}

// follow has read read the challenge from now on.
func (c *Challenge) follow(read func() (arcade.Challenge, error)) {
	env := c.Env
	c.Read = func() func() tea.Cmd {
		got, err := read()
		warns := ""
		if !got.Finished() {
			warns = env.Warning(got.Game, got.Rules)
		}
		return func() tea.Cmd { return c.show(got, warns, err) }
	}
}

// Init implements Screen. It reads the challenge again when the player comes back.
func (c *Challenge) Init() tea.Cmd {
	if c.Loaded {
		return c.Refresh()
	}
	return tea.Batch(c.Refresh(), screen.ReadProfile(c.Env.Accounts)) // entering it may have begun the account
}

// Place implements screen.Placed.
func (c *Challenge) Place() string { return strings.ToLower(c.called()) }

// called returns what the challenge is called.
func (c *Challenge) called() string {
	if c.challenge.Duel {
		return "Duel"
	}
	return "Challenge"
}

// show shows the challenge.
func (c *Challenge) show(got arcade.Challenge, warns string, err error) tea.Cmd {
	if c.Fails(err) {
		c.Pause() // it is not read again
		if c.challenge.Code == "" {
			c.failed = c.Text
		}
		return nil
	}
	if c.challenge.Code == "" {
		c.follow(func() (arcade.Challenge, error) { return c.Env.Challenges.Challenge(got.Code) })
	}
	c.challenge, c.code, c.warns = got, got.Code, warns
	if !c.Renew(got.Players, func(a, b arcade.ChallengeRow) bool { return a.ID == b.ID }) {
		c.List.Refresh(len(c.Rows), func(i int) bool { return c.Rows[i].ID == got.Me })
	}
	if c.GoesOn && got.Open > 0 {
		c.GoesOn = false
		return c.play()
	}
	return nil
}

// askNick asks for the nick of a player to challenge.
func (c *Challenge) askNick() tea.Cmd {
	code := c.code
	return c.Ask(screen.Field{Label: "Challenge: ", Help: c.invitees(), Most: nickMost, Enter: "challenge", Esc: "nobody", Do: func(nick string) tea.Cmd {
		if nick == "" {
			return nil
		}
		return c.HoldChange(func() error { return c.Env.Challenges.Tell(code, nick) }, func() tea.Cmd { return screen.Challenged(nick, code) })
	}})
}

// Bindings implements Screen.
func (c *Challenge) Bindings() []widget.Binding {
	enter := ""
	switch {
	case c.challenge.Code == "":
	case c.challenge.Finished():
		enter = "replay"
	case c.challenge.Open > 0:
		enter = "go on"
	default:
		enter = "play it"
	}
	g, known := c.Env.Games.Restore(c.challenge.Game, c.challenge.Rules)
	return append([]widget.Binding{
		{Keys: "Enter, space", Does: "play the deal, once; then watch the chosen player's game", Hint: enter, Off: enter == "", Refusal: c.refusal(),
			Do: func() tea.Cmd {
				if !c.challenge.Finished() {
					return c.play()
				}
				challenges, code, id := c.Env.Challenges, c.code, c.Chosen().ID
				return c.Replay(func() (arcade.Result, error) { return challenges.Round(code, id) })
			}},
		c.List.UpDown("choose a player; Home and End: the first, the last", ""),
		c.List.PgUpDn("ten players"),
		{Keys: "c", Does: "challenge a player to it by nick: one who is here, or one you follow", Hint: screen.When(c.challenge.Finished() && !c.challenge.Shut && c.Env.Sends(), "challenge"), Off: c.challenge.Code == "" || c.challenge.Duel,
			Refusal: cmp.Or(screen.When(!c.challenge.Finished(), "Play it first: then you can challenge others to it."), c.Env.NoSignals()), Do: c.askNick},
		{Keys: "n", Does: "a new deal of this game, to pass on once it is played", Hint: screen.When(c.challenge.Finished(), "new deal"),
			Off: !known || c.challenge.Duel, Refusal: screen.When(!c.challenge.Finished(), "Play this one first."), Do: func() tea.Cmd {
				return c.Play(screen.Visit{Game: g, Asked: play.FreshDeal{Code: c.Env.Deal()}})
			}},
		c.Env.PlayerKey(screen.When(c.Chosen().Level == 0, c.Chosen().Nick)),
		c.Env.RulesKey(g),
		{Keys: "mouse", Does: "a click chooses a player, another is Enter"},
		c.Env.NickKey(),
	}, c.Env.Tail("", "back")...)
}

// Audience implements screen.Addressed: the player on the line or, on one's own, the only other one.
func (c *Challenge) Audience() (to arcade.Audience, nobody string) {
	row := c.Chosen()
	if row.ID == c.challenge.Me && len(c.Rows) == 2 {
		row = c.Rows[1-c.List.At()]
	}
	if row.ID == c.challenge.Me || screen.Unnamed(row.Nick) {
		return to, noAddressee
	}
	return arcade.Audience{Player: row.Nick}, ""
}

// refusal returns why the player cannot play the deal or, once that was played, see the chosen player's round, or "".
func (c *Challenge) refusal() string {
	switch row := c.Chosen(); {
	case c.challenge.Elsewhere:
		return caption.Elsewhere
	case !c.challenge.Finished():
		return ""
	case row.Result == nil && row.Gone:
		return "This player has deleted the account, and the game with it."
	case row.Result == nil:
		return row.Nick + " has not finished it yet."
	case !row.Shown:
		return row.Nick + " shows no games."
	}
	return ""
}

// play goes to the player's table.
func (c *Challenge) play() tea.Cmd {
	g, ok := c.Env.Games.Restore(c.challenge.Game, c.challenge.Rules)
	if !ok || c.Env.Events == nil {
		return c.Refuse(caption.NoRules)
	}
	visit := screen.Visit{Game: g, Event: c.challenge.Event()}
	if c.challenge.Open > 0 {
		return c.Play(visit)
	}
	return c.PlayOnce("the deal of this "+c.Place(), visit)
}

// Draw implements Screen.
func (c *Challenge) Draw(g *grid.Grid, look *theme.Look) {
	if c.challenge.Code == "" {
		screen.DrawTitle(g, look, c.called(), "")
		text, style := "Looking ...", look.Faint
		if c.failed != "" {
			text, style = c.failed, look.Refused
		}
		screen.DrawSentence(g, look.Translate(text), style)
		return
	}
	screen.DrawTitle(g, look, c.called()+" "+c.code, c.Env.Games.NameOf(c.challenge.Game, c.challenge.Rules))
	y := screen.PutRows(g, 2, 1, look.Text, screen.Wrapped(look, g.Width()-4, c.invitation(g.Height() < 16)...)...)
	if g.Height() >= 16 {
		y++
	}
	g.Put(4, y, challengeRow(look, g.Width()-5, "   player", " points", "result", "   time", "moves", "played on"), look.Faint)
	text, style := c.line(look)
	text, style = c.Says(look, c.Env.OfferingNick(strings.TrimSpace(c.warns+" "+text), g.Height()), style)
	lines := screen.Wrapped(look, g.Width()-4, text)
	c.List.DrawRows(g, look, y+1, g.Height()-y-2-len(lines), func(i int) string { return c.row(look, g.Width()-5, i) })
	c.DrawFoot(g, look, text, style)
}

// invitees says whose nick may be typed.
func (c *Challenge) invitees() string {
	const text = "The nick of a player who is here, or one you follow."
	if first := c.challenge.First().Result; first != nil {
		if code, ok := first.Event.Race(); ok {
			return text + " Players of race " + code + " know the deal."
		}
	}
	return text
}

// invitation says how others can play the deal, in paragraphs: a command stands alone, to be
// selected.
func (c *Challenge) invitation(short bool) (paragraphs []string) {
	switch {
	case c.challenge.Duel:
		return []string{caption.DuelNote(c.challenge)}
	case c.challenge.Shut:
		return []string{"Nobody else can enter this challenge any more."}
	}
	until := c.challenge.Until.UTC().Format("2006-01-02")
	if command := c.Env.Command; command != "" {
		paragraphs = []string{"Friends play it, each once, with C in their lobby and the code, or with", "  " + caption.WithTerminal(command) + " challenge " + c.code}
	} else {
		paragraphs = []string{"Friends play it, each once, with C in their lobby and the code."}
	}
	if !short {
		paragraphs = append(paragraphs, "Open until "+until+". Whenever somebody new plays it, it stays open for 30 days from then.")
	}
	return paragraphs
}

// line returns what the player can do now.
func (c *Challenge) line(look *theme.Look) (string, grid.Style) {
	first := c.challenge.First()
	switch {
	case c.challenge.Elsewhere:
		return c.refusal(), look.Warn
	case !c.challenge.Finished() && c.challenge.Open > 0:
		return "Your game is not finished. Its clock runs. Enter goes on.", look.Warn
	case !c.challenge.Finished() && first.Result != nil:
		return fmt.Sprintf("%s scored %s. You play it %s", first.Nick, caption.PointsHelped(first.Result), caption.OncePlayed), look.Text
	case !c.challenge.Finished() && c.challenge.Duel:
		return "You play it once: Enter begins, and you have a day from then.", look.Text
	case !c.challenge.Finished():
		return "You play the same deal as the others, " + caption.OncePlayed, look.Text
	}
	note := caption.HelpRanks(c.challenge)
	if row := c.Chosen(); row.Result != nil {
		note = challengeNote(row) + " " + note
	}
	return strings.TrimSpace(note), look.Faint
}

// challengeNote returns what there is to know about how a row was played, as a sentence, or "".
func challengeNote(row arcade.ChallengeRow) string {
	r, note := row.Result, ""
	if took := caption.Clock(r.Span); took != caption.Clock(r.Millis) { // the history and the table say the other time
		note = fmt.Sprintf("You played for %s, but a challenge's clock starts at your first look at the deal: %s. ", caption.Clock(r.Millis), took)
	}
	switch r.Class {
	case arcade.Assisted:
		note += caption.Sentence(caption.Assisted(r.Tally, r.Grade))
	case arcade.Practice:
		note += cmp.Or(r.Ruling, "Practice: the deal had been seen before.")
	case arcade.Inhuman:
		note += "Most moves came faster than a person plays."
	}
	return strings.TrimSpace(note)
}

// row returns the row of a player for w columns.
func (c *Challenge) row(look *theme.Look, w, i int) string {
	row := c.Rows[i]
	who := row.Nick
	if row.ID == c.challenge.Me {
		who = "you"
	}
	if row.First {
		who += ", challenger"
	}
	who = strings.TrimSpace(who + " " + caption.ChangedRating(row.Rating, row.Rated))
	place, points, result, took, moves, on := "", "", "yet to play", "", "", ""
	switch r := row.Result; {
	case row.Gone:
		result = "deleted"
	case r == nil && row.ID == c.challenge.Me && c.challenge.Open > 0:
		result = "begun"
	case r == nil:
	case !c.challenge.Finished():
		points, result = fmt.Sprintf("%3d/%-3d", r.Score.Points, r.Score.Max), screen.ShortClass(*r)
	default:
		if !c.challenge.Duel || c.challenge.Over {
			place = fmt.Sprint(c.challenge.Place(i))
		}
		points, result = fmt.Sprintf("%3d/%-3d", r.Score.Points, r.Score.Max), string(r.Outcome(c.Env.Games))
		if class := screen.ShortClass(*r); class != "" {
			result += ", " + class
		}
		took, moves, on = fmt.Sprintf("%7s", caption.Clock(r.Span)), fmt.Sprintf("%5d", len(r.Record.Moves)), caption.Date(r.Ended)[:len("2006-01-02")]
	}
	return challengeRow(look, w, fmt.Sprintf("%2s %s", place, who), points, result, took, moves, on)
}

// challengeRow returns a row of the list with as many columns as fit. The names give way
// first.
func challengeRow(look *theme.Look, w int, texts ...string) string {
	const points, most = 7, 17
	names := max(min(w-27, 24), 12)
	return screen.Row(look, w, []int{names, points, min(w-names-points-2, most), 7, 5, 10}, texts...)
}

// A Challenges lists the player's challenges, and takes the code of a friend's.
type Challenges struct {
	screen.Listing[entry] // the ways to enter one, the challenges of others that the player has not entered, and the player's
	game                  engine.Game
}

// challengesShown is how many challenges are read.
const challengesShown = 50

// NewChallenges returns the list of the player's challenges, with a game to duel at.
func NewChallenges(env *screen.Env, g engine.Game) *Challenges {
	s := &Challenges{game: g}
	s.Setup(env, s)
	s.Show(s.ways(), sameEntry)
	return s
}

// Init implements Screen. The player may have changed something since.
func (s *Challenges) Init() tea.Cmd {
	env, challenges, signals := s.Env, s.Env.Challenges, s.Env.Settings.Signals
	s.Read = func() func() tea.Cmd {
		all, err := challenges.Challenges(challengesShown)
		rows, wanted := s.ways(), ""
		if signals {
			for _, n := range challenges.Notes() {
				if wanted = cmp.Or(wanted, n.Code); n.Finished {
					_, _ = challenges.Challenge(n.Code) // the list has what the note tells
				} else {
					rows = append(rows, s.note(n, env.Warning(n.Game, n.Rules)))
				}
			}
		}
		if game := challenges.WaitingDuel(); game != "" {
			rows, wanted = append(rows, s.answer(game)), cmp.Or(wanted, "waits")
		}
		if owed, _ := arcade.Owed(all); owed.Open > 0 {
			wanted = owed.Code
		}
		for _, c := range all {
			if rows = append(rows, s.own(c)); !c.Finished() && !c.Elsewhere {
				wanted = cmp.Or(wanted, c.Code)
			}
		}
		return func() tea.Cmd { return s.show(rows, wanted, err) }
	}
	return s.Refresh()
}

// show shows the current challenges. A player who comes is at the one with the ID that is wanted, if there is one.
func (s *Challenges) show(rows []entry, wanted string, err error) tea.Cmd {
	if s.Fails(err) {
		return nil
	}
	if !s.Renew(rows, sameEntry) {
		s.Question = screen.Question{} // it was about another one
	}
	if i := slices.IndexFunc(rows, func(e entry) bool { return wanted != "" && e.id == wanted }); !s.Loaded && s.List.At() == 0 && i >= 0 {
		s.List.Choose(i)
	}
	return nil
}

// ways returns the ways to enter a challenge. Nobody would answer a duel at a game that somebody made up.
func (s *Challenges) ways() []entry {
	challenges, name := s.Env.Challenges, s.game.Info().Name
	ways := []entry{{
		id: "duel", enter: "duel",
		texts: []string{"Begin a counted duel at " + name + ", with a player as strong as you", "Begin a counted duel at " + name, "Begin a duel at " + name},
		do: func() tea.Cmd {
			return s.askDuel(name, func() (arcade.Challenge, error) { return challenges.Duel(s.game) })
		},
		says: "You both play the same new deal, each when it suits. If no player takes it within a day, the arcade plays it.",
	}, {
		texts: []string{"Enter a friend's challenge, by its code", "Enter a challenge, by its code"}, enter: "type the code", do: s.askCode,
		says: "Pass a deal you have finished on to a friend: C at the end of a game, in your history or in a replay.",
	}}
	if _, made := s.game.(engine.MadeUp); made {
		return ways[1:]
	}
	return ways
}

// note returns the challenge of another player, with what warns of its game.
func (s *Challenges) note(n arcade.ChallengeNote, warns string) entry {
	name := s.Env.Games.NameOf(n.Game, n.Rules)
	return entry{
		id: n.Code, game: n.Game, texts: []string{n.Code + " " + caption.ChallengeNote(n, name), n.From + " challenges you to " + name, n.From + " challenges you"},
		enter: "go there", do: func() tea.Cmd { return s.enterCode(n.Code) }, says: warns, warned: true, leave: "decline",
	}
}

// answer returns the duel at a game that waits for the player, by the game's ID.
func (s *Challenges) answer(id string) entry {
	game := s.Env.Games.Name(id)
	return entry{
		id: "waits", game: id, enter: "duel", warned: true,
		texts: []string{"Answer another player's duel at " + game + ", which is counted", "Answer a player's duel at " + game, "Answer a player's duel"},
		do: func() tea.Cmd {
			return s.askDuel(game, func() (arcade.Challenge, error) { return s.Env.Challenges.Duel(nil) })
		},
		says: caption.DuelWaits(game),
	}
}

// askDuel asks before the player is in a duel at a game, which enter enters.
func (s *Challenges) askDuel(game string, enter func() (arcade.Challenge, error)) tea.Cmd {
	return s.Confirm(screen.Question{
		Text: caption.AskDuel(game) + " (y/n)", Yes: "enter it", No: "no duel",
		Do: func() tea.Cmd { return s.enter(enter) },
	})
}

// own returns a challenge of the player's.
func (s *Challenges) own(c arcade.Challenge) entry {
	name, status, leave := s.Env.Games.NameOf(c.Game, c.Rules), caption.ChallengeStatus(c), "leave"
	if c.Own().First {
		leave = "withdraw"
	}
	text, texts := fmt.Sprintf("%s %s, %s", c.Code, name, status), []string(nil)
	for i := len(text); i > 0; i = strings.LastIndexAny(text[:i], ",;:") {
		texts = append(texts, text[:i])
	}
	return entry{
		id: c.Code, game: c.Game, texts: texts,
		enter: "go there", do: func() tea.Cmd { return s.Env.Push(NewChallenge(s.Env, c.Code)) }, leave: leave,
	}
}

// Bindings implements Screen.
func (s *Challenges) Bindings() []widget.Binding {
	challenges, chosen := s.Env.Challenges, s.Chosen()
	return append([]widget.Binding{
		s.List.UpDown("choose a challenge; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "duel, type the code of a friend's, or go to the one on the line", Hint: chosen.enter, Do: chosen.do},
		{Keys: "c", Does: "type the code of a friend's challenge", Hint: "code", Do: s.askCode},
		{Keys: "x", Does: "decline it, leave it before you begin, or withdraw your own; asks first", Hint: chosen.leave, Off: chosen.leave == "", Do: func() tea.Cmd {
			return s.Confirm(screen.Question{
				Text: caption.Sentence(chosen.leave + " challenge " + chosen.id + "?"), Yes: chosen.leave, No: "keep it",
				Do: func() tea.Cmd { return s.Change(func() error { return challenges.Leave(chosen.id) }, s.Refresh) },
			})
		}},
		s.List.PgUpDn("ten lines"),
		s.Env.RulesOf(cmp.Or(chosen.game, s.game.Info().ID), ""),
		{Keys: "H", Does: "your history, from where deals are passed on", Hint: "history", Do: func() tea.Cmd { return s.Env.Open(route.History{}) }},
	}, s.Env.Tail("a click chooses a line, another does what it says", "back")...)
}

// askCode lets the player type the code of a challenge.
func (s *Challenges) askCode() tea.Cmd {
	return askCode(&s.Base, screen.Field{
		Label: "Code of the challenge: ", Help: "The code of a friend's challenge: eight letters and digits such as K7Q2M9XA.",
		Most: arcade.ChallengeCodeLen, Enter: "enter it",
	}, arcade.ParseChallengeCode, s.enterCode)
}

// enterCode enters the challenge of a code.
func (s *Challenges) enterCode(code string) tea.Cmd {
	return s.enter(func() (arcade.Challenge, error) { return s.Env.Challenges.Enter(code) })
}

// enter enters a challenge, and goes there.
func (s *Challenges) enter(do func() (arcade.Challenge, error)) tea.Cmd {
	return screen.Enter(&s.Base, do, func(c arcade.Challenge) tea.Cmd { return s.Env.Push(NewChallenge(s.Env, c.Code)) })
}

// Draw implements Screen.
func (s *Challenges) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Challenges", "")
	drawEntries(g, look, &s.Listing, g.Height()-5)
	text, style := s.Chosen().line(look)
	text, style = s.Says(look, text, style)
	s.DrawFoot(g, look, text, style)
}
