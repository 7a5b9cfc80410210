package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A player has a game open at two tables. At one, a move that turns nothing up and one
// that does are played in a burst, so that the second waits while the first is stored; in
// between, the other table takes the game over. If the card showed, the player would have
// looked ahead without the game being assisted.
//
//abuse:case 19 58
func TestACardIsNotSeenBetweenTwoSaves(t *testing.T) {
	g := catalog.All()[hop45]
	setup, quiet, turns := strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4"), "b1b2", "c3b4"
	const card = "6♦" // turned up by the last move

	store := &tuitest.Store{}
	first := tuitest.New(t, store, catalog.All())
	first.Press("enter")
	play(first, setup...)
	saves := 0
	store.Asked = func() {
		if saves++; saves == 2 {
			other := arcade.Saved{Record: engine.Record{Game: g.Info().ID, Version: 1, Code: "OTHER"}}
			if _, err := store.Save(other, arcade.Rev(len(setup)+1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	first.HoldCommands()
	play(first, quiet, turns)
	first.ReleaseCommands()
	first.Sees("Your other window plays this deal: here it goes on.")
	if strings.Contains(first.Screen(), card) {
		t.Errorf("%s is seen:\n%s", card, first.Screen())
	}
}

// Keys that are typed ahead of a card do what they do elsewhere: those after one that ends
// the round count, and those after one that leaves do not.
func TestKeysTypedAheadOfACard(t *testing.T) {
	setup, turns := strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4 b1b2"), "c3b4"
	for keys, want := range map[string]struct {
		sees    string
		results int
	}{
		"g y n": {"moves 0 ", 1},
		"q g y": {"open at move 10", 0},
		"q n y": {"open at move 10", 0},
	} {
		t.Run(keys, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			play(r, setup...)
			r.HoldCommands()
			play(r, turns)
			r.Press(strings.Fields(keys)...)
			r.ReleaseCommands()
			r.Sees(want.sees)
			if n := len(r.Store.Results); n != want.results {
				t.Errorf("%d games have ended, want %d", n, want.results)
			}
		})
	}
}
