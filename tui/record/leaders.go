package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The Leaders screen shows one leaderboard at a time. A row about a single game opens
// that game as a replay.
type Leaders struct {
	screen.Listing[arcade.Standing]
	board   arcade.Leaderboard
	games   engine.Catalog // those whose boards the screen shows
	loading bool           // the board is being read
	mark    arcade.Mark
	helped  int             // the player's rank on the same board of assisted games if the one of counted games has none, else 0
	former  []arcade.Result // the player's best games that do not stand there
}

// leadersShown is how many rows of a board are read.
const leadersShown = 100

// NewLeaders returns the leaderboards of a place.
func NewLeaders(env *screen.Env, at route.Leaders) *Leaders {
	l := &Leaders{
		games: session.Listed(env.Games, engine.Catalog{at.Game}),
		board: arcade.Leaderboard{Game: at.Game.Info().ID, Class: arcade.Counted, Kind: cmp.Or(at.Kind, arcade.AllTime)},
	}
	if _, daily := at.Event.Day(); daily {
		l.board.Kind, l.board.Event = arcade.TodaysDaily, at.Event
	}
	l.Setup(env, l)
	return l
}

// Init implements Screen.
func (l *Leaders) Init() tea.Cmd {
	l.loading = true
	l.Clear()
	env, board := l.Env, l.board
	return screen.Ask(l, func() func() tea.Cmd {
		rows, err := env.Accounts.Top(board, leadersShown)
		arcade.CallByName(rows, func(s *arcade.Standing) *string { return &s.Nick })
		results, _ := env.Store.History("", screen.HistoryPage) // the board says no less without them
		mark, former, helped := arcade.MarkOf(env.Games, env.Workshop, board), board.Former(results, rows, env.Now()), 0
		if board.Class == arcade.Counted && ownRank(rows) == 0 && slices.Contains(arcade.BoardKinds(arcade.Assisted), board.Kind) {
			assisted := board
			assisted.Class = arcade.Assisted
			rows, _ := env.Accounts.Top(assisted, leadersShown) // the board says no less without them
			helped = ownRank(rows)
		}
		return func() tea.Cmd {
			if board != l.board {
				return nil // another board has been chosen in the meantime
			}
			l.loading, l.mark, l.former, l.helped = false, mark, former, helped
			l.Show(rows, func(a, b arcade.Standing) bool { // a board that counts games has no results
				return a.Result.ID == b.Result.ID && (a.Result.ID != "" || a.Nick == b.Nick)
			})
			l.Fails(err)
			return nil
		}
	})
}

// ownRank returns the player's rank among the rows of a board, 0 without one.
func ownRank(rows []arcade.Standing) int {
	if i := slices.IndexFunc(rows, func(s arcade.Standing) bool { return s.Mine }); i >= 0 {
		return rows[i].Rank
	}
	return 0
}

// Place implements screen.Placed.
func (l *Leaders) Place() string { return "boards" }

