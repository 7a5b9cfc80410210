package hopscotch

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
	"boardwalk/engine/hopscotch/player"
)

// Advise implements [engine.Advisor]; see [player.Policy.Advise]. No move leads back to a
// position of the same game, so it need not ask what was seen.
func (s *state) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	p, _ := s.compact()
	var among []compact.Move
	for _, m := range a.Among {
		if s.check(m) == "" {
			among = append(among, s.fromMove(m))
		}
	}
	if len(a.Among) > 0 && len(among) == 0 {
		return nil
	}
	return player.House().Advise(ctx, p, a.Tries, among, a.Random)
}
