// Package hopscotch is Hopscotch (1-2-3-4), the game by Rosanna Yuen, and the family of Calculation,
// of which it is one game. Four foundations climb by ones, twos, threes and fours; cards come
// one at a time, and four reserves keep those that do not fit yet. Other games of the family
// begin and climb otherwise, have more or fewer foundations and reserves, or deal again.
//
// The places, as on the table:
//
//	a1 stock   b1 waste
//	a2 by 1    b2 by 2    c2 by 3    d2 by 4    foundations
//	a3         b3         c3         d3         reserves
//
// The moves: a1 deals (and, where the rules have redeals, turns the reserves over once the stock is
// empty), b1c2 and a3c2 build on a foundation, b1d3 keeps the waste card in
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
//	closed              the foundation has all its ranks
//	wrong-rank          the foundation takes another rank next
//	too-many-places     the move is complete without the last place
//
// A state is an [engine.Solver], an [engine.Prover], an [engine.Advisor] and an
// [engine.Explainer]. What they know is below: package compact has positions by rank alone,
// player plays fair, thoughtful sees all cards and asks package sat.
package hopscotch

import (
	"embed"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
	"boardwalk/engine/piles"
	"boardwalk/engine/teach"
)

//go:embed rules.md
var rules string

//go:embed lessons
var lessons embed.FS

// A game is one game of the family.
type game struct {
	Rules
	info    engine.Info
	ladders *compact.Rules
	table   *piles.Table[pileIndex]
}

func newGame(r Rules, info engine.Info) *game {
	info.Version, info.Max = 1, r.most()
	ladders := r.compact()
	return &game{r, info, ladders, newTable(ladders)}
}

// hopscotch is Hopscotch (1-2-3-4), with its texts.
type hopscotch struct {
	*game
	*teach.Texts
}

var classic = newGame(calculation, engine.Info{
	ID:      "hopscotch",
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
})

var built = hopscotch{classic, teach.New(lessons, classic.Set)}

// New returns the game. It has no state: any number of sessions may share it.
func New() engine.Game { return built }

// Rules implements [engine.Game].
func (hopscotch) Rules() string { return rules }

// Info implements [engine.Game].
func (g *game) Info() engine.Info { return g.info }

// Deal starts the foundations with cards of their first ranks, if they are laid out: with clubs, or the
// next suit that is left. The other cards, shuffled, are the stock: the last of them lies on
// top and is dealt first. The order is frozen.
func (g *game) Deal(code engine.Code) engine.State {
	s := &state{game: g, redeals: g.Redeals}
	ranks := make([]engine.Rank, g.Ranks)
	for i := range ranks {
		ranks[i] = engine.Rank(i)
	}
	deck := engine.Deck(ranks, g.Foundations)
	for k := 0; g.Laid && k < g.Foundations; k++ {
		for i, c := range slices.Backward(deck) {
			if int(c.Rank()) == g.Bases[k]-1 {
				s.at[foundations+pileIndex(k)] = engine.NewPile(c)
				deck = slices.Delete(deck, i, i+1)
				break
			}
		}
	}
	for i, c := range deck {
		deck[i] = c.Down()
	}
	s.at[stock] = engine.NewPile(engine.Shuffle(code, deck)...)
	return s
}

// Set accepts any subset of the cards in play. All places must be named. The stock must
// lie face down and all other cards face up; the waste has at most one card, and no
// foundation is empty if the first cards are laid out. The cards below a foundation's top card
// are not judged. All redeals are left.
func (g *game) Set(position map[engine.Place]engine.Pile) (engine.State, error) {
	s := &state{game: g, redeals: g.Redeals}
	if err := g.table.Set(s.at[:g.piles()], position); err != nil {
		return nil, err
	}
	if err := s.valid(); err != nil {
		return nil, err
	}
	return s, nil
}
