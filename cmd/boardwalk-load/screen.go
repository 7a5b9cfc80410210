package main

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What the sessions' terminals are.
const (
	columns  = 80
	rows     = 24
	termName = "xterm-256color"
)

// A screen is the text that a terminal of 80x24 shows. It knows what the arcade
// sends to draw frames, and takes no notice of styles and modes.
type screen struct {
	cells  [rows][columns]rune
	x, y   int
	left   bool   // the arcade has given the terminal back; what comes are last words
	clears int    // how often it was cleared: each is a whole frame
	rest   []byte // the beginning of a sequence, until the rest of it comes
}

// Write shows what was sent. A sequence may come in pieces.
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

// step shows the character or sequence that b begins with and returns its
// length, or 0 where more must come first.
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
		s.x = min(s.x+1, columns) // behind the last column, where the next frame does not stay
	}
	return n
}

func (s *screen) to(x, y int) {
	s.x, s.y = min(max(x, 0), columns-1), min(max(y, 0), rows-1)
}

func (s *screen) control(params string, final byte) {
	first, second, _ := strings.Cut(params, ";")
	n, _ := strconv.Atoi(first) // what is left out is 0
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
		if params == "?1049" { // what was there before the arcade shows again: nothing
			s.cells, s.left = [rows][columns]rune{}, true
			s.to(0, 0)
		}
	case 'K':
		clear(s.cells[s.y][min(s.x, columns):])
	}
}

// row is the text of a row, counted from 0, without spaces at its ends.
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

// has tells whether a row has a text.
func (s *screen) has(y int, text string) bool { return strings.Contains(s.row(y), text) }

// says tells whether one of the rows for messages begins with a text.
func (s *screen) says(text string) bool {
	for y := rows - 4; y < rows-1; y++ {
		if strings.HasPrefix(s.row(y), text) {
			return true
		}
	}
	return false
}

// moves is the number of moves in a table's heading, and whether the last one is
// stored: then there is no star behind it. ok is false where no table shows.
func (s *screen) moves() (n int, stored, ok bool) {
	_, text, ok := strings.Cut(s.row(0), "moves ")
	if !ok {
		return 0, false, false
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.Atoi(text[:digits])
	return n, !strings.HasPrefix(text[digits:], "*"), err == nil
}
