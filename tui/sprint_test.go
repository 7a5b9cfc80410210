package tui_test

import (
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// sprintPlan is when an arcade holds sprints whose clock is at 22:13:20: there is one from 22:00 on.
var sprintPlan = arcade.SprintPlan{Every: time.Hour, Games: []string{"boardwalk/hop-45", "boardwalk/lucky-seven"}}

// inSprint returns the store of a player who has finished two deals of a sprint that goes on, which others
// and the arcade's players play, too.
func inSprint(*testing.T) *tuitest.Store {
	store := &tuitest.Store{Events: &tuitest.Events{Plan: sprintPlan, Sprint: []arcade.SprintRow{
		{Place: 1, Nick: "bob", Won: 3, Points: 151, Deals: 5}, {Place: 1, Nick: "arthur-of-the-avenue", Won: 1, Points: 50, Deals: 3},
		{Nick: "arcade-5", Level: 5, Won: 1, Points: 64, Deals: 2}, {Nick: "arcade-1", Level: 1, Points: 33, Deals: 2},
		{Place: 1, Nick: "carol", Points: 30, Deals: 2},
	}}}
	now := sprintNow()
	for n, won := range []bool{true, false} {
		addResult(store, arcade.Result{
			Record: engine.Record{Game: now.Game, Version: 1, Code: tuitest.SprintCode(n + 1)}, Event: now.Event(n + 1),
			Score: engine.Score{Points: 20 + n, Max: 52, Won: won}, Class: arcade.Counted,
		})
	}
	return store
}

func sprintNow() arcade.Sprint {
	at, _ := time.Parse(time.DateTime, aDay+" 22:13:20")
	return sprintPlan.At(at).Now
}

func TestASprint(t *testing.T) {
	store := inSprint(t)
	r := tuitest.New(t, store, catalog.All())
	r.Sees("A sprint of Hop 45 goes on: s goes there.")
	r.Press("s")
	r.Sees("This hour: Hop 45, 47 minutes left. Your next is deal 3.", "Next: Lucky Seven, in 47 minutes", "Last: Lucky Seven", "3  ann (you)",
		"A deal that is not finished when the hour is over does not count.")
	r.Press("enter")
	r.Sees("sprint deal 3  47 min left")
	r.Resize(60, 20)
	r.Sees("0:00  sprint deal 3") // the time makes room first
	unseen(t, r, "min left")
	r.Resize(80, 24)
	r.Press("x")
	r.Sees("There are no hints in a race or a sprint")
	r.Press("g", "y")
	r.Sees("It counts for sprint 22:00 deal 3.", "Place 3 of 4 in this sprint.", "Others can still play this deal, so it stays secret.")
	r.Press("q")
	r.Sees("Your next is deal 4.")
	r.Press("enter", "q")
	r.Sees("You have begun deal 4.")
	r.Press("down", "enter")
	r.Sees("This sprint does not go on now.")
	r.Press("up")
	r.Clock += 47 * 60_000
	r.Press("enter", "enter") // the open deal can be looked at, but no new one begins
}

// Whoever has begun a deal of a sprint is led back to it first, in one key, before a daily and a game of the player's own.
func TestADealOfASprintGoesOn(t *testing.T) {
	store := inSprint(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("q", "D", "enter", "y", "q", "q", "s", "enter", "q", "q")
	r.Sees("Deal 3 of the sprint of Hop 45 is open: c goes there.", "is open at the start: D goes there.")
	again := tuitest.New(t, store, catalog.All())
	again.Resize(40, 12)
	again.Sees("Your sprint deal waits: c. More: o.")
	again.Press("o", "c")
	again.Resize(80, 24)
	again.Sees("sprint deal 3")
	again.Press("q", "q", "c")
	again.Sees("sprint deal 3")
	again.Press("g", "y", "q", "c")
	again.Sees("daily " + aDay)
}

// Only before the first deal of a sprint is it asked whether it is to begin.
func TestTheFirstDealOfASprintIsAskedFor(t *testing.T) {
	store := inSprint(t)
	store.Results = nil
	r := tuitest.New(t, store, catalog.All())
	unseen(t, r, "A sprint of") // as the first game is still to come
	r.Press("s", "enter")
	said(t, r, "Begin the first deal of this sprint? You play it once, and its clock runs until it ends.")
	r.Press("y")
	r.Sees("sprint deal 1")
	r.Press("q", "enter")
	r.Sees("sprint deal 1")
}

// Once all deals of a sprint are played, the last row does not offer to play another.
func TestASprintWithoutDealsLeft(t *testing.T) {
	store, now := inSprint(t), sprintNow()
	for n := 3; n <= arcade.SprintMost; n++ {
		addResult(store, arcade.Result{Record: engine.Record{Game: now.Game, Version: 1, Code: tuitest.SprintCode(n)}, Event: now.Event(n), Class: arcade.Counted})
	}
	r := tuitest.New(t, store, catalog.All())
	r.Press("s")
	r.Sees("You have played all its deals.")
	unseen(t, r, "Enter play")
	r.Press("enter")
	r.Sees("You have played all its deals.")
}

func TestNoSprints(t *testing.T) {
	r := tuitest.New(t, withDailies(t), catalog.All())
	r.Press("s")
	r.Sees("This arcade holds no sprints.")
	r.Press("o")
	if strings.Contains(r.Screen(), "Sprint") {
		t.Error("others can be met in a sprint")
	}
}
