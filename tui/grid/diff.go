package grid

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// Diff appends to dst the bytes that turn a terminal which shows old into one
// that shows next, and returns the extended slice. Equal grids append nothing.
// Where old is nil or of another size, the terminal is cleared and painted
// whole.
//
// A diff stands by itself. It needs the terminal as the diff before left it:
// the default style, the cursor where old has it; and leaves it likewise. It
// is correct whether or not the terminal wraps lines, and never scrolls it.
// What is sent must reach it unchanged: a line feed keeps the column.
func Diff(dst []byte, old, next *Grid, p Profile) []byte {
	whole := old == nil || old.w != next.w || old.h != next.h
	d := differ{dst: dst, profile: p, width: next.w}
	shown := false
	if whole {
		d.dst = append(d.dst, clearScreen...)
	} else {
		at := old.cursor()
		d.x, d.y, shown = at.X, at.Y, at.Visible
	}
	for y := range next.h {
		if whole {
			d.row(y, nil, next.row(y))
		} else if was, row := old.row(y), next.row(y); !slices.Equal(was, row) {
			d.row(y, was, row)
		}
	}
	d.setStyle(0)
	at := next.cursor()
	d.moveTo(at.X, at.Y, nil)
	switch {
	case at.Visible && !shown:
		d.dst = append(d.dst, showCursor...)
	case !at.Visible && (shown || whole):
		d.dst = append(d.dst, hideCursor...)
	}
	return d.dst
}

// A differ is the terminal as it stands after the bytes written so far.
type differ struct {
	dst     []byte
	profile Profile
	width   int
	x, y    int  // the cursor; x is nowhere after the last column was written
	style   Cell // what the next rune is written in
}

// nowhere is the column where terminals do not agree which it is.
const nowhere = -1

// row writes what differs of one row; was is nil where it is blank.
func (d *differ) row(y int, was, row []Cell) {
	end := len(row)
	for end > 0 && d.same(was, row, end-1) {
		end--
	}
	blank := len(row) // from here on all is blank
	for blank > 0 && d.profile.show(row[blank-1]) == 0 {
		blank--
	}
	for x := 0; x < end; x++ {
		if d.same(was, row, x) {
			continue
		}
		d.moveTo(x, y, row)
		if x >= blank && end-x > len(eraseLine) {
			if d.style&(bgMask|lineMask) != 0 {
				d.setStyle(0) // some terminals erase with what is in force
			}
			d.dst = append(d.dst, eraseLine...)
			return
		}
		d.write(row[x])
	}
}

// same tells whether the terminal shows the cell at x already.
func (d *differ) same(was, row []Cell, x int) bool {
	var old Cell
	if x < len(was) {
		old = was[x]
	}
	return old == row[x] || d.profile.show(old) == d.profile.show(row[x])
}

func (d *differ) write(c Cell) {
	c = d.profile.show(c)
	if !d.suits(c) {
		d.setStyle(c.styled())
	}
	d.dst = utf8.AppendRune(d.dst, c.Rune())
	d.x++
	if d.x == d.width {
		d.x = nowhere
	}
}

// suits tells whether a cell as shown looks right in the style in force, as a
// space does in any that has its background.
func (d *differ) suits(c Cell) bool {
	return c.styled() == d.style || c == c&bgMask && c == d.style&(bgMask|lineMask)
}

// setStyle changes the style to that of a cell.
func (d *differ) setStyle(style Cell) {
	if style != d.style {
		d.dst = appendSGR(d.dst, d.style.Style(), style.Style())
		d.style = style
	}
}

// moveTo moves the cursor in the fewest bytes. row is the cells of row y that
// the terminal shows already up to x, which may be written again to get there.
func (d *differ) moveTo(x, y int, row []Cell) {
	if d.x == x && d.y == y {
		return
	}
	start := len(d.dst)
	d.dst = appendPosition(d.dst, x, y)
	if d.x != nowhere {
		mid := len(d.dst)
		d.dst = appendStep(d.dst, y-d.y, 'B', 'A', linefeeds)
		d.dst = appendStep(d.dst, d.x-x, 'D', 'C', backspaces)
		d.dst = keepShorter(d.dst, start, mid)
		if d.y == y && d.x < x && x <= len(row) {
			d.rewrite(start, row[d.x:x])
		}
	}
	d.x, d.y = x, y
}

// rewrite replaces the move at dst[start:] with the cells it skips, where they
// suit the style in force and are no longer than the move.
func (d *differ) rewrite(start int, skipped []Cell) {
	mid := len(d.dst)
	if len(skipped) > mid-start {
		return
	}
	for _, c := range skipped {
		c = d.profile.show(c)
		if !d.suits(c) {
			d.dst = d.dst[:mid]
			return
		}
		d.dst = utf8.AppendRune(d.dst, c.Rune())
	}
	d.dst = keepShorter(d.dst, start, mid)
}

// appendPosition appends the move to a position wherever the cursor is.
func appendPosition(dst []byte, x, y int) []byte {
	dst = append(dst, "\x1b["...)
	if x > 0 || y > 0 {
		dst = strconv.AppendInt(dst, int64(y)+1, 10)
	}
	if x > 0 {
		dst = append(dst, ';')
		dst = strconv.AppendInt(dst, int64(x)+1, 10)
	}
	return append(dst, 'H')
}

// Steps that are one control character each, as many as are shorter than the
// sequence that makes as many steps.
const (
	linefeeds  = "\n\n\n"
	backspaces = "\b\b\b"
)

// appendStep appends a move by n: forth with controls or one final letter, back
// with the other letter.
func appendStep(dst []byte, n int, forth, back byte, controls string) []byte {
	switch {
	case n == 0:
		return dst
	case 0 < n && n <= len(controls):
		return append(dst, controls[:n]...)
	case n < 0:
		n, forth = -n, back
	}
	dst = append(dst, "\x1b["...)
	if n > 1 {
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, forth)
}
