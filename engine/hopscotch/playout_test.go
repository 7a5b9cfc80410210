package hopscotch

import (
	_ "embed"
	"flag"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

var conformanceDeals = flag.Int("deals", 2, "how many deals TestConformance plays, and how many random games of the family must conform")

func TestConformance(t *testing.T) { enginetest.Run(t, New(), *conformanceDeals) }

//abuse:case 27
func FuzzPlay(f *testing.F) { enginetest.Fuzz(f, New()) }

//go:embed testdata/won.txt
var wonGames string

// TestWonGames replays won games, which random play does not produce, and checks that
// each card that reaches a foundation gives a point.
func TestWonGames(t *testing.T) {
	for line := range strings.Lines(wonGames) {
		record, states := enginetest.Replay(t, New(), line)
		for i, m := range record.Moves {
			want := states[i].Score().Points
			if classic.isFoundation(table.Find(m.To)) {
				want++
			}
			if got := states[i+1].Score().Points; got != want {
				t.Fatalf("deal %s: move %d, %s, makes %d points, want %d", record.Code, i+1, m, got, want)
			}
		}
		want := engine.Score{Points: 48, Max: 48, Won: true, Perfect: true}
		if last := states[len(states)-1]; last.Score() != want || !last.Over() {
			t.Errorf("deal %s: got %+v, over %v, want %+v, over", record.Code, last.Score(), last.Over(), want)
		}
	}
}

func BenchmarkMoves(b *testing.B) {
	s := set(b, "a1 (7h)", "b1 4d", "a3 8h", "c3 7s 6h")
	for b.Loop() {
		s.Moves()
	}
}

func BenchmarkPlay(b *testing.B) {
	s, m := set(b, "a1 (7h)", "b1 4d", "a3 8h", "c3 7s 6h"), enginetest.Word(b, "b1b2")
	for b.Loop() {
		if _, err := s.Play(m); err != nil {
			b.Fatal(err)
		}
	}
}
