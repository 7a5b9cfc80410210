package grid

import (
	"image/color"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// PutANSI draws styled text, as produced by lipgloss, bubbles and widget.Markdown, on a rectangle
// of w columns and h rows. What does not fit is cut. Cells that the text does not reach
// are unchanged.
//
// Newlines and SGR sequences take effect; true colours become the nearest of the 256.
// Other control characters and escape sequences are dropped. Text takes as many columns
// as lipgloss measures, so layouts stay aligned: a character that is not one rune of one
// column becomes a "?" in each column that it takes, and combining marks are dropped.
func (g *Grid) PutANSI(x, y, w, h int, s string) {
	left, right := clip(x, w, g.w)
	top, bottom := clip(y, h, g.h)
	var style Style
	for col, row := x, y; s != "" && row < bottom; {
		// DecodeSequence gets no parser, because the parser fails at the 33rd parameter.
		seq, width, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
		s = s[n:]
		if seq == "\n" {
			col, row = x, row+1
			continue
		}
		if width == 0 {
			style = style.after(seq)
			continue
		}
		r, size := utf8.DecodeRuneInString(seq)
		if size < len(seq) || width > 1 {
			r = '?'
		}
		for range width {
			if top <= row && left <= col && col < right {
				g.Set(col, row, r, style)
			}
			col++
		}
	}
}

// after returns the style after an escape sequence; only SGR sequences change it.
func (s Style) after(seq string) Style {
	params, ok := strings.CutPrefix(seq, "\x1b[")
	if !ok || !strings.HasSuffix(params, "m") {
		return s
	}
	params = params[:len(params)-1]
	if strings.Trim(params, "0123456789;:") != "" { // a private sequence that merely ends in m too
		return s
	}
	codes := strings.Split(params, ";")
	for len(codes) > 0 {
		first, sub, own := strings.Cut(codes[0], ":")
		codes = codes[1:]
		code := number(first)
		switch {
		case code != 38 && code != 48 && code != 58:
			if code == 4 && own && number(sub) == 0 {
				code = 24 // "4:0" means no underline
			}
			s = s.coded(code)
		case own:
			args := strings.Split(sub, ":")
			if len(args) > 4 { // "2:space:r:g:b"
				args = slices.Delete(args, 1, 2)
			}
			s, _ = s.colored(code, args)
		default:
			var n int
			s, n = s.colored(code, codes)
			codes = codes[n:]
		}
	}
	return s
}

// coded returns the style after one SGR code that takes no arguments.
func (s Style) coded(code int) Style {
	switch {
	case code == 0:
		return Style{}
	case 1 <= code && code <= 4:
		s.Attr |= Bold << (code - 1)
	case code == 7:
		s.Attr |= Reverse
	case code == 21: // a double underline
		s.Attr |= Underline
	case code == 22:
		s.Attr &^= Bold | Faint
	case code == 23:
		s.Attr &^= Italic
	case code == 24:
		s.Attr &^= Underline
	case code == 27:
		s.Attr &^= Reverse
	case 30 <= code && code <= 37:
		s.Fg = Color256(uint8(code - 30))
	case 90 <= code && code <= 97:
		s.Fg = Color256(uint8(code - 90 + 8))
	case code == 39:
		s.Fg = 0
	case 40 <= code && code <= 47:
		s.Bg = Color256(uint8(code - 40))
	case 100 <= code && code <= 107:
		s.Bg = Color256(uint8(code - 100 + 8))
	case code == 49:
		s.Bg = 0
	}
	return s
}

// colored returns the style with a colour set. code is 38 for the foreground, 48 for the
// background and 58 for the underline, whose colour cells do not have. args begin with
// "5", n or with "2", r, g, b; used is the number of arguments that belong to the colour.
// If args begin with anything else, no colour is set and all of them are used, because
// nobody knows what follows.
func (s Style) colored(code int, args []string) (next Style, used int) {
	var c Color
	switch {
	case len(args) >= 2 && args[0] == "5":
		c, used = Color256(level(args[1])), 2
	case len(args) >= 4 && args[0] == "2":
		rgb := color.RGBA{R: level(args[1]), G: level(args[2]), B: level(args[3]), A: 0xff}
		c, used = Color256(uint8(ansi.Convert256(rgb))), 4
	default:
		return s, len(args)
	}
	switch code {
	case 38:
		s.Fg = c
	case 48:
		s.Bg = c
	}
	return s, used
}

// number parses a parameter; a missing one is 0.
func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// level parses a parameter and limits it to 255.
func level(s string) uint8 { return uint8(min(number(s), 255)) }
