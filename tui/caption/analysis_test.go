package caption_test

import (
	"strings"
	"testing"

	"boardwalk/engine/analysis"
	"boardwalk/tui/caption"
)

// A cost is at most a win, however much the moves of a round throw away in sum.
func TestFairNamesTheWorstMove(t *testing.T) {
	lost := func(losses ...float64) analysis.Report {
		fair := &analysis.Fair{}
		for _, loss := range losses {
			fair.Moves = append(fair.Moves, analysis.Judged{Chance: 0.5, Loss: loss, Error: 0.01})
		}
		return analysis.Report{Fair: fair}
	}
	doubtful := lost(0.07, 0.9)
	doubtful.Fair.Moves[1].Error = 0.5
	lucky := lost(0)
	lucky.Fair.Moves[0].Luck = -1.2
	for _, c := range []struct {
		report analysis.Report
		want   string
	}{
		{lost(0, 0), "The arcade's player finds no fault with your moves."},
		{lost(0, 0.23), "1 blunder (??), which made a win less likely by 23 percentage points."},
		{lost(0.35, 0.06, 0.6, 0.34), "3 blunders (??), 1 slip (?!); the worst, move 3, made a win less likely by 60 percentage points."},
		{doubtful, "1 slip (?!), which made a win less likely by 7 percentage points."},
		{lucky, "The cards were unkind: turning them up cost more than a whole win."},
	} {
		if got := strings.Join(caption.Fair(c.report), " "); !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q in it", got, c.want)
		}
	}
}
