package arcade

import (
	"fmt"
	"slices"

	"boardwalk/engine"
)

// A Mark is how the arcade's player fares in a game, over many deals: what a board offers to beat. It has
// no place there, and tells nothing of a single deal.
type Mark struct {
	Points float64 `json:"points" jsonschema:"on average"`
	Max    int     `json:"max" jsonschema:"the most points that the game gives"`
	Won    int     `json:"won" jsonschema:"deals"`
	Deals  int     `json:"deals"`
}

// MarkOf returns the mark of a board, zero if there is none: where no survey is known and no estimate is
// stored, and on boards whose order is not by points. The workshop may be nil.
func MarkOf(games engine.Library, w Workshop, board Leaderboard) Mark {
	g, ok := games.Restore(board.Game, "")
	if !ok || slices.Contains([]BoardKind{Fastest, MostWins, Streaks, Notable, RaceRatings}, board.Kind) {
		return Mark{}
	}
	if o := games.Odds[board.Game]; o.House.Of > 0 {
		return Mark{o.Points, g.Info().Max, o.House.Part, o.House.Of}
	}
	e := Estimated(w, g)
	return Mark{float64(e.Points) / float64(max(e.Deals, 1)), g.Info().Max, e.Won, e.Deals}
}

// Texts returns the mark in words, from long to short, "" if there is none.
func (m Mark) Texts() []string {
	if m.Deals == 0 {
		return []string{""}
	}
	won := engine.Share{Part: m.Won, Of: m.Deals}.OfHundred()
	return []string{
		fmt.Sprintf("To beat: the arcade's player, %.1f of %d points on all deals, %s of 100 won.", m.Points, m.Max, won),
		fmt.Sprintf("To beat: the arcade, %.1f/%d, %s%% won.", m.Points, m.Max, won),
		fmt.Sprintf("The arcade: %.1f/%d.", m.Points, m.Max),
	}
}

// String returns the longest of the texts.
func (m Mark) String() string { return m.Texts()[0] }
