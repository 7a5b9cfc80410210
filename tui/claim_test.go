package tui_test

import (
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A player who reconnects after a dropped connection may meet the last save of the old
// session, after reading the game: the table hears of it, or finds it with the next move.
func TestTheLastSaveOfACutLineComesLate(t *testing.T) {
	for name, hears := range map[string]bool{"heard": true, "met": false} {
		t.Run(name, func(t *testing.T) {
			store := &tuitest.Store{}
			words := line(t, catalog.All()[hop45], "R1", 4)
			cut := tuitest.New(t, store, catalog.All())
			cut.Press("enter")
			play(cut, words[:2]...)
			cut.HoldCommands()
			play(cut, words[2]) // still waiting to be stored when the connection drops

			back := tuitest.New(t, store, catalog.All())
			back.Press("enter")
			back.Sees("moves 2 ", "Welcome back")
			if err := cut.App.Close(); err != nil {
				t.Fatal(err)
			}
			if hears {
				back.Hears()
			} else {
				play(back, words[2])
			}
			back.Sees("moves 3 ", "Played in your other window")
			play(back, words[3])
			back.Sees("moves 4 ")
		})
	}
}

// The clock that the old session stores at its end takes no move from the new one.
func TestTheClockOfACutLineTakesNoMove(t *testing.T) {
	store := &tuitest.Store{}
	words := line(t, catalog.All()[hop45], "R1", 2)
	cut := tuitest.New(t, store, catalog.All())
	cut.Press("enter")
	play(cut, words[0])
	back := tuitest.New(t, store, catalog.All())
	back.Press("enter")
	if err := cut.App.Close(); err != nil {
		t.Fatal(err)
	}
	play(back, words[1])
	back.Sees("moves 2 ")
	if got := store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != 2 {
		t.Errorf("the store has %+v", got)
	}
}
