package session

import (
	"fmt"

	"boardwalk/engine/arcade"
)

// Occasion returns the name of an event for players, such as "daily 2026-11-22".
func Occasion(e arcade.Event) string {
	if day, ok := e.Day(); ok {
		return "daily " + day
	}
	if code, ok := e.Race(); ok {
		return "race " + code
	}
	if code, ok := e.Challenge(); ok {
		if e.Duel() {
			return "duel " + code
		}
		return "challenge " + code
	}
	if begins, n, ok := e.Sprint(); ok {
		return fmt.Sprintf("sprint %s deal %d", begins.Format("15:04"), n)
	}
	return ""
}
