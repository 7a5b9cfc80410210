package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The Stats screen shows the sums of a player's results, in total and by game, and charts
// of the newest ones. It has one line for all games that people made up; another stats
// screen shows these one by one.
type Stats struct {
	screen.Base                      // its list is of stats
	made        bool                 // it is about the games that people made up
	kept        []arcade.GameStat    // the sums that the store keeps
	among       map[string]bool      // the IDs of the games in kept that people made up
	played      map[arcade.Class]int // how many results there are of each class; "" is all
	ratings     string               // in races, in duels and against the arcade's players
	err         string               // why they could not be read
	reader      reader               // of the charts' results
	class       arcade.Class         // "" for all
	begun       bool                 // the sums are here, and the player may have chosen a class
	games       []string             // IDs, in order, and allVariations
	stats       []arcade.Stat        // the first is the total
	large       bool                 // the charts fill the window
}

// allVariations stands for the ID of a game, where a line is about all that people made up.
const allVariations = "all variations"

// NewStats returns the statistics.
func NewStats(env *screen.Env) *Stats {
	return newStats(env, arcade.Counted, false)
}

// newStats returns the statistics of a class. made says that they are about the games that people made up.
func newStats(env *screen.Env, class arcade.Class, made bool) *Stats {
	s := &Stats{made: made, class: class}
	s.reader = reader{screen: s, store: env.Store, take: s.take}
	s.Setup(env, s)
	s.sum()
	return s
}

// chartResults is how many results, the newest ones, the charts are of. The sums are of
// all.
const chartResults = 500

// Init implements Screen. Games may have ended since the screen was last on top.
func (s *Stats) Init() tea.Cmd {
	return tea.Batch(s.readSums(), s.reader.newer())
}

// readSums reads the sums again.
func (s *Stats) readSums() tea.Cmd {
	s.err = ""
	store, accounts := s.Env.Store, s.Env.Accounts
	return screen.Ask(s, func() func() tea.Cmd {
		kept, err := store.Stats()
		var me arcade.Account
		if err == nil && accounts != nil {
			me, err = accounts.Account()
		}
		return widget.Just(func() {
			if err != nil {
				s.err = caption.Sentence(err.Error())
				return
			}
			s.kept, s.ratings = kept, caption.Ratings(me)
			s.sum()
			s.begin()
		})
	})
}

// newest returns the results that the charts are of, the newest first.
func (s *Stats) newest() []arcade.Result {
	return s.reader.results[:min(len(s.reader.results), chartResults)]
}

// take takes a page of the results.
func (s *Stats) take(p page) tea.Cmd {
	s.reader.apply(p)
	if s.reader.err == "" && len(s.reader.results) < chartResults {
		return s.reader.more()
	}
	return nil
}

// begin chooses the first class that has games, if the counted ones are none, and the game if
// all are of one. It does so once.
func (s *Stats) begin() {
	if s.begun || s.played[""] == 0 {
		return
	}
	s.begun = true
	for _, class := range arcade.Classes() {
		if s.stats[0].Played > 0 {
			break
		}
		s.class = class
		s.sum()
	}
	only := slices.IndexFunc(s.stats[1:], func(st arcade.Stat) bool { return st.Played > 0 })
	if only >= 0 && s.stats[1+only].Played == s.stats[0].Played && s.List.At() == 0 {
		s.List.Choose(1 + only)
	}
}

// sum sums up the chosen class, once for many frames: a player can have played thousands of
// games.
func (s *Stats) sum() {
	made, others, games := s.split()
	counted := s.kept
	if s.made {
		counted = made
		s.games, s.stats = sums(games, made, s.class)
	} else if s.games, s.stats = sums(s.Env.Games.House, others, s.class); len(made) > 0 {
		_, all := sums(games, made, s.class)
		s.games, s.stats = append(s.games, allVariations), append(s.stats, all[0])
		s.stats[0] = s.stats[0].Plus(all[0])
	}
	s.played = make(map[arcade.Class]int)
	for _, row := range counted {
		s.played[row.Class] += row.Played
		s.played[""] += row.Played
	}
	s.List.Resize(len(s.stats))
}

