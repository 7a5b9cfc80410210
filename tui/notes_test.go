package tui_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// TestTheSmallestWindowShowsNotesAndCards checks that neither covers the other, and that
// a sentence of two lines covers neither.
func TestTheSmallestWindowShowsNotesAndCards(t *testing.T) {
	i := catalogIndex(t, "hopscotch")
	store, record := &tuitest.Store{}, recordOf(t, i, 40)
	if _, err := store.Save(arcade.Saved{Record: record}, 0); err != nil {
		t.Fatal(err)
	}
	r := tuitest.New(t, store, catalog.All())
	r.Resize(40, 12)
	r.Press("c", "right", "enter") // the waste is empty
	states, err := record.Replay(catalog.All()[i])
	if err != nil {
		t.Fatal(err)
	}
	deepest := 0
	for _, v := range states[len(states)-1].Board().Piles {
		if v.Fan == engine.FanDown {
			deepest = max(deepest, len(v.Cards))
		}
		if v.Top().IsUp() {
			r.Sees(v.Top().Glyph())
		}
	}
	if deepest < 3 {
		t.Errorf("no reserve has more than %d cards", deepest)
	}
	r.Sees("By1", "By2", "By3", "By4", "a card from\n  the stock first.")
}
