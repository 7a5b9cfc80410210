package words

import (
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
	"boardwalk/tui/play"
)

// A table is where a round is played.
type table struct {
	seat      *play.Seat
	saidClass arcade.Class // the class that the player has been told
	race      *raceSeat    // of the round's race, nil if it is not in one
	clock     clock
	deadEnd   bool      // nothing more can be gained
	outlooks  []outlook // what looking ahead found, by number of moves; includes undone moves
	rev       arcade.Rev
	fresh     bool           // this session began and dealt it
	err       error          // of the last save or finish
	ended     *arcade.Result // what the history gets, once the round has ended
	filed     bool           // the history has it
}

// A clock is how long a table has been open.
type clock struct {
	started int64     // when the round was dealt, in Unix milliseconds
	earlier int64     // milliseconds played in earlier sessions
	before  int64     // milliseconds from the deal to this session, including time when nobody played
	opened  time.Time // when this session opened it
	moved   time.Time // when the last move of this session was made, or when it began
	stopped int64     // the total once the round is over, else 0
	spanned int64     // the span when it stopped
}

// newTable is a table with a fresh round of the player's own. chosen says that the player
// knows the deal.
func newTable(env tui.Env, g engine.Game, code engine.Code, chosen bool) *table {
	t := &table{seat: play.New(engine.NewRound(g, code), "", chosen)}
	now := env.Now()
	t.clock = clock{started: now.UnixMilli(), opened: now, moved: now}
	t.saidClass = t.class()
	t.checkDeadEnd(env)
	return t
}

// resumeTable returns a table with an open round as it was left. It fails if the record
// does not replay.
func resumeTable(env tui.Env, o openGame) (*table, error) {
	seat, err := play.Resume(o.game, o.saved)
	if err != nil {
		return nil, err
	}
	t := &table{seat: seat, rev: o.rev}
	now := env.Now()
	run := env.Run.Clock(now)
	t.clock = clock{
		started: o.saved.Started, opened: now, moved: now,
		earlier: o.saved.MillisAt(env.Run.ID, run), before: o.saved.SpanAt(env.Run.ID, run, now.UnixMilli()),
	}
	if seat.Over() {
		t.clock.stopped, t.clock.spanned = o.saved.Millis, o.saved.Span
	}
	t.saidClass = t.class()
	t.checkDeadEnd(env)
	return t, nil
}

// name returns the name of the game, with its event if there is one.
func (t *table) name() string {
	name := t.game().Info().Name
	if t.event() != "" {
		name += ", " + tui.Occasion(t.event())
	}
	return name
}

// slot returns the slot of the round.
func (t *table) slot() string { return arcade.Slot(t.game().Info().ID, t.event()) }

func (t *table) game() engine.Game { return t.seat.Game() }

func (t *table) event() arcade.Event { return t.seat.Event() }

// state returns the state that the player may know.
func (t *table) state() engine.State { return t.seat.Shown().State }

func (t *table) board() engine.Board { return t.state().Board() }

// An outlook is whether anything can still be gained from a position.
type outlook uint8

const (
	unknown outlook = iota // not searched yet
	open                   // something, or more than the search can tell
	nothing
)

// checkDeadEnd finds out whether the state shown leaves anything to gain. The search may
// take a moment, which is fine here: the player waits for a line, not for a key.
func (t *table) checkDeadEnd(env tui.Env) {
	t.stopIfOver(env)
	over := t.state().Over()
	d, ok := t.state().(engine.DeadEnder)
	t.deadEnd = ok && !over && t.outlook(d) == nothing
}

// outlook returns the outlook of the state shown. It searches only once for positions
// that undo and redo return to.
func (t *table) outlook(d engine.DeadEnder) outlook {
	n := t.seat.Shown().Moves
	for len(t.outlooks) <= n {
		t.outlooks = append(t.outlooks, unknown)
	}
	if t.outlooks[n] == unknown {
		t.outlooks[n] = open
		if dead, known := d.DeadEnd(); dead && known {
			t.outlooks[n] = nothing
		}
	}
	return t.outlooks[n]
}

