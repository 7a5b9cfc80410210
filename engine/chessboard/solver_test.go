package chessboard

import (
	"context"
	"fmt"
	"testing"

	"boardwalk/engine"
)

func TestSolveDeals(t *testing.T) {
	won := 0
	for i := range 200 {
		found, err := engine.Solve(context.Background(), New().Deal(engine.Code(fmt.Sprintf("S%d", i))), engine.Question{})
		if err != nil {
			t.Fatal(err)
		}
		if found.Verdict == engine.VerdictWon {
			won++
		}
		if found.Verdict == engine.VerdictUnknown || !found.Most {
			t.Errorf("deal S%d is not decided: %+v", i, found)
		}
	}
	if won < 140 || won > 165 {
		t.Errorf("%d of 200 deals can be won", won)
	}
}
