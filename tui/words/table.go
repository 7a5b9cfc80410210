package words

import (
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
	deadEnd   bool         // nothing more can be gained
	outlooks  []outlook    // what looking ahead found, by number of moves; includes undone moves
	saver     *play.Saver
	fresh     bool           // this session began and dealt it
	err       error          // of the last save or finish
	ended     *arcade.Result // what the history gets, once the round has ended
	filed     bool           // the history has it
}

// newTable is a table with a fresh round of the player's own. chosen says that the player
// knows the deal.
func newTable(env tui.Env, g engine.Game, code engine.Code, chosen bool) *table {
	t := &table{seat: play.New(engine.NewRound(g, code), "", chosen, clockOf(env)), saver: play.NewSaver(env.Store)}
	t.saidClass = t.class()
	t.checkDeadEnd(env)
	return t
}

// resumeTable returns a table with an open round as it was left. It fails if the record
// does not replay.
func resumeTable(env tui.Env, g engine.Game, saved arcade.Saved, saver *play.Saver) (*table, error) {
	seat, err := play.Resume(g, saved, clockOf(env))
	if err != nil {
		return nil, err
	}
	t := &table{seat: seat, saver: saver}
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

// nothingToSave reports whether there is nothing to store of this round.
func (t *table) nothingToSave() bool { return t.seat.Len() == 0 && !t.seat.Stored() }

// playing reports whether ending the round would give something up.
func (t *table) playing() bool {
	return !t.nothingToSave() && t.ended == nil && !t.seat.Lost() && !t.seat.Over()
}

// class returns what the round counts as, as far as it shows.
func (t *table) class() arcade.Class { return t.seat.Shown().Class }

// save stores the round. leaves says that the player leaves the table.
func (t *table) save(leaves bool) error {
	t.seat.Saving()
	err := t.saver.Save(t.seat.Snapshot(leaves))
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
func (t *table) finish() error {
	switch {
	case t.seat.Lost():
		return t.err
	case t.filed, t.nothingToSave():
		return nil
	}
	if t.ended == nil {
		r := t.seat.End()
		t.ended = &r
	}
	t.seat.Saving()
	filed, err := t.saver.Finish(*t.ended)
	if err == nil {
		t.filed, *t.ended = true, filed // it may count for less than it ended with
	}
	t.saved(err)
	return err
}

// saveOrFinish stores what must not be lost when the player leaves: a round that is over
// goes into the history, and any other is saved with its clock.
func (t *table) saveOrFinish() error {
	switch {
	case t.filed, t.seat.Lost(), t.nothingToSave():
		return nil
	case t.ended != nil, t.seat.Len() > 0 && t.seat.Over():
		return t.finish()
	}
	return t.save(true)
}

// clockOf returns what seats measure time by.
func clockOf(env tui.Env) play.Clock { return play.Clock{Now: env.Now, Run: env.Run} }
