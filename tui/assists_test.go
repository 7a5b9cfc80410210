package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

func TestMovableCardsAreLitUntilTheNextKey(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("m")
	r.Sees("4 cards can move.")
	if got := strings.Count(r.Screen(), "•"); got != 4 {
		t.Errorf("%d places are lit, want 4:\n%s", got, r.Screen())
	}
	r.Press("right")
	if strings.Contains(r.Screen(), "•") {
		t.Error("they are still lit")
	}
}

func TestARankIsLitUntilEsc(t *testing.T) {
	r := deal(t, hop45, "ABC") // 8♥ 6♥ 9♦ 3♦
	reversed := func() string {
		var b strings.Builder
		g := r.Grid()
		for y := range g.Height() {
			for x := range g.Width() {
				if c := g.At(x, y); c.Style().Attr&grid.Reverse != 0 {
					b.WriteRune(c.Rune())
				}
			}
		}
		return b.String()
	}
	r.Press("/", "6")
	r.Sees("Sixes are lit")
	if got := reversed(); got != "6♥ " {
		t.Errorf("%q stands out, want the Six", got)
	}
	r.Press("/", "a") // a letter that is a command elsewhere
	r.Sees("No card of that rank is face up: type one of 3 6 8 9.")
	if got := reversed(); got != "" {
		t.Errorf("%q stands out for Aces", got)
	}
	r.Press("6", "esc")
	if got := reversed(); got != "" {
		t.Errorf("%q still stands out", got)
	}
	r.Press("/", "x")
	r.Sees("No card of that rank is face up")
	r.Press("esc")
	r.Sees("No rank is lit.")
}

func TestTheSameCardAgainMarksItsBestTarget(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("enter", "enter")
	r.Sees("Choose a lit place: the card can begin several foundations") // every place would start a foundation
	words := stacking(t, catalog.All()[hop45], "ABC")
	r = deal(t, hop45, "ABC")
	play(r, words[:len(words)-1]...)
	m, err := engine.ParseMove(words[len(words)-1])
	if err != nil {
		t.Fatal(err)
	}
	walkTo(r, m.From)
	r.Press("enter")
	if !strings.Contains(r.Screen(), "Enter play") { // it may have had only one place
		r.Press("enter")
	}
	r.Sees("Enter play")
}

// stacking returns a line of play whose last move puts a card on a foundation that
// already has its rank.
func stacking(t *testing.T, g engine.Game, code engine.Code) []string {
	t.Helper()
	type node struct {
		s     engine.State
		words []string
	}
	for queue := []node{{g.Deal(code), nil}}; len(queue) > 0 && len(queue) < 20_000; queue = queue[1:] {
		at := queue[0]
		board := at.s.Board()
		for _, m := range at.s.Moves() {
			next, err := at.s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			words := append(append([]string(nil), at.words...), m.String())
			if to, _ := board.Find(m.To); to.Kind == engine.Foundation && len(to.Cards) > 0 {
				return words
			}
			queue = append(queue, node{next, words})
		}
	}
	t.Fatal("no line stacks a card")
	return nil
}

// walkTo moves the cursor to a place by typing the place and then Esc.
func walkTo(r *tuitest.Robot, p engine.Place) {
	r.Press("t")
	r.Type(p.String())
	r.Press("esc")
}

func TestTheLastMoveAgain(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press(".")
	r.Sees("No move has been played yet.")
	play(r, "a1a4")
	r.Press(".")
	r.Sees("a4 is blocked by the 2♠ on a3.")
}

func TestAHintAsksFirstAndMakesTheGameAssisted(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter", "x")
	r.Sees("A hint makes this game assisted", "(y/n)", "y, x yes")
	r.Press("n")
	r.Sees("The game goes on.")
	r.Press("x", "y")
	r.Sees("━S━", "Enter play", "x more", "A good guess from what you can see, not a solution.")
	first := r.Screen()
	r.Press("esc", "x") // the same again is no other hint
	if got := r.Screen(); got != first {
		t.Errorf("after Esc and x:\n%s\nbefore:\n%s", got, first)
	}
	r.Press("enter")
	r.Sees("moves 1 ")
	r.Press("x") // it asks only once
	r.Sees("Enter play")
	r.Press("enter", "g", "y", "q")
	if got := r.Store.Results; len(got) != 1 || got[0].Class != arcade.Assisted || got[0].Tally.Hints != 2 {
		t.Errorf("the history has %+v", got)
	}
}

// TestAHintAgainIsAnother checks that x looks for another play while one shows, that it counts, and
// that it ends where no other play is worth one.
func TestAHintAgainIsAnother(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("x")
	r.Sees("A good guess from what you can see, not a solution.", "x more")
	first := r.Screen()
	r.Press("x")
	if r.Screen() == first {
		t.Errorf("the same again:\n%s", first)
	}
	r.Sees("x more")
	for range 20 { // there are 20 plays
		r.Press("x")
	}
	r.Sees("No other play here is worth a hint.")
	r.Resize(40, 12)
	r.Press("esc", "enter", "esc", "x")
	r.Sees("Enter play")
}

func TestUndoingAFlipIsTold(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("u")
	r.Sees("Taking it back makes this game assisted", "moves 1 ", "y, u yes  n no")
	r.Press("n")
	r.Sees("The move stays.", "moves 1 ")
	r.Press("u", "y")
	r.Sees("this game is assisted from here on", "moves 0 ")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("u") // it asks only once
	r.Sees("moves 0 ")
}

func TestDragPlaysAtOnce(t *testing.T) {
	r := deal(t, hop45, "ABC")
	dragPlace(r, "a1", "a4")
	r.Sees("moves 1 ", "8x1")
	dragPlace(r, "c1", "a4")
	r.Sees("a4 is blocked")
	r.RightClick("6♦")
	r.Sees("nowhere to go")
}

func TestMotionIsBriefAndCanBeOff(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1e4")
	if !strings.Contains(r.Screen(), "8♥") {
		t.Fatalf("the card is not seen on its way:\n%s", r.Screen())
	}
	if r.Clock += r.App.NextFrame().Milliseconds(); strings.Contains(r.Screen(), "8♥") {
		t.Fatalf("the motion does not end when another frame is due:\n%s", r.Screen())
	}
	r.Press("u")
	play(r, "a1e4")
	if r.Press("left"); strings.Contains(r.Screen(), "8♥") {
		t.Fatalf("a key waits for the motion:\n%s", r.Screen())
	}
	r.Press("u", "S", "end", "right", "q") // the last option
	play(r, "a1e4")
	if strings.Contains(r.Screen(), "8♥") {
		t.Errorf("the card is seen on its way:\n%s", r.Screen())
	}
}
