package tuitest

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardwalk/tui/grid"
)

// A Terminal is a terminal that accepts what the arcade may send and refuses the rest:
// control characters in a frame other than steps down and back, moves over the edge, and
// anything that depends on where the cursor is after the last column was written.
type Terminal struct {
	screen, other *grid.Grid // the screen that shows, and the other one
	style         grid.Style
	x, y          int
	edge          bool            // the last column was written, and the cursor not placed since
	modes         map[string]bool // modes by name, such as "?25"
	rest          []byte          // the beginning of a sequence whose rest has not come yet
}

// modesAtFirst returns the known modes as they are when the terminal is switched on.
func modesAtFirst() map[string]bool {
	return map[string]bool{
		"?7": true, "?25": true, "?1000": false, "?1002": false, "?1003": false, "?1006": false, "?1049": false, "?2004": false,
	}
}

// NewTerminal returns a terminal with an empty screen. Its alternate screen is full of
// rubbish, as if left by another program.
func NewTerminal(w, h int) *Terminal {
	t := &Terminal{screen: grid.New(w, h), other: grid.New(w, h), modes: modesAtFirst()}
	t.screen.Cursor.Visible = true
	t.other.Fill(0, 0, w, h, '#', grid.Style{Attr: grid.Underline})
	return t
}

// Write shows the bytes, up to the first error. A sequence may be split over several
// calls.
func (t *Terminal) Write(b []byte) (int, error) {
	t.rest = append(t.rest, b...)
	for len(t.rest) > 0 {
		n, err := t.step(t.rest)
		if err != nil {
			return 0, fmt.Errorf("%w in %.60q", err, t.rest)
		}
		if n == 0 {
			break
		}
		t.rest = t.rest[n:]
	}
	return len(b), nil
}

// step shows the character or sequence that s begins with and returns its length, or 0 if
// s is incomplete.
func (t *Terminal) step(s []byte) (int, error) {
	if bytes.HasPrefix(s, []byte("\x1b[")) {
		n := bytes.IndexFunc(s[2:], func(r rune) bool { return '@' <= r && r <= '~' })
		if n < 0 {
			return 0, nil
		}
		return n + 3, t.control(string(s[2:2+n]), s[2+n])
	}
	if s[0] == '\x1b' && len(s) == 1 || !utf8.FullRune(s) {
		return 0, nil
	}
	r, n := utf8.DecodeRune(s)
	if (r == '\r' || r == '\n') && !t.modes["?1049"] {
		t.feed(r)
		return n, nil
	}
	switch {
	case t.edge:
	case r == '\b' && t.x > 0:
		t.x--
		return n, nil
	case r == '\n' && t.y+1 < t.screen.Height():
		t.y++
		return n, nil
	}
	if r < ' ' || r == utf8.RuneError {
		return 0, fmt.Errorf("%q is not printable", r)
	}
	return n, t.print(r)
}

func (t *Terminal) print(r rune) error {
	if t.edge && !t.modes["?7"] {
		return fmt.Errorf("%q is written after the last column", r)
	}
	if t.edge {
		t.feed('\r')
		t.feed('\n')
	}
	t.screen.Set(t.x, t.y, r, t.style)
	t.x++
	t.edge = t.x == t.screen.Width()
	return nil
}

// feed performs a carriage return or a line feed.
func (t *Terminal) feed(r rune) {
	t.edge = false
	if r == '\r' {
		t.x = 0
		return
	}
	if t.y++; t.y < t.screen.Height() {
		return
	}
	t.y--
	above := grid.New(0, 0)
	above.CopyFrom(t.screen)
	for y := range above.Height() {
		for x := range above.Width() {
			c := above.At(x, y+1)
			t.screen.Set(x, y, c.Rune(), c.Style())
		}
	}
}

