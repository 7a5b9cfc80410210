package tuitest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/parser"

	"boardwalk/tui/grid"
)

// A Terminal is a terminal emulator. It knows as much of an xterm as the arcade uses, and modes
// that programs may leave behind. Kitty's flags belong to a screen, all other modes to both.
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
	left, right   int             // the columns between the margins
	saved         cursor          // of the main screen, while the other one shows
	edge          bool            // the last column was written, and the cursor not placed since
	modes         map[string]bool // modes by name, such as "?25"
	otherFlags    bool            // the mode flags of the screen that does not show
	gone          bool            // see Left
	clears        int
	clipboard     string
	err           error // of a strict terminal, in the byte that is being shown
}

// A cursor is what an xterm keeps of it when the other screen shows.
type cursor struct {
	x, y                     int
	style                    grid.Style
	origin, shifted, graphic bool
}

// atFirst holds the known modes as they are when the terminal is switched on.
var atFirst = map[string]bool{
	wraps: true, "?25": true, "?1000": false, "?1002": false, "?1003": false, "?1006": false, alternate: false, "?2004": false,
	inserts: false, silent: true, returns: false, "?1": false, "?5": false, origin: false, sides: false,
	"?9": false, "?1005": false, "?1015": false, "?1016": false,
	keypad: false, shifted: false, graphic: false, latin: false, flags: false, allKeys: false,
}

// The modes in which text goes on in the next row, and in which the other screen shows.
const wraps, alternate = "?7", "?1049"

// Modes that other programs may leave behind. Those that are not set by their number are named
// after what sets them.
const (
	inserts = "4"       // what is written moves what follows it
	silent  = "12"      // what is typed is not shown
	returns = "20"      // a line feed goes to the first column
	origin  = "?6"      // rows and columns count from the margins
	sides   = "?69"     // there are margins at the sides
	keypad  = "ESC ="   // the keypad sends sequences
	shifted = "SO"      // text is of the charset G1, which is line graphics here
	graphic = "ESC ( 0" // the charset G0 is line graphics
	latin   = "ESC % @" // text is not UTF-8
	flags   = "CSI = u" // keys are sent by Kitty's protocol
	allKeys = "CSI > m" // keys are sent by xterm's protocol
)

// ours are the modes that the arcade changes. A strict terminal lets it set all others to what
// they are at first.
var ours = []string{wraps, "?25", "?1002", "?1006", alternate, "?2004"}

// lineGraphics is what that charset has in place of "`" and the characters after it.
var lineGraphics = []rune("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·")

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
	t := &Terminal{screen: grid.New(w, h), other: grid.New(w, h), bottom: h - 1, right: w - 1, modes: maps.Clone(atFirst), parser: new(ansi.Parser)}
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

// Suffer shows what another program sends, before or while the arcade runs: even a strict terminal
// refuses none of it.
func (t *Terminal) Suffer(sent string) {
	strict := t.strict
	t.strict = false
	_, _ = t.Write([]byte(sent))
	t.strict = strict
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
	if t.modes[latin] && r > unicode.MaxASCII {
		for _, b := range []byte(string(r)) {
			t.show(rune(b))
		}
		return
	}
	if i := int(r - '`'); (t.modes[shifted] || t.modes[graphic]) && 0 <= i && i < len(lineGraphics) {
		r = lineGraphics[i]
	}
	t.show(r)
}

// show shows a character of the charset.
func (t *Terminal) show(r rune) {
	last := t.screen.Width() - 1
	if t.x <= t.right+1 {
		last = t.right
	}
	switch {
	case !t.edge:
	case t.modes[wraps]:
		t.x = t.left
		t.index()
	default:
		t.refuse("%q is written after the last column", r)
		t.x--
	}
	if t.modes[inserts] {
		t.shift(t.x, 1)
	}
	t.screen.Set(t.x, t.y, r, t.style)
	t.x++
	t.edge = t.x == last+1
}

