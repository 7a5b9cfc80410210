package caption

import (
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Ending says in a word or two how a round has ended: "perfect", "won", "lost" if no move was
// left, "time up" if a race or a daily was over before it was, and else "given up". It replays a
// round that was not won.
func Ending(r arcade.Result, games engine.Library) string {
	switch {
	case r.Score.Perfect:
		return "perfect"
	case r.Score.Won:
		return "won"
	}
	g, ok := games.Restore(r.Record.Game, r.Rules)
	if !ok {
		return "lost"
	}
	states, err := r.Record.Replay(g)
	switch {
	case err != nil || states[len(states)-1].Over():
		return "lost"
	case timeUp(r):
		return "time up"
	}
	return "given up"
}

// timeUp reports whether a round ended at the limit of its race, which is in whole minutes, or after
// the day of its daily.
func timeUp(r arcade.Result) bool {
	if _, ok := r.Event.Race(); ok {
		return r.Millis > 0 && r.Millis%time.Minute.Milliseconds() == 0
	}
	day, ok := r.Event.Day()
	return ok && time.UnixMilli(r.Ended).UTC().Format(time.DateOnly) != day
}
