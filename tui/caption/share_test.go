package caption_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
)

// A full score has only complete squares, also where cards that never turned up have scored.
func TestAFullScoreToPasteHasCompleteSquares(t *testing.T) {
	g := catalog.All()[0]
	result := arcade.Result{
		Record: engine.NewRound(g, "A").Record(), Class: arcade.Counted,
		Score: engine.Score{Points: 27, Max: 27, Won: true},
	}
	for points, want := range map[int]string{27: strings.Repeat("🟩", 9), 26: strings.Repeat("⬛", 9)} {
		result.Score.Points = points
		lines, err := caption.Daily(g, "2026-11-22", result, 0, "")
		if err != nil || lines[2] != want {
			t.Errorf("of %d points the squares are %v, %v", points, lines, err)
		}
	}
}

// A daily to paste names no card, no place and no deal.
func TestADailyToPaste(t *testing.T) {
	for _, g := range catalog.All() {
		r := engine.NewRound(g, "SECRET")
		for range 12 {
			moves := r.State().Moves()
			if len(moves) == 0 {
				break
			}
			if err := r.Play(moves[0]); err != nil {
				t.Fatal(err)
			}
		}
		result := arcade.Result{Record: r.Record(), Score: engine.Final(r.State()), Class: arcade.Assisted, Millis: 95_000}
		lines, err := caption.Daily(g, "2026-11-22", result, 3, "ssh HOST")
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(lines, "\n")
		squares := strings.Count(lines[2], "🟩") + strings.Count(lines[2], "🟨") + strings.Count(lines[2], "⬛")
		want := 0
		if s, ok := r.State().(engine.Undealer); ok {
			_, want = s.Boards()
		} else {
			for _, v := range r.State().Board().Piles {
				if v.Kind == engine.Foundation {
					want++
				}
			}
		}
		if squares != want || len(lines) != 5 || strings.Contains(text, "SECRET") || !strings.Contains(text, "assisted, 1:35") {
			t.Errorf("%s:\n%s", g.Info().Name, text)
		}
	}
}

// In a game of several boards the squares are those of the boards, and not of where the last one stood.
func TestBoardsToPaste(t *testing.T) {
	for id, plays := range map[string]struct{ record, want string }{
		"run":         {"run@2 R1 a1d4 a1b4 a1c4 b1a2 b1a2 b3a4 b1b4 a1b2", "🟩🟨⬛⬛⬛⬛⬛"},
		"ten-puzzles": {"ten-puzzles@1 TEN1 c3c5 a1c3 a4a1 a4c4 a2c2", "🟩⬛🟨⬛⬛⬛⬛⬛⬛⬛"},
	} {
		g, _ := catalog.All().Find(id)
		record, err := engine.ParseRecord(plays.record)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := caption.Daily(g, "2026-11-22", arcade.Result{Record: record, Score: engine.Score{Max: 1}}, 0, "")
		if err != nil || lines[2] != plays.want {
			t.Errorf("the squares are %v, %v", lines, err)
		}
	}
}
