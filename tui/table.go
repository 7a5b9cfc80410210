package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// The table is where a round is played.
type table struct {
	env     *Env
	round   *engine.Round
	legal   marking
	pointer pointer
	word    *string // what is typed behind the prefix key, nil when nothing is
	message message
	asking  question
	aids    aids
	timing  timing
	saving  saving
	now     position
	motion  motion
	veil    veil
	end     ending
	event   engine.Event // on which it was dealt, "" for none
	chosen  bool         // the deal was chosen or known: practice
	race    *Race        // that it is of, as that stands; nil where it is of none
	given   int          // moves that were there when the player sat down
	looking bool         // a search of lookAhead is under way
	hints   [9]Key       // those of most frames
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
	whetherHint
)

// Timing is the time the table was open.
type timing struct {
	started int64     // the deal, Unix milliseconds
	earlier int64     // milliseconds in earlier sessions
	before  int64     // milliseconds from the deal to this session, when nobody played too
	moved   int64     // the total at the player's last move
	opened  time.Time // this session
	stopped int64     // the total once the round is over, else 0
	spanned int64     // the span by then
	begins  time.Time // of a race: it counts from there, wherever the player is
}

// newTable is a table with a fresh round. chosen says that the player knows
// the deal; best is the player's best before it, if any.
func newTable(env *Env, g engine.Game, code engine.Code, chosen bool, best *engine.Result) *table {
	t := &table{env: env, end: ending{before: best}}
	t.deal(g, code, chosen)
	return t
}

// resumeTable is a table with an open round, as it stood. The error is that of
// a record that does not replay.
func resumeTable(env *Env, v visit) (*table, error) {
	r, err := engine.Resume(v.game, v.saved)
	if err != nil {
		return nil, err
	}
	t := &table{env: env, round: r, event: v.saved.Event, chosen: v.saved.Chosen, end: ending{before: v.best}}
	t.saving = saving{stored: true, keeper: v.keeper}
	now := env.Now()
	clock := env.Run.Clock(now)
	t.timing = timing{
		started: v.saved.Started, opened: now, begins: v.begins,
		earlier: v.saved.Played(env.Run.ID, clock), before: v.saved.Elapsed(env.Run.ID, clock, now.UnixMilli()),
	}
	if r.State().Over() {
		t.timing.stopped, t.timing.spanned = v.saved.Millis, v.saved.Span
	}
	t.settle()
	t.timing.moved = t.millis()
	t.pointer.at = t.firstCard()
	if !t.now.over && !v.fresh {
		t.say("Welcome back: the game stands where you left it.")
	}
	return t, nil
}

// deal begins a new round at this table.
func (t *table) deal(g engine.Game, code engine.Code, chosen bool) {
	t.round = engine.NewRound(g, code)
	t.event, t.chosen, t.given = "", chosen, 0
	t.end = ending{before: t.end.best()}
	now := t.env.Now()
	t.timing = timing{started: now.UnixMilli(), opened: now}
	t.saving = saving{keeper: &keeper{store: t.env.Store}}
	t.settle()
	t.pointer.at = t.firstCard()
	t.hush()
}

// firstCard is where the cursor begins: at the first card that can move.
func (t *table) firstCard() engine.Place {
	if len(t.legal.legal) > 0 {
		return t.legal.legal[0].From
	}
	return t.pointer.board.Piles[0].At
}

func (t *table) game() engine.Game { return t.round.Game() }

func (t *table) state() engine.State { return t.round.State() }

// slot is what the round goes by among the player's open ones.
func (t *table) slot() string { return engine.Slot(t.game().Info().ID, t.event) }

// A position is what there is to know of the state that the round has come to,
// so that no frame has to work it out again.
type position struct {
	turn  int // counts the states the table has come to
	over  bool
	score engine.Score
	peeks bool   // undo would take back a card that was turned up
	dead  bool   // looking ahead has shown that nothing more can be gained
	told  string // what the player did to come here, for those who watch; "" at first
}

// settle takes up the state that the round has come to.
func (t *table) settle() {
	s := t.state()
	t.now = position{turn: t.now.turn + 1, over: s.Over(), score: s.Score(), peeks: t.round.UndoPeeks()}
	t.legal.clear(s.Moves())
	t.pointer.show(s.Board())
	t.word, t.asking, t.aids.lit = nil, nothing, nil
	t.end.place, t.end.aside = place{}, false
	t.aids.stop()
	if !t.now.over {
		t.timing.stopped = 0
	} else {
		t.stop()
	}
}

// stop stops the clock, where it was not stopped before.
func (t *table) stop() {
	if t.timing.stopped == 0 {
		t.timing.stopped, t.timing.spanned = t.times(t.env.Now())
	}
}

