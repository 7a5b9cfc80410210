package board_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/board"
)

// boards returns the boards of all games as dealt, by ID.
func boards() map[string]engine.Board {
	all := make(map[string]engine.Board)
	for _, g := range catalog.All() {
		all[g.Info().ID] = g.Deal("A").Board()
	}
	return all
}

// TestFitPicksTheSizeByTheRoom checks that Fit takes the largest size that fits, and
// never a smaller one in a larger window.
func TestFitPicksTheSizeByTheRoom(t *testing.T) {
	for _, c := range []struct {
		game string
		w, h int
		want board.Size
	}{
		{"boardwalk/hop-45", 78, 20, board.Boxes},
		{"boardwalk/hop-45", 31, 13, board.Boxes},
		{"boardwalk/hop-45", 30, 13, board.Plain},
		{"boardwalk/hop-45", 32, 12, board.Brackets},
		{"boardwalk/hop-45", 32, 5, board.Brackets},
		{"boardwalk/hop-45", 31, 4, board.Plain},
		{"boardwalk/cheshire", 38, 9, board.Brackets},
		{"boardwalk/lucky-seven", 38, 9, board.Plain},
		{"chessboard", 78, 20, board.Boxes},
		{"chessboard", 58, 16, board.Brackets},
		{"chessboard", 38, 8, board.Plain},
		{"hopscotch", 78, 17, board.Boxes},
		{"hopscotch", 1, 1, board.Plain},
	} {
		if got := board.Fit(boards()[c.game], c.w, c.h).Size; got != c.want {
			t.Errorf("%s in %dx%d: size %d, want %d", c.game, c.w, c.h, got, c.want)
		}
	}
	for id, b := range boards() {
		for w := 1; w < 120; w++ {
			for h := 1; h < 40; h++ {
				l := board.Fit(b, w, h)
				if l.Size < board.Plain && (l.Width > w || l.Height > h) {
					t.Fatalf("%s in %dx%d takes %dx%d", id, w, h, l.Width, l.Height)
				}
				if wider, higher := board.Fit(b, w+1, h), board.Fit(b, w, h+1); wider.Size > l.Size || higher.Size > l.Size {
					t.Fatalf("%s is smaller in a window larger than %dx%d", id, w, h)
				}
			}
		}
	}
}

// TestTheHousesBoardsAreNotCrowded checks that every window has room for a gap between
// the piles of each game.
func TestTheHousesBoardsAreNotCrowded(t *testing.T) {
	for id, b := range boards() {
		for w := 38; w < 80; w++ {
			if board.Fit(b, w, 8).Crowded() {
				t.Errorf("%s is crowded in %d columns", id, w)
			}
		}
	}
}

// eachLayout tests the layout of each game in each size.
func eachLayout(t *testing.T, test func(t *testing.T, b engine.Board, l board.Layout)) {
	t.Helper()
	for id, b := range boards() {
		for name, room := range map[string][2]int{"boxes": {78, 20}, "brackets": {58, 12}, "plain": {38, 6}} {
			t.Run(id+" "+name, func(t *testing.T) { test(t, b, board.Fit(b, room[0], room[1])) })
		}
	}
}

// TestAtFindsWhatCornerSays also checks that no place overlaps another.
func TestAtFindsWhatCornerSays(t *testing.T) {
	eachLayout(t, func(t *testing.T, b engine.Board, l board.Layout) {
		for _, v := range b.Piles {
			x, y := l.Corner(v.At)
			for dx := range 3 {
				if got, ok := l.At(x+dx, y); !ok || got != v.At {
					t.Errorf("%s begins at %d,%d, but At(%d, %d) is %s", v.At, x, y, x+dx, y, got)
				}
			}
		}
		places := make(map[engine.Place]bool)
		for x := range l.Width {
			for y := range l.Height {
				if p, ok := l.At(x, y); ok {
					places[p] = true
				}
			}
		}
		if len(places) != len(b.Piles) {
			t.Errorf("a mouse finds %d places of %d", len(places), len(b.Piles))
		}
		for _, at := range [][2]int{{-1, 1}, {0, 0}, {l.Width, 1}, {3, l.Height}} {
			if p, ok := l.At(at[0], at[1]); ok {
				t.Errorf("at %v is %s, want nothing", at, p)
			}
		}
	})
	if x, y := board.Fit(boards()["chessboard"], 78, 20).Corner(engine.At(9, 9)); x != 0 || y != 0 {
		t.Errorf("no place begins at %d,%d", x, y)
	}
}

