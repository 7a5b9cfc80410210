package chessboard

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

var (
	differentialDeals   = flag.Int("deals", 50, "how many deals TestSafeStepsLoseNothing compares")
	differentialLayouts = flag.Int("layouts", 5_000, "how many layouts it looks at with each base rank")
	times               = flag.Int("times", 1, "how many times as many deals the other tests of solver and advice take")
)

// solve returns what the solver finds, and checks that its line says the same.
func solve(t testing.TB, s engine.State, q engine.Question) engine.Solution {
	t.Helper()
	found, err := engine.Solve(context.Background(), s, q)
	if err != nil {
		t.Fatalf("%v: %v", s.Position(), err)
	}
	return found
}

func TestSolveDeals(t *testing.T) {
	const deals = 100
	won := 0
	for i := range deals {
		found := solve(t, New().Deal(engine.Code(fmt.Sprintf("S%d", i))), engine.Question{})
		if found.Verdict == engine.VerdictUnknown || !found.Most {
			t.Errorf("deal S%d is not decided: %+v", i, found)
		}
		if found.Verdict == engine.VerdictWon {
			won++
		}
	}
	if won < 60 || won > 92 { // 76 percent, with some four standard errors
		t.Errorf("%d of %d deals can be won", won, deals)
	}
}

// exhaust visits all that can be reached from a state by the rules alone, level by level. It
// returns the most points, and the fewest moves to them. It gives up after a number of
// positions.
func exhaust(s engine.State, most int) (points, moves int, ok bool) {
	points = s.Score().Points
	seen := map[string]bool{pilesAsText(s): true}
	for level, depth := []engine.State{s}, 1; len(level) > 0; depth++ {
		var next []engine.State
		for _, s := range level {
			for _, m := range s.Moves() {
				after, err := s.Play(m)
				if err != nil {
					panic(err)
				}
				key := pilesAsText(after)
				if seen[key] {
					continue
				}
				if len(seen) == most {
					return 0, 0, false
				}
				seen[key] = true
				next = append(next, after)
				if p := after.Score().Points; p > points {
					points, moves = p, depth
				}
			}
		}
		level = next
	}
	return points, moves, true
}

// TestSolveIsWhatTheRulesSay compares the solver with exhaust wherever random players get to,
// and near the end of winning lines.
func TestSolveIsWhatTheRulesSay(t *testing.T) {
	const most = 400
	won, lost, hopeful := 0, 0, 0
	compare := func(s engine.State) {
		points, moves, ok := exhaust(s, most)
		if !ok {
			return
		}
		want := engine.VerdictLost
		if points == deckSize {
			want = engine.VerdictWon
			won++
		} else {
			lost++
			if moves > 0 {
				hopeful++
			}
		}
		found := solve(t, s, engine.Question{Goal: engine.GoalShortest})
		if found.Verdict != want || found.Points != points || !found.Most || !found.Least || len(found.Line) != moves {
			t.Fatalf("%v: got %+v with %d moves, want %s, %d points in %d moves", s.Position(), found, len(found.Line), want, points, moves)
		}
		if quick := solve(t, s, engine.Question{}); quick.Verdict != want || quick.Points != points {
			t.Fatalf("%v: got %+v, want %s, %d points", s.Position(), quick, want, points)
		}
	}
	random := rand.New(rand.NewPCG(4, 6))
	for i := range 120 {
		code := engine.Code(fmt.Sprintf("RULES%d", i))
		n := 0
		wander(random, code, func(s *state) {
			if n++; n%4 == 0 {
				compare(s)
			}
		})
		if i%24 > 0 {
			continue
		}
		var s engine.State = New().Deal(code)
		for _, m := range solve(t, s, engine.Question{}).Line {
			if s, _ = s.Play(m); s.Score().Points >= 46 {
				compare(s)
			}
		}
	}
	t.Logf("%d won, %d lost, %d of these with points to make", won, lost, hopeful)
	if won < 20 || hopeful < 20 {
		t.Errorf("%d won and %d lost positions with points to make are too few", won, hopeful)
	}
}

