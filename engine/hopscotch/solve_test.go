package hopscotch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

var (
	_ engine.Solver  = (*state)(nil)
	_ engine.Advisor = (*state)(nil)
)

func TestSolveDeals(t *testing.T) {
	for i := range 4 {
		code := engine.Code(fmt.Sprint("SOLVE", i))
		got, err := engine.Solve(context.Background(), New().Deal(code), engine.Question{Goal: engine.GoalWin})
		if err != nil || got.Verdict != engine.VerdictWon {
			t.Errorf("%s: %s, %v", code, got.Verdict, err)
		}
	}
}

// TestSolveOtherPositions looks for a win and for points from positions of random play, where
// few can be won, and from positions that no deal leads to.
func TestSolveOtherPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	states := []engine.State{
		set(t),
		enginetest.Set(t, New(), won()),
		set(t, "a1 (7h) (2d)", "a3 9d"),
		set(t, "b1 Kd", "a2 5d Ac", "b3 2d"),
	}
	for i := range 4 {
		s := New().Deal(engine.Code(fmt.Sprint("POINTS", i)))
		for range 60 + random.IntN(40) {
			if s.Over() {
				break
			}
			s, _ = s.Play(enginetest.Pick(random, s.Moves()))
		}
		states = append(states, s)
	}
	for _, s := range states {
		win, err := engine.Solve(context.Background(), s, engine.Question{Goal: engine.GoalWin})
		if err != nil || win.Verdict == engine.VerdictUnknown {
			t.Errorf("%v: to win: %s, %v", s.Position(), win.Verdict, err)
		}
		most, err := engine.Solve(context.Background(), s, engine.Question{Goal: engine.GoalPoints, Positions: 5000})
		if err != nil || most.Points < win.Points {
			t.Errorf("%v: %d points, and %d when after points, %v", s.Position(), win.Points, most.Points, err)
		}
	}
}

// TestASetFoundationCanBeShort wins a position that no deal leads to: a foundation has a card
// too many, so its King is not wanted any more.
func TestASetFoundationCanBeShort(t *testing.T) {
	given := won()
	by := given[table.Place(by1)]
	king := by.Top()
	cards := by.Pop().Cards()
	queen := cards[len(cards)-1]
	given[table.Place(by1)] = engine.NewPile(append([]engine.Card{king}, cards[:len(cards)-1]...)...)
	given[table.Place(waste)] = engine.NewPile(queen)
	got, err := engine.Solve(context.Background(), enginetest.Set(t, New(), given), engine.Question{Goal: engine.GoalWin})
	if err != nil || got.Verdict != engine.VerdictWon || len(got.Line) != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestSolveKeepsToItsBudget(t *testing.T) {
	s := New().Deal("LADDER")
	got, err := engine.Solve(context.Background(), s, engine.Question{Goal: engine.GoalWin, Positions: 1})
	if err != nil || got.Verdict != engine.VerdictUnknown || got.Positions > 200 {
		t.Errorf("for a position: got %s after %d, %v", got.Verdict, got.Positions, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, err = engine.Solve(ctx, s, engine.Question{Goal: engine.GoalPoints})
	if err != nil || got.Verdict != engine.VerdictUnknown || len(got.Line) == 0 {
		t.Errorf("when time is up: got %s, a line of %d moves, %v", got.Verdict, len(got.Line), err)
	}
}