// execute performs a control character.
func (t *Terminal) execute(c byte) {
	frame := t.modes[alternate]
	steps := !t.edge && (c == '\b' && t.x > 0 || c == '\n' && t.y+1 < t.screen.Height())
	if lines := !frame && (c == '\r' || c == '\n'); !steps && !lines && c != ansi.SI {
		t.refuse("%q is not printable", c)
	}
	switch c {
	case '\r':
		t.to(t.left, t.y)
	case '\n':
		t.index()
		if t.modes[returns] {
			t.to(t.left, t.y)
		}
	case ansi.SI, ansi.SO:
		t.switchMode(shifted, c == ansi.SO)
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

// escape performs a sequence of ESC and a few characters.
func (t *Terminal) escape(cmd ansi.Cmd) {
	switch final := cmd.Final(); string([]byte{cmd.Intermediate(), final}) {
	case "(0", "(B":
		t.switchMode(graphic, final == '0')
	case "%@", "%G":
		t.switchMode(latin, final == '@')
	case "\x00=", "\x00>":
		t.switchMode(keypad, final == '=')
	case "\x00M": // a reverse line feed
		t.refuse("unknown sequence")
		if t.y == t.top {
			t.scroll(t.top, 1)
		} else {
			t.to(t.x, max(t.y-1, 0))
		}
	default:
		t.refuse("unknown sequence")
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
	arg, _, _ := params.Param(0, 0)
	if cmd.Intermediate() != 0 {
		t.refuse("unknown sequence")
		return
	}
	switch kind := string([]byte{cmd.Prefix(), final}); {
	case kind == "?h", kind == "?l", kind == "\x00h", kind == "\x00l":
		prefix := strings.Trim(kind[:1], "\x00")
		params.ForEach(0, func(_, mode int, _ bool) { t.switchMode(fmt.Sprint(prefix, mode), final == 'h') })
		return
	case kind == "=u":
		t.switchMode(flags, arg != 0)
		return
	case kind == ">m":
		level, _, _ := params.Param(1, 0)
		t.switchMode(allKeys, level != 0)
		return
	case cmd.Prefix() != 0:
		t.refuse("unknown sequence")
		return
	case !strings.ContainsRune("ABCDHJKm", rune(final)) && (final != 'r' || len(params) > 0):
		t.refuse("unknown sequence")
	}
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
		t.toOrigin(max(column, 1)-1, n-1)
	case 'm':
		t.restyle(params)
	case 'r':
		t.top, t.bottom = margins(params, t.screen.Height())
		t.toOrigin(0, 0)
	case 's':
		if t.modes[sides] {
			t.left, t.right = margins(params, t.screen.Width())
			t.toOrigin(0, 0)
		}
	default:
		t.erase(final, arg, n)
	}
}

// margins returns the first and the last of n rows or columns that are between the margins.
func margins(params ansi.Params, n int) (first, last int) {
	first, _, _ = params.Param(0, 1)
	last, _, _ = params.Param(1, n)
	if first, last = max(first, 1)-1, min(max(last, 1), n)-1; first >= last {
		return 0, n - 1
	}
	return first, last
}

// toOrigin places the cursor, in the mode origin between the margins.
func (t *Terminal) toOrigin(x, y int) {
	if t.modes[origin] {
		x, y = min(x+t.left, t.right), min(y+t.top, t.bottom)
	}
	t.to(x, y)
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
	if on != atFirst[mode] && !slices.Contains(ours, mode) {
		t.refuse("mode %s is not for the arcade", mode)
	}
	t.modes[mode] = on
	switch {
	case mode == origin:
		t.toOrigin(0, 0)
	case mode == sides && !on:
		t.left, t.right = 0, t.screen.Width()-1
	case mode == "?25":
		t.screen.Cursor.Visible, t.other.Cursor.Visible = on, on
	case mode == alternate && on != was:
		if now := (cursor{t.x, t.y, t.style, t.modes[origin], t.modes[shifted], t.modes[graphic]}); on {
			t.saved = now
		} else {
			t.x, t.y, t.style = t.saved.x, t.saved.y, t.saved.style
			t.modes[origin], t.modes[shifted], t.modes[graphic] = t.saved.origin, t.saved.shifted, t.saved.graphic
		}
		t.screen, t.other = t.other, t.screen
		t.modes[flags], t.otherFlags = t.otherFlags, t.modes[flags]
		t.edge, t.gone = false, !on
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
	var b strings.Builder
	for x := range t.screen.Width() {
		b.WriteRune(t.screen.At(x, y).Rune())
	}
	return strings.Trim(b.String(), " ")
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
func (t *Terminal) Left() bool { return t.gone }

// Grid returns a copy of the screen, with the cursor in its place.
func (t *Terminal) Grid() *grid.Grid {
	g := grid.New(0, 0)
	g.CopyFrom(t.screen)
	g.Cursor.X, g.Cursor.Y = t.x, t.y
	return g
}

// Find returns the column and row of the first place that shows a text.
func (t *Terminal) Find(text string) (x, y int, ok bool) { return position(t.Screen(), text) }

// position returns the column and row of the first place of a screen that shows a text.
func position(screen, text string) (x, y int, ok bool) {
	for y, line := range strings.Split(screen, "\n") {
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
	for mode, on := range atFirst {
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
