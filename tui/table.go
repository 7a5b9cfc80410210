package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// The table is where a round is played.
type table struct {
	env     *Env
	seat    *play.Seat
	legal   marking
	pointer pointer
	word    *string // the move typed after t, nil if none is being typed
	reply
	asking           question
	assists          assists
	then             afterFinish
	now              position
	motion           motion
	pendingReveal    pendingReveal
	end              ending
	race             *arcade.Race // the current state of its race, nil if it is not in one
	dealOpen         bool         // no card of the deal lies face down
	searchingDeadEnd bool         // a search by searchDeadEnd is running
	hints            [9]Key       // backing array for Hints in most frames
}

// A message is shown in the line below the board.
type message struct {
	text    string
	isError bool
}

// A reply is what a table says about the last key, or about how the last call to the
// store ended.
type reply struct {
	message
	notSaved bool // it says that the last change is not stored
}

func (r *reply) say(format string, args ...any) {
	*r = reply{message: message{text: fmt.Sprintf(format, args...)}}
}

func (r *reply) refuse(why string) { *r = reply{message: message{why, true}} }

func (r *reply) clearMessage() { *r = reply{} }

// A question waits for y.
type question uint8

const (
	noQuestion question = iota
	askNew
	askFinish
	askHint
)

// newTable is a table with a fresh round of the player's own. chosen says that the player
// knows the deal; best is the player's best before it, if any.
func newTable(env *Env, g engine.Game, code engine.Code, chosen bool, best *arcade.Result) *table {
	t := &table{env: env, end: ending{bestBefore: best}}
	t.deal(g, code, chosen)
	return t
}

// resumeTable returns a table with an open round as it was left. It fails if the record
// does not replay.
func resumeTable(env *Env, v visit) (*table, error) {
	seat, err := play.Resume(v.saver, v.game, v.saved, env.clock())
	if err != nil {
		return nil, err
	}
	t := &table{env: env, seat: seat, end: ending{bestBefore: v.best}}
	t.dealOpen = isDealOpen(seat)
	if !v.begins.IsZero() {
		seat.SetStart(v.begins)
	}
	t.showPosition()
	t.pointer.at = t.firstCard()
	switch {
	case t.now.Over || v.fresh:
	case t.event() != "": // the time away counts
		t.say("Welcome back: the game stands where you left it, and its clock ran on.")
	default:
		t.say("Welcome back: the game stands where you left it.")
	}
	return t, nil
}

// deal begins a new round of the player's own at this table.
func (t *table) deal(g engine.Game, code engine.Code, chosen bool) {
	t.startRound(play.New(t.env.Store, engine.NewRound(g, code), "", chosen, t.env.clock()))
}

// startRound puts a round on the table that the store does not have yet.
func (t *table) startRound(seat *play.Seat) {
	t.seat, t.pendingReveal = seat, pendingReveal{}
	t.end, t.dealOpen = ending{bestBefore: t.end.best()}, isDealOpen(seat)
	t.showPosition()
	t.pointer.at = t.firstCard()
	t.clearMessage()
}

// isDealOpen reports whether no card of the deal that a round began with lies face down.
func isDealOpen(s *play.Seat) bool { return engine.Hidden(s.Game().Deal(s.Code())) == 0 }

// firstCard returns where the cursor begins: at the first card that can move.
func (t *table) firstCard() engine.Place {
	if len(t.legal.legal) > 0 {
		return t.legal.legal[0].From
	}
	return t.pointer.board.Piles[0].At
}

func (t *table) game() engine.Game { return t.seat.Game() }

func (t *table) event() arcade.Event { return t.seat.Event() }

// state returns the state that the player sees.
func (t *table) state() engine.State { return t.now.State }

// slot returns the slot of the round.
func (t *table) slot() string { return arcade.Slot(t.game().Info().ID, t.event()) }

// A position is what the player sees of the round, and what is known about it.
type position struct {
	play.Position
	turn       int    // number of positions that the table has shown
	deadEnd    bool   // a search has found that nothing more can be gained
	lastAction string // the player's last action, for spectators; "" at first
}

