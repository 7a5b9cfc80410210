package arcade

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
)

// A Leaderboard ranks the players of one game in one class. If Event is set, it ranks
// their rounds in that event, whatever the Kind.
type Leaderboard struct {
	Game  string // the ID
	Class Class
	Kind  BoardKind
	Event Event
	Month Month // of RaceRatings; "" for the current one
	Week  Week  // of ThisWeek; "" for the current one

	// Friends leaves out all but the player and those whom the player follows. Places are among them.
	Friends bool
}

// formerMax is how many games Former returns at most.
const formerMax = 5

// Former returns the player's best games of the board's kind that do not stand among its rows, the best first: what
// somebody alone has to beat. For a daily they are of other days. results are the newest games of the player's.
func (b Leaderboard) Former(results []Result, rows []Standing, now time.Time) (former []Result) {
	for _, r := range results {
		fits := false
		switch b.Kind {
		case AllTime:
			fits = r.Event == ""
		case ThisWeek:
			fits = r.Event == "" && WeekOf(time.UnixMilli(r.Ended)) == cmp.Or(b.Week, WeekOf(now))
		case TodaysDaily:
			_, fits = r.Event.Day()
		}
		stands := slices.ContainsFunc(rows, func(s Standing) bool { return s.Result.ID == r.ID })
		if fits && !stands && r.Record.Game == b.Game && r.Class == b.Class {
			former = append(former, r)
		}
	}
	slices.SortStableFunc(former, func(a, b Result) int { return TrueFirst(a.Better(b), b.Better(a)) })
	return former[:min(len(former), formerMax)]
}

// A BoardKind is the order of a leaderboard.
type BoardKind string

// The kinds of leaderboards: best game ever, best game of this week or another (UTC), today's daily,
// fastest perfect game, most games won, longest run of won counted games, the best [NotableEach] wins of
// this week in each built-in game, and the ratings in races of a month. The last two are the same for all games.
const (
	AllTime     BoardKind = "all time"
	ThisWeek    BoardKind = "this week"
	TodaysDaily BoardKind = "daily of today"
	Fastest     BoardKind = "fastest perfect"
	MostWins    BoardKind = "most wins"
	Streaks     BoardKind = "longest streak"
	Notable     BoardKind = "notable games"
	RaceRatings BoardKind = "race ratings"
)

// NotableEach is how many wins of a game are notable.
const NotableEach = 3

// OfAllGames reports whether the boards of a kind are the same for all games.
func (k BoardKind) OfAllGames() bool { return k == Notable || k == RaceRatings }

// BoardKinds returns the kinds of boards that a class has.
func BoardKinds(class Class) []BoardKind {
	kinds := []BoardKind{AllTime, ThisWeek, TodaysDaily, Fastest, MostWins}
	if class == Counted {
		kinds = append(kinds, Streaks, Notable, RaceRatings)
	}
	return kinds
}

// Short returns a short name of the kind, which [ParseBoardKind] takes, too.
func (k BoardKind) Short() string { return cmp.Or(shortNames[k], string(k)) }

var shortNames = map[BoardKind]string{
	ThisWeek: "week", TodaysDaily: "daily", Fastest: "fastest", MostWins: "wins", Streaks: "streaks", Notable: "notable",
	RaceRatings: "races",
}

// ParseBoardKind returns the board of a class that a text names: all of its name, as in "this week" or
// "this-week", or a word of it, as in "daily" or "streaks".
func ParseBoardKind(text string, class Class) (kind BoardKind, ok bool) {
	text = strings.ToLower(strings.ReplaceAll(text, "-", " "))
	return engine.First(BoardKinds(class), func(k BoardKind) bool {
		return string(k) == text || slices.ContainsFunc(strings.Fields(string(k)), func(word string) bool { return word == text || word+"s" == text })
	})
}

// A Standing is a row of a leaderboard.
type Standing struct {
	Rank   int    // from 1; 0 below the board of ratings: too little is known of the player
	Nick   string // "" if the player has not chosen one
	Mine   bool
	N      int    // games won, won in a row, or races of the month; 0 on other boards
	Rating Rating // on boards of ratings
	Result Result // the ranked result on other boards
}
