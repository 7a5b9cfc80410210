package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
)

// The table is where a round is played. Its seat decides what is stored and when, and what
// may be seen; see [play.Seat]. The table makes the seat's calls in commands, tells the
// player how they ended, and goes on with what waited for them.
type table struct {
	env  *Env
	seat *play.Seat
	race *arcade.Race // the current state of its race, nil if it is not in one
	now  position
	reply
	draft    draft
	lights   lights
	searches searches
	pending  pendingReveal
	motion   motion
	end      ending
	asking   question
	lastMove engine.Move // the last move, to play it again
	then     afterFinish
	dealOpen bool   // no card of the deal lies face down
	hints    [9]Key // what Hints returns, as long as there are not more
}

// A position is what the player sees of the round, and what is known about it.
type position struct {
	play.Position
	turn       int    // number of positions that the table has shown
	deadEnd    bool   // a search has found that nothing more can be gained
	lastAction string // the player's last action, for spectators; "" at first
}

// A pendingReveal is a position that the table must not show yet. Until the store has it,
// only the position before shows.
type pendingReveal struct {
	onReveal func()   // called once the position shows, to report it
	keys     []string // pressed in the meantime
}

// heldKeysMax is how many keys are held back. Nobody types more in that time, so the rest
// is dropped.
const heldKeysMax = 32

// hold holds a key back until the position shows.
func (p *pendingReveal) hold(key string) {
	if len(p.keys) < heldKeysMax {
		p.keys = append(p.keys, key)
	}
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

// report says how a call to the store ended.
func (r *reply) report(news play.News, err error) {
	switch news {
	case play.AllSaved, play.InHistory:
		if r.notSaved {
			r.say("Saved: nothing is lost.")
		}
	case play.NotSaved:
		r.refuse("Not saved: " + err.Error() + ".")
		r.notSaved = true
	case play.NotLeft:
		r.refuse("Not saved: " + err.Error() + ". q again leaves without saving.")
		r.notSaved = true
	}
}

// afterFinish is what the player wants once the history has the round.
type afterFinish uint8

const (
	stay afterFinish = iota
	dealAnew
	dealAgain  // the same deal, as practice
	showReplay // the round's replay
)

// retryDelay is how long to wait before a call that failed is made again. A failure does
// not keep the player from playing.
const retryDelay = 5 * time.Second

// retryMsg says that it is time to make a seat's call again, and roundReplayMsg brings the
// states of the round at a table that was at a turn.
type (
	retryMsg       struct{ seat *play.Seat }
	roundReplayMsg struct {
		table  *table
		turn   int
		states []engine.State
	}
)

// newTable is a table with a fresh round of the player's own. chosen says that the player
// knows the deal; best is the player's best before it, if any.
func newTable(env *Env, g engine.Game, code engine.Code, chosen bool, best *arcade.Result) *table {
	t := &table{env: env, end: ending{bestBefore: best}}
	t.sit(env.newSeat(engine.NewRound(g, code), chosen))
	return t
}

// resumeTable returns a table with an open round as it was left. It fails if the record
// does not replay.
func resumeTable(env *Env, v visit) (*table, error) {
	seat, err := play.Resume(v.saver, v.game, v.saved, env.Clock())
	if err != nil {
		return nil, err
	}
	if !v.begins.IsZero() {
		seat.SetStart(v.begins)
	}
	t := &table{env: env, end: ending{bestBefore: v.best}}
	t.sit(seat)
	switch {
	case t.now.Over || v.fresh:
	case seat.Event() != "": // the time away counts
		t.say("Welcome back: the game stands where you left it, and its clock ran on.")
	default:
		t.say("Welcome back: the game stands where you left it.")
	}
	return t, nil
}

// newRaceTable returns the table of a racer. Its clock is the race's, which runs even
// while the player is away.
func newRaceTable(env *Env, v visit, race *arcade.Race) (t *table, err error) {
	v.begins = race.Begins
	if t, err = resumeTable(env, v); err != nil {
		return nil, err
	}
	if !t.now.Over && !v.fresh {
		t.say("Welcome back. The clock of the race ran on.")
	}
	t.race, t.end.inRace = race, true
	return t, nil
}

// sit begins or goes on with the round of a seat at this table.
func (t *table) sit(seat *play.Seat) {
	t.seat, t.pending = seat, pendingReveal{}
	t.draft.settings, t.draft.says = &t.env.settings, &t.reply
	t.end = ending{env: t.env, seat: seat, inRace: t.race != nil, bestBefore: t.end.best()}
	t.dealOpen = engine.Hidden(seat.Game().Deal(seat.Code())) == 0
	t.showPosition()
	t.draft.begin()
	t.clearMessage()
}

// showPosition shows the position that the player may see.
func (t *table) showPosition() {
	t.cancelInput()
	t.now = position{Position: t.seat.Shown(), turn: t.now.turn + 1}
	t.draft.show(t.now.State)
	t.end.placing, t.end.panelHidden = placing{}, false
}

// cancelInput ends what keys have begun, after the round has changed.
func (t *table) cancelInput() {
	t.draft.clear()
	t.asking, t.lights.places = noQuestion, nil
	t.searches.stopHint()
}

// Init implements Screen.
func (t *table) Init() tea.Cmd { return tea.Batch(t.searches.deadEnd(t), t.end.compare()) }

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

// busy implements busyScreen.
func (t *table) busy() bool { return t.seat.Leaving() || t.then == showReplay }

// Update implements Screen.
func (t *table) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case play.Answer: // of any seat
		return t.follow(t.seat.Answer(msg))
	case retryMsg:
		if msg.seat == t.seat {
			return t.follow(t.seat.Retry())
		}
	case deadEndMsg:
		if msg.table == t {
			t.searches.deadEnds = false
			if msg.turn != t.now.turn {
				return t.searches.deadEnd(t)
			}
			t.now.deadEnd = msg.deadEnd
		}
	case hintMsg:
		if msg.table == t && msg.turn == t.now.turn && t.searches.cancelHint != nil && t.seat.State() == play.Playing {
			t.searches.stopHint()
			t.draft.suggest(msg.move, msg.ok)
		}
	case rankedResultsMsg:
		if msg.end == &t.end {
			t.end.apply(msg)
		}
	case raceMsg:
		if t.race != nil && msg.race != nil && msg.race.Code == t.race.Code {
			return t.applyRace(msg.race)
		}
	case roundReplayMsg:
		if msg.table == t && msg.turn == t.now.turn {
			r := newReplay(t.env, t.seat.Game(), t.seat.Result(), msg.states)
			r.table = t
			return t.env.open(r)
		}
	case tea.KeyPressMsg:
		return t.key(msg.String())
	case tea.MouseClickMsg:
		return t.click(msg.Mouse())
	case tea.MouseReleaseMsg:
		return t.play(t.draft.release(msg.Mouse()))
	}
	return nil
}

