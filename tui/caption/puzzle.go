package caption

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardwalk/engine"
)

// FaceDown lists the cards that lie face down in a state, from the top of each pile, with a space
// before it: " Face down, from the top: a3 7♥, 2♣; b1 K♦." It is "" if there are none.
func FaceDown(s engine.State) string {
	var piles []string
	position := s.Position()
	for _, p := range slices.SortedFunc(maps.Keys(position), engine.Place.Compare) {
		pile := position[p]
		if pile.Down() == 0 {
			continue
		}
		line := p.String()
		for i := pile.Down() - 1; i >= 0; i-- {
			line += " " + pile.At(i).Up().Glyph() + ","
		}
		piles = append(piles, strings.TrimSuffix(line, ","))
	}
	if len(piles) == 0 {
		return ""
	}
	return " Face down, from the top: " + strings.Join(piles, "; ") + "."
}

// Puzzle says of which game a puzzle is, and how hard: "Hop 45, rated 1430".
func Puzzle(game string, rating float64) string {
	return fmt.Sprintf("%s, rated %.0f", game, rating)
}