// split returns the kept sums of the games that people made up and those of the others, and
// the former games by name. It sets among.
func (s *Stats) split() (made, others []arcade.GameStat, games engine.Catalog) {
	s.among = make(map[string]bool)
	for _, row := range s.kept {
		g, _ := s.Env.Games.Find(row.Game)
		if _, ok := g.(engine.MadeUp); !ok {
			others = append(others, row)
			continue
		}
		made = append(made, row)
		if !s.among[row.Game] {
			s.among[row.Game] = true
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b engine.Game) int { return cmp.Compare(a.Info().Name, b.Info().Name) })
	return made, others, games
}

// kinds returns the classes that have games, and the one that is shown; "", which is all, comes first.
func (s *Stats) kinds() []arcade.Class {
	return slices.DeleteFunc(slices.Clone(classes), func(c arcade.Class) bool { return c != "" && c != s.class && s.played[c] == 0 })
}

// Bindings implements Screen.
func (s *Stats) Bindings() []widget.Binding {
	enter, does := "charts", "the charts alone, and back"
	noCharts := s.stats[s.List.At()].Played < charted && !s.large
	if s.game() == allVariations {
		enter, noCharts = "each of them", false
	}
	if slices.Contains(s.games, allVariations) {
		does += "; on all variations, each of them"
	}
	return []widget.Binding{
		s.List.UpDown("choose a game, or all together", "game"),
		s.List.HomeEnd("all together, the last game"),
		{Keys: "Tab, c", Does: "the kind of games: all, counted, assisted or practice games", Hint: "kind", Place: 1, Do: widget.Just(func() {
			s.begun = true
			s.class = widget.Following(s.kinds(), s.class)
			s.sum()
		})},
		{Keys: "Enter, space", Does: does, Hint: enter, Off: noCharts, Do: func() tea.Cmd {
			if s.game() == allVariations {
				return s.Env.Push(newStats(s.Env, s.class, true))
			}
			s.large = !s.large
			return nil
		}},
		{Keys: "mouse", Does: "a click chooses a game, another shows its charts alone"},
		{Keys: "Esc", Does: "from the charts alone to the table; else back", Do: func() tea.Cmd {
			if s.large {
				s.large = false
				return nil
			}
			return s.Env.Back()
		}},
		{Keys: "r", Does: "read again what could not be read", Off: s.failure() == "", Do: s.Init},
		{Keys: "q", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.Env.Back},
		screen.KeysHint,
	}
}

// game returns the ID of the chosen game, "" for all games.
func (s *Stats) game() string {
	if s.List.At() == 0 {
		return ""
	}
	return s.games[s.List.At()-1]
}

// several reports whether a line is about several games.
func (s *Stats) several(i int) bool { return i == 0 || s.games[i-1] == allVariations }

// filter returns what the charts are of.
func (s *Stats) filter() filter {
	f := filter{game: s.game(), class: s.class}
	if s.made && f.game == "" || f.game == allVariations {
		f.game, f.among = "", s.among
	}
	return f
}

// name returns the name of a row.
func (s *Stats) name(i int) string {
	switch {
	case i == 0 && s.made, i > 0 && s.games[i-1] == allVariations:
		return "All variations"
	case i == 0:
		return "All games"
	}
	return s.Env.Games.Name(s.games[i-1])
}

// chartRows is the minimum number of rows for a chart with its axes and caption, and charted the minimum
// number of games.
const chartRows, charted = 6, 2

// Draw implements Screen. From the top: the class, the table, facts about the chosen row and
// the charts if there is room and no pane has them, and what is going on.
func (s *Stats) Draw(g *grid.Grid, look theme.Look) {
	of, kinds := "Statistics", ""
	if s.made {
		of = "Statistics of variations"
	}
	for _, class := range s.kinds() {
		kind := fmt.Sprintf("%s %d", cmp.Or(class.Name(), "all"), s.played[class])
		if class == s.class {
			kind = "[" + kind + "]"
		}
		kinds += "  " + kind
	}
	if screen.Width(of+kinds)+4 > g.Width() {
		of, kinds = of+", "+allOr(s.class.Name(), "classes"), fmt.Sprintf("%d of %s", s.stats[0].Played, engine.Plural(s.played[""], "game"))
	}
	screen.DrawTitle(g, look, of, strings.TrimSpace(kinds))
	y := 1
	s.List.Clear()
	if s.large {
		g.Put(2, y, look.Cut(s.name(s.List.At()), g.Width()-4), look.Cursor)
		y++
	} else {
		y = s.table(g, y, look)
	}
	if !g.Paned {
		s.details(g, look, grid.Area{X: 2, Y: y, W: g.Width() - 4, H: g.Height() - 2 - y}, g.Width())
	}
	points, _ := scores(s.newest(), s.filter())
	text, style := s.line(look, len(points))
	g.Put(2, g.Height()-2, look.Cut(text, g.Width()-4), style)
}

