package tui

import (
	"math"
	"strconv"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// An area is a part of a grid.
type area struct{ x, y, w, h int }

// gutter is the number of columns left of a chart, for its numbers.
const gutter = 6

// axes draws the frame of a chart and returns the area inside it. low and high are the
// numbers at the left edge; first and last are the texts below.
func axes(g *grid.Grid, a area, look theme.Look, caption string, low, high int, first, last string) area {
	plot := area{a.x + gutter, a.y + 1, a.w - gutter, a.h - 3}
	bottom := plot.y + plot.h
	g.Put(a.x, a.y, look.Cut(caption, a.w), look.Title)
	for y, n := range map[int]int{plot.y: high, bottom - 1: low} {
		text := strconv.Itoa(n)
		g.Put(plot.x-1-width(text), y, text, look.Faint)
	}
	g.Fill(plot.x-1, plot.y, 1, plot.h, look.Box.V, look.Border)
	g.Fill(plot.x-1, bottom, plot.w+1, 1, look.Box.H, look.Border)
	g.Set(plot.x-1, bottom, look.Box.BottomLeft, look.Border)
	g.Put(plot.x+plot.w-width(last), bottom+1, last, look.Faint)
	if width(first)+width(last) < plot.w {
		g.Put(plot.x, bottom+1, first, look.Faint)
	}
	return plot
}

// bars draws counts as bars. A count equal to tallest fills the height, and any count
// above zero is visible.
func bars(g *grid.Grid, a area, counts []int, tallest int, look theme.Look) {
	levels := []rune(look.Bars)
	w := max(a.w/max(len(counts), 1), 1)
	for i, n := range counts {
		steps := n * a.h * len(levels) / max(tallest, 1)
		if n > 0 {
			steps = max(steps, 1)
		}
		full, part := steps/len(levels), steps%len(levels)
		x := a.x + i*w
		g.Fill(x, a.y+a.h-full, w, full, levels[len(levels)-1], look.Good)
		if part > 0 {
			g.Fill(x, a.y+a.h-full-1, w, 1, levels[part-1], look.Good)
		}
	}
}

// line draws one value per column as a line, scaled from low to high.
func line(g *grid.Grid, a area, values []float64, low, high int, look theme.Look) {
	row := func(v float64) int {
		share := (v - float64(low)) / float64(high-low)
		return a.y + a.h - 1 - int(math.Round(share*float64(a.h-1)))
	}
	for i := range values {
		x, y := a.x+i, row(values[i])
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
