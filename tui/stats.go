package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// The stats screen sums up a player's results, in total and by game, while it reads them.
type stats struct {
	env     *Env
	reader  reader
	class   arcade.Class // "" for all
	games   []string     // IDs, in order
	stats   []arcade.Stat
	at, top int // index in stats: the first is the total
	rows    rows
	large   bool // the charts fill the window
}

func newStats(env *Env) *stats {
	s := &stats{env: env, reader: reader{store: env.Store, light: true}, class: arcade.Counted}
	s.sum()
	return s
}

// Init implements Screen. Games may have ended since the screen was last on top.
func (s *stats) Init() tea.Cmd {
	if s.reader.all {
		return s.reader.newer()
	}
	if s.reader.stopped {
		return nil
	}
	return s.reader.more()
}

// Update implements Screen.
func (s *stats) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case pageMsg:
		if msg.reader != &s.reader {
			return nil
		}
		s.reader.apply(msg)
		s.sum()
		if !s.reader.stopped {
			return s.reader.more()
		}
	case tea.KeyPressMsg:
		return s.key(msg.String())
	case tea.MouseMsg:
		if s.rows.mouse(msg, &s.at, len(s.stats)) {
			return s.key("enter")
		}
	}
	return nil
}

func (s *stats) sum() {
	s.games = gameIDs(s.env.Games, s.reader.results)
	s.stats = sums(s.games, s.reader.results, s.class)
}

func (s *stats) key(key string) tea.Cmd {
	last := len(s.stats) - 1
	switch key {
	case "up", "k":
		s.at = max(s.at-1, 0)
	case "down", "j":
		s.at = min(s.at+1, last)
	case "home":
		s.at = 0
	case "end":
		s.at = last
	case "tab", "c":
		s.class = following(classes, s.class)
		s.sum()
	case "enter", "space":
		s.large = !s.large
	case "r":
		return s.reader.more()
	case "esc":
		switch {
		case s.reader.stop():
			return nil
		case s.large:
			s.large = false
			return nil
		}
		return back
	case "q", "ctrl+c":
		return back
	}
	return nil
}

// game returns the ID of the chosen game, "" for all games.
func (s *stats) game() string {
	if s.at == 0 {
		return ""
	}
	return s.games[s.at-1]
}

// name returns the name of a row.
func (s *stats) name(i int) string {
	if i == 0 {
		return "All games"
	}
	return s.env.Games.Name(s.games[i-1])
}

// chartRows is the minimum number of rows for a chart with its axes and caption.
const chartRows = 6

// Draw implements Screen. From the top: the class, the table, the chosen row in words,
// the charts if there is room, and what is going on.
func (s *stats) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Statistics, "+allOr(s.class, "classes"), fmt.Sprintf("%d of %s", s.stats[0].Played, plural(len(s.reader.results), "game")))
	y := 1
	s.rows = rows{}
	if s.large {
		g.Put(2, y, cut(look, s.name(s.at), g.Width()-4), look.Cursor)
		y++
	} else {
		y = s.table(g, y, look)
	}
	y = s.words(g, y, look)
	if g.Height()-2-y > 2*chartRows {
		y++
	}
	if room := g.Height() - 2 - y; room >= chartRows {
		s.charts(g, area{2, y, g.Width() - 4, room}, look)
	}
	text, style := s.line(look)
	g.Put(2, g.Height()-2, cut(look, text, g.Width()-4), style)
}

// Hints implements Screen.
func (s *stats) Hints() []Key {
	return []Key{{"Tab", "class"}, {"up/down", "game"}, {"Enter", "charts"}, {"q", "back"}, {"?", "keys"}}
}

// A column is a column of the table of statistics.
type column struct {
	head  string
	width int
	of    func(arcade.Stat) string
}

// columns is ordered by importance: a narrow window leaves out the last ones.
var columns = []column{
	{"games", 6, func(s arcade.Stat) string { return fmt.Sprint(s.Played) }},
	{"won", 5, func(s arcade.Stat) string { return fmt.Sprintf("%.0f%%", 100*float64(s.Won)/float64(s.Played)) }},
	{"perfect", 8, func(s arcade.Stat) string { return fmt.Sprint(s.Perfect) }},
	{"average", 8, func(s arcade.Stat) string { return fmt.Sprintf("%.1f", s.Average()) }},
	{"best", 5, func(s arcade.Stat) string {
		if !s.HasBest() {
			return "-"
		}
		return fmt.Sprint(s.Best)
	}},
	{"streak", 7, func(s arcade.Stat) string {
		if s.Longest == 0 {
			return "-"
		}
		return fmt.Sprintf("%d/%d", s.Streak, s.Longest)
	}},
	{"time", 10, func(s arcade.Stat) string { return clock(s.Millis) }},
	{"a game", 8, func(s arcade.Stat) string { return clock(s.Millis / int64(s.Played)) }},
}

