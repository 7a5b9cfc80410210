package grid

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// PutANSI draws styled text, as produced by widget.Markdown, on a rectangle
// of w columns and h rows. What does not fit is cut. Cells that the text does not reach
// are unchanged.
//
// Newlines and some SGR sequences take effect; see [Style.after]. Other control characters and
// escape sequences are dropped. Text takes as many columns as it is measured to, so layouts stay
// aligned: a character that is not one rune of one column becomes a "?" in each column that it
// takes, and combining marks are dropped.
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

// after returns the style after an escape sequence. Of those that change it, it knows what
// widget.Markdown writes: attributes, a colour of the 256, and the end of both.
func (s Style) after(seq string) Style {
	params, ok := strings.CutPrefix(seq, "\x1b[")
	if !ok || !strings.HasSuffix(params, "m") {
		return s
	}
	codes := strings.Split(params[:len(params)-1], ";")
	for i := 0; i < len(codes); i++ {
		code, err := strconv.ParseUint(codes[i], 10, 8)
		switch {
		case codes[i] == "", err == nil && code == 0:
			s = Style{}
		case err != nil: // a private sequence that merely ends in m too
			return s
		case code <= 4:
			s.Attr |= Bold << (code - 1)
		case code == 7:
			s.Attr |= Reverse
		case code == 38 && i+2 < len(codes) && codes[i+1] == "5":
			n, _ := strconv.ParseUint(codes[i+2], 10, 8)
			s.Fg = Color256(uint8(n))
			i += 2
		case code == 38, code == 48, code == 58: // a colour of another kind, whose arguments are no codes
			return s
		}
	}
	return s
}
