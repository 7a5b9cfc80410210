package arcade

import (
	"context"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// VariationsMax is the most variations that a player can keep.
const VariationsMax = 50

// A Variation is a game that somebody made up, with what the arcade knows of it.
type Variation struct {
	// Game has the player's own name for it, or else the title of its design: nobody reads
	// the names of others.
	Game     engine.MadeUp
	Own      bool          // the player keeps it
	By       string        // who kept it first; "" if nobody did, or somebody whom the host keeps off the boards
	Since    time.Time     // when it was first kept or played; zero if it was not
	Players  int           // players who have finished a round of it
	Rounds   int           // rounds that they have finished here; imported ones do not count
	Keepers  int           // players who keep it
	Estimate hint.Estimate // zero if there is none
}

// A VariationOrder is an order of variations, the first of its kind first.
type VariationOrder string

// The orders: most players, most rounds, latest Since, and most keepers.
const (
	ByPlayers VariationOrder = "players"
	ByRounds  VariationOrder = "rounds"
	ByAge     VariationOrder = "newest"
	ByKeepers VariationOrder = "best liked"
)

// VariationOrders returns every order.
func VariationOrders() []VariationOrder {
	return []VariationOrder{ByPlayers, ByRounds, ByAge, ByKeepers}
}

// Workshop is where one player makes up games. Its methods may wait for a disk and are
// safe for concurrent use. Every error is a sentence that a player can read.
type Workshop interface {
	// Variation returns what is known of a game, which need not be kept or played here.
	Variation(g engine.MadeUp) (Variation, error)
	// Variations returns the first n variations that were kept or played here, in an order.
	// It leaves out those that the host has hidden.
	Variations(order VariationOrder, n int) ([]Variation, error)
	// Begun returns the games of which the player has an open round that is of no event, be
	// they kept or not.
	Begun() ([]engine.MadeUp, error)
	// Keep keeps a game for the player under its name. A game that the player keeps
	// already gets the new name. Two games of one player cannot have the same name.
	Keep(g engine.MadeUp) error
	// Drop takes a game from those that the player keeps. Its rounds stay, and can be replayed.
	Drop(id string) error
	// SetEstimate stores an estimate of a game that is kept or was played here, unless it
	// has one of more deals.
	SetEstimate(id string, e hint.Estimate) error
	// Week returns the variation of the week of the current day (UTC): the same rules on
	// every arcade. It waits until it is chosen, which can take a minute, or until ctx ends.
	Week(ctx context.Context) (Variation, error)
}

// Warning returns what whoever is offered a game is told before joining others at it, as a sentence,
// or "" for nothing: see [hint.Estimate.Warning]. The game is found by its ID and by rules, which may
// be "". The workshop may be nil.
func Warning(w Workshop, games engine.Library, id, rules string) string {
	g, _ := games.Restore(id, rules)
	return Estimated(w, g).Warning()
}

// Estimated returns the estimate of a game that somebody made up, zero if there is none or it cannot
// be read. The workshop may be nil.
func Estimated(w Workshop, g engine.Game) hint.Estimate {
	made, ok := g.(engine.MadeUp)
	if !ok || w == nil {
		return hint.Estimate{}
	}
	v, _ := w.Variation(made)
	return v.Estimate
}
