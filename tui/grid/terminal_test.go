package grid_test

import (
	"reflect"
	"slices"
	"testing"

	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// leftBehind is what other programs leave in a terminal.
var leftBehind = map[string]string{
	"nothing":                     "",
	"insert mode":                 "\x1b[4h",
	"line feeds that return":      "\x1b[20h",
	"what is typed shows":         "\x1b[12l",
	"margins":                     "\x1b[2;4r",
	"margins at the sides":        "\x1b[?69h\x1b[3;9s",
	"margins and their origin":    "\x1b[2;4r\x1b[?69h\x1b[3;9s\x1b[?6h",
	"no wrapping":                 "\x1b[?7l",
	"line graphics":               "\x1b(0",
	"another charset":             "\x0e",
	"a charset of bytes":          "\x1b%@",
	"reverse video":               "\x1b[?5h",
	"cursor keys and a keypad":    "\x1b[?1h\x1b=",
	"a style":                     "\x1b[1;4;7;31;44m",
	"no cursor":                   "\x1b[?25l",
	"the mouse":                   "\x1b[?9h\x1b[?1000h\x1b[?1002h\x1b[?1003h",
	"the mouse, in other reports": "\x1b[?1003h\x1b[?1005h\x1b[?1006h\x1b[?1015h\x1b[?1016h",
	"marked pastes":               "\x1b[?2004h",
	"keys by Kitty's protocol":    "\x1b[=31u",
	"keys by xterm's protocol":    "\x1b[>4;2m",
}

// TestWhatIsLeftBehind checks that whatever another program has left in a terminal, on which
// screen ever, frames show as on one just switched on, before and after Enter is sent again; and
// that then every mode is as at first, but for what belongs to the main screen and its cursor.
func TestWhatIsLeftBehind(t *testing.T) {
	const w, h = 20, 6
	first, second := grid.New(w, h), grid.New(w, h)
	first.Fill(0, 0, w, h, '·', grid.Style{})
	first.Put(2, 1, "diamonds ♦ and so on", grid.Style{})
	second.CopyFrom(first)
	second.Put(4, 1, "ace", grid.Style{Attr: grid.Bold})
	second.Put(6, 2, "two", grid.Style{})
	second.Put(6, 3, "three", grid.Style{})
	second.Put(6, 4, "four", grid.Style{}) // a line feed below the margins
	second.Put(0, h-1, "the whole last row ♠", grid.Style{})
	second.Cursor = grid.Cursor{X: 5, Y: 3, Visible: true}
	write := func(term *tuitest.Terminal, sent string) {
		t.Helper()
		if _, err := term.Write([]byte(sent)); err != nil {
			t.Fatal(err)
		}
	}
	const begin = grid.Enter + grid.Mouse
	frame := begin + string(grid.Diff(nil, nil, first, grid.ANSI256))
	step := string(grid.Diff(nil, first, second, grid.ANSI256))
	for name, state := range leftBehind {
		for where, left := range map[string]string{
			"on the main screen": state, "on the alternate screen": "\x1b[?1049h" + state, "there, before it was left": "\x1b[?1049h" + state + "\x1b[?1049l",
		} {
			t.Run(name+" "+where, func(t *testing.T) {
				clean, term := tuitest.NewTerminal(w, h), tuitest.NewTerminal(w, h)
				term.Suffer(left)
				before := term.Modes()
				for i, sent := range []string{frame, step, frame, step} {
					if i == 2 {
						term.Suffer(state)
					}
					write(clean, sent)
					write(term, sent)
					if got, want := term.Grid(), clean.Grid(); !reflect.DeepEqual(got, want) {
						t.Fatalf("write %d shows\n%s\nwant\n%s", i+1, got, want)
					}
					if got, want := term.Modes(), clean.Modes(); !slices.Equal(got, want) {
						t.Fatalf("write %d leads to the modes %v, want %v", i+1, got, want)
					}
				}
				write(term, grid.Leave+grid.Leave+"bye")
				if _, _, says := term.Find("bye"); !says || !term.Left() {
					t.Errorf("the last words are\n%s", term.Screen())
				}
				for _, mode := range term.Modes() {
					if !slices.Contains(before, mode) || mode != "?6" && mode != "CSI = u" {
						t.Errorf("mode %s is left", mode)
					}
				}
				if begun := term.Unfinished(); begun != "" {
					t.Errorf("unfinished: %s", begun)
				}
			})
		}
	}
}