// applyRace updates the table with the current state of its race. At the time limit the
// round ends with the points it has.
func (t *table) applyRace(race *arcade.Race) tea.Cmd {
	t.race = race
	if !race.Late && !race.Over || t.seat.State() != play.Playing {
		return nil
	}
	t.draft.word, t.asking, t.lights.typingRank = nil, noQuestion, false
	return tea.Batch(t.follow(t.seat.TimeUp(race.Limit)), t.leave())
}

// closed returns why no move can be made at this table any more, "" where one can.
func (t *table) closed() string {
	lost, conflict := t.seat.Lost(), errors.Is(t.seat.Err(), arcade.ErrConflict)
	switch {
	case lost && t.race != nil && (t.race.Late || t.race.Over):
		return "Time is up: this round has ended with its points. q goes to the race."
	case lost && t.env.DailyOver(t.seat.Event()):
		return play.DailyOver.Error() + " q leaves it."
	case lost && conflict && !t.seat.Stored():
		return "You have another deal of this game open in another session: this one cannot be kept. q leaves it."
	case lost && conflict:
		return "This game went on in another session: q leaves it to that one."
	case lost:
		return "This game cannot be saved, and ends here: " + t.seat.Err().Error() + ". q leaves it."
	case t.seat.Ended() && t.seat.Event() != "":
		return "This game is finished: q goes to the " + t.end.leavesTo() + "."
	case t.seat.Ended():
		return "This game is finished: n deals a new one."
	case t.race != nil && t.race.Left(t.env.Now()) == 0: // the race itself says so in a moment
		return "Time is up: this round ends with the points it has."
	}
	return ""
}

// play plays a legal move; the zero Move is none.
func (t *table) play(m engine.Move) tea.Cmd {
	if m.IsZero() {
		return nil
	}
	if why := t.closed(); why != "" {
		t.refuse(why)
		return nil
	}
	before, board := t.now, t.draft.pointer.board
	t.seat.SetAuto(t.env.settings.AutoDeal)
	next, err := t.seat.Play(m)
	if err != nil {
		t.refuse(caption.Why(err))
		return nil
	}
	t.lastMove = m
	cmd := t.apply(next, func() {
		t.now.lastAction = fmt.Sprintf("%d. %s", before.Moves+1, before.State.Describe(m))
		if t.now.Score.Won && !before.Score.Won && !t.now.Over {
			t.say("You have won! Play on for points, or g finishes the game.")
		}
	})
	if t.env.settings.Motion {
		t.motion = newMotion(board, m, t.env.Now())
	}
	return cmd
}

