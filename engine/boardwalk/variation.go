package boardwalk

import (
	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A Variation is a setting of every knob. Fields are grouped as in the authors' program;
// knobs.go lists the name and values of each.
type Variation struct {
	Name string // 1-24 printable characters; no rule depends on it
	DeckKnobs
	LayoutKnobs
	RuleKnobs
	compact.PlayKnobs
}

// DeckKnobs say which cards are in play.
type DeckKnobs struct {
	OrderedRanks         int // the lowest n of 18, Ace first
	Wilds, Frees, Jokers bool
	Suits                int // 2-5; also the height of every stack
}

// LayoutKnobs say how the cards are dealt. The number of ranks equals the number of
// columns, including those of the hand.
type LayoutKnobs struct {
	Upper, Lower  int // columns of each walk
	HandColumns   int // 0-2; each adds as many cards to the hand as there are suits
	FavorsOnDeal  int // upper stacks, from the left, dealt with a face-up card if none turns up by itself
	OpeningFavors int // favors that must be taken before any other play
}

// RuleKnobs are the rules of declaring and scoring.
type RuleKnobs struct {
	OrderLower, OrderUpper bool       // ranks ascend along that walk
	Uniqueness             Uniqueness // on how many foundations a rank may be declared
	SpikePoints            bool       // spikes score if no other card is face down
	Despike                bool       // deal no lower stack onto a card that its own column could need
}

// Uniqueness says on how many foundations a rank may be declared.
type Uniqueness string

// The three readings of the authors' texts, the latest first.
const (
	PerBoard Uniqueness = "board" // one foundation on the whole board
	PerWalk  Uniqueness = "walk"  // one on each walk
	Anywhere Uniqueness = "none"  // any number ("crumbing")
)

// Ranks returns the ranks in play, lowest first, wild types last.
func (v Variation) Ranks() []engine.Rank {
	var ranks []engine.Rank
	for r := range v.OrderedRanks {
		ranks = append(ranks, engine.Rank(r))
	}
	for i, on := range []bool{v.Wilds, v.Frees, v.Jokers} {
		if on {
			ranks = append(ranks, engine.Wild+engine.Rank(i))
		}
	}
	return ranks
}

// ranks returns how many ranks are in play.
func (v Variation) ranks() int { return len(v.Ranks()) }

// columns returns how many columns there are, those of the hand included.
func (l *LayoutKnobs) columns() int { return l.Upper + l.Lower + l.HandColumns }

// cards returns the size of the deck, which is also the most points.
func (v Variation) cards() int { return v.ranks() * v.Suits }

// Default returns Boardwalk Hopscotch under another name.
func Default() Variation {
	return Variation{
		Name:        "Custom",
		DeckKnobs:   DeckKnobs{OrderedRanks: 13, Suits: 4},
		LayoutKnobs: LayoutKnobs{Upper: 5, Lower: 8},
		RuleKnobs:   RuleKnobs{OrderLower: true, Uniqueness: PerBoard, SpikePoints: true},
		PlayKnobs:   compact.PlayKnobs{Slide: true, AutoFlipUpper: true},
	}
}

// A preset is one of the authors' variations, with the settings as this arcade reads them.
// Where the authors' texts leave a question open, the comment beside the rule says which
// answer was taken.
type preset struct {
	id, summary string
	aliases     []string
	Variation
}

// presets returns the authors' variations, in the order in which to learn them.
func presets() []preset {
	ordered := RuleKnobs{OrderLower: true, Uniqueness: PerBoard, SpikePoints: true}
	bothOrdered := ordered
	bothOrdered.OrderUpper = true
	hop := compact.PlayKnobs{Slide: true, AutoFlipUpper: true}
	lucky := hop
	lucky.HandBasic, lucky.HandPower, lucky.HandBlind = true, true, true
	scotsi := lucky
	scotsi.Trump, scotsi.HighTrump = true, true
	cheshire := scotsi
	cheshire.Coax, cheshire.Favor, cheshire.AutoFlipUpper = true, true, false
	standard := DeckKnobs{OrderedRanks: 13, Suits: 4}
	return []preset{
		{"boardwalk/hop-45", "A short game of 27 cards: the one to learn with.",
			[]string{"Boardwalk Tic-Tac-Toe"},
			Variation{"Hop 45", DeckKnobs{OrderedRanks: 9, Suits: 3}, LayoutKnobs{Upper: 4, Lower: 5}, ordered, hop}},
		{"boardwalk/hopscotch", "The first game of the family: a full deck, and no hand.",
			[]string{"Hop 58", "Hopscotch"},
			Variation{"Boardwalk Hopscotch", standard, LayoutKnobs{Upper: 5, Lower: 8}, ordered, hop}},
		{"boardwalk/lucky-seven", "A hand of four that plays to the lower walk.",
			[]string{"Lucky 57"},
			Variation{"Lucky Seven", standard, LayoutKnobs{Upper: 5, Lower: 7, HandColumns: 1}, ordered, lucky}},
		{"boardwalk/scotsi", "The hand plays both walks, and both must ascend.",
			[]string{"Squattsi", "Sqatsi", "Scotsi 57"},
			Variation{"Scotsi", standard, LayoutKnobs{Upper: 5, Lower: 7, HandColumns: 1}, bothOrdered, scotsi}},
		{"boardwalk/cheshire", "A hand of four, favors, and coaxing on the upper walk.",
			[]string{"Cheshire 66"},
			Variation{"Cheshire", standard, LayoutKnobs{Upper: 6, Lower: 6, HandColumns: 1, FavorsOnDeal: 2, OpeningFavors: 1}, bothOrdered, cheshire}},
	}
}
