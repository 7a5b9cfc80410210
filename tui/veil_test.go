package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A player has a game on two tables. At one a move that turns nothing up and one
// that does come in a burst, so that the second waits while the first is stored;
// the other table takes the game over in between. The card was seen, its move
// never was: a look ahead that no game is assisted by.
func TestACardIsNotSeenBetweenTwoSaves(t *testing.T) {
	g := catalog.All()[hop45]
	setup, quiet, turns := strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4"), "b1b2", "c3b4"
	const card = "6♦" // that the last turns up

	store := &tuitest.Store{}
	first := tuitest.New(t, store, catalog.All())
	first.Press("enter")
	play(first, setup...)
	saves := 0
	store.Asked = func() {
		if saves++; saves == 2 {
			other := engine.Saved{Record: engine.Record{Game: g.Info().ID, Version: 1, Code: "OTHER"}}
			if _, err := store.Save(other, engine.Rev(len(setup)+1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	first.Hold()
	play(first, quiet, turns)
	first.Go()
	first.Sees("This game went on in another session")
	if strings.Contains(first.Screen(), card) {
		t.Errorf("%s is seen:\n%s", card, first.Screen())
	}
}
