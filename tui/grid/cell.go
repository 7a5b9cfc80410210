package grid

import (
	"unicode"

	"github.com/clipperhouse/displaywidth"
)

// A Color is one of the 256 colours that terminals number. The zero Color is the
// terminal's default.
type Color uint16

// Color256 returns the colour with an index: 0 to 15 are the terminal's own palette, 16
// to 231 a cube of 6x6x6, 232 to 255 greys.
func Color256(n uint8) Color { return Color(n) + 1 }

// An Attr is a set of attributes.
type Attr uint8

// The attributes, in the order of their SGR codes.
const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Underline
	Reverse
)

// A Style is how a cell looks. It is comparable; the zero Style is the
// terminal's default.
type Style struct {
	Fg, Bg Color
	Attr   Attr
}

// A Cell is one column of one row: a rune and its style. The zero Cell is a
// space in the default style.
type Cell uint64

// The bits of a Cell, from the lowest: 21 for the rune's distance from a space, so that
// the zero Cell is a blank; 5 for attributes; 9 for each colour.
const (
	attrShift = 21
	fgShift   = attrShift + 5
	bgShift   = fgShift + 9

	runeMask Cell = 1<<attrShift - 1
	attrMask Cell = 1<<fgShift - 1<<attrShift
	lineMask Cell = Cell(Underline|Reverse) << attrShift
	fgMask   Cell = 1<<bgShift - 1<<fgShift
	bgMask   Cell = 1<<(bgShift+9) - 1<<bgShift
)

// NewCell returns the cell of a rune and a style. A rune that is not exactly one column
// wide by itself becomes "?": control characters, wide and combining runes, zero-width
// and bidirectional controls, private and unassigned runes. A no-break space becomes a
// space.
func NewCell(r rune, s Style) Cell { return runeBits(r) | s.bits() }

// Rune returns the cell's rune, which is never a control character.
func (c Cell) Rune() rune { return rune(c&runeMask) + ' ' }

// Style returns the cell's style.
func (c Cell) Style() Style {
	return Style{
		Fg:   Color(c & fgMask >> fgShift),
		Bg:   Color(c & bgMask >> bgShift),
		Attr: Attr(c & attrMask >> attrShift),
	}
}

// styled returns the cell without its rune. The results are equal for cells with equal
// styles.
func (c Cell) styled() Cell { return c &^ runeMask }

func (s Style) bits() Cell {
	return Cell(s.Attr)<<attrShift&attrMask | Cell(s.Fg)<<fgShift&fgMask | Cell(s.Bg)<<bgShift&bgMask
}

func runeBits(r rune) Cell {
	switch {
	case ' ' <= r && r <= '~', '─' <= r && r <= '▟', '♠' <= r && r <= '♦', r == '•', r == '✕', r == '…': // these make up most of a frame
	case r == '\u00a0':
		r = ' '
	case !storable(r):
		r = '?'
	}
	return Cell(r - ' ')
}

// storable reports whether r is a visible character of one column by itself. The
// replacement character is excluded: it only means that the text was broken.
func storable(r rune) bool {
	return unicode.IsPrint(r) && !unicode.IsMark(r) && r != unicode.ReplacementChar &&
		displaywidth.Options{}.Rune(r) == 1 // ambiguous widths are narrow, whatever the locale
}
