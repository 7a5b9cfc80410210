package tui_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

// frame compares what the robot sees with a golden file of plain text.
func frame(t *testing.T, r *tuitest.Robot, name string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	got := r.Screen() + "\n"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the frame %s is not as it was:\n%s\nwant:\n%s", name, got, want)
	}
}

// fileName is a game's ID as part of a file's name.
func fileName(g engine.Game) string { return strings.ReplaceAll(g.Info().ID, "/", "-") }

// deal puts the robot at the table of the i-th game with a deal of its own
// choice.
func deal(t *testing.T, i int, code string) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	for range i {
		r.Press("down")
	}
	r.Press("d")
	r.Type(code)
	r.Press("enter")
	return r
}

// play types moves.
func play(r *tuitest.Robot, words ...string) {
	for _, w := range words {
		r.Press("t")
		r.Type(w)
		r.Press("enter")
	}
}

// TestFrames shows every game in the middle of a deal, with a card marked, in
// a window of 80 by 24.
func TestFrames(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			r := deal(t, i, "GOLDEN")
			play(r, line(t, g, "GOLDEN", 9)...)
			r.Press("enter")
			frame(t, r, "table-"+fileName(g))
		})
	}
}

func TestQuietFrames(t *testing.T) {
	games := catalog.All()
	r := tuitest.New(t, &tuitest.Store{}, games)
	frame(t, r, "lobby-new")
	r.Press("enter")
	play(r, line(t, games[0], "R1", 3)...)
	r.Press("q", "down", "down", "enter")
	play(r, line(t, games[2], "R2", 5)...)
	r.Clock += 95_000
	r.Press("g", "y", "q")
	frame(t, r, "lobby")
}

// line is the words of n moves from a deal, after which it goes on.
func line(t *testing.T, g engine.Game, code engine.Code, n int) []string {
	t.Helper()
	words, ok := onward(g.Deal(code), n)
	if !ok {
		t.Fatalf("%s %s has no line of %d moves that goes on", g.Info().ID, code, n)
	}
	return words
}

// onward is a line of n moves behind which s is not over, if there is one.
func onward(s engine.State, n int) ([]string, bool) {
	if s.Over() {
		return nil, false
	}
	if n == 0 {
		return nil, true
	}
	moves := s.Moves()
	for i := range moves {
		m := moves[(i+5*n)%len(moves)]
		if next, err := s.Play(m); err == nil {
			if d, ok := next.(engine.Dealer); ok { // what the table plays by itself
				if m, ok := d.NextDeal(); ok {
					next, _ = next.Play(m)
				}
			}
			if rest, ok := onward(next, n-1); ok {
				return append([]string{m.String()}, rest...), true
			}
		}
	}
	return nil, false
}

func TestSmallAndLargeWindows(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			r := deal(t, i, "GOLDEN")
			for _, size := range [][2]int{{1, 1}, {20, 6}, {39, 24}, {40, 12}, {60, 20}, {80, 24}, {120, 40}, {200, 60}} {
				r.Resize(size[0], size[1])
				for n, line := range strings.Split(r.Screen(), "\n") {
					if len([]rune(line)) > size[0] || n >= size[1] {
						t.Fatalf("at %v line %d is %q", size, n, line)
					}
				}
			}
			r.Resize(40, 12)
			frame(t, r, "small-"+fileName(g))
			r.Resize(30, 12)
			r.Sees("Please make the", "window 40x12.")
		})
	}
}

func TestASCIIAndThemes(t *testing.T) {
	r := deal(t, 2, "GOLDEN")
	r.Press("A")
	for _, c := range r.Screen() {
		if c > '~' {
			t.Fatalf("the ASCII deck shows %q:\n%s", c, r.Screen())
		}
	}
	frame(t, r, "ascii")
	text := r.Screen()
	for range 3 {
		r.Press("T")
		if r.Screen() != text {
			t.Fatal("a theme changes more than styles")
		}
	}
	r.Press("A")
	r.Sees("╭", "♥")
}
