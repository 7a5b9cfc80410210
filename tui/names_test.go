package tui_test

import (
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// TestWhoHasNoNickHasOneName checks that a player without a nick has the same name on all
// screens. The login name is proposed as a nick and shows nowhere else.
func TestWhoHasNoNickHasOneName(t *testing.T) {
	accounts := &tuitest.Accounts{Player: arcade.Account{Known: true}, Boards: map[arcade.Leaderboard][]arcade.Standing{
		{Game: catalog.All()[hop45].Info().ID, Class: "counted", Kind: arcade.AllTime}: {
			{Rank: 1, Nick: ""}, {Rank: 2, Nick: "bob"}, {Rank: 3, Nick: "", Mine: true},
		},
	}}
	spectators := &tuitest.Spectators{Live: []arcade.LiveTable{
		{Number: 1, Player: arcade.Nameless, Game: "hopscotch"}, {Number: 2, Player: "bob", Game: "hopscotch"}, {Number: 3, Player: arcade.Nameless, Game: "hopscotch"},
	}}
	r := tuitest.New(t, &tuitest.Store{Accounts: accounts, Spectators: spectators}, catalog.All())
	r.Sees("Somebody")
	unseen(t, r, "guest")
	r.Press("B")
	r.Sees("1  Somebody 1 ", "2  bob", "3  Somebody 2 (you)")
	r.Press("q", "w")
	r.Sees("Somebody 1 ", "bob", "Somebody 2 ")
	r.Press("end", "enter")
	r.Sees("Somebody 2 plays Hopscotch")
	r.Press("q", "q", "K")
	r.Sees("Your account", "Somebody")
	r.Press("enter")
	r.Sees("Nick: login-name")
	r.Type("zoe")
	r.Sees("Nick: zoe")
	r.Press("esc", "enter", "backspace", "enter")
	r.Sees("You are login-nam now.")
	if accounts.Player.Nick != "login-nam" {
		t.Errorf("the nick is %q", accounts.Player.Nick)
	}
	r.Press("enter")
	unseen(t, r, "Nick: login-nam")
}
