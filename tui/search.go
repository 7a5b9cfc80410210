package tui

import (
	"fmt"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// searchMax is the maximum number of characters to search for.
const searchMax = 40

// A search finds a text in a pager. Case does not matter, and a match lies within one
// line.
type search struct {
	typing bool
	input  widget.Line
	from   int // the line at the top when the search began
	hits   []hit
	at     int // index of the current hit
}

// text returns what is searched for.
func (s *search) text() string { return s.input.String() }

// A hit is the beginning of a match.
type hit struct{ line, column int }

// find searches lines of ANSI text.
func (s *search) find(lines []string) {
	s.hits, s.at = nil, 0
	want := lower(s.text())
	if len(want) == 0 {
		return
	}
	for i, line := range lines {
		text := lower(ansi.Strip(line))
		for c := 0; c+len(want) <= len(text); c++ {
			if string(text[c:c+len(want)]) == string(want) {
				s.hits = append(s.hits, hit{i, c})
				c += len(want) - 1
			}
		}
	}
}

// lower returns the runes of a text in lower case.
func lower(s string) []rune {
	runes := []rune(s)
	for i, r := range runes {
		runes[i] = unicode.ToLower(r)
	}
	return runes
}

// typing implements textScreen.
func (p *pager) typing() bool { return p.search.typing }

// endSearch ends the typing of a search. A text that is not on the page can be corrected.
func (p *pager) endSearch() tea.Cmd {
	p.search.typing = p.search.text() != "" && len(p.search.hits) == 0
	return nil
}

// seek searches for the text and shows the first match from where the search began or, if
// there is none, the first of all.
func (p *pager) seek() {
	p.search.find(p.lines)
	p.top = p.search.from
	for i, h := range p.search.hits {
		if h.line >= p.search.from {
			p.search.at = i
			break
		}
	}
	p.show()
}

// step goes to the next match or, for by < 0, to the previous one. It wraps around.
func (p *pager) step(by int) {
	if n := len(p.search.hits); n > 0 {
		p.search.at = (p.search.at + by + n) % n
		p.show()
	}
}

// show scrolls the current match onto the page, if it is not visible.
func (p *pager) show() {
	if len(p.search.hits) == 0 {
		return
	}
	if line := p.search.hits[p.search.at].line; line < p.top || line >= p.top+p.page {
		p.top = line - p.page/3
	}
	p.keep()
}

// draw highlights the matches on a page that begins at line top, and draws the state of
// the search.
func (s *search) draw(g *grid.Grid, look theme.Look, top, page int) {
	length := len([]rune(s.text()))
	for i, h := range s.hits {
		y := pageTop + h.line - top
		if h.line < top || h.line >= top+page {
			continue
		}
		for x := pageLeft + h.column; x < pageLeft+h.column+length; x++ {
			c := g.At(x, y)
			style := c.Style()
			style.Attr |= grid.Reverse
			if i == s.at {
				style.Attr |= grid.Bold | grid.Underline
			}
			g.Set(x, y, c.Rune(), style)
		}
		if i == s.at {
			g.Cursor.X, g.Cursor.Y = pageLeft+h.column, y
		}
	}
	y := g.Height() - 2
	if s.typing {
		x := g.Put(2, y, "Search: ", look.Warn)
		x = s.input.Draw(g, look, x, y)
		switch {
		case s.text() == "":
			g.Put(x+2, y, "a part of a line, in any case", look.Faint)
		case len(s.hits) == 0:
			g.Put(x+2, y, look.Cut("not on this page; Esc ends the search", g.Width()-x-3), look.Refused)
		default:
			g.Put(x+2, y, fmt.Sprintf("%d found", len(s.hits)), look.Faint)
		}
		return
	}
	switch {
	case s.text() == "":
	case len(s.hits) == 0:
		g.Put(2, y, look.Cut(fmt.Sprintf("%q is not on this page.", s.text()), g.Width()-4), look.Refused)
	default:
		g.Put(2, y, look.Cut(fmt.Sprintf("%q: match %d of %d", s.text(), s.at+1, len(s.hits)), g.Width()-4), look.Faint)
	}
}
