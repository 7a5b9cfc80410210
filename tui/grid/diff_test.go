package grid_test

import (
	"math/rand/v2"
	"testing"

	"boardwalk/tui/grid"
)

// TestDiffShowsNext follows terminals of random sizes and profiles through random frames:
// each diff must leave exactly the next frame, styles included.
func TestDiffShowsNext(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		p := grid.Profile(seed % 4)
		w, h := 1+rnd.IntN(200), 1+rnd.IntN(60)
		if seed%2 == 0 { // small ones reach the edges often
			w, h = 1+rnd.IntN(12), 1+rnd.IntN(6)
		}
		term := newTerminal(t, w, h)
		var old *grid.Grid
		next := grid.New(w, h)
		for frame := range 6 {
			scribble(rnd, next)
			diff := grid.Diff(nil, old, next, p)
			if _, err := term.Write(diff); err != nil {
				t.Fatalf("seed %d, frame %d, %dx%d: %v in %q", seed, frame, w, h, err, diff)
			}
			if wrong := differs(term, p, next); wrong != "" {
				t.Fatalf("seed %d, frame %d, %dx%d: %s after %q", seed, frame, w, h, wrong, diff)
			}
			if old == nil {
				old = grid.New(0, 0)
			}
			old.CopyFrom(next)
		}
	}
}

// scribble changes a grid as screens do: text, boxes, single cells, blanks to the end of
// a row, and now and then everything.
func scribble(rnd *rand.Rand, g *grid.Grid) {
	w, h := g.Width(), g.Height()
	dense := rnd.IntN(4)
	for range 1 + rnd.IntN(1+w*h*dense*dense/40+4) {
		x, y := rnd.IntN(w+2)-1, rnd.IntN(h+2)-1
		switch rnd.IntN(6) {
		case 0:
			g.Put(x, y, "│9♠ │ a card, 7×3 ▒▒▒"[:rnd.IntN(28)], randomStyle(rnd))
		case 1:
			g.Fill(x, y, rnd.IntN(w+1), rnd.IntN(h+1), ' ', grid.Style{})
		case 2:
			g.Fill(x, y, rnd.IntN(9), rnd.IntN(4), '▒', randomStyle(rnd))
		case 3:
			g.Fill(x, y, w, 1, ' ', randomStyle(rnd))
		default:
			g.Set(x, y, []rune("a ♥─")[rnd.IntN(4)], randomStyle(rnd))
		}
	}
	g.Cursor = grid.Cursor{X: rnd.IntN(w+4) - 2, Y: rnd.IntN(h+4) - 2, Visible: rnd.IntN(2) == 0}
}

func randomStyle(rnd *rand.Rand) grid.Style {
	var s grid.Style
	if rnd.IntN(2) == 0 {
		return s
	}
	if rnd.IntN(2) == 0 {
		s.Fg = grid.Color256(uint8(rnd.IntN(256) >> rnd.IntN(6)))
	}
	if rnd.IntN(3) == 0 {
		s.Bg = grid.Color256(uint8(rnd.IntN(256) >> rnd.IntN(6)))
	}
	s.Attr = grid.Attr(rnd.IntN(32) & rnd.IntN(32))
	return s
}

// seenIn returns what can be seen of a grid on a terminal of the profile: fewer colours,
// and of most spaces only the background.
func seenIn(p grid.Profile, g *grid.Grid) *grid.Grid {
	seen := grid.New(g.Width(), g.Height())
	seen.Cursor = g.Cursor
	for y := range g.Height() {
		for x := range g.Width() {
			c := g.At(x, y)
			s := c.Style()
			if c.Rune() == ' ' && s.Attr&(grid.Underline|grid.Reverse) == 0 {
				s = grid.Style{Bg: s.Bg}
			}
			switch p {
			case grid.Mono:
				s.Fg, s.Bg = 0, 0
			case grid.ANSI16:
				s.Fg, s.Bg = grid.Nearest16(s.Fg), grid.Nearest16(s.Bg)
			}
			seen.Set(x, y, c.Rune(), s)
		}
	}
	return seen
}

