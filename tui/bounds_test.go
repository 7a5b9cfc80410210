package tui_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"

	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// ambiguous holds every character of the suits deck that some terminals draw two columns
// wide. The ASCII deck has none; think twice before adding one.
const ambiguous = "♠♥♣" + "─│╭╮╰╯┼" + "━┃┏┓┗┛" + "╱╲▀▌" + "▒▁▂▃▄▅▆▇█" + "•×…–—’→↑↓←" + "≈"

// A shelf is a screen whose frames are checked: how to open a robot, and the keys that
// lead to the screen.
type shelf struct {
	name string
	open func(t *testing.T, i int) *tuitest.Robot
	keys string
}

// shelves returns the screens of the arcade and those of the i-th game.
func shelves() (arcade, game []shelf) {
	lobby := func(t *testing.T, i int) *tuitest.Robot {
		r := tuitest.New(t, played(40), catalog.All())
		for range i {
			r.Press("down")
		}
		return r
	}
	replay := func(t *testing.T, i int) *tuitest.Robot { return atReplay(t, recordOf(t, i, 3)) }
	for _, s := range keyedScreens() {
		arcade = append(arcade, shelf{s.name, func(t *testing.T, _ int) *tuitest.Robot { return s.open(t) }, ""})
	}
	return append(arcade, []shelf{
			{"search", lobby, "/ h o p"}, {"nothing found", lobby, "/ z z"}, {"deal code", lobby, "d enter"},
			{"long history", lobby, "H down"}, {"charts", lobby, "H s enter"}, {"topic", lobby, "L tab enter"},
			{"searching", lobby, "L end up enter / t h"},
		}...), []shelf{
			{"table", midway, ""}, {"marked", midway, "enter"}, {"typing", midway, "t a 1"}, {"asking", midway, "g"},
			{"refused", midway, "enter home enter"}, {"lit", midway, "m"}, {"rank", midway, "/ 5"}, {"ended", midway, "g y"},
			{"rules", midway, "f1"}, {"keys", midway, "?"}, {"learn", lobby, "L"},
			{"replay", replay, ""}, {"jump", replay, "2"}, {"record", replay, "e"},
		}
}

// midway returns a robot at the table of the i-th game, after some random moves.
func midway(t *testing.T, i int) *tuitest.Robot {
	r, s := deal(t, i, "BOUNDS"), catalog.All()[i].Deal("BOUNDS")
	random := rand.New(rand.NewPCG(uint64(i), 5))
	for n := 0; n < 4+i && !s.Over(); n++ {
		legal := s.Moves()
		m := legal[random.IntN(len(legal))]
		play(r, m.String())
		s = follow(t, s, m)
	}
	return r
}

// TestFramesKeepWithinTheWindow draws every screen of every game in windows of many
// sizes, in one deck or both, on a terminal that refuses to draw beyond its edges.
func TestFramesKeepWithinTheWindow(t *testing.T) {
	arcade, game := shelves()
	for _, s := range arcade {
		t.Run(s.name, func(t *testing.T) { t.Parallel(); s.look(t, 0) })
	}
	for i, g := range catalog.All() {
		for _, s := range game {
			t.Run(g.Info().ID+"/"+s.name, func(t *testing.T) { t.Parallel(); s.look(t, i) })
		}
	}
}

func (s shelf) look(t *testing.T, i int) {
	for _, ascii := range []bool{false, true} {
		if !*deep && ascii != (len(t.Name())%2 == 0) {
			continue
		}
		r := s.open(t, i)
		if ascii {
			r.Press("A")
		}
		r.Press(strings.Fields(s.keys)...)
		sizes := [][2]int{{20, 6}, {40, 12}, {53, 17}, {80, 24}, {97, 30}, {200, 60}}
		if strings.Contains(r.Screen(), "space/b page") { // breaking a page into lines is slow
			sizes = [][2]int{{40, 12}, {97, 30}}
		}
		for _, size := range sizes {
			r.Resize(size[0], size[1])
			within(t, r, size[0], size[1], ascii)
			for page := 0; page < 20 && size[0] == 97 && strings.Contains(r.Screen(), "space/b page"); page++ {
				r.Press("space")
				within(t, r, size[0], size[1], ascii)
			}
		}
	}
}

// within fails the test if a frame does not fit w columns and h rows, however wide its
// characters are measured.
func within(t *testing.T, r *tuitest.Robot, w, h int, ascii bool) {
	t.Helper()
	g := r.Grid()
	term := tuitest.NewTerminal(w, h)
	if _, err := fmt.Fprintf(term, "%s%s", grid.Enter, grid.Diff(nil, nil, g, grid.ANSI256)); err != nil {
		t.Fatalf("%v; the frame:\n%s", err, g)
	}
	if term.Screen() != g.String() || term.Unfinished() != "" {
		t.Fatalf("a terminal shows (%s)\n%s\nwant\n%s", term.Unfinished(), term.Screen(), g)
	}
	if c := g.Cursor; c.X < 0 || c.X >= w || c.Y < 0 || c.Y >= h {
		t.Fatalf("the cursor is at %d, %d of %d by %d:\n%s", c.X, c.Y, w, h, g)
	}
	narrow, wide := widths()
	lines := strings.Split(g.String(), "\n")
	if len(lines) > h {
		t.Fatalf("%d rows, want %d", len(lines), h)
	}
	for _, line := range lines {
		if narrow.StringWidth(line) > w || ansi.StringWidth(line) > w {
			t.Fatalf("%q is wider than %d", line, w)
		}
		if at := strings.IndexFunc(line, func(c rune) bool {
			if ascii {
				return c > '~'
			}
			return narrow.RuneWidth(c) != 1 || wide.RuneWidth(c) != 1 && !strings.ContainsRune(ambiguous, c)
		}); at >= 0 {
			t.Fatalf("%.8q is not a character of this deck:\n%s", line[at:], g)
		}
	}
}

// widths returns the two tables by which terminals measure characters.
func widths() (narrow, wide *runewidth.Condition) {
	return &runewidth.Condition{StrictEmojiNeutral: true}, &runewidth.Condition{StrictEmojiNeutral: true, EastAsianWidth: true}
}

// TestAmbiguousCharactersAreNeeded checks that every character in the list is ambiguous.
func TestAmbiguousCharactersAreNeeded(t *testing.T) {
	narrow, wide := widths()
	var certain []string
	for _, c := range ambiguous {
		if narrow.RuneWidth(c) != 1 || wide.RuneWidth(c) != 2 {
			certain = append(certain, string(c))
		}
	}
	if !slices.Equal(certain, nil) {
		t.Errorf("%v are as wide everywhere", certain)
	}
}
