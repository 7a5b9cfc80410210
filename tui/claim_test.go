package tui_test

import (
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A player who reconnects after a dropped connection may meet the last save of the old
// session, between reading the game and claiming it.
func TestAClaimMeetsTheLastSaveOfACutLine(t *testing.T) {
	store := &tuitest.Store{}
	words := line(t, catalog.All()[hop45], "R1", 3)
	cut := tuitest.New(t, store, catalog.All())
	cut.Press("enter")
	play(cut, words[:2]...)
	cut.HoldCommands()
	play(cut, words[2]) // still waiting to be stored when the connection drops

	back := tuitest.New(t, store, catalog.All())
	asked := 0
	store.Asked = func() {
		if asked++; asked == 2 { // the claim
			if err := cut.App.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	back.Press("enter")
	back.Sees("moves 3 ", "Welcome back")
	play(back, line(t, catalog.All()[hop45], "R1", 4)[3])
	back.Sees("moves 4 ")
}

// The last write of the old session may also end the round: then there is nothing left to
// claim.
func TestAClaimMeetsTheEndOfACutLine(t *testing.T) {
	store := &tuitest.Store{}
	words := over(t, catalog.All()[hop45], "R1")
	cut := tuitest.New(t, store, catalog.All())
	cut.Press("enter")
	play(cut, words...)
	rest(cut)
	cut.HoldCommands()
	cut.Press("g")

	back := tuitest.New(t, store, catalog.All())
	asked := 0
	store.Asked = func() {
		if asked++; asked == 2 {
			if err := cut.App.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	back.Press("enter")
	back.Sees("moves 0 ")
	if got := len(store.Results); got != 1 {
		t.Errorf("the history has %d results, want 1", got)
	}
}

// A game that another session keeps playing stays with that session.
func TestAGameThatChangesAgainAndAgainIsNotClaimed(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("q")

	asked := 0
	store.Asked = func() {
		if asked++; asked%2 == 1 {
			return // a read
		}
		other := store.Asked
		store.Asked = nil // for the other session's save
		if _, err := store.Save(store.Open["boardwalk/hop-45"], arcade.Rev(store.Saves)); err != nil {
			t.Fatal(err)
		}
		store.Asked = other
	}
	r.Press("enter")
	r.Sees("The game went on in another session.")
	if asked != 6 {
		t.Errorf("the store is asked %d times, want 6: three reads and three claims", asked)
	}
}
