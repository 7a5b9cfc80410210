package sshtest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/tui/grid"
)

// text returns the text of a screen in the form in which a grid writes it.
func (s *Screen) text() string {
	var lines []string
	for _, row := range s.cells {
		line := strings.ReplaceAll(string(row[:]), "\x00", " ")
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}

// TestScreenShowsWhatGridsSend shows random frames, each as the difference from the
// previous one, in pieces of all sizes.
func TestScreenShowsWhatGridsSend(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	var s Screen
	var shown *grid.Grid
	s.Write([]byte(grid.Enter + grid.Mouse))
	for frame := range 500 {
		next := grid.New(Columns, Rows)
		if shown != nil && random.IntN(4) > 0 {
			next.CopyFrom(shown)
		}
		for range random.IntN(60) {
			style := grid.Style{Fg: grid.Color256(uint8(random.Uint32())), Attr: grid.Attr(random.IntN(2))}
			next.Put(random.IntN(Columns), random.IntN(Rows), "♥ moves 12*"[random.IntN(2)*4:], style)
			next.Fill(random.IntN(Columns), random.IntN(Rows), random.IntN(40), 1, ' ', grid.Style{})
		}
		next.Cursor = grid.Cursor{X: random.IntN(Columns), Y: random.IntN(Rows), Visible: true}
		for sent := grid.Diff(nil, shown, next, grid.ANSI256); len(sent) > 0; {
			n := min(1+random.IntN(40), len(sent))
			s.Write(sent[:n])
			sent = sent[n:]
		}
		if got, want := s.text(), next.String(); got != want {
			t.Fatalf("frame %d shows\n%s\nwant\n%s", frame, got, want)
		}
		shown = next
	}
}

// FuzzScreen shows any bytes: a server can send what it likes.
func FuzzScreen(f *testing.F) {
	f.Add([]byte("\x1b[99;99H♥\b\b\b\x1b[-5A\x1b[99999999999999999999C"), 3)
	f.Add([]byte("\x1b[24;80Hxyz\x1b[K\n\n\r\xff\xfe\x1b"), 1)
	f.Fuzz(func(_ *testing.T, sent []byte, piece int) {
		var s Screen
		for len(sent) > 0 {
			n := min(max(piece, 1), len(sent))
			s.Write(sent[:n])
			sent = sent[n:]
		}
	})
}

func TestLastWords(t *testing.T) {
	t.Parallel()
	var s Screen
	s.Write([]byte(grid.Enter + "\x1b[H\x1b[2JHop 45\x1b[5;9Hmoves"))
	if s.Left || s.Row(4) != "moves" {
		t.Errorf("left is %v, row 4 %q", s.Left, s.Row(4))
	}
	s.Write([]byte(grid.Leave + "Come back.\r\n"))
	if !s.Left || s.Row(0) != "Come back." || s.Row(4) != "" {
		t.Errorf("left is %v, row 0 %q, row 4 %q", s.Left, s.Row(0), s.Row(4))
	}
}
