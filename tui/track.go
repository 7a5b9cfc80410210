package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// The track screen opens races and joins those of friends. It lists the player's races,
// and the record against each other player.
type track struct {
	env     *Env
	game    engine.Game // the game to open a race for
	limit   time.Duration
	races   []*Race
	rivals  []Rival
	read    bool    // races and rivals have been read
	code    *string // the code being typed, nil if none is
	sent    *string // the code on its way; typing continues if it is refused
	busy    bool    // a race is being opened or joined
	at, top int
	rows    rows
	err     string
}

// trackMsg brings what a track lists, enterMsg the race that was opened or joined.
type (
	trackMsg struct {
		screen *track
		races  []*Race
		rivals []Rival
		err    error
	}
	enterMsg struct {
		screen *track
		race   *Race
		err    error
	}
)

const (
	racesShown   = 30 // how many are read
	raceCodeMost = 12 // the maximum length of a code
)

// noRaces is the message of a session without races.
const noRaces = "There are no races in this session: nobody else could join."

func newTrack(env *Env, g engine.Game) *track { return &track{env: env, game: g, limit: RaceDefault} }

// Init implements Screen. It reads the list again.
func (t *track) Init() tea.Cmd {
	races := t.env.Races
	return func() tea.Msg {
		list, err := races.Races(racesShown)
		if err != nil {
			return trackMsg{screen: t, err: err}
		}
		rivals, err := races.Rivals()
		return trackMsg{t, list, rivals, err}
	}
}

func (t *track) typing() bool { return t.code != nil }

func (t *track) going() bool { return t.busy }

// The list has the two ways to begin a race, then the races, then the rivals.
const begins = 2

func (t *track) entries() int { return begins + len(t.races) + len(t.rivals) }

// Update implements Screen.
func (t *track) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case trackMsg:
		if msg.screen == t {
			t.take(msg)
		}
	case enterMsg:
		if msg.screen == t {
			return t.enter(msg)
		}
	case tea.KeyPressMsg:
		if t.typing() {
			return t.letter(msg)
		}
		return t.key(msg.String())
	case tea.PasteMsg:
		t.append(msg.Content)
	case tea.MouseMsg:
		if !t.typing() && t.rows.mouse(msg, &t.at, t.entries()) {
			return t.key("enter")
		}
	}
	return nil
}

func (t *track) take(msg trackMsg) {
	t.read = true
	if msg.err != nil {
		t.err = sentence(msg.err.Error())
		return
	}
	first := len(t.races) == 0 && len(t.rivals) == 0
	t.races, t.rivals = msg.races, msg.rivals
	if i := t.waiting(); first && t.at == 0 && i >= 0 { // most players come for it
		t.at = begins + i
	}
	t.at = min(t.at, t.entries()-1)
}

// waiting returns the first race of the list that is not over, -1 if all are.
func (t *track) waiting() int {
	return slices.IndexFunc(t.races, func(r *Race) bool { return !r.Over })
}

func (t *track) key(key string) tea.Cmd {
	t.err = ""
	if browse(key, &t.at, t.entries()) {
		return nil
	}
	switch key {
	case "+", "=", "right":
		t.limit = min(t.limit+time.Minute, RaceMost)
	case "-", "left":
		t.limit = max(t.limit-time.Minute, RaceLeast)
	case "c":
		t.code = new(string)
	case "enter", "space":
		return t.choose()
	case "q", "esc", "ctrl+c":
		return back
	}
	return nil
}

// choose does what the chosen entry is for.
func (t *track) choose() tea.Cmd {
	switch i := t.at - begins; {
	case t.at == 0:
		races, game, limit := t.env.Races, t.game.Info().ID, t.limit
		return t.ask(func() (*Race, error) { return races.Open(game, limit) })
	case t.at == 1:
		t.code = new(string)
	case i < len(t.races):
		return open(newRoom(t.env, t.races[i].Code))
	}
	return nil
}

// ask opens or joins a race.
func (t *track) ask(do func() (*Race, error)) tea.Cmd {
	t.busy = true
	return func() tea.Msg {
		race, err := do()
		return enterMsg{t, race, err}
	}
}

// enter goes to the room of a race that was opened or joined.
func (t *track) enter(msg enterMsg) tea.Cmd {
	sent := t.sent
	t.busy, t.sent = false, nil
	if msg.err != nil {
		t.err, t.code = sentence(msg.err.Error()), sent
		return nil
	}
	return open(newRoom(t.env, msg.race.Code))
}

// letter handles a key while a code is typed.
func (t *track) letter(msg tea.KeyPressMsg) tea.Cmd {
	t.err = ""
	switch msg.String() {
	case "esc", "ctrl+c":
		t.code = nil
	case "backspace":
		*t.code = (*t.code)[:max(len(*t.code)-1, 0)]
	case "enter":
		code, err := ParseRaceCode(*t.code)
		if err != nil {
			t.err = sentence(err.Error())
			return nil
		}
		t.code, t.sent = nil, t.code
		races := t.env.Races
		return t.ask(func() (*Race, error) { return races.Join(code) })
	default:
		t.append(msg.Text)
	}
	return nil
}

// append adds the letters and digits of a text to the code being typed.
func (t *track) append(text string) {
	if t.code == nil {
		return
	}
	for _, c := range strings.ToUpper(text) {
		if len(*t.code) < raceCodeMost && (c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			*t.code += string(c)
		}
	}
}

// Hints implements Screen.
func (t *track) Hints() []Key {
	if t.typing() {
		return []Key{{"Backspace", "back"}, {"Enter", "join"}, {"Esc", "no code"}}
	}
	enter := Key{"Enter", "open the race"}
	switch {
	case t.at == 1:
		enter.Does = "type the code"
	case t.at >= begins+len(t.races):
		return []Key{{"-/+", "limit"}, {"c", "code"}, {"?", "keys"}, {"q", "back"}}
	case t.at >= begins:
		enter.Does = "go there"
	}
	return []Key{enter, {"-/+", "limit"}, {"c", "code"}, {"?", "keys"}, {"q", "back"}}
}

// Keys implements Screen.
func (t *track) Keys() []Key {
	return []Key{
		{"up down, j k", "choose what to do; Home and End: the first, the last"},
		{"Enter, space", "open a race, join one, or go to the one on the line"},
		{"+ -, = right left", "a minute more, a minute less for a race that you open"},
		{"c", "type the code of a friend's race"},
		{"PgUp, PgDn", "ten lines"},
		{"mouse", "a click chooses a line, another does what it says"},
		{"q, Esc", "back"},
	}
}
