package words

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// historyMax is the maximum number of results to list.
const historyMax = 100

// topRows is how many rows of a leaderboard are told.
const topRows = "10"

// reference returns what means a game and no other, whatever it is called.
func reference(g engine.Game) string {
	if made, ok := g.(engine.MadeUp); ok {
		return made.Design().Code()
	}
	return g.Info().ID
}

// report says what a command tells.
func (l *lobby) report(args ...string) {
	lines, places, err := l.env.Report(args...)
	if l.sayIfFailed(err) {
		return
	}
	if places != nil {
		l.places = places
	}
	l.say(lines...)
}

// reportOf returns what gives a command with what is typed after its word, if anything, as one argument.
func (l *lobby) reportOf(command string) func(args string) {
	return func(args string) {
		if args == "" {
			l.report(command)
			return
		}
		l.report(command, "--", args)
	}
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
	l.report(args...)
}

// ended returns the points of a result and how it ended: "1 of 27 points, given up".
func ended(r arcade.Result, games engine.Library) string {
	return fmt.Sprintf("%d of %s, %s", r.Score.Points, engine.Plural(r.Score.Max, "point"), r.Outcome(games))
}

// top says the first rows of a board, and the player's own: of the game whose name args begin with, or else of the one that
// about means without a name.
func (l *lobby) top(args string) {
	words := strings.Fields(args)
	g, ok := l.about("")
	if !ok {
		return
	}
	n := len(words)
	for ; n > 0; n-- {
		if named, err := l.named(strings.Join(words[:n], " ")); err == nil {
			g = named
			break
		}
	}
	board := words[n:]
	if last := len(board) - 1; last >= 0 && strings.EqualFold(board[last], "friends") {
		board = board[:last]
	}
	_, known := arcade.ParseBoardKind(strings.Join(board, " "), arcade.Counted)
	switch { // some are of no game
	case n == 0 && len(board) > 0 && slices.Contains([]string{"races", "sprint", "sprints", "duel", "duels"}, strings.ToLower(board[0])):
	case n == 0 && len(board) > 0 && !known:
		l.find(args) // says why there is no such game
		return
	default:
		words = append([]string{reference(g)}, words[n:]...)
	}
	l.report(append([]string{"top", "--rows=" + topRows, "--"}, words...)...)
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
