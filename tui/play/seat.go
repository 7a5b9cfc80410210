// Package play is a player's seat at a round, shared by all front ends. It decides what
// the player may do there and what the player may see.
//
// A move can turn up a card. If the player sees that card and the move is then not
// stored, because another session has taken the round over, the player has looked ahead
// for free. So a position with such a card is pending until the store has it, and until
// then [Seat.Shown] returns the position before it.
//
// A seat is in one of three states. An answer of the store is to a save of all that there
// is of the round; an older save that was stored changes nothing.
//
//	state     the player sees          a move          stored   unavailable   refused
//	shown     the position             shown, pending  shown    shown         lost
//	pending   the position before it   -               shown    shown         lost
//	lost      what was seen last       -               -        -             -
//
// A move leads to pending if it turned up a card, unless the round can never count as
// unassisted. A refusal is no loss as long as the store has never had the round and it is
// of no event: the deal is nobody else's, and play goes on unsaved.
//
// A [Saver] takes the round to the store and back.
package play

import (
	"errors"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A Seat is one player's place at one round. A front end plays through it, reports to it
// how each save ended, and shows only what Shown returns. It is not safe for concurrent
// use.
type Seat struct {
	round      *engine.Round
	event      arcade.Event
	chosen     bool
	changes    int          // how often the round has changed in this seat
	saving     int          // the value of changes when the save in progress began
	tally      engine.Tally // the tally in that save
	stored     bool         // the store has had a row of the round
	showAtOnce bool         // cards show at once: the round can never count as unassisted
	err        error        // of the last save
	shown      Position
	pending    bool // the round is at a position that is not shown yet
	timer      timer
}

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

// New returns the seat of a round that is not in the store yet. chosen reports that the
// player chose the deal or knew it.
func New(r *engine.Round, e arcade.Event, chosen bool, c Clock) *Seat {
	s := &Seat{round: r, event: e, chosen: chosen, showAtOnce: chosen, timer: newTimer(c)}
	s.reveal()
	if s.Over() {
		s.stop()
	}
	return s
}

// Resume returns the seat of a stored round. It fails if the record does not replay.
func Resume(g engine.Game, saved arcade.Saved, c Clock) (*Seat, error) {
	r, err := saved.Resume(g)
	if err != nil {
		return nil, err
	}
	s := New(r, saved.Event, saved.Chosen, c)
	s.timer.resume(saved)
	s.stored, s.showAtOnce = true, s.showAtOnce || saved.Tally.Assisted()
	return s, nil
}

// Game returns the round's rules.
func (s *Seat) Game() engine.Game { return s.round.Game() }

// Code returns the code of the round's deal.
func (s *Seat) Code() engine.Code { return s.round.Code() }

// Event returns the event for which the round was dealt, or "" if there is none.
func (s *Seat) Event() arcade.Event { return s.event }

// Chosen reports whether the player chose the deal or knew it.
func (s *Seat) Chosen() bool { return s.chosen }

// Shown returns the position that the player may see. While a position is pending, that
// is the one before it.
func (s *Seat) Shown() Position { return s.shown }

// Pending reports whether a position is waiting to be shown. A front end that accepts
// keys in the meantime holds them back until it is shown.
func (s *Seat) Pending() bool { return s.pending }

// Record returns the round's record as it is to be stored. It may include a pending
// position, which the player must not see.
func (s *Seat) Record() engine.Record { return s.round.Record() }

// Over reports whether the round is over. Like Round, it may go by a pending position.
func (s *Seat) Over() bool { return s.round.State().Over() }

// Len returns the number of moves of the round. Like Round, it may go by a pending
// position.
func (s *Seat) Len() int { return s.round.Len() }

// Final returns the score that the round has if it ends now. Like Round, it may go by a
// pending position.
func (s *Seat) Final() engine.Score { return engine.Final(s.round.State()) }

// Stored reports whether the store has had a row of the round.
func (s *Seat) Stored() bool { return s.stored }

// Lost reports whether the store has refused the round for good, for example because
// another session has taken it over. A pending position is then never shown.
//
// An unavailable store has not refused anything. A fresh deal of the player's own is not
// lost either if its first save fails for any reason but a conflict: no other session can
// have that deal, and play goes on unsaved.
func (s *Seat) Lost() bool {
	switch {
	case s.err == nil || errors.Is(s.err, arcade.ErrUnavailable):
		return false
	case errors.Is(s.err, arcade.ErrConflict):
		return true
	}
	return s.stored || s.event != ""
}

// Saving records that the round, as it is now, is about to be saved or finished. Only one
// save runs at a time; Saved reports how it ended.
func (s *Seat) Saving() { s.saving, s.tally = s.changes, s.round.Tally() }

// Saved records how the save in progress ended. It reveals a pending position if that
// save included all changes, or if it failed without the round being lost.
func (s *Seat) Saved(err error) {
	s.err = err
	switch {
	case err == nil:
		s.stored, s.showAtOnce = true, s.showAtOnce || s.tally.Assisted()
		if s.saving == s.changes {
			s.reveal()
		}
	case !s.Lost():
		s.reveal()
	}
}

// changed records that the round is at another position. The position shows at once
// unless it has a card that the player has not seen. The timer stops when the round is
// over, and goes on when that is taken back.
func (s *Seat) changed() {
	s.changes++
	if s.timer.stopped = s.timer.stopped && s.Over(); s.Over() {
		s.stop()
	}
	if s.pending = s.pending || !s.showAtOnce && engine.Hidden(s.round.State()) < engine.Hidden(s.shown.State); !s.pending {
		s.reveal()
	}
}

func (s *Seat) reveal() {
	state, tally := s.round.State(), s.round.Tally()
	s.pending = false
	s.shown = Position{
		State: state, Score: state.Score(), Over: state.Over(), Moves: s.round.Len(), UndoPeeks: s.round.UndoPeeks(),
		Tally: tally, Class: arcade.Saved{Chosen: s.chosen, Tally: tally}.Class(),
	}
}
