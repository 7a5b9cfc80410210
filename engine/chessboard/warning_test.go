package chessboard_test

import (
	"fmt"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/chessboard"
)

// A move that leaves none is warned of where another leaves some, and no other move is.
func TestWarning(t *testing.T) {
	warned := 0
	for i := range 100 {
		s := chessboard.New().Deal(engine.Code(fmt.Sprint("T", i)))
		for _, m := range s.Moves() {
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if warns := engine.Warning(s, m) != ""; warns != (len(next.Moves()) == 0) {
				t.Errorf("deal T%d: %s leaves %d moves, and warns: %t", i, m, len(next.Moves()), warns)
			} else if warns {
				warned++
			}
		}
	}
	if warned == 0 {
		t.Error("no first move is warned of")
	}
}
