package tui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A typed place that the board does not have is refused, and the cursor stays.
func TestTheCursorStaysOnTheBoard(t *testing.T) {
	for typed, at := range map[string]string{"a1c9": "a1", "e1": "a1", "z9": "a1", "a1c": "a1"} {
		r := deal(t, hop45, "ABC")
		r.Press("t")
		r.Type(typed)
		r.Press("enter")
		if cursorOf(r) != at {
			t.Errorf("after %s the cursor is at %q, want %s:\n%s", typed, cursorOf(r), at, r.Screen())
		}
		if typed == "e1" {
			r.Sees("e1_  ", "There is no e1 on this board.")
		}
		r.Press("esc", "right")
		if cursorOf(r) != "b1" {
			t.Errorf("after %s an arrow leads to %q:\n%s", typed, cursorOf(r), r.Screen())
		}
	}
}

// Of two fresh deals of one game the store keeps the one that is saved first, and both tables go on
// with it.
func TestTwoFreshDealsOfOneGame(t *testing.T) {
	store := &tuitest.Store{}
	first, second := tuitest.New(t, store, catalog.All()), tuitest.New(t, store, catalog.All())
	second.Press("down", "enter", "q", "home") // its next deal is another one
	first.Press("enter")
	second.Press("enter")
	words := line(t, catalog.All()[hop45], "R1", 2)
	play(first, words[0])
	second.Hears()
	said(t, second, "Your other window plays this deal: here it goes on.")
	second.Sees("moves 1 ")
	play(second, words[1])
	first.Hears()
	first.Sees("moves 2 ")
}

// A refusal from before the start gives way to the countdown.
func TestARaceScreenSaysThatItsRaceBegins(t *testing.T) {
	r := atRaceScreen(t, aRace())
	r.Press("s")
	r.Sees("Only ann can start it now.")
	r.Race(with(aRace(), func(race *arcade.Race) { race.Begins = time.UnixMilli(r.Clock + 5000) }))
	r.Sees("The race begins in 5.")
	unseen(t, r, "Only ann can start it now.")
}

// In a window that is too small nothing can be played blind; the player can leave.
func TestAWindowThatIsTooSmall(t *testing.T) {
	for _, size := range [][2]int{{39, 24}, {80, 11}, {10, 3}} {
		r := deal(t, hop45, "ABC")
		r.Resize(size[0], size[1])
		play(r, "a1a4")
		r.Press("g", "y", "?", "S", "enter")
		r.Send(tea.PasteMsg{Content: "a1"})
		r.Send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseLeft})
		r.Resize(80, 24)
		r.Sees("moves 0 ", "Enter mark")
		r.Press("t", "a")
		r.Resize(size[0], size[1])
		r.Press("q")
		r.Resize(80, 24)
		unseen(t, r, "a_")
		r.Resize(size[0], size[1])
		r.Press("ctrl+c")
		r.Resize(80, 24)
		r.Sees("Boardwalk Arcade")
	}
}
