package tuitest

import (
	"math/rand/v2"
	"testing"

	"boardwalk/tui/grid"
)

const columns, rows = 80, 24

// TestXtermShowsWhatGridsSend shows random frames, each as the difference from the
// previous one, in pieces of all sizes.
func TestXtermShowsWhatGridsSend(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	s := NewXterm(columns, rows)
	var shown *grid.Grid
	s.Write([]byte(grid.Enter + grid.Mouse))
	for frame := range 500 {
		next := grid.New(columns, rows)
		if shown != nil && random.IntN(4) > 0 {
			next.CopyFrom(shown)
		}
		for range random.IntN(60) {
			style := grid.Style{Fg: grid.Color256(uint8(random.Uint32())), Attr: grid.Attr(random.IntN(2))}
			next.Put(random.IntN(columns), random.IntN(rows), "♥ moves 12*"[random.IntN(2)*4:], style)
			next.Fill(random.IntN(columns), random.IntN(rows), random.IntN(40), 1, ' ', grid.Style{})
		}
		next.Cursor = grid.Cursor{X: random.IntN(columns), Y: random.IntN(rows), Visible: true}
		for sent := grid.Diff(nil, shown, next, grid.ANSI256); len(sent) > 0; {
			n := min(1+random.IntN(40), len(sent))
			s.Write(sent[:n])
			sent = sent[n:]
		}
		if got, want := s.Screen(), next.String(); got != want {
			t.Fatalf("frame %d shows\n%s\nwant\n%s", frame, got, want)
		}
		shown = next
	}
}

// FuzzXterm shows any bytes: a server can send what it likes.
func FuzzXterm(f *testing.F) {
	f.Add([]byte("\x1b[99;99H♥\b\b\b\x1b[-5A\x1b[99999999999999999999C"), 3)
	f.Add([]byte("\x1b[24;80Hxyz\x1b[K\n\n\r\xff\xfe\x1b"), 1)
	f.Fuzz(func(_ *testing.T, sent []byte, piece int) {
		s := NewXterm(columns, rows)
		for len(sent) > 0 {
			n := min(max(piece, 1), len(sent))
			s.Write(sent[:n])
			sent = sent[n:]
		}
	})
}

func TestLastWords(t *testing.T) {
	t.Parallel()
	s := NewXterm(columns, rows)
	s.Write([]byte(grid.Enter + "\x1b[H\x1b[2JHop 45\x1b[5;9Hmoves"))
	if s.Left() || s.Row(4) != "moves" {
		t.Errorf("left is %v, row 4 %q", s.Left(), s.Row(4))
	}
	s.Write([]byte(grid.Leave + "Come back.\r\n"))
	if !s.Left() || s.Row(0) != "Come back." || s.Row(4) != "" {
		t.Errorf("left is %v, row 0 %q, row 4 %q", s.Left(), s.Row(0), s.Row(4))
	}
}

func TestBottom(t *testing.T) {
	t.Parallel()
	s := NewXterm(columns, rows)
	for sent, want := range map[string]int{
		"":                       0,
		"\x1b[3;9Hmoves":         2,
		"a\x1b[24;80H?":          rows - 1,
		"a\x1b[9;2Hq\x1b[24;1H ": 8,
	} {
		s.Write([]byte("\x1b[H\x1b[2J" + sent))
		if got := s.Bottom(); got != want {
			t.Errorf("%q: row %d, want %d", sent, got, want)
		}
	}
}

// A strict terminal refuses what depends on the terminal, or is not for the arcade to send.
func TestStrictTerminalRefuses(t *testing.T) {
	t.Parallel()
	for what, sent := range map[string]string{
		"a carriage return in a frame":     "a\r",
		"a line feed in the last row":      "\x1b[24;1H\n",
		"a backspace in the first column":  "\b",
		"a tab":                            "\t",
		"over the right edge":              "\x1b[81C",
		"over the left edge":               "\x1b[D",
		"over the top":                     "\x1b[A",
		"below the last row":               "\x1b[25;1H",
		"text after the last column":       "\x1b[1;80Hab",
		"a step after the last column":     "\x1b[1;80Ha\x1b[D",
		"a line feed after the last one":   "\x1b[1;80Ha\n",
		"a mode that the arcade lacks":     "\x1b[?5h",
		"a style that the arcade lacks":    "\x1b[38;2;1;2;3m",
		"a sequence that the arcade lacks": "\x1b[2L",
		"a sequence with an intermediate":  "\x1b[1 q",
		"another prefix":                   "\x1b[>1u",
		"a title":                          "\x1b]0;title\a",
		"a title, cut off":                 "\x1b]0;ti",
		"a device control string":          "\x1bP1$r",
		"a reverse line feed":              "\x1bM",
		"a control character in C1":        "\x9b2J",
		"broken UTF-8":                     "\xc3a",
		"a byte that is no UTF-8":          "\xff",
	} {
		term := NewTerminal(columns, rows)
		if _, err := term.Write([]byte(grid.Enter)); err != nil {
			t.Fatal(err)
		}
		if _, err := term.Write([]byte(sent)); err == nil {
			t.Errorf("%s is accepted: %q", what, sent)
		}
	}
}

func TestXtermMovesText(t *testing.T) {
	t.Parallel()
	const text = "\x1b[H\x1b[2Jabcde\r\nfghij\r\nklmno"
	for sent, want := range map[string]string{
		"\x1b[2;2H\x1b[2@":        "abcde\nf  gh\nklmno",
		"\x1b[2;2H\x1b[2P":        "abcde\nfij\nklmno",
		"\x1b[2;2H\x1b[2X":        "abcde\nf  ij\nklmno",
		"\x1b[2;2H\x1b[K":         "abcde\nf\nklmno",
		"\x1b[2;2H\x1b[1K":        "abcde\n  hij\nklmno",
		"\x1b[2;2H\x1b[2K":        "abcde\n\nklmno",
		"\x1b[2;2H\x1b[J":         "abcde\nf\n",
		"\x1b[2;1H\x1b[L":         "abcde\n\nfghij",
		"\x1b[2;1H\x1b[M":         "abcde\nklmno\n",
		"\x1b[S":                  "fghij\nklmno\n",
		"\x1b[T":                  "\nabcde\nfghij",
		"\n":                      "fghij\nklmno\n",
		"\x1b[H\x1bM":             "\nabcde\nfghij",
		"\x1b[1;2r\x1b[2;1H\n":    "fghij\n\nklmno",
		"\x1b[2d\x1b[3Gx":         "abcde\nfgxij\nklmno",
		"\x1b[1;5Hxy":             "abcdx\nyghij\nklmno",
		"\x1b[?7l\x1b[1;5Hxy":     "abcdy\nfghij\nklmno",
		"\x1b]0;title\a\x1b[>1ux": "abcde\nfghij\nklmnx",
	} {
		term := NewXterm(5, 3)
		term.Write([]byte(text + "\x1b[3;5H" + sent))
		if got := term.Screen(); got != want {
			t.Errorf("%q shows\n%s\nwant\n%s", sent, got, want)
		}
	}
}