// Bindings implements Screen.
func (l *Leaders) Bindings() []widget.Binding {
	none, row := len(l.Rows) == 0, l.Chosen()
	single := row.Result.ID != "" // the row is about a single game
	player := l.Env.PlayerKey(row.Nick)
	opens, refusal := "replay", ""
	switch {
	case none && l.board.Kind == arcade.TodaysDaily:
		opens, refusal = "dailies", screen.When(l.Env.Events == nil, caption.NoDailies)
	case none && l.board.Kind == arcade.Notable:
		opens, refusal = "", "The best wins of this week will stand here, and Enter replays one: the lobby has the games."
	case none && l.board.Kind == arcade.RaceRatings:
		opens, refusal = "races", screen.When(l.Env.Races == nil, caption.NoRaces)
	case none:
		opens = "play"
	case !single:
		opens, refusal = "player", player.Refusal
	}
	earlier := screen.When(l.board.Kind == arcade.RaceRatings || l.board.Kind == arcade.ThisWeek, "earlier")
	other := arcade.Assisted
	if l.board.Class == arcade.Assisted {
		other = arcade.Counted
	}
	both := slices.Contains(arcade.BoardKinds(other), l.board.Kind)
	return append([]widget.Binding{
		l.List.UpDown("choose a row; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "replay the game of that row; where the board counts games, the page of the player; where nobody stands, play for a place",
			Hint: opens, Off: none && l.loading, Refusal: refusal, Do: func() tea.Cmd {
				switch {
				case none:
					return l.begin()
				case !single:
					return player.Do()
				}
				return l.Replay(func() (arcade.Result, error) { return l.Env.Accounts.Ranked(row.Result.ID) })
			}},
		player,
		l.Env.FollowKey("the player of that row", row.Nick, row.Mine, ""),
		{Keys: "F", Does: "only you and the players you follow, or all", Hint: "friends",
			Refusal: cmp.Or(screen.When(l.Env.Company == nil, caption.NoCompany), l.Env.NoFollowing()),
			Do: func() tea.Cmd {
				l.board.Friends = !l.board.Friends
				return l.turn()
			}},
		{Keys: "mouse", Does: "a click chooses a row, another is Enter"},
		{Keys: "g", Does: "another game", Hint: "game", Refusal: screen.When(l.board.Kind.OfAllGames(), "This board is of all built-in games."), Do: func() tea.Cmd {
			l.board.Game = widget.Following(gameIDs(l.games, nil), l.board.Game)
			return l.turn()
		}},
		{Keys: "b, Tab", Also: "right l", Does: "another board: all time, this week, today's daily, fastest perfect, wins, streaks, notable games, ratings in races", Hint: "board", Do: func() tea.Cmd {
			l.board.Kind, l.board.Event, l.board.Month, l.board.Week = widget.Following(arcade.BoardKinds(l.board.Class), l.board.Kind), "", "", ""
			return l.turn()
		}},
		{Keys: "m", Does: "this week: the week before; ratings in races: the month before; up to a year ago", Hint: earlier, Refusal: screen.When(earlier == "", "Only the boards of a week and ratings in races go back: b goes there."), Do: l.earlier},
		{Keys: "c", Does: "counted games or assisted ones", Hint: screen.When(both, string(other)), Refusal: screen.When(!both, "This board has no assisted games: b goes to others."), Do: func() tea.Cmd {
			l.board.Class = other
			return l.turn()
		}},
		l.Env.RulesOf(cmp.Or(row.Result.Record.Game, l.board.Game), row.Result.Rules),
	}, l.Env.Tail("", "back")...)
}

// earlier shows the board of the week before, or the ratings of the month before. After a
// year back comes the current one.
func (l *Leaders) earlier() tea.Cmd {
	if l.board.Kind == arcade.ThisWeek {
		now := l.Env.Now()
		l.board.Week = cmp.Or(l.board.Week, arcade.WeekOf(now)).Before()
		if l.board.Week < arcade.WeekOf(now.AddDate(-1, 0, 0)) {
			l.board.Week = ""
		}
		return l.turn()
	}
	now := l.Env.Now().UTC()
	l.board.Month = cmp.Or(l.board.Month, arcade.MonthOf(now)).Before()
	if l.board.Month <= arcade.MonthOf(now.AddDate(-1, 0, 1-now.Day())) {
		l.board.Month = ""
	}
	return l.turn()
}

// begin goes to where a place on the board is won.
func (l *Leaders) begin() tea.Cmd {
	g, _ := l.games.Find(l.board.Game)
	switch l.board.Kind {
	case arcade.TodaysDaily:
		return l.Env.Open(route.Daily{})
	case arcade.RaceRatings:
		return l.Env.Open(route.Races{Game: g})
	}
	return l.Play(screen.Visit{Game: g})
}

// turn shows another board from its top.
func (l *Leaders) turn() tea.Cmd {
	l.Rows, l.List = nil, widget.List{}
	return l.Init()
}

