package main

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The terminals of the sessions.
const (
	columns  = 80
	rows     = 24
	termName = "xterm-256color"
)

// A screen is the text on a terminal of 80x24. It understands what the arcade sends to
// draw frames, and ignores styles and modes.
type screen struct {
	cells  [rows][columns]rune
	x, y   int
	left   bool   // the arcade has left the alternate screen; its last words follow
	clears int    // how often it was cleared, once for each whole frame
	rest   []byte // the beginning of a sequence whose rest has not come yet
}

// Write shows the bytes. A sequence may be split over several calls.
func (s *screen) Write(b []byte) {
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
func (s *screen) step(b []byte) int {
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
		s.cells[s.y][min(s.x, columns-1)] = r
		s.x = min(s.x+1, columns) // may be past the last column; the next frame moves it from there
	}
	return n
}

func (s *screen) to(x, y int) {
	s.x, s.y = min(max(x, 0), columns-1), min(max(y, 0), rows-1)
}

func (s *screen) control(params string, final byte) {
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
		s.cells = [rows][columns]rune{}
		s.clears++
	case 'l':
		if params == "?1049" { // the screen from before the arcade returns, and it was empty
			s.cells, s.left = [rows][columns]rune{}, true
			s.to(0, 0)
		}
	case 'K':
		clear(s.cells[s.y][min(s.x, columns):])
	}
}

// row returns the text of a row, counted from 0, without the spaces at its ends.
func (s *screen) row(y int) string {
	b := make([]byte, 0, columns)
	for _, r := range s.cells[y] {
		if r == 0 {
			r = ' '
		}
		b = utf8.AppendRune(b, r)
	}
	return string(bytes.TrimSpace(b))
}

// has reports whether a row contains a text.
func (s *screen) has(y int, text string) bool { return strings.Contains(s.row(y), text) }

// says reports whether one of the rows for messages begins with a text.
func (s *screen) says(text string) bool {
	for y := rows - 4; y < rows-1; y++ {
		if strings.HasPrefix(s.row(y), text) {
			return true
		}
	}
	return false
}

// moves returns the number of moves in a table's heading, and whether the last one is
// stored: then no star follows the number. ok is false if the screen is not a table.
func (s *screen) moves() (n int, stored, ok bool) {
	_, text, ok := strings.Cut(s.row(0), "moves ")
	if !ok {
		return 0, false, false
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.Atoi(text[:digits])
	return n, !strings.HasPrefix(text[digits:], "*"), err == nil
}