// plainSearch decides a layout with one base rank like a search, but never plays a card only because
// it is safe. It gives up after a number of layouts.
func plainSearch(l layout, base engine.Rank, most int) engine.Verdict {
	if l.base == anyBase {
		l.begin(base)
	}
	var seen hashset.Set
	seen.Add(l.hash)
	for stack := []layout{l}; len(stack) > 0; {
		now := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if now.left == 0 {
			return engine.VerdictWon
		}
		if seen.Len() > most {
			return engine.VerdictUnknown
		}
		for _, m := range slices.Backward(inOrder(now)) {
			next := now
			if next.play(m); seen.Add(next.hash) {
				stack = append(stack, next)
			}
		}
	}
	return engine.VerdictLost
}

// inOrder returns the steps from a layout in the order in which a search tries them.
func inOrder(l layout) []step {
	s := search{layout: l, blocking: l.blocking()}
	for p, c := range l.top {
		for ; c != engine.NoCard; c = l.under[c] {
			s.height[p]++
		}
	}
	s.offer()
	return s.steps
}

// TestSafeStepsLoseNothing compares the verdict for each base rank with that of a search that plays
// no card only because it is safe.
//
//	go test ./engine/chessboard -run SafeSteps -deals 20000 -layouts 1000000 -timeout 0
func TestSafeStepsLoseNothing(t *testing.T) {
	count := make(map[engine.Verdict]int)
	for i := range *differentialDeals {
		l := New().Deal(engine.Code(fmt.Sprintf("SAFE%d", i))).(*state).layout()
		for base := range anyBase {
			want := plainSearch(l, base, *differentialLayouts)
			count[want]++
			if want == engine.VerdictUnknown {
				continue
			}
			if got := newSearch(l, base, new(hashset.Set)).run(decideMost); got != want {
				t.Errorf("deal SAFE%d with base rank %s: got %s, want %s", i, base, got, want)
			}
		}
	}
	t.Log(count)
	if count[engine.VerdictWon] < *differentialDeals || count[engine.VerdictLost] < *differentialDeals {
		t.Errorf("%v verdicts are too few to compare", count)
	}
}

// TestAStoppedSearchSaysSo checks what the solver says after few positions, or if ctx has ended.
func TestAStoppedSearchSaysSo(t *testing.T) {
	s := New().Deal("WINGS")
	full := solve(t, s, engine.Question{})
	if full.Verdict != engine.VerdictWon {
		t.Fatalf("got %+v, want a win", full)
	}
	for positions := 1; positions < full.Positions; positions *= 2 {
		found := solve(t, s, engine.Question{Positions: positions})
		if found.Positions > positions+50 {
			t.Errorf("looked at %d positions, want %d", found.Positions, positions)
		}
		if found.Verdict == engine.VerdictLost || found.Verdict == engine.VerdictUnknown && found.Most {
			t.Errorf("after %d positions: got %+v", positions, found)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err := engine.Solve(ended, s, engine.Question{}); err != nil || found.Verdict != engine.VerdictUnknown {
		t.Errorf("once ctx has ended: got %+v, %v, want an unknown verdict", found, err)
	}
}

// TestLinesAreNearlyTheShortest compares the line of a win in deals with the shortest.
func TestLinesAreNearlyTheShortest(t *testing.T) {
	near, all := 0, 0
	for i := range 15 * *times {
		deal := New().Deal(engine.Code(fmt.Sprintf("NEAR%d", i)))
		least := solve(t, deal, engine.Question{Goal: engine.GoalShortest, Positions: 60_000})
		if !least.Least || least.Verdict != engine.VerdictWon {
			continue
		}
		all++
		if len(solve(t, deal, engine.Question{}).Line)*10 <= len(least.Line)*11 {
			near++
		}
	}
	if t.Logf("%d of %d", near, all); all < 5**times || near*100 < all*95 {
		t.Errorf("%d of %d lines are at most a tenth longer than the shortest", near, all)
	}
}
