package hopscotch

import (
	"testing"

	"boardwalk/engine/enginetest"
)

func TestRulesExample(t *testing.T) {
	states := enginetest.Example(t, New())
	if got, want := states[len(states)-1].Score().Points, 6; got != want {
		t.Errorf("the example makes %d points, the page says %d", got, want)
	}
}
