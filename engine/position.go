package engine

import (
	"fmt"
	"maps"
	"slices"
)

// CheckPosition returns an error if a position cannot be set on a board with these
// places: because a place is missing or unknown, or a card appears twice, whether face up
// or face down. The error names the place. Missing places are reported first, in the
// order of places; then other faults, in the order of the places' text. Which cards may
// lie where is for the game to check.
func CheckPosition(at map[Place]Pile, places []Place) error {
	for _, p := range places {
		if _, ok := at[p]; !ok {
			return fmt.Errorf("%s is missing: name every place, - for an empty one", p)
		}
	}
	seen := make(map[Card]Place)
	for _, p := range inOrder(at) {
		if !slices.Contains(places, p) {
			return fmt.Errorf("%s is unknown: the places are %v", p, places)
		}
		for _, c := range at[p].Cards() {
			if q, twice := seen[c.Up()]; twice {
				return fmt.Errorf("%s: %s lies at %s already", p, c.Up(), q)
			}
			seen[c.Up()] = p
		}
	}
	return nil
}

// CheckStandard returns an error if a position has a card that is not one of the 52 from Ace
// to King in four suits, or a held card, which games with that deck do not have. The error
// names the first such place in the order of their text.
func CheckStandard(at map[Place]Pile) error {
	for _, p := range inOrder(at) {
		if at[p].Held() {
			return fmt.Errorf("%s: %s is held, but this game has no held cards", p, at[p].Top())
		}
		for _, c := range at[p].Cards() {
			if c.Up() == NoCard || c.Rank() > King || c.Suit() > Clubs {
				return fmt.Errorf("%s: %s is not one of the 52 cards", p, c)
			}
		}
	}
	return nil
}

// inOrder returns the places of a position in the order of their text.
func inOrder(at map[Place]Pile) []Place {
	return slices.SortedFunc(maps.Keys(at), Place.Compare)
}
