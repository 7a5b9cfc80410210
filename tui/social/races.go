package social

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Races opens races and joins those of others. It lists the races that anybody may
// join, the player's, and the record against each other player.
type Races struct {
	env   *screen.Env
	game  engine.Game       // the game to open a race for
	terms arcade.RaceTerms  // of that race
	warns map[string]string // what warns of games, by ID
	screen.Follower[[]arcade.WaitingRace]
	open          []arcade.WaitingRace // that anybody may join, without the player's own
	wanted        string               // the code of the one to choose at first, or ""
	races         []*arcade.Race
	rivals        []arcade.Rival
	loaded        bool // races and rivals have been read
	screen.Prompt      // for the code of a friend's race; it goes on if that is refused
	joining       bool // a race is being opened or joined
	list          widget.List
	err           string
}

const (
	racesShown   = 30 // how many are read
	raceCodeMost = 12 // the maximum length of a code

	raceCodeAsked = "The code of a friend's race: six letters and digits such as K7Q2M9."
)

// NewRaces returns the races, with a game to open one of. wanted is the code of the one to choose
// at first, or "".
func NewRaces(env *screen.Env, g engine.Game, wanted string) *Races {
	s := &Races{env: env, game: g, wanted: wanted, terms: arcade.RaceTerms{Limit: arcade.RaceDefault}, warns: map[string]string{}, Follower: screen.NewFollower[[]arcade.WaitingRace]()}
	s.list.Resize(firstRaceLine)
	return s
}

// Init implements Screen. It reads the list again.
func (s *Races) Init() tea.Cmd {
	races, env, game := s.env.Races, s.env, s.game.Info().ID
	read := screen.Ask(s, func() func() tea.Cmd {
		var rivals []arcade.Rival
		list, err := races.Races(racesShown)
		if err == nil {
			rivals, err = races.Rivals()
		}
		warns := map[string]string{game: env.Warning(game, "")}
		return func() tea.Cmd {
			s.apply(list, rivals, warns, err)
			return s.env.Settings.ReadRaces(s.env.Now(), list...)
		}
	})
	if s.Asked {
		return read
	}
	return tea.Batch(read, s.Follower.Follow(s, races.FollowWaiting, s.wait, nil))
}

// wait waits until the races that anybody may join change.
func (s *Races) wait() tea.Cmd {
	env := s.env
	return s.NextIfAny(func(races []arcade.WaitingRace) tea.Msg {
		warns := map[string]string{}
		for _, r := range races {
			if _, ok := warns[r.Game]; !ok {
				warns[r.Game] = env.Warning(r.Game, "")
			}
		}
		return screen.Answer{Screen: s, Take: func() tea.Cmd {
			maps.Copy(s.warns, warns)
			s.show(s.races, s.rivals, races)
			return s.wait()
		}}
	})
}

// Busy implements screen.Busy.
func (s *Races) Busy() bool { return s.joining }

// The list has the two ways to begin a race, then the races that anybody may join, the
// player's, and the rivals.
const firstRaceLine = 2

// Update implements Screen.
func (s *Races) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		s.Type(msg)
		return s.key(msg.String())
	case tea.MouseMsg:
		if !s.Asking && s.list.Mouse(msg) {
			return s.key("enter")
		}
	}
	return nil
}

// apply shows the current races and rivals. The chosen one stays chosen.
func (s *Races) apply(races []*arcade.Race, rivals []arcade.Rival, warns map[string]string, err error) {
	s.loaded = true
	if err != nil {
		s.err = caption.Sentence(err.Error())
		return
	}
	maps.Copy(s.warns, warns)
	first := len(s.races) == 0 && len(s.rivals) == 0
	s.show(races, rivals, s.open)
	if !first || s.list.At() != 0 {
		return
	}
	i := s.waiting() // most players come for it, or for the result of one that has ended without them
	if i < 0 {
		i = slices.Index(s.races, s.env.Settings.UnreadRace(s.races, s.env.Now()))
	}
	if i >= 0 {
		s.list.Choose(firstRaceLine + len(s.open) + i)
	}
}

// show shows other races and rivals. The chosen one stays chosen.
func (s *Races) show(races []*arcade.Race, rivals []arcade.Rival, open []arcade.WaitingRace) {
	chosen := s.about(s.list.At())
	s.races, s.rivals, s.open = races, rivals, nil
	for _, w := range open {
		if !slices.ContainsFunc(races, func(r *arcade.Race) bool { return r.Code == w.Code }) {
			s.open = append(s.open, w)
		}
	}
	s.list.Refresh(firstRaceLine+len(s.open)+len(races)+len(rivals), func(i int) bool { return chosen != "" && s.about(i) == chosen })
	i := slices.IndexFunc(s.open, func(w arcade.WaitingRace) bool { return w.Code == s.wanted })
	if i >= 0 && s.list.At() == 0 {
		s.list.Choose(firstRaceLine + i)
	}
	if i >= 0 {
		s.wanted = ""
	}
}

