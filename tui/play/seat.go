// Package play is a player's seat at a round, which all front ends share: it says what
// the player may do there and what the player may see.
//
// A move can turn up a card. A player who sees the card and whose move is then not
// stored, because another session has taken the round over, has looked ahead for
// nothing. So a position with such a card is pending until the store has it, and until
// then all that is shown is the position before: see [Seat.Shown].
package play

import (
	"errors"

	"boardwalk/engine"
)

// A Seat is one player's place at one round. A front end plays through it, reports to it
// what became of each save, and shows only what Shown returns. One goroutine at a time
// may use it.
type Seat struct {
	round   *engine.Round
	event   engine.Event
	chosen  bool
	changes int          // so often the round has changed here
	saving  int          // the changes that the save on its way has
	tally   engine.Tally // that it has
	stored  bool         // the store has had a row of the round
	open    bool         // cards show at once: the round can never count as unassisted
	err     error        // of the last save
	shown   Position
	pending bool // the round stands at a position that is not shown yet
}

// A Position is where a round stands, with all that there is to tell of it.
type Position struct {
	State     engine.State
	Score     engine.Score
	Over      bool // nothing is left that could change anything
	Moves     int  // played and not taken back
	UndoPeeks bool // undo would take back a card that was turned up
	Tally     engine.Tally
	Class     engine.Class // what the round counts for so far
}

// New returns the seat of a round that the store does not have yet. chosen says that the
// player chose the deal or knows it.
func New(r *engine.Round, e engine.Event, chosen bool) *Seat {
	s := &Seat{round: r, event: e, chosen: chosen, open: chosen}
	s.reveal()
	return s
}

// Resume returns the seat of a round as the store has it. The error is that of a record
// which does not replay.
func Resume(g engine.Game, saved engine.Saved) (*Seat, error) {
	r, err := engine.Resume(g, saved)
	if err != nil {
		return nil, err
	}
	s := New(r, saved.Event, saved.Chosen)
	s.stored, s.open = true, s.open || saved.Tally.Assisted()
	return s, nil
}

// Game returns the round's rules.
func (s *Seat) Game() engine.Game { return s.round.Game() }

// Code returns the code of the round's deal.
func (s *Seat) Code() engine.Code { return s.round.Code() }

// Event returns the event on which the round was dealt, "" for none.
func (s *Seat) Event() engine.Event { return s.event }

// Chosen reports whether the player chose the deal or knew it.
func (s *Seat) Chosen() bool { return s.chosen }

// Shown returns what the player may see. While a position is pending it is the one
// before.
func (s *Seat) Shown() Position { return s.shown }

// Pending reports whether a position waits to be shown. A front end that takes keys
// meanwhile keeps them until it is.
func (s *Seat) Pending() bool { return s.pending }

// Round returns the round as it is to be stored, without its times. It is for the store:
// what it has may be pending.
func (s *Seat) Round() engine.Saved {
	saved := s.round.Saved()
	saved.Event, saved.Chosen = s.event, s.chosen
	return saved
}

// Over reports whether the round, as it is to be stored, is over.
func (s *Seat) Over() bool { return s.round.State().Over() }

// Len returns the number of moves of the round as it is to be stored.
func (s *Seat) Len() int { return s.round.Len() }

// Final returns the score of the round if it ended as it is to be stored.
func (s *Seat) Final() engine.Score { return engine.Final(s.round.State()) }

// Stored reports whether the store has had a row of the round.
func (s *Seat) Stored() bool { return s.stored }

// Lost reports whether the store has refused the round for good, as when another session
// has taken it over. What is pending then is never shown.
//
// A store that is unavailable refuses nothing. Nor does it matter what else keeps a
// player's own fresh deal from its first save: no other session can have that deal, and
// play goes on unsaved.
func (s *Seat) Lost() bool {
	switch {
	case s.err == nil || errors.Is(s.err, engine.ErrUnavailable):
		return false
	case errors.Is(s.err, engine.ErrConflict):
		return true
	}
	return s.stored || s.event != ""
}

// Saving notes that the round, as it stands, is about to be saved or finished. One save
// is on its way at a time; Saved says how it ended.
func (s *Seat) Saving() { s.saving, s.tally = s.changes, s.round.Tally() }

// Saved notes what became of the save that is on its way. Where that has all there is of
// the round, or the store is unavailable, a pending position shows from now on.
func (s *Seat) Saved(err error) {
	s.err = err
	switch {
	case err == nil:
		s.stored, s.open = true, s.open || s.tally.Assisted()
		if s.saving == s.changes {
			s.reveal()
		}
	case !s.Lost():
		s.reveal()
	}
}

// changed notes that the round stands at another position, which shows at once unless it
// has a card that the player has not seen.
func (s *Seat) changed() {
	s.changes++
	if s.pending = s.pending || !s.open && engine.Hidden(s.round.State()) < engine.Hidden(s.shown.State); !s.pending {
		s.reveal()
	}
}

func (s *Seat) reveal() {
	state, tally := s.round.State(), s.round.Tally()
	s.pending = false
	s.shown = Position{
		State: state, Score: state.Score(), Over: state.Over(), Moves: s.round.Len(), UndoPeeks: s.round.UndoPeeks(),
		Tally: tally, Class: engine.Saved{Chosen: s.chosen, Tally: tally}.Class(),
	}
}
