// Package thoughtful wins Hopscotch (1-2-3-4) with all cards known, or proves that it cannot
// be won.
//
// Some play-outs come first, and win a deal now and then. The rest is a question of logic.
// Number the cards in the order in which they arrive: those in the reserves, the waste, and
// the stock. Each card leaves for one rung of a ladder, and the cards of a ladder leave in
// its order. What is left to say is in which order all cards leave, how many have left before
// each card is laid down, and which reserve it is laid on. A plan works if no card is laid on
// one that leaves before it does: of two cards that lie in one reserve, the one that arrived
// first has left before the other is laid down, or leaves after it. A card that goes from the
// waste to a foundation has left before the next is laid down, so it is no special case. For
// a whole deal that makes 3,756 variables and 95,000 clauses.
package thoughtful

import (
	"context"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
	"boardwalk/engine/hopscotch/player"
	"boardwalk/engine/hopscotch/sat"
)

const (
	winTries   = 30        // play-outs before a proof is looked for
	moreTries  = 1000      // for points, where there is no win
	mostEffort = 1_000_000 // positions, if nobody says how many
	careless   = 8         // one in so many cards of a play-out goes just anywhere
)

// A search is for the best line from a position.
type search struct {
	p      *compact.Position
	stock  []int8
	budget int
	line   []compact.Move // to the best end
	best   engine.Solution
	random *rand.Rand
}

// Solve looks for a line that wins, or brings the most points if that is the goal. The last
// card of the stock comes first; it must have the cards that are unseen in the position. The
// same question has the same answer everywhere, unless ctx ends. The search takes up to 10
// MiB and what [sat.Solver] takes for what it learns. A conflict of the proof counts as a
// position, and so does each card of a play-out.
func Solve(ctx context.Context, p compact.Position, stock []int8, q engine.Question) engine.Solution {
	s := &search{p: &p, stock: stock, budget: q.Positions, random: rand.New(rand.NewPCG(1, 2))}
	if s.budget == 0 {
		s.budget = mostEffort
	}
	s.best.Verdict = engine.VerdictUnknown
	s.run(ctx, q.Goal)
	s.best.Line = make([]engine.Move, len(s.line))
	for i, m := range s.line {
		s.best.Line[i] = p.Word(m)
	}
	return s.best
}

func (s *search) run(ctx context.Context, goal engine.Goal) {
	s.playOut(ctx, 1)
	plan := newPlan(s.p, s.stock)
	cards := len(plan.cards)
	if int(s.p.Points)+cards != int(s.p.Most) || plan.stuck() > 0 {
		s.best.Verdict = engine.VerdictLost
	} else {
		s.playOut(ctx, winTries)
		s.prove(ctx, plan)
	}
	switch {
	case s.best.Verdict == engine.VerdictWon:
		s.best.Most = true
	case s.p.Again > 0:
		s.exhaust(ctx)
	case goal == engine.GoalPoints:
		s.playOut(ctx, moreTries)
		s.climb(ctx)
	}
}

// prove settles whether the position can be won, if the budget allows.
func (s *search) prove(ctx context.Context, q *plan) {
	if s.best.Verdict == engine.VerdictWon {
		return
	}
	switch s.solve(ctx, q, 0) {
	case sat.Satisfied:
		s.keep(q.line(), int(s.p.Most))
	case sat.Unsatisfiable:
		if s.p.Again == 0 { // a plan has no redeals
			s.best.Verdict = engine.VerdictLost
		}
	}
}

// climb asks for one point more than it has, until there is a proof that this is too much.
func (s *search) climb(ctx context.Context) {
	for {
		q := newPlan(s.p, s.stock)
		remain := int(s.p.Points) + len(q.cards) - s.best.Points - 1
		if remain < q.stuck() || remain == 0 && s.best.Verdict == engine.VerdictLost {
			s.best.Most = true
			return
		}
		switch s.solve(ctx, q, remain) {
		case sat.Satisfied:
			before := s.best.Points
			line := q.line()
			s.keep(line, int(s.p.Points)+s.ups(line))
			if s.best.Points <= before {
				return
			}
		case sat.Unsatisfiable:
			s.best.Most = true
			return
		default:
			return
		}
	}
}

// solve asks whether all cards but a number can leave, with what is left of the budget.
func (s *search) solve(ctx context.Context, q *plan, remain int) sat.Status {
	if s.best.Positions >= s.budget || ctx.Err() != nil {
		return sat.Unknown
	}
	q.encode(remain)
	status := q.f.Solve(ctx, s.budget-s.best.Positions)
	s.best.Positions += q.f.Conflicts
	return status
}

// keep keeps a line if it is the best so far.
func (s *search) keep(line []compact.Move, points int) {
	if s.line != nil && points <= s.best.Points {
		return
	}
	s.line, s.best.Points = line, points
	if points == int(s.p.Most) {
		s.best.Verdict = engine.VerdictWon
	}
}

// ups counts the cards that a line brings to the foundations.
func (s *search) ups(line []compact.Move) (n int) {
	for _, m := range line {
		if s.p.Up(m) {
			n++
		}
	}
	return n
}

// playOut plays the position out a number of times as the arcade's player would, but carelessly after
// the first, and keeps the best line.
func (s *search) playOut(ctx context.Context, tries int) {
	policy := player.House()
	for range tries {
		if s.best.Verdict == engine.VerdictWon || s.line != nil && (s.best.Positions >= s.budget || ctx.Err() != nil) {
			return
		}
		p, stock, line := *s.p, s.stock, []compact.Move{}
		for {
			m, ok := policy.Choose(&p)
			if !ok {
				break
			}
			if s.line != nil && m.From == compact.Waste && !p.Up(m) && s.random.IntN(careless) == 0 {
				m.To = p.Reserve(int8(s.random.IntN(len(p.Reserves()))))
			}
			if m == compact.Deal {
				s.best.Positions++
			}
			stock = play(&p, stock, m)
			line = append(line, m)
		}
		s.keep(line, int(p.Points))
	}
}

// play plays a move, and returns what is left of the stock.
func play(p *compact.Position, stock []int8, m compact.Move) []int8 {
	switch m {
	case compact.Deal:
		p.Deal(stock[len(stock)-1])
		return stock[:len(stock)-1]
	case compact.Redeal:
		return p.Gather()
	}
	p.Play(m, compact.None)
	return stock
}
