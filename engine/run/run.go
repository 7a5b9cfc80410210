// Package run is a chain of seven small boards of the Boardwalk family. Each board is won or lost on its
// own; one that is lost ends the run. After each board but the last the player chooses one of three changes
// to the rules, which holds on all boards to come.
//
// A board in play has the places of the Boardwalk family. Between two boards there are four places without
// cards: the changes a1, b1 and c1, and b2, to which one of them is taken. All boards and all offers follow from
// the code of the run, so a run is dealt, recorded, replayed and raced as any other game is.
//
// State.Play refuses with the codes of package boardwalk, between two boards with engine.CodeSyntax and
// engine.CodeNoSuchPlace, and after the last one with "over".
package run

import (
	_ "embed"
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
)

// boards holds the rules of the boards before any change, in the order in which they are played. Of 100 runs
// the arcade's player, with 100 tries a move, still has 68, 46, 44, 34, 29, 23 and 19 after each (of 1,000), and
// at first sight 54, 22, 17, 9.2, 6.2, 3.1 and 1.9 (of 20,000); TestBalance plays them.
var boards = [...]boardwalk.Variation{
	board(6, 2, 4),
	board(8, 3, 5),
	board(9, 3, 6),
	board(10, 4, 6),
	board(12, 5, 7),
	board(13, 6, 7),
	board(15, 7, 8),
}

// board returns the rules of a board of a size: those of Scotsi without a hand, and without points for spikes.
func board(ranks, upper, lower int) boardwalk.Variation {
	v := boardwalk.Default()
	v.Name, v.OrderUpper, v.SpikePoints = "A board of a run", true, false
	v.OrderedRanks, v.Suits, v.Upper, v.Lower = ranks, 3, upper, lower
	return v
}

// A change is what a player may choose for all boards to come.
type change struct {
	name string // at most 7 characters: the label of its place
	does string // a clause
	make func(*boardwalk.Variation)
}

// changes holds every change. Offers depend on their order, so it is frozen.
// With 100 tries, the arcade's player takes each of them in 14 (below) to 49 (frees) of 100 offers.
var changes = []change{
	{"wilds", "the highest rank becomes Wilds, a rank free of order", func(v *boardwalk.Variation) {
		v.Wilds = true
		v.OrderedRanks--
	}},
	{"frees", "the highest rank becomes Frees, free of order, like Wilds", func(v *boardwalk.Variation) {
		v.Frees = true
		v.OrderedRanks--
	}},
	{"jokers", "the highest rank becomes Jokers, free of order, like Wilds", func(v *boardwalk.Variation) {
		v.Jokers = true
		v.OrderedRanks--
	}},
	{"twice", "a rank may be declared on both walks", func(v *boardwalk.Variation) {
		if v.Uniqueness == boardwalk.PerBoard {
			v.Uniqueness = boardwalk.PerWalk
		}
	}},
	{"crumbs", "a rank may be declared on any number of foundations", func(v *boardwalk.Variation) { v.Uniqueness = boardwalk.Anywhere }},
	{"above", "the upper walk need not ascend, but there are no slides", func(v *boardwalk.Variation) {
		v.OrderUpper, v.Slide = false, false
	}},
	{"spikes", "no lower pile begins with a card its own column could need", func(v *boardwalk.Variation) { v.Despike = true }},
	{"below", "the lower walk need not ascend, but there are no slides", func(v *boardwalk.Variation) {
		v.OrderLower, v.Slide = false, false
	}},
	{"hand", "a lower pile becomes a hand for both walks, without slides", func(v *boardwalk.Variation) {
		v.HandColumns++
		v.Lower--
		v.HandBasic, v.HandPower, v.Trump, v.Slide = true, true, true, false
	}},
	{"voids", "the hand plays to upper columns without a card, too", func(v *boardwalk.Variation) { v.HighTrump = true }},
}

// with returns the rules of a board after changes, and whether they make a game.
func with(board int, taken []int) (boardwalk.Variation, bool) {
	v := boards[board]
	for _, c := range taken {
		changes[c].make(&v)
	}
	return v, v.Validate() == nil
}

// offers returns the changes that a player may choose from after some: three others that make a game of each
// board to come.
func offers(code engine.Code, taken []int) []int {
	var deck []engine.Card
	for c := range changes {
		also := append(slices.Clone(taken), c)
		before, _ := with(len(boards)-1, taken)
		after, _ := with(len(boards)-1, also)
		ok := before != after && !slices.Contains(taken, c)
		for board := len(also); ok && board < len(boards); board++ {
			_, ok = with(board, also)
		}
		if ok {
			deck = append(deck, engine.NewCard(engine.Rank(c), engine.Spades))
		}
	}
	deck = engine.Shuffle(part(code, "offer", len(taken)), deck)
	var three []int
	for _, c := range deck[:min(3, len(deck))] {
		three = append(three, int(c.Rank()))
	}
	return three
}

// part returns the code from which a part of a run follows. It is no code of a player's.
func part(code engine.Code, of string, n int) engine.Code {
	return engine.Code(fmt.Sprintf("%s/%s%d", code, of, n+1))
}

//go:embed rules.md
var rules string

// A game is the game of runs, which teaches what the smallest of the authors' boards does.
type game struct{ engine.Teacher }

// New returns the game.
func New() engine.Game { return game{boardwalk.All()[0].(engine.Teacher)} }

var info = engine.Info{
	ID: "run", Version: 2, Name: "Run", Aliases: []string{"A run", "Seven boards"},
	Family: "Other families", Author: "Boardwalk Arcade",
	Summary: "Seven small boards; after each you choose a change to the rules; one loss ends it.",
	Aim: engine.Aim{
		Full:  "Clear row 1 of seven boards, and choose a change to the rules after each.",
		Brief: "Clear row 1 of seven boards in a row.",
		Deal:  "Row 4 is open: ranks rise to the right. Row 2 opens under each emptied pile.",
	},
	Max: func() (most int) {
		for _, v := range boards {
			most += len(v.Ranks()) * v.Suits
		}
		return most
	}(),
}

// Info implements [engine.Game].
func (game) Info() engine.Info { return info }

// Rules implements [engine.Game].
func (game) Rules() string { return rules }

// Deal implements [engine.Game].
func (game) Deal(code engine.Code) engine.State { return run{code: code}.next() }

// Set implements [engine.Game]. A board is one by the rules of the first; the places between two boards are
// those after the first.
func (game) Set(at map[engine.Place]engine.Pile) (engine.State, error) {
	r := run{code: "SET"}
	if len(at) == len(between) {
		if err := engine.CheckPosition(at, between[:]); err != nil {
			return nil, err
		}
		for p, pile := range at {
			if pile.Len() > 0 {
				return nil, fmt.Errorf("%s: no card lies there between two boards", p)
			}
		}
		return choice{r, offers(r.code, nil)}, nil
	}
	s, err := r.rules().Set(at)
	if err != nil {
		return nil, err
	}
	return table{r, s.(*boardwalk.State)}, nil
}