// table draws as many rows as fit, and returns the next free row.
func (s *stats) table(g *grid.Grid, y int, look theme.Look) int {
	const name = 19
	s.columns(g, y, look.Faint, func(c column) string { return c.head })
	page := max(min(len(s.stats), g.Height()-y-5), 1)
	s.top = max(min(s.top, s.at, len(s.stats)-page), s.at-page+1)
	for i := s.top; i < s.top+page; i++ {
		y++
		s.rows[y] = i
		style := look.Text
		if i == s.at {
			style = look.Cursor
			g.Put(2, y, ">", style)
			g.Cursor.X, g.Cursor.Y = 2, y
		}
		g.Put(4, y, cut(look, s.name(i), name), style)
		s.columns(g, y, style, func(c column) string {
			if s.stats[i].Played == 0 && c.head != "games" {
				return "" // nothing to divide by
			}
			return c.of(s.stats[i])
		})
	}
	return y + 1
}

// columns draws a text in each column that fits.
func (s *stats) columns(g *grid.Grid, y int, style grid.Style, text func(column) string) {
	x := 23
	for _, c := range columns {
		if x += c.width; x > g.Width() {
			return
		}
		t := text(c)
		g.Put(x-width(t), y, t, style)
	}
}

// words draws the chosen row's streaks and times in words, and returns the next free row.
func (s *stats) words(g *grid.Grid, y int, look theme.Look) int {
	stat := s.stats[s.at]
	text := "No game of this kind has ended yet."
	if stat.Played > 0 {
		text = fmt.Sprintf("Time %s, %s a game.", clock(stat.Millis), clock(stat.Millis/int64(stat.Played)))
		switch s.class {
		case arcade.Counted, "":
			text = fmt.Sprintf("Win streak: %d now (longest %d). ", stat.Streak, stat.Longest) + text
		}
	}
	for line := range strings.SplitSeq(ansi.Wordwrap(text, g.Width()-6, ""), "\n") {
		g.Put(4, y, line, look.Text)
		y++
	}
	return y
}

// charts draws the histogram and the progress of the chosen row side by side.
func (s *stats) charts(g *grid.Grid, a area, look theme.Look) {
	points, most := scores(s.reader.results, filter{game: s.game(), class: s.class})
	if len(points) == 0 {
		return
	}
	left, right := a, a
	left.w = a.w/2 - 2
	right.x, right.w = a.x+a.w/2, a.w-a.w/2
	by, unit := "Games by points", "points"
	if s.at == 0 { // several games: as a share of each one's maximum
		by, unit = fitting(left.w, "Games by % of points", "Games by %"), "%"
	}

	bins := counts(points, most, left.w-gutter)
	tallest := 0
	for _, n := range bins {
		tallest = max(tallest, n)
	}
	// The last bar ends where the axis does.
	left.w = gutter + len(bins)*max((left.w-gutter)/len(bins), 1)
	plot := axes(g, left, look, by, 0, tallest, "0", fmt.Sprint(most))
	bars(g, plot, bins, tallest, look)

	span := max(10, len(points)/10)
	averages := rolling(points, span)
	if len(averages) >= 2*span {
		averages = averages[span-1:] // the first averages are of fewer games, and jump
	}
	low, high := bounds(averages, most)
	plot = axes(g, right, look, fitting(right.w, fmt.Sprintf("Average of %d games, %s", span, unit), "Average, "+unit), low, high, "oldest", "newest")
	line(g, plot, sampled(averages, plot.w), low, high, look)
}

// line returns an error, or what is going on.
func (s *stats) line(look theme.Look) (string, grid.Style) {
	read := len(s.reader.results)
	switch {
	case s.reader.err != "":
		return s.reader.err + " r tries again.", look.Refused
	case s.reader.stopped && !s.reader.all:
		return fmt.Sprintf("Stopped: only the newest %d games are summed up. r reads on.", read), look.Warn
	case s.reader.busy && !s.reader.all:
		return fmt.Sprintf("Reading: %s so far; Esc stops.", plural(read, "game")), look.Faint
	}
	return "", look.Text
}

// Keys implements Screen.
func (s *stats) Keys() []Key {
	return []Key{
		{"up down, j k", "choose a game, or all together"},
		{"Home, End", "all together, the last game"},
		{"Tab, c", "counted, assisted or practice games, or all"},
		{"Enter, space", "the charts alone, and back"},
		{"mouse", "a click chooses a game, another shows its charts alone"},
		{"Esc", "stop reading; else back"},
		{"r", "read on after a stop"},
		{"q", "back"},
	}
}
