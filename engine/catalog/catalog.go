// Package catalog is the arcade's menu: every game of the house, written out.
// To add a game, write its folder and add its line here.
package catalog

import (
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/chessboard"
	"boardwalk/engine/hopscotch"
)

// All is every game of the house in the order of the menu, the one to begin
// with first.
func All() []engine.Game {
	return slices.Concat(
		boardwalk.All(),
		[]engine.Game{
			hopscotch.New(),
			chessboard.New(),
		},
	)
}

// Find is the game of an ID.
func Find(id string) (engine.Game, bool) {
	for _, g := range All() {
		if g.Info().ID == id {
			return g, true
		}
	}
	return nil, false
}
