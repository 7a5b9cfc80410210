package widget

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Chart is a part of a grid on which numbers are drawn, with its caption above and its
// axes at the left and below. It needs at least 4 rows.
type Chart struct {
	X, Y, W, H int
	Caption    string
}

// gutter is the number of columns left of a plot, for its numbers.
const gutter = 6

// Histogram draws how many of the points lie where between 0 and most. There is a bar for
// each number of points if the width allows that and there are as many points, else for several of them.
func (c Chart) Histogram(g *grid.Grid, look *theme.Look, points []int, most int) {
	const few = 5 // bars at least
	bins := counts(points, most, min(c.W-gutter, max(len(points), few)))
	tallest := slices.Max(bins)
	// The last bar ends where the axis does.
	each := max((c.W-gutter)/len(bins), 1)
	c.W = gutter + len(bins)*each
	c.axes(g, look, tallest, "0", strconv.Itoa(most)).bars(g, look, bins, tallest, min(each/4, 1))
}

// Bars draws a bar for each of the points, which are at most most. first and last are the texts at the
// ends of the axis, which is as long as the bars need.
func (c Chart) Bars(g *grid.Grid, look *theme.Look, points []int, most int, first, last string) {
	const widest = 10
	c.W = gutter + len(points)*max(min((c.W-gutter)/len(points), widest), 1)
	c.axes(g, look, most, first, last).bars(g, look, points, most, 1)
}

// Curve draws values, at least one, as a line over the whole width, on a scale from 0 to most.
// first and last are the texts at the ends of the axis.
func (c Chart) Curve(g *grid.Grid, look *theme.Look, values []float64, most int, first, last string) {
	most = max(most, 1)
	for _, v := range values {
		most = max(most, int(math.Ceil(v)))
	}
	p := c.axes(g, look, most, first, last)
	p.line(g, look, sampled(values, p.w), most)
}

// A plot is the part of a chart inside its axes.
type plot struct{ x, y, w, h int }

// axes draws the frame of a chart and returns the plot inside it. The numbers at the left edge
// are 0 and most; first and last are the texts below.
func (c Chart) axes(g *grid.Grid, look *theme.Look, most int, first, last string) plot {
	p := plot{c.X + gutter, c.Y + 1, c.W - gutter, c.H - 3}
	bottom := p.y + p.h
	g.Put(c.X, c.Y, look.Cut(c.Caption, c.W), look.Title)
	for y, n := range map[int]int{p.y: most, bottom - 1: 0} {
		text := strconv.Itoa(n)
		g.Put(p.x-1-len(text), y, text, look.Faint)
	}
	g.Fill(p.x-1, p.y, 1, p.h, look.Box.V, look.Border)
	g.Fill(p.x-1, bottom, p.w+1, 1, look.Box.H, look.Border)
	g.Set(p.x-1, bottom, look.Box.BottomLeft, look.Border)
	room := p.w - utf8.RuneCountInString(last)
	g.Put(p.x+room, bottom+1, last, look.Faint)
	if utf8.RuneCountInString(first) < room {
		g.Put(p.x, bottom+1, first, look.Faint)
	}
	return p
}

// bars draws counts as bars. A count equal to tallest fills the height, and any count
// above zero is visible. gap columns are left free after a bar that is wider.
func (p plot) bars(g *grid.Grid, look *theme.Look, counts []int, tallest, gap int) {
	levels := []rune(look.Bars)
	w := max(p.w/max(len(counts), 1), 1)
	for i, n := range counts {
		steps := n * p.h * len(levels) / max(tallest, 1)
		if n > 0 {
			steps = max(steps, 1)
		}
		full, part := steps/len(levels), steps%len(levels)
		x, w := p.x+i*w, max(w-gap, 1)
		g.Fill(x, p.y+p.h-full, w, full, levels[len(levels)-1], look.Good)
		if part > 0 {
			g.Fill(x, p.y+p.h-full-1, w, 1, levels[part-1], look.Good)
		}
	}
}

// line draws one value per column as a line, scaled from 0 to most.
func (p plot) line(g *grid.Grid, look *theme.Look, values []float64, most int) {
	row := func(v float64) int {
		return p.y + p.h - 1 - int(math.Round(v/float64(most)*float64(p.h-1)))
	}
	for i := range values {
		x, y := p.x+i, row(values[i])
		from := y
		if i > 0 {
			from = row(values[i-1])
		}
		for v := min(from, y) + 1; v < max(from, y); v++ {
			g.Set(x, v, look.Box.V, look.Lit)
		}
		switch {
		case y == from:
			g.Set(x, y, look.Box.H, look.Lit)
		case y < from: // up
			g.Set(x, from, look.Box.BottomRight, look.Lit)
			g.Set(x, y, look.Box.TopLeft, look.Lit)
		default:
			g.Set(x, from, look.Box.TopRight, look.Lit)
			g.Set(x, y, look.Box.BottomLeft, look.Lit)
		}
	}
}

// counts returns a histogram of points from 0 to most, with at most n bins of equal size.
func counts(points []int, most, n int) []int {
	n = max(n, 1)
	size := most/n + 1
	bins := make([]int, most/size+1)
	for _, p := range points {
		bins[max(min(p/size, len(bins)-1), 0)]++
	}
	return bins
}

// sampled returns n evenly spaced values, including the first and the last. If there are
// fewer than n, values repeat.
func sampled(values []float64, n int) []float64 {
	if len(values) == 0 || n < 1 {
		return nil
	}
	samples := make([]float64, n)
	for i := range samples {
		samples[i] = values[i*(len(values)-1)/max(n-1, 1)]
	}
	samples[n-1] = values[len(values)-1]
	return samples
}
