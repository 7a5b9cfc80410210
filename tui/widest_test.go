package tui_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// widest returns the games with the widest boards: without a hand, with the largest hand
// and every kind of play, and with the longest walk.
func widest(t *testing.T) map[string]engine.Game {
	t.Helper()
	games := make(map[string]engine.Game)
	for name, change := range map[string]func(v *boardwalk.Variation){
		"10-11": func(v *boardwalk.Variation) { v.Upper, v.Lower = 10, 11 },
		"10-9-hand": func(v *boardwalk.Variation) {
			v.Upper, v.Lower, v.HandColumns = 10, 9, 2
			v.HandBasic, v.HandPower, v.HandBlind, v.Trump, v.HighTrump, v.Coax = true, true, true, true, true, true
			v.AutoFlipUpper, v.Favor, v.FavorsOnDeal, v.OpeningFavors = false, true, 2, 1
		},
		"8-13": func(v *boardwalk.Variation) { v.Upper, v.Lower = 8, 13 },
	} {
		v := boardwalk.Default()
		v.Name, v.OrderedRanks, v.Suits = "W", 18, 5
		v.Wilds, v.Frees, v.Jokers = true, true, true
		change(&v)
		g, err := boardwalk.New(v)
		if err != nil {
			t.Fatal(err)
		}
		games[name] = g
	}
	return games
}

// eachWidest runs a test for each of the widest games, in the smallest window, and in the deep tests in a
// common one too.
func eachWidest(t *testing.T, test func(t *testing.T, g engine.Game, size [2]int)) {
	t.Helper()
	for name, g := range widest(t) {
		for _, size := range [][2]int{{80, 24}, {40, 12}} {
			if !*deep && size[0] > 40 {
				continue
			}
			t.Run(fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), func(t *testing.T) { test(t, g, size) })
		}
	}
}

// enterGame returns a robot player at a table of a game, in a window of a size.
func enterGame(t *testing.T, g engine.Game, size [2]int) *robotPlayer {
	t.Helper()
	s := &robotPlayer{Robot: tuitest.New(t, &tuitest.Store{}, engine.Catalog{g}), t: t, state: g.Deal("R1"), seen: make(map[string]bool)}
	s.random = rand.New(rand.NewPCG(80, 24))
	s.Resize(size[0], size[1])
	s.Press("enter")
	s.Sees("moves 0 ")
	return s
}

// finished checks that the store has the game that was played, and that it replays.
func (s *robotPlayer) finished(g engine.Game) {
	s.t.Helper()
	if !s.state.Over() {
		s.Press("esc", "g", "y")
	} else {
		rest(s.Robot)
		s.Press("g")
	}
	if len(s.Store.Results) != 1 {
		s.t.Fatalf("%d results are stored:\n%s", len(s.Store.Results), s.Screen())
	}
	states, err := s.Store.Results[0].Record.Replay(g)
	if err != nil {
		s.t.Fatal(err)
	}
	if got, want := fmt.Sprint(states[len(states)-1].Board()), fmt.Sprint(s.state.Board()); got != want {
		s.t.Errorf("the record leads to %s, want %s", got, want)
	}
}

func TestTheWidestBoardsByKeys(t *testing.T) {
	eachWidest(t, func(t *testing.T, g engine.Game, size [2]int) {
		s := enterGame(t, g, size)
		for m, ok := s.choose(); ok; m, ok = s.choose() {
			s.byKeys(m)
		}
		s.finished(g)
	})
}

func TestTheWidestBoardsByMouse(t *testing.T) {
	eachWidest(t, func(t *testing.T, g engine.Game, size [2]int) {
		s := enterGame(t, g, size)
		for m, ok := s.choose(); ok; m, ok = s.choose() {
			s.byMouse(m)
		}
		s.finished(g)
	})
}

func TestTheWidestBoardsByWord(t *testing.T) {
	eachWidest(t, func(t *testing.T, g engine.Game, size [2]int) {
		s := enterGame(t, g, size)
		for m, ok := s.choose(); ok; m, ok = s.choose() {
			s.Press("t")
			s.Type(m.String())
			s.promises(m, m)
			s.Press("enter")
			s.played(m)
		}
		s.finished(g)
	})
}

