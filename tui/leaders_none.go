package tui

import (
	"boardwalk/engine/arcade"
)

// day returns the day of the daily that a board ranks, and whether that is today. It
// returns "" if the board ranks no daily.
func (e *Env) day(board arcade.Leaderboard) (day string, today bool) {
	if board.Kind != arcade.TodaysDaily || e.Events == nil {
		return "", false
	}
	now, _ := e.Events.Today()
	if day, ok := board.Event.Day(); ok {
		return day, day == now
	}
	return now, true
}

// played reports whether the player has ended a round in the daily that a board ranks.
func (e *Env) played(board arcade.Leaderboard) bool {
	day, today := e.day(board)
	if !today {
		return false
	}
	status, err := e.Events.Daily(board.Game, day)
	return err == nil && status.Result != nil
}

// none returns the text of a board on which nobody stands: what could be the first there.
func (l *leaders) none() string {
	const nobody = "Nobody stands here yet. "
	game := "A counted game"
	if l.board.Class == arcade.Assisted {
		game = "An assisted game"
	}
	if day, today := l.env.day(l.board); day != "" && !today {
		return "Nobody stands here. The day of this daily is over."
	}
	if l.env.profile.Guest {
		return nobody + "As a guest you stand on no leaderboard."
	}
	does := "finish"
	switch l.board.Kind {
	case arcade.TodaysDaily:
		if l.played {
			return nobody + "You have played this daily; others still can."
		}
		return nobody + game + " of today's daily could be the first."
	case arcade.ThisWeek:
		does = "finish this week"
	case arcade.Fastest:
		does = "finish with every point"
	case arcade.MostWins, arcade.Streaks:
		does = "win"
	}
	return nobody + game + " that you " + does + " could be the first. Dailies and races have their own boards."
}
