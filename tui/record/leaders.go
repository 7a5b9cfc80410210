package record

import (
	"cmp"
	"fmt"
	"slices"

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
	played  bool           // the player has ended a round in the board's daily
	mark    arcade.Mark
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
		mark, played := arcade.MarkOf(env.Games, env.Workshop, board), false
		if day, today := dailyOf(env, board); today {
			status, err := env.Events.Standing(board.Game, day)
			played = err == nil && status.Result != nil
		}
		return func() tea.Cmd {
			if board != l.board {
				return nil // another board has been chosen in the meantime
			}
			l.loading, l.played, l.mark = false, played, mark
			l.Show(rows, sameRow)
			l.Fails(err)
			return nil
		}
	})
}

// sameRow reports whether two rows of a board are about the same result or, on a board
// that counts games, about the same player.
func sameRow(a, b arcade.Standing) bool {
	return a.Result.ID == b.Result.ID && (a.Result.ID != "" || a.Nick == b.Nick)
}

// Bindings implements Screen.
func (l *Leaders) Bindings() []widget.Binding {
	none, row := len(l.Rows) == 0, l.Chosen()
	single := none || row.Result.ID != "" // the row is about a single game
	player := l.Env.PlayerKey(row.Nick)
	opens, refusal := "replay", ""
	if !single {
		opens, refusal = "player", player.Refusal
	}
	earlier := screen.When(l.board.Kind == arcade.RaceRatings || l.board.Kind == arcade.ThisWeek, "earlier")
	other := arcade.Assisted
	if l.board.Class == arcade.Assisted {
		other = arcade.Counted
	}
	both := slices.Contains(arcade.BoardKinds(other), l.board.Kind)
	return []widget.Binding{
		l.List.UpDown("choose a row; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "replay the game of that row; where the board counts games, the page of the player", Hint: opens, Off: none, Refusal: refusal, Do: func() tea.Cmd {
			if !single {
				return player.Do()
			}
			accounts := l.Env.Accounts
			return l.Replay(func() (arcade.Result, error) { return accounts.Ranked(row.Result.ID) })
		}},
		player,
		{Keys: "f", Does: "follow or unfollow the player of that row", Off: none,
			Refusal: cmp.Or(screen.When(l.Env.Company == nil, caption.NoCompany), screen.When(row.Mine, "That is you.")),
			Do:      func() tea.Cmd { return screen.FollowOrNot(l.Env.Company, row.Nick) }},
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
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: l.Env.Back},
	}
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
	now := arcade.MonthOf(l.Env.Now())
	first := now
	for range 11 {
		first = first.Before()
	}
	l.board.Month = cmp.Or(l.board.Month, now).Before()
	if l.board.Month < first {
		l.board.Month = ""
	}
	return l.turn()
}

// turn shows another board from its top.
func (l *Leaders) turn() tea.Cmd {
	l.Rows, l.List = nil, widget.List{}
	return l.Init()
}

// Draw implements Screen.
func (l *Leaders) Draw(g *grid.Grid, look theme.Look) {
	of := l.games.Name(l.board.Game)
	if l.board.Kind.OfAllGames() {
		of = "all built-in games"
	}
	screen.DrawTitle(g, look, "Leaderboards", of)
	of = string(l.board.Kind)
	if l.board.Event != "" {
		of = session.Occasion(l.board.Event)
	}
	if w := l.board.Week; w == arcade.WeekOf(l.Env.Now()).Before() {
		of = "last week, " + string(w)
	} else if w != "" {
		of = "week " + string(w)
	}
	of = fmt.Sprintf("%s, %s games", of, l.board.Class)
	switch l.board.Kind {
	case arcade.Notable:
		of = "the best wins of this week"
	case arcade.RaceRatings:
		of = fmt.Sprintf("races of %s, by rating", cmp.Or(l.board.Month, arcade.MonthOf(l.Env.Now())))
	}
	if l.board.Friends {
		of = caption.AmongFriends + ": " + of
	}
	of = screen.Fitting(g.Width()-4, of+caption.TimeNote(l.board.Kind), of)
	top := 1
	if g.Height() >= 20 { // there is room to show which boards there are
		x := 1
		for _, kind := range arcade.BoardKinds(l.board.Class) {
			name, style := " "+boardNames[kind]+" ", look.Faint
			if kind == l.board.Kind {
				name, style = "["+boardNames[kind]+"]", look.Good
			}
			x = g.Put(x, top, name, style)
		}
		top++
	}
	g.Put(2, top, look.Cut(of, g.Width()-4), look.Text)
	text, style := l.line(look)
	text, style = l.Says(look, text, style)
	top++
	if mark := screen.Fitting(g.Width()-4, l.mark.Texts()...); mark != "" && !l.loading {
		g.Put(3, top, look.Cut(mark, g.Width()-4), look.Faint)
		top++
	}
	for y, i := range l.List.Rows(top, g.Height()-1-top-max(screen.SentenceRows(text, g.Width()), 1)) {
		l.row(g, y, i, look)
	}
	l.DrawFoot(g, look, text, style)
}