// Draw implements Screen.
func (l *Leaders) Draw(g *grid.Grid, look *theme.Look) {
	of := l.games.Name(l.board.Game)
	if l.board.Kind.OfAllGames() {
		of = "all built-in games"
	}
	screen.DrawTitle(g, look, "Leaderboards", of)
	of = l.ranks()
	of = screen.Fitting(g.Width()-4, of+caption.TimeNote(l.board.Kind), of)
	top := 1
	if g.Height() >= 20 { // there is room to show which boards there are
		l.drawKinds(g, top, look)
		top++
	}
	top = screen.PutRows(g, 2, top, look.Text, screen.Wrapped(look, g.Width()-4, of)...)
	line := l.line()
	if len(l.Rows) == 0 { // where the eye is
		top, line = screen.PutRows(g, 2, top, look.Text, screen.Wrapped(look, g.Width()-4, line)...), ""
	}
	text, style := l.Says(look, line, look.Text)
	if stands := caption.Stands(l.Rows, l.board.Kind, l.mark); stands != "" {
		top = screen.PutRows(g, 2, top, look.Good, screen.Wrapped(look, g.Width()-4, stands)...)
	}
	former := l.former[:max(0, min(len(l.former), g.Height()-9-len(l.Rows)))] // for which there is room
	if len(l.Rows) > 0 || (l.mark.Deals > 0 || len(former) > 0) && !l.loading {
		l.put(g, top, look, look.Faint, "rank", "player", l.heads())
		top++
	}
	if l.mark.Deals > 0 && !l.loading {
		won := engine.Share{Part: l.mark.Won, Of: l.mark.Deals}.OfHundred() + "% won"
		name := screen.Fitting(playerWidth(g)-1, "the arcade, all deals, "+won, "the arcade, all deals", "the arcade")
		l.put(g, top, look, look.Faint, "-", name, []string{fmt.Sprintf("%7s", fmt.Sprintf("%.1f/%d", l.mark.Points, l.mark.Max))})
		top++
	}
	page := g.Height() - 1 - top - max(screen.SentenceRows(text, g.Width()), 1)
	for y, i := range l.List.Rows(top, page) {
		l.row(g, y, i, look)
	}
	for i, r := range former {
		if y := len(l.Rows) + i; y < page && !l.loading {
			l.put(g, top+y, look, look.Faint, "-", "you, another game", l.cells(arcade.Standing{Result: r}))
		}
	}
	l.DrawFoot(g, look, text, style)
}

// drawKinds draws which boards there are.
func (l *Leaders) drawKinds(g *grid.Grid, y int, look *theme.Look) {
	x, gap := 1, min(max(g.Width()-64, 0), 1) // one blank more where there is room
	for _, kind := range arcade.BoardKinds(l.board.Class) {
		if kind == l.board.Kind {
			x = g.Put(x+1-gap, y, "["+kind.Short()+"]", look.Good)
		} else {
			x = g.Put(x+1, y, kind.Short(), look.Faint) + gap
		}
	}
}

// ranks says what the board ranks.
func (l *Leaders) ranks() string {
	now, of := l.Env.Now(), string(l.board.Kind)
	week := cmp.Or(l.board.Week, arcade.WeekOf(now))
	switch l.board.Kind {
	case arcade.TodaysDaily:
		if l.board.Event != "" {
			of = session.Occasion(l.board.Event)
		}
	case arcade.Notable:
		of = "the best wins of this week, ranked within each game"
	case arcade.RaceRatings:
		of = fmt.Sprintf("races of %s, by rating", cmp.Or(l.board.Month, arcade.MonthOf(now)))
	case arcade.Streaks:
		of += ", games won in a row"
	case arcade.MostWins:
		of += ", of all time"
	case arcade.ThisWeek:
		monday, _ := week.Monday()
		if l.board.Week != "" {
			of = "week " + string(week)
		}
		of += ", from " + monday.Format(time.DateOnly) + " on, each player's best"
	default:
		of += ", each player's best"
	}
	if l.board.Class == arcade.Assisted {
		of += ", assisted games"
	}
	if l.board.Friends {
		of = caption.AmongFriends + ": " + of
	}
	return of
}

// line says why the player does not stand on the board, maybe as nobody does.
func (l *Leaders) line() string {
	switch others := len(l.Rows) > 0; {
	case others && (l.Env.Profile.Guest || l.board.Kind == arcade.Notable), ownRank(l.Rows) > 0:
		return ""
	case l.loading:
		return "Reading the board ..."
	case l.Env.Profile.Guest:
		return "Nobody is on this board yet. Guests are on no leaderboard."
	case l.board.Friends && !others:
		return caption.NoFriends
	case l.helped > 0:
		return fmt.Sprintf("You are number %d with help: c shows that board.", l.helped)
	default:
		return caption.Absent(l.board.Kind, others)
	}
}

