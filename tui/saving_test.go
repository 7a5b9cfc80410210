package tui_test

import (
	"errors"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestEveryMoveIsSavedAndTheGameContinues(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	if r.Sees("deal hidden"); store.Saves != 0 {
		t.Errorf("%d saves before the first move", store.Saves)
	}
	words := line(t, catalog.All()[hop45], "R1", 3)
	for i, w := range words {
		play(r, w)
		if got := store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != i+1 || got.Chosen {
			t.Fatalf("after %d moves the store has %+v", i+1, got)
		}
	}
	r.Press("u")
	r.Clock += 61_000
	// The line drops: the app is closed, and a new session begins.
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	again := tuitest.New(t, store, catalog.All())
	again.Sees("continue at move 2")
	again.Press("enter")
	again.Sees("moves 2 ", "1:01", "Welcome back")
	again.Press("U")
	again.Sees("moves 3 ")
}

func TestLeavingWithoutAMoveKeepsNothing(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter", "q")
	r.Sees("Boardwalk Arcade")
	if store.Saves+len(store.Results) != 0 {
		t.Errorf("the store has %+v", store)
	}
}

func TestAStoreThatFailsIsTold(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Store.Err = errors.New("the disk is full")
	play(r, "a1a4")
	r.Sees("Not saved: the disk is full", "moves 1*")
	r.Store.Err = nil
	play(r, line2(t, "ABC", "a1a4"))
	r.Sees("moves 2 ")
	if got := len(r.Store.Open["boardwalk/hop-45"].Record.Moves); got != 2 {
		t.Errorf("the store has %d moves, want 2", got)
	}
}

// line2 is a second move of a Hop 45 deal behind a first.
func line2(t *testing.T, code engine.Code, first string) string {
	t.Helper()
	m, err := engine.ParseMove(first)
	if err != nil {
		t.Fatal(err)
	}
	s, err := catalog.All()[hop45].Deal(code).Play(m)
	if err != nil {
		t.Fatal(err)
	}
	return s.Moves()[0].String()
}

func TestLeavingWithoutTheStoreTakesTwo(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Store.Err = errors.New("the disk is full")
	play(r, "a1a4")
	r.Press("q")
	r.Sees("Not saved: the disk is full. q again leaves without.")
	r.Press("q")
	r.Sees("Boardwalk Arcade")
}