// Pane implements screen.Sided: what is known of the chosen row, with its charts.
func (s *Stats) Pane(int) func(*grid.Grid, theme.Look) {
	if s.large || s.stats[0].Played == 0 {
		return nil
	}
	return func(g *grid.Grid, look theme.Look) {
		const top, beside = 2, 80 // columns of the table beside it, at least
		g.Put(2, top, look.Cut(s.name(s.List.At()), g.Width()-4), look.Title)
		s.details(g, look, grid.Area{X: 2, Y: top + 2, W: g.Width() - 4, H: g.Height() - top - 2}, beside)
	}
}

// details draws what is known of the chosen row, in an area beside or below a table of some columns: the
// facts, and the charts if there is room.
func (s *Stats) details(g *grid.Grid, look theme.Look, a grid.Area, table int) {
	points, most := scores(s.newest(), s.filter())
	end, room := a.Y+a.H, a.H
	if len(points) >= charted && room > chartRows {
		room -= chartRows
	}
	y := s.facts(g, look, grid.Area{X: a.X, Y: a.Y, W: a.W, H: room}, table)
	if end-y > 2*chartRows {
		y++
	}
	if end-y >= chartRows && len(points) >= charted {
		s.charts(g, look, grid.Area{X: a.X, Y: y, W: a.W, H: end - y}, points, most)
	}
}

// A column is a column of the table of statistics. The odds are those of the game, zero where
// they are not known. single says that it tells nothing of several games.
type column struct {
	head   string
	width  int
	of     func(arcade.Stat, engine.Odds) string
	single bool
}

// text returns what a column has in a row.
func (s *Stats) text(c column, i int) string {
	if c.head != "games" && s.stats[i].Played == 0 || c.single && s.several(i) {
		return ""
	}
	return c.of(s.stats[i], s.odds(i))
}

// columns is ordered by importance: a narrow window leaves out the last ones.
var columns = []column{
	{head: "games", width: 6, of: func(s arcade.Stat, _ engine.Odds) string { return fmt.Sprint(s.Played) }},
	{head: "won", width: 5, of: func(s arcade.Stat, _ engine.Odds) string { return percent(engine.Share{Part: s.Won, Of: s.Played}) }},
	{head: "arcade", width: 8, of: func(_ arcade.Stat, o engine.Odds) string { return percent(o.House) }},
	{head: "can win", width: 9, of: func(_ arcade.Stat, o engine.Odds) string { return percent(o.Winnable) }},
	{head: "mean", width: 6, of: func(s arcade.Stat, _ engine.Odds) string { return fmt.Sprintf("%.1f", s.Average()) }, single: true},
	{head: "best", width: 6, single: true, of: func(s arcade.Stat, _ engine.Odds) string {
		if !s.HasBest() {
			return "-"
		}
		return fmt.Sprint(s.Best)
	}},
	{head: "perfect", width: 9, of: func(s arcade.Stat, _ engine.Odds) string { return fmt.Sprint(s.Perfect) }},
	{head: "streak", width: 8, of: func(s arcade.Stat, _ engine.Odds) string {
		if s.Longest == 0 {
			return "-"
		}
		return fmt.Sprintf("%d/%d", s.Streak, s.Longest)
	}},
	{head: "time", width: 10, of: func(s arcade.Stat, _ engine.Odds) string { return caption.Clock(s.Millis) }},
	{head: "a game", width: 8, of: func(s arcade.Stat, _ engine.Odds) string { return caption.Clock(s.Millis / int64(s.Played)) }},
}

// columnsFrom is where the columns after the names begin.
const columnsFrom = 23

