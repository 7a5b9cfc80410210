package thoughtful

import (
	"context"

	"boardwalk/engine/hopscotch/compact"
	"boardwalk/engine/hopscotch/sat"
)

// Hopeless reports whether there is a proof that the position cannot be won in whatever order
// the stock comes. There is one for every such position without redeals, if the search may meet enough
// conflicts; it gives up after the given number, or when ctx ends.
func Hopeless(ctx context.Context, p compact.Position, conflicts int) bool {
	q := newOpenPlan(&p)
	if int(p.Points)+len(q.cards) != int(p.Most) || q.stuck() > 0 {
		return true
	}
	if ctx.Err() != nil || p.Again > 0 { // a plan has no redeals
		return false
	}
	q.encode(0)
	return q.f.Solve(ctx, conflicts) == sat.Unsatisfiable
}
