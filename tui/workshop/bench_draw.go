package workshop

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// A benchDrawing is how the last frame shows a bench.
type benchDrawing struct {
	roomy bool // there is room for everything side by side
	cut   bool // there is no room for the whole board
	tabs  [panes]grid.Area
	keys  screen.Spots
}

// Where there is room for less than this, the bench shows one pane at a time.
const benchWidth, benchHeight = 76, 20

// Draw implements Screen.
func (b *Bench) Draw(g *grid.Grid, look *theme.Look) {
	w, h := g.Width(), g.Height()
	b.drawn = benchDrawing{roomy: w >= benchWidth && h >= benchHeight}
	b.knobs.area, b.knobs.less, b.knobs.more = grid.Area{}, -1, -1
	name := b.work.design.Title()
	if g := b.game(); g != nil {
		name = g.Info().Name
	}
	screen.DrawTitle(g, look, look.Cut("The bench: "+name, w-4), b.state())

	foot := 2 // rows for a sentence
	if !b.drawn.roomy && h >= 16 {
		foot++ // where it is longer
	}
	body := grid.Area{X: 0, Y: 2, W: w, H: h - 3 - foot}
	if b.drawn.roomy && b.pane == knobsPane {
		knobs := body
		label, value := b.knobs.columns()
		knobs.W = 4 + label + 1 + value
		b.knobs.draw(g, look, knobs)
		right := grid.Area{X: knobs.W + 2, Y: body.Y, W: w - knobs.W - 3, H: body.H}
		rows, _ := b.work.draw(g, look, right, body.H*3/5)
		b.drawText(g, look, right.Below(rows+1), false)
	} else {
		b.drawn.panes(b, g, look)
		body.H-- // for the state
		switch b.pane {
		case knobsPane:
			b.knobs.draw(g, look, body)
		case boardPane:
			_, fits := b.work.draw(g, look, body, body.H)
			b.drawn.cut = !fits
		default:
			b.drawText(g, look, grid.Area{X: 2, Y: body.Y, W: w - 4, H: body.H}, true)
		}
		b.drawn.state(b, g, look, body.Y+body.H)
	}
	b.drawn.foot(b, g, look, foot)
}

// panes draws the names of the panes in row 1, and the key for the next.
func (d *benchDrawing) panes(b *Bench, g *grid.Grid, look *theme.Look) {
	names := [panes]string{"Knobs", "Board", "What it means"}
	if d.roomy {
		names[knobsPane] = "All"
	}
	x := 2
	for p, name := range names {
		style := look.Faint
		if pane(p) == b.pane {
			name, style = "["+name+"]", look.Title
		} else {
			name = " " + name + " "
		}
		d.tabs[p] = grid.Area{X: x, Y: 1, W: screen.Width(name), H: 1}
		x = g.Put(x, 1, name, style) + 1
	}
	const next = "Tab"
	d.keys = append(d.keys, screen.Spot{Key: screen.Key{Keys: next}, X: x + 1, Y: 1, W: len(next)})
	g.Put(x+1, 1, next, look.Key)
}

// state draws in one row whether the rules fit together.
func (d *benchDrawing) state(b *Bench, g *grid.Grid, look *theme.Look, y int) {
	w := &b.work
	text, style := "Fits: "+w.design.Summary(), look.Good
	switch {
	case w.problem != nil:
		fix := look.Translate("f: " + w.problem.FixText)
		x := g.Put(2, y, look.Cut(caption.Trouble(w.design, w.problem), max(g.Width()-5-screen.Width(fix), 0)), look.Refused) + 1
		g.Put(x, y, look.Cut(fix, g.Width()-x-1), look.Warn)
		d.keys = append(d.keys, screen.Spot{Key: screen.Key{Keys: "f"}, X: x, Y: y, W: screen.Width(fix)})
		return
	case d.cut:
		text, style = "Cut off: it needs a larger window.", look.Warn
	case b.estimate.running():
		text = b.estimate.progress(look)
	}
	g.Put(2, y, look.Cut(text, g.Width()-4), style)
}

// foot draws what is typed, what was said last, or what the chosen knob does, above
// the last row. Only of a knob is cut off what does not fit rows: the text pane has it.
func (d *benchDrawing) foot(b *Bench, g *grid.Grid, look *theme.Look, rows int) {
	y, k := g.Height()-1, b.knobs.chosen()
	help := k.Label + ": " + knobMeans(k)
	if b.pane != knobsPane {
		help = fmt.Sprintf("%s <%s>: %s", k.Label, knobValue(k), knobMeans(k))
	}
	if p := b.work.problem; p != nil && screen.Width(caption.Trouble(b.work.design, b.work.problem))+screen.Width(p.FixText) > g.Width()-8 {
		help = caption.Trouble(b.work.design, b.work.problem) // its row has only the beginning
	}
	if b.Asking {
		b.DrawPrompt(g, look, b.Message)
		return
	}
	switch said, style := b.Says(look, "", look.Faint); {
	case said != "":
		screen.DrawSentenceAbove(g, y, said, style)
	case d.roomy && b.pane == knobsPane && b.estimate.running(): // its text may be below the fold
		screen.DrawSentenceAbove(g, y, b.estimate.progress(look), look.Good)
	case rows > 0:
		lines := screen.Shortened(look, g.Width()-3, rows, screen.Wrapped(look, g.Width()-3, help))
		screen.PutRows(g, 2, y-len(lines), look.Faint, lines...)
	}
}

