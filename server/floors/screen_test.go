package floors

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// A screen is the text that a terminal shows. It knows as much of an xterm as the three
// servers use, without colours.
type screen struct {
	cells       [rows][columns]rune
	x, y        int
	top, bottom int // the rows that scroll
	parser      *ansi.Parser
}

func newScreen() *screen {
	s := &screen{bottom: rows - 1, parser: ansi.NewParser()}
	s.parser.SetDataSize(4 << 10)
	s.parser.SetHandler(ansi.Handler{
		Print:     s.print,
		Execute:   s.execute,
		HandleCsi: s.control,
		HandleEsc: func(cmd ansi.Cmd) {
			if cmd.Final() == 'M' {
				s.up()
			}
		},
	})
	s.clear(0, rows)
	return s
}

// Write shows what a server has sent. A sequence may come in pieces.
func (s *screen) Write(b []byte) (int, error) {
	for _, c := range b {
		s.parser.Advance(c)
	}
	return len(b), nil
}

// String returns the text, one line per row.
func (s *screen) String() string {
	var b strings.Builder
	for _, row := range s.cells {
		b.WriteString(strings.TrimRight(string(row[:]), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

func (s *screen) print(r rune) {
	s.cells[s.y][min(s.x, columns-1)] = r
	s.x = min(s.x+1, columns)
}

func (s *screen) execute(c byte) {
	switch c {
	case '\r':
		s.x = 0
	case '\b':
		s.to(s.x-1, s.y)
	case '\n':
		if s.y == s.bottom {
			s.scroll(s.top, -1)
			return
		}
		s.to(s.x, s.y+1)
	}
}

// up handles a reverse line feed.
func (s *screen) up() {
	if s.y == s.top {
		s.scroll(s.top, 1)
		return
	}
	s.to(s.x, s.y-1)
}

func (s *screen) to(x, y int) {
	s.x, s.y = min(max(x, 0), columns-1), min(max(y, 0), rows-1)
}

// clear blanks rows.
func (s *screen) clear(from, to int) {
	for y := from; y < to; y++ {
		blank(s.cells[y][:])
	}
}

func blank(cells []rune) {
	for i := range cells {
		cells[i] = ' '
	}
}

// scroll moves the rows from one on down by n, or up if n < 0, within the scrolling rows.
func (s *screen) scroll(from, n int) {
	old := s.cells
	for y := from; y <= s.bottom; y++ {
		if was := y - n; was >= from && was <= s.bottom {
			s.cells[y] = old[was]
		} else {
			blank(s.cells[y][:])
		}
	}
}

// shift moves the cells from the cursor on to the right by n, or to the left.
func (s *screen) shift(n int) {
	old := s.cells[s.y]
	for x := s.x; x < columns; x++ {
		if was := x - n; was >= s.x && was < columns {
			s.cells[s.y][x] = old[was]
		} else {
			s.cells[s.y][x] = ' '
		}
	}
}

// control handles a control sequence. Styles and modes change no text.
func (s *screen) control(cmd ansi.Cmd, params ansi.Params) {
	if cmd.Prefix() != 0 || cmd.Intermediate() != 0 {
		return
	}
	arg, _, _ := params.Param(0, 0)
	n := max(arg, 1)
	switch cmd.Final() {
	case 'A':
		s.to(s.x, s.y-n)
	case 'B':
		s.to(s.x, s.y+n)
	case 'C':
		s.to(s.x+n, s.y)
	case 'D':
		s.to(s.x-n, s.y)
	case 'G':
		s.to(n-1, s.y)
	case 'd':
		s.to(s.x, n-1)
	case 'H':
		column, _, _ := params.Param(1, 1)
		s.to(max(column, 1)-1, n-1)
	case 'r':
		bottom, _, _ := params.Param(1, rows)
		s.top, s.bottom = n-1, min(bottom, rows)-1
		s.to(0, 0)
	default:
		s.erase(cmd.Final(), arg, n)
	}
}

// erase handles a control sequence that blanks or moves text.
func (s *screen) erase(final byte, arg, n int) {
	x := min(s.x, columns-1)
	switch final {
	case 'J':
		if arg == 2 {
			s.clear(0, rows)
			return
		}
		blank(s.cells[s.y][x:])
		s.clear(s.y+1, rows)
	case 'K':
		from, to := [...]int{x, 0, 0}[min(arg, 2)], [...]int{columns, x + 1, columns}[min(arg, 2)]
		blank(s.cells[s.y][from:to])
	case 'X':
		blank(s.cells[s.y][x:min(x+n, columns)])
	case '@':
		s.shift(n)
	case 'P':
		s.shift(-n)
	case 'L':
		s.scroll(s.y, n)
	case 'M':
		s.scroll(s.y, -n)
	case 'T':
		s.scroll(s.top, n)
	case 'S':
		s.scroll(s.top, -n)
	}
}
