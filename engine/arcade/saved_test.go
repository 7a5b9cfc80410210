package arcade_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

func TestClass(t *testing.T) {
	t.Parallel()
	for want, saved := range map[arcade.Class]arcade.Saved{
		arcade.Counted:  {Tally: engine.Tally{Undos: 3, Timed: 4, Quick: 2}},
		arcade.Assisted: {Tally: engine.Tally{Undos: 1, Peeks: 1}},
		arcade.Practice: {Chosen: true, Tally: engine.Tally{Hints: 1}},
		arcade.Inhuman:  {Tally: engine.Tally{Hints: 1, Timed: 3, Quick: 2}},
	} {
		if got := saved.Class(); got != want {
			t.Errorf("%+v counts as %s, want %s", saved, got, want)
		}
	}
}
