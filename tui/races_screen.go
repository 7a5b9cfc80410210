package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/widget"
)

// A racesScreen opens races and joins those of friends. It lists the player's
// races, and the record against each other player.
type racesScreen struct {
	env     *Env
	game    engine.Game // the game to open a race for
	limit   time.Duration
	races   []*arcade.Race
	rivals  []arcade.Rival
	loaded  bool    // races and rivals have been read
	code    *string // the code being typed, nil if none is
	sent    *string // the code on its way; typing continues if it is refused
	joining bool    // a race is being opened or joined
	at, top int
	rows    rows
	err     string
}

// racesMsg brings what a races screen lists, raceJoinedMsg the race that was opened or
// joined.
type (
	racesMsg struct {
		screen *racesScreen
		races  []*arcade.Race
		rivals []arcade.Rival
		err    error
	}
	raceJoinedMsg struct {
		screen *racesScreen
		race   *arcade.Race
		err    error
	}
)

const (
	racesShown   = 30 // how many are read
	raceCodeMost = 12 // the maximum length of a code
)

// noRaces is the message of a session without races.
const noRaces = "There are no races in this session: nobody else could join."

func newRacesScreen(env *Env, g engine.Game) *racesScreen {
	return &racesScreen{env: env, game: g, limit: arcade.RaceDefault}
}

// Init implements Screen. It reads the list again.
func (s *racesScreen) Init() tea.Cmd {
	races := s.env.Races
	return func() tea.Msg {
		list, err := races.Races(racesShown)
		if err != nil {
			return racesMsg{screen: s, err: err}
		}
		rivals, err := races.Rivals()
		return racesMsg{s, list, rivals, err}
	}
}

func (s *racesScreen) typing() bool { return s.code != nil }

func (s *racesScreen) busy() bool { return s.joining }

// The list has the two ways to begin a race, then the races, then the rivals.
const firstRaceLine = 2

func (s *racesScreen) entries() int { return firstRaceLine + len(s.races) + len(s.rivals) }

// Update implements Screen.
func (s *racesScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case racesMsg:
		if msg.screen == s {
			s.apply(msg)
		}
	case raceJoinedMsg:
		if msg.screen == s {
			return s.openRace(msg)
		}
	case tea.KeyPressMsg:
		if s.typing() {
			return s.letter(msg)
		}
		return s.key(msg.String())
	case tea.PasteMsg:
		s.append(msg.Content)
	case tea.MouseMsg:
		if !s.typing() && s.rows.mouse(msg, &s.at, s.entries()) {
			return s.key("enter")
		}
	}
	return nil
}

func (s *racesScreen) apply(msg racesMsg) {
	s.loaded = true
	if msg.err != nil {
		s.err = sentence(msg.err.Error())
		return
	}
	first := len(s.races) == 0 && len(s.rivals) == 0
	s.races, s.rivals = msg.races, msg.rivals
	if i := s.waiting(); first && s.at == 0 && i >= 0 { // most players come for it
		s.at = firstRaceLine + i
	}
	s.at = min(s.at, s.entries()-1)
}

// waiting returns the first race of the list that is not over, -1 if all are.
func (s *racesScreen) waiting() int {
	return slices.IndexFunc(s.races, func(r *arcade.Race) bool { return !r.Over })
}

// bindings returns what the keys do.
func (s *racesScreen) bindings() []widget.Binding {
	enter := "open the race"
	switch {
	case s.at == 1:
		enter = "type the code"
	case s.at >= firstRaceLine:
		enter = "go there"
	}
	return []widget.Binding{
		{Keys: "up down, j k", Also: "Home End", Does: "choose what to do; Home and End: the first, the last", DoKey: browsing(&s.at, s.entries())},
		{Keys: "Enter, space", Does: "open a race, join one, or go to the one on the line", Hint: enter, Off: s.at >= firstRaceLine+len(s.races), Do: s.choose},
		{Keys: "+ -, = right left", As: "-/+", Does: "a minute more, a minute less for a race that you open", Hint: "limit", DoKey: func(key string) tea.Cmd {
			s.limit = max(min(s.limit+time.Duration(direction(key))*time.Minute, arcade.RaceMost), arcade.RaceLeast)
			return nil
		}},
		{Keys: "c", Does: "type the code of a friend's race", Hint: "code", Do: func() tea.Cmd {
			s.code = new(string)
			return nil
		}},
		{Keys: "PgUp, PgDn", Does: "ten lines", DoKey: browsing(&s.at, s.entries())},
		{Keys: "mouse", Does: "a click chooses a line, another does what it says"},
		keysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: goBack},
	}
}

func (s *racesScreen) key(key string) tea.Cmd {
	s.err = ""
	return widget.Press(s.bindings(), key, nil)
}

// choose does what the chosen entry is for.
func (s *racesScreen) choose() tea.Cmd {
	switch s.at {
	case 0:
		races, game, limit := s.env.Races, s.game.Info().ID, s.limit
		return s.ask(func() (*arcade.Race, error) { return races.Open(game, limit) })
	case 1:
		s.code = new(string)
		return nil
	}
	return open(newRaceScreen(s.env, s.races[s.at-firstRaceLine].Code))
}

// ask opens or joins a race.
func (s *racesScreen) ask(do func() (*arcade.Race, error)) tea.Cmd {
	s.joining = true
	return func() tea.Msg {
		race, err := do()
		return raceJoinedMsg{s, race, err}
	}
}

// openRace goes to the screen of a race that was opened or joined.
func (s *racesScreen) openRace(msg raceJoinedMsg) tea.Cmd {
	sent := s.sent
	s.joining, s.sent = false, nil
	if msg.err != nil {
		s.err, s.code = sentence(msg.err.Error()), sent
		return nil
	}
	return open(newRaceScreen(s.env, msg.race.Code))
}

// letter handles a key while a code is typed.
func (s *racesScreen) letter(msg tea.KeyPressMsg) tea.Cmd {
	s.err = ""
	switch msg.String() {
	case "esc", "ctrl+c":
		s.code = nil
	case "backspace":
		*s.code = (*s.code)[:max(len(*s.code)-1, 0)]
	case "enter":
		code, err := arcade.ParseRaceCode(*s.code)
		if err != nil {
			s.err = sentence(err.Error())
			return nil
		}
		s.code, s.sent = nil, s.code
		races := s.env.Races
		return s.ask(func() (*arcade.Race, error) { return races.Join(code) })
	default:
		s.append(msg.Text)
	}
	return nil
}

// append adds the letters and digits of a text to the code being typed.
func (s *racesScreen) append(text string) {
	if s.code == nil {
		return
	}
	for _, c := range strings.ToUpper(text) {
		if len(*s.code) < raceCodeMost && (c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			*s.code += string(c)
		}
	}
}

// Hints implements Screen.
func (s *racesScreen) Hints() []Key {
	if s.typing() {
		return []Key{{"Backspace", "back"}, {"Enter", "join"}, {"Esc", "no code"}}
	}
	return hintsOf(s.bindings())
}

// Keys implements Screen.
func (s *racesScreen) Keys() []Key { return keysOf(s.bindings()) }
