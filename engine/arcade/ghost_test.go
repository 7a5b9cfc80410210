package arcade

import (
	"testing"

	"boardwalk/engine"
)

// A scored is a state of which nothing but its points is known.
type scored struct {
	engine.State
	points int
}

func (s scored) Score() engine.Score { return engine.Score{Points: s.points} }

func TestAGhostSpreadsItsMovesOverItsTime(t *testing.T) {
	r := Result{Millis: 9_000, Score: engine.Score{Points: 7}} // 2 more than its last state
	ghost, err := NewGhost(r, []engine.State{scored{points: 0}, scored{points: 1}, scored{points: 3}, scored{points: 5}})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		millis        int64
		points, moves int
	}{{-1, 0, 0}, {0, 0, 0}, {2_999, 0, 0}, {3_000, 1, 1}, {6_000, 3, 2}, {8_999, 3, 2}, {9_000, 7, 3}, {1 << 50, 7, 3}} {
		if points, moves := ghost.At(at.millis); points != at.points || moves != at.moves {
			t.Errorf("after %d ms it has %d points, %d moves, not %d, %d", at.millis, points, moves, at.points, at.moves)
		}
	}
}

func TestAGhostOfOneStateStandsAtItsEnd(t *testing.T) {
	ghost, err := NewGhost(Result{Millis: 1}, []engine.State{scored{}})
	if err != nil {
		t.Fatal(err)
	}
	if points, moves := ghost.At(1); points != 0 || moves != 0 {
		t.Errorf("it has %d points, %d moves", points, moves)
	}
}

func TestAGameOfUnknownTimeCannotBeRaced(t *testing.T) {
	if _, err := NewGhost(Result{}, []engine.State{scored{}}); err == nil {
		t.Error("it can")
	}
}
