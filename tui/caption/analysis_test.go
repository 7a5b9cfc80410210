package caption_test

import (
	"reflect"
	"strings"
	"testing"

	"boardwalk/engine"
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
	unlucky := lost(0)
	unlucky.Fair.Moves[0].Luck = -0.91
	thrown := lost(0, 0)
	thrown.Moves = 2
	thrown.Open = &analysis.Open{Turn: &analysis.Turn{In: 1, Out: 2, Line: make([]engine.Move, 1)}}
	for _, c := range []struct {
		report analysis.Report
		want   string
	}{
		{thrown, "With what you could see, no move was a mistake. Move 2 was one only with the hidden cards known."},
		{lost(0, 0), "With what you could see, no move was a mistake."},
		{lost(0, 0.23), "1 blunder (??): it cost you 23 of 100 games."},
		{lost(0.35, 0.06, 0.6, 0.34), "3 blunders (??), 1 slip (?!). The worst, move 3, cost you 60 of 100 games."},
		{doubtful, "1 slip (?!): it cost you 7 of 100 games."},
		{unlucky, "Luck cost you 91 wins of 100: the 50 you began with and 41 that your moves had added."},
		{lucky, "Luck: the cards that turned up cost more than a whole game."},
	} {
		if got := strings.Join(caption.Fair(c.report, engine.Tally{}), " "); !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q in it", got, c.want)
		}
	}
}

// A move has one remark, whatever is said of it, and slips are not called nothing.
func TestOneRemarkForOneMove(t *testing.T) {
	move := func(text string) engine.Move { m, _ := engine.ParseMove(text); return m }
	r := analysis.Report{
		Moves: 2,
		Open:  &analysis.Open{Verdict: engine.VerdictWon, Turn: &analysis.Turn{Goal: engine.GoalWin, In: 1, Out: 2, Line: []engine.Move{move("b1d4")}}},
		Fair: &analysis.Fair{Moves: []analysis.Judged{
			{Best: move("e3a4"), Loss: 0.07, Error: 0.01},
			{Best: move("a1e4"), Loss: 0.19, Error: 0.02, Why: "opens a column", Luck: -0.12},
		}},
	}
	want := []caption.Remark{
		{Number: 1, Sign: "?!", Text: "What you could see favoured e3a4, which wins 7 more of 100 games (give or take 1).", Brief: []string{"?! better: e3a4 wins 7 more of 100"}},
		{Number: 2, Sign: "x ? -", Text: "What you could see favoured a1e4, which wins 19 more of 100 games (give or take 2): " +
			"it opens a column; with every card known, this lost the win (b1d4 kept it); bad luck: the card that turned up cut your chance to win by 12 in 100.",
			Brief: []string{"x lost the win", "? better: a1e4 wins 19 more of 100", "- bad luck: 12 fewer wins of 100"}},
	}
	if got := caption.Remarks(r); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	const shorter = "The hints during play think less deeply than this analysis."
	if got := strings.Join(caption.Fair(r, engine.Tally{Hints: 1}), " "); !strings.Contains(got, shorter) {
		t.Errorf("of a game with a hint it says %q", got)
	}
	if got := strings.Join(caption.Fair(r, engine.Tally{}), " "); strings.Contains(got, shorter) {
		t.Errorf("of a game without a hint it says %q", got)
	}
	r.Open, r.Fair.Moves = nil, r.Fair.Moves[:1]
	if got := caption.NoFault(r); got != "The analysis found only slips (?!) of yours here. You practise mistakes (?) and blunders (??)." {
		t.Errorf("of slips it says %q", got)
	}
}