// draw draws the sample deal in at most most rows of an area. It returns how many it takes,
// and whether the whole board fits. While there is no deal, the last one shows, faintly.
func (w *workpiece) draw(g *grid.Grid, look *theme.Look, a grid.Area, most int) (rows int, fits bool) {
	if len(w.board.Piles) == 0 {
		g.Put(a.X+2, a.Y, look.Cut("No deal: these rules do not fit together yet.", a.W-2), look.Faint)
		return 1, true
	}
	l := board.Fit(w.board, a.W, most-1)
	if l.Crowded() && a.W < g.Width() {
		g.Put(a.X+2, a.Y, look.Cut("A sample deal: Tab shows it, as wide as it is.", a.W-2), look.Faint)
		return 1, true
	}
	named := l.Height < most
	if !named {
		l = board.Fit(w.board, a.W, most)
	}
	fits = l.Width <= a.W && l.Height <= most
	x, y := a.X+max((a.W-l.Width)/2, 0), a.Y
	if named {
		text := "A sample deal; R deals another"
		switch {
		case !fits:
			text = "Cut off: it needs a larger window"
		case w.problem != nil:
			text = "The last deal, before these changes:"
		}
		g.Put(max(x, 1), y, look.Cut(text, a.W), look.Faint)
		y++
	}
	rest := g.Cursor
	l.Draw(g, x, y, w.board, board.Overlay{}, look)
	g.Cursor = rest // it stays at the knobs
	if w.problem != nil {
		dim(g, look, grid.Area{X: a.X, Y: y, W: a.W, H: l.Height})
	}
	y += l.Height
	for _, note := range w.board.Notes {
		if y < a.Y+most && w.problem == nil {
			g.Put(a.X+2, y, look.Cut(note, a.W-2), look.Faint)
			y++
		}
	}
	return min(y-a.Y, most), fits
}

// dim draws what an area shows in the style of what matters least.
func dim(g *grid.Grid, look *theme.Look, a grid.Area) {
	for y := a.Y; y < a.Y+a.H; y++ {
		for x := a.X; x < a.X+a.W; x++ {
			if r := g.At(x, y).Rune(); r != ' ' {
				g.Set(x, y, r, look.Faint)
			}
		}
	}
}

// A benchText is where the last frame shows what the rules on a bench come to, in words.
type benchText struct {
	scroll     int // rows that are scrolled away, where it has the window to itself
	rows, page int // how many there are, and how many have room
}

// A paragraph is a text in one style.
type paragraph struct {
	text  string
	style grid.Style
}

// paragraphs returns what is wrong with the rules, what they are, and how the arcade's player
// fared. alone says that nothing else shows, so that the chosen knob is explained, too.
func (b *Bench) paragraphs(look *theme.Look, alone bool) []paragraph {
	w := &b.work
	var says []paragraph
	add := func(style grid.Style, text string) { says = append(says, paragraph{text, style}) }
	if w.problem != nil {
		add(look.Refused, caption.Trouble(w.design, w.problem))
		add(look.Warn, "f: "+w.problem.FixText)
	}
	add(look.Text, caption.Sentence(w.design.Summary()))
	for _, warning := range b.estimate.known[w.design.Text()].Warnings(w.design) {
		add(look.Warn, "! "+warning)
	}
	if w.problem == nil {
		text, style := b.estimate.text(w.design, look)
		add(style, caption.Sentence(text))
		add(look.Faint, "Code "+w.design.Code())
	}
	if alone {
		k := b.knobs.chosen()
		add(look.Title, k.Label+": "+knobValue(k))
		add(look.Text, knobMeans(k))
	}
	return says
}

// drawText draws the text in an area, and says how much of it does not show.
func (b *Bench) drawText(g *grid.Grid, look *theme.Look, a grid.Area, alone bool) {
	var lines []paragraph
	for _, p := range b.paragraphs(look, alone) {
		for _, row := range screen.Wrapped(look, a.W, p.text) {
			lines = append(lines, paragraph{row, p.style})
		}
	}
	page, top := a.H, 0
	if len(lines) > page {
		page = max(page-1, 0) // for the line below
	}
	b.text.rows, b.text.page = len(lines), page
	if alone {
		b.scrollText(0)
		top = b.text.scroll
	}
	for i, l := range lines[top:min(top+page, len(lines))] {
		g.Put(a.X, a.Y+i, l.text, l.style)
	}
	more := "(" + engine.Plural(len(lines)-page, "more row") + ": Tab)"
	if alone {
		more = fmt.Sprintf("(rows %d-%d of %d: PgUp, PgDn)", top+1, top+page, len(lines))
	}
	if page < a.H && page < len(lines) {
		g.Put(a.X, a.Y+page, look.Cut(more, a.W), look.Faint)
	}
}

// scrollText scrolls the text, as far as the last frame had more of it.
func (b *Bench) scrollText(rows int) {
	b.text.scroll = max(min(b.text.scroll+rows, b.text.rows-b.text.page), 0)
}
