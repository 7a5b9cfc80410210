package widget

import (
	"iter"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A List is a list from which the player chooses an entry by keys, wheel and clicks: how
// many entries there are, which one is chosen, and where the window shows them. What the
// entries are, the screen knows; it tells the list whenever there are others, with
// [List.Resize] or [List.Refresh]. The zero List is empty.
type List struct {
	n, at int
	top   int   // the first line that the window shows; see Scroll
	more  int   // the row for the sign that others follow, 0 for none
	rows  []int // by row of the window: the entry there plus 1, 0 for none
}

// listPage is how many entries PgUp and PgDn go.
const listPage = 10

// Len returns the number of entries.
func (l *List) Len() int { return l.n }

// At returns the index of the chosen entry. It is 0 if there are none.
func (l *List) At() int { return l.at }

// Choose chooses entry i or, if there is no such entry, the nearest one.
func (l *List) Choose(i int) { l.at = max(min(i, l.n-1), 0) }

// Resize says that the list has n entries. The chosen one keeps its index as far as there
// are so many entries.
func (l *List) Resize(n int) {
	l.n = n
	l.Choose(l.at)
}

// Refresh says that the list has n entries, which may stand in another order. It chooses
// the first for which same is true: the one that was chosen before. If there is none,
// Refresh does what Resize does and returns false.
func (l *List) Refresh(n int, same func(i int) bool) bool {
	l.Resize(n)
	for i := range n {
		if same(i) {
			l.at = i
			return true
		}
	}
	return false
}

// UpDown returns the binding of the keys that choose an entry: up and down, and also
// Home, End, PgUp and PgDn, for which [List.HomeEnd] and [List.PgUpDn] add lines to the
// keys page. does says what they do there. hint is for the last row, which does not offer
// the keys while there are no entries.
func (l *List) UpDown(does, hint string) Binding {
	if l.n == 0 {
		hint = ""
	}
	return Binding{Keys: "up down, j k", Also: "Home End PgUp PgDn", Does: does, Hint: hint, DoKey: l.press}
}

// PgUpDn returns the binding of the keys that go ten entries up and down.
func (l *List) PgUpDn(does string) Binding {
	return Binding{Keys: "PgUp, PgDn", Does: does, DoKey: l.press}
}

// HomeEnd returns the binding of the keys that choose the first entry and the last.
func (l *List) HomeEnd(does string) Binding {
	return Binding{Keys: "Home, End", Does: does, DoKey: l.press}
}

// Tab returns the binding of Tab, which does what down does and which no page names.
func (l *List) Tab() Binding {
	return Binding{Keys: "Tab", Do: func() tea.Cmd { return l.press("down") }}
}

// press does what a key does.
func (l *List) press(key string) tea.Cmd {
	switch key {
	case "up", "k":
		l.Choose(l.at - 1)
	case "down", "j":
		l.Choose(l.at + 1)
	case "pgup":
		l.Choose(l.at - listPage)
	case "pgdown":
		l.Choose(l.at + listPage)
	case "home":
		l.Choose(0)
	case "end":
		l.Choose(l.n - 1)
	}
	return nil
}

// Mouse lets the wheel and clicks choose an entry; the wheel stops at the ends. It reports
// whether the click was on the entry that was chosen already, which opens it.
func (l *List) Mouse(msg tea.MouseMsg) (opens bool) {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		l.Choose(l.at + Wheel(msg))
	case tea.MouseClickMsg:
		if msg.Y < 0 || msg.Y >= len(l.rows) || msg.Button != tea.MouseLeft {
			return false
		}
		if i := l.rows[msg.Y] - 1; i >= 0 && i < l.n { // it may be gone since it was drawn
			opens = i == l.at
			l.at = i
		}
	}
	return opens
}

// Rows scrolls the list into page rows of the window, from row y on, so that the chosen
// entry shows. It yields the rows with the entries that they show, for [List.Entry]. While
// others follow, the last row is for a sign of it, which Entry draws.
func (l *List) Rows(y, page int) iter.Seq2[int, int] {
	l.Clear()
	top, end := l.fit(l.n, l.at, l.at, page)
	if end-top < page && end < l.n {
		l.more = y + end - top
	}
	return func(yield func(y, i int) bool) {
		for i := top; i < end; i++ {
			if !yield(y+i-top, i) {
				return
			}
		}
	}
}