// boardNames are short names of the boards.
var boardNames = map[arcade.BoardKind]string{
	arcade.AllTime: "all time", arcade.ThisWeek: "week", arcade.TodaysDaily: "daily", arcade.Fastest: "fastest",
	arcade.MostWins: "wins", arcade.Streaks: "streaks", arcade.Notable: "notable", arcade.RaceRatings: "races",
}

// line says where the player stands, or why there is nothing to see.
func (l *Leaders) line(look theme.Look) (string, grid.Style) {
	switch {
	case len(l.Rows) > 0 && (l.Env.Profile.Guest || l.board.Kind == arcade.Notable):
		return "", look.Text
	case len(l.Rows) > 0:
		i := slices.IndexFunc(l.Rows, func(s arcade.Standing) bool { return s.Mine })
		switch {
		case i >= 0 && l.Rows[i].Rank > 0:
			return fmt.Sprintf("You are number %d on this board.", l.Rows[i].Rank), look.Faint
		case l.Rows[len(l.Rows)-1].Rank == 0:
			return caption.SeasonNote(), look.Faint
		}
		return "You are not on this board.", look.Faint
	case l.loading:
		return "Reading the board ...", look.Faint
	}
	return l.none(), look.Text
}

// Pane implements screen.Sided: all that is known of the chosen game, unless the board counts
// games.
func (l *Leaders) Pane(int) func(*grid.Grid, theme.Look) {
	s := l.Chosen()
	if s.Result.ID == "" {
		return nil
	}
	title := fmt.Sprintf("#%d %s", s.Rank, s.Nick)
	if first := l.Rows[0]; s.Rank > 1 && l.board.Kind != arcade.Fastest {
		if d := first.Result.Score.Points - s.Result.Score.Points; d > 0 {
			title += ", " + engine.Plural(d, "point") + " behind the first"
		}
	}
	return drawsResult(title, s.Result, s.Result.Outcome(l.Env.Games), len(s.Result.Record.Moves), about(s.Result), "Enter replays it.")
}

// row draws one standing: rank, player, and the result.
func (l *Leaders) row(g *grid.Grid, y, i int, look theme.Look) {
	s, style := l.Rows[i], l.List.Entry(g, look, y, i)
	who := s.Nick
	if s.Mine {
		who += " (you)"
	}
	x := min(36, g.Width()-14)
	rank := "-"
	if s.Rank > 0 {
		rank = fmt.Sprint(s.Rank)
	}
	g.Put(3, y, fmt.Sprintf("%3s  %s", rank, look.Cut(who, x-9)), style)
	if s.Rating.Exists() {
		g.Put(x, y, look.Cut(fmt.Sprintf("%7s ± %d  %s", caption.Rating(s.Rating), s.Rating.Deviation, engine.Plural(s.N, "race")), g.Width()-x-1), style)
		return
	}
	what := fmt.Sprintf("%d/%d", s.Result.Score.Points, s.Result.Score.Max)
	switch {
	case l.board.Kind == arcade.Streaks:
		what = fmt.Sprintf("%d in a row", s.N)
	case s.N > 0:
		what = fmt.Sprintf("%d won", s.N)
	case l.board.Kind == arcade.Notable:
		what = fmt.Sprintf("%-*s", min(19, g.Width()-x-1), l.games.Name(s.Result.Record.Game))
	}
	x = g.Put(x, y, look.Cut(fmt.Sprintf("%7s", what), g.Width()-x-1), style)
	if s.N > 0 {
		return
	}
	details := []string{
		fmt.Sprintf("%7s", caption.Clock(s.Result.Span)), fmt.Sprintf("%11s", engine.Plural(len(s.Result.Record.Moves), "move")), caption.Date(s.Result.Ended)[:len("2006-01-02")],
	}
	if !s.Result.Score.Won {
		details = append(details, "not won")
	}
	if l.board.Kind == arcade.Notable {
		details[0] = fmt.Sprintf("%5d/%d", s.Result.Score.Points, s.Result.Score.Max)
	}
	for _, detail := range details {
		if x+2+screen.Width(detail) > g.Width()-1 {
			break
		}
		x = g.Put(x+2, y, detail, look.Faint)
	}
}

// dailyOf returns the day of the daily that a board ranks, and whether that is today. It
// returns "" if the board ranks no daily.
func dailyOf(env *screen.Env, board arcade.Leaderboard) (day string, today bool) {
	if board.Kind != arcade.TodaysDaily || env.Events == nil {
		return "", false
	}
	now, _ := env.Events.Today()
	if day, ok := board.Event.Day(); ok {
		return day, day == now
	}
	return now, true
}

// none returns the text of a board on which nobody stands: what it takes to be the first there.
func (l *Leaders) none() string {
	switch {
	case l.Env.Profile.Guest:
		return "Nobody stands here. Guests are on no leaderboard."
	case l.board.Friends:
		return caption.NoFriends
	case l.played:
		return "Nobody stands here yet. You have played this daily; others still can."
	}
	text := caption.Nobody(l.board, l.Env.Now())
	if yours := caption.Ratings(l.Env.Profile); l.board.Kind == arcade.RaceRatings && yours != "" {
		text += " Yours: " + yours + "."
	}
	return text
}
