package grid

import (
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// A Profile says which colours are sent to a terminal.
type Profile uint8

// The profiles: Mono sends no colours but all attributes (NO_COLOR), ANSI16 sends the
// nearest of the first 16 colours, and ANSI256 sends colours unchanged. ANSI256BCE is ANSI256
// for a terminal that erases in the current background: its terminfo entry has bce.
const (
	Mono Profile = iota
	ANSI16
	ANSI256
	ANSI256BCE
)

// reduce returns the cell as a terminal of the profile shows it. The results are equal for
// cells that look the same. Only the background of a space can be seen, unless the space
// is underlined or reversed.
func (p Profile) reduce(c Cell) Cell {
	if c&(runeMask|lineMask) == 0 {
		c &= bgMask
	}
	switch p {
	case ANSI256, ANSI256BCE:
		return c
	case ANSI16:
		s := c.Style()
		s.Fg, s.Bg = nearest16(s.Fg), nearest16(s.Bg)
		return c&runeMask | s.bits()
	default:
		return c &^ (fgMask | bgMask)
	}
}

func nearest16(c Color) Color {
	if c == 0 {
		return 0
	}
	return Color256(uint8(ansi.Convert16(ansi.IndexedColor(c - 1))))
}

// appendSGR appends the shortest sequence that changes the current style: either the
// differences, or a reset followed by the whole style.
func appendSGR(dst []byte, from, to Style) []byte {
	if to == (Style{}) {
		return append(dst, resetSGR...)
	}
	a := len(dst)
	dst = appendChange(append(dst, "\x1b["...), from, to)
	b := len(dst)
	dst = appendChange(append(dst, "\x1b[;"...), Style{}, to) // an empty parameter is 0, a reset
	return keepShorter(dst, a, b)
}

// appendChange appends the parameters that change one style into a different one, and the
// final letter.
func appendChange(dst []byte, from, to Style) []byte {
	off, on := from.Attr&^to.Attr, to.Attr&^from.Attr
	if off&(Bold|Faint) != 0 { // one code ends both
		dst = append(dst, "22;"...)
		off &^= Bold | Faint
		on |= to.Attr & (Bold | Faint)
	}
	for i, code := range []byte("12347") {
		switch bit := Attr(1) << i; {
		case off&bit != 0:
			dst = append(dst, '2', code, ';')
		case on&bit != 0:
			dst = append(dst, code, ';')
		}
	}
	if from.Fg != to.Fg {
		dst = appendColor(dst, to.Fg, 30)
	}
	if from.Bg != to.Bg {
		dst = appendColor(dst, to.Bg, 40)
	}
	dst[len(dst)-1] = 'm'
	return dst
}

// appendColor appends the parameters of a colour; base is 30 for the foreground, 40 for
// the background.
func appendColor(dst []byte, c Color, base int64) []byte {
	switch n := int64(c) - 1; {
	case n < 0:
		base += 9
	case n < 8:
		base += n
	case n < 16:
		base += 60 + n - 8
	default:
		dst = strconv.AppendInt(dst, base+8, 10)
		dst = append(dst, ";5;"...)
		base = n
	}
	return append(strconv.AppendInt(dst, base, 10), ';')
}

// keepShorter keeps the shorter of dst[a:b] and dst[b:], two spellings of the same thing.
func keepShorter(dst []byte, a, b int) []byte {
	if len(dst)-b < b-a {
		return dst[:a+copy(dst[a:], dst[b:])]
	}
	return dst[:b]
}
