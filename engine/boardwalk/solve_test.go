package boardwalk

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
)

var (
	_ engine.Solver = (*State)(nil)
	_ engine.Prover = (*State)(nil)
)

// An exhaustedState is all that can be reached from a state.
type exhaustedState struct {
	won    bool
	points int // the most
}

// exhaust searches all positions by the rules alone. It returns false if there are more
// than limit.
func exhaust(s *State, limit int) (found exhaustedState, ok bool) {
	seen := map[string]bool{s.key(): true}
	for queue := []*State{s}; len(queue) > 0; {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		end := at.End()
		found.won = found.won || end.Won
		found.points = max(found.points, end.Points)
		for _, m := range at.Moves() {
			next := at.play(m)
			if key := next.key(); !seen[key] {
				if len(seen) == limit {
					return found, false
				}
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return found, true
}

// smallGames returns random variations with 3 or 4 ranks.
func smallGames(random *rand.Rand, n int) (all []*Game) {
	for len(all) < n {
		if v := Random(random); v.ranks() <= 4 {
			all = append(all, newGame(preset{id: "small", Variation: v}))
		}
	}
	return all
}

// TestSolveAgreesWithExhaustion compares the solver with a search through all positions that
// knows nothing but the rules, from deals and from later positions of small games.
func TestSolveAgreesWithExhaustion(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	count := make(map[engine.Verdict]int)
	for i, g := range smallGames(random, 700) {
		s := g.Deal(engine.Code(fmt.Sprintf("S%d", i))).(*State)
		for range random.IntN(3) * 3 {
			if moves := s.Moves(); len(moves) > 0 {
				s = s.play(moves[random.IntN(len(moves))])
			}
		}
		want, ok := exhaust(s, 3000)
		if !ok {
			continue
		}
		for _, goal := range []engine.Goal{engine.GoalWin, engine.GoalPoints} {
			got, err := engine.Solve(t.Context(), s, engine.Question{Goal: goal})
			switch {
			case err != nil:
				t.Errorf("%+v: %v", g.Variation, err)
			case got.Verdict == engine.VerdictUnknown && goal == engine.GoalWin,
				got.Verdict == engine.VerdictLost == want.won:
				t.Errorf("%s: %s, want won %t in %+v\n%s", goal, got.Verdict, want.won, g.Variation, drawn(s))
			case goal == engine.GoalPoints && (!got.Most || got.Points != want.points):
				t.Errorf("%d points, most %t, want %d in %+v\n%s", got.Points, got.Most, want.points, g.Variation, drawn(s))
			}
			count[got.Verdict]++
		}
		if proved := s.Unwinnable(t.Context(), 100); proved && want.won {
			t.Errorf("proved lost, but can be won: %+v\n%s", g.Variation, drawn(s))
		}
	}
	t.Log(count)
	if count[engine.VerdictWon] < 300 || count[engine.VerdictLost] < 100 {
		t.Errorf("too few of a kind: %v", count)
	}
}

// TestHopelessAgreesWithExhaustion looks for ways to win from positions of small games that the
// solver calls lost before it has looked at any play.
func TestHopelessAgreesWithExhaustion(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	var all, raising, filing int // proofs
	for i := range 12_000 {
		v := Random(random)
		if v.ranks() > 7 || v.ranks()*v.Suits > 16 {
			continue
		}
		s := newGame(preset{id: "small", Variation: v}).Deal(engine.Code(fmt.Sprintf("H%d", i))).(*State)
		for range random.IntN(10) {
			if moves := s.Moves(); len(moves) > 0 {
				s = s.play(moves[random.IntN(len(moves))])
			}
		}
		if got := s.Solve(t.Context(), engine.Question{Goal: engine.GoalWin, Positions: 1}); got.Verdict != engine.VerdictLost {
			continue
		}
		if found, _ := exhaust(s, 20_000); found.won {
			t.Errorf("called lost, but can be won: %+v\n%s", v, drawn(s))
		}
		all++
		if v.HighTrump || v.Coax {
			raising++
		} else if !v.Trump && !v.Slide {
			filing++
		}
	}
	t.Logf("%d proofs, %d with cards that come to row 1, %d where they go to foundations alone", all, raising, filing)
	if raising < 30 || filing < 30 {
		t.Error("too few proofs of a kind")
	}
}

// TestUnwinnableAgreesWithAllDeals compares the proof with the solver's verdicts on every deal of
// the hidden cards.
func TestUnwinnableAgreesWithAllDeals(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	proved, open := 0, 0
	for i, g := range smallGames(random, 600) {
		s := g.Deal(engine.Code(fmt.Sprintf("U%d", i))).(*State)
		for range 2 + random.IntN(12) {
			if moves := s.Moves(); len(moves) > 0 {
				s = s.play(moves[random.IntN(len(moves))])
			}
		}
		winnable := false
		for range 30 {
			guess := s.Guess(random).(*State)
			if found := guess.Solve(t.Context(), engine.Question{Goal: engine.GoalWin, Positions: 2000}); found.Verdict == engine.VerdictWon {
				winnable = true
				break
			}
		}
		got := s.Unwinnable(t.Context(), 5000)
		switch {
		case got && winnable:
			t.Errorf("proved lost, but a guess can be won: %+v\n%s", g.Variation, drawn(s))
		case got:
			proved++
		case !winnable:
			open++
		}
	}
	t.Logf("%d proved, %d neither proved nor won", proved, open)
	if proved < 50 {
		t.Errorf("only %d proofs", proved)
	}
}

// key returns a string that differs between the positions of one game.
func (s *State) key() string {
	const end, heldEnd = 0, 0xff // of a pile: no card has these
	b := make([]byte, 0, s.game.info.Max+len(s.piles))
	for _, p := range s.piles {
		for i := range p.Len() {
			b = append(b, byte(p.At(i)))
		}
		if p.Held() {
			b = append(b, heldEnd)
		} else {
			b = append(b, end)
		}
	}
	return string(b)
}
