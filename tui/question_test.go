package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// TestTheKeyOfAHintSaysYes presses x again: too soon it answers nothing, else it is a yes.
func TestTheKeyOfAHintSaysYes(t *testing.T) {
	r := atTable(t, hop45)
	const asks = "A hint makes this game assisted: it can't be a best. Show it? (y/n)"
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
	const asks = "Taking it back makes this game assisted: it can't be a best. Undo? (y/n)"
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

// TestUndoAndHintStayInTheLastRow checks what narrow windows leave out.
func TestUndoAndHintStayInTheLastRow(t *testing.T) {
	for width, want := range map[int]string{
		80: "Enter mark  Esc clear  arrows move  u undo  x hint  F1 rules  ? keys  q lobby",
		60: "Enter mark  u undo  x hint  F1 rules  ? keys  q lobby",
		44: "Enter mark  u undo  x hint  F1 rules  ?  q",
		40: "Enter mark  u undo  x hint  F1  ?  q",
	} {
		r := atTable(t, hop45)
		play(r, line(t, catalog.All()[hop45], "R1", 1)...)
		r.Resize(width, 24)
		offers(t, r, want)
	}
}

// TestTheAnswersOfAQuestionStayTogether checks that no row breaks them, at any width.
func TestTheAnswersOfAQuestionStayTogether(t *testing.T) {
	for _, key := range []string{"n", "g", "x", "u", "r"} {
		r := atTable(t, hop45)
		play(r, line(t, catalog.All()[hop45], "R1", 2)...)
		for width := 40; width <= 80; width++ {
			r.Resize(width, 12)
			r.Press(key)
			if text := r.Screen(); !strings.Contains(text, "(y/n)") {
				t.Fatalf("%s at %d columns asks\n%s", key, width, text)
			}
			r.Press("n")
		}
	}
}

// TestAKeyThatIsNoAnswerActs checks that a question swallows no key that does something: it does what it always does.
func TestAKeyThatIsNoAnswerActs(t *testing.T) {
	for key, does := range map[string]string{"f1": "In short", "q": "Boardwalk Arcade", "t": "Source: the card to play", "g": "Finish this game"} {
		r := atTable(t, hop45)
		play(r, line(t, catalog.All()[hop45], "R1", 1)...)
		r.Press("x")
		r.Sees("Show it? (y/n)")
		r.Press(key)
		unseen(t, r, "Show it?")
		r.Sees(does)
	}
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("q", "f1")
	r.Sees("Hop 45", "In short")
}

// TestEnterAnswersNoQuestion presses keys that mean neither yes nor no, and do nothing else: each question stays.
func TestEnterAnswersNoQuestion(t *testing.T) {
	table := atTable(t, hop45)
	play(table, line(t, catalog.All()[hop45], "R1", 1)...)
	for key, r := range map[string]*tuitest.Robot{"x": table, "q": tuitest.New(t, &tuitest.Store{}, catalog.All())} {
		r.Press(key, "enter", "space", ")")
		r.Sees("? (y/n)", "Press y or n.")
		r.Press("n")
		unseen(t, r, "(y/n)")
	}
}

// TestOtherQuestionsWantY presses the keys again that lose something: they say no.
func TestOtherQuestionsWantY(t *testing.T) {
	for _, key := range []string{"n", "g"} {
		r := atTable(t, hop45)
		play(r, line(t, catalog.All()[hop45], "R1", 1)...)
		r.Press(key)
		r.Sees("? (y/n)")
		r.Clock += 10_000
		r.Press(key)
		r.Sees("The game goes on.", "moves 1 ")
	}
}
