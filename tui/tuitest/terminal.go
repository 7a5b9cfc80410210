package tuitest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/parser"

	"boardwalk/tui/grid"
)

// A Terminal is a terminal emulator. It knows as much of an xterm as Bubble Tea uses.
//
// A strict one accepts what the arcade may send and refuses the rest: control characters
// in a frame other than steps down and back, moves over the edge, and anything that
// depends on where the cursor is after the last column was written.
type Terminal struct {
	strict        bool
	parser        *ansi.Parser
	screen, other *grid.Grid // the screen that shows, and the other one
	style         grid.Style
	x, y          int
	top, bottom   int             // the rows that scroll
	edge          bool            // the last column was written, and the cursor not placed since
	modes         map[string]bool // modes by name, such as "?25"
	left          bool
	clears        int
	clipboard     string
	err           error // of a strict terminal, in the byte that is being shown
}

// modesAtFirst returns the known modes as they are when the terminal is switched on.
func modesAtFirst() map[string]bool {
	return map[string]bool{
		wraps: true, "?25": true, "?1000": false, "?1002": false, "?1003": false, "?1006": false, alternate: false, "?2004": false,
	}
}

// The modes in which text goes on in the next row, and in which the other screen shows.
const wraps, alternate = "?7", "?1049"

// NewTerminal returns a strict terminal with an empty screen. Its alternate screen is full
// of rubbish, as if left by another program.
func NewTerminal(w, h int) *Terminal {
	t := NewXterm(w, h)
	t.strict = true
	t.parser.SetDataSize(4 << 10) // for a text for the clipboard
	t.parser.SetHandler(ansi.Handler{Print: t.print, Execute: t.execute, HandleCsi: t.control, HandleEsc: t.escape, HandleOsc: t.command})
	t.other.Fill(0, 0, w, h, '#', grid.Style{Attr: grid.Underline})
	return t
}

// NewXterm returns a terminal that is not strict: it shows whatever a program sends, and
// ignores what it does not know. Its screens are empty.
func NewXterm(w, h int) *Terminal {
	t := &Terminal{screen: grid.New(w, h), other: grid.New(w, h), bottom: h - 1, modes: modesAtFirst(), parser: new(ansi.Parser)}
	t.screen.Cursor.Visible = true
	t.parser.SetParamsSize(parser.MaxParamsSize)
	t.parser.SetDataSize(1) // nothing reads the text of a string sequence
	t.parser.SetHandler(ansi.Handler{Print: t.print, Execute: t.execute, HandleCsi: t.control, HandleEsc: t.escape})
	return t
}

// Write shows the bytes. A sequence may be split over several calls. A strict terminal
// stops at the first error.
func (t *Terminal) Write(b []byte) (int, error) {
	for i, c := range b {
		control := 0x80 <= c && c < 0xc0 && t.parser.State() != parser.Utf8State // of one byte, beyond ASCII
		action := t.parser.Advance(c)
		clips := t.parser.State() == parser.OscStringState && isClip(t.parser.Data())
		if control || action == parser.IgnoreAction || action == parser.StartAction && !clips || action == parser.PutAction && !clips {
			t.refuse("byte %#x is in no known sequence", c)
		}
		if t.err != nil {
			return 0, fmt.Errorf("%w at the end of %.60q", t.err, b[max(i-30, 0):i+1])
		}
	}
	return len(b), nil
}

// clip begins the command that puts a text into the clipboard.
const clip = "52;c;"

// isClip reports whether such a command may begin with data.
func isClip(data []byte) bool {
	n := min(len(data), len(clip))
	return string(data[:n]) == clip[:n]
}

// command performs a command of the operating system: there is one, which puts a text into the
// clipboard.
func (t *Terminal) command(number int, data []byte) {
	text, ok := bytes.CutPrefix(data, []byte(clip))
	decoded, err := base64.StdEncoding.DecodeString(string(text))
	if number != 52 || !ok || err != nil {
		t.refuse("%q is no command for the arcade", data)
		return
	}
	t.clipboard = string(decoded)
}

// Clipboard returns the text that was put into the clipboard last.
func (t *Terminal) Clipboard() string { return t.clipboard }

