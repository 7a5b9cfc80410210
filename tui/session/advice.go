package session

import (
	"context"
	"math/rand/v2"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// A hint takes at most hintTime from when it is asked for, and waits at most hintWait for a
// place among the searches. What is left of a tenth of a second is for storing that the
// hint was given, and for a busy arcade.
const (
	hintTime = 60 * time.Millisecond
	hintWait = 20 * time.Millisecond
)

// Advise returns a good move from the position at the end of a record, for a player who
// asks for it now. It searches for as long as a player likes to wait, if there is a place
// among the searches (see [Ports.Searches]), and else returns the choice at first sight.
// The move depends on what the player can see, and not on where hidden cards lie. ok is
// false if no move gains anything besides those of except, or if ctx has ended. Count the hint and
// store the count before calling Advise.
func (p *Ports) Advise(ctx context.Context, g engine.Game, r engine.Record, seed int64, except ...engine.Move) (a hint.Advice, ok bool) {
	most, wait := hintTime, hintWait
	if p.HintTime > 0 {
		most, wait = p.HintTime, p.HintTime
	}
	soon, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	states, err := r.Replay(g)
	if err != nil {
		return hint.Advice{}, false // cannot fail: the record was just played
	}
	tries := 0
	waiting, stop := context.WithTimeout(soon, wait)
	defer stop()
	if leave, err := p.Searches.Enter(waiting); err == nil {
		defer leave()
		if tries = p.Budget.Tries; tries == 0 {
			tries = hint.Tries
		}
	}
	if ctx.Err() != nil {
		return hint.Advice{}, false
	}
	return hint.Best(soon, states, tries, rand.New(rand.NewPCG(uint64(seed), 0)), except...)
}
