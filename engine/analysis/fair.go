package analysis

import (
	"context"
	"math"
	"math/rand/v2"

	"boardwalk/engine"
)

// A sight is a position as the advisor judges it.
type sight struct {
	chance float64       // to win, as the arcade's player plays on
	first  engine.Move   // the choice at first sight; zero if there is none
	best   engine.Choice // the choice after some tries; the zero Choice if there is none
}

// random returns the luck of a question about the position after i moves. Each question has
// luck of its own, so that no estimate is chosen for its luck.
func random(i, question int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(i), uint64(question)))
}

// look has the advisor judge the position after i moves. Its chance is that of the move at
// first sight: so does the arcade's player play on where it judges the moves before, and so the luck
// of the cards is 0 on average.
func (w *Work) look(ctx context.Context, i int) *sight {
	s := w.states[i]
	advisor, ok := s.(engine.Advisor)
	score := s.Score()
	if won := score.Won; won || !ok || s.Over() {
		v := &sight{}
		if won {
			v.chance = 1
		}
		return v
	}
	ask := func(question, tries int, among ...engine.Move) []engine.Choice {
		return advisor.Advise(ctx, engine.Ask{Tries: tries, Random: random(i, question), Among: among})
	}
	v := &sight{}
	if choices := ask(0, 0); len(choices) > 0 {
		v.first = choices[0].Move
		if c, ok := choice(ask(1, w.budget.Tries, v.first), v.first); ok {
			v.chance = c.Win
		}
	}
	if choices := ask(2, w.budget.Tries); len(choices) > 0 {
		v.best = choices[0]
	}
	return v
}

// judge judges the next move of the round.
func (w *Work) judge(ctx context.Context) {
	i := w.judged
	before := w.sight
	if before == nil {
		before = w.look(ctx, i)
	}
	after := w.look(ctx, i+1)
	j := w.compare(ctx, i, before)
	if ctx.Err() != nil {
		return
	}
	if engine.Hidden(w.states[i+1]) < engine.Hidden(w.states[i]) {
		j.Luck = rounded(after.chance - j.Chance)
	}
	w.report.Fair.Moves = append(w.report.Fair.Moves, j)
	w.judged, w.sight = i+1, after
}

// compare judges move i of the round beside the best one. If it looks worse, both are tried
// again, and the loss is what the new tries say: the best of several estimates is too good.
func (w *Work) compare(ctx context.Context, i int, before *sight) Judged {
	s, played := w.states[i], w.moves[i]
	j := Judged{Played: played}
	if s.Score().Won {
		j.Chance = 1
		return j
	}
	advisor, ok := s.(engine.Advisor)
	if !ok {
		return j
	}
	best := before.best.Move
	pair := []engine.Move{played}
	if !best.IsZero() && best != played {
		pair = append(pair, best)
	}
	for question, tries := range []int{w.budget.Tries, w.budget.Check} {
		choices := advisor.Advise(ctx, engine.Ask{Tries: tries, Random: random(i, 3+question), Among: pair})
		own, ok := choice(choices, played)
		if !ok {
			return j
		}
		j.Chance = rounded(own.Win)
		other, ok := choice(choices, best)
		if !ok || len(pair) == 1 {
			return j
		}
		j.Best, j.Why = engine.Move{}, ""
		j.Loss, j.Error = own.Behind-other.Behind, math.Hypot(own.Error, other.Error)
		if j.Loss <= j.Error { // not even doubtful
			break
		}
	}
	if j.Loss <= sure*j.Error {
		j.Loss, j.Error = 0, 0
		return j
	}
	j.Best, j.Loss, j.Error = best, rounded(j.Loss), rounded(j.Error)
	if e, ok := s.(engine.Explainer); ok {
		j.Why = e.Why(best)
	}
	return j
}

// choice returns the choice of a move.
func choice(choices []engine.Choice, m engine.Move) (engine.Choice, bool) {
	return engine.First(choices, func(c engine.Choice) bool { return c.Move == m })
}
