package tui

import (
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A filter selects results.
type filter struct {
	game    string       // an ID, "" for all
	class   arcade.Class // "" for all
	outcome outcome
}

// An outcome is how a result ended.
type outcome string

// The outcomes that a filter can ask for. A perfect game is also won.
const (
	anyOutcome  outcome = ""
	wonGames    outcome = "won"
	perfectOnes outcome = "perfect"
	lostGames   outcome = "lost"
)

// meets reports whether a result matches the filter.
func (f filter) meets(r arcade.Result) bool {
	switch f.outcome {
	case wonGames:
		if !r.Score.Won {
			return false
		}
	case perfectOnes:
		if !r.Score.Perfect {
			return false
		}
	case lostGames:
		if r.Score.Won {
			return false
		}
	}
	return (f.game == "" || f.game == r.Record.Game) && (f.class == "" || f.class == r.Class)
}

// classes and outcomes are the values that the filter keys cycle through.
var (
	classes  = append([]arcade.Class{""}, arcade.Classes()...)
	outcomes = []outcome{anyOutcome, wonGames, perfectOnes, lostGames}
)

// following returns the element after now. After the last one, or if now is not in all,
// it returns the first.
func following[T comparable](all []T, now T) T { return all[(slices.Index(all, now)+1)%len(all)] }

// gameIDs returns the IDs of the arcade's games in their order, followed by IDs that
// occur only in results.
func gameIDs(games engine.Catalog, results []arcade.Result) []string {
	var ids []string
	known := make(map[string]bool)
	add := func(id string) {
		if !known[id] {
			known[id] = true
			ids = append(ids, id)
		}
	}
	for _, g := range games {
		add(g.Info().ID)
	}
	for _, r := range results {
		add(r.Record.Game)
	}
	return ids
}

// allOr returns a filter's value for the player: "all classes", "counted".
func allOr[T ~string](s T, of string) string {
	if s == "" {
		return "all " + of
	}
	return string(s)
}
