package tui_test

import (
	"strings"
	"testing"

	"boardwalk/tui/tuitest"
)

func TestMarkingByCursor(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("enter") // the cursor begins at a1
	r.Sees("Destination", "━S━", "╌•╌")
	r.Press("down", "down")
	r.Sees("Destination") // not on the way there
	r.Press("down")
	r.Sees("8♥ to a4: begins the Eights. Leaves only 9 for b4-e4.", "━•━", "Enter play")
	r.Press("enter")
	r.Sees("moves 1 ", "8x1", "2♠", "points 1/27")
}

// With a card marked Tab goes through the lit places, and then to the other cards that can move.
func TestTabGoesThroughTheLitPlaces(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("enter")
	for range 5 {
		r.Press("tab")
		r.Sees("8♥ to ", "Enter play")
	}
	r.Press("tab", "enter") // b1, another card
	unseen(t, r, "8♥ to ")
	r.Press("shift+tab", "shift+tab")
	r.Sees("Destination")
	r.Press("tab", "tab")
	r.Sees(" to a4: ", "Enter play")
}

func TestRefusedMarksSayWhy(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("down", "down", "enter")
	r.Sees("The top card of a3 lies face down.")
	r.Press("down", "enter")
	r.Sees("There is no card at a4.")
	play(r, "a1a4")
	r.Press("esc", "t")
	r.Type("c1a4")
	r.Sees("c1a4_  a4 is blocked by the 2♠ on a3.")
	r.Press("backspace")
	r.Type("-")
	r.Sees("Type a column's letter and a row's digit")
	r.Press("esc", "t")
	r.Type("c3a4")
	r.Sees("c3a4_  The top card of c3 lies face down.")
	r.Type("b1c4") // the letter after a refusal begins another move, the place after a card that goes nowhere none
	r.Sees("b1c4_  Ranks ascend along row 4: Sixes cannot stand to the right of Eights.")
}

func TestBackspaceTakesAMarkerWithWhatFollowedFromIt(t *testing.T) {
	r := deal(t, catalogIndex(t, "boardwalk/cheshire"), "ABC")
	r.Press("enter") // a favor is a whole move: the source alone
	r.Sees("Favor on ")
	r.Press("backspace")
	if strings.Contains(r.Screen(), "Favor on ") {
		t.Error("the marker is still there")
	}
	r.Press("backspace")
	r.Sees("There is no mark to take back")
}

// toggleConfirm has moves confirmed or not, in the settings.
func toggleConfirm(r *tuitest.Robot) { r.Press("S", "down", "down", "down", "right", "q") }

// TestWhatPlaysAMove plays with moves confirmed and not. In Hopscotch (1-2-3-4) the stock is a move by itself.
func TestWhatPlaysAMove(t *testing.T) {
	r := deal(t, hop45, "ABC")
	stock := deal(t, catalogIndex(t, "hopscotch"), "ABC")
	for _, c := range []struct {
		says   string
		enters int // how often Enter is pressed until a1a4 is played
	}{
		{"On: one more Enter plays the move that is marked.", 3},
		{"Off: your second mark plays it: Enter on the card, Enter on the place.", 2},
	} {
		toggleConfirm(r)
		r.Press("S", "down", "down", "down")
		said(t, r, c.says)
		r.Press("q")
		r.Press("up", "up", "up", "enter", "down", "down", "down")
		r.Sees("8♥ to a4: begins the Eights")
		for range c.enters - 1 {
			r.Sees("moves 0 ")
			r.Press("enter")
		}
		r.Sees("moves 1 ")
		r.Press("u")
		toggleConfirm(stock)
		stock.Press("enter")
		stock.Sees("moves 0 ")
		stock.Press("enter")
		stock.Sees("moves 1 ")
		stock.Press("u")
	}
}

func TestADoublePressPlaysNothing(t *testing.T) {
	r := deal(t, luckySeven, "ABC")
	walkToPlace(r, "a1")
	r.Press("enter", "enter")
	r.Sees("moves 0 ")
}

// A mark elsewhere gives up the move that is ready: Enter plays what the cursor stands on.
func TestAMarkElsewhereBeginsAnotherMove(t *testing.T) {
	for range 4 {
		r := deal(t, catalogIndex(t, "hopscotch"), "ABC")
		r.Press("enter") // the stock alone is a move
		r.Sees("Enter play")
		at := cursorOf(r)
		r.Press("right")
		if cursorOf(r) == at {
			t.Fatal("the cursor stays")
		}
		r.Sees("Enter mark")
		r.Press("enter")
		r.Sees("moves 0 ")
	}
}

func TestClicksMark(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Click("8♥")
	r.Sees("━S━", "Destination")
	r.Click("A-9")
	r.Sees("moves 1 ")
}