// turn undoes, redoes or restarts.
func (t *table) turn(do func() (play.Next, error)) tea.Cmd {
	if why := t.closed(); why != "" {
		t.refuse(why)
		return nil
	}
	t.seat.SetAuto(t.env.settings.AutoDeal)
	before := t.now
	next, err := do()
	if err != nil {
		t.refuse(err.Error())
		return nil
	}
	return t.apply(next, func() {
		t.now.lastAction = fmt.Sprintf("Back to move %d.", t.now.Moves)
		if t.now.Moves > before.Moves {
			t.now.lastAction = fmt.Sprintf("Move %d again.", t.now.Moves)
		}
		if t.now.Class != before.Class {
			t.say("A card that was turned up is back: this game counts as %s from here on.", t.now.Class)
		}
	})
}

// apply shows the position after a change of the round, at once or as soon as it may. It
// calls onReveal when the position shows.
func (t *table) apply(next play.Next, onReveal func()) tea.Cmd {
	t.clearMessage()
	t.pending.onReveal = onReveal
	if t.seat.Pending() {
		t.cancelInput()
	}
	return t.follow(next)
}

// reveal shows the pending position if it may show by now.
func (t *table) reveal() tea.Cmd {
	if t.pending.onReveal == nil || t.seat.Pending() {
		return nil
	}
	onReveal := t.pending.onReveal
	t.pending.onReveal = nil
	t.showPosition()
	onReveal()
	return t.Init()
}

// follow does what the seat asks for after an event.
func (t *table) follow(next play.Next) tea.Cmd {
	var call, retry, profile, then, keys, hint tea.Cmd
	if next.Call != nil {
		c := next.Call
		call = func() tea.Msg { return c.Make() }
	}
	shows := t.reveal()
	if t.seat.Ended() {
		t.draft.marking.clear(nil)
	}
	if next.Retry {
		seat := t.seat
		retry = t.env.Tick(retryDelay, func(time.Time) tea.Msg { return retryMsg{seat} })
	}
	t.report(next.News, t.seat.Err())
	switch next.News {
	case play.NotSaved, play.StillNotSaved, play.NotLeft:
		t.then = stay
	case play.Refused:
		t.then = stay
		t.draft.marking.clear(nil)
	case play.InHistory:
		t.end.settle(t.seat.Result())
		profile = t.env.readProfile()
	}
	if next.Done || next.Left {
		then = t.proceed(next.Left)
	}
	if next.News != play.NoNews {
		keys = t.replayKeys()
	}
	if next.News == play.AllSaved {
		hint = t.searches.hint(t)
	}
	return tea.Batch(call, retry, shows, profile, then, keys, hint)
}

// replayKeys handles the keys that were held back, unless a position is still pending. It
// drops them if the round has ended since, and those after one that leaves.
func (t *table) replayKeys() tea.Cmd {
	keys := t.pending.keys
	if len(keys) == 0 || t.seat.Pending() && !t.seat.Lost() {
		return nil
	}
	t.pending.keys = nil
	if t.seat.State() != play.Playing {
		return nil
	}
	var cmds []tea.Cmd
	for i := 0; i < len(keys) && !t.busy(); i++ {
		cmds = append(cmds, t.key(keys[i]))
	}
	return tea.Batch(cmds...)
}

// proceed does what waited until everything was stored.
func (t *table) proceed(left bool) tea.Cmd {
	then := t.then
	t.then = stay
	switch {
	case left:
		return t.env.back()
	case then == dealAnew:
		t.sit(t.env.newSeat(engine.NewRound(t.seat.Game(), t.env.Deal()), false))
		return t.Init()
	case then == dealAgain:
		t.sit(t.env.newSeat(engine.NewRound(t.seat.Game(), t.seat.Code()), true))
		return t.Init()
	case then == showReplay: // in a command: it may be long
		game, record, turn := t.seat.Game(), t.seat.Result().Record, t.now.turn
		return func() tea.Msg {
			states, _ := record.Replay(game) // cannot fail: the record was just played
			return roundReplayMsg{t, turn, states}
		}
	}
	return nil
}

// finish ends the round, and goes on with what follows once the history has it. A racer
// who stays goes back to the race.
func (t *table) finish(then afterFinish) tea.Cmd {
	t.then, t.end.panelHidden = then, false
	cmd := t.follow(t.seat.Finish())
	if then == stay && t.race != nil {
		return tea.Batch(cmd, t.leave())
	}
	return cmd
}

// leave goes to the screen below once everything is stored.
func (t *table) leave() tea.Cmd {
	t.then = stay
	next := t.seat.Leave()
	if !next.Left { // the player stays for now, and reads why
		t.end.panelHidden = false
	}
	return t.follow(next)
}

// close stores the round when the session ends without leaving the table.
func (t *table) close() error {
	t.searches.stopHint()
	return t.seat.Close()
}
