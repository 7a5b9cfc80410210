package play

import (
	"context"
	"iter"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
)

// A Position is one position of a round, with everything a front end shows about it.
type Position struct {
	State     engine.State
	Score     engine.Score
	Over      bool // nothing is left that could change anything
	Moves     int  // played and not taken back
	UndoPeeks bool // undo would take back a card that was turned up
	Tally     engine.Tally
	Class     arcade.Class // what the round counts for so far
}

// DeadEnd searches for something left to gain, and reports whether there is nothing. Unless a move
// obviously gains, it takes a place among the searches. The error is that of ctx if it ends before
// there is one.
func (p Position) DeadEnd(ctx context.Context, searches search.Places) (bool, error) {
	d, ok := p.State.(engine.DeadEnder)
	if !ok {
		return false, nil
	}
	if g, ok := d.(engine.Gainer); ok && slices.ContainsFunc(p.State.Moves(), g.Gains) {
		return false, nil
	}
	leave, err := searches.Enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	dead, known := d.DeadEnd()
	return dead && known, nil
}

// A view is a round as its player may see it: a position, which may be older than the
// newest, and the time.
type view struct {
	round
	shown   Position
	pending bool // the round is at a position that is not shown yet
	atOnce  bool // cards show at once: the round can never count as unassisted
}

// Shown returns the position that the player may see. While a position is pending, that
// is the one before it.
func (v *view) Shown() Position { return v.shown }

// Pending reports whether a position is waiting to be shown. A front end that accepts
// keys in the meantime holds them back until it is shown.
func (v *view) Pending() bool { return v.pending }

// States yields the states through which the round came to the position shown, from the one
// after n moves on. It yields none while a position is pending: the player has not seen
// where the round is then.
func (v *view) States(n int) iter.Seq[engine.State] {
	if v.pending || n < 0 || n > v.moves.Len() {
		return func(func(engine.State) bool) {}
	}
	return v.moves.States(n)
}

// turnsUp reports whether the newest position has a card that the player has not seen here.
func (v *view) turnsUp() bool { return engine.Hidden(v.moves.State()) < engine.Hidden(v.shown.State) }

// MayUndo reports whether the player may take back the last move. Only a race can forbid
// it; see [Seat.Undo].
func (v *view) MayUndo() bool { return !v.event.Unaided() || !v.shown.UndoPeeks }

// UndoAssists reports whether taking back the last move makes a round assisted that counts
// so far: it would take back a card that was turned up.
func (v *view) UndoAssists() bool {
	return v.shown.UndoPeeks && v.shown.Class == arcade.Counted && v.MayUndo()
}

// RestartAssists reports whether a restart makes a round assisted that counts so far: it would put
// away a card that was turned up. A race refuses that one; see [Seat.Restart].
func (v *view) RestartAssists() bool {
	return !v.event.Unaided() && !v.pending && v.shown.Class == arcade.Counted && v.moves.RestartPeeks()
}

// Ticks reports whether the time that Played returns goes on.
func (v *view) Ticks() bool { return !v.timer.stopped && !v.timer.waits || v.pending }

// Played returns the time played in milliseconds, as the player may know it. A pending end
// of the round must not show, so the time seems to go on until the position shows.
func (v *view) Played() int64 {
	times := v.timer.times
	if v.pending {
		times = v.timer.running
	}
	played, _ := times(v.timer.Now())
	return played
}

// follow goes on to the newest position, or leaves it pending if it has a card that the
// player has not seen. The timer stops when the round is over, and goes on when that is
// taken back.
func (v *view) follow() {
	if v.Over() {
		v.timer.stop()
	} else {
		v.timer.stopped = false
	}
	v.pending = v.pending || !v.atOnce && v.turnsUp()
	if !v.pending {
		v.reveal()
	}
}

// reveal shows the newest position.
func (v *view) reveal() {
	state, tally := v.moves.State(), v.moves.Tally()
	v.pending = false
	v.shown = Position{
		State: state, Score: state.Score(), Over: state.Over(), Moves: v.moves.Len(), UndoPeeks: v.moves.UndoPeeks(),
		Tally: tally, Class: arcade.Saved{Chosen: v.chosen, Grade: v.grade, Tally: tally}.Class(),
	}
}
