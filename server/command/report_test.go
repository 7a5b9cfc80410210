package command

import (
	"io"
	"strings"
	"testing"
)

// A row is said in one short sentence: what is empty or only shown is left out, a number has the name of
// its column, and a cell that is said in other words is.
func TestRowsAreSaid(t *testing.T) {
	const head = "NO\tPLAYER\tPOINTS\tWON\tTIME\tMOVES\tENDED (UTC)\tGAMES"
	rows := [][]any{
		{1, said{"ann (you)", "you"}, pointsOf(24, 27), said{"40%", "won 2 (40%)"}, clock(72), 30, "2026-11-22", 1},
		{said{"-", "No place yet"}, "bob", "", 3, shown("0:05"), shown(9), "-", 7},
	}
	want := "1: you, 24 of 27 points, won 2 (40%), 1 minute 12 seconds, 30 moves, ended 2026-11-22, 1 game.\nNo place yet: bob, won 3, 7 games.\n"
	says := func(out io.Writer) { List(out, "none", head, rows, func(row []any) []any { return row }) }
	spoken, printed := &page{spoken: true}, &page{}
	if says(spoken); spoken.String() != want {
		t.Errorf("got\n%swant\n%s", spoken, want)
	}
	says(printed)
	for _, want := range []string{"NO  PLAYER     POINTS", "1   ann (you)  24/27   40%  1:12  30     2026-11-22   1", "-   bob                3    0:05  9"} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("no %q in\n%s", want, printed)
		}
	}
}
