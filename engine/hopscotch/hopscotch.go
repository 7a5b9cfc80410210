// Package hopscotch is Hopscotch (1-2-3-4), the game by Rosanna Yuen. Four foundations
// climb by ones, twos, threes and fours; cards come one at a time, and four reserves keep
// those that do not fit yet.
//
// The places, as on the table:
//
//	a1 stock   b1 waste
//	a2 by 1    b2 by 2    c2 by 3    d2 by 4    foundations
//	a3         b3         c3         d3         reserves
//
// The moves: a1 deals, b1c2 and a3c2 build on a foundation, b1d3 keeps the waste card in
// a reserve.
//
// A move that the rules refuse gets one of these codes:
//
//	syntax              not a move of the right form
//	no-such-place       the table has no such place
//	empty-source        no card lies there
//	waste-full          a card is dealt only while the waste is empty
//	on-foundation       a card on a foundation stays there
//	no-destination      the source is good, but the destination is missing
//	same-place          source and destination are the same
//	not-a-destination   no card is moved to the stock or the waste
//	reserve-to-reserve  a reserve's card goes to foundations only
//	closed              a King closes its foundation
//	wrong-rank          the foundation takes another rank next
//	too-many-places     the move is complete without the last place
//
// A state is an [engine.Solver], an [engine.Prover], an [engine.Advisor] and an
// [engine.Explainer]. What they know is below: package compact has positions by rank alone,
// player plays fair, thoughtful sees all cards and asks package sat.
package hopscotch

import (
	"embed"

	"boardwalk/engine"
	"boardwalk/engine/teach"
)

//go:embed rules.md
var rules string

// maxPoints is the number of cards that can be moved to the foundations, and the most points.
const maxPoints = 48

//go:embed lessons
var lessons embed.FS

var texts = teach.New(lessons, game{}.Set)

type game struct{ *teach.Texts }

// New returns the game. It has no state: any number of sessions may share it.
func New() engine.Game { return game{texts} }

// Rules implements [engine.Game].
func (game) Rules() string { return rules }

var info = engine.Info{
	ID:      "hopscotch",
	Version: 1,
	Name:    "Hopscotch (1-2-3-4)",
	Aliases: []string{"1-2-3-4", "AisleRiot Hopscotch", "Calculation"},
	Family:  "Other families",
	Author:  "Rosanna Yuen",
	Summary: "Climb four ladders by 1, 2, 3 and 4, one card at a time.",
	Aim: engine.Aim{
		Full:  "Bring all cards onto the four foundations, which climb by 1, 2, 3 and 4.",
		Brief: "Climb four ladders by 1, 2, 3 and 4.",
		Deal:  "The stock deals one card at a time; what must wait goes to row 3.",
	},
	Difficulty: engine.Difficulty{Level: engine.Easy,
		Why: "Much skill, little luck: who keeps the four reserves in order wins most deals."},
	Max: maxPoints,
}

// Info implements [engine.Game].
func (game) Info() engine.Info { return info }

// Deal starts the foundations with the four lowest clubs. The other 48 cards, shuffled,
// are the stock: the last of them lies on top and is dealt first. The order is frozen.
func (game) Deal(code engine.Code) engine.State {
	s := new(state)
	var deck []engine.Card
	for _, c := range engine.Standard() {
		if c.Suit() == engine.Clubs && c.Rank() <= engine.Four {
			s.piles[by1+pileIndex(c.Rank())] = engine.NewPile(c)
			continue
		}
		deck = append(deck, c.Down())
	}
	s.piles[stock] = engine.NewPile(engine.Shuffle(code, deck)...)
	return s
}

// Set accepts any subset of the 52 cards. All ten places must be named. The stock must
// lie face down and all other cards face up; the waste has at most one card, and no
// foundation is empty. The cards below a foundation's top card are not judged.
func (game) Set(position map[engine.Place]engine.Pile) (engine.State, error) {
	s := new(state)
	if err := table.Set(s.piles[:], position); err != nil {
		return nil, err
	}
	if err := s.valid(); err != nil {
		return nil, err
	}
	return s, nil
}
