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

// What is taken back is said.
func TestAnUndoSaysWhatItTakesBack(t *testing.T) {
	r := atTable(t, hop45)
	moves := line(t, catalog.All()[hop45], "R1", 3)
	play(r, moves...)
	for _, m := range []string{moves[2], moves[1]} {
		r.Press("u")
		if saying(r, "Undo? (y/n)") {
			r.Press("y")
		}
		r.Press("left")
		r.Sees(m + " taken back.")
	}
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

// At a table a key that means neither yes nor no leaves each question as it is, whatever it does elsewhere. On other
// screens Enter, space and keys that do nothing there leave it.
func TestAKeyThatIsNoAnswerLeavesTheQuestion(t *testing.T) {
	table := atTable(t, hop45)
	play(table, line(t, catalog.All()[hop45], "R1", 1)...)
	lobby := tuitest.New(t, &tuitest.Store{}, catalog.All())
	daily := tuitest.New(t, withDailies(t), catalog.All())
	daily.Press("D")
	for _, c := range []struct {
		asks string
		r    *tuitest.Robot
		keys []string
	}{
		{"x", table, []string{"q", "t", "g", "down", "enter", "space", ")"}},
		{"g", table, []string{"x", "g", "q"}},
		{"q", lobby, []string{"enter", "space", ")"}},
		{"enter", daily, []string{"enter", ")"}},
	} {
		c.r.Press(c.asks)
		c.r.Clock += 10_000
		for _, key := range c.keys {
			c.r.Press(key)
			c.r.Sees("(y/n)", "Press y or n.")
		}
		c.r.Press("n")
		unseen(t, c.r, "(y/n)")
	}
}

// On a screen that is no table, a key that does something answers no and does it.
func TestAKeyThatActsAnswersNo(t *testing.T) {
	r := tuitest.New(t, withDailies(t), catalog.All())
	for range 3 { // however often
		r.Press("q")
		r.Sees("Leave the arcade? (y/n)")
	}
	r.Press("down")
	unseen(t, r, "(y/n)")
	r.Sees("> Boardwalk Hopscotch")
	r.Press("q", "D")
	unseen(t, r, "(y/n)")
	r.Sees("Daily")
	r.Press("enter")
	r.Sees("(y/n)")
	r.Press("q")
	unseen(t, r, "(y/n)")
	r.Sees("Boardwalk Arcade")
}

// F1 has the rules also while something is asked, and the question waits.
func TestTheRulesCanBeReadBeforeAnAnswer(t *testing.T) {
	table, puzzle := atTable(t, hop45), atPuzzles(t)
	play(table, line(t, catalog.All()[hop45], "R1", 1)...)
	puzzle.Press("enter")
	daily := tuitest.New(t, withDailies(t), catalog.All())
	daily.Press("D")
	for _, c := range []struct {
		asks string
		r    *tuitest.Robot
	}{{"x", table}, {"g", table}, {"q", tuitest.New(t, ann(t), catalog.All())}, {"enter", daily}, {"x", puzzle}} {
		c.r.Press(c.asks)
		c.r.Sees("(y/n)")
		c.r.Press("f1")
		c.r.Sees(": the rules")
		c.r.Press("q")
		c.r.Sees("(y/n)")
		c.r.Press("n")
	}
}
