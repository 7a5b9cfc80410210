package sheet_test

import (
	"iter"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/sheet"
	"boardwalk/tui/theme"
)

// A sheeted is a round with its sheet, which counts the states that the sheet asks for.
type sheeted struct {
	*engine.Round
	sheet sheet.Sheet
	asked int
	t     *testing.T
}

// newSheeted returns a round of Chessboard, in which all cards lie open.
func newSheeted(t *testing.T) *sheeted {
	g, _ := catalog.All().Find("chessboard")
	return &sheeted{Round: engine.NewRound(g, "R1"), t: t}
}

// play plays n legal moves.
func (s *sheeted) play(n int) {
	s.t.Helper()
	for range n {
		moves := s.State().Moves()
		if err := s.Play(moves[s.Len()%len(moves)]); err != nil {
			s.t.Fatal(err)
		}
	}
}

// frame returns what the sheet draws in a number of rows, as it shows a move.
func (s *sheeted) frame(rows, at int, chosen bool) string {
	s.sheet.Follow(s.Record().Moves, func(n int) iter.Seq[engine.State] {
		return func(yield func(engine.State) bool) {
			for state := range s.States(n) {
				s.asked++
				if !yield(state) {
					return
				}
			}
		}
	})
	g := grid.New(sheet.Width, rows)
	s.sheet.Draw(g, theme.Default(), 0, 0, rows, at, chosen, func(n int) string { return map[int]string{2: "x??"}[n] })
	return g.String()
}

func TestASheetListsTheMoves(t *testing.T) {
	s := newSheeted(t)
	s.play(3)
	got := s.frame(6, 2, true)
	first := s.Record().Moves[0].String()
	for _, want := range []string{"move      points", "\n│   0 the deal\n", "\n│   1 " + first + "   ", "\n│>  2 ", "x??\n", "\n│   3 "} {
		if !strings.Contains(got, want) {
			t.Errorf("the sheet has no %q:\n%s", want, got)
		}
	}
}

// A sheet replays only what it does not know: a move is a step, and so is an undo.
func TestASheetFollowsByAStep(t *testing.T) {
	s := newSheeted(t)
	s.play(200)
	s.frame(20, 200, false)
	for _, c := range []struct {
		name string
		do   func()
		most int
	}{
		{"a move", func() { s.play(1) }, 2},
		{"nothing", func() {}, 0},
		{"an undo", func() { s.Undo() }, 0},
		{"another move", func() { s.play(1) }, 2},
		{"a restart", func() { s.Restart() }, 0},
		{"the restart taken back", func() { s.Undo() }, 201 + 1},
	} {
		s.asked = 0
		c.do()
		got := s.frame(20, s.Len(), false)
		if s.asked > c.most {
			t.Errorf("after %s the sheet asks for %d states, want at most %d", c.name, s.asked, c.most)
		}
		fresh := &sheeted{Round: s.Round, t: t}
		fresh.frame(20, s.Len(), false)
		if got, want := s.sheet.Len(), fresh.sheet.Len(); got != want {
			t.Errorf("after %s the sheet has %d moves, want %d", c.name, got, want)
		}
		if want := fresh.frame(20, s.Len(), false); got != want && c.most > 2 {
			t.Errorf("after %s the sheet is\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// Most moves change one row, wherever the list has come to.
func TestASheetScrollsByHalfAPage(t *testing.T) {
	s := newSheeted(t)
	const rows = 12
	before, scrolled := s.frame(rows, 0, false), 0
	for range 60 {
		s.play(1)
		now := s.frame(rows, s.Len(), false)
		changed, old := 0, strings.Split(before, "\n")
		for i, row := range strings.Split(now, "\n") {
			if row != old[i] {
				changed++
			}
		}
		if changed > 1 {
			scrolled++
		}
		if !strings.Contains(now, s.Record().Moves[s.Len()-1].String()) {
			t.Fatalf("the newest move does not show:\n%s", now)
		}
		before = now
	}
	if scrolled > 60/(rows/2)+1 {
		t.Errorf("the sheet has scrolled %d times", scrolled)
	}
}

func TestTheMouseOnASheet(t *testing.T) {
	s := newSheeted(t)
	s.play(40)
	s.frame(11, 0, false)
	if n, ok := s.sheet.Under(tea.Mouse{X: 4, Y: 3}); n != 2 || !ok {
		t.Errorf("the third row is move %d, %t; want 2", n, ok)
	}
	if s.sheet.Wheel(tea.MouseWheelMsg{X: sheet.Width, Y: 3, Button: tea.MouseWheelDown}) {
		t.Error("the wheel turns beside the sheet")
	}
	for range 100 {
		s.sheet.Wheel(tea.MouseWheelMsg{X: 4, Y: 3, Button: tea.MouseWheelDown})
	}
	if got := s.frame(11, 0, false); !strings.Contains(got, "│  40 ") || strings.Contains(got, "the deal") {
		t.Errorf("the wheel does not come to the last move:\n%s", got)
	}
	if _, ok := s.sheet.Under(tea.Mouse{X: 4, Y: 9}); ok {
		t.Error("a row below the last move is a move")
	}
	s.sheet.Hide()
	if _, ok := s.sheet.Under(tea.Mouse{X: 4, Y: 1}); ok {
		t.Error("a move of a hidden sheet is under the mouse")
	}
}
