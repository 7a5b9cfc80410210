package tui

import "boardwalk/engine/arcade"

// playedOnce says why there is no other deal at the table of an event.
const playedOnce = "This deal is played once. Other deals begin in the lobby: q."

// Occasion returns the name of an event for players, such as "daily 2026-11-22".
func Occasion(e arcade.Event) string {
	if day, ok := e.Day(); ok {
		return "daily " + day
	}
	if code, ok := e.Race(); ok {
		return "race " + code
	}
	return ""
}
