package workshop

import (
	"fmt"
	"slices"
	"strconv"

	"boardwalk/engine"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The benchKnobs are the list of the knobs on a bench, and where the last frame shows it.
type benchKnobs struct {
	work *workpiece
	says *screen.Message
	list widget.List

	area       grid.Area
	less, more int // the columns that change the chosen knob
}

// chosen returns the chosen knob.
func (b *benchKnobs) chosen() engine.Knob { return b.work.knobs[b.list.At()] }

// set sets the chosen knob, or says why not. A value that the knob has already changes nothing.
func (b *benchKnobs) set(value string) (ok bool) {
	d, err := b.work.design.Set(b.chosen().Name, value)
	if err != nil {
		b.says.Refuse(caption.Why(err))
		return false
	}
	if d.Text() != b.work.design.Text() {
		b.work.change(d)
	}
	return true
}

// step sets the chosen knob to the value before or after its own, or says why not. Those
// with few values go round.
func (b *benchKnobs) step(by int) (ok bool) {
	const few = 3
	k := b.chosen()
	i := slices.Index(k.Values, k.Value) + by
	switch {
	case len(k.Values) == 1:
		b.says.Refuse(fmt.Sprintf("%s: it is always %s.", k.Label, knobValue(k)))
		return false
	case len(k.Values) <= few:
		i = (i + len(k.Values)) % len(k.Values)
	case i < 0:
		b.says.Refuse(fmt.Sprintf("%s: %s is the least.", k.Label, k.Values[0]))
		return false
	case i == len(k.Values):
		b.says.Refuse(fmt.Sprintf("%s: %s is the most.", k.Label, k.Values[i-1]))
		return false
	}
	return b.set(k.Values[i])
}

// typed sets the chosen knob to a number, or says why not.
func (b *benchKnobs) typed(number string) (ok bool) {
	k := b.chosen()
	n, err := strconv.Atoi(number)
	value := strconv.Itoa(n)
	if err != nil || !slices.Contains(k.Values, value) {
		b.says.Refuse(fmt.Sprintf("%s takes %s to %s.", k.Label, k.Values[0], k.Values[len(k.Values)-1]))
		return false
	}
	return b.set(value)
}

// numeric reports whether a knob takes numbers.
func numeric(k engine.Knob) bool {
	_, err := strconv.Atoi(k.Values[0])
	return err == nil
}

// knobValue returns the value of a knob as the bench writes it.
func knobValue(k engine.Knob) string { return caption.Setting(k, k.Value) }

// knobMeans returns what a knob does, and why it cannot matter.
func knobMeans(k engine.Knob) string {
	if k.Idle != "" {
		return caption.Sentence(k.Idle) + " " + caption.Sentence(k.Means)
	}
	return caption.Sentence(k.Means)
}

// The most columns for the label of a knob where others stand beside it.
const labelMax = 21

// columns returns the columns for the labels of the knobs and for their values.
func (b *benchKnobs) columns() (label, value int) {
	for _, k := range b.work.knobs {
		label = max(label, screen.Width(k.Label))
		for _, v := range k.Values {
			value = max(value, screen.Width(caption.Setting(k, v))+2)
		}
	}
	return min(label, labelMax), value
}

// draw draws the knobs under the headings of their groups. It scrolls so that the
// chosen knob and the heading of its group show, and says how much does not.
func (b *benchKnobs) draw(g *grid.Grid, look *theme.Look, a grid.Area) {
	b.area = a
	label, _ := b.columns()
	var lines []func(y int)
	first, last, group := 0, 0, ""
	for i, k := range b.work.knobs {
		n := len(lines)
		if k.Group != group {
			group = k.Group
			lines = append(lines, func(y int) { g.Put(2, y, look.Cut(k.Group, a.W-2), look.Title) })
		}
		lines = append(lines, func(y int) { b.drawKnob(g, look, y, i, 4+label+1) })
		if i == b.list.At() {
			first, last = n, len(lines)-1
		}
	}
	page := a.H
	if len(lines) > page {
		page--
	}
	b.list.Clear()
	b.list.ScrollBack(len(lines), page)
	top := b.list.Scroll(first, last, page)
	for i, draw := range lines[top:min(top+page, len(lines))] {
		draw(a.Y + i)
	}
	if above, below := top, len(lines)-top-page; len(lines) > page {
		text := fmt.Sprintf("%d more below", below)
		switch {
		case below <= 0:
			text = fmt.Sprintf("%d more above", above)
		case above > 0:
			text = fmt.Sprintf("%d above, %d below", above, below)
		}
		g.Put(4, a.Y+page, look.Cut("("+text+")", a.W-4), look.Faint)
	}
}

// drawKnob draws a knob. What cannot matter now is in parentheses.
func (b *benchKnobs) drawKnob(g *grid.Grid, look *theme.Look, y, i, column int) {
	k := b.work.knobs[i]
	style := b.list.Entry(g, look, y, i)
	chosen := i == b.list.At()
	value := " " + knobValue(k)
	switch {
	case chosen:
		value = "<" + knobValue(k) + ">"
		b.less, b.more = column, column+screen.Width(value)-1
	case k.Idle != "":
		value, style = "("+knobValue(k)+")", look.Faint
	}
	if p := b.work.problem; p != nil && p.Knob == k.Name {
		g.Put(3, y, "!", look.Refused)
	}
	g.Put(4, y, look.Cut(k.Label, column-5), style)
	g.Put(column, y, value, style)
}
