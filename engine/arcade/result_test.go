package arcade_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

func TestBetter(t *testing.T) {
	score := func(points int, won bool, millis int64, moves int) arcade.Result {
		return arcade.Result{
			Score: engine.Score{Points: points, Won: won}, Span: millis, Millis: 1000 - millis,
			Record: engine.Record{Moves: make([]engine.Move, moves)},
		}
	}
	inOrder := []arcade.Result{
		score(20, true, 900, 9), score(19, true, 800, 9), score(19, true, 800, 10), score(19, true, 801, 5), score(19, false, 1, 1),
	}
	for i := 1; i < len(inOrder); i++ {
		if a, b := inOrder[i-1], inOrder[i]; !a.Better(b) || b.Better(a) {
			t.Errorf("result %d is not better than result %d", i-1, i)
		}
	}
}
