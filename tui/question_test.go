package tui_test

import (
	"testing"

	"boardwalk/engine/catalog"
)

// TestTheKeyOfAHintSaysYes presses x again: too soon it answers nothing, else it is a yes.
func TestTheKeyOfAHintSaysYes(t *testing.T) {
	r := atTable(t, hop45)
	const asks = "A hint makes this game assisted: no best comes of it. Show it? y, x or n"
	r.Press("x")
	r.Sees(asks, "y, x yes  n no")
	for range 5 { // held down
		r.Clock += 100
		r.Press("x")
		r.Sees(asks)
	}
	r.Clock += 400
	r.Press("x")
	r.Sees(asks)
	r.Clock += 500
	r.Press("x")
	r.Sees("assisted", "Enter play")
}

// TestTheKeyOfAnUndoSaysYes presses u again: too soon it answers nothing, else it is a yes.
func TestTheKeyOfAnUndoSaysYes(t *testing.T) {
	const asks = "Taking it back makes this game assisted: no best comes of it. Undo? y, u or n"
	r := atTable(t, hop45)
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("u")
	r.Sees(asks)
	for range 5 { // held down
		r.Clock += 100
		r.Press("u")
		r.Sees(asks)
	}
	r.Clock += 1000
	r.Press("ctrl+z")
	r.Sees("assisted", "moves 0 ")
}

// TestUndoStaysInTheLastRow checks what narrow windows leave out.
func TestUndoStaysInTheLastRow(t *testing.T) {
	for width, want := range map[int]string{
		80: "Enter mark  Esc clear  arrows move  u undo  x hint  F1 rules  ? keys  q lobby",
		60: "Enter mark  Esc clear  u undo  F1 rules  ? keys  q lobby",
		40: "Enter mark  F1 rules  ? keys  q lobby",
	} {
		r := atTable(t, hop45)
		play(r, line(t, catalog.All()[hop45], "R1", 1)...)
		r.Resize(width, 24)
		offers(t, r, want)
	}
}

// TestOtherQuestionsWantY presses the keys again that lose something: they say no.
func TestOtherQuestionsWantY(t *testing.T) {
	for _, key := range []string{"n", "g"} {
		r := atTable(t, hop45)
		play(r, line(t, catalog.All()[hop45], "R1", 1)...)
		r.Press(key)
		r.Sees("? y or n")
		r.Clock += 10_000
		r.Press(key)
		r.Sees("The game goes on.", "moves 1 ")
	}
}