func (t *Terminal) control(params string, final byte) error {
	if t.edge && !strings.ContainsRune("Hmhl", rune(final)) {
		return fmt.Errorf("sent after the last column")
	}
	if final == 'h' || final == 'l' {
		return t.switchMode(params, final == 'h')
	}
	var args []int
	for f := range strings.SplitSeq(params, ";") {
		n, err := strconv.Atoi(f)
		if err != nil && f != "" {
			return err
		}
		args = append(args, n)
	}
	w, h := t.screen.Width(), t.screen.Height()
	switch final {
	case 'A', 'B', 'C', 'D':
		n := max(args[0], 1)
		t.x += map[byte]int{'C': n, 'D': -n}[final]
		t.y += map[byte]int{'A': -n, 'B': n}[final]
	case 'H':
		args = append(args, 0)
		t.y, t.x, t.edge = max(args[0], 1)-1, max(args[1], 1)-1, false
	case 'J':
		t.screen.Fill(0, 0, w, h, ' ', grid.Style{Bg: t.style.Bg})
	case 'K':
		t.screen.Fill(t.x, t.y, w, 1, ' ', grid.Style{Bg: t.style.Bg})
	case 'm':
		return t.restyle(args)
	default:
		return fmt.Errorf("unknown sequence")
	}
	if w > 0 && h > 0 && (t.x < 0 || t.x >= w || t.y < 0 || t.y >= h) {
		return fmt.Errorf("over the edge to column %d, row %d", t.x, t.y)
	}
	return nil
}

func (t *Terminal) switchMode(mode string, on bool) error {
	was, known := t.modes[mode]
	if !known {
		return fmt.Errorf("unknown mode %s", mode)
	}
	t.modes[mode] = on
	switch {
	case mode == "?25":
		t.screen.Cursor.Visible, t.other.Cursor.Visible = on, on
	case mode == "?1049" && on != was:
		t.screen.Cursor.X, t.screen.Cursor.Y = t.x, t.y
		t.screen, t.other = t.other, t.screen
		t.x, t.y, t.edge = t.screen.Cursor.X, t.screen.Cursor.Y, false
	}
	return nil
}

// restyle changes the style by SGR parameters. It does not share the code that reads SGR
// in package grid, so that neither hides a mistake of the other.
func (t *Terminal) restyle(args []int) error {
	attrs := map[int]grid.Attr{1: grid.Bold, 2: grid.Faint, 3: grid.Italic, 4: grid.Underline, 7: grid.Reverse}
	ends := map[int]grid.Attr{22: grid.Bold | grid.Faint, 23: grid.Italic, 24: grid.Underline, 27: grid.Reverse}
	for i := 0; i < len(args); i++ {
		n := args[i]
		ground, tens := &t.style.Fg, n-30
		if 40 <= n && n < 50 || n >= 100 {
			ground, tens = &t.style.Bg, n-40
		}
		switch {
		case n == 0:
			t.style = grid.Style{}
		case attrs[n] != 0:
			t.style.Attr |= attrs[n]
		case ends[n] != 0:
			t.style.Attr &^= ends[n]
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

// Screen returns the text on the screen.
func (t *Terminal) Screen() string { return t.screen.String() }

// Grid returns a copy of the screen, with the cursor in its place.
func (t *Terminal) Grid() *grid.Grid {
	g := grid.New(0, 0)
	g.CopyFrom(t.screen)
	g.Cursor.X, g.Cursor.Y = t.x, t.y
	return g
}

// Find returns the column and row of the first place that shows a text.
func (t *Terminal) Find(text string) (x, y int, ok bool) {
	for y, line := range strings.Split(t.Screen(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return utf8.RuneCountInString(before), y, true
		}
	}
	return 0, 0, false
}

// Modes returns the sorted names of the modes that are not as they were at first, such as
// "?1049".
func (t *Terminal) Modes() []string {
	var changed []string
	for mode, on := range modesAtFirst() {
		if t.modes[mode] != on {
			changed = append(changed, mode)
		}
	}
	slices.Sort(changed)
	return changed
}

// Unfinished says what was begun and not ended: a style, a full row or a sequence. It
// returns "" if the next frame can follow.
func (t *Terminal) Unfinished() string {
	switch {
	case len(t.rest) > 0:
		return fmt.Sprintf("a sequence: %q", t.rest)
	case t.style != grid.Style{}:
		return fmt.Sprintf("a style: %+v", t.style)
	case t.edge:
		return "the cursor is after the last column"
	}
	return ""
}
