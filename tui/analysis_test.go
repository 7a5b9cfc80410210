package tui_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/tui/tuitest"
)

// analysed returns a store with a game of Chessboard to which there is much to say: more
// than of a real one, as Chessboard has no luck.
func analysed(t *testing.T) *tuitest.Store {
	store := &tuitest.Store{Analyses: &tuitest.Analyses{}}
	record := recordOf(t, catalogIndex(t, "chessboard"), 25)
	addResult(store, arcade.Result{Record: record, Class: arcade.Counted})
	report := analysis.Report{
		Version: analysis.Version, Moves: 25, Points: 4,
		Open: &analysis.Open{
			Verdict: engine.VerdictWon, Par: 52, Most: true,
			Turn: &analysis.Turn{Goal: engine.GoalWin, In: 6, Out: 7, Line: []engine.Move{{From: engine.At(1, 3), To: engine.At(3, 2)}}},
		},
		Fair: &analysis.Fair{},
	}
	for i, m := range record.Moves {
		j := analysis.Judged{Played: m, Chance: 0.5}
		switch i {
		case 6:
			j.Best, j.Loss, j.Error, j.Why = engine.Move{From: engine.At(1, 1), To: engine.At(1, 2)}, 0.23, 0.03, "frees the column of Sevens, and keeps the Six for b4"
		case 11:
			j.Best, j.Loss, j.Error, j.Luck = engine.Move{From: engine.At(2, 1), To: engine.At(1, 2)}, 0.07, 0.02, -0.12
		case 17:
			j.Luck = 0.31
		}
		report.Fair.Moves = append(report.Fair.Moves, j)
	}
	store.Analyses.Reports = map[string]analysis.Report{store.Results[0].ID: report}
	return store
}
