// Package catalog is the arcade's menu: every game of the house, written out.
// To add a game, write its folder and add its line here.
package catalog

import (
	"slices"
	"strings"

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

// New is the game of a player's own variation, under a name that no game of
// the house has. The error is a *boardwalk.KnobError.
func New(v boardwalk.Variation) (engine.Game, error) {
	for _, g := range All() {
		if strings.EqualFold(g.Info().Name, strings.TrimSpace(v.Name)) {
			return nil, &boardwalk.KnobError{Knob: "name", Why: g.Info().Name + " is a game of the house: give yours a name of its own."}
		}
	}
	return boardwalk.New(v)
}

// Find is the game of an ID.
func Find(id string) (engine.Game, bool) { return engine.Find(All(), id) }