// refuse makes a strict terminal return an error.
func (t *Terminal) refuse(format string, args ...any) {
	if t.strict && t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

// print shows a character.
func (t *Terminal) print(r rune) {
	if r == utf8.RuneError {
		t.refuse("%q is not printable", r)
	}
	switch {
	case !t.edge:
	case t.modes[wraps]:
		t.x = 0
		t.index()
	default:
		t.refuse("%q is written after the last column", r)
		t.x--
	}
	t.screen.Set(t.x, t.y, r, t.style)
	t.x++
	t.edge = t.x == t.screen.Width()
}

// execute performs a control character.
func (t *Terminal) execute(c byte) {
	frame := t.modes[alternate]
	steps := !t.edge && (c == '\b' && t.x > 0 || c == '\n' && t.y+1 < t.screen.Height())
	if lines := !frame && (c == '\r' || c == '\n'); !steps && !lines {
		t.refuse("%q is not printable", c)
	}
	switch c {
	case '\r':
		t.to(0, t.y)
	case '\n':
		t.index()
	case '\b':
		t.to(max(t.x-1, 0), t.y)
	}
}

// index moves down, or scrolls.
func (t *Terminal) index() {
	t.x, t.edge = min(t.x, t.screen.Width()-1), false
	if t.y == t.bottom {
		t.scroll(t.top, -1)
	} else {
		t.to(t.x, min(t.y+1, t.screen.Height()-1))
	}
}

// escape performs a sequence of ESC and one character.
func (t *Terminal) escape(cmd ansi.Cmd) {
	t.refuse("unknown sequence")
	switch {
	case cmd.Final() != 'M': // a reverse line feed
	case t.y == t.top:
		t.scroll(t.top, 1)
	default:
		t.to(t.x, max(t.y-1, 0))
	}
}

// to places the cursor.
func (t *Terminal) to(x, y int) {
	w, h := t.screen.Width(), t.screen.Height()
	if w > 0 && h > 0 && (x < 0 || x >= w || y < 0 || y >= h) {
		t.refuse("over the edge to column %d, row %d", x, y)
	}
	t.x, t.y, t.edge = max(min(x, w-1), 0), max(min(y, h-1), 0), false
}

// control performs a control sequence.
func (t *Terminal) control(cmd ansi.Cmd, params ansi.Params) {
	final := cmd.Final()
	if t.edge && !strings.ContainsRune("Hmhl", rune(final)) {
		t.refuse("sent after the last column")
	}
	switch {
	case cmd.Intermediate() == 0 && cmd.Prefix() == '?' && (final == 'h' || final == 'l'):
		params.ForEach(0, func(_, mode int, _ bool) { t.switchMode(fmt.Sprintf("?%d", mode), final == 'h') })
		return
	case cmd.Intermediate() != 0 || cmd.Prefix() != 0 || !strings.ContainsRune("ABCDHJKm", rune(final)):
		t.refuse("unknown sequence")
	}
	if cmd.Intermediate() != 0 || cmd.Prefix() != 0 {
		return
	}
	arg, _, _ := params.Param(0, 0)
	n := max(arg, 1)
	switch final {
	case 'A':
		t.to(t.x, t.y-n)
	case 'B':
		t.to(t.x, t.y+n)
	case 'C':
		t.to(t.x+n, t.y)
	case 'D':
		t.to(t.x-n, t.y)
	case 'G':
		t.to(n-1, t.y)
	case 'd':
		t.to(t.x, n-1)
	case 'H':
		column, _, _ := params.Param(1, 1)
		t.to(max(column, 1)-1, n-1)
	case 'm':
		t.restyle(params)
	case 'r':
		bottom, _, _ := params.Param(1, t.screen.Height())
		t.top, t.bottom = min(n, t.screen.Height())-1, min(max(bottom, 1), t.screen.Height())-1
		t.to(0, 0)
	default:
		t.erase(final, arg, n)
	}
}

// erase performs a control sequence that blanks or moves text.
func (t *Terminal) erase(final byte, arg, n int) {
	x, w, h := min(t.x, t.screen.Width()-1), t.screen.Width(), t.screen.Height()
	switch {
	case final == 'J' && arg == 2:
		t.clears++
		t.blank(0, 0, w, h)
	case final == 'J':
		t.blank(x, t.y, w, 1)
		t.blank(0, t.y+1, w, h)
	case final == 'K' && arg == 0:
		t.blank(x, t.y, w, 1)
	case final == 'K' && arg == 1:
		t.blank(0, t.y, x+1, 1)
	case final == 'K':
		t.blank(0, t.y, w, 1)
	case final == 'X':
		t.blank(x, t.y, n, 1)
	case final == '@':
		t.shift(x, n)
	case final == 'P':
		t.shift(x, -n)
	case final == 'L':
		t.scroll(t.y, n)
	case final == 'M':
		t.scroll(t.y, -n)
	case final == 'T':
		t.scroll(t.top, n)
	case final == 'S':
		t.scroll(t.top, -n)
	}
}

// blank makes a rectangle blank.
func (t *Terminal) blank(x, y, w, h int) {
	t.screen.Fill(x, y, w, h, ' ', grid.Style{Bg: t.style.Bg})
}

// scroll moves the rows from one on down by n, or up if n < 0, within the scrolling rows.
func (t *Terminal) scroll(from, n int) {
	old := t.Grid()
	for y := from; y <= t.bottom; y++ {
		t.blank(0, y, t.screen.Width(), 1)
		if was := y - n; was >= from && was <= t.bottom {
			for x := range t.screen.Width() {
				t.set(x, y, old.At(x, was))
			}
		}
	}
}

// shift moves the cells of the cursor's row from column x on right by n, or left if n < 0.
func (t *Terminal) shift(x, n int) {
	old := t.Grid()
	t.blank(x, t.y, t.screen.Width(), 1)
	for to := x; to < t.screen.Width(); to++ {
		if was := to - n; was >= x && was < t.screen.Width() {
			t.set(to, t.y, old.At(was, t.y))
		}
	}
}

func (t *Terminal) set(x, y int, c grid.Cell) { t.screen.Set(x, y, c.Rune(), c.Style()) }

func (t *Terminal) switchMode(mode string, on bool) {
	was, known := t.modes[mode]
	if !known {
		t.refuse("unknown mode %s", mode)
		return
	}
	t.modes[mode] = on
	switch {
	case mode == "?25":
		t.screen.Cursor.Visible, t.other.Cursor.Visible = on, on
	case mode == alternate && on != was:
		t.screen.Cursor.X, t.screen.Cursor.Y = t.x, t.y
		t.screen, t.other = t.other, t.screen
		t.x, t.y, t.edge = t.screen.Cursor.X, t.screen.Cursor.Y, false
		t.left = !on
		if on && !t.strict { // as an xterm does; a program must not count on it
			t.screen.Fill(0, 0, t.screen.Width(), t.screen.Height(), ' ', grid.Style{})
		}
	}
}

// restyle changes the style by SGR parameters. It does not share the code that reads SGR
// in package grid, so that neither hides a mistake of the other.
func (t *Terminal) restyle(params ansi.Params) {
	if len(params) == 0 {
		t.style = grid.Style{}
	}
	for i := 0; i < len(params); i++ {
		n := params[i].Param(0)
		ground, tens := &t.style.Fg, n-30
		if 40 <= n && n < 50 || n >= 100 {
			ground, tens = &t.style.Bg, n-40
		}
		switch {
		case n == 0:
			t.style = grid.Style{}
		case n < len(sets) && sets[n] != 0:
			t.style.Attr |= sets[n]
		case n < len(resets) && resets[n] != 0:
			t.style.Attr &^= resets[n]
		case tens == 9:
			*ground = 0
		case 0 <= tens && tens < 8:
			*ground = grid.Color256(uint8(tens))
		case 60 <= tens && tens < 68:
			*ground = grid.Color256(uint8(tens - 60 + 8))
		case tens == 8 && i+2 < len(params) && params[i+1].Param(0) == 5:
			*ground = grid.Color256(uint8(params[i+2].Param(0)))
			i += 2
		default:
			t.refuse("unknown style %d", n)
		}
	}
}

// The attributes that SGR parameters set and reset.
var (
	sets   = [...]grid.Attr{1: grid.Bold, 2: grid.Faint, 3: grid.Italic, 4: grid.Underline, 7: grid.Reverse}
	resets = [...]grid.Attr{22: grid.Bold | grid.Faint, 23: grid.Italic, 24: grid.Underline, 27: grid.Reverse}
)

// Screen returns the text on the screen.
func (t *Terminal) Screen() string { return t.screen.String() }

// Row returns the text of a row, counted from 0, without the spaces at its ends.
func (t *Terminal) Row(y int) string {
	from, to := 0, t.screen.Width()
	for to > 0 && t.screen.At(to-1, y).Rune() == ' ' {
		to--
	}
	for from < to && t.screen.At(from, y).Rune() == ' ' {
		from++
	}
	var row [256]byte
	b := row[:0]
	for x := from; x < to; x++ {
		b = utf8.AppendRune(b, t.screen.At(x, y).Rune())
	}
	return string(b)
}

// Has reports whether a row, counted from 0, contains a text.
func (t *Terminal) Has(y int, text string) bool { return strings.Contains(t.Row(y), text) }

// Bottom returns the last row that is not blank, counted from 0; 0 if all are. In a window of any
// size it is the arcade's row of keys.
func (t *Terminal) Bottom() int {
	y := t.screen.Height() - 1
	for y > 0 && t.Row(y) == "" {
		y--
	}
	return y
}

// Clears returns how often the screen was cleared, which is once for each whole frame.
func (t *Terminal) Clears() int { return t.clears }

// Left reports whether a program has left the alternate screen: what shows are its last
// words.
func (t *Terminal) Left() bool { return t.left }

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
	case t.parser.State() != parser.GroundState:
		return "a sequence: " + t.parser.StateName()
	case t.style != grid.Style{}:
		return fmt.Sprintf("a style: %+v", t.style)
	case t.edge:
		return "the cursor is after the last column"
	}
	return ""
}
