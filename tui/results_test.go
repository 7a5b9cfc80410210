package tui

import (
	"fmt"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A pages has a history, newest first.
type pages struct {
	arcade.Store
	all []arcade.Result
}

func (p *pages) History(before string, n int) (page []arcade.Result, err error) {
	for _, r := range p.all {
		if (before == "" || r.ID < before) && len(page) < n {
			page = append(page, r)
		}
	}
	return page, nil
}

// A long history is held without the moves of its games, which come when one is looked at.
func TestAHistoryIsHeldWithoutMoves(t *testing.T) {
	store := new(pages)
	for i := 2 * historyPage; i >= 0; i-- {
		store.all = append(store.all, arcade.Result{ID: fmt.Sprintf("%08d", i), Record: engine.Record{Game: "game", Moves: make([]engine.Move, i)}})
	}
	r := reader{store: store, how: func(arcade.Result) arcade.Outcome { return "won" }}
	for range 3 {
		r.apply(r.more()().(pageMsg))
	}
	if !r.all || len(r.results) != len(store.all) {
		t.Fatalf("%d of %d games are read", len(r.results), len(store.all))
	}
	for i, read := range r.results {
		want := 2*historyPage - i
		if o := r.ends[read.ID]; read.Record.Moves != nil || o != (outline{"won", want}) {
			t.Fatalf("game %d is held with %d moves, and as %+v", i, len(read.Record.Moves), o)
		}
		if whole, err := r.whole(i)(); err != nil || whole.ID != read.ID || len(whole.Record.Moves) != want {
			t.Fatalf("game %d comes as %s with %d moves, %v", i, whole.ID, len(whole.Record.Moves), err)
		}
	}
	ask := r.whole(7)
	store.all = nil
	if _, err := ask(); err == nil {
		t.Error("a game that is gone can be read")
	}
}
