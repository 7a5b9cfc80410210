package caption

import (
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Stands says where the player stands on a board and how far the next place is or, for the first, the arcade's mean. It
// returns "" if the player has no place there, or has it by a game of the day that is too short for other boards.
func Stands(rows []arcade.Standing, kind arcade.BoardKind, mark arcade.Mark) string {
	i := slices.IndexFunc(rows, func(s arcade.Standing) bool { return s.Mine })
	if i < 0 || rows[i].Rank == 0 || kind == arcade.Notable || kind == arcade.TodaysDaily && rows[i].Result.Brief() {
		return ""
	}
	own, text := rows[i], fmt.Sprintf("You are number %d on this board", rows[i].Rank)
	if own.Rank == 1 && !own.Result.Score.Won && slices.Contains([]arcade.BoardKind{arcade.AllTime, arcade.ThisWeek, arcade.TodaysDaily}, kind) {
		text = "You came nearest here, and nobody has won yet"
	}
	next := slices.IndexFunc(rows, func(s arcade.Standing) bool { return s.Rank == own.Rank }) - 1
	switch {
	case next >= 0 && own.Rank == next+2: // else the rows between are not there
		if gap := gap(own, rows[next], kind); gap != "" {
			text += fmt.Sprintf(": %s to %s", gap, rows[next].Nick)
		}
	case next >= 0, mark.Deals == 0:
	default:
		text += fmt.Sprintf(". The arcade's mean on all deals is %.1f", mark.Points)
	}
	return text + "."
}

// gap says what a row of a board lacks to be equal to a better one, "" if that takes more than a number.
func gap(own, better arcade.Standing, kind arcade.BoardKind) string {
	points := better.Result.Score.Points - own.Result.Score.Points
	switch {
	case kind == arcade.RaceRatings:
		points = better.Rating.Points - own.Rating.Points
	case better.N > 0:
		return engine.Plural(better.N-own.N, "game")
	case (kind == arcade.Fastest || points == 0) && own.Result.Span > better.Result.Span:
		return Clock(own.Result.Span - better.Result.Span + 999)
	}
	if points <= 0 {
		return ""
	}
	return engine.Plural(points, "point")
}

// OutOfRace returns why the player is no longer in a race that was followed. before is the race while the player was.
func OutOfRace(before *arcade.Race) string {
	if before.Index() == 0 {
		return "You have left race " + before.Code + " in another session."
	}
	return "You are no longer in race " + before.Code + ": " + before.Racers[0].Nick + " has taken you out, or you have left it in another session."
}
