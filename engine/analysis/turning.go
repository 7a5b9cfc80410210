package analysis

import "boardwalk/engine"

// A turning looks for the position of a round from which a goal was out of reach. As no move
// brings back what is out of reach, that is a binary search. Where a verdict is unknown, it
// finds the last position in reach and the first one out of reach that a search can tell,
// each for itself.
type turning struct {
	verdicts map[int]engine.Verdict // by the number of moves; won means in reach
	end      int                    // one more than the number of moves
}

func newTurning(moves int) *turning {
	return &turning{map[int]engine.Verdict{-1: engine.VerdictWon, moves + 1: engine.VerdictLost}, moves + 1}
}

// bounds returns the last position that is known to be in reach, and the first one that is
// known not to be; or what stands for either beyond the ends.
func (t *turning) bounds() (in, out int) {
	in, out = -1, t.end
	for i, v := range t.verdicts {
		switch {
		case v == engine.VerdictWon && i > in:
			in = i
		case v == engine.VerdictLost && i < out:
			out = i
		}
	}
	return in, out
}

// next returns the position to look at next; ok is false if there is none.
func (t *turning) next() (i int, ok bool) {
	in, out := t.bounds()
	notIn, notOut := out, in // the unknown positions closest to either bound
	for i, v := range t.verdicts {
		if v == engine.VerdictUnknown && i > in && i < out {
			notIn, notOut = min(notIn, i), max(notOut, i)
		}
	}
	switch {
	case notIn-in > 1:
		return in + (notIn-in)/2, true
	case out-notOut > 1:
		return notOut + (out-notOut)/2, true
	}
	return 0, false
}
