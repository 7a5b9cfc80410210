package grid_test

import (
	"math"
	"strings"
	"testing"
	"unicode"

	"boardwalk/tui/grid"
)

func TestCellKeepsWhatItIsGiven(t *testing.T) {
	for _, r := range " a~é─╭▒█×♠♥♦♣✕→…╌Ж" {
		for _, s := range []grid.Style{
			{},
			{Fg: grid.Color256(0), Bg: grid.Color256(255)},
			{Fg: grid.Color256(255), Attr: grid.Bold | grid.Faint | grid.Italic | grid.Underline | grid.Reverse},
			{Bg: grid.Color256(17), Attr: grid.Reverse},
		} {
			c := grid.NewCell(r, s)
			if c.Rune() != r || c.Style() != s {
				t.Errorf("got %q %+v, want %q %+v", c.Rune(), c.Style(), r, s)
			}
		}
	}
}

func TestZeroCellIsABlank(t *testing.T) {
	if got := grid.NewCell(' ', grid.Style{}); got != 0 {
		t.Errorf("got %#x, want 0", uint64(got))
	}
}

func TestCellRefusesRunes(t *testing.T) {
	tests := map[string]rune{
		"a C0 control": '\x1b', "newline": '\n', "delete": 0x7f, "a C1 control": 0x9b,
		"a wide rune": '世', "an emoji": '😀', "half a flag": 0x1f1e6, "a combining mark": 0x301,
		"zero width": 0x200b, "a joiner": 0x200d, "a soft hyphen": 0xad, "a variation selector": 0xfe0f,
		"a bidi override": 0x202e, "a bidi isolate": 0x2067, "a bidi mark": 0x200f, "a line separator": 0x2028,
		"a byte order mark": 0xfeff, "private use": 0xe000, "a tag": 0xe0041, "broken UTF-8": unicode.ReplacementChar,
		"a surrogate": 0xd800, "beyond Unicode": 0x110000, "negative": -1, "an ideographic space": 0x3000,
	}
	for name, r := range tests {
		if got := grid.NewCell(r, grid.Style{}).Rune(); got != '?' {
			t.Errorf("%s: got %q, want '?'", name, got)
		}
	}
	if got := grid.NewCell(0xa0, grid.Style{}).Rune(); got != ' ' {
		t.Errorf("no-break space: got %q, want a space", got)
	}
}

