package tui_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// banner shows while the store fails.
const banner = "Not saved yet. Play on: it is tried again every few seconds."

func TestEveryMoveIsSavedAndTheGameContinues(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	if r.Sees("a fresh deal"); store.Saves != 0 {
		t.Errorf("%d saves before the first move", store.Saves)
	}
	words := line(t, catalog.All()[hop45], "R1", 3)
	for i, w := range words {
		play(r, w)
		if got := store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != i+1 || got.Chosen {
			t.Fatalf("after %d moves the store has %+v", i+1, got)
		}
	}
	r.Press("u", "y")
	r.Clock += 61_000
	// The connection drops: the app is closed, and a new session begins.
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	again := tuitest.New(t, store, catalog.All())
	again.Sees("open at move 2")
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

//abuse:case 21
func TestAStoreThatFailsIsTold(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Store.Unavailable = errors.New("the disk is full")
	play(r, "a1a4")
	r.Sees("Not saved: the disk is full", "moves 1*")
	r.Store.Unavailable = nil
	play(r, line2(t, "ABC", "a1a4"))
	r.Sees("moves 2 ")
	if got := len(r.Store.Open["boardwalk/hop-45"].Record.Moves); got != 2 {
		t.Errorf("the store has %d moves, want 2", got)
	}
}

// line2 returns a second move of a Hop 45 deal after a first.
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
	r.Store.Unavailable = errors.New("the disk is full")
	play(r, "a1a4")
	r.Press("q")
	r.Sees("Not saved: the disk is full. q again leaves without saving.")
	r.Press("q")
	r.Sees("Boardwalk Arcade")
}

// A full disk does not keep anyone from playing a new deal, and no key is needed once it has
// room again.
//
//abuse:case 21
func TestDiskFullPlayGoesOnUnderABanner(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Store.Unavailable = errors.New("the disk is full")
	for _, w := range line(t, catalog.All()[hop45], "ABC", 3) {
		play(r, w)
		r.Sees("Not saved: the disk is full.")
	}
	r.Sees("moves 3*")
	r.Press("left")
	r.Sees(banner)
	asked := 0
	r.Store.Asked = func() { asked++ }
	r.Tick()
	if asked != 1 {
		t.Errorf("two saves that failed are tried again %d times at once", asked)
	}
}

// A card that turns up while the store is unavailable does not show, so nobody hangs up and comes
// back to the position before it with the card known.
//
//abuse:case 21 58
func TestACardWaitsForTheStore(t *testing.T) {
	const waits = "Not saved yet: the next card turns up once it is. q leaves."
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, takeoverSetup...)
	r.Store.Unavailable = errors.New("the disk is full")
	stands := fmt.Sprintf("moves %d*", len(takeoverSetup))
	waiting := func(want ...string) {
		t.Helper()
		if r.Sees(append(want, stands)...); strings.Contains(r.Screen(), takeoverCard) {
			t.Errorf("the card shows:\n%s", r.Screen())
		}
	}
	play(r, takeoverTurns)
	waiting("Not saved: the disk is full.")
	r.Press("left")
	waiting(waits)
	r.Tick()
	waiting(waits)
	r.Press("u")
	waiting(waits)
	r.Store.Unavailable = nil
	r.Tick()
	r.Sees(takeoverCard, fmt.Sprintf("moves %d ", len(takeoverSetup)+1), "Saved: nothing is lost.")
	unseen(t, r, waits)
	r.Press("q")
	r.Sees("Boardwalk Arcade")
}

// A player who waits for the store can leave, and comes back to the position that is stored.
//
//abuse:case 21
func TestLeavingWhileACardWaits(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, takeoverSetup...)
	r.Store.Unavailable = errors.New("the disk is full")
	play(r, takeoverTurns)
	r.Press("q")
	r.Sees("q again leaves without saving.")
	r.Store.Unavailable = nil
	r.Press("q")
	r.Sees("Boardwalk Arcade", fmt.Sprintf("open at move %d", len(takeoverSetup)))
}