// about returns what tells an entry of the list from others when they are read again: the
// code of its race or whom its record is against. It is "" for the ways to begin a race.
func (s *Races) about(i int) string {
	switch i -= firstRaceLine; {
	case i < 0:
		return ""
	case i < len(s.open):
		return s.open[i].Code
	case i < len(s.open)+len(s.races):
		return s.races[i-len(s.open)].Code
	}
	return "against " + s.rivals[i-len(s.open)-len(s.races)].Nick
}

// joinable returns the race of the chosen line that anybody may join, and whether there is
// one.
func (s *Races) joinable() (w arcade.WaitingRace, ok bool) {
	if i := s.list.At() - firstRaceLine; i >= 0 && i < len(s.open) {
		return s.open[i], true
	}
	return w, false
}

// warning returns what warns of the game of the race that the chosen line opens or joins, "" for
// nothing.
func (s *Races) warning() string {
	if w, ok := s.joinable(); ok {
		return s.warns[w.Game]
	}
	if s.list.At() == 0 {
		return s.warns[s.game.Info().ID]
	}
	return ""
}

// waiting returns the first race of the list that is not over, -1 if all are.
func (s *Races) waiting() int {
	return slices.IndexFunc(s.races, func(r *arcade.Race) bool { return !r.Over })
}

// Bindings implements Screen.
func (s *Races) Bindings() []widget.Binding {
	if s.Asking {
		return s.Keys("join", "no code", s.join)
	}
	enter := "open the race"
	_, joins := s.joinable()
	switch {
	case joins:
		enter = "join"
	case s.list.At() == 1:
		enter = "type the code"
	case s.list.At() >= firstRaceLine:
		enter = "go there"
	}
	return []widget.Binding{
		s.list.UpDown("choose what to do; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "open a race, join one, or go to the one on the line", Hint: enter, Off: s.list.At() >= firstRaceLine+len(s.open)+len(s.races), Do: s.choose},
		{Keys: "+ -, = right left", As: "-/+", Does: "a minute more, a minute less for a race that you open", Hint: "limit", DoKey: func(key string) tea.Cmd {
			s.terms.Limit = max(min(s.terms.Limit+time.Duration(widget.Direction(key))*time.Minute, arcade.RaceMost), arcade.RaceLeast)
			return nil
		}},
		{Keys: "o", Does: "who may join a race that you open: anybody here, or who has its code", Hint: "who", Do: func() tea.Cmd {
			s.terms.Open = !s.terms.Open
			return nil
		}},
		{Keys: "c", Does: "type the code of a friend's race", Hint: "code", Do: s.askCode},
		s.list.PgUpDn("ten lines"),
		{Keys: "mouse", Does: "a click chooses a line, another does what it says"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.env.Back},
	}
}

func (s *Races) key(key string) tea.Cmd {
	s.err = ""
	return widget.Press(s.Bindings(), key, nil)
}

// choose does what the chosen entry is for.
func (s *Races) choose() tea.Cmd {
	switch s.list.At() {
	case 0:
		races, g, terms := s.env.Races, s.game, s.terms
		return s.ask(func() (*arcade.Race, error) { return races.Open(g, terms) })
	case 1:
		return s.askCode()
	}
	if w, ok := s.joinable(); ok {
		races := s.env.Races
		return s.ask(func() (*arcade.Race, error) { return races.Join(w.Code) })
	}
	return s.env.Push(NewRace(s.env, s.about(s.list.At())))
}

// ask opens or joins a race.
func (s *Races) ask(do func() (*arcade.Race, error)) tea.Cmd {
	s.joining = true
	return screen.Ask(s, func() func() tea.Cmd {
		race, err := do()
		return func() tea.Cmd { return s.openRace(race, err) }
	})
}

// openRace goes to the screen of a race that was opened or joined.
func (s *Races) openRace(race *arcade.Race, err error) tea.Cmd {
	sent := s.Sent
	s.joining, s.Sent = false, false
	if err != nil {
		s.err, s.Asking = caption.Sentence(err.Error()), sent
		return nil
	}
	return s.env.Push(NewRace(s.env, race.Code))
}

// askCode lets the player type the code of a race.
func (s *Races) askCode() tea.Cmd {
	s.Ask(raceCodeMost, screen.UpperAlphanumeric)
	return nil
}

// join joins the race with the typed code.
func (s *Races) join() tea.Cmd {
	code, err := arcade.ParseRaceCode(s.Answer())
	if err != nil {
		s.err = caption.Sentence(err.Error())
		return nil
	}
	s.Asking, s.Sent = false, true
	races := s.env.Races
	return s.ask(func() (*arcade.Race, error) { return races.Join(code) })
}

// Draw implements Screen.
func (s *Races) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "Race", s.game.Info().Name)
	text, style := s.line(look)
	text = look.Translate(text)
	bottom := g.Height() - 1 - max(screen.SentenceRows(text, g.Width()), 1)
	if s.Asking {
		bottom--
	}
	for y, i := range s.list.Rows(2, bottom-2) {
		g.Put(4, y, look.Cut(s.entry(i, g.Width()-5), g.Width()-5), s.list.Entry(g, look, y, i))
	}
	if n := firstRaceLine + len(s.open) + len(s.races) + len(s.rivals); s.loaded && n == firstRaceLine {
		drawAlone(g, look, 2+n, g.Height()-5, []string{"Nobody waits for a race now. Open one to all (o) and it stands in the lobby of whoever comes."}, invitation(s.env.Command))
	}
	if s.Asking {
		s.DrawPrompt(g, look, "Code of the race: ", raceCodeAsked, s.err)
	} else if text != "" {
		screen.DrawSentence(g, text, style)
	}
}

