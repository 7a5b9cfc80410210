package words

import (
	"errors"
	"time"

	"boardwalk/engine"
	"boardwalk/tui"
)

// A table is where a round is played.
type table struct {
	round  *engine.Round
	event  engine.Event // on which it was dealt, "" for none
	chosen bool         // the deal was chosen or known: practice
	told   engine.Class // what the round counts as, as far as the player knows
	course *course      // of the race that it is of, nil where it is of none
	clock  clock
	dead   bool      // nothing more can be gained
	found  []outlook // by looking ahead, after so many moves of those that redo goes on with
	rev    engine.Rev
	stored bool           // the store has had a row of this round
	lost   bool           // another session has taken the game over
	ended  *engine.Result // what the history gets, once the round has ended
	filed  bool           // the history has it
}

// A clock is the time a table was open.
type clock struct {
	started int64     // the deal, Unix milliseconds
	earlier int64     // milliseconds in earlier sessions
	opened  time.Time // this session
	moved   time.Time // the last move of this session, or its beginning
	stopped int64     // the total once the round is over, else 0
}

// newTable is a table with a fresh round. chosen says that the player knows
// the deal.
func newTable(env tui.Env, g engine.Game, code engine.Code, chosen bool) *table {
	t := &table{round: engine.NewRound(g, code), chosen: chosen}
	now := env.Now()
	t.clock = clock{started: now.UnixMilli(), opened: now, moved: now}
	t.told = t.class()
	t.note(env)
	return t
}

// resumeTable is a table with an open round, as it stood.
func resumeTable(env tui.Env, o openGame) (*table, error) {
	r, err := engine.Resume(o.game, o.saved)
	if err != nil {
		return nil, err
	}
	t := &table{round: r, event: o.saved.Event, chosen: o.saved.Chosen, stored: true, rev: o.rev}
	now, earlier := env.Now(), o.saved.Millis
	if !r.State().Over() {
		earlier = o.saved.Played(env.Run.ID, env.Run.Clock(now))
	}
	t.clock = clock{started: o.saved.Started, earlier: earlier, opened: now, moved: now}
	t.told = t.class()
	t.note(env)
	return t, nil
}

// name is the game's, with the event's where it is of one.
func (t *table) name() string {
	name := t.round.Game().Info().Name
	if t.event != "" {
		name += ", " + tui.Occasion(t.event)
	}
	return name
}

// slot is what the round goes by among the player's open ones.
func (t *table) slot() string { return engine.Slot(t.round.Game().Info().ID, t.event) }

func (t *table) state() engine.State { return t.round.State() }

func (t *table) board() engine.Board { return t.round.State().Board() }

// An outlook is what there is still to gain from a position.
type outlook uint8

const (
	unknown outlook = iota // nobody has looked yet
	open                   // something, or more than looking ahead can tell
	nothing
)

// note takes note of the state that the round has come to: whether the clock
// runs and whether anything is left to gain. The search for that may take a
// moment, for which a line can wait, other than a key.
func (t *table) note(env tui.Env) {
	over := t.state().Over()
	switch {
	case !over:
		t.clock.stopped = 0
	case t.clock.stopped == 0:
		t.clock.stopped = t.millis(env)
	}
	d, ok := t.state().(engine.DeadEnder)
	t.dead = ok && !over && t.lookAhead(d) == nothing
}

// lookAhead is the outlook of the state that the round has come to. It searches
// once where undo and redo come by again and again.
func (t *table) lookAhead(d engine.DeadEnder) outlook {
	n := t.round.Len()
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

// millis is the time played so far.
func (t *table) millis(env tui.Env) int64 {
	if t.clock.stopped > 0 {
		return t.clock.stopped
	}
	if t.course != nil {
		return max(env.Now().Sub(t.course.begins).Milliseconds(), 0)
	}
	return t.clock.earlier + env.Now().Sub(t.clock.opened).Milliseconds()
}

// timed counts a move that the player has just made.
func (t *table) timed(env tui.Env) {
	now := env.Now()
	t.round.Timed(now.Sub(t.clock.moved).Milliseconds())
	t.clock.moved = now
}

// untouched tells that there is nothing to keep of this round.
func (t *table) untouched() bool { return t.round.Len() == 0 && !t.stored }

// playing tells that something would be given up if the round ended.
func (t *table) playing() bool {
	return t.round.Len() > 0 && t.ended == nil && !t.lost && !t.state().Over()
}

// class is what the round would count as by now.
func (t *table) class() engine.Class {
	return engine.Saved{Chosen: t.chosen, Tally: t.round.Tally()}.Class()
}

// row is the open round as it is kept.
func (t *table) row(env tui.Env) engine.Saved {
	s := t.round.Saved()
	s.Event, s.Chosen, s.Started, s.Millis = t.event, t.chosen, t.clock.started, t.millis(env)
	s.Kept, s.Table = env.Run.Clock(env.Now()), env.Run.ID
	return s
}

// save stores the round as it stands. The error is engine.ErrConflict where
// another session has the game now.
func (t *table) save(env tui.Env) error {
	rev, err := env.Store.Save(t.row(env), t.rev)
	if err != nil {
		t.lost = errors.Is(err, engine.ErrConflict)
		return err
	}
	t.rev, t.stored = rev, true
	return nil
}

// finish ends the round and puts it into the history. The result stays the
// same when it is tried again, so that it is there once.
func (t *table) finish(env tui.Env) error {
	switch {
	case t.lost:
		return engine.ErrConflict
	case t.filed, t.untouched():
		return nil
	}
	if t.ended == nil {
		if t.clock.stopped == 0 {
			t.clock.stopped = t.millis(env)
		}
		r := t.row(env).Result(engine.Final(t.state()), env.Now().UnixMilli())
		t.ended = &r
	}
	if _, err := env.Store.Finish(*t.ended, t.rev); err != nil {
		t.lost = errors.Is(err, engine.ErrConflict)
		return err
	}
	t.rev, t.filed = 0, true
	return nil
}

// settle stores what the table must not lose when it is left: a round that is
// over goes into the history, any other is kept with its clock.
func (t *table) settle(env tui.Env) error {
	switch {
	case t.filed, t.lost, t.untouched():
		return nil
	case t.ended != nil, t.round.Len() > 0 && t.state().Over():
		return t.finish(env)
	}
	env.Run.ID = "" // the table is left, and its clock stands
	return t.save(env)
}
