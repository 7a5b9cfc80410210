package tui_test

import (
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// amongOthers returns the store of a player who is not alone.
func amongOthers(*testing.T) *tuitest.Store {
	games := catalog.All()
	live := func(number int, player string, game, moves, points, watchers int, idle time.Duration) arcade.LiveTable {
		info := games[game].Info()
		return arcade.LiveTable{
			Number: number, Player: player, Game: info.ID, Moves: moves, Score: engine.Score{Points: points, Max: info.Max},
			Watchers: watchers, Idle: idle,
		}
	}
	own := live(9, "me", 1, 3, 1, 1, 4*time.Minute)
	own.Own = true
	return &tuitest.Store{Spectators: &tuitest.Spectators{Live: []arcade.LiveTable{
		live(3, "a-nick-of-20-letters", 1, 117, 33, 120, 0), live(5, "ann", hop45, 7, 4, 0, 12*time.Second),
		live(8, "(guest)", 6, 0, 0, 0, 29*time.Minute), own,
	}}}
}

// atTablesScreen returns a robot at the list of tables.
func atTablesScreen(t *testing.T) *tuitest.Robot {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Press("w")
	return r
}

// alone returns the store of a player who is alone.
func alone(*testing.T) *tuitest.Store { return &tuitest.Store{Spectators: &tuitest.Spectators{}} }

// watch watches ann's table in Hop 45, where she has played a number of moves.
func watch(t *testing.T, r *tuitest.Robot, moves int) {
	t.Helper()
	r.Press("w", "down", "enter")
	r.Show(scenes(t, hop45, moves)[moves])
}

// The list is read again and again, and the chosen table stays chosen.
func TestTheListOfTablesFollows(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	spectators := r.Store.Spectators
	all := spectators.Live
	r.Press("w", "down", "down")
	r.Sees("> (guest)", "4 tables", "you, elsewhere")
	spectators.Live = all[1:]
	r.Tick()
	r.Sees("> (guest)", "3 tables")
	spectators.Live = all[3:]
	r.Tick()
	r.Sees("> you, elsewhere", "1 table")
	spectators.Live = nil
	r.Tick()
	r.Sees("There is no table")
	r.Press("enter", "down", "end")
	spectators.Live = all
	r.Tick()
	r.Sees("> a-nick-of-20-letters")
	spectators.Live = nil
	r.Press("?", "esc")
	r.Sees("> a-nick-of-20-letters") // a page above the list does not make it read again
	spectators.Live = all
	r.Press("?")
	for range 3 {
		r.Tick()
	}
	if len(r.Ticks) > 0 {
		t.Error("it reads while a page covers it")
	}
	r.Press("esc", "q", "w")
	if len(r.Ticks) != 2 {
		t.Errorf("%d reads are scheduled, want one for the list that was left and one for the new list", len(r.Ticks))
	}
	r.Tick()
	if len(r.Ticks) != 1 {
		t.Errorf("then %d", len(r.Ticks))
	}
}

var tablesPresses = []press{
	{key: "up", before: "down down", row: 3},
	{key: "down", row: 3},
	{key: "j", row: 3},
	{key: "k", before: "down down", row: 3},
	{key: "Home", before: "down down", row: 2},
	{key: "End", row: 5},
	{key: "PgDn", row: 5},
	{key: "PgUp", before: "end", row: 2},
	{key: "Enter", sees: "a-nick-of-20-letters plays Boardwalk Hopscotch"},
	{key: "space", sees: "a-nick-of-20-letters plays Boardwalk Hopscotch"},
	{key: "mouse", mouse: twice("ann"), sees: "ann plays Hop 45"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}