// line returns what there is to say below the list.
func (s *Races) line(look theme.Look) (string, grid.Style) {
	switch {
	case s.err != "":
		return s.err, look.Refused
	case s.Asking:
		return raceCodeAsked, look.Faint
	case s.warning() != "":
		return s.warning(), look.Warn
	case s.list.At() == 0:
		return "Everyone in a race plays the same deal, once, at the same time. - and + change the time limit, o who may join.", look.Faint
	case s.showsProvisional():
		return caption.ProvisionalNote, look.Faint
	case s.loaded && len(s.races) == 0:
		return "You have been in no race yet.", look.Faint
	}
	return "", look.Text
}

// showsProvisional reports whether the chosen line has a provisional rating.
func (s *Races) showsProvisional() bool {
	w, ok := s.joinable()
	return ok && w.Rating.Provisional()
}

// entry returns an entry of the list for w columns.
func (s *Races) entry(i, w int) string {
	switch {
	case i == 0:
		long := fmt.Sprintf("Open a race for %s, %s at most, %s", s.game.Info().Name, minutes(s.terms.Limit), caption.OpenTo(s.terms.Open))
		return screen.Fitting(w, long, fmt.Sprintf("Open one, %s, %s", minutes(s.terms.Limit), caption.OpenTo(s.terms.Open)))
	case i == 1:
		return screen.Fitting(w, "Join a friend's race, by its code", "Join one by its code")
	case i-firstRaceLine < len(s.open):
		r := s.open[i-firstRaceLine]
		by := strings.TrimSuffix(r.By+" "+caption.Rating(r.Rating), " ")
		if r.Rematch {
			by += " wants a rematch"
		} else {
			by += " waits"
		}
		head := fmt.Sprintf("%-8s %-20s", r.Code, s.env.Games.Name(r.Game))
		long := fmt.Sprintf("%s %s, %s", head, by, minutes(r.Limit))
		return screen.Fitting(w, long+", "+caption.Plural(r.Racers, "racer"), long, head+" "+by, by+", "+s.env.Games.Name(r.Game), by)
	case i-firstRaceLine < len(s.open)+len(s.races):
		r := s.races[i-firstRaceLine-len(s.open)]
		name := s.env.Games.Name(r.Game)
		head := fmt.Sprintf("%-8s", r.Code)
		long := fmt.Sprintf("%s %-20s %s", head, name, caption.RaceStatus(r, s.env.Now()))
		return screen.Fitting(w, long+"  "+caption.Date(r.Opened.UnixMilli()), long, head+" "+caption.RaceStatus(r, s.env.Now()))
	}
	r := s.rivals[i-firstRaceLine-len(s.open)-len(s.races)]
	text := fmt.Sprintf("%-8s %-20s won %d, lost %d", "against", r.Nick, r.Won, r.Lost)
	short := fmt.Sprintf("%s: won %d, lost %d", r.Nick, r.Won, r.Lost)
	if r.Drawn > 0 {
		drawn := fmt.Sprintf(", drawn %d", r.Drawn)
		text, short = text+drawn, short+drawn
	}
	return screen.Fitting(w, text, short)
}

// minutes returns a race's limit in words.
func minutes(limit time.Duration) string { return caption.Plural(int(limit.Minutes()), "minute") }
