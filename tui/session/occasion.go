package session

import (
	"fmt"
	"strings"

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

// AskFinish asks whether the player wants to finish a game of an event, "" for none, with what it has. It says if the event
// is played once: then the game cannot be played again.
func AskFinish(e arcade.Event, chosen bool, has string) string {
	kind, _, _ := strings.Cut(Occasion(e), " ")
	if kind == "" || chosen {
		return "Finish this game with " + has + "?"
	}
	return "Finish this " + strings.Replace(kind, "sprint", "deal of the sprint", 1) + " with " + has + "? You play it once."
}
