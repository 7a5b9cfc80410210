package arcade_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

func TestClass(t *testing.T) {
	t.Parallel()
	stern := grade.Mark{Kind: grade.Stern, Version: 1}
	for _, saved := range []arcade.Saved{{Grade: stern}, {Grade: grade.Mark{Kind: grade.Winnable}}, {Tally: engine.Tally{Warnings: 1}}} {
		if got := saved.Class(); got != arcade.Assisted {
			t.Errorf("%+v counts as %s", saved, got)
		}
	}
	if got := (arcade.Saved{Grade: stern, Chosen: true}).Class(); got != arcade.Practice {
		t.Errorf("a known deal of a grade counts as %s", got)
	}
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
