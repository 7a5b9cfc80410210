package tui_test

import (
	"slices"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

func TestNames(t *testing.T) {
	for _, c := range []struct{ nicks, want []string }{
		{nil, nil},
		{[]string{"ann", ""}, []string{"ann", "Somebody"}},
		{[]string{"", "ann", "Somebody", ""}, []string{"Somebody 1", "ann", "Somebody 2", "Somebody 3"}},
	} {
		if got := tui.Names(c.nicks); !slices.Equal(got, c.want) {
			t.Errorf("the names of %q are %q, want %q", c.nicks, got, c.want)
		}
	}
}

// TestWhoHasNoNickHasOneName checks that a player without a nick has the same name on all
// screens. The login name is proposed as a nick and shows nowhere else.
func TestWhoHasNoNickHasOneName(t *testing.T) {
	accounts := &tuitest.Accounts{Player: tui.Profile{Known: true}, Boards: map[tui.Leaderboard][]tui.Standing{
		{Game: catalog.All()[hop45].Info().ID, Class: "counted", Kind: tui.AllTime}: {
			{Rank: 1, Nick: ""}, {Rank: 2, Nick: "bob"}, {Rank: 3, Nick: "", Mine: true},
		},
	}}
	company := &tuitest.Company{Live: []tui.LiveTable{
		{Number: 1, Player: tui.Nameless, Game: "hopscotch"}, {Number: 2, Player: "bob", Game: "hopscotch"}, {Number: 3, Player: tui.Nameless, Game: "hopscotch"},
	}}
	r := tuitest.New(t, &tuitest.Store{Accounts: accounts, Company: company}, catalog.All())
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
	r.Sees("Nick:   Enter takes login-name")
	r.Press("a", "backspace", "enter")
	r.Sees("You are login-name now.")
	if accounts.Player.Nick != "login-name" {
		t.Errorf("the nick is %q", accounts.Player.Nick)
	}
	r.Press("enter")
	unseen(t, r, "Enter takes")
}