func TestPut(t *testing.T) {
	tests := []struct {
		name string
		x, y int
		text string
		next int
		want string
	}{
		{"inside", 1, 1, "ab", 3, "....\n.ab.\n...."},
		{"cut at the right", 2, 0, "abc", 5, "..ab\n....\n...."},
		{"cut at the left", -1, 2, "abc", 2, "....\n....\nbc.."},
		{"above", 0, -1, "abc", 3, "....\n....\n...."},
		{"below", 0, 3, "abc", 3, "....\n....\n...."},
		{"far away", math.MaxInt - 1, math.MinInt, "a", math.MaxInt, "....\n....\n...."},
		{"one column a rune", 0, 0, "♠\n世\x80", 4, "♠???\n....\n...."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := dots(4, 3)
			if next := g.Put(tt.x, tt.y, tt.text, grid.Style{}); next != tt.next {
				t.Errorf("next column: got %d, want %d", next, tt.next)
			}
			if got := g.String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestFill(t *testing.T) {
	tests := []struct {
		name       string
		x, y, w, h int
		want       string
	}{
		{"inside", 1, 1, 2, 1, "....\n.xx.\n...."},
		{"over every edge", -1, -1, 9, 9, "xxxx\nxxxx\nxxxx"},
		{"over the corner", -1, -1, 2, 2, "x...\n....\n...."},
		{"no width", 1, 1, 0, 1, "....\n....\n...."},
		{"negative", 2, 2, -2, -2, "....\n....\n...."},
		{"outside", 4, 0, 1, 1, "....\n....\n...."},
		{"as far as numbers go", math.MinInt, 1, math.MaxInt, math.MaxInt, "....\n....\n...."},
		{"as wide as numbers go", 1, 1, math.MaxInt, math.MaxInt, "....\n.xxx\n.xxx"},
		{"negative to the last", math.MinInt, 0, math.MinInt, 1, "....\n....\n...."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := dots(4, 3)
			g.Fill(tt.x, tt.y, tt.w, tt.h, 'x', grid.Style{})
			if got := g.String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestStringTrims(t *testing.T) {
	g := grid.New(6, 3)
	g.Put(0, 1, " a b ", grid.Style{Attr: grid.Reverse})
	if got, want := g.String(), "\n a b\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAtOutsideIsABlank(t *testing.T) {
	g := dots(2, 2)
	for _, p := range [][2]int{{-1, 0}, {0, -1}, {2, 0}, {0, 2}, {math.MinInt, math.MaxInt}} {
		if got := g.At(p[0], p[1]); got != 0 {
			t.Errorf("%v: got %q, want a blank", p, got.Rune())
		}
	}
}

func TestResizeClears(t *testing.T) {
	g := dots(4, 3)
	g.Cursor = grid.Cursor{X: 1, Y: 1, Visible: true}
	for _, size := range [][2]int{{2, 2}, {4, 3}, {9, 9}, {0, 0}, {-1, 5}, {3, 1}} {
		g.Fill(0, 0, 99, 99, 'x', grid.Style{})
		g.Resize(size[0], size[1])
		if !g.Equal(grid.New(size[0], size[1])) {
			t.Errorf("%v: not blank", size)
		}
		if g.Width() != max(size[0], 0) || g.Height() != size[1] {
			t.Errorf("got %dx%d, want %v", g.Width(), g.Height(), size)
		}
	}
}

func TestEqualAndCopyFrom(t *testing.T) {
	changes := map[string]func(*grid.Grid){
		"a rune":      func(g *grid.Grid) { g.Set(3, 2, 'x', grid.Style{}) },
		"a style":     func(g *grid.Grid) { g.Set(3, 2, '.', grid.Style{Attr: grid.Bold}) },
		"the cursor":  func(g *grid.Grid) { g.Cursor.Visible = true },
		"the size":    func(g *grid.Grid) { g.Resize(3, 4) },
		"to be empty": func(g *grid.Grid) { g.Resize(0, 0) },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			g, o := dots(4, 3), dots(4, 3)
			change(o)
			if g.Equal(o) {
				t.Error("equal before the copy")
			}
			g.CopyFrom(o)
			if !g.Equal(o) {
				t.Error("different after the copy")
			}
			o.Resize(5, 5)
			if g.Width() == 5 {
				t.Error("the copy follows its source")
			}
		})
	}
}

// FuzzPut checks for any text at any place that nothing panics and no control character
// reaches a cell.
//
//abuse:case 27
func FuzzPut(f *testing.F) {
	f.Add(0, 0, "Boardwalk Hopscotch")
	f.Add(-3, 1, "\x1b]52;c;aGk=\a\u202e世\x9b31m")
	f.Add(math.MaxInt, math.MinInt, "\xff\xfe")
	f.Fuzz(func(t *testing.T, x, y int, text string) {
		g := grid.New(20, 4)
		want := x + len([]rune(text))
		if next := g.Put(x, y, text, grid.Style{}); next != want {
			t.Errorf("next column: got %d, want %d", next, want)
		}
		checkRunes(t, g)
	})
}

func checkRunes(t *testing.T, g *grid.Grid) {
	t.Helper()
	for y := range g.Height() {
		for x := range g.Width() {
			if r := g.At(x, y).Rune(); !unicode.IsPrint(r) || unicode.IsMark(r) {
				t.Errorf("column %d, row %d holds %q", x, y, r)
			}
		}
	}
}

// dots returns a grid on which blanks can be seen.
func dots(w, h int) *grid.Grid {
	g := grid.New(w, h)
	g.Fill(0, 0, w, h, '.', grid.Style{})
	return g
}

func TestPart(t *testing.T) {
	g := grid.New(6, 4)
	g.Fill(0, 0, 6, 4, '.', grid.Style{})
	p := g.Part(2, 1, 3, 2)
	if got, want := p.String(), "...\n..."; got != want {
		t.Errorf("the part is %q, want %q", got, want)
	}
	p.Put(1, 0, "abcd", grid.Style{})
	p.Fill(-5, 1, 9, 9, '-', grid.Style{})
	g.Set(2, 1, 'g', grid.Style{})
	p.Cursor.X = 2
	if got, want := g.String(), "......\n..gab.\n..---.\n......"; got != want || g.Cursor.X != 0 {
		t.Errorf("the grid is %q with the cursor in column %d, want %q and 0", got, g.Cursor.X, want)
	}
	copied := grid.New(1, 1)
	copied.CopyFrom(&p)
	if got, want := copied.String(), "gab\n---"; got != want || !copied.Equal(&p) || !p.Equal(copied) {
		t.Errorf("the copy of the part is %q, want %q", got, want)
	}
	p.Clear()
	if got, want := g.String(), "......\n..   .\n..   .\n......"; got != want || copied.Equal(&p) {
		t.Errorf("without the part the grid is %q, want %q", got, want)
	}
}

func TestPartsAreInsideTheGrid(t *testing.T) {
	g := grid.New(6, 4)
	for _, c := range []struct{ x, y, w, h, width, height int }{
		{0, 0, 6, 4, 6, 4}, {-2, -1, 4, 3, 2, 2}, {4, 3, 9, 9, 2, 1}, {6, 0, 1, 1, 0, 0}, {0, 4, 1, 1, 0, 0}, {1, 1, 0, 2, 0, 0}, {1, 1, -1, 2, 0, 0},
		{0, 0, math.MaxInt, math.MaxInt, 6, 4},
	} {
		p := g.Part(c.x, c.y, c.w, c.h)
		if p.Width() != c.width || p.Height() != c.height {
			t.Errorf("the part %v has %dx%d cells", c, p.Width(), p.Height())
		}
		p.Clear()
	}
}

// A ground is seen wherever nothing else has a background, and is the colour of text without one.
func TestAGroundIsUnderAllThatHasNoBackground(t *testing.T) {
	ground, card := grid.Style{Fg: grid.Color256(255), Bg: grid.Color256(22)}, grid.Style{Fg: grid.Color256(16), Bg: grid.Color256(230)}
	g := grid.New(4, 1)
	g.Set(1, 0, 'a', grid.Style{Attr: grid.Bold})
	g.Set(2, 0, 'b', grid.Style{Fg: grid.Color256(151)})
	g.Set(3, 0, 'c', card)
	g.Ground(ground)
	for x, want := range []grid.Style{ground, {Fg: ground.Fg, Bg: ground.Bg, Attr: grid.Bold}, {Fg: grid.Color256(151), Bg: ground.Bg}, card} {
		if got := g.At(x, 0).Style(); got != want {
			t.Errorf("cell %d is %+v, want %+v", x, got, want)
		}
	}
	before := grid.New(4, 1)
	before.CopyFrom(g)
	if g.Ground(grid.Style{}); !g.Equal(before) {
		t.Error("no ground changes cells")
	}
}

// A blank between two cards changes the background only, there and back.
func TestABlankKeepsTheColourOfText(t *testing.T) {
	ground, card := grid.Style{Bg: grid.Color256(22)}, grid.Style{Fg: grid.Color256(240), Bg: grid.Color256(230)}
	g := grid.New(3, 1)
	g.Set(0, 0, 'a', card)
	g.Set(1, 0, ' ', ground)
	g.Set(2, 0, 'b', card)
	const want = "a\x1b[48;5;22m \x1b[48;5;230mb"
	if got := string(grid.Diff(nil, nil, g, grid.ANSI256)); !strings.Contains(got, want) {
		t.Errorf("the bytes are %q, without %q", got, want)
	}
}
