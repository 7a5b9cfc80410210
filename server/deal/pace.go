package deal

import (
	"context"
	"time"
)

// share is the part of a core that searches take for which nobody waits: one in this many. A
// server that has just begun a day, or a game that has just been looked at, wants some ten
// seconds of search, which should not come at once when players are there: with a share of 50
// and 400 players, it was a tenth of what a key costs. Four kinds of search may take theirs at a time.
const share = 400

// These are the parts while there are at most quiet sessions: of the dailies of today, whose grades every player
// sees, and of what a player may ask for next.
const (
	quiet      = 20
	todayShare = 2
	soonShare  = 8
)

// A pace spreads work that nobody waits for over time.
type pace struct{ hurry chan struct{} }

func newPace() pace { return pace{make(chan struct{}, 1)} }

// rest returns some time after work of some length, so that the work takes one part in so many of a core and no
// more. It returns early if somebody is in a hurry, or when ctx ends.
func (p pace) rest(ctx context.Context, worked time.Duration, part int) {
	t := time.NewTimer(time.Duration(part-1) * worked)
	defer t.Stop()
	select {
	case <-t.C:
	case <-p.hurry:
	case <-ctx.Done():
	}
}

// wake ends a rest, or the next if there is none now.
func (p pace) wake() {
	select {
	case p.hurry <- struct{}{}:
	default:
	}
}
