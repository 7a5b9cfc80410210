package tui

import (
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

const (
	// textWidth and textRows are how much of a large window a screen gets that says
	// nothing about it: more is not read with ease.
	textWidth, textRows = draft.Wide, 50
	// besideWidth and besideRows are the smallest window with a pane beside a screen. The
	// screen keeps at least besideText columns, and the pane has at most paneWidth.
	besideWidth, besideRows = 120, 28
	besideText, paneWidth   = 80, 80
)

// place returns the part of a window of w columns and h rows that a screen takes: of a
// large one the middle, which begins at the same column for every screen without a frame of its
// own, be there a pane or none. The screen draws on its first text columns, and gets mouse events at
// positions in it. Its pane has the other columns. The line of keys is the last row of all.
func place(s screen.Screen, w, h int) (all grid.Area, text int) {
	if s, ok := s.(screen.Framed); ok {
		all = s.Frame(w, h)
		return all, all.W
	}
	if w <= textWidth {
		return grid.Area{W: w, H: h}, w
	}
	all = grid.Area{X: (w - textWidth) / 2, Y: max(h-textRows, 0) / 2, W: textWidth, H: min(h, textRows)}
	if w >= besideWidth && h >= besideRows {
		beside := min(max(w-paneWidth, besideText), textWidth)
		side := min(w-beside, paneWidth)
		all.X = (w - beside - side) / 2
		if paneOf(s, side) != nil {
			all.W = beside + side
			return all, beside
		}
	}
	return all, all.W
}

// paneOf returns what draws the pane of w columns beside a screen, nil if it has none.
func paneOf(s screen.Screen, w int) func(*grid.Grid, *theme.Look) {
	if s, ok := s.(screen.Sided); ok {
		return s.Pane(w)
	}
	return nil
}

// drawPlaced draws a screen and its pane on the part of a window that [place] has returned.
func drawPlaced(g *grid.Grid, s screen.Screen, text int, look *theme.Look) {
	if text >= g.Width() {
		s.Draw(g, look)
		return
	}
	left, right := g.Part(0, 0, text, g.Height()), g.Part(text, 0, g.Width()-text, g.Height()-1)
	paneOf(s, right.Width())(&right, look)
	left.Paned = true
	s.Draw(&left, look)
	g.Cursor = left.Cursor
}
