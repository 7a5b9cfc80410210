package boardwalk

import "boardwalk/engine/design"

// The groups of knobs, as in the authors' program.
const (
	deckGroup   = "Deck"
	layoutGroup = "Layout"
	ruleGroup   = "Rules"
	playGroup   = "Plays"
)

// knobs holds every knob but the name. The canonical text, from which a variation's ID is
// made, and share codes have the same order, so the order is frozen.
var knobs = func() design.Knobs[Variation] {
	number, onOff := design.Number[Variation], design.OnOff[Variation]
	all := design.Knobs[Variation]{
		number("orderedRanks", deckGroup, "Ranks in order", 0, 18,
			"How many, from Ace to King, then M Mate, B Bosun, C Captain, D Admiral, N Neptune.",
			func(v *Variation) *int { return &v.OrderedRanks }),
		onOff("wilds", deckGroup, "Wilds", "Adds Wilds (W), a rank that may be declared anywhere along a walk.",
			func(v *Variation) *bool { return &v.Wilds }),
		onOff("frees", deckGroup, "Frees", "Adds Frees (F), a rank that may be declared anywhere along a walk.",
			func(v *Variation) *bool { return &v.Frees }),
		onOff("jokers", deckGroup, "Jokers", "Adds Jokers (Z), a rank that may be declared anywhere along a walk.",
			func(v *Variation) *bool { return &v.Jokers }),
		number("suits", deckGroup, "Suits", 2, 5,
			"How many cards each rank has. Every pile is dealt as many, and every foundation gathers them.",
			func(v *Variation) *int { return &v.Suits }),
		number("upper", layoutGroup, "Upper columns", 1, 10, "How many columns the upper walk has. You win when its piles are gone.",
			func(v *Variation) *int { return &v.Upper }),
		number("lower", layoutGroup, "Lower columns", 1, 13, "How many columns the lower walk has. They take cards from the start.",
			func(v *Variation) *int { return &v.Lower }),
		number("handColumns", layoutGroup, "Hand columns", 0, 2, "How large the hand is: as many cards as there are suits, times this. 0 is no hand.",
			func(v *Variation) *int { return &v.HandColumns }),
		onOff("orderLower", ruleGroup, "Order below", "Ranks declared on the lower walk ascend from left to right.",
			func(v *Variation) *bool { return &v.OrderLower }),
		onOff("orderUpper", ruleGroup, "Order above", "Ranks declared on the upper walk ascend from left to right.",
			func(v *Variation) *bool { return &v.OrderUpper }),
		design.Word("uniqueness", ruleGroup, "One foundation per",
			"A rank has one foundation on the whole board, one on each walk, or any number (none).",
			[]Uniqueness{PerBoard, PerWalk, Anywhere}, func(v *Variation) *Uniqueness { return &v.Uniqueness }),
		onOff("slide", playGroup, "Slides", "A lower pile that is used up takes any one card of row 1 or row 3.",
			func(v *Variation) *bool { return &v.Slide }),
		onOff("handBasic", playGroup, "Basic plays", "A hand card goes to a blocked lower column, and the card that blocks it comes back.",
			func(v *Variation) *bool { return &v.HandBasic }),
		onOff("handPower", playGroup, "Power plays", "A hand card goes to an open lower column, and a card that blocks another one comes back.",
			func(v *Variation) *bool { return &v.HandPower }),
		onOff("handBlind", playGroup, "Blind plays", "A hand card goes to an open lower column, and its next face-down card comes back unseen.",
			func(v *Variation) *bool { return &v.HandBlind }),
		onOff("trump", playGroup, "Trumps", "A hand card goes to an upper foundation under an empty pile, and a card of row 1 comes back.",
			func(v *Variation) *bool { return &v.Trump }),
		onOff("highTrump", playGroup, "High trumps", "A hand card goes on row 1 where an upper column has no card at all, and another card of row 1 comes back.",
			func(v *Variation) *bool { return &v.HighTrump }),
		onOff("coax", playGroup, "Coaxing", "A hand card goes on top of an upper pile without a face-up card, and a card of row 1 comes back.",
			func(v *Variation) *bool { return &v.Coax }),
		onOff("autoFlipUpper", playGroup, "Row 1 turns up", "The top card of an upper pile turns up by itself.",
			func(v *Variation) *bool { return &v.AutoFlipUpper }),
		onOff("favor", playGroup, "Favors", "You turn up the top card of an upper pile yourself, whenever you like.",
			func(v *Variation) *bool { return &v.Favor }),
		number("favorsOnDeal", layoutGroup, "Turned up on the deal", 0, 10, "How many upper piles, from the left, begin with a face-up card.",
			func(v *Variation) *int { return &v.FavorsOnDeal }),
		number("openingFavors", layoutGroup, "Opening favors", 0, 10, "How many favors you have to take before any other play.",
			func(v *Variation) *int { return &v.OpeningFavors }),
		onOff("spikePoints", ruleGroup, "Spikes score", "Cards that can never turn up score in the end, if no other card lies face down.",
			func(v *Variation) *bool { return &v.SpikePoints }),
		{Name: "perpetualRule", Group: ruleGroup, Label: "Perpetual play rule",
			Means: "A card that the hand puts on row 1 cannot come back before some card turns up.",
			Takes: "true", Values: []string{"true"}, Get: func(*Variation) int { return 0 }, Set: func(*Variation, int) {}},
		onOff("despike", ruleGroup, "Despiked deal", "No lower pile is dealt onto a card that its own column could come to need.",
			func(v *Variation) *bool { return &v.Despike }),
	}
	for _, name := range []string{"lower", "favor", "perpetualRule"} {
		all[all.Index(name)].Follows = true
	}
	return all
}()

// derive sets the knobs that the others leave no choice for.
func derive(v *Variation) {
	v.Lower = v.ranks() - v.Upper - v.HandColumns
	v.Favor = !v.AutoFlipUpper
}
