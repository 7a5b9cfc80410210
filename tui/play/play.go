package play

import "boardwalk/engine"

// A Refusal is why a seat refuses something, as a sentence for the player.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// The refusals. Those of a race are the same for all who are in it: they play one deal,
// and what one of them sees of it must cost a move.
const (
	NoUndo    Refusal = "There is nothing to take back."
	NoRedo    Refusal = "There is nothing to play again."
	NoRestart Refusal = "The game stands at its beginning already."

	NoRaceHint    Refusal = "There are no hints in a race: all play the same deal without help."
	NoRaceUndo    Refusal = "In a race a move that turned up a card stays: the card is known now."
	NoRaceRestart Refusal = "A race cannot be restarted once a card was turned up: the card is known now."

	DailyOver Refusal = "The time of this daily is over: a round that was still open has ended as practice."
)

// RaceRule is what a player is told of help before a race.
const RaceRule = "No hints, and no undo past a turned-up card."

// SetAuto sets whether the table plays moves of routine by itself: see
// [engine.Round.SetAuto].
func (s *Seat) SetAuto(on bool) { s.round.SetAuto(on) }

// Play plays a move that took the player so many milliseconds, or returns an
// *engine.IllegalMove.
func (s *Seat) Play(m engine.Move, millis int64) error {
	if err := s.round.Play(m); err != nil {
		return err
	}
	s.round.Timed(millis)
	s.changed()
	return nil
}

// Undo takes back the last move, or the restart where no move was made since. In a race
// a move that turned up a card stays: NoRaceUndo.
func (s *Seat) Undo() error {
	if s.race() && s.round.UndoPeeks() {
		return NoRaceUndo
	}
	return s.try(s.round.Undo, NoUndo)
}

// Redo plays again what was undone last.
func (s *Seat) Redo() error { return s.try(s.round.Redo, NoRedo) }

// Restart goes back to the deal. In a race it does not once a card was turned up:
// NoRaceRestart.
func (s *Seat) Restart() error {
	if s.race() && s.round.RestartPeeks() {
		return NoRaceRestart
	}
	return s.try(s.round.Restart, NoRestart)
}

// Hint counts a hint that is about to be shown: the round is to be saved before it is. In
// a race there is none: NoRaceHint.
func (s *Seat) Hint() error {
	if s.race() {
		return NoRaceHint
	}
	s.round.Hinted()
	s.changed()
	return nil
}

// Hints reports whether the player can have hints.
func (s *Seat) Hints() bool { return !s.race() }

// MayUndo reports whether the rules of the round's event let the player take back the
// last move.
func (s *Seat) MayUndo() bool { return !s.race() || !s.shown.UndoPeeks }

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
