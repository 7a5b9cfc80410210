package play

import "boardwalk/engine"

// A Refusal is the reason why a seat refuses something, as a sentence for the player.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// The refusals. In a race everybody plays the same deal, so looking ahead must cost a
// move.
const (
	NoUndo    Refusal = "There is nothing to take back."
	NoRedo    Refusal = "There is nothing to play again."
	NoRestart Refusal = "The game is already at its beginning."

	NoRaceHint    Refusal = "There are no hints in a race: all play the same deal without help."
	NoRaceUndo    Refusal = "In a race a move that turned up a card stays: the card is known now."
	NoRaceRestart Refusal = "A race cannot be restarted once a card has been turned up: the card is known now."

	DailyOver Refusal = "The time of this daily is over: a round that was still open has ended as practice."
)

// RaceRule tells a player before a race which help is not available in it.
const RaceRule = "No hints, and no undo past a turned-up card."

// SetAuto sets whether the table plays routine moves by itself; see
// [engine.Round.SetAuto].
func (s *Seat) SetAuto(on bool) { s.round.SetAuto(on) }

// Play plays a move, or returns an *engine.IllegalMove.
func (s *Seat) Play(m engine.Move) error {
	if err := s.round.Play(m); err != nil {
		return err
	}
	now := s.timer.Now()
	s.round.CountMove(now.Sub(s.timer.moved).Milliseconds())
	s.timer.moved = now
	s.changed()
	return nil
}

// Undo takes back the last move, or the last restart if no move has been played since. In
// a race it returns NoRaceUndo if that move turned up a card.
func (s *Seat) Undo() error {
	if s.race() && s.round.UndoPeeks() {
		return NoRaceUndo
	}
	return s.try(s.round.Undo, NoUndo)
}

// Redo plays the move again that was undone last.
func (s *Seat) Redo() error { return s.try(s.round.Redo, NoRedo) }

// Restart goes back to the deal. In a race it returns NoRaceRestart once a card has been
// turned up.
func (s *Seat) Restart() error {
	if s.race() && s.round.RestartPeeks() {
		return NoRaceRestart
	}
	return s.try(s.round.Restart, NoRestart)
}

// Hint counts a hint that is about to be shown. The caller saves the round before it
// shows the hint. In a race Hint returns NoRaceHint.
func (s *Seat) Hint() error {
	if s.race() {
		return NoRaceHint
	}
	s.round.CountHint()
	s.changed()
	return nil
}

// Hints reports whether the player can have hints.
func (s *Seat) Hints() bool { return !s.race() }

// MayUndo reports whether the player may take back the last move. Only a race can forbid
// it; see Undo.
func (s *Seat) MayUndo() bool { return !s.race() || !s.shown.UndoPeeks }

// RestartPeeks reports whether a restart, where it is allowed, puts away a card that was
// turned up, which makes the round assisted. It may go by a pending position.
func (s *Seat) RestartPeeks() bool { return !s.race() && s.round.RestartPeeks() }

func (s *Seat) race() bool {
	_, race := s.event.Race()
	return race
}

func (s *Seat) try(do func() bool, otherwise error) error {
	if !do() {
		return otherwise
	}
	s.changed()
	return nil
}
