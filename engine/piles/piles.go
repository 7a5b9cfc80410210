// Package piles has what games on a fixed table of piles write alike: which pile lies at
// which place, the moves to choose from, and positions.
//
// A game numbers its piles with an integer type of its own and keeps them in an array, so
// that its state stays comparable. The table is one text:
//
//	type pile int
//
//	const (
//		stock pile = iota
//		waste
//		...
//	)
//
//	var table = piles.MustParse[pile]("a1 b1 ...")
package piles

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
)

// None is the number of no pile.
const None = -1

// A Table says where the piles of a game lie. P is the type of a pile's number; the first
// pile has number 0. A Table is immutable.
type Table[P ~int] struct {
	places []engine.Place // by number; the zero place where a number is left out
	number [27][10]P      // by column and row; None where no pile lies
	moves  []engine.Move  // every one of at most two places, in byte order
}

// MustParse parses a table: the places of the piles, in the order of their numbers; "-" leaves a
// number out. It panics if a word is no place or a place occurs twice, so a game calls it to
// initialize a variable.
func MustParse[P ~int](text string) *Table[P] {
	t := new(Table[P])
	for col := range t.number {
		for row := range t.number[col] {
			t.number[col][row] = None
		}
	}
	for place := range strings.FieldsSeq(text) {
		if place == "-" {
			t.places = append(t.places, engine.Place{})
			continue
		}
		at, err := engine.ParsePlace(place)
		if err != nil {
			panic(fmt.Sprintf("piles: %v", err))
		}
		if t.Find(at) != None {
			panic(fmt.Sprintf("piles: two piles lie at %s", at))
		}
		t.number[at.Col()][at.Row()] = P(len(t.places))
		t.places = append(t.places, at)
	}
	places := t.known()
	slices.SortFunc(places, engine.Place.Compare)
	for _, from := range places {
		t.moves = append(t.moves, engine.Move{From: from})
		for _, to := range places {
			t.moves = append(t.moves, engine.Move{From: from, To: to})
		}
	}
	return t
}

// known returns the places in the order of their piles.
func (t *Table[P]) known() []engine.Place {
	return slices.DeleteFunc(slices.Clone(t.places), engine.Place.IsZero)
}

// Find returns the number of the pile at a place, or None.
func (t *Table[P]) Find(at engine.Place) P { return t.number[at.Col()][at.Row()] }

// Place returns the place of a pile.
func (t *Table[P]) Place(p P) engine.Place { return t.places[p] }

// Unknown returns the first place of a move that the table does not have, or no place.
func (t *Table[P]) Unknown(m engine.Move) engine.Place {
	for _, at := range [...]engine.Place{m.From, m.To, m.Return} {
		if !at.IsZero() && t.Find(at) == None {
			return at
		}
	}
	return engine.Place{}
}

// CheckForm returns engine.CodeSyntax if the places of a move leave a gap or there are
// none, engine.CodeNoSuchPlace if the table does not have one of them, and otherwise "".
func (t *Table[P]) CheckForm(m engine.Move) (code string) {
	switch {
	case m.From.IsZero() || m.To.IsZero() && !m.Return.IsZero():
		return engine.CodeSyntax
	case !t.Unknown(m).IsZero():
		return engine.CodeNoSuchPlace
	}
	return ""
}

// Position returns every place with its pile. piles has the table's piles by number.
func (t *Table[P]) Position(piles []engine.Pile) map[engine.Place]engine.Pile {
	position := make(map[engine.Place]engine.Pile, len(piles))
	for i, p := range piles {
		if at := t.places[i]; !at.IsZero() {
			position[at] = p
		}
	}
	return position
}

// Set fills piles, by number, from a position. It returns an error that names the place if
// the position leaves a place out, has one that is unknown, or has a card twice or one
// that is not of the standard deck.
func (t *Table[P]) Set(piles []engine.Pile, position map[engine.Place]engine.Pile) error {
	if err := engine.CheckPosition(position, t.known()); err != nil {
		return err
	}
	if err := engine.CheckStandard(position); err != nil {
		return err
	}
	for i, at := range t.places {
		piles[i] = position[at] // empty where a number is left out
	}
	return nil
}

// Legal returns the legal moves in byte order. check returns "" for a legal move, and otherwise
// the code of the rule that forbids it.
func Legal[P ~int, R ~string](t *Table[P], check func(engine.Move) R) []engine.Move {
	legal := make([]engine.Move, 0, 32)
	for _, m := range t.moves {
		if check(m) == "" {
			legal = append(legal, m)
		}
	}
	return legal
}

// AnyLegal reports whether any move is legal. check is that of [Legal].
func AnyLegal[P ~int, R ~string](t *Table[P], check func(engine.Move) R) bool {
	return slices.ContainsFunc(t.moves, func(m engine.Move) bool { return check(m) == "" })
}
