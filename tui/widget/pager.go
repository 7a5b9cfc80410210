package widget

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Pager shows a text that may be longer than the window. The zero Pager shows no text.
type Pager struct {
	lines     []string // ANSI text
	top, page int      // the first line that shows, and how many there is room for
	x, y      int      // where the first line shows
}

// SetLines sets the text, as lines of ANSI text that nobody modifies.
func (p *Pager) SetLines(lines []string) { p.lines = lines }

// Bindings returns what the keys do. They are off where all of the text shows.
func (p *Pager) Bindings() []Binding {
	fits := p.page > 0 && len(p.lines) <= p.page
	return []Binding{
		{Keys: "up down, j k", Also: "Enter", Does: "a line", Hint: "line", Place: 3, Off: fits, DoKey: func(key string) tea.Cmd {
			p.Scroll(Direction(key))
			return nil
		}},
		{Keys: "space, b", As: "space/b", Also: "PgUp PgDn f", Does: "a page", Hint: "page", Place: 2, Off: fits, DoKey: func(key string) tea.Cmd {
			p.Scroll(Direction(key) * p.page)
			return nil
		}},
		{Keys: "Home, End", As: "Home/End", Also: "g G", Does: "the beginning, the end", Hint: "ends", Off: fits, DoKey: func(key string) tea.Cmd {
			lines := len(p.lines)
			if key == "home" || key == "g" {
				lines = -lines
			}
			p.Scroll(lines)
			return nil
		}},
	}
}

// Scroll moves the page by a number of lines, as far as there are any.
func (p *Pager) Scroll(lines int) { p.top = max(min(p.top+lines, len(p.lines)-p.page), 0) }

// Draw draws the page from column x and row y on, in as many columns as there are and in
// page rows, and in the row below, if the text goes on, a sign that there is more. It returns
// how far the text is scrolled, "81%", or "" if all of it shows.
func (p *Pager) Draw(g *grid.Grid, look *theme.Look, x, y, page int) (place string) {
	p.x, p.y, p.page = x, y, page
	p.Scroll(0)
	for i := 0; i < page && p.top+i < len(p.lines); i++ {
		g.PutANSI(x, y+i, g.Width()-x-1, 1, p.lines[p.top+i])
	}
	if len(p.lines) <= page {
		return ""
	}
	if p.top+page < len(p.lines) {
		drawMore(g, look, y+page)
	}
	return fmt.Sprintf("%d%%", 100*p.top/(len(p.lines)-page))
}

// At returns what the text has at a position of the window: a line and a column in it. ok
// is false outside the page; there may be no such line or column.
func (p *Pager) At(x, y int) (line, column int, ok bool) {
	return p.top + y - p.y, x - p.x, y >= p.y && y < p.y+p.page
}
