package program

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// decoded returns the messages of a decoder for texts that arrive one after another.
func decoded(late bool, texts ...string) []string {
	var d decoder
	var got []string
	emit := func(msg tea.Msg) {
		switch msg := msg.(type) {
		case tea.KeyPressMsg:
			got = append(got, msg.String())
		case tea.PasteMsg:
			got = append(got, "paste:"+msg.Content)
		case tea.MouseClickMsg:
			got = append(got, fmt.Sprintf("click:%d,%d", msg.X, msg.Y))
		case tea.MouseWheelMsg:
			got = append(got, "wheel")
		default:
			got = append(got, fmt.Sprintf("%T", msg))
		}
	}
	for _, text := range texts {
		d.buf = append(d.buf, text...)
		d.decode(false, emit)
	}
	for late && d.wait() > 0 {
		d.decode(true, emit)
	}
	return got
}

func TestDecoder(t *testing.T) {
	for _, c := range []struct {
		test  string
		texts []string
		want  []string
	}{
		{"letters", []string{"ab", "c"}, []string{"a", "b", "c"}},
		{"arrows", []string{"\x1b[A\x1bOB"}, []string{"up", "down"}},
		{"a sequence in pieces", []string{"\x1b", "[", "1;5", "C"}, []string{"ctrl+right"}},
		{"a rune in pieces", []string{"\xe2\x99", "\xa5"}, []string{"♥"}},
		{"F3 with shift", []string{"\x1b[1;2R"}, []string{"shift+f3"}},
		{"the mouse", []string{"\x1b[<0;5;7M\x1b[<64;1;1M"}, []string{"click:4,6", "wheel"}},
		{"a paste", []string{"\x1b[200~a1", "c4\nq\x1b[201~x"}, []string{"paste:a1c4\nq", "x"}},
		{"a paste with a colour in it", []string{"\x1b[200~\x1b[31mx\x1b[201~"}, []string{"paste:\x1b[31mx"}},
		{"the end of no paste", []string{"\x1b[201~x"}, []string{"x"}},
		{"a claimed size", []string{"\x1b[8;4000;4000tx\x1b[48;4000;4000;1;1t"}, []string{"x"}},
		{"answers to questions", []string{"\x1b[?1;2c\x1b[?25;1$y\x1b[>0;1;2c\x1bP>|xterm\x1b\\x"}, []string{"x"}},
		{"a clipboard", []string{"\x1b]52;c;ZXZpbA==\x07x"}, []string{"x"}},
		{"focus", []string{"\x1b[I\x1b[Ox"}, []string{"x"}},
		{"a released key", []string{"\x1b[97;1:3ux"}, []string{"x"}},
		{"a sequence of 8 bits", []string{"\x9bA\x8fPab"}, []string{"a", "b"}},
		{"function keys of the Linux console", []string{"\x1b[[A\x1b[[E\x1b[[J"}, []string{"f1", "f5"}},
		{"both Backspaces", []string{"\b\x7f"}, []string{"backspace", "backspace"}},
		{"every Enter", []string{"\r", "\n", "\r\n", "\x1bOM"}, []string{"enter", "enter", "enter", "enter"}},
		{"Home, End and Delete", []string{"\x1b[H\x1bOH\x1b[1~\x1b[7~\x1b[F\x1bOF\x1b[4~\x1b[8~\x1b[3~"}, []string{"home", "home", "home", "home", "end", "end", "end", "end", "delete"}},
		{"a burst", []string{"energy\r"}, []string{"paste:energy\r"}},
		{"what follows a burst", []string{"energy", "\r", "q"}, []string{"paste:energy", "paste:\r", "paste:q"}},
		{"a burst that is not ASCII", []string{"\xd1\x8d\xd0\xbd\xd0\xb5\xd1\x80\xd0"}, []string{"paste:\u044d\u043d\u0435\u0440"}},
		{"a burst after Enter", []string{"\rgood"}, []string{"paste:\rgood"}},
		{"three keys at once", []string{"jkl"}, []string{"j", "k", "l"}},
		{"keys one after another", []string{"j", "k", "l", "m", "n"}, []string{"j", "k", "l", "m", "n"}},
		{"a held key", []string{"jjjjjj"}, []string{"j", "j", "j", "j", "j", "j"}},
		{"keys of old terminals", []string{"\x1bF00", "\x01@\r", "\x1b?x", "\x1e1", "\x00;"}, nil},
	} {
		t.Run(c.test, func(t *testing.T) {
			if got := decoded(false, c.texts...); !slices.Equal(got, c.want) {
				t.Errorf("decoded %q, want %q", got, c.want)
			}
		})
	}
	t.Run("an escape waits for the rest", func(t *testing.T) {
		if got := decoded(false, "\x1b"); got != nil {
			t.Errorf("decoded %q at once", got)
		}
		if got := decoded(true, "\x1b"); !slices.Equal(got, []string{"esc"}) {
			t.Errorf("decoded %q once it was late", got)
		}
	})
	t.Run("each of many escapes is a key", func(t *testing.T) {
		if got, want := decoded(true, "\x1b\x1b\x1b\x1b[A\x1b\x9bA"), []string{"esc", "esc", "alt+up", "esc"}; !slices.Equal(got, want) {
			t.Errorf("decoded %q, want %q", got, want)
		}
	})
	t.Run("a sequence without an end is let go", func(t *testing.T) {
		var d decoder
		for range 100 {
			d.buf = append(d.buf, "\x1b]"+strings.Repeat("x", 100)...)
			d.decode(false, func(tea.Msg) { t.Error("a message comes out") })
			if len(d.buf) > 256 {
				t.Fatalf("%d bytes are kept", len(d.buf))
			}
		}
	})
	t.Run("a paste without an end is cut", func(t *testing.T) {
		var d decoder
		d.buf = append(d.buf, "\x1b[200~"...)
		for range 100 {
			d.buf = append(d.buf, strings.Repeat("x", 1000)...)
			d.decode(false, func(tea.Msg) {})
		}
		if len(d.paste) != pasteMax {
			t.Errorf("%d bytes are kept, want %d", len(d.paste), pasteMax)
		}
	})
}

// Whatever is typed, only keys, the mouse and pastes come out, and little is buffered.
//
//abuse:case 27
func FuzzDecoder(f *testing.F) {
	for _, seed := range []string{"abc", "\x1b[A", "\x1b[<0;1;1M", "\x1b[200~x\x1b[201~", "\x1b]52;c;x\x07", "\x1b[8;9;9t", "\xff\x9b", "\x1b[M   ", "\x1b[1;5R"} {
		f.Add([]byte(seed), uint8(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, step uint8) {
		var d decoder
		emit := func(msg tea.Msg) {
			switch msg := msg.(type) {
			case tea.KeyPressMsg, tea.MouseClickMsg, tea.MouseReleaseMsg, tea.MouseMotionMsg, tea.MouseWheelMsg, tea.PasteMsg:
			default:
				t.Errorf("%T came out", msg)
			}
		}
		for len(text) > 0 {
			n := min(int(step)+1, len(text))
			d.buf = append(d.buf, text[:n]...)
			text = text[n:]
			d.decode(false, emit)
			if len(d.buf) > 256+n || len(d.paste) > pasteMax {
				t.Fatalf("%d and %d bytes are kept", len(d.buf), len(d.paste))
			}
		}
		for range 4 {
			d.decode(true, emit)
		}
		if len(d.buf) > 0 || d.wait() > 0 {
			t.Error("something is left when it is late")
		}
	})
}