// showPosition shows the round's current position.
func (t *table) showPosition() {
	t.cancelInput()
	t.now = position{Position: t.seat.Shown(), turn: t.now.turn + 1}
	t.legal.clear(t.now.State.Moves())
	t.pointer.show(t.now.State.Board())
	t.end.placing, t.end.panelHidden = placing{}, false
}

// cancelInput ends what keys have begun, after the round has changed.
func (t *table) cancelInput() {
	t.legal.clear(t.legal.legal)
	t.word, t.asking, t.assists.lit = nil, noQuestion, nil
	t.assists.stopHint()
}

// Init implements Screen.
func (t *table) Init() tea.Cmd { return tea.Batch(t.searchDeadEnd(), t.compare()) }

// A second of the clock is shown no later than slack before it ends.
const slack = 50 * time.Millisecond

// nextFrame implements animated. Each second of the clock is shown, but as late as
// possible: while somebody plays, most seconds have a frame for another reason by then.
func (t *table) nextFrame() time.Duration {
	if left := t.motion.ends.Sub(t.env.Now()); left > 0 {
		return left
	}
	if !t.seat.Ticks() {
		return 0
	}
	second := time.Duration(t.seat.Played()) * time.Millisecond % time.Second
	return 2*time.Second - slack - second
}

// Update implements Screen.
func (t *table) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case deadEndMsg:
		if msg.table == t {
			return t.applyDeadEnd(msg)
		}
	case answerMsg:
		if msg.table == t {
			return t.follow(t.seat.Answer(msg.answer))
		}
	case retryMsg:
		if msg.table == t && msg.seat == t.seat {
			return t.follow(t.seat.Retry())
		}
	case hintMsg:
		if msg.table == t {
			return t.showHint(msg)
		}
	case rankedResultsMsg:
		if msg.table == t {
			t.applyComparison(msg)
		}
	case raceMsg:
		if t.race != nil {
			return t.applyRace(msg.race)
		}
	case roundReplayMsg:
		if msg.table == t && msg.turn == t.now.turn {
			return t.openReplay(msg)
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

// closed returns why no move can be made at this table any more, "" where one can.
func (t *table) closed() string {
	switch {
	case t.seat.Lost() && t.race != nil && (t.race.Late || t.race.Over):
		return "Time is up: this round has ended with its points. q goes to the race."
	case t.seat.Lost() && t.env.DailyOver(t.event()):
		return play.DailyOver.Error() + " q leaves it."
	case t.seat.Lost() && errors.Is(t.seat.Err(), arcade.ErrConflict) && !t.seat.Stored():
		return "You have another deal of this game open in another session: this one cannot be kept. q leaves it."
	case t.seat.Lost() && errors.Is(t.seat.Err(), arcade.ErrConflict):
		return "This game went on in another session: q leaves it to that one."
	case t.seat.Lost():
		return "This game cannot be saved, and ends here: " + t.seat.Err().Error() + ". q leaves it."
	case t.seat.Ended() && t.event() != "":
		return "This game is finished: q goes to the " + t.leavesTo() + "."
	case t.seat.Ended():
		return "This game is finished: n deals a new one."
	case t.race != nil && t.race.Left(t.env.Now()) == 0: // the race itself says so in a moment
		return "Time is up: this round ends with the points it has."
	}
	return ""
}

// play plays a legal move, and saves.
func (t *table) play(m engine.Move) tea.Cmd {
	if why := t.closed(); why != "" {
		t.refuse(why)
		return nil
	}
	before, board := t.now, t.pointer.board
	t.seat.SetAuto(t.env.settings.AutoDeal)
	next, err := t.seat.Play(m)
	if err != nil {
		t.refuse(why(err))
		return nil
	}
	t.assists.lastMove = m
	cmd := t.apply(next, func() {
		t.now.lastAction = fmt.Sprintf("%d. %s", before.Moves+1, before.State.Describe(m))
		if t.now.Score.Won && !before.Score.Won && !t.now.Over {
			t.say("You have won! Play on for points, or g finishes the game.")
		}
	})
	t.startMotion(board, m)
	return cmd
}

// why returns an error as a sentence for the player.
func why(err error) string {
	var illegal *engine.IllegalMove
	if errors.As(err, &illegal) {
		return illegal.Why
	}
	return sentence(err.Error())
}
