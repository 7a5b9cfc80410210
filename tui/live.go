package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// The live screen lists the tables that can be watched now.
type live struct {
	env     *Env
	tables  []LiveTable
	at, top int
	rows    rows
	read    bool // the tables have been read
	chain   int  // of periodic reads: only the newest goes on
}

// lookPause is the time until a list is read again.
const lookPause = 2 * time.Second

// liveMsg brings the tables to a list; lookMsg says that it is time to read them again.
type (
	liveMsg struct {
		screen *live
		chain  int
		tables []LiveTable
	}
	lookMsg struct {
		screen *live
		chain  int
	}
)

// noCompany is the message of a session that cannot see others.
const noCompany = "Nobody else can be seen from this session."

func newLive(env *Env) *live { return &live{env: env} }

// Init implements Screen.
func (l *live) Init() tea.Cmd {
	if !l.read {
		return l.look()
	}
	return l.rest() // else opening and leaving a page again and again would read each time
}

// pause implements runner.
func (l *live) pause() { l.chain++ }

// look reads the tables now; take schedules the next read.
func (l *live) look() tea.Cmd {
	l.chain++
	company, chain := l.env.Company, l.chain
	return func() tea.Msg { return liveMsg{l, chain, company.Tables()} }
}

// Update implements Screen.
func (l *live) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case liveMsg:
		if msg.screen == l && msg.chain == l.chain {
			return l.take(msg.tables)
		}
	case lookMsg:
		if msg.screen == l && msg.chain == l.chain {
			return l.look()
		}
	case tea.KeyPressMsg:
		return l.key(msg.String())
	case tea.MouseMsg:
		if l.rows.mouse(msg, &l.at, len(l.tables)) {
			return l.key("enter")
		}
	}
	return nil
}

// take shows the current tables. The chosen one stays chosen.
func (l *live) take(tables []LiveTable) tea.Cmd {
	if len(l.tables) > 0 {
		number := l.tables[l.at].Number
		if i := slices.IndexFunc(tables, func(t LiveTable) bool { return t.Number == number }); i >= 0 {
			l.top += i - l.at // it also stays where it was in the window
			l.at = i
		}
	}
	l.tables, l.read = slices.Clone(tables), true // the list is shared
	name(l.tables, func(t *LiveTable) *string { return &t.Player })
	l.at = max(min(l.at, len(tables)-1), 0)
	return l.rest()
}

// rest waits until it is time to read the tables again.
func (l *live) rest() tea.Cmd {
	l.chain++
	next := lookMsg{l, l.chain}
	return l.env.Tick(lookPause, func(time.Time) tea.Msg { return next })
}

func (l *live) key(key string) tea.Cmd {
	if browse(key, &l.at, len(l.tables)) {
		return nil
	}
	switch key {
	case "enter", "space":
		if len(l.tables) > 0 {
			return open(newWatching(l.env, l.tables[l.at]))
		}
	case "q", "esc", "ctrl+c":
		return back
	}
	return nil
}

// Draw implements Screen.
func (l *live) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Watch", plural(len(l.tables), "table"))
	l.rows = rows{}
	switch {
	case !l.read:
		words(g, "Looking ...", look.Faint)
		return
	case len(l.tables) == 0:
		text := wrapped(look, g.Width()-6, "There is no table to watch at the moment.", "This list looks again by itself. Play a game meanwhile, and others can watch you.")
		for i, row := range text {
			g.Put(4, 2+i, row, look.Text)
		}
		return
	}
	g.Put(4, 1, liveRow(look, g.Width()-4, "player", "game", "points", "moves", "   idle", "watched by"), look.Faint)
	page := g.Height() - 4
	l.top = max(min(l.top, l.at), l.at-page+1, 0)
	for i := l.top; i < len(l.tables) && i < l.top+page; i++ {
		y := 2 + i - l.top
		l.rows[y] = i
		l.row(g, y, i, look)
	}
}

func (l *live) row(g *grid.Grid, y, i int, look theme.Look) {
	t, style := l.tables[i], look.Text
	if i == l.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	who, watched := t.Player, ""
	if t.Own {
		who = "you, elsewhere"
	}
	if t.Watchers > 0 {
		watched = fmt.Sprint(t.Watchers)
	}
	g.Put(4, y, liveRow(look, g.Width()-4, who, gameName(l.env.Games, t.Game), fmt.Sprintf("%d/%d", t.Score.Points, t.Score.Max),
		fmt.Sprintf("%5d", t.Moves), fmt.Sprintf("%7s", clock(t.Idle.Milliseconds())), watched), style)
}

// liveRow returns a row of the list with as many columns as fit w. In a narrow window the
// first two columns share the width.
func liveRow(look theme.Look, w int, who, game string, others ...string) string {
	first, second := 20, 19
	if w < first+second+2 {
		second = min(second, w/2-1)
		first = w - second - 3
	}
	row := fmt.Sprintf("%-*s %-*s ", first, cut(look, who, first), second, cut(look, game, second))
	for i, n := range []int{7, 5, 7, 10} {
		if width(row)+n > w {
			break
		}
		row += fmt.Sprintf("%-*s ", n, cut(look, others[i], n))
	}
	return strings.TrimRight(row, " ")
}

// Hints implements Screen.
func (l *live) Hints() []Key {
	if len(l.tables) == 0 {
		return []Key{{"?", "keys"}, {"q", "back"}}
	}
	return []Key{{"Enter", "watch"}, {"up/down", "choose"}, {"?", "keys"}, {"q", "back"}}
}

// Keys implements Screen.
func (l *live) Keys() []Key {
	return []Key{
		{"up down, j k", "choose a table; Home and End: the first, the last"},
		{"PgUp, PgDn", "ten tables"},
		{"Enter, space", "watch it, as its player sees it"},
		{"mouse", "a click chooses a table, another watches it"},
		{"q, Esc", "back"},
	}
}

// watch opens the list of tables to watch.
func (l *lobby) watch() tea.Cmd {
	if l.env.Company == nil {
		l.err = noCompany
		return nil
	}
	return open(newLive(l.env))
}