// percent returns a share in whole percent, "" of no games.
func percent(s engine.Share) string {
	if s.Of == 0 {
		return ""
	}
	return s.OfHundred() + "%"
}

// table draws as many rows as fit, and returns the next free row.
func (s *Stats) table(g *grid.Grid, y int, look theme.Look) int {
	const name = 19
	s.columns(g, y, look.Faint, func(c column) string { return c.head })
	below := 5 // rows
	switch {
	case g.Paned:
		below = 3
	case g.Height() < 20:
		below = 7
	}
	page := max(min(len(s.stats), g.Height()-y-below), 1)
	for y, i := range s.List.Rows(y+1, page) {
		style := s.List.Entry(g, look, y, i)
		g.Put(4, y, look.Cut(s.name(i), name), style)
		s.columns(g, y, style, func(c column) string { return s.text(c, i) })
	}
	return y + 1 + page
}

// odds returns the odds of the game of a row. Those of several games are not known.
func (s *Stats) odds(i int) engine.Odds {
	if i == 0 {
		return engine.Odds{}
	}
	return s.Env.Games.Odds[s.games[i-1]]
}

// columns draws a text in each column that fits.
func (s *Stats) columns(g *grid.Grid, y int, style grid.Style, text func(column) string) {
	x := columnsFrom
	for _, c := range columns {
		if x += c.width; x > g.Width() {
			return
		}
		t := text(c)
		g.Put(x-screen.Width(t), y, t, style)
	}
}

// Legend implements screen.Legended.
func (s *Stats) Legend(theme.Look) (signs []screen.Sign) {
	for _, k := range []screen.Key{
		{Keys: "arcade", Does: "how many deals in a hundred the arcade's player wins"},
		{Keys: "can win", Does: "how many deals in a hundred can be won"},
		{Keys: "mean", Does: "your points in a game, on average"},
		{Keys: "best", Does: caption.AboutBest},
		{Keys: "streak", Does: "games won in a row: now, and at most"},
		{Keys: "counted", Does: "a deal new to you, played without help"},
		{Keys: "assisted", Does: caption.Help},
		{Keys: "practice", Does: "a deal that was chosen or known"},
		{Keys: "unranked", Does: "moves that came faster than a person plays"},
		{Keys: "imported", Does: "played elsewhere"},
	} {
		signs = append(signs, screen.Sign{Key: k, Shows: true})
	}
	return signs
}

// facts draws what is known of the chosen row beside or below a table of some columns, in an area, and returns
// the next free row.
func (s *Stats) facts(g *grid.Grid, look theme.Look, a grid.Area, table int) int {
	const column = 15
	y := a.Y
	for _, f := range s.about(table) {
		rows := screen.Wrapped(look, a.W-column, f.Figure)
		if y+len(rows) > a.Y+a.H {
			break
		}
		g.Put(a.X, y, f.Label, look.Faint)
		y = screen.PutRows(g, a.X+column, y, look.Text, rows...)
	}
	return y
}

// about returns what is known of the chosen row, the most important first. The columns that a table of
// w columns of the window leaves out come last.
func (s *Stats) about(w int) (facts []caption.Fact) {
	i := s.List.At()
	stat, f := s.stats[i], s.filter()
	if stat.Played == 0 {
		return nil
	}
	newest := slices.DeleteFunc(slices.Clone(s.newest()), func(r arcade.Result) bool { return !f.meets(r) })
	facts = caption.Lately(newest, stat.Played, !s.several(i))
	if s.ratings != "" && i == 0 && !s.made {
		for _, rating := range strings.Split(s.ratings, "; ") {
			facts = append(facts, caption.Fact{Label: "rating", Figure: rating})
		}
	}
	x := columnsFrom
	for _, c := range columns {
		if x += c.width; x > w && s.text(c, i) != "" {
			facts = append(facts, caption.Fact{Label: c.head, Figure: s.text(c, i)})
		}
	}
	if points := s.odds(i).Points; points > 0 {
		facts = append(facts, caption.Fact{Label: "arcade's mean", Figure: fmt.Sprintf("%.1f", points)})
	}
	return facts
}

