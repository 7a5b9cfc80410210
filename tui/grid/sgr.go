package grid

import (
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// A Profile is what colours a terminal is sent.
type Profile uint8

// The profiles: no colours but all attributes (NO_COLOR), each colour as the
// nearest of the first 16, or as it is.
const (
	Mono Profile = iota
	ANSI16
	ANSI256
)

// show is the cell as a terminal of the profile shows it: equal for cells that
// look the same. All that can be seen of a space is its background, unless it
// is underlined or reversed.
func (p Profile) show(c Cell) Cell {
	if c&(runeMask|lineMask) == 0 {
		c &= bgMask
	}
	switch p {
	case ANSI256:
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
	return Color256(uint8(ansi.Convert16(ansi.IndexedColor(c.index()))))
}

// appendSGR appends the shortest sequence that changes the style of what is
// written next: either what differs, or a reset and all of it.
func appendSGR(dst []byte, from, to Style) []byte {
	if to == (Style{}) {
		return append(dst, resetSGR...)
	}
	a := len(dst)
	dst = appendChange(append(dst, "\x1b["...), from, to)
	b := len(dst)
	dst = appendChange(append(dst, "\x1b[;"...), Style{}, to) // none is 0
	return keepShorter(dst, a, b)
}

// appendChange appends the parameters between two different styles and the
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

// appendColor appends a colour's parameters; base is 30 for the foreground, 40
// for the background.
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

// keepShorter keeps of two spellings of the same thing, dst[a:b] and dst[b:],
// the shorter one.
func keepShorter(dst []byte, a, b int) []byte {
	if len(dst)-b < b-a {
		return dst[:a+copy(dst[a:], dst[b:])]
	}
	return dst[:b]
}
