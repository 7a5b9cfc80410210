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
	fresh     bool         // this session began and dealt it
}

// newTable is a table with a fresh round of the player's own. chosen says that the player
// knows the deal.
func newTable(env tui.Env, g engine.Game, code engine.Code, chosen bool) *table {
	t := &table{seat: play.New(env.Store, engine.NewRound(g, code), "", chosen, clockOf(env))}
	t.saidClass = t.class()
	t.checkDeadEnd(env)
	return t
}

// resumeTable returns a table with an open round as it was left. It fails if the record
// does not replay.
func resumeTable(env tui.Env, g engine.Game, saved arcade.Saved, saver *play.Saver) (*table, error) {
	seat, err := play.Resume(saver, g, saved, clockOf(env))
	if err != nil {
		return nil, err
	}
	t := &table{seat: seat}
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

// playing reports whether ending the round would give something up.
func (t *table) playing() bool {
	return !t.seat.Empty() && t.seat.State() == play.Playing && !t.seat.Over()
}

// class returns what the round counts as, as far as it shows.
func (t *table) class() arcade.Class { return t.seat.Shown().Class }

// settle makes the calls to the store that an event at the seat leads to, and returns what
// came of them. A call that failed is made again by the next event.
func (t *table) settle(next play.Next) play.Next {
	for next.Call != nil {
		next = t.seat.Answer(next.Call.Make())
	}
	return next
}

// clockOf returns what seats measure time by.
func clockOf(env tui.Env) play.Clock { return play.Clock{Now: env.Now, Run: env.Run} }
