package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
)

// The table is where a round is played.
type table struct {
	env     *Env
	round   *engine.Round
	legal   marking
	layout  board.Layout
	origin  struct{ x, y int } // where the layout was drawn
	cursor  engine.Place
	word    *string // what is typed behind the prefix key, nil when nothing is
	message message
	asking  question
	timing  timing
	saving  saving
	ahead   ahead
	best    *engine.Result // the best before this round, nil when there is none
	chosen  bool           // the deal was chosen or known: practice
}

// A message is the line below the board.
type message struct {
	text    string
	refusal bool
}

// A question waits for y.
type question uint8

const (
	nothing question = iota
	whetherNew
	whetherFinish
)

// Timing is the time the table was open.
type timing struct {
	started int64 // the deal, Unix milliseconds
	earlier int64 // milliseconds in earlier sessions
	opened  int64 // this session, Unix milliseconds
	stopped int64 // the total once the round is over, else 0
	chain   int   // of ticks
}

// newTable is a table with a fresh round. chosen says that the player knows
// the deal.
func newTable(env *Env, g engine.Game, code engine.Code, chosen bool) *table {
	t := &table{env: env}
	t.deal(g, code, chosen)
	return t
}

// resumeTable is a table with an open round, as it stood.
func resumeTable(env *Env, g engine.Game, s engine.Saved) (*table, error) {
	r, err := engine.Resume(g, s)
	if err != nil {
		return nil, err
	}
	t := &table{env: env, round: r, chosen: s.Chosen}
	t.saving = saving{stored: true, keeper: &keeper{store: env.Store}}
	t.timing = timing{started: s.Started, earlier: s.Millis, opened: env.Now()}
	t.round.SetAuto(true)
	t.settle()
	t.say("Welcome back: the game stands where you left it.")
	return t, nil
}

// deal begins a new round at this table.
func (t *table) deal(g engine.Game, code engine.Code, chosen bool) {
	t.round = engine.NewRound(g, code)
	t.round.SetAuto(true)
	t.chosen = chosen
	t.cursor = engine.Place{}
	t.timing = timing{started: t.env.Now(), opened: t.env.Now(), chain: t.timing.chain}
	t.saving = saving{keeper: &keeper{store: t.env.Store}}
	t.settle()
	t.say("")
}

func (t *table) game() engine.Game { return t.round.Game() }

func (t *table) state() engine.State { return t.round.State() }

// Ahead is what looking ahead from the state has shown.
type ahead struct {
	turn int  // counts the states the table has come to
	dead bool // nothing more can be gained
}

// deadMsg tells a table that nothing more can be gained from where it stood at
// a turn.
type deadMsg struct {
	table *table
	turn  int
}

// lookAhead searches for something left to gain, away from the keys.
func (t *table) lookAhead() tea.Cmd {
	d, ok := t.state().(engine.DeadEnder)
	if !ok || t.state().Over() {
		return nil
	}
	turn := t.ahead.turn
	return func() tea.Msg {
		if dead, known := d.DeadEnd(); dead && known {
			return deadMsg{t, turn}
		}
		return nil
	}
}

// settle takes up the state that the round has come to.
func (t *table) settle() {
	t.ahead = ahead{turn: t.ahead.turn + 1}
	t.legal.clear(t.state().Moves())
	if t.legal.level == AutomarkOff && t.round.Len() == 0 {
		t.legal.level = AutomarkLegal
	}
	t.word, t.asking = nil, nothing
	if !t.state().Over() {
		t.timing.stopped = 0
	} else if t.timing.stopped == 0 {
		t.timing.stopped = t.millis()
	}
}

// millis is the time played so far.
func (t *table) millis() int64 {
	if t.timing.stopped > 0 {
		return t.timing.stopped
	}
	return t.timing.earlier + t.env.Now() - t.timing.opened
}

func (t *table) say(format string, args ...any) {
	t.message = message{text: fmt.Sprintf(format, args...)}
}

func (t *table) refuse(why string) { t.message = message{why, true} }

// tickMsg moves the clock of one table. Of several chains of ticks only the one
// that began last goes on.
type tickMsg struct {
	table *table
	chain int
}

// bestMsg brings the best result of a table's game.
type bestMsg struct {
	table *table
	best  *engine.Result
}

// Init implements Screen.
func (t *table) Init() tea.Cmd {
	store, id := t.env.Store, t.game().Info().ID
	read := func() tea.Msg {
		best, ok, err := store.Best(id, engine.Counted)
		if err != nil || !ok {
			return bestMsg{t, nil} // the lobby tells of a store that cannot be read
		}
		return bestMsg{t, &best}
	}
	t.timing.chain++
	return tea.Batch(read, t.tick(), t.lookAhead())
}

func (t *table) tick() tea.Cmd {
	next := tickMsg{t, t.timing.chain}
	return t.env.Tick(time.Second, func(time.Time) tea.Msg { return next })
}

// Update implements Screen.
func (t *table) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		if msg.table == t && msg.chain == t.timing.chain {
			return t.tick()
		}
	case bestMsg:
		if msg.table == t {
			t.best = msg.best
		}
	case deadMsg:
		if msg.table == t && msg.turn == t.ahead.turn {
			t.ahead.dead = true
		}
	case savedMsg:
		if msg.table == t {
			return t.saved(msg)
		}
	case finishedMsg:
		if msg.table == t {
			return t.finished(msg)
		}
	case tea.KeyPressMsg:
		return t.key(msg.String())
	case tea.MouseClickMsg:
		return t.click(msg.Mouse())
	}
	return nil
}

// play plays a legal move, and saves.
func (t *table) play(m engine.Move) tea.Cmd {
	if t.saving.ended != nil {
		t.refuse("This game is finished: n deals a new one.")
		return nil
	}
	won := t.state().Score().Won
	if err := t.round.Play(m); err != nil {
		t.refuse(why(err))
		return nil
	}
	t.settle()
	t.say("")
	if t.state().Score().Won && !won && !t.state().Over() {
		t.say("You have won! Play on for points, or g finishes the game.")
	}
	return tea.Batch(t.save(), t.lookAhead())
}

// why is the sentence of a refusal.
func why(err error) string {
	var illegal *engine.IllegalMove
	if errors.As(err, &illegal) {
		return illegal.Why
	}
	return sentence(err.Error())
}
