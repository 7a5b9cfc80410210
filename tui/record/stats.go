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
// of the newest ones.
type Stats struct {
	screen.Base                      // its list is of stats
	kept        []arcade.GameStat    // the sums that the store keeps
	played      map[arcade.Class]int // how many results there are of each class; "" is all
	ratings     string               // in races, in duels and against the arcade's players
	err         string               // why they could not be read
	reader      reader               // of the charts' results
	class       arcade.Class         // "" for all
	games       []string             // IDs, in order
	stats       []arcade.Stat        // the first is the total
	large       bool                 // the charts fill the window
}

// NewStats returns the statistics.
func NewStats(env *screen.Env) *Stats {
	s := &Stats{}
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
			first := len(s.kept) == 0
			s.kept, s.ratings = kept, caption.Ratings(me)
			if s.sum(); first && len(s.games) == 1 {
				s.List.Choose(1) // all are of one game
			}
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

// sum sums up the chosen class, once for many frames: a player can have played thousands of
// games.
func (s *Stats) sum() {
	s.games, s.stats = sums(s.Env.Games.House, s.kept, s.class)
	s.played = make(map[arcade.Class]int)
	for _, row := range s.kept {
		s.played[row.Class] += row.Played
		s.played[""] += row.Played
	}
	s.List.Resize(len(s.stats))
}

// kinds returns the classes that have games, and the one that is shown; "", which is all, comes first. It returns no more
// if all games are of one class.
func (s *Stats) kinds() []arcade.Class {
	kinds := slices.DeleteFunc(slices.Clone(classes), func(c arcade.Class) bool { return c != "" && c != s.class && s.played[c] == 0 })
	if s.class == "" && len(kinds) == 2 {
		kinds = kinds[:1]
	}
	return kinds
}

// Bindings implements Screen.
func (s *Stats) Bindings() []widget.Binding {
	noCharts := s.stats[s.List.At()].Played < charted && !s.large
	return []widget.Binding{
		s.List.UpDown("choose a game, or all together", "game"),
		s.List.HomeEnd("all together, the last game"),
		{Keys: "Tab, c", Does: "the kind of games: all, counted, assisted or practice games", Hint: screen.When(len(s.kinds()) > 1, "kind"), Place: 1, Do: widget.Just(func() {
			s.class = widget.Following(s.kinds(), s.class)
			s.sum()
		})},
		{Keys: "Enter, space", Does: "the charts alone, and back", Hint: "charts", Off: noCharts, Do: widget.Just(func() { s.large = !s.large })},
		{Keys: "mouse", Does: "a click chooses a game, another shows its charts alone"},
		{Keys: "Esc", Does: "from the charts alone to the table; else back", Do: func() tea.Cmd {
			if s.large {
				s.large = false
				return nil
			}
			return s.Env.Back()
		}},
		s.Env.RulesOf(s.filter().game, ""),
		{Keys: "r", Does: "read again what could not be read", Off: s.failure() == "", Do: s.Init},
		{Keys: "q", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.Env.Back},
		screen.KeysHint,
	}
}

// filter returns what the charts are of.
func (s *Stats) filter() filter {
	f := filter{class: s.class}
	if i := s.List.At(); i > 0 {
		f.game = s.games[i-1]
	}
	return f
}

// name returns the name of a row.
func (s *Stats) name(i int) string {
	if i == 0 {
		return "All games"
	}
	return s.Env.Games.Name(s.games[i-1])
}

// chartRows is the minimum number of rows for a chart with its axes and caption, and charted the minimum
// number of games.
const chartRows, charted = 6, 2

// Draw implements Screen. From the top: the class, the chosen row in words, the table, facts about that row and
// the charts if there is room and no pane has them, and what is going on.
func (s *Stats) Draw(g *grid.Grid, look *theme.Look) {
	of, kinds := "Statistics", ""
	shown := s.kinds()
	for _, class := range shown {
		kind := fmt.Sprintf("%s %d", cmp.Or(class.Name(), "all"), s.played[class])
		if class == s.class {
			kind = "[" + kind + "]"
		}
		kinds += "  " + kind
	}
	switch {
	case len(shown) == 1:
		kinds = engine.Plural(s.played[""], "game")
	case screen.Width(of+kinds)+4 > g.Width():
		of, kinds = of+", "+allOr(s.class.Name(), "classes"), fmt.Sprintf("%d of %s", s.stats[0].Played, engine.Plural(s.played[""], "game"))
	}
	screen.DrawTitle(g, look, of, strings.TrimSpace(kinds))
	y := s.summary(g, look)
	s.List.Clear()
	if !s.large {
		y = s.table(g, y, look)
	}
	if y < g.Height()/2 {
		y++
	}
	if !g.Paned {
		s.details(g, look, grid.Area{X: 2, Y: y, W: g.Width() - 4, H: g.Height() - 2 - y}, g.Width())
	}
	points, _ := scores(s.newest(), s.filter())
	text, style := s.line(look, len(points))
	screen.DrawSentence(g, text, style)
}

// summary says how the player fares in the games of the chosen row and, where there is room, what the odds of the game
// are or which games are summed up. It returns the next free row, which is the same for all rows.
func (s *Stats) summary(g *grid.Grid, look *theme.Look) int {
	i, w := s.List.At(), g.Width()-4
	stat := s.stats[i]
	won := fmt.Sprintf("%s: %d of %s won", s.name(i), stat.Won, engine.Plural(stat.Played, "game"))
	long := won + fmt.Sprintf(", %.1f points on average.", stat.Average())
	if i == 0 {
		long = won + ", in " + caption.Clock(stat.Millis) + " at the table."
	}
	more := s.Env.Games.Odds[s.filter().game].String() // those of all games together are not known
	switch k := slices.IndexFunc(kindsOfGames, func(k screen.Key) bool { return k.Keys == s.class.Name() }); {
	case s.played[""] == 0:
		long, won = "Your first finished game begins the statistics.", "No game yet"
	case stat.Played == 0:
		won = s.name(i) + ": no game of this kind"
		long = won + " has ended yet."
	case i == 0 && k >= 0:
		more = caption.Sentence(s.class.Name() + ": " + kindsOfGames[k].Does)
	}
	short := strings.NewReplacer(" games won", " won", " game won", " won").Replace(won)
	g.Put(2, 1, look.Cut(screen.Fitting(w, long, won+".", short+"."), w), look.Title)
	if g.Height() < 16 {
		return 2
	}
	g.Put(2, 2, screen.Fitting(w, more, ""), look.Text)
	return 3
}

// Pane implements screen.Sided: what is known of the chosen row, with its charts.
func (s *Stats) Pane(int) func(*grid.Grid, *theme.Look) {
	if s.large || s.stats[0].Played == 0 {
		return nil
	}
	return func(g *grid.Grid, look *theme.Look) {
		const top, beside = 2, 80 // columns of the table beside it, at least
		s.details(g, look, grid.Area{X: 2, Y: top, W: g.Width() - 4, H: g.Height() - top}, beside)
	}
}

// details draws what is known of the chosen row, in an area beside or below a table of some columns: the
// facts, and the charts if there is room.
func (s *Stats) details(g *grid.Grid, look *theme.Look, a grid.Area, table int) {
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

// A column is a column of the table of statistics. single says that it tells nothing of all games together.
type column struct {
	head   string
	width  int
	of     func(arcade.Stat) string
	single bool
}

// text returns what a column has in a row.
func (s *Stats) text(c column, i int) string {
	if c.head != "games" && s.stats[i].Played == 0 || c.single && i == 0 {
		return ""
	}
	return c.of(s.stats[i])
}

// columns is ordered by importance: a narrow window leaves out the last ones.
var columns = []column{
	{head: "games", width: 6, of: func(s arcade.Stat) string { return fmt.Sprint(s.Played) }},
	{head: "won", width: 5, of: func(s arcade.Stat) string { return engine.Share{Part: s.Won, Of: s.Played}.OfHundred() + "%" }},
	{head: "mean", width: 6, of: func(s arcade.Stat) string { return fmt.Sprintf("%.1f", s.Average()) }, single: true},
	{head: "best", width: 6, single: true, of: func(s arcade.Stat) string {
		if !s.HasBest() {
			return "-"
		}
		return fmt.Sprint(s.Best)
	}},
	{head: "perfect", width: 8, of: func(s arcade.Stat) string { return fmt.Sprint(s.Perfect) }},
	{head: "streak", width: 8, of: func(s arcade.Stat) string {
		if s.Longest == 0 {
			return "-"
		}
		return fmt.Sprintf("%d/%d", s.Streak, s.Longest)
	}},
	{head: "time", width: 10, of: func(s arcade.Stat) string { return caption.Clock(s.Millis) }},
	{head: "a game", width: 7, of: func(s arcade.Stat) string { return caption.Clock(s.Millis / int64(s.Played)) }},
}

// columnsFrom is where the columns after the names begin.
const columnsFrom = 23

// table draws as many rows as fit, and returns the next free row.
func (s *Stats) table(g *grid.Grid, y int, look *theme.Look) int {
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

// kindsOfGames says what the classes are.
var kindsOfGames = []screen.Key{
	{Keys: "counted", Does: "a deal new to you, played without help"},
	{Keys: "assisted", Does: caption.Help},
	{Keys: "practice", Does: "a deal that you chose, or knew"},
	{Keys: "unranked", Does: "moves that came faster than a person plays"},
	{Keys: "imported", Does: "played elsewhere"},
}

// Legend implements screen.Legended.
func (s *Stats) Legend(*theme.Look) (signs []screen.Sign) {
	for _, k := range append([]screen.Key{
		{Keys: "mean", Does: "your points in a game, on average"},
		{Keys: "best", Does: caption.AboutBest},
		{Keys: "streak", Does: "games won in a row: now, and at most"},
	}, kindsOfGames...) {
		signs = append(signs, screen.Sign{Key: k, Shows: true})
	}
	return signs
}

// facts draws what is known of the chosen row beside or below a table of some columns, in an area, and returns
// the next free row.
func (s *Stats) facts(g *grid.Grid, look *theme.Look, a grid.Area, table int) int {
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
	facts = caption.Lately(newest, stat.Played, i > 0)
	if s.ratings != "" && i == 0 {
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
	return facts
}

// charts draws the histogram and the progress of the chosen row in an area, side by side or one above
// the other. Few games have no histogram.
func (s *Stats) charts(g *grid.Grid, look *theme.Look, a grid.Area, points []int, most int) {
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
	if s.List.At() == 0 { // as a share of each one's maximum
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
func (s *Stats) line(look *theme.Look, shown int) (string, grid.Style) {
	stat, newest := s.stats[s.List.At()], len(s.newest())
	switch {
	case s.failure() != "":
		return s.failure() + " r tries again.", look.Refused
	case s.reader.busy:
		return "Reading your games.", look.Faint
	case stat.Played == 0:
		return "", look.Text
	case stat.Points > 0 && !stat.HasBest():
		return "No best yet: ? says what counts.", look.Text
	case stat.Played < charted:
		return "Charts begin with two games.", look.Faint
	case newest >= s.played[""]:
		return "", look.Text
	case shown == 0:
		return fmt.Sprintf("No charts: none of the newest %d.", newest), look.Faint
	}
	return fmt.Sprintf("Charts of your newest %d games.", newest), look.Faint
}

// sums returns the IDs of all games that were played, and the sums of a class ("" for all): first in total
// and then by game. The total's streaks are the longest ones at one game.
func sums(games []engine.Game, rows []arcade.GameStat, class arcade.Class) (ids []string, stats []arcade.Stat) {
	ids = slices.DeleteFunc(gameIDs(games, nil), func(id string) bool {
		return !slices.ContainsFunc(rows, func(row arcade.GameStat) bool { return row.Game == id })
	})
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
