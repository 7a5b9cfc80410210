package caption

import (
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Ending says in a word or two how a round has ended: "perfect", "won", "lost" if no move was
// left, "given up" if there was, and "unfinished" for that in a daily or a race, whose time may
// have been over. It replays a round that was not won.
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
	case r.Event != "":
		return "unfinished"
	}
	return "given up"
}
