package hopscotch

import (
	"context"

	"boardwalk/engine/hopscotch/thoughtful"
)

// Unwinnable implements [engine.Prover]; see [thoughtful.Hopeless]. With enough positions it
// finds a proof whenever no order of the stock can be won.
func (s *state) Unwinnable(ctx context.Context, positions int) bool {
	p, _ := s.compact()
	return thoughtful.Hopeless(ctx, p, positions)
}
