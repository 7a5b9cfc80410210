package widget_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// press presses keys in a list.
func press(l *widget.List, keys ...string) {
	for _, key := range keys {
		widget.Press([]widget.Binding{l.UpDown("", ""), l.Tab()}, key, nil)
	}
}

func TestListKeys(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want int
	}{
		{nil, 0},
		{[]string{"down", "j", "tab"}, 3},
		{[]string{"up"}, 0},
		{[]string{"end"}, 24},
		{[]string{"end", "down"}, 24},
		{[]string{"end", "home"}, 0},
		{[]string{"pgdown", "pgdown", "pgup", "k"}, 9},
		{[]string{"pgup"}, 0},
		{[]string{"pgdown", "pgdown", "pgdown"}, 24},
	} {
		var l widget.List
		l.Resize(25)
		if press(&l, c.keys...); l.At() != c.want {
			t.Errorf("%q: entry %d, want %d", c.keys, l.At(), c.want)
		}
	}
}

func TestAnEmptyList(t *testing.T) {
	var l widget.List
	press(&l, "down", "up", "end", "pgdown", "pgup", "home")
	if l.Mouse(tea.MouseClickMsg{Button: tea.MouseLeft}); l.At() != 0 {
		t.Errorf("entry %d of none", l.At())
	}
	if b := l.UpDown("choose", "choose"); b.Hint != "" {
		t.Errorf("the last row offers %q", b.Hint)
	}
}

func TestRefreshFindsTheEntryAgain(t *testing.T) {
	var l widget.List
	l.Resize(5)
	l.Choose(3)
	if !l.Refresh(7, func(i int) bool { return i == 5 }) || l.At() != 5 {
		t.Errorf("entry %d, want 5", l.At())
	}
	if l.Refresh(4, func(int) bool { return false }) || l.At() != 3 {
		t.Errorf("entry %d, want 3: the last one", l.At())
	}
}

// drawn draws a list in rows of a window from row 2 on, and returns the entries that show.
func drawn(l *widget.List, page int) (entries []int) {
	g := grid.New(40, 12)
	for y, i := range l.Rows(2, page) {
		if y != 2+len(entries) {
			panic("the rows have gaps")
		}
		l.Entry(g, theme.Default(), y, i)
		entries = append(entries, i)
	}
	return entries
}

// The last row of a window is for a sign while other entries follow.
func TestListScrolls(t *testing.T) {
	var l widget.List
	l.Resize(8)
	for _, c := range []struct {
		keys []string
		want []int
	}{
		{nil, []int{0, 1}},
		{[]string{"down"}, []int{0, 1}},
		{[]string{"down"}, []int{1, 2}},
		{[]string{"up"}, []int{1, 2}},
		{[]string{"up"}, []int{0, 1}},
		{[]string{"end"}, []int{5, 6, 7}},
		{[]string{"up", "up"}, []int{5, 6, 7}},
		{[]string{"up"}, []int{4, 5}},
		{[]string{"end"}, []int{5, 6, 7}},
	} {
		press(&l, c.keys...)
		if got := drawn(&l, 3); !slices.Equal(got, c.want) {
			t.Errorf("after %q it shows %v, want %v", c.keys, got, c.want)
		}
	}
	if got, want := drawn(&l, 5), []int{3, 4, 5, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("in more rows it shows %v, want %v", got, want)
	}
	if got, want := drawn(&l, 1), []int{7}; !slices.Equal(got, want) {
		t.Errorf("in one row it shows %v, want %v", got, want)
	}
}

// A list says that there is more, in the row below the last entry, exactly while there is.
func TestListSaysThatMoreFollows(t *testing.T) {
	const n = 6
	for page := 2; page <= n+1; page++ {
		for at := range n {
			var l widget.List
			l.Resize(n)
			l.Choose(at)
			lines, shown := make([]func(y int), n), 0
			for i := range lines {
				lines[i] = func(int) { shown = i + 1 }
			}
			rows, entries := grid.New(40, 12), 0
			for y, i := range l.Rows(2, page) {
				l.Entry(rows, theme.Default(), y, i)
				entries = i + 1
			}
			drawn := grid.New(40, 12)
			l.DrawLines(drawn, theme.Default(), 2, page, len(lines), at, at, func(i, y int) { lines[i](y) })
			for name, c := range map[string]struct {
				g     *grid.Grid
				shown int
			}{"Rows": {rows, entries}, "DrawLines": {drawn, shown}} {
				if says := strings.Contains(c.g.String(), "↓ more"); says != (c.shown < n) || c.shown <= at {
					t.Errorf("%s, %d rows, entry %d: the last to show is %d, and it says more is %t", name, page, at, c.shown-1, says)
				}
			}
		}
	}
}

func TestClicksInAList(t *testing.T) {
	var l widget.List
	l.Resize(8)
	press(&l, "end")
	drawn(&l, 3)
	for _, c := range []struct {
		y      int
		button tea.MouseButton
		at     int
		opens  bool
	}{
		{2, tea.MouseLeft, 5, false}, {2, tea.MouseLeft, 5, true}, {4, tea.MouseRight, 5, false},
		{1, tea.MouseLeft, 5, false}, {5, tea.MouseLeft, 5, false}, {-1, tea.MouseLeft, 5, false}, {99, tea.MouseLeft, 5, false},
		{4, tea.MouseLeft, 7, false},
	} {
		if opens := l.Mouse(tea.MouseClickMsg{X: 4, Y: c.y, Button: c.button}); opens != c.opens || l.At() != c.at {
			t.Errorf("a click on row %d: entry %d, opens is %t; want %d, %t", c.y, l.At(), opens, c.at, c.opens)
		}
	}
	l.Resize(6) // what row 4 showed is gone
	if l.Mouse(tea.MouseClickMsg{Y: 4, Button: tea.MouseLeft}); l.At() != 5 {
		t.Errorf("entry %d of a list of six", l.At())
	}
	if l.Mouse(tea.MouseWheelMsg{Button: tea.MouseWheelDown}); l.At() != 5 {
		t.Errorf("the wheel goes on to entry %d", l.At())
	}
}
