package grid_test

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardwalk/tui/grid"
)

// An emulator is a terminal that knows what Diff may send and refuses the
// rest: control characters, moves over the edge, and anything that depends on
// where the cursor is after the last column was written.
type emulator struct {
	screen *grid.Grid
	style  grid.Style
	x, y   int
	edge   bool // the last column was written and the cursor not placed since
}

// newEmulator is a terminal full of rubbish, as the shell before left it.
func newEmulator(w, h int) *emulator {
	e := &emulator{screen: grid.New(w, h)}
	e.screen.Fill(0, 0, w, h, '#', grid.Style{Attr: grid.Underline})
	return e
}

// write shows what was sent, up to the first error.
func (e *emulator) write(b []byte) error {
	s := string(b)
	for s != "" {
		if body, ok := strings.CutPrefix(s, "\x1b["); ok {
			n := strings.IndexFunc(body, func(r rune) bool { return '@' <= r && r <= '~' })
			if n < 0 {
				return fmt.Errorf("unfinished sequence %q", s)
			}
			if err := e.control(body[:n], body[n]); err != nil {
				return fmt.Errorf("\\e[%s: %w", body[:n+1], err)
			}
			s = body[n+1:]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		if r < ' ' || r == utf8.RuneError {
			return fmt.Errorf("%q is not printable", r)
		}
		if e.edge {
			return fmt.Errorf("%q written after the last column", r)
		}
		e.screen.Set(e.x, e.y, r, e.style)
		e.x++
		e.edge = e.x == e.screen.Width()
		s = s[n:]
	}
	return nil
}

func (e *emulator) control(params string, final byte) error {
	if e.edge && final != 'H' && final != 'm' && final != 'h' && final != 'l' {
		return fmt.Errorf("sent after the last column")
	}
	var args []int
	for _, f := range strings.Split(strings.TrimPrefix(params, "?"), ";") {
		n, err := strconv.Atoi(f)
		if err != nil && f != "" {
			return err
		}
		args = append(args, n)
	}
	w, h := e.screen.Width(), e.screen.Height()
	switch final {
	case 'A', 'B', 'C', 'D':
		n := max(args[0], 1)
		e.x += map[byte]int{'C': n, 'D': -n}[final]
		e.y += map[byte]int{'A': -n, 'B': n}[final]
	case 'H':
		args = append(args, 0)
		e.y, e.x, e.edge = max(args[0], 1)-1, max(args[1], 1)-1, false
	case 'J':
		e.screen.Fill(0, 0, w, h, ' ', grid.Style{Bg: e.style.Bg})
	case 'K':
		e.screen.Fill(e.x, e.y, w, 1, ' ', grid.Style{Bg: e.style.Bg})
	case 'h', 'l':
		if params != "?25" {
			return fmt.Errorf("unknown mode")
		}
		e.screen.Cursor.Visible = final == 'h'
	case 'm':
		return e.restyle(args)
	default:
		return fmt.Errorf("unknown sequence")
	}
	if w > 0 && h > 0 && (e.x < 0 || e.x >= w || e.y < 0 || e.y >= h) {
		return fmt.Errorf("over the edge to column %d, row %d", e.x, e.y)
	}
	return nil
}

// restyle is written apart from the code that reads SGR in the package, so
// that neither hides a mistake of the other.
func (e *emulator) restyle(args []int) error {
	attrs := map[int]grid.Attr{1: grid.Bold, 2: grid.Faint, 3: grid.Italic, 4: grid.Underline, 7: grid.Reverse}
	ends := map[int]grid.Attr{22: grid.Bold | grid.Faint, 23: grid.Italic, 24: grid.Underline, 27: grid.Reverse}
	for i := 0; i < len(args); i++ {
		n := args[i]
		ground, tens := &e.style.Fg, n-30
		if 40 <= n && n < 50 || n >= 100 {
			ground, tens = &e.style.Bg, n-40
		}
		switch {
		case n == 0:
			e.style = grid.Style{}
		case attrs[n] != 0:
			e.style.Attr |= attrs[n]
		case ends[n] != 0:
			e.style.Attr &^= ends[n]
		case tens == 9:
			*ground = 0
		case 0 <= tens && tens < 8:
			*ground = grid.Color256(uint8(tens))
		case 60 <= tens && tens < 68:
			*ground = grid.Color256(uint8(tens - 60 + 8))
		case tens == 8 && i+2 < len(args) && args[i+1] == 5:
			*ground = grid.Color256(uint8(args[i+2]))
			i += 2
		default:
			return fmt.Errorf("unknown style %d", n)
		}
	}
	return nil
}

// shows tells how what can be seen differs from a grid in the colours of a
// profile, "" where it does not, and whether the next diff can follow.
func (e *emulator) shows(p grid.Profile, g *grid.Grid) string {
	seen, want := seenIn(grid.ANSI256, e.screen), seenIn(p, g)
	for y := range want.Height() {
		for x := range want.Width() {
			if got, want := seen.At(x, y), want.At(x, y); got != want {
				return fmt.Sprintf("column %d, row %d: got %q %+v, want %q %+v",
					x, y, got.Rune(), got.Style(), want.Rune(), want.Style())
			}
		}
	}
	c := want.Cursor
	c.X, c.Y = max(min(c.X, want.Width()-1), 0), max(min(c.Y, want.Height()-1), 0)
	if got := (grid.Cursor{X: e.x, Y: e.y, Visible: e.screen.Cursor.Visible}); got != c || e.edge {
		return fmt.Sprintf("cursor: got %+v, want %+v; after the last column %v", got, c, e.edge)
	}
	if e.style != (grid.Style{}) {
		return fmt.Sprintf("style left: %+v", e.style)
	}
	return ""
}
