package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestWheelScrollsAPage(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("f1")
	lines := func() []string { return strings.Split(r.Screen(), "\n")[2:20] }
	top := lines()
	r.Wheel(1)
	if got := lines(); got[0] != top[3] || got[10] != top[13] {
		t.Errorf("a notch does not scroll by three lines:\n%s", r.Screen())
	}
	r.Wheel(-2)
	if got := lines(); got[0] != top[0] {
		t.Errorf("the wheel does not stop at the top:\n%s", r.Screen())
	}
	r.Wheel(200)
	r.Sees("100%")
}

func TestWheelChooses(t *testing.T) {
	for _, c := range []struct {
		name                string
		keys                []string
		first, second, last string
	}{
		{"lobby", nil, "> Hop 45", "> Boardwalk Hopscotch", "> " + lastGame().Info().Name},
		{"learn", []string{"L"}, "> Live play", "> Blockers", "> The rules of Hop 45"},
		{"history", []string{"H"}, "> Hop 45                4/27", "> Lucky Seven           7/52", "> Hop 45                0/27"},
		{"statistics", []string{"P"}, "> All games", "> Hop 45", "> Lucky Seven"},
		{"settings", []string{"S"}, "> Theme", "> Suit colours", "> Motion"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := tuitest.New(t, played(31), catalog.All())
			r.Press(c.keys...)
			r.Sees(c.first)
			r.Wheel(1)
			r.Sees(c.second)
			r.Wheel(100) // it stops at the ends
			r.Sees(c.last)
			r.Wheel(-100)
			r.Sees(c.first)
		})
	}
}

func TestWheelReadsOnInTheHistory(t *testing.T) {
	r := atHistory(t, played(250))
	r.Sees("100 of 100 read")
	r.Wheel(240)
	r.Sees("250 of 250")
}

func TestWheelDoesNotChooseWhileACodeIsTyped(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("d")
	r.Wheel(2)
	r.Sees("> Hop 45", "Deal code")
}

func TestWheelLeavesATableAlone(t *testing.T) {
	r := deal(t, hop45, "ABC")
	want := r.Screen()
	r.Wheel(3)
	if got := r.Screen(); got != want {
		t.Errorf("the wheel changes the table to\n%s", got)
	}
}
