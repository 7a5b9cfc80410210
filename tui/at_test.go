package tui_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// A player who was away comes back to the same table, as it was left.
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
	again.Sees("> " + games[hop45].Info().Name) // the lobby is below

	tuitest.NewAt(t, store, games, "no such game").Sees("> " + games[hop45].Info().Name)
}

func TestSaved(t *testing.T) {
	store := &tuitest.Store{}
	games := catalog.All()
	r := tuitest.New(t, store, games)
	saved := func(want bool, when string) {
		t.Helper()
		if got := r.App.Saved(); got != want {
			t.Errorf("saved %s: %v", when, got)
		}
	}
	saved(true, "in the lobby")
	r.Press("enter")
	moves := line(t, games[hop45], "R1", 2)
	play(r, moves[0])
	saved(true, "with the move stored")
	store.Unavailable = errors.New("the disk is full")
	play(r, moves[1])
	saved(false, "with a move that could not be stored")
	r.App.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	saved(false, "still")
	store.Unavailable = nil
	r.Tick()
	saved(true, "once it could")
}

// Parking closes the app; the next key starts a new one. The player must not find another
// deal then, and no round that could still be taken back may have been filed.
func TestCanPark(t *testing.T) {
	store := &tuitest.Store{}
	games := catalog.All()
	g := games[hop45]
	r := tuitest.New(t, store, games)
	canPark := func(r *tuitest.Robot, want bool, when string) {
		t.Helper()
		if got := r.App.CanPark(); got != want {
			t.Errorf("can park %s: %v", when, got)
		}
	}
	canPark(r, true, "in the lobby")
	r.Press("enter")
	canPark(r, false, "with a deal that nothing has stored")
	words := over(t, g, "R1")
	play(r, words[0])
	canPark(r, true, "with the move stored")
	store.Unavailable = errors.New("the disk is full")
	play(r, words[1])
	canPark(r, false, "with a move that could not be stored")
	store.Unavailable = nil
	r.Tick()
	play(r, words[2:]...)
	rest(r)
	r.Sees("Game over:")
	canPark(r, false, "with a round that is over and can be taken back")
	r.Press("g", "y")
	canPark(r, true, "with the round in the history")

	r.Press("n")
	words = line(t, g, "R2", 2)
	play(r, words[0])
	other := tuitest.New(t, store, games)
	other.Press("enter")
	other.Press("g", "y")
	r.Hears()
	r.Sees("This game has ended in your other window")
	canPark(r, true, "with a table whose game has ended elsewhere")
	if !r.App.Saved() {
		t.Error("it waits for a game that has ended elsewhere")
	}
}

// A game in the history does not count as being played.
func TestPlaying(t *testing.T) {
	var slots []string
	games := catalog.All()
	id := games[hop45].Info().ID
	r := tuitest.Sit(t, tui.New(&tui.Env{
		Ports: session.Ports{
			Games: engine.Library{House: games}, Store: &tuitest.Store{}, Now: time.Now, Deal: func() engine.Code { return "R1" },
			Playing: func(game string) { slots = append(slots, game) },
		},
		At:   id,
		Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil },
	}))
	play(r, line(t, games[hop45], "R1", 1)...)
	r.Press("g", "y")
	if want := []string{"", id, ""}; !slices.Equal(slots, want) {
		t.Errorf("told %q, want %q", slots, want)
	}
}
