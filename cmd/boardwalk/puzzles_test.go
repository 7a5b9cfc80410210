package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/puzzle"
)

// TestInspectAgreesWithPuzzles asks inspect about some of the puzzles that the command prints, and about each of
// their moves: exactly one wins.
func TestInspectAgreesWithPuzzles(t *testing.T) {
	out, _, code := runCommand(t, "puzzles")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != len(puzzle.All()) {
		t.Fatalf("exit %d, and %d lines for %d puzzles", code, len(lines), len(puzzle.All()))
	}
	for i := 0; i < len(lines); i += max(1, len(lines)/10) {
		var p puzzle.Puzzle
		if err := json.Unmarshal([]byte(lines[i]), &p); err != nil {
			t.Fatal(err)
		}
		ask := func(moves []engine.Move) *inspection {
			line, err := json.Marshal(map[string]any{"game": p.Game, "seed": p.Code, "moves": moves, "solve": true, "goal": p.Goal})
			if err != nil {
				t.Fatal(err)
			}
			got, err := inspect(context.Background(), line)
			if err != nil || got.Error != nil {
				t.Fatalf("%s: %+v, %v", line, got, err)
			}
			return got
		}
		at := ask(p.Moves)
		for _, m := range at.Legal {
			verdict := ask(slices.Concat(p.Moves, []engine.Move{m})).Solution.Verdict
			if want := map[bool]engine.Verdict{true: engine.VerdictWon, false: engine.VerdictLost}[m == p.Answer[0]]; verdict != want {
				t.Errorf("puzzle %s: after %s it is %s, want %s", p.ID, m, verdict, want)
			}
		}
	}
}

func TestPuzzlesOfAGame(t *testing.T) {
	out, _, code := runCommand(t, "puzzles", "--game", "Hop 45")
	of := puzzle.ByGame("boardwalk/hop-45")
	if code != 0 || strings.Count(out, "\n") != len(of) || !strings.Contains(out, `"`+of[0].ID+`"`) || strings.Contains(out, "chessboard") {
		t.Errorf("exit %d: %.200s", code, out)
	}
	if _, _, code := runCommand(t, "puzzles", "--game", "poker"); code != 2 {
		t.Errorf("exit %d for a game that there is not", code)
	}
}
