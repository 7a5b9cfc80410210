package tui_test

import (
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// These robots never touch a key.

func TestGamesArePlayedByMouseAlone(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			s := enter(t, i, 2)
			name := g.Info().Name
			s.toTable(name)
			s.Sees(name, "moves 0 ")
			for m, ok := s.choose(); ok; m, ok = s.choose() {
				s.byMouse(m)
				if s.moves < 5 && !s.state.Over() {
					s.thinkAgain()
					s.ClickKey("q lobby")
					s.Sees("Boardwalk Arcade", fmt.Sprintf("open at move %d", s.moves))
					s.toTable(name)
				}
			}
			if !s.state.Over() {
				command(t, s.Robot, "finish: end the game", 0)
				s.ClickKey("y yes")
			}
			rest(s.Robot)
			s.Sees("Esc board")
			if strings.Contains(s.Screen(), "Esc the board") {
				s.Click("the board") // on the panel
			} else { // which leaves out what the last row has
				s.ClickKey("Esc board")
			}
			s.Sees(s.outcome(), "n new deal")
			s.ClickKey("Esc result")
			s.Click("q lobby")
			s.Sees("Boardwalk Arcade")
			s.ClickKey("H history")
			row := s.filed()
			s.Sees("Your history", "> "+row)
			s.Click(row)
			s.Sees(name+", replay", fmt.Sprintf("move 0 of %d", s.moves))
			s.ClickKey("right")
			s.Sees(fmt.Sprintf("move 1 of %d", s.moves))
			command(t, s.Robot, "the deal, the end", 0)
			s.Sees(fmt.Sprintf("move 0 of %d", s.moves))
			s.Wheel(s.moves)
			s.Sees("The end.")
			s.ClickKey("q back")
			s.ClickKey("q back")
			s.ClickKey("q leave")
			if s.ClickKey("y yes"); !s.Quit {
				t.Errorf("it does not end:\n%s", s.Screen())
			}
		})
	}
}

// toTable clicks on a game of the lobby until its table opens.
func (s *robotPlayer) toTable(name string) {
	s.t.Helper()
	for range catalog.All() {
		if !strings.Contains(s.Screen(), name) {
			s.Wheel(1)
		}
	}
	for range 2 {
		if strings.Contains(s.Screen(), "Boardwalk Arcade") {
			s.Click(name)
		}
	}
}

// command clicks on what a key does, on the keys page: by columns after the beginning of
// a text, to which it scrolls with the wheel.
func command(t *testing.T, r *tuitest.Robot, text string, by int) {
	t.Helper()
	r.ClickKey("?")
	for range 30 {
		if clickOn(r, text, by) {
			return
		}
		r.Wheel(1)
	}
	t.Fatalf("the keys page does not show %q:\n%s", text, r.Screen())
}

// thinkAgain asks for a new deal and then says no.
func (s *robotPlayer) thinkAgain() {
	s.t.Helper()
	command(s.t, s.Robot, "a new deal;", 0)
	s.Sees("Give up this game", "y yes  n no")
	s.ClickKey("n no")
	s.Sees("The game goes on.")
}

// byMouse plays a move by clicks or, if it goes to another place, sometimes by a drag. A
// drag plays at once unless a return is to be chosen, and a click on a stock does.
func (s *robotPlayer) byMouse(m engine.Move) {
	s.t.Helper()
	places := []string{m.From.String(), m.To.String(), m.Return.String()}
	var marked engine.Move
	from, _ := s.state.Board().Find(m.From)
	if !m.To.IsZero() && s.random.IntN(2) == 0 {
		dragPlace(s.Robot, places[0], places[1])
		if !strings.Contains(s.Screen(), "Return:") {
			s.again(m)
			s.played(m)
			return
		}
		marked = engine.Move{From: m.From, To: m.To}
	}
	for marked != m {
		n := marked.Len()
		clickPlace(s.Robot, places[n])
		if marked = s.forced(marked.With(place(m, n))); (n > 0 || from.Kind == engine.Stock) && marked == m { // the last mark plays
			s.again(m)
			s.played(m)
			return
		}
	}
	s.promises(m, marked)
	clickPlace(s.Robot, m.Last().String())
	s.played(m)
}

// again clicks on a marked move again if it was warned of.
func (s *robotPlayer) again(m engine.Move) {
	if saying(s.Robot, "Another click there plays it.") {
		clickPlace(s.Robot, m.Last().String())
	}
}

// TestEveryScreenByMouseAlone visits every screen, also in the smallest window.
func TestEveryScreenByMouseAlone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			r := tuitest.New(t, played(15), catalog.All())
			r.Resize(size[0], size[1])
			for _, step := range []struct {
				row  string // of the keys page
				by   int    // the column of the key in it
				sees string
				then func()
			}{
				{"S       ", 0, "> Theme", func() {
					r.Click("Theme")
					r.Sees("light")
					r.Click("Suit colours")
					r.Click("Suit colours")
					r.Sees("four")
				}},
				{"F1, i", 0, "Hop 45: the rules", func() {
					r.ClickKey("space")
					command(t, r, "Home, End", 0)
					r.Sees(" 0%")
				}},
				{"H, P", 0, "Your history", func() {
					r.Click("Hop 45")
					r.Click("> Hop 45")
					r.Sees("Hop 45", "move 0 of")
					r.ClickKey("q back")
				}},
				{"H, P", 3, "Statistics", func() {
					r.ClickKey("Tab")
					r.Sees("counted")
					r.Click("Hop 45")
					r.Sees("> Hop 45")
				}},
				{"   L      ", 3, "Learn Hop 45", func() {
					r.Click("> Live play")
					r.Sees("step 1 of")
					r.ClickKey("Enter")
					r.Sees("step 2 of")
					r.ClickKey("q back")
				}},
			} {
				command(t, r, step.row, step.by)
				r.Sees(step.sees)
				step.then()
				r.ClickKey("q back")
				r.Sees("Boardwalk Arcade")
			}
		})
	}
}
