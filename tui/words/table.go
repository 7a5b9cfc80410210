package words

import (
	"time"

	"boardwalk/engine"
	"boardwalk/tui"
	"boardwalk/tui/play"
)

// A table is where a round is played.
type table struct {
	seat   *play.Seat
	told   engine.Class // what the round counts as, as far as the player knows
	course *course      // of the race that it is of, nil where it is of none
	clock  clock
	dead   bool      // nothing more can be gained
	found  []outlook // by looking ahead, after so many moves of those that redo goes on with
	rev    engine.Rev
	fresh  bool           // it was begun by this session, with its deal
	err    error          // of the last save or finish
	ended  *engine.Result // what the history gets, once the round has ended
	filed  bool           // the history has it
}

// A clock is the time a table was open.
type clock struct {
	started int64     // the deal, Unix milliseconds
	earlier int64     // milliseconds in earlier sessions
	before  int64     // milliseconds from the deal to this session, when nobody played too
	opened  time.Time // this session
	moved   time.Time // the last move of this session, or its beginning
	stopped int64     // the total once the round is over, else 0
	spanned int64     // the span by then
}

// newTable is a table with a fresh round of the player's own. chosen says that the player
// knows the deal.
func newTable(env tui.Env, g engine.Game, code engine.Code, chosen bool) *table {
	t := &table{seat: play.New(engine.NewRound(g, code), "", chosen)}
	now := env.Now()
	t.clock = clock{started: now.UnixMilli(), opened: now, moved: now}
	t.told = t.class()
	t.note(env)
	return t
}

// resumeTable is a table with an open round, as it stood.
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
		earlier: o.saved.Played(env.Run.ID, run), before: o.saved.Elapsed(env.Run.ID, run, now.UnixMilli()),
	}
	if seat.Over() {
		t.clock.stopped, t.clock.spanned = o.saved.Millis, o.saved.Span
	}
	t.told = t.class()
	t.note(env)
	return t, nil
}

// name is the game's, with the event's where it is of one.
func (t *table) name() string {
	name := t.game().Info().Name
	if t.event() != "" {
		name += ", " + tui.Occasion(t.event())
	}
	return name
}

// slot is what the round goes by among the player's open ones.
func (t *table) slot() string { return engine.Slot(t.game().Info().ID, t.event()) }

func (t *table) game() engine.Game { return t.seat.Game() }

func (t *table) event() engine.Event { return t.seat.Event() }

// state is the state that the player may know of.
func (t *table) state() engine.State { return t.seat.Shown().State }

func (t *table) board() engine.Board { return t.state().Board() }

// An outlook is what there is still to gain from a position.
type outlook uint8

const (
	unknown outlook = iota // nobody has looked yet
	open                   // something, or more than looking ahead can tell
	nothing
)

// note takes note of the state that the round shows: whether anything is left to gain.
// The search for that may take a moment, for which a line can wait, other than a key.
func (t *table) note(env tui.Env) {
	t.stopIfOver(env)
	over := t.state().Over()
	d, ok := t.state().(engine.DeadEnder)
	t.dead = ok && !over && t.lookAhead(d) == nothing
}

// lookAhead is the outlook of the state that the round has come to. It searches
// once where undo and redo come by again and again.
func (t *table) lookAhead(d engine.DeadEnder) outlook {
	n := t.seat.Shown().Moves
	for len(t.found) <= n {
		t.found = append(t.found, unknown)
	}
	if t.found[n] == unknown {
		t.found[n] = open
		if dead, known := d.DeadEnd(); dead && known {
			t.found[n] = nothing
		}
	}
	return t.found[n]
}

// forget drops what was found after more than n moves, where others have taken
// their place.
func (t *table) forget(n int) { t.found = t.found[:min(len(t.found), n+1)] }

// stopIfOver has the clock stand where the round is over, and run where it is not.
func (t *table) stopIfOver(env tui.Env) {
	if t.seat.Over() {
		t.stop(env)
	} else {
		t.clock.stopped = 0
	}
}

// stop stops the clock, where it was not stopped before.
func (t *table) stop(env tui.Env) {
	if t.clock.stopped == 0 {
		t.clock.stopped, t.clock.spanned = t.times(env.Now())
	}
}

// times returns the milliseconds that the player has played by now, and those since the
// first sight of the deal. Of an event both are the same, and of a race they are counted
// from its start.
func (t *table) times(now time.Time) (played, span int64) {
	if t.clock.stopped > 0 {
		return t.clock.stopped, t.clock.spanned
	}
	return t.running(now)
}

// running is times as if the round went on.
func (t *table) running(now time.Time) (played, span int64) {
	if t.course != nil {
		span = max(now.Sub(t.course.begins).Milliseconds(), 0)
		return span, span
	}
	here := now.Sub(t.clock.opened).Milliseconds()
	span = t.clock.before + here
	if t.event() != "" {
		return span, span
	}
	return t.clock.earlier + here, span
}

// millis returns the time played so far.
func (t *table) millis(env tui.Env) int64 {
	played, _ := t.times(env.Now())
	return played
}

// shownMillis is the time played as the player may know it. That the round is over, and
// its clock stands, is not told before the board is.
func (t *table) shownMillis(env tui.Env) int64 {
	if t.seat.Pending() {
		played, _ := t.running(env.Now())
		return played
	}
	return t.millis(env)
}

// untouched tells that there is nothing to keep of this round.
func (t *table) untouched() bool { return t.seat.Len() == 0 && !t.seat.Stored() }

// playing reports whether something would be given up if the round ended. That is so
// of a stored round even without a move: the deal of an event is played once.
func (t *table) playing() bool {
	return !t.untouched() && t.ended == nil && !t.seat.Lost() && !t.seat.Over()
}

// class is what the round counts as, as far as it shows.
func (t *table) class() engine.Class { return t.seat.Shown().Class }

// row is the open round as it is kept.
func (t *table) row(env tui.Env) engine.Saved {
	s, now := t.seat.Round(), env.Now()
	s.Started = t.clock.started
	s.Millis, s.Span = t.times(now)
	s.Kept, s.Table = env.Run.Clock(now), env.Run.ID
	return s
}

// save stores the round as it stands.
func (t *table) save(env tui.Env) error {
	t.seat.Saving()
	rev, err := env.Store.Save(t.row(env), t.rev)
	if err == nil {
		t.rev = rev
	}
	t.came(err)
	return err
}

// came takes note of what a save or a finish has come to.
func (t *table) came(err error) {
	t.err = err
	t.seat.Saved(err)
}

// finish ends the round and puts it into the history. The result stays the
// same when it is tried again, so that it is there once.
func (t *table) finish(env tui.Env) error {
	switch {
	case t.seat.Lost():
		return t.err
	case t.filed, t.untouched():
		return nil
	}
	if t.ended == nil {
		t.stop(env)
		r := t.row(env).Result(t.seat.Final(), env.Now().UnixMilli())
		t.ended = &r
	}
	t.seat.Saving()
	filed, err := env.Store.Finish(*t.ended, t.rev)
	if err == nil {
		t.rev, t.filed, *t.ended = 0, true, filed // it may count for less than it ended with
	}
	t.came(err)
	return err
}

// settle stores what the table must not lose when it is left: a round that is
// over goes into the history, any other is kept with its clock.
func (t *table) settle(env tui.Env) error {
	switch {
	case t.filed, t.seat.Lost(), t.untouched():
		return nil
	case t.ended != nil, t.seat.Len() > 0 && t.seat.Over():
		return t.finish(env)
	}
	env.Run.ID = "" // the table is left, and its clock stands
	return t.save(env)
}
