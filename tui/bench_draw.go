package tui

import (
	"fmt"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A benchDrawing is where the last frame of a bench shows what.
type benchDrawing struct {
	knobs      area
	tabs       [panes]area
	less, more int  // the columns that change the chosen knob
	rows, page int  // of the whole text, and how many of them have room
	cut        bool // there is no room for the whole board
	keys       spots
}

func (a area) has(x, y int) bool { return x >= a.x && x < a.x+a.w && y >= a.y && y < a.y+a.h }

// below returns the part of an area from row n on.
func (a area) below(n int) area {
	n = min(n, a.h)
	return area{a.x, a.y + n, a.w, a.h - n}
}

// Where there is room for less than this, the bench shows one pane at a time.
const benchWidth, benchHeight = 76, 20

// Draw implements Screen.
func (b *bench) Draw(g *grid.Grid, look theme.Look) {
	b.drawn = benchDrawing{less: -1, more: -1}
	w, h := g.Width(), g.Height()
	b.heading(g, look)
	roomy := w >= benchWidth && h >= benchHeight
	all := roomy && b.pane == knobsPane
	foot := 2
	switch {
	case !all && h < 16:
		foot = 3
	case !all:
		foot = 4
	}
	body := area{0, 2, w, h - 3 - foot}
	if all {
		knobs := body
		knobs.w = b.knobsWidth()
		right := area{knobs.w + 2, body.y, w - knobs.w - 3, body.h}
		b.drawKnobs(g, look, knobs)
		text := right.below(b.drawBoard(g, look, right, body.h*3/5) + 1)
		b.drawText(g, look, text, false)
	} else {
		b.drawTabs(g, look, roomy)
		inner := area{2, body.y, w - 4, body.h}
		switch b.pane {
		case knobsPane:
			b.drawKnobs(g, look, body)
		case boardPane:
			b.drawBoard(g, look, area{0, body.y, w, body.h}, body.h)
		default:
			b.drawText(g, look, inner, true)
		}
		b.drawState(g, look, body.y+body.h)
	}
	b.foot(g, look, foot, all)
}

// heading draws the first line: what the game is called, and whether it is kept.
func (b *bench) heading(g *grid.Grid, look theme.Look) {
	name, state := b.name(), "not kept"
	switch {
	case name == "":
		name, state = b.work.design.Title(), "does not fit yet"
	default:
		if _, ok := b.env.keeps(b.work.game.Info().ID); ok {
			state = "kept"
		}
		if _, made := b.work.game.(engine.MadeUp); !made {
			state = "a game of the house"
		}
	}
	title(g, look, look.Cut("The bench: "+name, g.Width()-4), state)
}

// drawTabs draws the names of the panes in row 1.
func (b *bench) drawTabs(g *grid.Grid, look theme.Look, roomy bool) {
	names := [panes]string{"Knobs", "Board", "What it means"}
	if roomy {
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
		b.drawn.tabs[p] = area{x, 1, width(name), 1}
		x = g.Put(x, 1, name, style) + 1
	}
	const next = "Tab"
	g.Put(x+1, 1, next, look.Key)
	b.drawn.keys = append(b.drawn.keys, spot{Key{Keys: next}, x + 1, 1, len(next)})
}

// knobsWidth returns how many columns the knobs take.
func (b *bench) knobsWidth() int {
	label, value := b.knobColumns()
	return 4 + label + 1 + value
}

// The most columns for the label of a knob where others stand beside it.
const labelMax = 21

// knobColumns returns the columns for the labels of the knobs and for their values.
func (b *bench) knobColumns() (label, value int) {
	for _, k := range b.work.knobs {
		label = max(label, width(k.Label))
		for _, v := range k.Values {
			value = max(value, width(valueText(k, v))+2)
		}
	}
	return min(label, labelMax), value
}

// drawKnobs draws the knobs under the headings of their groups. It scrolls so that the
// chosen knob and the heading of its group show, and says how much does not.
func (b *bench) drawKnobs(g *grid.Grid, look theme.Look, a area) {
	b.drawn.knobs = a
	label, _ := b.knobColumns()
	var lines []func(y int)
	first, last, group := 0, 0, ""
	for i, k := range b.work.knobs {
		n := len(lines)
		if k.Group != group {
			group = k.Group
			lines = append(lines, func(y int) { g.Put(2, y, look.Cut(k.Group, a.w-2), look.Title) })
		}
		lines = append(lines, func(y int) { b.drawKnob(g, look, y, i, 4+label+1) })
		if i == b.list.At() {
			first, last = n, len(lines)-1
		}
	}
	page := a.h
	if len(lines) > page {
		page--
	}
	b.list.Clear()
	b.list.ScrollBack(len(lines), page)
	top := b.list.Scroll(first, last, page)
	for i, draw := range lines[top:min(top+page, len(lines))] {
		draw(a.y + i)
	}
	if above, below := top, len(lines)-top-page; len(lines) > page {
		text := fmt.Sprintf("%d more below", below)
		switch {
		case below <= 0:
			text = fmt.Sprintf("%d more above", above)
		case above > 0:
			text = fmt.Sprintf("%d above, %d below", above, below)
		}
		g.Put(4, a.y+page, look.Cut("("+text+")", a.w-4), look.Faint)
	}
}

// drawKnob draws a knob. What cannot matter now is in parentheses.
func (b *bench) drawKnob(g *grid.Grid, look theme.Look, y, i, column int) {
	k := b.work.knobs[i]
	style := b.list.Entry(g, look, y, i)
	chosen := i == b.list.At()
	value := " " + knobValue(k)
	switch {
	case chosen:
		value = "<" + knobValue(k) + ">"
		b.drawn.less, b.drawn.more = column, column+width(value)-1
	case k.Idle != "":
		value, style = "("+knobValue(k)+")", look.Faint
	}
	if p := b.work.problem; p != nil && p.Knob == k.Name {
		g.Put(3, y, "!", look.Refused)
	}
	g.Put(4, y, look.Cut(k.Label, column-5), style)
	g.Put(column, y, value, style)
}

// drawBoard draws the sample deal in at most most rows of an area, and returns how many it
// takes. While there is none, the last one shows, faintly.
func (b *bench) drawBoard(g *grid.Grid, look theme.Look, a area, most int) (rows int) {
	w := &b.work
	if len(w.board.Piles) == 0 {
		g.Put(a.x+2, a.y, look.Cut("No deal: these rules do not fit together yet.", a.w-2), look.Faint)
		return 1
	}
	l := board.Fit(w.board, a.w, most-1)
	named := l.Height < most
	if !named {
		l = board.Fit(w.board, a.w, most)
	}
	b.drawn.cut = l.Width > a.w || l.Height > most
	y := a.y
	if named {
		text := "A sample deal; R deals another"
		switch {
		case b.drawn.cut:
			text = "Cut off: it needs a larger window"
		case w.problem != nil:
			text = "The last deal, before these changes:"
		}
		g.Put(a.x+max((a.w-l.Width)/2, 0), y, look.Cut(text, a.w), look.Faint)
		y++
	}
	l.Draw(g, a.x+max((a.w-l.Width)/2, 0), y, w.board, board.Overlay{}, look)
	if w.problem != nil {
		dim(g, look, area{a.x, y, a.w, l.Height})
	}
	y += l.Height
	for _, note := range w.board.Notes {
		if y < a.y+most && w.problem == nil {
			g.Put(a.x+2, y, look.Cut(note, a.w-2), look.Faint)
			y++
		}
	}
	g.Cursor = grid.Cursor{X: 2, Y: g.Cursor.Y}
	return min(y-a.y, most)
}

// dim draws what an area shows in the style of what matters least.
func dim(g *grid.Grid, look theme.Look, a area) {
	for y := a.y; y < a.y+a.h; y++ {
		for x := a.x; x < a.x+a.w; x++ {
			if r := g.At(x, y).Rune(); r != ' ' {
				g.Set(x, y, r, look.Faint)
			}
		}
	}
}

// A paragraph is a text in one style.
type paragraph struct {
	text  string
	style grid.Style
}

// says returns what the rules come to: what is wrong with them, what they are, and how the
// advisor fared. alone says that nothing else shows, so that the chosen knob is explained,
// too.
func (b *bench) says(look theme.Look, alone bool) []paragraph {
	w := &b.work
	var says []paragraph
	add := func(style grid.Style, format string, args ...any) {
		says = append(says, paragraph{fmt.Sprintf(format, args...), style})
	}
	if w.problem != nil {
		add(look.Refused, "%s", b.trouble())
		add(look.Warn, "f: %s", w.problem.FixText)
	}
	add(look.Text, "%s", caption.Sentence(w.design.Summary()))
	for _, warning := range w.design.Warnings() {
		add(look.Warn, "! %s", warning)
	}
	if w.problem == nil {
		add(b.estimateStyle(look), "%s", caption.Sentence(b.estimateText(look)))
		add(look.Faint, "Code %s", w.design.Code())
	}
	if alone {
		k := b.knob()
		add(look.Title, "%s: %s", k.Label, knobValue(k))
		add(look.Text, "%s", knobMeans(k))
	}
	return says
}

// trouble says what keeps the rules from making a game.
func (b *bench) trouble() string {
	p := b.work.problem
	if label := b.work.label(p.Knob); label != "" {
		return label + ": " + caption.Sentence(p.Why)
	}
	return caption.Sentence(p.Why)
}

// knobMeans returns what a knob does, and why it cannot matter.
func knobMeans(k engine.Knob) string {
	if k.Idle != "" {
		return caption.Sentence(k.Idle) + " " + caption.Sentence(k.Means)
	}
	return caption.Sentence(k.Means)
}

func (b *bench) estimateStyle(look theme.Look) grid.Style {
	if b.estimate.known[b.work.design.Text()].Deals > 0 || b.estimate.running() {
		return look.Good
	}
	return look.Faint
}

// estimateText returns how the advisor fared by these rules, or how far it is.
func (b *bench) estimateText(look theme.Look) string {
	e := b.estimate.known[b.work.design.Text()]
	switch {
	case b.estimate.running():
		return b.estimate.progress(look)
	case e.Deals > 0:
		return estimateText(e)
	}
	return "Not estimated yet: e has the advisor play sample deals"
}

// estimateText returns an estimate in words, with its grade.
func estimateText(e hint.Estimate) string {
	if e.Level() == engine.Unrated { // of few deals
		return e.String()
	}
	return string(e.Level()) + ": " + e.String()
}

// drawText draws what the rules come to in an area, and says how much of it does not show.
func (b *bench) drawText(g *grid.Grid, look theme.Look, a area, alone bool) {
	type line struct {
		text  string
		style grid.Style
	}
	var lines []line
	for _, p := range b.says(look, alone) {
		for _, row := range wrapped(look, a.w, p.text) {
			lines = append(lines, line{row, p.style})
		}
	}
	page := a.h
	if len(lines) > page {
		page-- // for the line below
	}
	b.drawn.rows, b.drawn.page = len(lines), page
	top := 0
	if alone {
		b.scroll = max(min(b.scroll, len(lines)-page), 0)
		top = b.scroll
	}
	for i, l := range lines[top:min(top+max(page, 0), len(lines))] {
		g.Put(a.x, a.y+i, l.text, l.style)
	}
	switch {
	case page == a.h || a.h < 1:
	case alone:
		g.Put(a.x, a.y+page, look.Cut(fmt.Sprintf("(rows %d-%d of %d: PgUp, PgDn)", top+1, top+page, len(lines)), a.w), look.Faint)
	default:
		g.Put(a.x, a.y+page, look.Cut(fmt.Sprintf("(%d more rows: Tab)", len(lines)-page), a.w), look.Faint)
	}
}

// drawState draws in one row whether the rules fit together.
func (b *bench) drawState(g *grid.Grid, look theme.Look, y int) {
	if b.work.problem == nil {
		text, style := "Fits: "+b.work.design.Summary(), look.Good
		switch {
		case b.drawn.cut:
			text, style = "Cut off: it needs a larger window", look.Warn
		case b.estimate.running():
			text = b.estimate.progress(look)
		}
		g.Put(2, y, look.Cut(text, g.Width()-4), style)
		return
	}
	fix := look.Translate("f: " + b.work.problem.FixText)
	x := g.Put(2, y, look.Cut(b.trouble(), max(g.Width()-5-width(fix), 0)), look.Refused) + 1
	g.Put(x, y, look.Cut(fix, g.Width()-x-1), look.Warn)
	b.drawn.keys = append(b.drawn.keys, spot{Key{Keys: "f"}, x, y, width(fix)})
}

// foot draws what was said last, or about the chosen knob, in the rows above the last one.
func (b *bench) foot(g *grid.Grid, look theme.Look, rows int, all bool) {
	if !all {
		rows--
	}
	y := g.Height() - 1
	k := b.knob()
	if b.prompt.kind != typesNothing {
		y--
		g.Fill(0, y, g.Width(), 1, ' ', look.Text)
		label := fmt.Sprintf("%s, %s to %s: ", k.Label, k.Values[0], k.Values[len(k.Values)-1])
		help, style := k.Means, look.Faint
		if b.prompt.kind == typesName {
			label = "Name: "
			help = fitting(g.Width()-3, fmt.Sprintf("1 to %d characters. It stands in your lobby then.", gameNameMax), fmt.Sprintf("1 to %d characters.", gameNameMax))
		}
		x := g.Put(2, y, label, look.Warn)
		b.prompt.line.Draw(g, look, x, y)
		if b.text != "" {
			drawSentenceAbove(g, y, look.Translate(b.text), look.Refused)
			return
		}
		b.sentence(g, look, y, rows-1, caption.Sentence(help), style)
		return
	}
	text, style := k.Label+": "+knobMeans(k), look.Faint
	if !all && b.pane != knobsPane {
		text = fmt.Sprintf("%s <%s>: %s", k.Label, knobValue(k), knobMeans(k))
	}
	switch {
	case b.text != "" && b.isError:
		drawSentence(g, look.Translate(b.text), look.Refused)
	case b.text != "":
		drawSentence(g, look.Translate(b.text), look.Good)
	default:
		b.sentence(g, look, y, rows, text, style)
	}
}

// sentence draws a text in at most most rows above row y. What does not fit is cut off; the
// text pane has it.
func (b *bench) sentence(g *grid.Grid, look theme.Look, y, most int, text string, style grid.Style) {
	lines := wrapped(look, g.Width()-3, text)
	if most < 1 {
		return
	}
	if len(lines) > most {
		lines[most-1] = look.Cut(strings.Join(lines[most-1:most+1], " "), g.Width()-3)
		lines = lines[:most]
	}
	for i, line := range lines {
		g.Put(2, y-len(lines)+i, line, style)
	}
}
