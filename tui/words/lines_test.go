package words

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// all reads every line up to Ctrl-D; Ctrl-C reads as "^C".
func all(t testing.TB, l *Lines) []string {
	t.Helper()
	var lines []string
	for {
		line, err := l.Next()
		switch {
		case errors.Is(err, errInterrupt):
			line = "^C"
		case errors.Is(err, errQuit), errors.Is(err, io.EOF):
			return lines
		case err != nil:
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
}

func TestLinesOfATerminal(t *testing.T) {
	for _, tt := range []struct {
		name, typed string
		want        []string
		echo        string
	}{
		{"ends of lines", "a\rb\r\nc\n\n", []string{"a", "b", "c", ""}, "a\r\nb\r\nc\r\n\r\n"},
		{"backspace", "ab\x7f\bc\x7f\x7fd\r", []string{"d"}, "ab\b \b\b \bc\b \bd\r\n"},
		{"Ctrl-U", "abc\x15d\r", []string{"d"}, "abc\b \b\b \b\b \bd\r\n"},
		{"Ctrl-C", "abc\x03d\r", []string{"^C", "d"}, "abc\r\nd\r\n"},
		{"Ctrl-D", "a\rbc\x04d\r", []string{"a"}, "a\r\nbc\r\n"},
		{"no end", "a\rbc", []string{"a"}, "a\r\nbc"},
		{"arrows and function keys", "a\x1b[A\x1b[1;5Cb\x1bOPc\x1b[15~\r", []string{"abc"}, "abc\r\n"},
		{"Escape alone", "\x1bundo\x1b\r\x1b\x1b[Ax\r", []string{"undo", "x"}, "undo\r\nx\r\n"},
		{"a terminal's answers", "a\x1b]11;rgb:1/2/3\x1b\\b\x1b]0;t\x07c\x1bP1$r\x1b\\d\r", []string{"abcd"}, "abcd\r\n"},
		{"a sequence without end", "a\x1b]0;bc\rd\r", []string{"a", "d"}, "a\r\nd\r\n"},
		{"control characters", "a\x00\tb\x9b\x05\r", []string{"a b"}, "a b\r\n"},
		{"not ASCII", "a♥é\u202eb\xbf\r", []string{"a\xe2\xc3\xe2b\xbf"}, "a???b?\r\n"},
		{"not ASCII, taken back", "bé\x7f\x7fc\r", []string{"c"}, "b?\b \b\b \bc\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.typed), iotest.OneByteReader(strings.NewReader(tt.typed))} {
				var echo bytes.Buffer
				if got := all(t, NewLines(r, &echo)); !slices.Equal(got, tt.want) {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				if echo.String() != tt.echo {
					t.Errorf("the echo is %q, want %q", echo.String(), tt.echo)
				}
			}
		})
	}
}

func TestLinesOfAPipe(t *testing.T) {
	got := all(t, NewLines(strings.NewReader("a\nb\r\n\nlast"), nil))
	if want := []string{"a", "b", "", "last"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A halting reader returns texts one by one, and calls before it returns each.
type halting struct {
	texts []string
	call  func(n int) // with how many texts are left
}

func (h *halting) Read(p []byte) (int, error) {
	h.call(len(h.texts))
	if len(h.texts) == 0 {
		return 0, io.EOF
	}
	n := copy(p, h.texts[0])
	h.texts = h.texts[1:]
	return n, nil
}

// News comes at once while nothing is typed, but never within a line.
func TestNewsWaitsForTheEndOfALine(t *testing.T) {
	news, typing := make(chan struct{}, 1), make(chan struct{})
	var echo bytes.Buffer
	l := NewLines(&halting{[]string{"ab", "c\r", "d\r"}, func(n int) {
		switch n {
		case 2: // after ab
			news <- struct{}{}
		case 1:
			<-typing
		}
	}}, &echo)
	for i, want := range []string{"abc", "news", "d"} {
		line, err := l.next(news, nil)
		if errors.Is(err, errNews) {
			line = "news"
			close(typing)
		} else if err != nil {
			t.Fatal(err)
		}
		if line != want {
			t.Fatalf("%d: got %q, want %q", i, line, want)
		}
	}
	if got := echo.String(); got != "abc\r\nd\r\n" {
		t.Errorf("the echo is %q", got)
	}
	if _, err := l.next(news, nil); !errors.Is(err, io.EOF) {
		t.Errorf("at the end of input it returns %v", err)
	}
}

func TestLongLinesAreCut(t *testing.T) {
	var echo bytes.Buffer
	got := all(t, NewLines(strings.NewReader(strings.Repeat("x", 1000)+"\x7fy\r"), &echo))
	want := strings.Repeat("x", lineMax-1) + "y"
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q", got)
	}
	if shown := want[:lineMax-1] + "x\b \by\r\n"; echo.String() != shown {
		t.Errorf("the echo is %q", echo.String())
	}
}

//abuse:case 27
func FuzzLines(f *testing.F) {
	f.Add([]byte("play hop 45\r\x1b[Aundo\x7f\x15\x03look\r\n\x04"))
	f.Add([]byte("\x1b]0;x\x1b\\\x1bP\x1b\x1b[200~♥\x1b[201~\n"))
	f.Fuzz(func(t *testing.T, typed []byte) {
		var echo bytes.Buffer
		lines := all(t, NewLines(bytes.NewReader(typed), &echo))
		for _, line := range lines {
			if len(line) > lineMax || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%q gives the line %q", typed, line)
			}
		}
		for _, b := range echo.Bytes() {
			if (b < ' ' || b > '~') && b != '\r' && b != '\n' && b != '\b' {
				t.Fatalf("%q is echoed as %q", typed, echo.Bytes())
			}
		}
		if whole := all(t, NewLines(iotest.OneByteReader(bytes.NewReader(typed)), io.Discard)); !slices.Equal(lines, whole) {
			t.Errorf("%q gives %q, byte by byte %q", typed, lines, whole)
		}
	})
}
