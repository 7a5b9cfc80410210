package tui_test

import (
	"strings"
	"testing"
)

func TestMarkingByCursor(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("enter") // the cursor begins at a1
	r.Sees("Destination", "━S━", "╌•╌")
	r.Press("down", "down", "down", "enter")
	r.Sees("Play 8♥ live on lower a, declaring Eights; the card above it turns up.", "━D━", "Enter play")
	r.Press("enter")
	r.Sees("moves 1 ", "8x1", "2♠", "points 1/27")
}

func TestRefusedMarksSayWhy(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("down", "down", "enter")
	r.Sees("The top card of lower stack a lies face down.")
	r.Press("down", "enter")
	r.Sees("There is no card at a4.")
	play(r, "a1a4")
	r.Press("esc", "t")
	r.Type("c1a4")
	r.Sees("c1a4_  Lower a is blocked by the 2♠ above it.")
	r.Press("backspace")
	r.Type("-")
	r.Sees("Type a column's letter and a row's digit")
	r.Press("esc", "t")
	r.Type("c3a4")
	r.Sees("The top card of lower stack c lies face down.") // the first reason for refusing a typed move stays
	r.Press("enter")
	r.Sees("The top card of lower stack c lies face down.")
}

func TestBackspaceTakesAMarkerWithWhatFollowedFromIt(t *testing.T) {
	r := deal(t, catalogIndex(t, "boardwalk/cheshire"), "ABC")
	r.Press("enter") // a favor is a whole move: the source alone
	r.Sees("Take a favor")
	r.Press("backspace")
	if strings.Contains(r.Screen(), "Take a favor") {
		t.Error("the marker is still there")
	}
	r.Press("backspace")
	r.Sees("There is no marker to take back")
}

// TestAutomarking uses two cases: in Hopscotch (1-2-3-4) with one reserve left to choose,
// no marker is forced; in Hop 45, one is forced for a Nine that only one column takes.
func TestAutomarking(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4") // Eights on a: only Nines may stand to their right
	r.Press("home", "up", "up", "up", "right", "right")
	r.Press("a") // quick
	r.Sees("Automarking: quick")
	r.Press("a") // off
	r.Sees("Automarking: off")
	r.Press("enter")
	r.Sees("Destination")
	r.Press("esc", "a") // legal
	r.Sees("Automarking: legal")
}

func TestQuickPlaysWhatIsForced(t *testing.T) {
	r := deal(t, catalogIndex(t, "hopscotch"), "ABC")
	r.Press("a")
	r.Sees("Automarking: quick")
	r.Press("enter") // the stock: the only move there
	r.Sees("moves 1 ")
}

func TestClicksMark(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Click("8♥")
	r.Sees("━S━", "Destination")
	r.Click("A-9")
	r.Sees("Enter play")
}