func TestDiffBytes(t *testing.T) {
	red := grid.Style{Fg: grid.Color256(1)}
	tests := []struct {
		name string
		p    grid.Profile
		old  func(*grid.Grid)
		next func(*grid.Grid)
		want string
	}{
		{"equal grids need nothing", grid.ANSI256,
			func(g *grid.Grid) { g.Put(3, 2, "Walk", red) },
			func(g *grid.Grid) { g.Put(3, 2, "Walk", red) }, ""},
		{"colours alone need nothing without colours", grid.Mono,
			func(g *grid.Grid) { g.Put(3, 2, "Walk", red) },
			func(g *grid.Grid) { g.Put(3, 2, "Walk", grid.Style{}) }, ""},
		{"near colours need nothing in 16", grid.ANSI16,
			func(g *grid.Grid) { g.Put(3, 2, "Walk", grid.Style{Fg: grid.Color256(196)}) },
			func(g *grid.Grid) { g.Put(3, 2, "Walk", grid.Style{Fg: grid.Color256(9)}) }, ""},
		{"a short gap is written again", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "a12b", grid.Style{}) },
			func(g *grid.Grid) { g.Put(0, 0, "c12d", grid.Style{}) }, "c12d\x1b[H"},
		{"a long gap is skipped", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "a12345b", grid.Style{}) },
			func(g *grid.Grid) { g.Put(0, 0, "c12345d", grid.Style{}) }, "c\x1b[5Cd\x1b[H"},
		{"a gap of another style is skipped", grid.ANSI256,
			func(g *grid.Grid) { g.Set(g.Put(1, 0, "1", red), 0, 'b', grid.Style{}) },
			func(g *grid.Grid) {
				g.Set(0, 0, 'c', grid.Style{})
				g.Put(2, 0, "d", grid.Style{})
				g.Put(1, 0, "1", red)
			},
			"c\x1b[Cd\x1b[H"},
		{"the row below is a step away", grid.ANSI256,
			func(g *grid.Grid) {},
			func(g *grid.Grid) { g.Fill(9, 2, 1, 2, 'x', grid.Style{}) }, "\n\n\x1b[9Cx\n\bx\x1b[H"},
		{"few steps are a control character each", grid.ANSI256,
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 9, Y: 0} },
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 7, Y: 3} }, "\n\n\n\b\b"},
		{"more are a sequence", grid.ANSI256,
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 9, Y: 0} },
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 9, Y: 4} }, "\x1b[4B"},
		{"up and to the right are sequences", grid.ANSI256,
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 9, Y: 4} },
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 10, Y: 3} }, "\x1b[A\x1b[C"},
		{"the end of a row is erased", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "abcdefgh", red) },
			func(g *grid.Grid) { g.Put(0, 0, "a", red) }, "\x1b[C\x1b[K\b"},
		{"it is erased whatever its ink", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "abcdefgh", grid.Style{}) },
			func(g *grid.Grid) { g.Put(0, 0, "a", red) }, "\x1b[31ma\x1b[K\x1b[m\b"},
		{"it is not erased in a background", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "abcdefgh", grid.Style{}) },
			func(g *grid.Grid) { g.Put(0, 0, "a", grid.Style{Bg: grid.Color256(1)}) }, "\x1b[41ma\x1b[m\x1b[K\b"},
		{"a short end is blanked", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "abc", red) },
			func(g *grid.Grid) { g.Put(0, 0, "a", red) }, "\x1b[C  \x1b[H"},
		{"a coloured end is not erased", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "abcdefghijklmnopqrst", grid.Style{}) },
			func(g *grid.Grid) { g.Fill(0, 0, 20, 1, ' ', grid.Style{Bg: grid.Color256(4)}) },
			"\x1b[44m                    \x1b[m\x1b[H"},
		{"it is where the terminal erases in its background", grid.ANSI256BCE,
			func(g *grid.Grid) { g.Put(0, 0, "abcdefghijklmnopqrst", grid.Style{}) },
			func(g *grid.Grid) {
				g.Fill(0, 0, 20, 1, ' ', grid.Style{Bg: grid.Color256(4)})
				g.Put(0, 0, "a", grid.Style{Fg: grid.Color256(1), Bg: grid.Color256(4)})
			},
			"\x1b[31;44ma\x1b[K\x1b[m\b"},
		{"but only in the last background", grid.ANSI256BCE,
			func(g *grid.Grid) { g.Put(0, 0, "abcdefghijklmnopqrst", grid.Style{}) },
			func(g *grid.Grid) { g.Fill(0, 0, 10, 1, ' ', grid.Style{Bg: grid.Color256(4)}) },
			"\x1b[44m          \x1b[m\x1b[K\x1b[H"},
		{"and not underlined", grid.ANSI256BCE,
			func(g *grid.Grid) { g.Put(0, 0, "abcdefghijklmnopqrst", grid.Style{}) },
			func(g *grid.Grid) {
				g.Fill(0, 0, 20, 1, ' ', grid.Style{Bg: grid.Color256(4)})
				g.Put(0, 0, "a", grid.Style{Bg: grid.Color256(4), Attr: grid.Underline})
			},
			"\x1b[4;44ma\x1b[24m\x1b[K\x1b[m\b"},
		{"after the last column the cursor is placed", grid.ANSI256,
			func(g *grid.Grid) {},
			func(g *grid.Grid) { g.Fill(19, 1, 1, 2, 'x', grid.Style{}) }, "\n\x1b[19Cx\x1b[3;20Hx\x1b[H"},
		{"only what differs of a style is sent", grid.ANSI256,
			func(g *grid.Grid) {},
			func(g *grid.Grid) {
				g.Set(0, 0, 'a', grid.Style{Fg: grid.Color256(9), Bg: grid.Color256(99), Attr: grid.Bold})
				g.Set(1, 0, 'b', grid.Style{Fg: grid.Color256(9), Bg: grid.Color256(99), Attr: grid.Faint})
				g.Set(2, 0, 'c', grid.Style{Attr: grid.Reverse})
			}, "\x1b[1;91;48;5;99ma\x1b[22;2mb\x1b[;7mc\x1b[m\x1b[H"},
		{"a space takes any style of its background", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "xxxxx", grid.Style{}) },
			func(g *grid.Grid) { g.Put(g.Put(0, 0, "a b", red), 0, " c", grid.Style{Attr: grid.Bold}) },
			"\x1b[31ma b \x1b[;1mc\x1b[m\x1b[H"},
		{"an underlined space does not", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "xxx", grid.Style{}) },
			func(g *grid.Grid) { g.Put(0, 0, "a c", red); g.Set(1, 0, ' ', grid.Style{Attr: grid.Underline}) },
			"\x1b[31ma\x1b[;4m \x1b[;31mc\x1b[m\x1b[H"},
		{"a space in other ink needs nothing", grid.ANSI256,
			func(g *grid.Grid) { g.Put(0, 0, "a c", red) },
			func(g *grid.Grid) { g.Put(0, 0, "a c", red); g.Set(1, 0, ' ', grid.Style{Attr: grid.Bold}) }, ""},
		{"the cursor moves and shows", grid.ANSI256,
			func(g *grid.Grid) {},
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 4, Y: 99, Visible: true} }, "\x1b[5;5H\x1b[?25h"},
		{"the cursor hides", grid.ANSI256,
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 4, Y: 2, Visible: true} },
			func(g *grid.Grid) { g.Cursor = grid.Cursor{X: 4, Y: 2} }, "\x1b[?25l"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, next := grid.New(20, 5), grid.New(20, 5)
			tt.old(old)
			tt.next(next)
			if got := string(grid.Diff(nil, old, next, tt.p)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDiffOfOtherSizeRepaints(t *testing.T) {
	next := grid.New(3, 1)
	next.Put(0, 0, "abc", grid.Style{})
	want := "\x1b[m\x1b[H\x1b[2Jabc\x1b[H\x1b[?25l"
	for name, old := range map[string]*grid.Grid{"none": nil, "wider": grid.New(4, 1), "empty": grid.New(0, 0)} {
		if got := string(grid.Diff(nil, old, next, grid.ANSI256)); got != want {
			t.Errorf("old %s: got %q, want %q", name, got, want)
		}
	}
}

func TestDiffAppends(t *testing.T) {
	next := grid.New(1, 1)
	if got := string(grid.Diff([]byte("before"), next, next, grid.Mono)); got != "before" {
		t.Errorf("got %q, want the prefix kept and nothing more", got)
	}
}
