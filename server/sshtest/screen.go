package sshtest

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The size of every Terminal.
const (
	Columns = 80
	Rows    = 24
)

// A Screen is the text on a terminal of 80x24. It understands what the arcade sends to
// draw frames, and ignores styles and modes.
type Screen struct {
	cells  [Rows][Columns]rune
	x, y   int
	Left   bool   // the arcade has left the alternate screen; its last words follow
	Clears int    // how often it was cleared, once for each whole frame
	rest   []byte // the beginning of a sequence whose rest has not come yet
}

// Write shows the bytes. A sequence may be split over several calls.
func (s *Screen) Write(b []byte) {
	if len(s.rest) > 0 {
		b = append(s.rest, b...)
	}
	for len(b) > 0 {
		n := s.step(b)
		if n == 0 {
			break
		}
		b = b[n:]
	}
	s.rest = append([]byte(nil), b...)
}

// step shows the character or sequence that b begins with and returns its length, or 0 if
// b is incomplete.
func (s *Screen) step(b []byte) int {
	if b[0] == '\x1b' {
		if len(b) < 2 {
			return 0
		}
		if b[1] != '[' {
			return 2
		}
		end := bytes.IndexFunc(b[2:], func(r rune) bool { return '@' <= r && r <= '~' })
		if end < 0 {
			return 0
		}
		s.control(string(b[2:2+end]), b[2+end])
		return end + 3
	}
	if !utf8.FullRune(b) {
		return 0
	}
	r, n := utf8.DecodeRune(b)
	switch {
	case r == '\n':
		s.to(s.x, s.y+1)
	case r == '\r':
		s.to(0, s.y)
	case r == '\b':
		s.to(s.x-1, s.y)
	case r >= ' ':
		s.cells[s.y][min(s.x, Columns-1)] = r
		s.x = min(s.x+1, Columns) // may be past the last column; the next frame moves it from there
	}
	return n
}

func (s *Screen) to(x, y int) {
	s.x, s.y = min(max(x, 0), Columns-1), min(max(y, 0), Rows-1)
}

func (s *Screen) control(params string, final byte) {
	first, second, _ := strings.Cut(params, ";")
	n, _ := strconv.Atoi(first) // a missing parameter is 0
	m, _ := strconv.Atoi(second)
	switch final {
	case 'A':
		s.to(s.x, s.y-max(n, 1))
	case 'B':
		s.to(s.x, s.y+max(n, 1))
	case 'C':
		s.to(s.x+max(n, 1), s.y)
	case 'D':
		s.to(s.x-max(n, 1), s.y)
	case 'H':
		s.to(max(m, 1)-1, max(n, 1)-1)
	case 'J':
		s.cells = [Rows][Columns]rune{}
		s.Clears++
	case 'l':
		if params == "?1049" { // the screen from before the arcade returns, and it was empty
			s.cells, s.Left = [Rows][Columns]rune{}, true
			s.to(0, 0)
		}
	case 'K':
		clear(s.cells[s.y][min(s.x, Columns):])
	}
}

// Row returns the text of a row, counted from 0, without the spaces at its ends.
func (s *Screen) Row(y int) string {
	b := make([]byte, 0, Columns)
	for _, r := range s.cells[y] {
		if r == 0 {
			r = ' '
		}
		b = utf8.AppendRune(b, r)
	}
	return string(bytes.TrimSpace(b))
}

// Has reports whether a row contains a text.
func (s *Screen) Has(y int, text string) bool { return strings.Contains(s.Row(y), text) }
