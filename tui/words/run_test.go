package words_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// Where a run goes on to another board, all of it is told.
func TestAnotherBoardIsToldAsAWhole(t *testing.T) {
	run, _ := catalog.All().Find("run")
	won, err := engine.Solve(t.Context(), run.Deal("R1"), engine.Question{Goal: engine.GoalWin})
	if err != nil || won.Verdict != engine.VerdictWon {
		t.Fatal(won.Verdict, err)
	}
	lines := []string{"settings pages off", "deal run R1"}
	for _, m := range won.Line {
		lines = append(lines, m.String())
	}
	got := talk(t, env(&tuitest.Store{}), lines...)
	sees(t, got, "Board 1 of 7 won: take a change", "a1, reserve: empty, ", "b2, foundation: empty, take",
		"Board 2 of 7, with ", "e3, lower pile: 3 face down", "Board 7 of 7, with ", "won")
}
