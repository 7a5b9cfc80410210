package words

import (
	"context"
	"time"

	"boardwalk/engine/search"
	"boardwalk/tui/play"
)

// outlooks holds what looking ahead found, by number of moves; it includes undone moves.
type outlooks []outlook

// An outlook is whether anything can still be gained from a position.
type outlook uint8

const (
	unknown outlook = iota // not searched yet
	open                   // something, or more than the search can tell
	nothing
)

// deadEndWait is how long a player waits at most until a search for a dead end begins.
const deadEndWait = time.Second

// deadEnd reports whether a position leaves nothing to gain. It searches only once for
// positions that undo and redo return to. The search may take a moment, which is fine
// here: the player waits for a line, not for a key. In a crowd there may be none.
func (o *outlooks) deadEnd(at play.Position, searches search.Places) bool {
	if at.Over {
		return false
	}
	for len(*o) <= at.Moves {
		*o = append(*o, unknown)
	}
	found := &(*o)[at.Moves]
	if *found == unknown {
		ctx, cancel := context.WithTimeout(context.Background(), deadEndWait)
		defer cancel()
		switch dead, err := at.DeadEnd(ctx, searches); {
		case dead:
			*found = nothing
		case err == nil:
			*found = open
		}
	}
	return *found == nothing
}

// forget drops what was found after more than n moves, because other moves have replaced
// those.
func (o *outlooks) forget(n int) { *o = (*o)[:min(len(*o), n+1)] }
