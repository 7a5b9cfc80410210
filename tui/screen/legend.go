package screen

import (
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/theme"
)

// returns reports whether moves on a board may have a Return: a card that comes back to
// the hand.
func returns(b engine.Board) bool {
	return slices.ContainsFunc(b.Piles, func(v engine.View) bool { return v.Kind == engine.Hand })
}

// Markers returns the names of the markers of a move on a board.
func Markers(b engine.Board) string {
	if returns(b) {
		return "Source, Destination and Return"
	}
	return "Source and Destination"
}

// GradeLegend says what the words for deals and those for games compare.
func GradeLegend() []Sign {
	return []Sign{
		{Key{"gentle to cruel", "how hard a deal is to win, for one who sees its hidden cards, compared with other deals of the game"}, true},
		{Key{"easy to hard", "how hard a game is to win, beside other games; the lobby has it"}, true},
	}
}

// BoardLegend returns what the signs on a board mean, in a look's characters.
func BoardLegend(look *theme.Look, b engine.Board) []Sign {
	has := func(is func(v engine.View) bool) bool { return slices.ContainsFunc(b.Piles, is) }
	marked := func(m engine.Mark) bool { return has(func(v engine.View) bool { return v.Marks&m != 0 }) }
	faced := func(sign string) bool { return has(func(v engine.View) bool { return strings.Contains(v.Face, sign) }) }
	signs := "S D"
	if returns(b) {
		signs = "S D R"
	}
	return []Sign{
		{Key: Key{Keys: "4", Does: "how many cards lie face down: in the frame, or behind the card"}, Shows: b.Hidden() > 0},
		{Key: Key{Keys: "7x3", Does: "a foundation: its rank, and how many cards are there"}, Shows: faced("x")},
		{Key: Key{Keys: "3-9", Does: "the ranks that can still be declared there: its first card decides"}, Shows: faced("-")},
		{Key: Key{Keys: "no", Does: "none can be declared there now"}, Shows: faced("no")},
		{Key: Key{Keys: "+", Does: "an empty place that a card may go to"}, Shows: marked(engine.Opening)},
		{Key: Key{Keys: string(look.Closed) + ", 4|1", Does: "a foundation that takes no card now"}, Shows: marked(engine.Closed)},
		{Key: Key{Keys: string(look.Own), Does: "takes only the card right above it now"}, Shows: marked(engine.OwnOnly)},
		{Key: Key{Keys: "!", Does: "held: it cannot come back to the hand yet"}, Shows: marked(engine.Held)},
		{Key: Key{Keys: string(look.Elided) + "2", Does: "cards of a fan that there is no room for; v shows them"}, Shows: has(func(v engine.View) bool { return v.Fan != engine.Squared })},
		{Key: Key{Keys: signs, Does: "the marks: " + Markers(b)}, Shows: true},
		{Key: Key{Keys: string(look.Dot), Does: "a legal place for the next mark"}, Shows: true},
		{Key: Key{Keys: string(look.Unseen), Does: "after a place: the unseen card that will turn up there"}, Shows: returns(b)},
	}
}
