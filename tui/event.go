package tui

import (
	"fmt"

	"boardwalk/engine/arcade"
)

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

// dealText returns what the player may know about the deal, as a sentence.
func (t *table) dealText() string {
	switch {
	case t.env.Sealed(t.event()):
		return "Others can still play this deal: it stays secret."
	case t.seat.Chosen() || t.saving.filed:
		return fmt.Sprintf("Deal %s.", t.seat.Code())
	case t.saving.ended != nil:
		return "The deal shows once this is stored."
	}
	return "Its deal shows then."
}

// finalText returns which keys put a round that is over into the history, "" if it is
// there. Until then it can be taken back.
func (t *table) finalText() string {
	switch {
	case t.saving.ended != nil:
		return ""
	case t.race != nil:
		return "q makes it final."
	case t.event() != "":
		return "g or q makes it final."
	}
	return "g, n or q makes it final."
}
