package session

import "boardwalk/engine/arcade"

// Occasion returns the name of an event for players, such as "daily 2026-11-22".
func Occasion(e arcade.Event) string {
	if day, ok := e.Day(); ok {
		return "daily " + day
	}
	if code, ok := e.Race(); ok {
		return "race " + code
	}
	if code, ok := e.Challenge(); ok {
		return "challenge " + code
	}
	return ""
}
