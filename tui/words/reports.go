package words

import (
	"fmt"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// historyMax is the maximum number of results to list, topRows how many rows of a
// leaderboard are shown.
const (
	historyMax = 100
	topRows    = 10
)

// reference returns what means a game and no other, whatever it is called.
func reference(g engine.Game) string {
	if made, ok := g.(engine.MadeUp); ok {
		return made.Design().Code()
	}
	return g.Info().ID
}

// reportGames says what a command tells of the player's games: of those of a name, or else of the one at the
// table, if here says so, or of all.
func (l *lobby) reportGames(command, name string, here bool) {
	args := strings.Fields(command)
	if name != "" || here && l.table() != nil {
		g, ok := l.about(name)
		if !ok {
			return
		}
		args = append(args, reference(g))
	}
	lines, _, err := l.env.Report(args...)
	if !l.sayIfUnread(err) {
		l.say(lines...)
	}
}

func (l *lobby) best(name string) { l.reportGames("best", name, true) }

func (l *lobby) statistics(name string) { l.reportGames("stats", name, true) }

func (l *lobby) history(name string) { l.reportGames("history --last=100", name, false) }

// topRaces lists the first rows of a month's ratings in races, and the player's own.
func (l *lobby) topRaces(month arcade.Month, friends bool) {
	if month == "" {
		month = arcade.MonthOf(l.env.Now())
	}
	if !month.Valid() {
		l.sayf("%.20q is no month, such as %s.", string(month), string(arcade.MonthOf(l.env.Now()).Before()))
		return
	}
	l.sayBoard(arcade.Leaderboard{Kind: arcade.RaceRatings, Month: month, Friends: friends}, fmt.Sprintf("The races of %s, by rating.", month))
}

// sayBoard says the first rows of a leaderboard of counted games, and the player's own, below its title
// if it has one, or that there are none. It returns false if they cannot be read, which it says then.
func (l *lobby) sayBoard(of arcade.Leaderboard, title string) bool {
	of.Class = arcade.Counted
	none := caption.Absent(of.Kind, false)
	if of.Friends {
		title, none = caption.AmongFriends+": "+title, caption.NoFriends
	}
	rows, err := l.env.Accounts.Top(of, topRows)
	switch {
	case l.sayIfFailed(err):
		return false
	case title != "":
		l.say(title)
	}
	mark := arcade.MarkOf(l.env.Games, l.env.Workshop, of)
	l.say(mark.String())
	if len(rows) == 0 {
		l.say(none)
	}
	l.standing = rows
	arcade.CallByName(rows, func(row *arcade.Standing) *string { return &row.Nick })
	for _, row := range rows {
		who, did := row.Nick, ""
		if row.Mine {
			who = "you"
		}
		switch {
		case of.Kind == arcade.RaceRatings:
			did = fmt.Sprintf("%d, give or take %d, %s", row.Rating.Points, row.Rating.Deviation, engine.Plural(row.N, "race"))
		case row.N > 0:
			did = engine.Plural(row.N, "game")
		case of.Kind == arcade.Notable:
			did = l.env.Games.NameOf(row.Result.Record.Game, "") + ", " + ended(row.Result, l.env.Games)
		case of.Event != "":
			did = ended(row.Result, l.env.Games) + ", " + caption.Duration(row.Result.Millis)
		default:
			did = ended(row.Result, l.env.Games) + ", " + caption.Clock(row.Result.Span)
		}
		rank := "No place yet"
		if row.Rank > 0 {
			rank = strconv.Itoa(row.Rank)
		}
		l.sayf("%s: %s, %s.", rank, who, did)
	}
	l.say(caption.Stands(rows, of.Kind, mark))
	return true
}

// ended returns the points of a result and how it ended: "1 of 27 points, given up".
func ended(r arcade.Result, games engine.Library) string {
	return fmt.Sprintf("%d of %s, %s", r.Score.Points, engine.Plural(r.Score.Max, "point"), r.Outcome(games))
}

// cutBoard cuts a board, such as this week, off the end of a name of a game.
func (l *lobby) cutBoard(name string) (game string, kind arcade.BoardKind) {
	words := strings.Fields(name)
	for n := len(words) - 1; n >= 0; n-- {
		game = strings.Join(words[:n], " ")
		_, unknown := l.named(game)
		if kind, ok := arcade.ParseBoardKind(strings.Join(words[n:], " "), arcade.Counted); ok && (n == 0 || unknown == nil) {
			return game, kind
		}
	}
	return name, arcade.AllTime
}

// top lists the first rows of a board of a game, and the player's own.
func (l *lobby) top(name string) {
	words := strings.Fields(name)
	friends := len(words) > 0 && strings.EqualFold(words[len(words)-1], "friends")
	if friends {
		words = words[:len(words)-1]
		name = strings.Join(words, " ")
	}
	if len(words) > 0 && len(words) <= 2 && strings.EqualFold(words[0], "races") {
		l.topRaces(arcade.Month(strings.Join(words[1:], "")), friends)
		return
	}
	g, ok := l.env.Games.House[0], true
	switch t := l.table(); {
	case t != nil:
		g = t.game()
	case l.place == nil && l.atBench:
		if g, ok = l.bench.game(); !ok {
			return
		}
	}
	kind := arcade.AllTime
	if _, unknown := l.named(name); unknown != nil {
		name, kind = l.cutBoard(name)
	}
	if name != "" {
		if g, ok = l.find(name); !ok {
			return
		}
	}
	switch kind {
	case arcade.RaceRatings:
		l.topRaces("", friends)
		return
	case arcade.Notable:
		l.sayBoard(arcade.Leaderboard{Kind: kind, Friends: friends}, "The best wins of this week, counted games.")
		return
	}
	l.sayBoard(arcade.Leaderboard{Game: g.Info().ID, Kind: kind, Friends: friends}, fmt.Sprintf("%s, %s, counted games%s.", l.called(g), kind, caption.TimeNote(kind)))
}

// dealt returns the deal of a result, or its event while the deal is secret.
func dealt(env *session.Ports, r arcade.Result) string {
	if env.Sealed(r.Event) {
		return session.Occasion(r.Event)
	}
	if r.Event != "" {
		return session.Occasion(r.Event) + ", deal " + string(r.Record.Code)
	}
	return "deal " + string(r.Record.Code)
}

// scored returns a score in words, of a game that need not be over.
func scored(score engine.Score) string {
	text := fmt.Sprintf("%d of %s", score.Points, engine.Plural(score.Max, "point"))
	switch {
	case score.Perfect:
		return text + ", perfect"
	case score.Won:
		return text + ", won"
	}
	return text
}
