// Package chessboard is the traditional game of Chessboard. All 52 cards lie open in two
// wings of five piles. The four foundations between them are built in suit from a base
// rank, which the player's first card on a foundation chooses.
//
// It is one point of a family of games, [Family], whose rules are [Rules]: wings of other heights,
// fewer cards, and other ways to build.
//
// The places, as on the table:
//
//	a1   b1   c1
//	a2   b2   c2
//	a3   b3   c3    a and c: the left and the right wing
//	a4   b4   c4    b: the foundations
//	a5        c5
//
// The moves: a1c3 moves a top card from pile to pile, a1b2 to a foundation.
//
// A move that the rules refuse gets one of these codes:
//
//	syntax           not a move of the right form
//	no-such-place    the table has no such place
//	empty-source     no card lies there
//	on-foundation    a card on a foundation stays there
//	no-destination   the source is good, but the destination is missing
//	same-place       source and destination are the same
//	wrong-base       foundations start with the base rank only
//	complete         the foundation has all cards of its suit
//	wrong-suit       piles and foundations are built in suit
//	wrong-colour     the piles of this variation alternate colours
//	wrong-rank       the foundation takes another rank next
//	not-adjacent     piles are built one rank up or down
//	no-fill          an empty pile of this variation does not take the card
//	too-many-places  the move is complete without the last place
//
// # Solver and advisor
//
// No card is hidden, so a position can be searched to its end: a state is an [engine.Solver],
// an [engine.Advisor] and an [engine.Prover] that are exact.
//
// Whether a position can be won is found with one search for each base rank, depth first and
// in turns (search.go, decide.go). A layout is what each card lies on, so its hash does not
// depend on the order of piles (layout.go). Where piles are built in suit, a card that is not of
// the base rank goes to its foundation as soon as it can, which loses nothing; one of the base rank
// may have to wait.
// Short lines come from a second search, A*, which counts the cards left in the piles and
// those of them that lie over an earlier card of their suit (line.go, blocking.go).
package chessboard

import (
	"embed"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/piles"
	"boardwalk/engine/teach"
)

//go:embed rules.md
var page string

//go:embed lessons
var lessons embed.FS

// A game is one set of rules, with what follows from them for states and searches.
type game struct {
	rules Rules
	info  engine.Info
	table *piles.Table[pileIndex]
	right pileIndex // the first pile of the right wing
	wings pileIndex // the number of piles in both

	above  [cardCount]engine.Card // which each card takes on a foundation that is not complete
	near   [cardCount]cards       // that each card can lie on, or under, in a pile
	ofRank [maxRanks]cards        // the cards of each rank
	fill   cards                  // that an empty pile takes
	safe   [maxRanks + 1]cards    // that may go up at once, by base rank; see [layout.safe]
}

// newGame returns the game of some rules, which have values that knobs take.
func newGame(r Rules, info engine.Info) *game {
	g := &game{rules: r, info: info, right: pileIndex(r.Rows), wings: pileIndex(2 * r.Rows)}
	places := slices.Repeat([]string{"-"}, pileCount)
	for i := range r.Rows {
		places[i], places[r.Rows+i] = engine.At(1, i+1).String(), engine.At(3, i+1).String()
	}
	for i := range r.Suits {
		places[int(foundations)+i] = engine.At(2, i+1).String()
	}
	g.table = piles.MustParse[pileIndex](strings.Join(places, " "))

	deck := g.deck()
	for _, c := range deck {
		g.above[c] = engine.NewCard(g.rankAbove(c.Rank(), 1), c.Suit())
		g.ofRank[c.Rank()] |= setOf(c)
		if g.fills(c) {
			g.fill |= setOf(c)
		}
		for _, onto := range deck {
			if g.adjacent(c, onto) && g.suits(c, onto) == "" {
				g.near[c] |= setOf(onto)
			}
		}
	}
	for base := range engine.Rank(r.Ranks) {
		g.safe[base] = g.safeCards(base)
	}
	return g
}

// deck returns the deck in the order before shuffling.
func (g *game) deck() []engine.Card {
	ranks := make([]engine.Rank, g.rules.Ranks)
	for i := range ranks {
		ranks[i] = engine.Rank(i)
	}
	return engine.Deck(ranks, g.rules.Suits)
}

// A builtIn is the game of Chessboard with what it teaches.
type builtIn struct {
	*game
	*teach.Texts
}

// chessboard is the game of Chessboard, and texts are what it teaches.
var (
	chessboard = newGame(chessboardRules, engine.Info{
		ID:      "chessboard",
		Version: version,
		Name:    "Chessboard",
		Aliases: []string{"Chessboard Solitaire"},
		Family:  "Other families",
		Author:  "tradition",
		Summary: "All cards open, built in suit both ways; you choose the base rank.",
		Aim: engine.Aim{
			Full:  "Build each suit up on its foundation, all from one rank, which you choose.",
			Brief: "Build each suit up from a base rank.",
			Deal:  "Only the last card of each row moves; the middle takes any first card.",
		},
		Max: chessboardRules.Cards(),
	})
	texts = teach.New(lessons, chessboard.Set)
)

// version is the version of the rules core. It is raised when a record of any game of the family
// could replay differently.
const version = 1

// New returns the game of Chessboard. Any number of sessions may share it.
func New() engine.Game { return builtIn{chessboard, texts} }

// Rules implements [engine.Game].
func (builtIn) Rules() string { return page }

// Info implements [engine.Game].
func (g *game) Info() engine.Info { return g.info }

// Deal deals the shuffled deck from its last card on, one card to each pile: the left wing from
// top to bottom, then the right wing, as often as there are cards for a whole round. What is left
// goes to the top pile of each wing, then to the next ones. The order is frozen.
func (g *game) Deal(code engine.Code) engine.State {
	s := &state{game: g}
	cards := engine.Shuffle(code, g.deck())
	slices.Reverse(cards)
	for i, c := range cards {
		p := pileIndex(i) % g.wings
		if len(cards)-i <= len(cards)%int(g.wings) {
			p = p/2 + p%2*g.right
		}
		s.piles[p] = s.piles[p].Push(c)
	}
	return s
}

// Set accepts any subset of the cards, face up. All places must be named, and
// each foundation must be built in suit from one base rank.
func (g *game) Set(position map[engine.Place]engine.Pile) (engine.State, error) {
	s := &state{game: g}
	if err := g.table.Set(s.piles[:], position); err != nil {
		return nil, err
	}
	if err := s.valid(); err != nil {
		return nil, err
	}
	return s, nil
}
