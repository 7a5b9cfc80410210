package tui

import (
	"fmt"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Events gives one player access to the dailies and races of the arcade: deals that many
// players get, each once. Its methods may wait for a disk unless they say otherwise, and
// are safe for concurrent use. Every error is a sentence that a player can read.
type Events interface {
	// Begin begins the player's round of a game in an event. It returns the round and its
	// revision after storing it: nobody sees the deal before that.
	Begin(g engine.Game, e arcade.Event) (arcade.Saved, arcade.Rev, error)
	// Sealed reports whether others may still play the deal of an event, so that its code
	// must stay secret. It never blocks.
	Sealed(e arcade.Event) bool
	// Today returns the current day in UTC, formatted as time.DateOnly, and the time left
	// of it. It never blocks.
	Today() (day string, left time.Duration)
	// Daily returns the player's standing in the daily of a game on a day.
	Daily(game, day string) (Daily, error)
	// Past returns the deal of a past day's daily, unless the player is still playing it.
	Past(game, day string) (engine.Code, error)
}

// A Daily is a player's standing in the daily of a game on a day.
type Daily struct {
	Open    int            // moves of the open round plus one, 0 if none is open
	Result  *arcade.Result // nil if the daily was not played to its end
	Streak  int            // consecutive days up to that day on which a counted daily was played
	Longest int            // the longest streak up to that day
}

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
