package words

import (
	"fmt"
	"slices"
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

// gamesAbout returns the games that an answer is about: the one with a name, the one at
// the table, or else all.
func (l *lobby) gamesAbout(name string) (games engine.Catalog, ok bool) {
	if name == "" && l.table() == nil {
		return l.env.Games.All(), true
	}
	g, ok := l.about(name)
	return engine.Catalog{g}, ok
}

func (l *lobby) best(name string) {
	games, ok := l.gamesAbout(name)
	if !ok {
		return
	}
	if len(games) > 1 {
		stats, err := l.env.Store.Stats()
		if l.sayIfUnread(err) {
			return
		}
		games = arcade.KnownOrPlayed(l.env.Games, stats)
	}
	for _, g := range games {
		for _, class := range arcade.Classes() {
			if !class.Ranked() {
				continue
			}
			best, ok, err := l.env.Store.Best(g.Info().ID, class)
			if l.sayIfUnread(err) {
				return
			}
			if ok {
				l.sayf("%s, %s: %s, %s, in %s at the table.", l.called(g), class, ended(best, l.env.Games),
					engine.Plural(len(best.Record.Moves), "move"), duration(best.Millis))
			}
		}
	}
	if len(l.answer) == 0 {
		l.say(caption.NoBest)
	}
}

// statistics says the sums of games, by game and class.
func (l *lobby) statistics(name string) {
	games, ok := l.gamesAbout(name)
	if !ok {
		return
	}
	stats, err := l.env.Store.Stats()
	if l.sayIfUnread(err) {
		return
	}
	var newest []arcade.Result
	if len(games) == 1 { // of all games the sums are enough
		if newest, err = l.env.Store.History("", historyMax); l.sayIfUnread(err) {
			return
		}
	}
	for _, g := range games {
		played := false
		for _, class := range arcade.Classes() {
			of := func(st arcade.GameStat) bool { return st.Game == g.Info().ID && st.Class == class }
			if i := slices.IndexFunc(stats, of); i >= 0 {
				l.sayf("%s, %s: %s.", l.called(g), class.Name(), summary(stats[i].Stat, class))
				of := slices.DeleteFunc(slices.Clone(newest), func(r arcade.Result) bool { return r.Record.Game != g.Info().ID || r.Class != class })
				for _, fact := range caption.Lately(of, stats[i].Played, true) {
					l.say(caption.Sentence(fact.Label + ": " + fact.Figure))
				}
				played = true
			}
		}
		if played {
			l.say(l.env.Games.Odds[g.Info().ID].String())
		}
	}
	if len(games) > 1 {
		l.sayVariations(stats)
		if l.env.Accounts != nil {
			me, err := l.env.Accounts.Account()
			if rated := caption.Ratings(me); err == nil && rated != "" {
				l.sayf("Your rating: %s.", caption.Spoken(rated))
			}
		}
	}
	if len(l.answer) == 0 {
		l.say("No game yet. A game counts here when it is over, finished or given up.")
	}
}

// sayVariations says the sums of all games that people made up, by class.
func (l *lobby) sayVariations(stats []arcade.GameStat) {
	for _, class := range arcade.Classes() {
		var sum arcade.Stat
		for _, st := range stats {
			g, _ := l.env.Games.Find(st.Game)
			if _, ok := g.(engine.MadeUp); ok && st.Class == class {
				sum = sum.Plus(st.Stat)
			}
		}
		if sum.Played > 0 {
			l.sayf("All variations, %s: %s.", class.Name(), summary(sum, class))
		}
	}
}

// summary returns a Stat in words.
func summary(st arcade.Stat, class arcade.Class) string {
	text := fmt.Sprintf("%d played, %d won (%d%%), %d perfect", st.Played, st.Won, 100*st.Won/st.Played, st.Perfect)
	if st.HasBest() {
		text += fmt.Sprintf(", best %d", st.Best)
	}
	text += fmt.Sprintf(", average %.1f", st.Average())
	if class == arcade.Counted && st.Longest > 0 {
		text += fmt.Sprintf(", win streak %d (longest %d)", st.Streak, st.Longest)
	}
	return text + ", " + duration(st.Millis)
}

// history lists the newest games, or those of the game with a name.
func (l *lobby) history(name string) {
	var only engine.Game
	if name != "" {
		var ok bool
		if only, ok = l.find(name); !ok {
			return
		}
	}
	results, err := l.env.Store.History("", historyMax)
	if l.sayIfUnread(err) {
		return
	}
	read := len(results)
	if only != nil {
		results = slices.DeleteFunc(results, func(was arcade.Result) bool { return was.Record.Game != only.Info().ID })
	}
	switch {
	case len(results) == 0 && only != nil && read < historyMax:
		l.sayf("You have finished no game of %s yet.", l.called(only))
	case len(results) == 0 && only != nil:
		l.sayf("%s is not among your %d newest games.", l.called(only), historyMax)
	case len(results) == 0:
		l.say(caption.NoHistory)
	}
	names := make(map[string]string) // by game
	for _, was := range results {
		id := was.Record.Game
		if names[id] == "" {
			names[id] = l.nameOf(id, was.Rules)
		}
		l.sayf("%s: %s, %s, %s, %s %s, %s, %s.", caption.Date(was.Ended), names[id], ended(was, l.env.Games),
			engine.Plural(len(was.Record.Moves), "move"), duration(was.Millis), caption.Taken(was, "at the table", "in all"), was.ClassName(), dealt(l.env, was))
		if was.Ruling != "" {
			l.say("  " + was.Ruling)
		}
	}
}

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
			did = ended(row.Result, l.env.Games) + ", " + duration(row.Result.Millis)
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
