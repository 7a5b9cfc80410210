package session

import (
	"cmp"
	"context"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

const (
	// hintTime is the most that a hint takes from when it is asked for. What is left of a tenth of a
	// second is for storing that the hint was given, and for a busy arcade.
	hintTime = 60 * time.Millisecond
	// hintTries is how often each move is tried, if the time allows: in most positions it does not.
	hintTries = 10 * hint.Tries
)

// Advise returns a good move from the position at the end of a record, for a player who
// asks for it now. It searches for as long as a player likes to wait, and less if others wait, too. If
// there is no place among the searches for so long (see [Ports.Searches]), it returns the choice at
// first sight. Where somebody has asked in a position that looks the same, the answer is the same,
// or one that was searched for longer; see [hint.Desk].
// The move depends on what the player can see, and not on where hidden cards lie. ok is
// false if no move gains anything besides those of except, or if ctx has ended. Count the hint and
// store the count before calling Advise.
func (p *Ports) Advise(ctx context.Context, g engine.Game, r engine.Record, except ...engine.Move) (a hint.Advice, ok bool) {
	soon, cancel := context.WithTimeout(ctx, cmp.Or(p.HintTime, hintTime))
	defer cancel()
	states, err := r.Replay(g)
	if err != nil {
		return hint.Advice{}, false // cannot fail: the record was just played
	}
	a, ok = cmp.Or(p.Hints, new(hint.Desk)).Best(soon, p.Searches, g.Info(), states, cmp.Or(p.Budget.Tries, hintTries), except...)
	return a, ok && ctx.Err() == nil
}
