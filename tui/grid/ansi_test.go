package grid_test

import (
	"math"
	"strings"
	"testing"

	"boardwalk/tui/grid"
)

func TestPutANSIText(t *testing.T) {
	tests := []struct {
		name       string
		x, y, w, h int
		text       string
		want       string
	}{
		{"rows", 1, 0, 9, 9, "ab\nc", ".ab...\n.c....\n......"},
		{"cut to the rectangle", 1, 1, 2, 1, "abc\ndef", "......\n.ab...\n......"},
		{"cut at the edges", -1, -1, 99, 99, "abcdefghij\nklmnopqrst\nu", "lmnopq\n......\n......"},
		{"begun outside", 4, 2, 9, 9, "abc\nd", "......\n......\n....ab"},
		{"no rectangle", 0, 0, -1, math.MinInt, "abc", "......\n......\n......"},
		{"far away", math.MaxInt, math.MinInt, 9, 9, "abc", "......\n......\n......"},
		{"DOS line ends", 0, 0, 9, 9, "a\r\nb", "a.....\nb.....\n......"},
		{"wide runes keep their columns", 0, 0, 9, 9, "世a😀b", "??a??b\n......\n......"},
		{"marks are dropped", 0, 0, 9, 9, "e\u0301\u200b\u202eb", "eb....\n......\n......"},
		{"other sequences are dropped", 0, 0, 9, 9,
			"a\x1b[2J\x1b]0;title\ab\x1b]8;;http://x\x1b\\c\x1bPq#0\x1b\\d\x1b[?1049he\x1b(0f", "abcdef\n......\n......"},
		{"an unfinished one too", 0, 0, 9, 9, "a\x1b[38;5", "a.....\n......\n......"},
		{"a newline inside one ends it", 0, 0, 9, 9, "a\x1b[1\nb", "a.....\nb.....\n......"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := dots(6, 3)
			g.PutANSI(tt.x, tt.y, tt.w, tt.h, tt.text)
			if got := g.String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestPutANSIStyles(t *testing.T) {
	tests := []struct {
		text string
		want grid.Style // of the X
	}{
		{"\x1b[1;2;3;4;7mX", grid.Style{Attr: grid.Bold | grid.Faint | grid.Italic | grid.Underline | grid.Reverse}},
		{"\x1b[1;38;5;9m\x1b[mX", grid.Style{}},
		{"\x1b[1;38;5;9m\x1b[;3mX", grid.Style{Attr: grid.Italic}},
		{"\x1b[1;38;5;200mX", grid.Style{Fg: grid.Color256(200), Attr: grid.Bold}},
		{"\x1b[38;5mX", grid.Style{}},
		{"\x1b[38;2;255;0;0mX", grid.Style{}}, // a true colour is unknown
		{"\x1b[>4;1mX", grid.Style{}},         // a key mode of xterm's
		{"\x1b[?1mX", grid.Style{}},
		{"\x1b[" + strings.Repeat("1;", 99) + "3mX", grid.Style{Attr: grid.Bold | grid.Italic}},
		{"\x1b[1m\n\x1b[3mX", grid.Style{Attr: grid.Bold | grid.Italic}}, // goes on in the next row
	}
	for _, tt := range tests {
		g := grid.New(2, 2)
		g.PutANSI(0, 0, 2, 2, tt.text)
		c := g.At(0, strings.Count(tt.text, "\n"))
		if c.Rune() != 'X' || c.Style() != tt.want {
			t.Errorf("%q: got %q %+v, want %+v", tt.text, c.Rune(), c.Style(), tt.want)
		}
	}
}

// FuzzPutANSI checks for any bytes that nothing panics, nothing is drawn outside the
// rectangle and no control character reaches a cell.
//
//abuse:case 27
func FuzzPutANSI(f *testing.F) {
	f.Add(0, 0, 20, 4, "\x1b[1;38;2;1;2;3mBoard\x1b[0mwalk\n世e\u0301")
	f.Add(-2, 1, 9, 2, "\x1b]52;c;aGk=\a\x1b[38:2:\xff\x9b31m\x1bPq\x18x")
	f.Add(2, 1, 3, 1, "\x1b["+strings.Repeat(";", 40)+"38;2m🇩🇪👨‍👩‍👧\x1b[")
	f.Fuzz(func(t *testing.T, x, y, w, h int, text string) {
		g := dots(20, 4)
		g.PutANSI(x, y, w, h, text)
		checkRunes(t, g)
		untouched := grid.NewCell('.', grid.Style{})
		for row := range 4 {
			for col := range 20 {
				inside := col >= x && col-x < w && row >= y && row-y < h
				if x >= 0 && y >= 0 && !inside && g.At(col, row) != untouched {
					t.Errorf("column %d, row %d was drawn on", col, row)
				}
			}
		}
	})
}
