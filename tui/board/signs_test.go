package board_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

// TestDrawnSignsAgreeWithTheMoves reads the signs of the foundations off the screen, in
// both decks, large and small, with the cursor and without, and compares them with the
// legal moves.
func TestDrawnSignsAgreeWithTheMoves(t *testing.T) {
	seen := make(map[rune]int)
	n := 0
	tuitest.Walk(t, func(_, s engine.State) {
		n++
		look := theme.Look{Theme: theme.Mono(), Deck: theme.Decks()[n%2]}
		w, h, x := 100, 30, 2 // a box has its sign in the top border
		if n%4 < 2 {
			w, h, x = 100, 11, 4 // a bracket after the face
		}
		b := s.Board()
		l, g := board.Fit(b, w, h), grid.New(w, h)
		if (l.Size == board.Boxes) != (x == 2) || l.Size == board.Plain {
			t.Fatalf("the board is drawn in size %d", l.Size)
		}
		l.Draw(g, 0, 0, b, board.Overlay{Cursor: b.Piles[n%len(b.Piles)].At}, look)
		for _, v := range b.Piles {
			if v.Kind != engine.Foundation {
				continue
			}
			left, top := l.Corner(v.At)
			sign := g.At(left+x, top).Rune()
			seen[sign]++
			if err := enginetest.CheckMarks(s, v.At, sign == look.Closed, sign == look.Own); err != nil {
				t.Fatalf("%v:\n%s", err, enginetest.Board(s))
			}
			if drawn := sign == look.Closed || sign == look.Own; drawn != (v.Marks&(engine.Closed|engine.OwnOnly) != 0) {
				t.Fatalf("%s has the marks %b and the sign %q", v.At, v.Marks, sign)
			}
		}
	})
	if n < 5000 {
		t.Errorf("only %d positions", n)
	}
	for _, d := range theme.Decks() {
		if seen[d.Closed] < 100 || seen[d.Own] < 100 {
			t.Errorf("%s: %q was seen %d times and %q %d times", d.Name, d.Closed, seen[d.Closed], d.Own, seen[d.Own])
		}
	}
}
