package boardwalk

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/boardwalk/policy"
)

// Advise implements [engine.Advisor]; package policy says how, how well it plays, and what its
// chances are worth. Without tries the chance to win is that of the position, whatever the move.
// With tries, play-outs end in the same expectation.
//
// A state that Game.Set made with a tableau too high for package compact gets no advice.
func (s *State) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	t, ok := s.Compact()
	if !ok {
		return nil
	}
	q := policy.Question{Tries: a.Tries, Random: a.Random}
	for _, word := range a.Among {
		if m, ok := t.Move(&t.Position, word); ok {
			q.Among = append(q.Among, m)
		}
	}
	if a.Seen != nil {
		q.Leave = func(m compact.Move) bool {
			// Where a card turns up, the player has never been, and must not learn of it.
			next := s.play(t.Word(m))
			return next.Hidden() == s.Hidden() && a.Seen(next)
		}
	}
	return policy.For(s.game.info.ID).Advise(ctx, t.Rules, &t.Position, q)
}
