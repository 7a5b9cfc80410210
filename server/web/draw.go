package web

import (
	"fmt"
	"html"
	"strings"

	"boardwalk/tui/grid"
)

// The size of a cell in a picture. Lines and blocks are drawn as shapes and each character
// has its place, so a picture does not depend on the widths of a font.
const (
	cellWidth  = 10
	cellHeight = 20
	baseline   = 15 // of a character, from the top of its cell
)

// lines holds the paths of the characters that are lines, from the top left of a cell on.
var lines = map[rune]string{
	'─': "m0 10h10", '━': "m0 10h10", '│': "m5 0v20", '┃': "m5 0v20", '╌': "m1 10h3m2 0h3", '╎': "m5 2v6m0 4v6",
	'╭': "m5 20v-5q0-5 5-5", '╮': "m5 20v-5q0-5-5-5", '╰': "m5 0v5q0 5 5 5", '╯': "m5 0v5q0 5-5 5",
	'┏': "m5 20v-10h5", '┓': "m5 20v-10h-5", '┗': "m5 0v10h5", '┛': "m5 0v10h-5",
	'╱': "m0 20l10-20", '╲': "l10 20",
}

// blocks holds the paths of the characters that are filled.
var blocks = map[rune]string{
	'█': "h10v20h-10z", '▀': "h10v10h-10z", '▄': "m0 10h10v10h-10z", '▌': "h5v20h-5z", '▐': "m5 0h5v20h-5z",
	'▘': "h5v10h-5z", '▝': "m5 0h5v10h-5z", '▖': "m0 10h5v10h-5z", '▗': "m5 10h5v10h-5z", '▂': "m0 15h10v5h-10z",
	'▙': "h5v10h5v10h-10z", '▛': "h10v10h-5v10h-5z", '▜': "h10v20h-5v-10h-5z", '▟': "m5 0h5v20h-10v-10h5z",
	'▚': "h5v10h-5zm5 10h5v10h-5z", '▞': "m5 0h5v10h-5zm-5 10h5v10h-5z",
}

// hatch fills the back of a card.
const hatch = "h10v20h-10z"

// A run is the cells of a row that look alike, as the parts of their elements.
type run struct {
	lines, blocks, hatches, ground strings.Builder // paths
	at, text                       strings.Builder // columns and characters
}

// drawRow returns the elements of a row of a grid, or "" for a blank one. Their classes are
// those of the style sheet. All that they contain is escaped.
func drawRow(g *grid.Grid, y int) string {
	var order []grid.Style
	runs := make(map[grid.Style]*run)
	for x := range g.Width() {
		cell := g.At(x, y)
		style, char := cell.Style(), cell.Rune()
		if char == ' ' && style.Attr&grid.Reverse == 0 {
			continue
		}
		r := runs[style]
		if r == nil {
			r = new(run)
			runs[style], order = r, append(order, style)
		}
		r.add(x*cellWidth, char, style)
	}
	var b strings.Builder
	for _, style := range order {
		runs[style].write(&b, classOf(style))
	}
	return b.String()
}

func (r *run) add(x int, char rune, style grid.Style) {
	if style.Attr&grid.Reverse != 0 {
		place(&r.ground, x, hatch)
	}
	switch path := lines[char]; {
	case path != "":
		place(&r.lines, x, path)
	case blocks[char] != "":
		place(&r.blocks, x, blocks[char])
	case char == '▒':
		place(&r.hatches, x, hatch)
	case char != ' ':
		fmt.Fprintf(&r.at, " %d", x+cellWidth/2)
		r.text.WriteRune(char)
	}
}

// place adds a path of a cell that begins at x.
func place(b *strings.Builder, x int, path string) { fmt.Fprintf(b, "M%d 0%s", x, path) }

// write writes the elements of a run.
func (r *run) write(b *strings.Builder, class string) {
	for _, part := range []struct{ class, path string }{{"g", r.ground.String()}, {"h", r.hatches.String()}, {"b", r.blocks.String()}, {"l", r.lines.String()}} {
		if part.path != "" {
			fmt.Fprintf(b, `<path class="%s%s" d="%s"/>`, part.class, class, part.path)
		}
	}
	if r.text.Len() > 0 {
		fmt.Fprintf(b, `<text class="t%s" x="%s" y="%d">%s</text>`, class, r.at.String()[1:], baseline, html.EscapeString(r.text.String()))
	}
}

// classOf returns the classes of a style, each after a space: "c" and the number of its
// colour, and its attributes.
func classOf(s grid.Style) (class string) {
	if s.Fg != 0 {
		class = fmt.Sprintf(" c%d", s.Fg-1)
	}
	for _, a := range []struct {
		attr grid.Attr
		name string
	}{{grid.Bold, " strong"}, {grid.Faint, " faint"}, {grid.Reverse, " reverse"}} {
		if s.Attr&a.attr != 0 {
			class += a.name
		}
	}
	return class
}
