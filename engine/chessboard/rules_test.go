package chessboard

import (
	"testing"

	"boardwalk/engine/enginetest"
)

func TestRulesExample(t *testing.T) {
	states := enginetest.Example(t, New())
	if got, want := states[len(states)-1].Score().Points, 3; got != want {
		t.Errorf("the example makes %d points, the page says %d", got, want)
	}
	for _, word := range []string{"a3b2", "a5b2"} {
		if _, err := states[1].Play(enginetest.Word(t, word)); err == nil {
			t.Errorf("%s starts a foundation, the page says it cannot", word)
		}
	}
}