//abuse:case 21
func TestDiskFullIsOverByItself(t *testing.T) {
	t.Run("while playing", func(t *testing.T) {
		r := deal(t, hop45, "ABC")
		r.Store.Unavailable = errors.New("the disk is full")
		play(r, "a1a4")
		for range 3 {
			r.Tick()
			r.Sees("Not saved: the disk is full.", "moves 1*")
		}
		r.Press("left")
		for range 3 { // further failures do not take the line again
			r.Tick()
			r.Sees(banner, "moves 1*")
		}
		r.Store.Unavailable = nil
		r.Tick()
		r.Sees("moves 1 ")
		if strings.Contains(r.Screen(), banner) || len(r.Store.Open["boardwalk/hop-45"].Record.Moves) != 1 {
			t.Errorf("the store has %+v, and the screen is\n%s", r.Store.Open, r.Screen())
		}
	})
	t.Run("while the player only watches", func(t *testing.T) {
		r := deal(t, hop45, "ABC")
		r.Store.Unavailable = errors.New("the disk is full")
		play(r, "a1a4")
		r.Store.Unavailable = nil
		r.Tick()
		r.Sees("moves 1 ", "Saved: nothing is lost.")
	})
	t.Run("at the end of a game", func(t *testing.T) {
		r := deal(t, hop45, "ABC")
		play(r, "a1a4")
		r.Store.Unavailable = errors.New("the disk is full")
		r.Press("g", "y")
		r.Sees("Not saved: the disk is full.")
		r.Tick()
		r.Store.Unavailable = nil
		r.Tick()
		if len(r.Store.Results) != 1 || len(r.Store.Open) != 0 {
			t.Errorf("the store has %+v and %+v", r.Store.Results, r.Store.Open)
		}
	})
	t.Run("after the player was leaving, who stays and leaves later", func(t *testing.T) {
		r := deal(t, hop45, "ABC")
		r.Store.Unavailable = errors.New("the disk is full")
		play(r, "a1a4")
		r.Press("q")
		r.Store.Unavailable = nil
		r.Tick()
		r.Sees("moves 1 ", "Saved: nothing is lost.")
		if got := r.Store.Open["boardwalk/hop-45"]; got.Run == "" {
			t.Error("the clock is stored as stopped, and the player is still here")
		}
		r.Press("q")
		if got := r.Store.Open["boardwalk/hop-45"]; got.Run != "" {
			t.Error("the clock is stored as running, and the player has left")
		}
	})
	t.Run("while the player was leaving", func(t *testing.T) {
		r := deal(t, hop45, "ABC")
		r.Store.Unavailable = errors.New("the disk is full")
		play(r, "a1a4")
		r.Press("q")
		r.Tick()
		r.Sees("q again leaves without saving.")
		r.Press("q")
		r.Sees("Boardwalk Arcade")
	})
}

// TestSlowDiskKeepsNoKeyWaiting slows the store with a held command, not by time: every
// key is drawn before the save ends, and all changes in the meantime make one further
// save.
func TestSlowDiskKeepsNoKeyWaiting(t *testing.T) {
	r := deal(t, hop45, "ABC")
	words := line(t, catalog.All()[hop45], "ABC", 4)
	r.HoldCommands()
	for i, w := range words {
		play(r, w)
		r.Sees(fmt.Sprintf("moves %d*", i+1))
	}
	if r.Store.Saves != 0 {
		t.Errorf("%d saves came through", r.Store.Saves)
	}
	r.ReleaseCommands()
	r.Sees("moves 4 ")
	if got := len(r.Store.Open["boardwalk/hop-45"].Record.Moves); got != 4 || r.Store.Saves != 2 {
		t.Errorf("the store has %d moves after %d saves, want 4 after 2", got, r.Store.Saves)
	}
}