// TestTheWidestFrames compares frames of the widest boards with golden files: the deal,
// a move being marked in the middle of a game, and its end.
func TestTheWidestFrames(t *testing.T) {
	for name, g := range widest(t) {
		for _, size := range sizes[:3] {
			s := enterGame(t, g, size)
			frame := func(what string) {
				t.Helper()
				golden(t, filepath.Join("testdata", "widest", fmt.Sprintf("%s-%s-%dx%d.txt", name, what, size[0], size[1])), s.Screen()+"\n")
			}
			frame("deal")
			for n := 0; ; n++ {
				m, ok := s.choose()
				if !ok {
					break
				}
				s.Press("t")
				s.Type(m.String())
				if n == 9 {
					frame("middle")
				}
				s.Press("enter")
				s.played(m)
			}
			s.Press("esc")
			frame("end")
		}
	}
}

// golden compares a frame with a file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed; if that is right: go test ./tui -run TestTheWidestFrames -update\n%s\nwant:\n%s", path, got, want)
	}
}

// TestTheCursorComesEverywhereOnTheWidestBoards walks to every place with the arrows, and
// clicks on it.
func TestTheCursorComesEverywhereOnTheWidestBoards(t *testing.T) {
	eachWidest(t, func(t *testing.T, g engine.Game, size [2]int) {
		s := enterGame(t, g, size)
		piles := s.state.Board().Piles
		if got := len(boardOn(s.Robot)); got != len(piles) {
			t.Fatalf("the screen shows %d places of %d:\n%s", got, len(piles), s.Screen())
		}
		for _, v := range piles {
			walkToPlace(s.Robot, v.At.String())
			s.Press("esc")
		}
		for _, v := range slices.Backward(piles) {
			clickPlace(s.Robot, v.At.String())
			if got := cursorOf(s.Robot); got != v.At.String() {
				t.Errorf("a click on %s leads to %s:\n%s", v.At, got, s.Screen())
			}
			s.Press("esc")
		}
	})
}

// variations is how many random variations are drawn and played.
var variations = flag.Int("variations", 7, "how many random variations are drawn and played")

// TestVariationsAreDrawnWhole plays random variations at random by typed moves, up to the
// end. At some positions it checks that each pile is inside the window, and covered by
// nothing else, in windows of common sizes.
func TestVariationsAreDrawnWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 26))
	for i := range *variations {
		v := boardwalk.Random(random)
		v.Name = fmt.Sprintf("Random %d", i)
		g, err := boardwalk.New(v)
		if err != nil {
			t.Fatal(err)
		}
		s := enterGame(t, g, [2]int{80, 24})
		for n := 0; !s.state.Over(); n++ {
			moves := s.state.Moves()
			m := moves[random.IntN(len(moves))]
			s.Press("t")
			s.Type(m.String())
			if n%16 == 0 {
				s.whole()
			}
			s.Press("enter")
			if n == 0 && engine.Warning(s.state, m) != "" {
				s.Press("enter") // a newcomer is asked
			}
			next, err := s.state.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			s.state = next
			if s.moves++; s.moves == 300 {
				break
			}
		}
		if s.Press("esc"); strings.Contains(s.Screen(), "Esc board") {
			s.Press("esc")
		}
		s.whole()
		s.finished(g)
		if t.Failed() {
			t.Fatalf("it is %+v", v)
		}
	}
}

// whole checks the frames of a position in windows of several sizes.
func (s *robotPlayer) whole() {
	s.t.Helper()
	for _, size := range [][2]int{{60, 20}, {40, 12}, {100, 30}, {120, 40}, {160, 50}, {200, 60}, {80, 24}} {
		s.Resize(size[0], size[1])
		s.wholeIn(size)
	}
}

// wholeIn checks the frame of a position in a window of a size.
func (s *robotPlayer) wholeIn(size [2]int) {
	s.t.Helper()
	frame := s.Grid()
	alone := grid.New(2*size[0], 2*size[1])
	l, x, y := tui.DrawBoard(s.App, alone, size[0], size[1])
	for cy := range y + l.Height {
		for cx := range x + l.Width { // the names of rows are beyond it, where there is room
			if want := alone.At(cx, cy).Rune(); want != ' ' && frame.At(cx, cy).Rune() != want {
				s.t.Fatalf("in %v the board has %q at %d,%d, but the frame is\n%s", size, want, cx, cy, frame)
			}
		}
	}
	room := make(map[engine.Place]int)
	for cy := range size[1] {
		for cx := range size[0] {
			if p, ok := l.At(cx-x, cy-y); ok {
				room[p]++
			}
		}
	}
	for _, v := range s.state.Board().Piles {
		w, h := l.Size.Card()
		if got, want := room[v.At], w*h; got != want {
			s.t.Fatalf("in %v %s has %d cells of its own, want %d:\n%s", size, v.At, got, want, frame)
		}
	}
}
