package tui_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// dayBefore is the day before aDay, whose daily is over.
const dayBefore = "2023-11-13"

// explored returns the store of a player in an arcade where 40 others have played the daily of Hop 45 on the
// day before aDay.
func explored(t *testing.T) *tuitest.Store {
	store := someDailies(t)
	g := catalog.All()[hop45]
	store.Events.Tracks = tuitest.Tracks(g, tuitest.DailyCode(g.Info().ID, dayBefore), 40)
	return store
}

// atExplorer explores that daily in a large window.
func atExplorer(t *testing.T) *tuitest.Robot {
	r := tuitest.New(t, explored(t), catalog.All())
	r.Resize(100, 40)
	r.Press("D", "left", "e")
	return r
}

func TestExploring(t *testing.T) {
	r := atExplorer(t)
	r.Sees("Hop 45, explored", "move 0  points 0/27  daily 2023-11-13", "> a1a4      12   4.2    0",
		"1/3 a1a4: 12 of 26 players, 4.2 points on average, 0 won. 4", "Games of private players are left out.")
	r.Press("down", "enter")
	r.Sees("move 1  points 1/27", "of 10 players")
	r.Press("left")
	r.Sees("> a1b4      10   5.0    0")
	r.Press("left")
	r.Sees("move 0", "This is the deal.")
	r.Click("2♦───2") // in the row of a way, but not in the list
	r.Sees("move 0", "> a1b4")
	for range 99 {
		r.Press("right")
	}
	r.Sees("> end", "No game went on from here.")
	r.Resize(40, 12)
	r.Press("left")
	r.Sees("players, ")
	r.Press("q")
	r.Sees("2023-11-13")
}

// A narrow window has the numbers and no card is covered.
func TestExploringInASmallWindow(t *testing.T) {
	r := tuitest.New(t, explored(t), catalog.All())
	r.Resize(40, 12)
	r.Press("D", "left", "e")
	r.Sees("1/3 a1a4: 12 of 26 players, 4.2", "right go")
	if len(boardOn(r)) == 0 {
		t.Errorf("no board shows:\n%s", r.Screen())
	}
}

// An analysis of the player's own round has a value for the move that was played and for a better one.
func TestExploringWhereOneHasPlayed(t *testing.T) {
	store := explored(t)
	g := catalog.All()[hop45]
	code := tuitest.DailyCode(g.Info().ID, dayBefore)
	moves := g.Deal(code).Moves()
	addResult(store, arcade.Result{
		Record: engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: code, Moves: moves[1:2]},
		Event:  arcade.DailyEvent(dayBefore), Class: arcade.Counted, Ended: dayAt(t, dayBefore, 20),
	})
	store.Events.Found = &analysis.Fair{Moves: []analysis.Judged{{Played: moves[1], Chance: 0.25, Best: moves[0], Loss: 0.5}}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "left", "e")
	r.Sees("; the arcade's player", "then wins 75 of 100. ")
	unseen(t, r, "yours")
	r.Press("down")
	r.Sees("; the arcade's player", "then wins 25 of 100; yours, too. ")
}

// A daily that goes on is not explored, and neither is one that the player may not see.
//
//abuse:case 18
func TestOnlyPastDailiesAreExplored(t *testing.T) {
	store := explored(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "e")
	said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
	if strings.Contains(r.Screen(), "e explore  ") {
		t.Errorf("it is offered:\n%s", r.Screen())
	}
	r.Press("left", "down")
	store.Events.Err = errors.New("you have begun this one")
	r.Press("e")
	r.Sees("You have begun this one.", "Daily")
	store.Events.Err = nil
	r.Press("e")
	r.Sees("Boardwalk Hopscotch, explored", "Nobody's game came here.")
	r.Press("right")
	r.Sees("No game went on from here.")
}
