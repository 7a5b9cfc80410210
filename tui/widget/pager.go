package widget

import (
	"fmt"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Pager shows a text that may be longer than the window, and searches it. Case does not
// matter to a search, and a match lies within one line. The zero Pager shows no text.
type Pager struct {
	lines     []string // ANSI text
	top, page int      // the first line that shows, and how many there is room for
	x, y      int      // where the first line shows

	typing bool // the text to search for is being typed
	wanted Line
	from   int // the line at the top when the search began
	hits   []hit
	at     int // index of the current hit
}

// A hit is the beginning of a match.
type hit struct{ line, column int }

// searchMax is the maximum number of characters to search for.
const searchMax = 40

// SetLines sets the text, as lines of ANSI text that nobody modifies. A search goes on in
// the new text.
func (p *Pager) SetLines(lines []string) {
	p.lines = lines
	p.find()
}

// Typing reports whether the text to search for is being typed.
func (p *Pager) Typing() bool { return p.typing }

// Searching reports whether there is a text to search for.
func (p *Pager) Searching() bool { return p.wanted.String() != "" }

// Bindings returns what the keys do. While matches show, the last row offers other keys.
// Those that scroll are off where all of the text shows.
func (p *Pager) Bindings() []Binding {
	if p.typing {
		done := "done"
		if p.Searching() && len(p.hits) == 0 {
			done = ""
		}
		return []Binding{
			{Keys: "Backspace", Hint: "back"},
			{Keys: "Enter", Hint: done, Do: p.endTyping},
			{Keys: "Esc", Also: "Ctrl-C", Hint: "no search", Do: func() tea.Cmd {
				p.top = p.from
				return p.endSearch()
			}},
		}
	}
	page, line, find, ends := "page", "line", "search", "ends"
	searching := p.Searching()
	if searching {
		page, line, find, ends = "", "", "", ""
	}
	fits := p.page > 0 && len(p.lines) <= p.page
	return []Binding{
		{Keys: "n N", Off: !searching, DoKey: p.step},
		{Keys: "n", Hint: "next", Place: 1, Off: !searching},
		{Keys: "N", Hint: "previous", Place: 2, Off: !searching},
		{Keys: "Esc", Hint: "end the search", Place: 3, Off: !searching, Do: p.endSearch},
		{Keys: "up down, j k", Also: "Enter", Does: "a line", Hint: line, Place: 5, Off: fits, DoKey: func(key string) tea.Cmd {
			p.Scroll(Direction(key))
			return nil
		}},
		{Keys: "space, b", As: "space/b", Also: "PgUp PgDn f", Does: "a page", Hint: page, Place: 4, Off: fits, DoKey: func(key string) tea.Cmd {
			p.Scroll(Direction(key) * p.page)
			return nil
		}},
		{Keys: "Home, End", As: "Home/End", Also: "g G", Does: "the beginning, the end", Hint: ends, Off: fits, DoKey: func(key string) tea.Cmd {
			lines := len(p.lines)
			if key == "home" || key == "g" {
				lines = -lines
			}
			p.Scroll(lines)
			return nil
		}},
		{Keys: "/", Does: "search; n and N: the next match, the one before", Hint: find, Place: 6, Do: Just(func() {
			p.endSearch()
			p.typing, p.from = true, p.top
		})},
	}
}

// Scroll moves the page by a number of lines, as far as there are any.
func (p *Pager) Scroll(lines int) { p.top = max(min(p.top+lines, len(p.lines)-p.page), 0) }

// Key edits the text to search for while it is typed. Each change shows the first match
// from where the search began.
func (p *Pager) Key(msg tea.KeyPressMsg) {
	if p.typing && p.wanted.Key(msg) {
		p.seek()
	}
}

// Paste does what Key does, for a pasted text.
func (p *Pager) Paste(text string) {
	if p.typing {
		p.wanted.Insert(text)
		p.seek()
	}
}

// endTyping ends the typing of a text to search for. One that is not on the page can be
// corrected.
func (p *Pager) endTyping() tea.Cmd {
	p.typing = p.wanted.String() != "" && len(p.hits) == 0
	return nil
}

// endSearch ends a search where the page is.
func (p *Pager) endSearch() tea.Cmd {
	p.typing, p.wanted, p.hits, p.at = false, Line{Max: searchMax}, nil, 0
	return nil
}

// seek searches for the text and shows the first match from where the search began or, if
// there is none, the first of all.
func (p *Pager) seek() {
	p.find()
	p.top = p.from
	for i, h := range p.hits {
		if h.line >= p.from {
			p.at = i
			break
		}
	}
	p.show()
}

// find finds all matches.
func (p *Pager) find() {
	p.hits, p.at = nil, 0
	want := lower(p.wanted.String())
	if len(want) == 0 {
		return
	}
	for i, line := range p.lines {
		text := lower(ansi.Strip(line))
		for c := 0; c+len(want) <= len(text); c++ {
			if string(text[c:c+len(want)]) == string(want) {
				p.hits = append(p.hits, hit{i, c})
				c += len(want) - 1
			}
		}
	}
}

// lower returns the runes of a text in lower case.
func lower(s string) []rune { return []rune(strings.Map(unicode.ToLower, s)) }

// step goes to the next match or, for N, to the previous one. It wraps around.
func (p *Pager) step(key string) tea.Cmd {
	by := 1
	if key == "N" {
		by = -1
	}
	if n := len(p.hits); n > 0 {
		p.at = (p.at + by + n) % n
		p.show()
	}
	return nil
}

// show scrolls the current match onto the page, if it is not visible.
func (p *Pager) show() {
	if len(p.hits) == 0 {
		return
	}
	if line := p.hits[p.at].line; line < p.top || line >= p.top+p.page {
		p.top = line - p.page/3
	}
	p.Scroll(0)
}

// Draw draws the page from column x and row y on, in as many columns as there are and in
// page rows, and in the row below the state of a search or, if the text goes on, a sign that
// there is more. It returns how far the text is
// scrolled, "81%", or "" if all of it shows.
func (p *Pager) Draw(g *grid.Grid, look theme.Look, x, y, page int) (place string) {
	p.x, p.y, p.page = x, y, page
	p.Scroll(0)
	for i := 0; i < page && p.top+i < len(p.lines); i++ {
		g.PutANSI(x, y+i, g.Width()-x-1, 1, p.lines[p.top+i])
	}
	p.drawMatches(g)
	p.drawSearch(g, look, x, y+page)
	if len(p.lines) <= page {
		return ""
	}
	if p.top+page < len(p.lines) && !p.typing && !p.Searching() {
		drawMore(g, look, y+page)
	}
	return fmt.Sprintf("%d%%", 100*p.top/(len(p.lines)-page))
}

// drawMatches highlights the matches on the page.
func (p *Pager) drawMatches(g *grid.Grid) {
	length := len([]rune(p.wanted.String()))
	for i, h := range p.hits {
		if h.line < p.top || h.line >= p.top+p.page {
			continue
		}
		left, y := p.x+h.column, p.y+h.line-p.top
		for x := left; x < left+length; x++ {
			c := g.At(x, y)
			style := c.Style()
			style.Attr |= grid.Reverse
			if i == p.at {
				style.Attr |= grid.Bold | grid.Underline
			}
			g.Set(x, y, c.Rune(), style)
		}
		if i == p.at {
			g.Cursor.X, g.Cursor.Y = left, y
		}
	}
}

// drawSearch draws the text to search for, and what was found.
func (p *Pager) drawSearch(g *grid.Grid, look theme.Look, x, y int) {
	text, style := p.wanted.String(), look.Faint
	if p.typing {
		x = p.wanted.Draw(g, look, g.Put(x, y, "Search: ", look.Warn), y) + 2
		switch {
		case text == "":
			g.Put(x, y, "part of a line, any case", style)
		case len(p.hits) == 0:
			g.Put(x, y, look.Cut("not on this page; Esc ends it", g.Width()-x-1), look.Refused)
		default:
			g.Put(x, y, fmt.Sprintf("%d found", len(p.hits)), style)
		}
		return
	}
	found := ""
	switch {
	case text == "":
	case len(p.hits) == 0:
		found, style = fmt.Sprintf("%q is not on this page.", text), look.Refused
	default:
		found = fmt.Sprintf("%q: match %d of %d", text, p.at+1, len(p.hits))
	}
	g.Put(x, y, look.Cut(found, g.Width()-x-2), style)
}

// At returns what the text has at a position of the window: a line and a column in it. ok
// is false outside the page; there may be no such line or column.
func (p *Pager) At(x, y int) (line, column int, ok bool) {
	return p.top + y - p.y, x - p.x, y >= p.y && y < p.y+p.page
}
