package tui_test

import (
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// Who was away comes back to the same table, as it was left.
func TestAtATableAtOnce(t *testing.T) {
	store := &tuitest.Store{}
	games := catalog.All()
	r := tuitest.New(t, store, games)
	r.Press("enter")
	play(r, line(t, games[hop45], "R1", 3)...)
	r.Sees("moves 3 ")
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	again := tuitest.NewAt(t, store, games, games[hop45].Info().ID)
	again.Sees(games[hop45].Info().Name, "moves 3 ")
	again.Press("q")
	again.Sees(games[len(games)-1].Info().Name) // the lobby is below

	tuitest.NewAt(t, store, games, "no such game").Sees(games[len(games)-1].Info().Name)
}

func TestSettled(t *testing.T) {
	store := &tuitest.Store{}
	games := catalog.All()
	r := tuitest.New(t, store, games)
	settled := func(want bool, when string) {
		t.Helper()
		if got := r.App.Settled(); got != want {
			t.Errorf("settled %s: %v", when, got)
		}
	}
	settled(true, "in the lobby")
	r.Press("enter")
	moves := line(t, games[hop45], "R1", 2)
	play(r, moves[0])
	settled(true, "with the move stored")
	store.Err = errors.New("the disk is full")
	play(r, moves[1])
	settled(false, "with a move that could not be stored")
	r.App.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	settled(false, "still")
	store.Err = nil
	r.Tick()
	settled(true, "once it could")
}