// TestTheCursorComesEverywhere walks from place to place. If a place is beside another,
// the other must be beside it too.
func TestTheCursorComesEverywhere(t *testing.T) {
	eachLayout(t, func(t *testing.T, b engine.Board, l board.Layout) {
		seen := make(map[engine.Place]bool)
		var walk func(engine.Place)
		walk = func(p engine.Place) {
			if seen[p] {
				return
			}
			seen[p] = true
			for _, step := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				q := l.Beside(p, step[0], step[1])
				if _, ok := b.Find(q); !ok {
					t.Fatalf("from %s the cursor leaves the board for %s", p, q)
				}
				if step[1] == 0 && q != p && l.Beside(q, -step[0], 0) != p {
					t.Errorf("%s is beside %s, but not the other way round", q, p)
				}
				if step[1] == 0 && q.Row() != p.Row() {
					t.Errorf("sideways from %s is %s", p, q)
				}
				walk(q)
			}
		}
		walk(b.Piles[0].At)
		if len(seen) != len(b.Piles) {
			t.Errorf("the cursor reaches %d places of %d", len(seen), len(b.Piles))
		}
	})
}

func TestEdgeAndRow(t *testing.T) {
	b := boards()["boardwalk/hop-45"] // 4 columns above, 5 below
	l := board.Fit(b, 78, 20)
	for _, c := range []struct {
		name      string
		got, want engine.Place
	}{
		{"the first of a row", l.Edge(engine.At(3, 1), -1), engine.At(1, 1)},
		{"the last of a row", l.Edge(engine.At(3, 1), 1), engine.At(4, 1)},
		{"the edge of the edge", l.Edge(engine.At(4, 1), 1), engine.At(4, 1)},
		{"beside the edge", l.Beside(engine.At(1, 1), -1, 0), engine.At(1, 1)},
		{"above the first row", l.Beside(engine.At(1, 1), 0, -1), engine.At(1, 1)},
		{"the next row", l.Row(engine.At(5, 3), 1), engine.At(5, 4)},
		{"after the last row", l.Row(engine.At(2, 4), 1), engine.At(2, 1)},
		{"before the first row", l.Row(engine.At(2, 1), -1), engine.At(2, 4)},
		{"above what is nowhere above", l.Beside(engine.At(5, 3), 0, -1), engine.At(4, 2)},
		{"beside no place", l.Beside(engine.At(9, 9), 1, 0), engine.At(9, 9)},
	} {
		if c.got != c.want {
			t.Errorf("%s is %s, want %s", c.name, c.got, c.want)
		}
	}
}

// TestNothingShiftsWhileAGameIsPlayed checks that the positions of the piles do not
// depend on their cards.
func TestNothingShiftsWhileAGameIsPlayed(t *testing.T) {
	for _, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			s := g.Deal("A")
			first := s.Board()
			want := board.Fit(first, 78, 17)
			for range 20 {
				if s.Over() {
					break
				}
				next, err := s.Play(s.Moves()[0])
				if err != nil {
					t.Fatal(err)
				}
				s = next
				got := board.Fit(s.Board(), 78, 17)
				for _, v := range first.Piles {
					x, y := want.Corner(v.At)
					if gotX, gotY := got.Corner(v.At); gotX != x || gotY != y {
						t.Fatalf("%s goes from %d,%d to %d,%d", v.At, x, y, gotX, gotY)
					}
				}
			}
		})
	}
}
