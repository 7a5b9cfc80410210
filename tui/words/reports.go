package words

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// reports says what the player and others have achieved.
type reports struct{ *lobby }

// historyMax is the maximum number of results to list, topRows how many rows of a
// leaderboard are shown.
const (
	historyMax = 100
	topRows    = 10
)

// gamesAbout returns the games that an answer is about: the one with a name, the one at
// the table, or else all.
func (r reports) gamesAbout(name string) (games engine.Catalog, ok bool) {
	if name == "" && r.table() == nil {
		return r.env.Games.All(), true
	}
	g, ok := r.about(name)
	return engine.Catalog{g}, ok
}

func (r reports) best(name string) {
	games, ok := r.gamesAbout(name)
	if !ok {
		return
	}
	if len(games) > 1 {
		stats, err := r.env.Store.Stats()
		if r.sayIfUnread(err) {
			return
		}
		games = arcade.KnownOrPlayed(r.env.Games, stats)
	}
	for _, g := range games {
		for _, class := range arcade.Classes() {
			if !class.Ranked() {
				continue
			}
			best, ok, err := r.env.Store.Best(g.Info().ID, class)
			if r.sayIfUnread(err) {
				return
			}
			if ok {
				r.sayf("%s, %s: %s, %s, in %s at the table.", r.called(g), class, ended(best, r.env.Games),
					caption.Plural(len(best.Record.Moves), "move"), duration(best.Millis))
			}
		}
	}
	if len(r.answer) == 0 {
		r.say("No result yet.")
	}
}

// statistics says the sums of games, by game and class.
func (r reports) statistics(name string) {
	games, ok := r.gamesAbout(name)
	if !ok {
		return
	}
	stats, err := r.env.Store.Stats()
	if r.sayIfUnread(err) {
		return
	}
	var newest []arcade.Result
	if len(games) == 1 { // of all games the sums are enough
		if newest, err = r.env.Store.History("", historyMax); r.sayIfUnread(err) {
			return
		}
	}
	for _, g := range games {
		played := false
		for _, class := range arcade.Classes() {
			of := func(st arcade.GameStat) bool { return st.Game == g.Info().ID && st.Class == class }
			if i := slices.IndexFunc(stats, of); i >= 0 {
				r.sayf("%s, %s: %s.", r.called(g), class, summary(stats[i].Stat, class))
				for _, sentence := range insight(g, stats[i], newest).Lately() {
					r.say(sentence)
				}
				played = true
			}
		}
		if odds := r.env.Games.Odds[g.Info().ID].String(); played && odds != "" {
			r.say(odds)
		}
	}
	if len(games) > 1 {
		r.sayVariations(stats)
		if r.env.Accounts != nil {
			me, err := r.env.Accounts.Account()
			if rated := caption.Ratings(me); err == nil && rated != "" {
				r.sayf("Your rating in races: %s.", caption.Spoken(rated))
			}
		}
	}
	if len(r.answer) == 0 {
		r.say("No game yet. A game counts here when it is over, finished or given up.")
	}
}

// sayVariations says the sums of all games that people made up, by class.
func (r reports) sayVariations(stats []arcade.GameStat) {
	for _, class := range arcade.Classes() {
		var sum arcade.Stat
		for _, st := range stats {
			g, _ := r.env.Games.Find(st.Game)
			if _, ok := g.(engine.MadeUp); ok && st.Class == class {
				sum = sum.Plus(st.Stat)
			}
		}
		if sum.Played > 0 {
			r.sayf("All variations, %s: %s.", class, summary(sum, class))
		}
	}
}

