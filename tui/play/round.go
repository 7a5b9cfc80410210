package play

import (
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

// A Refusal is the reason why a seat refuses something, as a sentence for the player.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// The refusals. In a race or a sprint everybody plays the same deal, so looking ahead must
// cost a move.
const (
	NoUndo    Refusal = "There is nothing to take back."
	NoRedo    Refusal = "There is nothing to play again."
	NoSafe    Refusal = "No card can go up safely yet: other cards may still need it."
	NoRestart Refusal = "The game is already at its beginning."

	NoRaceHint    Refusal = "There are no hints in a race or a sprint: all play the same deal without help."
	NoRaceUndo    Refusal = "In a race or a sprint a move that turned up a card stays: the card is known now."
	NoRaceRestart Refusal = "A race or a sprint cannot be restarted once a card has been turned up: the card is known now."

	NotOpen Refusal = "This game is finished."
)

// RaceRule tells a player before a race which help is not available in it.
const RaceRule = "No hints, and no undo past a turned-up card."

// A round is what is played at a seat: the moves, the event they are for, and the clock.
// It knows which help the event allows, but nothing of the store. Some of its methods go
// by the newest position, which may be pending: the player must not see that.
type round struct {
	moves  *engine.Round
	event  arcade.Event
	chosen bool
	grade  grade.Mark
	timer  timer
}

// Game returns the round's rules.
func (r *round) Game() engine.Game { return r.moves.Game() }

// Code returns the code of the round's deal.
func (r *round) Code() engine.Code { return r.moves.Code() }

// Event returns the event for which the round was dealt, or "" if there is none.
func (r *round) Event() arcade.Event { return r.event }

// Slot returns the slot of the round in the store.
func (r *round) Slot() string { return arcade.Slot(r.Game().Info().ID, r.event) }

// Chosen reports whether the player chose the deal or knew it.
func (r *round) Chosen() bool { return r.chosen }

// Grade returns the kind of deal that the player asked for, zero for a fresh deal.
func (r *round) Grade() grade.Mark { return r.grade }

// Record returns the round's record as it is to be stored. It may include a pending
// position.
func (r *round) Record() engine.Record { return r.moves.Record() }

// Over reports whether the round is over. It may go by a pending position.
func (r *round) Over() bool { return r.moves.State().Over() }

// Len returns the number of moves of the round. It may go by a pending position.
func (r *round) Len() int { return r.moves.Len() }

// SetAuto sets whether the table plays routine moves by itself; see
// [engine.Round.SetAuto] and, of safe moves, [engine.Round.SetSettles].
func (r *round) SetAuto(deals, settles bool) {
	r.moves.SetAuto(deals)
	r.moves.SetSettles(settles)
}

// SetStart sets when the race of the round began: its time counts from there, wherever
// the player is.
func (r *round) SetStart(begins time.Time) { r.timer.begins = begins }

// Hints reports whether the player can have hints.
func (r *round) Hints() bool { return !r.event.Unaided() }

func (r *round) play(m engine.Move) error {
	if err := r.moves.Play(m); err != nil {
		return err
	}
	r.count()
	return nil
}

// settle plays the safe moves. They are one of the player's for the pace of the round.
func (r *round) settle() error {
	if !r.moves.Settle() {
		return NoSafe
	}
	r.count()
	return nil
}

// count counts a move of the player that is made now. It starts the time played if that waits for it.
func (r *round) count() {
	t := &r.timer
	now := t.Now()
	r.moves.CountMove(now.Sub(t.moved).Milliseconds())
	if t.moved = now; t.waits {
		t.waits, t.from = false, now
	}
}

func (r *round) undo() error {
	if r.event.Unaided() && r.moves.UndoPeeks() {
		return NoRaceUndo
	}
	return unless(r.moves.Undo(), NoUndo)
}

func (r *round) restart() error {
	if r.event.Unaided() && r.moves.RestartPeeks() {
		return NoRaceRestart
	}
	return unless(r.moves.Restart(), NoRestart)
}

// help counts help, unless the event allows none.
func (r *round) help(count func()) error {
	if r.event.Unaided() {
		return NoRaceHint
	}
	count()
	return nil
}

// unless returns why, unless something was done.
func unless(done bool, why Refusal) error {
	if done {
		return nil
	}
	return why
}

// saved returns the round as it is to be stored at a time. leaves says that the player leaves
// the table, so that time played stands still.
func (r *round) saved(now time.Time, leaves bool) arcade.Saved {
	s := arcade.Save(r.moves)
	s.Event, s.Chosen, s.Grade, s.Started = r.event, r.chosen, r.grade, r.timer.started
	s.Millis, s.Span = r.timer.times(now)
	if s.SavedAt = r.timer.Run.Clock(now); !leaves {
		s.Run = r.timer.Run.ID
	}
	return s
}

// result returns the round as the history would have it if it ended now.
func (r *round) result() arcade.Result {
	now := r.timer.Now()
	return r.saved(now, true).Result(engine.Final(r.moves.State()), now.UnixMilli())
}
