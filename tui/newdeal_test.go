package tui_test

import (
	"errors"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/tui/tuitest"
)

// withDeals returns a robot at the lobby of an arcade that offers deals of each kind.
func withDeals(t *testing.T) (*tuitest.Robot, *tuitest.Deals) {
	deals := &tuitest.Deals{}
	r := tuitest.New(t, &tuitest.Store{Deals: deals}, catalog.All())
	return r, deals
}

// dealsOfKinds returns the store of a player in an arcade that offers deals of each kind.
func dealsOfKinds(*testing.T) *tuitest.Store { return &tuitest.Store{Deals: &tuitest.Deals{}} }

func TestADealOfAKind(t *testing.T) {
	r, _ := withDeals(t)
	g := catalog.All()[hop45]
	r.Press("n")
	r.Sees("New deal", "Hop 45", "fresh", "The new game counts: for your bests, the boards and your streak.", "winnable", "gentle", "fair", "stern", "cruel")
	r.Press("down", "down")
	r.Sees("A graded game counts as assisted: for no bests and no streak.")
	r.Press("s")
	r.Sees("stern deal", "graded", "moves 0")
	unseen(t, r, "STERN1", "New deal")
	play(r, line(t, g, "STERN1", 2)...)
	stern := grade.Mark{Kind: grade.Stern, Version: 1}
	saved, _, err := r.Store.Saved(g.Info().ID)
	if err != nil || saved.Grade != stern || saved.Chosen || saved.Record.Code != "STERN1" {
		t.Errorf("saved is %+v, %v", saved, err)
	}
	r.Press("q", "n")
	r.Sees("is open: finish it first, with g. Go there? (y/n)") // as another deal by d does
	r.Press("y", "n")
	r.Sees("New deal", "A new deal ends your open game (", "> fresh")
	unseen(t, r, "It counts as a loss")
	r.Press("esc")
	r.Sees("stern deal", "graded", "moves 2")
	r.Press("g", "y")
	r.Sees("Graded: you chose how hard the deal is", "STERN1")
	got := lastOf(t, r.Store)
	if got.Class != arcade.Assisted || got.Grade != stern {
		t.Errorf("the result is %s, %s", got.Class, got.Grade)
	}
	if got.StreakEffect() != 0 {
		t.Error("its loss ends a streak")
	}
}

// Whoever wants a fresh deal needs n and n, n and y, or n and Enter.
func TestAFreshDealIsTwoKeysAway(t *testing.T) {
	for _, second := range []string{"enter", "n", "y"} {
		r, deals := withDeals(t)
		g := catalog.All()[hop45]
		r.Press("enter")
		play(r, line(t, g, "R1", 2)...)
		r.Press("n")
		r.Sees("A new deal ends your open game (", " It counts as a loss.")
		r.Press("esc")
		r.Sees("moves 2")
		r.Press("n", second)
		r.Sees("moves 0", "a fresh deal")
		unseen(t, r, "assisted", "New deal")
		if got := lastOf(t, r.Store); got.Record.Code != "R1" || got.Class != arcade.Counted {
			t.Errorf("given up is %+v", got)
		}
		if deals.Asked != 0 {
			t.Error("a deal of a kind was asked for")
		}
		play(r, line(t, g, "R2", 1)...)
		if saved, _, _ := r.Store.Saved(g.Info().ID); saved.Grade != (grade.Mark{}) || saved.Class() != arcade.Counted {
			t.Errorf("saved is %+v", saved)
		}
	}
}

func TestTheOldGameStaysUntilThereIsADeal(t *testing.T) {
	r, deals := withDeals(t)
	deals.Comes = make(chan struct{}, 1)
	g := catalog.All()[hop45]
	r.Press("enter")
	play(r, line(t, g, "R1", 2)...)
	r.HoldCommands()
	r.Press("n", "c")
	r.Sees("Looking for a cruel deal: 0 looked at. Esc stops.", "> cruel")
	unseen(t, r, "moves 2")       // nor is anything else of the old game in sight
	r.Press("enter", "s", "down") // nothing happens meanwhile
	r.Sees("| Looking for a cruel deal")
	r.Click("winnable")
	r.Sees("> cruel")
	r.Clock += 250
	deals.Seen = 12
	r.Sees("/ Looking for a cruel deal: 12 looked at.")
	r.Press("esc")
	unseen(t, r, "Looking")
	r.Sees("New deal")
	r.ReleaseCommands()
	r.Sees("New deal")
	r.Press("esc")
	r.Sees("moves 2")
	if len(r.Store.Results) != 0 {
		t.Error("the game was given up for a deal that never came")
	}
	deals.Comes <- struct{}{}
	r.Press("n", "c")
	r.Sees("cruel deal", "moves 0")
	if len(r.Store.Results) != 1 {
		t.Error("the game was not given up")
	}
}

func TestADealThatCannotBeFound(t *testing.T) {
	r, deals := withDeals(t)
	deals.Err = errors.New("no such deal could be found")
	r.Press("n", "w")
	r.Sees("New deal", "No such deal could be found.", "> winnable")
	r.Press("n")
	r.Sees("moves 0")
	r.Press("q")
	deals.None = true
	r.Press("n")
	r.Sees("have no grades: Enter deals one.")
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R2", 2)...)
	r.Press("n")
	r.Sees("Give up this game")
	r.Press("y")
	r.Sees("moves 0")
}

// A window of the least size shows all kinds.
func TestTheKindsFitASmallWindow(t *testing.T) {
	r, _ := withDeals(t)
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 2)...)
	r.Resize(40, 12)
	r.Press("n")
	r.Sees("A new deal ends your open game (", "It counts as a loss.", "fresh", "winnable", "gentle", "fair", "stern", "cruel", "The new one counts.")
	r.Press("down")
	r.Sees("The new one is graded: not for bests.", "cruel")
}

// A deal of a kind took a search: whoever leaves it before a move finds it again, whatever was dealt meanwhile.
func TestADealOfAKindWaits(t *testing.T) {
	r, deals := withDeals(t)
	g := catalog.All()[hop45]
	r.Press("enter")
	play(r, line(t, g, "R1", 2)...)
	r.Press("n", "s")
	r.Sees("stern deal", "graded", "moves 0")
	r.Press("g")
	r.Sees("No move has been played yet: q leaves.")
	r.Press("q")
	r.Sees("stern deal waits")
	r.Press("enter")
	r.Sees("stern deal", "graded", "moves 0")
	r.Press("q", "n", "n")
	r.Sees("a fresh deal", "moves 0")
	r.Press("q")
	r.Sees("stern deal waits")
	r.Press("enter")
	play(r, line(t, g, "STERN1", 1)...)
	r.Sees("stern deal", "moves 1")
	if deals.Asked != 1 || len(r.Store.Results) != 1 {
		t.Errorf("%d deals were asked for, and the history has %+v", deals.Asked, r.Store.Results)
	}
	r.Press("q")
	unseen(t, r, "waits")
	r.Press("enter", "g", "y", "q")
	unseen(t, r, "waits")
	r.Press("enter")
	r.Sees("a fresh deal", "moves 0")
	r.Press("n", "c")
	r.Sees("cruel deal")
	r.Press("n", "g", "q") // another takes its place
	r.Sees("gentle deal waits")
}
