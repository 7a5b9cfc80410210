package tui

import (
	"fmt"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen. From the top: what the columns are, the list, the chosen line in
// words, and what was said or asked.
func (w *workshop) Draw(g *grid.Grid, look theme.Look) {
	roomy := g.Height() >= 20
	most := 2 // rows about the chosen line
	if roomy {
		most = 4
	}
	top, page := 1, g.Height()-2-most
	if roomy {
		g.Put(4, 1, workshopRow(look, g.Width()-4, "name", "by", "cols cards", "players", "how hard"), look.Faint)
		top, page = 2, page-2
	}
	corner := "games that people make up"
	if !w.drawList(g, look, top, page, roomy) {
		corner = fmt.Sprintf("line %d of %d", w.list.At()+1, len(w.offers))
	}
	title(g, look, "The workshop", corner)
	about := w.about(look, g.Width()-6)
	about = about[:min(len(about), most)]
	for i, row := range about {
		g.Put(4, g.Height()-1-most+i, row, look.Text)
	}
	w.drawMessage(g, look)
}

// drawList draws the lines that show of the list in page rows from row y on. The chosen
// line shows, with its heading if it is the first of its part. It reports whether all lines
// show.
func (w *workshop) drawList(g *grid.Grid, look theme.Look, y, page int, roomy bool) bool {
	parts := 1
	for i, o := range w.offers[1:] {
		if o.part != w.offers[i].part {
			parts++
		}
	}
	spaced := roomy && len(w.offers)+2*parts+2 <= page // else the list has no blank lines
	var lines []func(y int)                            // each draws one line
	first, last := 0, 0                                // the lines of the chosen offer
	text := func(style grid.Style, x int, text string) func(int) {
		return func(y int) { g.Put(x, y, look.Cut(look.Translate(text), g.Width()-x-1), style) }
	}
	part := ""
	for i, o := range w.offers {
		n := len(lines)
		if o.part != part {
			if spaced && i > 0 {
				lines = append(lines, func(int) {})
			}
			lines = append(lines, text(look.Faint, 2, w.heading(o.part)))
		}
		part = o.part
		lines = append(lines, func(y int) { w.row(g, y, i, look) })
		if i == w.list.At() {
			first, last = n, len(lines)-1
		}
	}
	if w.loaded && len(w.here) == 0 {
		if spaced {
			lines = append(lines, func(int) {})
		}
		lines = append(lines, text(look.Faint, 2, partHere), text(look.Text, 4, "None yet: finish a round of one, and it stands here."))
	}
	w.list.Clear()
	w.list.ScrollBack(len(lines), page)
	top := w.list.Scroll(first, last, page)
	for i, draw := range lines[top:min(top+page, len(lines))] {
		draw(y + i)
	}
	return len(lines) <= page
}

// heading returns the heading of a part of the list.
func (w *workshop) heading(part string) string {
	if part != partHere {
		return part
	}
	return part + ", " + map[arcade.VariationOrder]string{
		arcade.ByPlayers: "most players first", arcade.ByRounds: "most rounds first",
		arcade.ByAge: "the newest first", arcade.ByKeepers: "kept by most first",
	}[w.order]
}

// row draws a line of the list.
func (w *workshop) row(g *grid.Grid, y, i int, look theme.Look) {
	o, style := w.offers[i], w.list.Entry(g, look, y, i)
	room := g.Width() - 4
	v := o.variation
	switch {
	case o.random != nil:
		name := "Surprise me"
		if len(w.env.Games.Families) > 1 {
			name += ": " + o.random.Name()
		}
		g.Put(4, y, look.Cut(name, room), style)
		return
	case o.start != nil:
		name, size := "no game yet", ""
		if o.game != nil {
			name, size = o.game.Info().Name, w.sizes[o.game.Info().ID].String()
		}
		g.Put(4, y, workshopRow(look, room, name, "", size, "", ""), style)
		return
	case v.Game == nil:
		text := "being chosen ..."
		if w.week.err != "" {
			text = "none: " + w.week.err
		}
		g.Put(4, y, look.Cut(look.Translate(text), room), style)
		return
	}
	players, level := "", ""
	if v.Players > 0 {
		players = fmt.Sprintf("%7d", v.Players)
	}
	if v.Estimate.Deals > 0 {
		level = string(v.Estimate.Level())
	}
	g.Put(4, y, workshopRow(look, room, v.Game.Info().Name, w.by(o), w.sizes[o.game.Info().ID].String(), players, level), style)
}

// by returns by whom the game of a line is or, if the player has an open round of it, how
// far that is.
func (w *workshop) by(o offer) string {
	v := o.variation
	moves, open := w.open[v.Game.Info().ID]
	switch {
	case open:
		return "open at " + atMove(moves)
	case v.Own && o.part == headingOf(v.Game):
		return ""
	case v.Own:
		return "yours"
	}
	return v.By
}

// String returns the size for the list.
func (s boardSize) String() string { return fmt.Sprintf("%4d %5d", s.columns, s.cards) }

// workshopRow returns a line of the list with as many columns as fit w. In a narrow window
// the second column has the rest of the width.
func workshopRow(look theme.Look, w int, name string, others ...string) string {
	widths := []int{18, 10, 7, 9}
	first := min(gameNameMax, w)
	row := fmt.Sprintf("%-*s", first, look.Cut(name, first))
	widths[0] = min(widths[0], w-first-1)
	for i, n := range widths {
		if n < 6 || width(row)+1+n > w {
			break
		}
		row += fmt.Sprintf(" %-*s", n, look.Cut(others[i], n))
	}
	return strings.TrimRight(row, " ")
}

// about returns what is said about the chosen line, in rows of w columns.
func (w *workshop) about(look theme.Look, room int) []string {
	o := w.chosen()
	d, v := o.design(), o.variation
	switch {
	case o.random != nil:
		return wrapped(look, room, "A game drawn at random from all that can be made up. Enter puts it on the bench, where you see it, change it and try it.")
	case d == nil:
		return wrapped(look, room, "A game drawn at random that is worth playing: the same on every arcade, from Monday to Sunday. "+w.waits())
	case o.part == partBench:
		says := caption.Sentence(d.Summary())
		if p := d.Problem(); p != nil {
			says = p.Why
		}
		return wrapped(look, room, says, "You have changed its rules on the bench and not kept it. Enter goes on there.")
	case o.start != nil:
		return wrapped(look, room, caption.Sentence(d.Summary()), "Enter puts its rules on the bench, where you change them. The game of the house stays as it is.")
	}
	says := "Code " + d.Code() + "."
	if v.By != "" {
		says += " By " + v.By + "."
	}
	if v.Rounds > 0 {
		says += fmt.Sprintf(" %s here by %s.", caption.Plural(v.Rounds, "round"), caption.Plural(v.Players, "player"))
	}
	if v.Keepers > 1 {
		says += fmt.Sprintf(" Kept by %d.", v.Keepers)
	}
	if v.Estimate.Deals > 0 {
		says += " " + caption.Sentence(v.Estimate.String())
	}
	return wrapped(look, room, caption.Sentence(d.Summary()), says)
}

// drawMessage draws what was said, or what is asked and typed.
func (w *workshop) drawMessage(g *grid.Grid, look theme.Look) {
	text, style := w.message.text, look.Text
	if w.message.isError {
		style = look.Refused
	}
	if w.asking {
		text = fmt.Sprintf("Drop %s? Your games of it stay, and its code brings it back. y or n", w.chosen().variation.Game.Info().Name)
		style = look.Warn
	}
	if w.prompt.kind == noText {
		if text != "" {
			drawSentence(g, look.Translate(text), style)
		}
		return
	}
	labels := map[workshopPromptKind]string{shareCode: "Share code: ", variationName: "Name: "}
	helps := map[workshopPromptKind]string{
		shareCode:     w.codeLike() + " Capitals and hyphens do not matter.",
		variationName: fmt.Sprintf("What you call it, in 1 to %d characters.", gameNameMax),
	}
	if text == "" {
		text, style = helps[w.prompt.kind], look.Faint
	}
	y := g.Height() - 2
	g.Fill(0, y, g.Width(), 1, ' ', look.Text)
	x := g.Put(2, y, labels[w.prompt.kind], look.Warn)
	w.prompt.line.Draw(g, look, x, y)
	drawSentenceAbove(g, y, look.Translate(text), style)
}
