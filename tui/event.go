package tui

import (
	"fmt"
	"time"

	"boardwalk/engine"
)

// Events is what many play once with the same deal, as one player meets it. Its
// calls may wait for a disk where they do not say that they do not; any number may
// run at once. Each error is a sentence that a player can read.
type Events interface {
	// Begin begins the player's round of a game on an event and returns it with its
	// revision once it is stored: nobody sees the deal before.
	Begin(g engine.Game, e engine.Event) (engine.Saved, engine.Rev, error)
	// Sealed tells whether others may still play the deal of an event, so that nobody
	// may learn its code. It never waits.
	Sealed(e engine.Event) bool
	// Today is the day that goes on (UTC), as time.DateOnly writes it, and for how long
	// it does. It never waits.
	Today() (day string, left time.Duration)
	// Daily is how the player stands with the daily of a game on a day.
	Daily(game, day string) (Daily, error)
	// Past is the deal of a daily whose day is over, unless the player is still at it.
	Past(game, day string) (engine.Code, error)
}

// A Daily is how a player stands with the daily of a game on a day.
type Daily struct {
	Open    int            // moves of the open round and one more, 0 where none is open
	Result  *engine.Result // nil where it was not played to its end
	Streak  int            // days in a row on which it was played so that it counts, up to that day
	Longest int            // the most until then
}

// Sealed tells whether the deal of an event is a secret yet.
func (e *Env) Sealed(event engine.Event) bool {
	return event != "" && e.Events != nil && e.Events.Sealed(event)
}

// DailyOver reports whether an event is a daily whose time is over: rounds of it that
// were open then have ended, whoever played them.
func (e *Env) DailyOver(event engine.Event) bool {
	_, daily := event.Day()
	return daily && !e.Sealed(event)
}

// playedOnce is what who wants another deal at the table of an event reads.
const playedOnce = "This deal is played once. Other deals begin in the lobby: q."

// Occasion is what a round's event is called: "daily 2026-11-22".
func Occasion(e engine.Event) string {
	if day, ok := e.Day(); ok {
		return "daily " + day
	}
	if code, ok := e.Race(); ok {
		return "race " + code
	}
	return ""
}

// secret is what there is to know of the deal.
func (t *table) secret() string {
	switch {
	case t.env.Sealed(t.event()):
		return "Others can still play this deal: it stays secret."
	case t.seat.Chosen() || t.saving.filed:
		return fmt.Sprintf("Deal %s.", t.seat.Code())
	case t.saving.ended != nil:
		return "The deal shows once this is stored."
	}
	return "g finishes it and shows its deal."
}