// DrawRows scrolls the list into page rows of the window, from row y on, as [List.Rows] does, and draws
// the text of each entry that shows.
func (l *List) DrawRows(g *grid.Grid, look *theme.Look, y, page int, text func(i int) string) {
	for y, i := range l.Rows(y, page) {
		g.Put(4, y, text(i), l.Entry(g, look, y, i))
	}
}

// DrawLines scrolls a number of lines into page rows of the window, from row y on, so that those
// from first to last show, and has line draw each that shows in its row: entries, for [List.Entry],
// and what stands between them. While others follow, the last row has a sign of it.
func (l *List) DrawLines(g *grid.Grid, look *theme.Look, y, page, lines, first, last int, line func(i, y int)) {
	l.Clear()
	top, end := l.fit(lines, first, last, page)
	for i := top; i < end; i++ {
		line(i, y+i-top)
	}
	if end-top < page && end < lines {
		drawMore(g, look, y+end-top)
	}
}

// fit scrolls lines into page rows so that those from first to last show, and returns which
// show: those before end, from top on. Unless page is 1, a row is left free while others follow.
func (l *List) fit(lines, first, last, page int) (top, end int) {
	l.ScrollBack(lines, page)
	room := page
	if lines > page && page > 1 {
		room--
	}
	if top = l.Scroll(first, last, room); top+page < lines {
		return top, top + room
	}
	l.ScrollBack(lines, page) // the last lines need no such row
	return l.top, lines
}

// drawMore draws the sign that more lines follow, at the end of row y.
func drawMore(g *grid.Grid, look *theme.Look, y int) {
	g.Put(g.Width()-8, y, look.Translate("↓ more"), look.Key)
}

// Scroll scrolls as little as makes the lines from first to last show in page rows, or the
// first of them if they are more, and returns the first line that shows. A screen that
// uses neither [List.Rows] nor [List.DrawLines] calls it.
func (l *List) Scroll(first, last, page int) (top int) {
	l.top = max(min(l.top, first), min(last-page+1, first), 0)
	return l.top
}

// ScrollBy moves what the window shows by a number of lines. The next frame moves it
// back as far as the chosen entry needs it.
func (l *List) ScrollBy(lines int) { l.top += lines }

// ScrollBack leaves no row of page rows empty if there are enough lines to fill them.
func (l *List) ScrollBack(lines, page int) { l.top = min(l.top, max(lines-page, 0)) }

// Clear forgets which rows show entries. A screen that uses neither [List.Rows] nor
// [List.DrawLines] calls it before it draws the first entry.
func (l *List) Clear() {
	clear(l.rows)
	l.more = 0
}

// Entry says that row y of the window shows entry i, for the mouse, and returns the style
// of its text. In front of the chosen entry it draws a sign in column 2.
func (l *List) Entry(g *grid.Grid, look *theme.Look, y, i int) grid.Style {
	for len(l.rows) <= y {
		l.rows = append(l.rows, 0)
	}
	l.rows[y] = i + 1
	if l.more > 0 {
		drawMore(g, look, l.more)
	}
	if i != l.at {
		return look.Text
	}
	g.Put(2, y, ">", look.Cursor)
	g.Set(3, y, ' ', grid.Style{Bg: look.Cursor.Bg})
	g.Cursor.X, g.Cursor.Y = 2, y
	return look.Cursor
}

// Wheel returns the direction of the mouse wheel: 1 down, -1 up, 0 sideways.
func Wheel(m tea.MouseWheelMsg) int {
	switch m.Button {
	case tea.MouseWheelDown:
		return 1
	case tea.MouseWheelUp:
		return -1
	}
	return 0
}

// Following returns the element after now. After the last one, or if now is not in all,
// it returns the first.
func Following[T comparable](all []T, now T) T { return all[(slices.Index(all, now)+1)%len(all)] }
