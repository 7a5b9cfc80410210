package tui

import "boardwalk/engine/arcade"

// Sealed reports whether the deal of an event is still secret.
func (e *Env) Sealed(event arcade.Event) bool {
	return event != "" && e.Events != nil && e.Events.Sealed(event)
}

// DailyOver reports whether an event is a daily whose time is over: rounds of it that
// were open then have ended, whoever played them.
func (e *Env) DailyOver(event arcade.Event) bool {
	_, daily := event.Day()
	return daily && !e.Sealed(event)
}

// playedOnce is what who wants another deal at the table of an event reads.
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