// charts draws the histogram and the progress of the chosen row in an area, side by side or one above
// the other. Few games have no histogram.
func (s *Stats) charts(g *grid.Grid, look theme.Look, a grid.Area, points []int, most int) {
	left := widget.Chart{X: a.X, Y: a.Y, W: a.W/2 - 2, H: a.H}
	right := widget.Chart{X: a.X + a.W/2, Y: a.Y, W: a.W - a.W/2, H: a.H}
	switch {
	case len(points) < caption.FewGames:
		right.X, right.W = a.X, a.W
	case a.H >= 2*chartRows && a.W < 4*a.H:
		left.W, left.H = a.W, a.H/2
		right = widget.Chart{X: a.X, Y: a.Y + a.H/2, W: a.W, H: a.H - a.H/2}
	}
	span, unit := max(10, len(points)/10), "points"
	left.Caption = "Games by points"
	if s.several(s.List.At()) { // as a share of each one's maximum
		left.Caption, unit = screen.Fitting(left.W, "Games by % of points", "Games by %"), "%"
	}
	if len(points) >= caption.FewGames {
		left.Histogram(g, look, points, most)
	}
	if averages := rolling(points, span); len(averages) >= 2*span { // the first ones are of fewer games
		right.Caption = screen.Fitting(right.W, fmt.Sprintf("Average of %d games, %s", span, unit), "Average, "+unit)
		right.Curve(g, look, averages[span-1:], most, "oldest", "newest")
		return
	}
	right.Caption = screen.Fitting(right.W, "Game by game, "+unit, "Each, "+unit)
	right.Bars(g, look, points, most, "oldest", "newest")
}

// failure returns why something could not be read, "" if everything could.
func (s *Stats) failure() string { return cmp.Or(s.err, s.reader.err) }

// line returns an error, what is going on, or what is missing. shown is how many games of the chosen
// row the charts show.
func (s *Stats) line(look theme.Look, shown int) (string, grid.Style) {
	stat, newest := s.stats[s.List.At()], len(s.newest())
	switch {
	case s.failure() != "":
		return s.failure() + " r tries again.", look.Refused
	case s.reader.busy:
		return "Reading your games.", look.Faint
	case stat.Played == 0:
		return "No game of this kind has ended yet.", look.Text
	case stat.Points > 0 && !stat.HasBest():
		return "No best yet: ? says which games count.", look.Text
	case stat.Played < charted:
		return "Charts begin with two games.", look.Faint
	case newest >= s.played[""]:
		return "", look.Text
	case shown == 0:
		return fmt.Sprintf("No charts: none of your newest %d games is of this kind.", newest), look.Faint
	}
	return fmt.Sprintf("Charts of your newest %d games.", newest), look.Faint
}

// sums returns the IDs of all games, and the sums of a class ("" for all): first in total
// and then by game. The total's streaks are the longest ones at one game.
func sums(games []engine.Game, rows []arcade.GameStat, class arcade.Class) (ids []string, stats []arcade.Stat) {
	ids = gameIDs(games, nil)
	stats = make([]arcade.Stat, 1+len(ids))
	for _, row := range rows {
		i := slices.Index(ids, row.Game)
		if i < 0 { // the arcade no longer has it
			i, ids, stats = len(ids), append(ids, row.Game), append(stats, arcade.Stat{})
		}
		if class == "" || class == row.Class {
			stats[0], stats[1+i] = stats[0].Plus(row.Stat), stats[1+i].Plus(row.Stat)
		}
	}
	return ids, stats
}

// scores returns the points of the results that match a filter, oldest first, and the
// maximum possible. For all games together, points are percentages of each game's
// maximum.
func scores(results []arcade.Result, f filter) (points []int, most int) {
	for i := len(results) - 1; i >= 0; i-- {
		s := results[i].Score
		if !f.meets(results[i]) {
			continue
		}
		if f.game == "" {
			points, most = append(points, 100*s.Points/max(s.Max, 1)), 100
		} else {
			points, most = append(points, s.Points), max(most, s.Max)
		}
	}
	return points, most
}

// rolling returns, for each of the points, the average of it and those before it, up to
// span of them.
func rolling(points []int, span int) []float64 {
	averages := make([]float64, len(points))
	sum := 0
	for i, p := range points {
		sum += p
		if i >= span {
			sum -= points[i-span]
		}
		averages[i] = float64(sum) / float64(min(i+1, span))
	}
	return averages
}
