package grid

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// Diff appends to dst the bytes that turn a terminal which shows old into one that shows
// next, and returns the extended slice. For equal grids it appends nothing. If old is nil
// or has another size, the bytes clear the terminal and paint it whole.
//
// Each diff expects the terminal in the default style and with the cursor where old has
// it, and leaves it the same way for next. It is correct whether or not the terminal
// wraps lines, and it never scrolls. The bytes must reach the terminal unchanged: a line
// feed must not return the carriage.
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

// A differ tracks the state of the terminal after the bytes written so far.
type differ struct {
	dst     []byte
	profile Profile
	width   int
	x, y    int  // the cursor; x is nowhere after the last column was written
	style   Cell // the style of the next rune
}

// nowhere is the column after the last one was written, on which terminals do not agree.
const nowhere = -1

// row writes the differences of one row; a nil was stands for a blank row.
func (d *differ) row(y int, was, row []Cell) {
	end := len(row)
	for end > 0 && d.same(was, row, end-1) {
		end--
	}
	var ground Cell // what an erased cell looks like
	if d.profile == ANSI256BCE && len(row) > 0 {
		ground = row[len(row)-1] & bgMask
	}
	blank := len(row) // the row is blank from here on
	for blank > 0 && d.profile.reduce(row[blank-1]) == ground {
		blank--
	}
	for x := 0; x < end; x++ {
		if d.same(was, row, x) {
			continue
		}
		d.moveTo(x, y, row)
		if x >= blank && end-x > len(eraseLine) {
			d.setBlank(ground) // other terminals, too, may erase in the current background
			d.dst = append(d.dst, eraseLine...)
			return
		}
		d.write(row[x])
	}
}

// same reports whether the terminal already shows the cell at x.
func (d *differ) same(was, row []Cell, x int) bool {
	var old Cell
	if x < len(was) {
		old = was[x]
	}
	return old == row[x] || d.profile.reduce(old) == d.profile.reduce(row[x])
}

func (d *differ) write(c Cell) {
	if c = d.profile.reduce(c); c == c&bgMask {
		d.setBlank(c)
	} else {
		d.setStyle(c.styled())
	}
	d.dst = utf8.AppendRune(d.dst, c.Rune())
	d.x++
	if d.x == d.width {
		d.x = nowhere
	}
}

// looksRight reports whether a cell, as the profile shows it, looks right in the current
// style. A space does in any style with its background.
func (d *differ) looksRight(c Cell) bool {
	return c.styled() == d.style || c == c&bgMask && c == d.style&(bgMask|lineMask)
}

// setBlank changes the current style to one in which a blank looks right.
func (d *differ) setBlank(c Cell) {
	if d.looksRight(c) {
		return
	}
	if c != 0 && d.style&lineMask == 0 {
		c |= d.style &^ bgMask // the rest does not show, and may be wanted after the blanks
	}
	d.setStyle(c)
}

// setStyle changes the current style to that of a cell.
func (d *differ) setStyle(style Cell) {
	if style != d.style {
		d.dst = appendSGR(d.dst, d.style.Style(), style.Style())
		d.style = style
	}
}

// moveTo moves the cursor in the fewest bytes. row holds the cells of row y, which the
// terminal already shows up to x; writing them again may be the shortest way.
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

// rewrite replaces the move at dst[start:] with the cells that it skips, if they look
// right in the current style and take no more bytes than the move.
func (d *differ) rewrite(start int, skipped []Cell) {
	mid := len(d.dst)
	if len(skipped) > mid-start {
		return
	}
	for _, c := range skipped {
		c = d.profile.reduce(c)
		if !d.looksRight(c) {
			d.dst = d.dst[:mid]
			return
		}
		d.dst = utf8.AppendRune(d.dst, c.Rune())
	}
	d.dst = keepShorter(d.dst, start, mid)
}

// appendPosition appends a move to a position, wherever the cursor is.
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

// Steps of one control character each. The limits are the numbers of steps up to which
// these are shorter than an escape sequence.
const (
	linefeeds  = "\n\n\n"
	backspaces = "\b\b\b"
)

// appendStep appends a move by n: forward with controls or the final letter forth,
// backward with the final letter back.
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