// times returns the milliseconds that the player has played by now, and those since the
// first sight of the deal. Of an event both are the same, and of a race they are counted
// from its start.
func (t *table) times(now time.Time) (played, span int64) {
	switch {
	case t.timing.stopped > 0:
		return t.timing.stopped, t.timing.spanned
	case !t.timing.begins.IsZero():
		span = t.timing.sinceStart(now)
		return span, span
	}
	here := now.Sub(t.timing.opened).Milliseconds()
	span = t.timing.before + here
	if t.event != "" {
		return span, span
	}
	return t.timing.earlier + here, span
}

// millis returns the time played so far.
func (t *table) millis() int64 {
	played, _ := t.times(t.env.Now())
	return played
}

func (t *table) say(format string, args ...any) {
	t.message = message{text: fmt.Sprintf(format, args...)}
}

func (t *table) hush() { t.message = message{} }

func (t *table) refuse(why string) { t.message = message{why, true} }

// Init implements Screen.
func (t *table) Init() tea.Cmd { return tea.Batch(t.lookAhead(), t.compare()) }

// slack is how long before it is missed a second of the clock is shown at the latest.
const slack = 50 * time.Millisecond

// lasts implements ticker. Each second of the clock shows, but as late as may be: most
// of those in which somebody plays have a frame by then, and need none for the clock.
func (t *table) lasts() time.Duration {
	if left := t.motion.ends.Sub(t.env.Now()); left > 0 {
		return left
	}
	if t.timing.stopped > 0 {
		return 0
	}
	second := time.Duration(t.millis()) * time.Millisecond % time.Second
	return 2*time.Second - slack - second
}

// Update implements Screen.
func (t *table) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case deadMsg:
		if msg.table == t {
			return t.lookedAhead(msg)
		}
	case savedMsg:
		if msg.table == t {
			return t.saved(msg)
		}
	case finishedMsg:
		if msg.table == t {
			return t.finished(msg)
		}
	case tryMsg:
		if msg.table == t {
			return t.try()
		}
	case hintMsg:
		if msg.table == t {
			return t.hinted(msg)
		}
	case rivalsMsg:
		if msg.table == t {
			t.compared(msg)
		}
	case raceMsg:
		if t.race != nil {
			return t.raced(msg.race)
		}
	case watchMsg:
		if msg.table == t && msg.turn == t.now.turn {
			return t.watched(msg)
		}
	case tea.KeyPressMsg:
		return t.key(msg.String())
	case tea.MouseClickMsg:
		return t.click(msg.Mouse())
	case tea.MouseReleaseMsg:
		return t.release(msg.Mouse())
	}
	return nil
}

// closed tells, and says, that no move can be made at this table any more.
func (t *table) closed() bool {
	switch {
	case t.saving.lost() && t.race != nil && (t.race.Late || t.race.Over):
		t.refuse("Time is up: this round has ended with its points. q goes to the race.")
	case t.saving.lost() && t.event != "" && !t.env.Sealed(t.event):
		t.refuse("The time of this daily is over: it has ended as practice, with its points. q leaves it.")
	case t.saving.lost():
		t.refuse("This game went on in another session: q leaves it to that one.")
	case t.saving.ended != nil && t.event != "":
		t.refuse("This game is finished: q goes to the " + t.way() + ".")
	case t.saving.ended != nil:
		t.refuse("This game is finished: n deals a new one.")
	case t.race != nil && t.race.Left(t.env.Now()) == 0: // the race itself says so in a moment
		t.refuse("Time is up: this round ends with the points it has.")
	default:
		return false
	}
	return true
}

// play plays a legal move, and saves.
func (t *table) play(m engine.Move) tea.Cmd {
	if t.closed() {
		return nil
	}
	won, before, state, number := t.now.score.Won, t.pointer.board, t.state(), t.round.Len()+1
	t.round.SetAuto(t.env.settings.AutoDeal)
	if err := t.round.Play(m); err != nil {
		t.refuse(why(err))
		return nil
	}
	now := t.millis()
	t.round.Timed(now - t.timing.moved)
	t.timing.moved = now
	t.aids.played = m
	t.settle()
	t.hush()
	t.now.told = fmt.Sprintf("%d. %s", number, state.Describe(m))
	if t.now.score.Won && !won && !t.now.over {
		t.say("You have won! Play on for points, or g finishes the game.")
	}
	if t.peeks() {
		t.veil.down = true
		t.pointer.show(before)
	}
	t.moved(before, m)
	return tea.Batch(t.save(), t.lookAhead(), t.compare())
}

// why is the sentence of a refusal.
func why(err error) string {
	var illegal *engine.IllegalMove
	if errors.As(err, &illegal) {
		return illegal.Why
	}
	return sentence(err.Error())
}
