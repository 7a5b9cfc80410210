package tui_test

import (
	"fmt"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// raced returns a store with one game of 10 moves in 100 seconds: a move every ten.
func raced(t *testing.T) *tuitest.Store {
	store := &tuitest.Store{}
	record := recordOf(t, hop45, 10)
	states, err := record.Replay(catalog.All()[hop45])
	if err != nil {
		t.Fatal(err)
	}
	addResult(store, arcade.Result{Record: record, Score: engine.Final(states[10]), Class: arcade.Counted, Millis: 100_000, Span: 100_000})
	return store
}

// ghostly returns what leads to the table at which the game of raced is raced, n of whose own moves
// are played there in 45 seconds.
func ghostly(n int) func(*testing.T, *tuitest.Robot) {
	return func(t *testing.T, r *tuitest.Robot) {
		r.Press("H", "enter", "right", "right", "g")
		for _, m := range recordOf(t, hop45, 10).Moves[:n] {
			play(r, m.String())
		}
		r.Clock += 45_000
		r.Press("esc")
	}
}

// pointsOf returns the points of the game of raced after n moves.
func pointsOf(t *testing.T, n int) int {
	states, err := recordOf(t, hop45, 10).Replay(catalog.All()[hop45])
	if err != nil {
		t.Fatal(err)
	}
	return states[n].Score().Points
}

func TestAGhostStandsBelowTheBoard(t *testing.T) {
	r := tuitest.New(t, raced(t), catalog.All())
	ghostly(2)(t, r)
	r.Sees("practice R1", "moves 2 ", fmt.Sprintf("Ghost: %s, 4 moves.", engine.Plural(pointsOf(t, 4), "point")))
	unseen(t, r, recordOf(t, hop45, 10).Moves[4].String())
	r.Clock += 5_000
	r.Press("esc")
	r.Sees(fmt.Sprintf("Ghost: %s, 5 moves.", engine.Plural(pointsOf(t, 5), "point")))
	r.Press("u") // a sentence takes the row, and the ghost stands above it
	r.Press("t")
	r.Sees(fmt.Sprintf("Ghost: %s, 5 moves.", engine.Plural(pointsOf(t, 5), "point")))
	r.Clock += time.Hour.Milliseconds()
	r.Press("esc")
	r.Sees(fmt.Sprintf("Ghost done: %s, 10 moves.", engine.Plural(pointsOf(t, 10), "point")))
	r.Press("?")
	r.Sees("what the game that you race had")
}

func TestTheEndSaysHowTheGhostDid(t *testing.T) {
	r := tuitest.New(t, raced(t), catalog.All())
	ghostly(5)(t, r)
	r.Press("g", "y")
	said(t, r, fmt.Sprintf("You %s in 0:45, the ghost %d in 1:40.", engine.Plural(pointsOf(t, 5), "point"), pointsOf(t, 10)))
	if got := r.Store.Results; len(got) != 2 || got[1].Class != arcade.Practice || got[1].Record.Code != "R1" {
		t.Errorf("the history has %+v", got)
	}
	r.Resize(40, 12)
	said(t, r, fmt.Sprintf("You %s in 0:45, the ghost %d in 1:40.", engine.Plural(pointsOf(t, 5), "point"), pointsOf(t, 10)))
	r.Resize(80, 24)
	r.Press("r") // again
	r.Sees("moves 0 ", "Ghost: 0 points, 0 moves.")
	r.Press("n", "y")
	r.Sees("moves 0 ")
	unseen(t, r, "practice", "Ghost")
}

// A round that is left goes on without its ghost.
func TestAGhostGoesWithItsTable(t *testing.T) {
	r := tuitest.New(t, raced(t), catalog.All())
	ghostly(2)(t, r)
	r.Press("q", "q", "q", "home", "enter")
	r.Sees("practice R1", "moves 2 ")
	unseen(t, r, "Ghost")
	r.Press("g", "y")
	unseen(t, r, "ghost")
}

// The game at the table is raced there.
func TestTheGameJustFinishedIsRaced(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	r.Clock += 60_000
	r.Press("g", "y", "w", "g")
	r.Sees("moves 0 ", "practice R1", "Ghost: 0 points, 0 moves.")
	r.Press("q")
	r.Sees("1 game played")
}

func TestWhatCannotBeRaced(t *testing.T) {
	t.Run("an open game", func(t *testing.T) {
		store := raced(t)
		if _, err := store.Save(arcade.Saved{Record: recordOf(t, hop45, 3)}, 0); err != nil {
			t.Fatal(err)
		}
		r := tuitest.New(t, store, catalog.All())
		r.Press("H", "enter", "g")
		r.Sees("Your own game of Hop 45 is open")
		r.Press("y", "g", "y", "q", "g")
		r.Sees("moves 0 ", "practice")
	})
	t.Run("a secret deal", func(t *testing.T) {
		r := tuitest.New(t, withDailies(t), catalog.All())
		r.Press("D", "enter", "y")
		play(r, line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 3)...)
		r.Clock += 60_000
		r.Press("g", "y", "w", "g")
		said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
	})
	t.Run("the arcade's line", func(t *testing.T) {
		r := atReplay(t, recordOf(t, luckySeven, 5))
		r.Press("s")
		r.Sees("the arcade's line")
		r.Press("?")
		unseen(t, r, "race it")
	})
}