// forgetOutlooks drops what was found after more than n moves, because other moves have
// replaced those.
func (t *table) forgetOutlooks(n int) { t.outlooks = t.outlooks[:min(len(t.outlooks), n+1)] }

// stopIfOver stops the clock if the round is over, and lets it run otherwise.
func (t *table) stopIfOver(env tui.Env) {
	if t.seat.Over() {
		t.stop(env)
	} else {
		t.clock.stopped = 0
	}
}

// stop stops the clock, unless it has stopped already.
func (t *table) stop(env tui.Env) {
	if t.clock.stopped == 0 {
		t.clock.stopped, t.clock.spanned = t.times(env.Now())
	}
}

// times returns the milliseconds that the player has played so far, and the milliseconds
// since the first sight of the deal. In an event both are the same, and in a race they
// count from its start.
func (t *table) times(now time.Time) (played, span int64) {
	if t.clock.stopped > 0 {
		return t.clock.stopped, t.clock.spanned
	}
	return t.running(now)
}

// running returns what times returns while the round goes on.
func (t *table) running(now time.Time) (played, span int64) {
	if t.race != nil {
		span = max(now.Sub(t.race.begins).Milliseconds(), 0)
		return span, span
	}
	here := now.Sub(t.clock.opened).Milliseconds()
	span = t.clock.before + here
	if t.event() != "" {
		return span, span
	}
	return t.clock.earlier + here, span
}

// millis returns the time played so far, in milliseconds.
func (t *table) millis(env tui.Env) int64 {
	played, _ := t.times(env.Now())
	return played
}

// shownMillis returns the time played as the player may know it. A pending end of the
// round must not show, so the clock seems to run until the board shows it.
func (t *table) shownMillis(env tui.Env) int64 {
	if t.seat.Pending() {
		played, _ := t.running(env.Now())
		return played
	}
	return t.millis(env)
}

// nothingToSave reports whether there is nothing to store of this round.
func (t *table) nothingToSave() bool { return t.seat.Len() == 0 && !t.seat.Stored() }

// playing reports whether ending the round would give something up.
func (t *table) playing() bool {
	return !t.nothingToSave() && t.ended == nil && !t.seat.Lost() && !t.seat.Over()
}

// class returns what the round counts as, as far as it shows.
func (t *table) class() arcade.Class { return t.seat.Shown().Class }

// snapshot returns the open round to be stored.
func (t *table) snapshot(env tui.Env) arcade.Saved {
	s, now := t.seat.Round(), env.Now()
	s.Started = t.clock.started
	s.Millis, s.Span = t.times(now)
	s.SavedAt, s.Run = env.Run.Clock(now), env.Run.ID
	return s
}

// save stores the round.
func (t *table) save(env tui.Env) error {
	t.seat.Saving()
	rev, err := env.Store.Save(t.snapshot(env), t.rev)
	if err == nil {
		t.rev = rev
	}
	t.saved(err)
	return err
}

// saved records the outcome of a save or a finish.
func (t *table) saved(err error) {
	t.err = err
	t.seat.Saved(err)
}

// finish ends the round and puts it into the history. It always submits the same result,
// so that trying again does not add it twice.
func (t *table) finish(env tui.Env) error {
	switch {
	case t.seat.Lost():
		return t.err
	case t.filed, t.nothingToSave():
		return nil
	}
	if t.ended == nil {
		t.stop(env)
		r := t.snapshot(env).Result(t.seat.Final(), env.Now().UnixMilli())
		t.ended = &r
	}
	t.seat.Saving()
	filed, err := env.Store.Finish(*t.ended, t.rev)
	if err == nil {
		t.rev, t.filed, *t.ended = 0, true, filed // it may count for less than it ended with
	}
	t.saved(err)
	return err
}

// saveOrFinish stores what must not be lost when the player leaves: a round that is over
// goes into the history, and any other is saved with its clock.
func (t *table) saveOrFinish(env tui.Env) error {
	switch {
	case t.filed, t.seat.Lost(), t.nothingToSave():
		return nil
	case t.ended != nil, t.seat.Len() > 0 && t.seat.Over():
		return t.finish(env)
	}
	env.Run.ID = "" // the player leaves, so the clock stops
	return t.save(env)
}
