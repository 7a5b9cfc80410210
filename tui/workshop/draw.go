package workshop

import (
	"fmt"

	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// Draw implements Screen. From the top: what the columns are, the list, the chosen line in
// words, and what was said or asked.
func (w *Workshop) Draw(g *grid.Grid, look *theme.Look) {
	roomy := g.Height() >= 20
	most := 2 // rows about the chosen line
	if roomy {
		most = 4
	}
	top, page := 1, g.Height()-2-most
	if roomy {
		g.Put(4, 1, workshopRow(look, g.Width()-4, "name", "by, or open", "players", "how hard"), look.Faint)
		top, page = 2, page-2
	}
	corner := "games that people make up"
	if !w.drawList(g, look, top, page, roomy) {
		corner = fmt.Sprintf("line %d of %d", w.List.At()+1, len(w.Rows))
	}
	screen.DrawTitle(g, look, "The workshop", corner)
	about := screen.Wrapped(look, g.Width()-6, w.about(w.Chosen())...)
	screen.PutRows(g, 4, g.Height()-1-most, look.Text, screen.Shortened(look, g.Width()-6, most, about)...)
	text, style := w.Says(look, "", look.Text)
	w.DrawFoot(g, look, text, style)
}

// drawList draws the lines that show of the list in page rows from row y on. The chosen
// line shows, with its heading if it is the first of its part. It reports whether all lines
// show.
func (w *Workshop) drawList(g *grid.Grid, look *theme.Look, y, page int, roomy bool) bool {
	parts := 1
	for i, o := range w.Rows[1:] {
		if o.part != w.Rows[i].part {
			parts++
		}
	}
	spaced := roomy && len(w.Rows)+2*parts+2 <= page // else the list has no blank lines
	var lines []func(y int)                          // each draws one line
	first, last := 0, 0                              // the lines of the chosen offer
	text := func(style grid.Style, x int, text string) func(int) {
		return func(y int) { g.Put(x, y, look.Cut(look.Translate(text), g.Width()-x-1), style) }
	}
	part := ""
	for i, o := range w.Rows {
		n := len(lines)
		if o.part != part {
			if spaced && i > 0 {
				lines = append(lines, func(int) {})
			}
			lines = append(lines, text(look.Faint, 2, w.heading(o.part)))
		}
		part = o.part
		lines = append(lines, func(y int) { g.Put(4, y, w.line(look, o, g.Width()-5), w.List.Entry(g, look, y, i)) })
		if i == w.List.At() {
			first, last = n, len(lines)-1
		}
	}
	if w.loaded && len(w.here) == 0 {
		if spaced {
			lines = append(lines, func(int) {})
		}
		lines = append(lines, text(look.Faint, 2, partHere), text(look.Text, 4, "None yet: keep one, or finish a game of one."))
	}
	w.List.DrawLines(g, look, y, page, len(lines), first, last, func(i, y int) { lines[i](y) })
	return len(lines) <= page
}
