package piles_test

import (
	"maps"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/piles"
)

type pile int

const (
	stock pile = iota
	reserve
	waste
)

// table numbers its piles in another order than that of their places.
var table = piles.MustParse[pile]("a1 b2 b1")

func TestTable(t *testing.T) {
	for p, want := range map[pile]string{stock: "a1", reserve: "b2", waste: "b1"} {
		if got := table.Place(p).String(); got != want || table.Find(table.Place(p)) != p {
			t.Errorf("pile %d: got %q, found at %d, want %q", p, got, table.Find(table.Place(p)), want)
		}
	}
	for _, at := range []engine.Place{{}, engine.At(1, 2), engine.At(26, 9)} {
		if got := table.Find(at); got != piles.None {
			t.Errorf("find %q: got %d, want none", at, got)
		}
	}
}

// TestANumberIsLeftOut gives the second pile the number 2.
func TestANumberIsLeftOut(t *testing.T) {
	table := piles.MustParse[pile]("a1 - b1")
	at := map[engine.Place]engine.Pile{engine.At(1, 1): {}, engine.At(2, 1): engine.NewPile(engine.NewCard(engine.Six, engine.Hearts))}
	var set [3]engine.Pile
	if err := table.Set(set[:], at); err != nil || set[2] != at[engine.At(2, 1)] || !maps.Equal(table.Position(set[:]), at) {
		t.Errorf("got %v, %v, want %v", set, err, at)
	}
	if got := table.Find(engine.At(2, 1)); got != 2 {
		t.Errorf("b1 is pile %d, want 2", got)
	}
	if legal := piles.Legal(table, func(engine.Move) string { return "" }); len(legal) != 6 {
		t.Errorf("got the moves %v, want those of two piles", legal)
	}
}

func TestMovesAreInByteOrder(t *testing.T) {
	var words []string
	for _, m := range piles.Legal(table, func(engine.Move) string { return "" }) {
		words = append(words, m.String())
	}
	want := "a1 a1a1 a1b1 a1b2 b1 b1a1 b1b1 b1b2 b2 b2a1 b2b1 b2b2"
	if got := strings.Join(words, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCheckForm(t *testing.T) {
	a1, c1 := engine.At(1, 1), engine.At(3, 1)
	for m, want := range map[engine.Move]string{
		{}:                             engine.CodeSyntax,
		{From: a1, Return: a1}:         engine.CodeSyntax,
		{From: c1, To: a1}:             engine.CodeNoSuchPlace,
		{From: a1, To: a1, Return: c1}: engine.CodeNoSuchPlace,
		{From: a1}:                     "",
		{From: a1, To: a1}:             "",
	} {
		if got := table.CheckForm(m); got != want {
			t.Errorf("%q: got %q, want %q", m, got, want)
		}
	}
}

func TestTablesThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a1\na1": "piles: two piles lie at a1",
		"a0":     `piles: "a0" is not a place: a column letter a-z and a row digit 1-9`,
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%q: got panic %v, want %q", text, got, want)
				}
			}()
			piles.MustParse[pile](text)
		}()
	}
}