// Pane implements screen.Sided: all that is known of the chosen game, unless the board counts
// games.
func (l *Leaders) Pane(int) func(*grid.Grid, *theme.Look) {
	s := l.Chosen()
	if s.Result.ID == "" {
		return nil
	}
	return drawsResult(fmt.Sprintf("#%d %s", s.Rank, s.Nick), s.Result, s.Result.Outcome(l.Env.Games), len(s.Result.Record.Moves), about(s.Result), "Enter replays it.")
}

// row draws one standing: rank, player, and the result.
func (l *Leaders) row(g *grid.Grid, y, i int, look *theme.Look) {
	s, style := l.Rows[i], l.List.Entry(g, look, y, i)
	who, rank := s.Nick, "-"
	if s.Mine {
		who += " (you)"
	}
	if s.Rank > 0 {
		rank = fmt.Sprint(s.Rank)
	}
	if s.Mine && i != l.List.At() { // what stands on the cursor's colour is read in its own
		style.Fg = look.Good.Fg
	}
	l.put(g, y, look, style, rank, who, l.cells(s))
	if s.Rank > 0 && s.Rank <= 3 && i != l.List.At() && (s.Result.ID == "" || s.Result.Score.Won) {
		g.Put(6-len(rank), y, rank, look.Warn)
	}
}

// playerWidth returns how many columns of a window the players have.
func playerWidth(g *grid.Grid) int { return min(36, g.Width()-14) - 9 }

// put draws the columns of a row: the rank, the player, and as many of the others as fit.
func (l *Leaders) put(g *grid.Grid, y int, look *theme.Look, style grid.Style, rank, who string, cells []string) {
	w := playerWidth(g)
	g.Put(6-len(rank), y, rank, style)
	g.Put(8, y, look.Cut(who, w), style)
	g.Put(w+9, y, look.Cut(strings.TrimRight(cells[0], " "), g.Width()-w-10), style)
	x := w + 9 + screen.Width(cells[0])
	for _, cell := range cells[1:] {
		if x+2+screen.Width(cell) > g.Width()-1 {
			return
		}
		x = g.Put(x+2, y, cell, look.Faint)
	}
}

// heads returns the heads of the columns after the player.
func (l *Leaders) heads() []string {
	switch l.board.Kind {
	case arcade.Streaks:
		return []string{" streak"}
	case arcade.MostWins:
		return []string{"   wins"}
	case arcade.RaceRatings:
		return []string{" rating      ", "races"}
	case arcade.Notable:
		return []string{"game               ", " points", "moves", "ended     "}
	}
	return []string{" points", " in all", "moves", "ended     "}
}

// cells returns what stands below the heads.
func (l *Leaders) cells(s arcade.Standing) []string {
	r := s.Result
	points, moves := fmt.Sprintf("%7s", fmt.Sprintf("%d/%d", r.Score.Points, r.Score.Max)), fmt.Sprintf("%5d", len(r.Record.Moves))
	switch l.board.Kind {
	case arcade.Streaks, arcade.MostWins:
		return []string{fmt.Sprintf("%7d", s.N)}
	case arcade.RaceRatings:
		return []string{fmt.Sprintf("%7s ± %-3d", caption.Rating(s.Rating), s.Rating.Deviation), fmt.Sprintf("%5d", s.N)}
	case arcade.Notable:
		return []string{fmt.Sprintf("%-19s", l.games.Name(r.Record.Game)), points, moves, caption.Date(r.Ended)[:len(time.DateOnly)]}
	}
	cells := []string{points, fmt.Sprintf("%7s", caption.Clock(r.Span)), moves, caption.Date(r.Ended)[:len(time.DateOnly)]}
	switch {
	case r.Stopped && !r.Score.Won:
		cells = append(cells, string(r.Outcome(l.Env.Games)))
	case !r.Score.Won:
		cells = append(cells, "not won")
	}
	return cells
}
