package arcade

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/grade"
)

// Deals finds deals of the kind that a player asks for. It is safe for concurrent use, and
// every error but that of a context is a sentence that a player can read.
type Deals interface {
	// Kinds returns the kinds of deals that a game can offer besides fresh ones, none if
	// nobody can tell. It never blocks for long.
	Kinds(g engine.Game) []grade.Kind
	// Deal returns a deal of one of these kinds, with its mark. Nobody else gets the deal,
	// and nobody can foresee it. Most are found ahead; else Deal searches until there is one
	// or ctx has ended.
	Deal(ctx context.Context, g engine.Game, k grade.Kind) (engine.Code, grade.Mark, error)
	// Looked returns how many deals were looked at for the one that the player waits for. It
	// never blocks for long.
	Looked() int
}
