package arcade

import (
	"errors"
	"time"

	"boardwalk/engine"
)

// Events gives one player access to the dailies and races of the arcade: deals that many
// players get, each once. Its methods may wait for a disk unless they say otherwise, and
// are safe for concurrent use. Every error is a sentence that a player can read.
type Events interface {
	// Begin begins the player's round of a game in an event. It returns the round and its
	// revision after storing it: nobody sees the deal before that.
	Begin(g engine.Game, e Event) (Saved, Rev, error)
	// Sealed reports whether others may still play the deal of an event, so that its code
	// must stay secret. It never blocks.
	Sealed(e Event) bool
	// Today returns the current day in UTC, formatted as time.DateOnly, and the time left
	// of it. It never blocks.
	Today() (day string, left time.Duration)
	// Daily returns the player's standing in the daily of a game on a day.
	Daily(game, day string) (DailyStatus, error)
	// Past returns the deal of a past day's daily, unless the player is still playing it.
	// The error is [ErrSealed] while others may still play it.
	Past(game, day string) (engine.Code, error)
}

// ErrSealed is returned for what shows a deal that others may still play.
var ErrSealed = errors.New("others can still play this deal: come back once it is over")

// A DailyStatus is a player's standing in the daily of a game on a day.
type DailyStatus struct {
	Open    int     // moves of the open round plus one, 0 if none is open
	Result  *Result // nil if the daily was not played to its end
	Streak  int     // consecutive days up to that day on which a counted daily was played
	Longest int     // the longest streak up to that day
}
