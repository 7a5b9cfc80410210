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

// signRooms are rooms for boards of each size but the smallest, which has no place for a
// sign beside the count of a foundation.
var signRooms = [][2]int{{240, 70}, {240, 49}, {150, 39}, {120, 29}, {100, 21}, {100, 11}}

// signColumn returns the column of a card in which its size has the sign. bare says that the
// card has no border.
func signColumn(size board.Size, bare bool) int {
	switch w, _ := size.Card(); size {
	case board.Boxes:
		return 2 // in the top border
	case board.Brackets:
		if bare {
			return 4 // after the face
		}
		return 5 // after the bracket
	default:
		return w - 2 // at the right end of the top border
	}
}

// TestDrawnSignsAgreeWithTheMoves reads the signs of the foundations off the screen, in
// both decks, in each size, with the cursor and without, and compares them with the legal
// moves.
func TestDrawnSignsAgreeWithTheMoves(t *testing.T) {
	seen, sizes := make(map[rune]int), make(map[board.Size]int)
	n := 0
	tuitest.Walk(t, func(_, s engine.State) {
		n++
		look := &theme.Look{Theme: theme.Mono(), Deck: theme.Decks()[n%2]}
		b, room := s.Board(), signRooms[n/2%len(signRooms)]
		l, g := board.Fit(b, room[0], room[1]), grid.New(room[0], room[1])
		if l.Size == board.Plain {
			t.Fatalf("the board is drawn in size %d", l.Size)
		}
		sizes[l.Size]++
		cursor := b.Piles[n%len(b.Piles)].At
		l.Draw(g, 0, 0, b, board.Overlay{Cursor: cursor}, look)
		for _, v := range b.Piles {
			if v.Kind != engine.Foundation {
				continue
			}
			left, top := l.Corner(v.At)
			sign := g.At(left+signColumn(l.Size, len(v.Cards) == 0 && v.At != cursor), top).Rune()
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
	for size := board.Jumbo; size < board.Plain; size++ {
		if sizes[size] < 100 {
			t.Errorf("size %d was drawn %d times", size, sizes[size])
		}
	}
	for _, d := range theme.Decks() {
		if seen[d.Closed] < 100 || seen[d.Own] < 100 {
			t.Errorf("%s: %q was seen %d times and %q %d times", d.Name, d.Closed, seen[d.Closed], d.Own, seen[d.Own])
		}
	}
}
