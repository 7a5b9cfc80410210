// Package chessboard is the traditional game of Chessboard. All 52 cards lie open in two
// wings of five piles. The four foundations between them are built in suit from a base
// rank, which the player's first card on a foundation chooses.
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
//	complete         the foundation has its thirteen cards
//	wrong-suit       piles and foundations are built in suit
//	wrong-rank       the foundation takes another rank next
//	not-adjacent     piles are built one rank up or down
//	too-many-places  the move is complete without the last place
//
// # Solver and advisor
//
// No card is hidden, so a position can be searched to its end: a state is an [engine.Solver],
// an [engine.Advisor] and an [engine.Prover] that are exact.
//
// Whether a position can be won is found with one search for each base rank, depth first and
// in turns (search.go, decide.go). A layout is what each card lies on, so its hash does not
// depend on the order of piles (layout.go). A card that is not of the base rank goes to its
// foundation as soon as it can, which loses nothing; one of the base rank may have to wait.
// Short lines come from a second search, A*, which counts the cards left in the piles and
// those of them that lie over an earlier card of their suit (line.go, blocking.go).
package chessboard

import (
	"embed"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/teach"
)

//go:embed rules.md
var rules string

// deckSize is the number of cards, and the most points.
const deckSize = 52

// suitSize is the number of cards that complete a foundation.
const suitSize = 13

//go:embed lessons
var lessons embed.FS

var texts = teach.New(lessons, game{}.Set)

type game struct{ *teach.Texts }

// New returns the game. It has no state: any number of sessions may share it.
func New() engine.Game { return game{texts} }

// Rules implements [engine.Game].
func (game) Rules() string { return rules }

var info = engine.Info{
	ID:      "chessboard",
	Version: 1,
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
	Difficulty: engine.Difficulty{Level: engine.Easy,
		Why: "Most deals can be won by looking far enough ahead."},
	Max: deckSize,
}

// Info implements [engine.Game].
func (game) Info() engine.Info { return info }

// Deal deals the shuffled deck from its last card on, one card to each pile: the left
// wing from top to bottom, then the right wing, five times round, and then one more card
// to the top pile of each wing. The order is frozen.
func (game) Deal(code engine.Code) engine.State {
	s := new(state)
	cards := engine.Shuffle(code, engine.Standard())
	slices.Reverse(cards)
	for i, c := range cards {
		p := left + pileIndex(i%10)
		if i >= 50 {
			p = left + pileIndex(i%10)*5
		}
		s.piles[p] = s.piles[p].Push(c)
	}
	return s
}

// Set accepts any subset of the 52 cards, face up. All fourteen places must be named, and
// each foundation must be built in suit from one base rank.
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
