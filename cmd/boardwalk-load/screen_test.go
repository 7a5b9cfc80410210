package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/tui/grid"
)

// text returns the text of a screen in the form in which a grid writes it.
func (s *screen) text() string {
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
	var s screen
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
		if got, want := s.text(), next.String(); got != want {
			t.Fatalf("frame %d shows\n%s\nwant\n%s", frame, got, want)
		}
		shown = next
	}
}

func TestMovesInTheHeading(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]struct {
		n          int
		stored, ok bool
	}{
		"  Hop 45   points 2/27  moves 12*  0:31": {12, false, true},
		"  Hop 45   points 2/27  moves 12   0:31": {12, true, true},
		"  Hop 45, replay   moves":                {0, true, false},
		"  Boardwalk Arcade":                      {0, false, false},
	} {
		var s screen
		s.Write([]byte("\x1b[H\x1b[2J" + heading))
		n, stored, ok := s.moves()
		if n != want.n || ok != want.ok || ok && stored != want.stored {
			t.Errorf("%q: %d, stored %v, %v", heading, n, stored, ok)
		}
	}
}

// FuzzScreen shows any bytes: a server can send what it likes.
func FuzzScreen(f *testing.F) {
	f.Add([]byte("\x1b[99;99H♥\b\b\b\x1b[-5A\x1b[99999999999999999999C"), 3)
	f.Add([]byte("\x1b[24;80Hxyz\x1b[K\n\n\r\xff\xfe\x1b"), 1)
	f.Fuzz(func(_ *testing.T, sent []byte, piece int) {
		var s screen
		for len(sent) > 0 {
			n := min(max(piece, 1), len(sent))
			s.Write(sent[:n])
			sent = sent[n:]
		}
		s.moves()
	})
}

func TestLastWords(t *testing.T) {
	t.Parallel()
	var s screen
	s.Write([]byte(grid.Enter + "\x1b[H\x1b[2JHop 45\x1b[5;9Hmoves"))
	if s.left || s.row(4) != "moves" {
		t.Errorf("left is %v, row 4 %q", s.left, s.row(4))
	}
	s.Write([]byte(grid.Leave + "Come back.\r\n"))
	if !s.left || s.row(0) != "Come back." || s.row(4) != "" {
		t.Errorf("left is %v, row 0 %q, row 4 %q", s.left, s.row(0), s.row(4))
	}
}
