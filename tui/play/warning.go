package play

import (
	"slices"

	"boardwalk/engine"
)

// WarningPositions is how many positions a search looks at, about, for a proof that a round
// cannot be won any more.
const WarningPositions = 200_000

// A Warning knows from which position on the round of a seat cannot be won any more. The
// player is told only what follows from what can be seen, and only by choice or after a hint: it is advice. So
// whoever is told has the round count as assisted, see [Seat.Warn], and nobody is told in a
// race. Nor is anybody told before the first move: until then a deal can be left without a
// trace, and so fresh deals that cannot be won could be avoided.
type Warning struct {
	lost []engine.Move // that led to the position that was proved lost; nil if none was
}

// Ask returns what is to be asked about the position that the player sees, or nil if there is
// nothing to ask.
func (w *Warning) Ask(s *Seat) engine.Prover {
	p, ok := s.Shown().State.(engine.Prover)
	if at := s.Shown(); !ok || s.event.Unaided() || s.State() != Playing || at.Moves == 0 || at.Over || at.Score.Won || w.Lost(s) {
		return nil
	}
	return p
}

// Proved says that the position that the player sees cannot be won any more.
func (w *Warning) Proved(s *Seat) { w.lost = s.shownMoves() }

// Lost reports whether the position that the player sees is one that was proved lost, or
// follows from one.
func (w *Warning) Lost(s *Seat) bool {
	return w.lost != nil && len(w.lost) <= s.Shown().Moves && slices.Equal(w.lost, s.shownMoves()[:len(w.lost)])
}

// shownMoves returns the moves that led to the position that the player sees.
func (v *view) shownMoves() []engine.Move {
	moves := v.moves.Record().Moves
	return moves[:min(v.shown.Moves, len(moves))]
}