// insight returns what the newest results of a game in a class tell.
func insight(g engine.Game, st arcade.GameStat, newest []arcade.Result) caption.Insight {
	in := caption.Insight{Game: g.Info().Name, Max: g.Info().Max, Stat: st.Stat}
	for _, r := range newest {
		if r.Record.Game == st.Game && r.Class == st.Class {
			in.Newest = append(in.Newest, r)
		}
	}
	return in
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
func (r reports) history(name string) {
	var only engine.Game
	if name != "" {
		var ok bool
		if only, ok = r.find(name); !ok {
			return
		}
	}
	results, err := r.env.Store.History("", historyMax)
	if r.sayIfUnread(err) {
		return
	}
	if only != nil {
		results = slices.DeleteFunc(results, func(was arcade.Result) bool { return was.Record.Game != only.Info().ID })
	}
	switch {
	case len(results) == 0 && only != nil:
		r.sayf("%s is not among your %d newest games.", r.called(only), historyMax)
	case len(results) == 0:
		r.say(caption.NoHistory)
	}
	names := make(map[string]string) // by game
	for _, was := range results {
		id := was.Record.Game
		if names[id] == "" {
			names[id] = r.nameOf(id, was.Rules)
		}
		r.sayf("%s: %s, %s, %s, %s at the table, %s, %s.", caption.Date(was.Ended),
			names[id], ended(was, r.env.Games), caption.Plural(len(was.Record.Moves), "move"), duration(was.Millis), was.Class, dealt(r.env, was))
		if was.Ruling != "" {
			r.say("  " + was.Ruling)
		}
	}
}

// topRaces lists the first rows of a month's ratings in races, and the player's own.
func (r reports) topRaces(month arcade.Month) {
	if month == "" {
		month = arcade.MonthOf(r.env.Now())
	}
	if !month.Valid() {
		r.sayf("%.20q is no month, such as %s.", string(month), string(arcade.MonthOf(r.env.Now()).Before()))
		return
	}
	none := fmt.Sprintf("Nobody stands on the races of %s. You need %d rated races against %d different players, and a settled rating.", month, arcade.SeasonRaces, arcade.SeasonRivals)
	r.sayBoard(arcade.Leaderboard{Kind: arcade.RaceRatings, Month: month}, fmt.Sprintf("The races of %s, by rating.", month), none)
}

// sayBoard says the first rows of a leaderboard of counted games, and the player's own, below its title
// if it has one, or that there are none. It returns false if they cannot be read, which it says then.
func (l *lobby) sayBoard(of arcade.Leaderboard, title, none string) bool {
	of.Class = arcade.Counted
	rows, err := l.env.Accounts.Top(of, topRows)
	switch {
	case l.sayIfFailed(err):
		return false
	case len(rows) == 0:
		l.say(none)
	case title != "":
		l.say(title)
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
			did = fmt.Sprintf("%d, give or take %d, %s", row.Rating.Points, row.Rating.Deviation, caption.Plural(row.N, "race"))
		case row.N > 0:
			did = caption.Plural(row.N, "game")
		case of.Event != "":
			did = ended(row.Result, l.env.Games) + ", " + duration(row.Result.Millis)
		default:
			did = ended(row.Result, l.env.Games) + ", " + caption.Clock(row.Result.Span)
		}
		l.sayf("%d: %s, %s.", row.Rank, who, did)
	}
	return true
}

// ended returns the points of a result and how it ended: "1 of 27 points, given up".
func ended(r arcade.Result, games engine.Library) string {
	return fmt.Sprintf("%d of %s, %s", r.Score.Points, caption.Plural(r.Score.Max, "point"), r.Outcome(games))
}

// cutBoard cuts a board, such as this week, off the end of a name of a game.
func (r reports) cutBoard(name string) (game string, kind arcade.BoardKind) {
	words := strings.Fields(name)
	for n := len(words) - 1; n >= 0; n-- {
		game = strings.Join(words[:n], " ")
		_, unknown := r.named(game)
		if kind, ok := arcade.ParseBoardKind(strings.Join(words[n:], " "), arcade.Counted); ok && (n == 0 || unknown == nil) {
			return game, kind
		}
	}
	return name, arcade.AllTime
}

// top lists the first rows of a board of a game, and the player's own.
func (r reports) top(name string) {
	if words := strings.Fields(strings.ToLower(name)); len(words) > 0 && len(words) <= 2 && words[0] == "races" {
		r.topRaces(arcade.Month(strings.Join(words[1:], "")))
		return
	}
	g, ok := r.env.Games.House[0], true
	switch t := r.table(); {
	case t != nil:
		g = t.game()
	case r.place == nil && r.atBench:
		if g, ok = r.bench.game(); !ok {
			return
		}
	}
	kind := arcade.AllTime
	if _, unknown := r.named(name); unknown != nil {
		name, kind = r.cutBoard(name)
	}
	if name != "" {
		if g, ok = r.find(name); !ok {
			return
		}
	}
	if kind == arcade.RaceRatings {
		r.topRaces("")
		return
	}
	r.sayBoard(arcade.Leaderboard{Game: g.Info().ID, Kind: kind}, fmt.Sprintf("%s, %s, counted games%s.", r.called(g), kind, caption.TimeNote(kind)),
		"Nobody stands on the leaderboard of "+r.called(g)+" yet.")
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
	text := fmt.Sprintf("%d of %s", score.Points, caption.Plural(score.Max, "point"))
	switch {
	case score.Perfect:
		return text + ", perfect"
	case score.Won:
		return text + ", won"
	}
	return text
}
