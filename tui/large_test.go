package tui_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

// largeSizes are large windows, from those of a laptop to those of a large monitor.
var largeSizes = [][2]int{{100, 30}, {120, 40}, {160, 50}, {200, 60}}

// TestLargeFrames compares frames of all games, and of the widest, in large windows with
// golden files: in the middle of a game with a move marked, and looking back.
func TestLargeFrames(t *testing.T) {
	games := make(map[string]engine.Game)
	for _, g := range catalog.All() {
		games[strings.ReplaceAll(g.Info().ID, "/", "-")] = g
	}
	for name, g := range widest(t) {
		games["widest-"+name] = g
	}
	for name, g := range games {
		s := enterGame(t, g, largeSizes[0])
		for range 9 {
			m, ok := s.onward()
			if !ok {
				break
			}
			s.Press("t")
			s.Type(m.String())
			s.Press("enter")
			s.played(m)
		}
		rest(s.Robot)
		frames := func(what string) {
			t.Helper()
			for _, size := range largeSizes {
				s.Resize(size[0], size[1])
				golden(t, filepath.Join("testdata", "large", fmt.Sprintf("%s-%s-%dx%d.txt", name, what, size[0], size[1])), s.Screen()+"\n")
			}
		}
		if m, ok := s.onward(); ok {
			s.Press("t")
			s.Type(m.String())
		}
		frames("marked")
		s.Press("esc", "[", "[", "[")
		frames("back")
	}
}

// TestAllScreensBeginAtOneColumn checks that the headings of all screens without a board begin at the
// same column of a window, be there a pane beside them or none.
func TestAllScreensBeginAtOneColumn(t *testing.T) {
	first := make(map[[2]int]map[int]string) // by size, a screen whose heading begins at a column
	for _, size := range largeSizes {
		first[size] = make(map[int]string)
	}
	for _, s := range screens() {
		r := s.show(t, largeSizes[0], "")
		if tui.Framed(r.App) {
			continue
		}
		for _, size := range largeSizes {
			r.Resize(size[0], size[1])
			heading := strings.TrimLeft(r.Screen(), "\n")
			column := len(heading) - len(strings.TrimLeft(heading, " "))
			first[size][column] = s.name
		}
	}
	for size, columns := range first {
		if len(columns) != 1 {
			t.Errorf("%d x %d: screens begin at columns %v", size[0], size[1], columns)
		}
	}
}

// onward returns the legal move that leaves the most moves, so that the game goes on.
func (s *robotPlayer) onward() (best engine.Move, ok bool) {
	most := 0
	for _, m := range s.state.Moves() {
		next, err := s.state.Play(m)
		if err != nil || next.Over() {
			continue
		}
		if n := len(next.Moves()); n > most {
			best, most = m, n
		}
	}
	return best, most > 0
}

// TestLargeFramesOfOtherScreens compares frames of the other screens with boards in large
// windows with golden files.
func TestLargeFramesOfOtherScreens(t *testing.T) {
	all := []shown{
		{"replay", recorded, keys("H", "enter", "right", "right")},
		{"replay-analysed", analysed, keys("H", "enter", "a", "esc", "n")},
		{"analysis", analysed, keys("H", "enter", "a", "down", "down")},
		{"watch", amongOthers, func(t *testing.T, r *tuitest.Robot) { watch(t, r, 7) }},
		{"end", nil, func(t *testing.T, r *tuitest.Robot) {
			r.Press("enter")
			play(r, over(t, catalog.All()[hop45], "R1")...)
			r.Press("esc")
		}},
		{"lesson", nil, keys("L", "enter", "enter", "enter", "enter", "down", "down", "down", "right", "right", "enter")},
		{"race-table", atRaces(scored(begun(aRace()), 12, 9, 2)), func(t *testing.T, r *tuitest.Robot) {
			openRaceScreen(r)
			play(r, line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), 5)...)
			r.Press("enter", "esc")
		}},
	}
	for _, s := range all {
		for _, size := range [][2]int{{120, 40}, {200, 60}} {
			golden(t, filepath.Join("testdata", "large", fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1])), s.show(t, size, "").Screen()+"\n")
		}
	}
}

// A click on a move in a replay goes there, and the wheel beside the list still steps.
func TestTheListOfAReplay(t *testing.T) {
	store := &tuitest.Store{}
	record := recordOf(t, luckySeven, 15)
	addResult(store, arcade.Result{Record: record, Class: arcade.Counted})
	r := tuitest.New(t, store, catalog.All())
	r.Resize(120, 40)
	r.Press("H", "enter")
	r.Click("9 " + record.Moves[8].String())
	r.Sees("move 9 of 15", ">  9 "+record.Moves[8].String())
	r.Wheel(1)
	r.Sees("move 10 of 15")
	r.Click("the deal")
	r.Sees("move 0 of 15")
	r.Press("space")
	r.Tick()
	r.Click("5 " + record.Moves[4].String())
	r.Sees("move 5 of 15", "space run")
}

// TestGamesArePlayedInLargeWindows plays each game by the arrows and by the mouse, read off
// the screen.
func TestGamesArePlayedInLargeWindows(t *testing.T) {
	for i, g := range catalog.All() {
		for n, size := range largeSizes {
			if !*deep && n/2 != i%2 {
				continue
			}
			t.Run(fmt.Sprintf("%s-%dx%d", g.Info().ID, size[0], size[1]), func(t *testing.T) {
				s := enter(t, i, 3)
				s.Resize(size[0], size[1])
				for range i {
					s.Press("down")
				}
				s.Press("enter")
				s.Sees("moves 0 ")
				for m, ok := s.choose(); ok && s.moves < 30; m, ok = s.choose() {
					if n%2 == 0 {
						s.byKeys(m)
					} else {
						s.byMouse(m)
					}
				}
				s.finished(g)
			})
		}
	}
}
