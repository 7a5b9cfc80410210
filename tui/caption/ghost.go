package caption

import (
	"fmt"

	"boardwalk/engine/arcade"
)

// Ghost returns how a ghost stands after a time at the table, in milliseconds, as a sentence.
func Ghost(g *arcade.Ghost, millis int64) string {
	points, moves := g.At(millis)
	stands := "Ghost"
	if millis >= g.Millis {
		stands = "Ghost through"
	}
	return fmt.Sprintf("%s: %s, %s.", stands, Plural(points, "point"), Plural(moves, "move"))
}

// AgainstGhost returns how a round did against a ghost, as a sentence.
func AgainstGhost(r arcade.Result, g *arcade.Ghost) string {
	points, _ := g.At(g.Millis)
	return fmt.Sprintf("You %s in %s, the ghost %d in %s.", Plural(r.Score.Points, "point"), Clock(r.Millis), points, Clock(g.Millis))
}
