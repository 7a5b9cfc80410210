package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A tablesScreen lists the tables that can be watched now.
type tablesScreen struct {
	env        *Env
	tables     []arcade.LiveTable
	at, top    int
	rows       rows
	loaded     bool // the tables have been read
	generation int  // of periodic reads: only the newest continues
}

// refreshInterval is the time until a list is read again.
const refreshInterval = 2 * time.Second

// tablesMsg brings the tables to a list; refreshMsg says that it is time to read them
// again.
type (
	tablesMsg struct {
		screen     *tablesScreen
		generation int
		tables     []arcade.LiveTable
	}
	refreshMsg struct {
		screen     *tablesScreen
		generation int
	}
)

// noSpectators is the message of a session that cannot see others.
const noSpectators = "Nobody else can be seen from this session."

func newTablesScreen(env *Env) *tablesScreen { return &tablesScreen{env: env} }

// Init implements Screen.
func (s *tablesScreen) Init() tea.Cmd {
	if !s.loaded {
		return s.read()
	}
	return s.scheduleRefresh() // else opening and leaving a page again and again would read each time
}

// pause implements pauser.
func (s *tablesScreen) pause() { s.generation++ }

// read reads the tables now; apply schedules the next read.
func (s *tablesScreen) read() tea.Cmd {
	s.generation++
	spectators, generation := s.env.Spectators, s.generation
	return func() tea.Msg { return tablesMsg{s, generation, spectators.Tables()} }
}

// Update implements Screen.
func (s *tablesScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tablesMsg:
		if msg.screen == s && msg.generation == s.generation {
			return s.apply(msg.tables)
		}
	case refreshMsg:
		if msg.screen == s && msg.generation == s.generation {
			return s.read()
		}
	case tea.KeyPressMsg:
		return s.key(msg.String())
	case tea.MouseMsg:
		if s.rows.mouse(msg, &s.at, len(s.tables)) {
			return s.key("enter")
		}
	}
	return nil
}

// apply shows the current tables. The chosen one stays chosen.
func (s *tablesScreen) apply(tables []arcade.LiveTable) tea.Cmd {
	if len(s.tables) > 0 {
		number := s.tables[s.at].Number
		if i := slices.IndexFunc(tables, func(t arcade.LiveTable) bool { return t.Number == number }); i >= 0 {
			s.top += i - s.at // it also stays where it was in the window
			s.at = i
		}
	}
	s.tables, s.loaded = slices.Clone(tables), true // the list is shared
	name(s.tables, func(t *arcade.LiveTable) *string { return &t.Player })
	s.at = max(min(s.at, len(tables)-1), 0)
	return s.scheduleRefresh()
}

// scheduleRefresh waits until it is time to read the tables again.
func (s *tablesScreen) scheduleRefresh() tea.Cmd {
	s.generation++
	next := refreshMsg{s, s.generation}
	return s.env.Tick(refreshInterval, func(time.Time) tea.Msg { return next })
}

// bindings returns what the keys do.
func (s *tablesScreen) bindings() []widget.Binding {
	none := len(s.tables) == 0
	browse := browsing(&s.at, len(s.tables))
	return []widget.Binding{
		{Keys: "up down, j k", Also: "Home End", Does: "choose a table; Home and End: the first, the last", Hint: "choose", Off: none, DoKey: browse},
		{Keys: "PgUp, PgDn", Does: "ten tables", DoKey: browse},
		{Keys: "Enter, space", Does: "watch it, as its player sees it", Hint: "watch", Off: none, Do: func() tea.Cmd {
			return open(newWatchScreen(s.env, s.tables[s.at]))
		}},
		{Keys: "mouse", Does: "a click chooses a table, another watches it"},
		keysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: goBack},
	}
}

func (s *tablesScreen) key(key string) tea.Cmd { return widget.Press(s.bindings(), key, nil) }

// Draw implements Screen.
func (s *tablesScreen) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Watch", plural(len(s.tables), "table"))
	s.rows = rows{}
	switch {
	case !s.loaded:
		drawSentence(g, "Looking ...", look.Faint)
		return
	case len(s.tables) == 0:
		text := wrapped(look, g.Width()-6, "There is no table to watch at the moment.", "This list looks again by itself. Play a game meanwhile, and others can watch you.")
		for i, row := range text {
			g.Put(4, 2+i, row, look.Text)
		}
		return
	}
	g.Put(4, 1, tableRow(look, g.Width()-4, "player", "game", "points", "moves", "   idle", "watched by"), look.Faint)
	page := g.Height() - 4
	s.top = max(min(s.top, s.at), s.at-page+1, 0)
	for i := s.top; i < len(s.tables) && i < s.top+page; i++ {
		y := 2 + i - s.top
		s.rows[y] = i
		s.row(g, y, i, look)
	}
}

func (s *tablesScreen) row(g *grid.Grid, y, i int, look theme.Look) {
	t, style := s.tables[i], look.Text
	if i == s.at {
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
	g.Put(4, y, tableRow(look, g.Width()-4, who, s.env.Games.Name(t.Game), fmt.Sprintf("%d/%d", t.Score.Points, t.Score.Max),
		fmt.Sprintf("%5d", t.Moves), fmt.Sprintf("%7s", clock(t.Idle.Milliseconds())), watched), style)
}

// tableRow returns a row of the list with as many columns as fit w. In a narrow window
// the first two columns share the width.
func tableRow(look theme.Look, w int, who, game string, others ...string) string {
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
func (s *tablesScreen) Hints() []Key { return hintsOf(s.bindings(), "Enter") }

// Keys implements Screen.
func (s *tablesScreen) Keys() []Key { return keysOf(s.bindings()) }
