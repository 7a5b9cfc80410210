package tui_test

import (
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// Players who could have a nick and have none read what others call them where others see
// them. The key that chooses one comes back.
func TestANickIsOfferedWhereOthersSeeThePlayer(t *testing.T) {
	const offer = "Others see you as Somebody. N chooses a nick."
	company := func(t *testing.T) *tuitest.Store {
		store := inCompany(t)
		store.Accounts = new(tuitest.Accounts)
		return store
	}
	for name, c := range map[string]struct {
		store func(*testing.T) *tuitest.Store
		keys  []string
		at    string
	}{
		"in the room of a race": {atRaces(aRace()), []string{"r", "home", "down", "down", "down", "enter"}, "Race K7Q2M9"},
		"in a challenge":        {someChallenges, []string{"C", "enter"}, "Challenge K7Q2M9XA"},
		"among people":          {company, []string{"p", "home"}, "6 here"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, account := range []arcade.Account{{}, {Known: true, Guest: true}, {Known: true, Nick: "me"}} {
				store := c.store(t)
				store.Accounts.Player = account
				r := tuitest.New(t, store, catalog.All())
				r.Press(c.keys...)
				r.Sees(c.at)
				unseen(t, r, offer, "N nick")
			}
			store := c.store(t)
			store.Accounts.Player = arcade.Account{Known: true}
			r := tuitest.New(t, store, catalog.All())
			r.Press(c.keys...)
			r.Sees(c.at, offer, "N nick")
			r.Press("N", "esc")
			r.Sees(c.at, offer)
			r.Press("N")
			r.Type("zoe")
			r.Press("enter")
			r.Sees(c.at, "You are zoe now.")
			unseen(t, r, offer)
		})
	}
}

// A nick that the player chose in another session reaches the lobby, also that of a newcomer, who had no account.
func TestANewNickReachesTheOtherSessions(t *testing.T) {
	for _, known := range []bool{true, false} {
		store := inCompany(t)
		store.Accounts = &tuitest.Accounts{Player: arcade.Account{Known: known}}
		r := tuitest.New(t, store, catalog.All())
		r.Sees("Somebody")
		store.Accounts.Player.Known, store.Accounts.Player.Nick = true, "zoe"
		r.News()
		r.Sees("zoe")
		unseen(t, r, "Somebody")
	}
}

// The name that is offered says that typing replaces it. A key that moves or deletes takes it up.
func TestAnOfferedNickIsReplacedOrEdited(t *testing.T) {
	for key, want := range map[string]string{"x": "Nick: x", "backspace": "Nick: login-nam", "left": "Nick: login-name"} {
		r, _ := beginner(t)
		r.Press("N")
		r.Sees("Nick: login-name")
		said(t, r, "Typing replaces it, Enter keeps it.")
		r.Press(key)
		r.Sees(want)
		unseen(t, r, "Typing replaces it")
	}
}

// A nick that is refused stays where it was typed.
func TestARefusedNickDoesNotLeadBack(t *testing.T) {
	store := inCompany(t)
	store.Accounts = &tuitest.Accounts{Player: arcade.Account{Known: true}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("p", "N")
	store.Accounts.Err = arcade.ErrSealed
	r.Type("zoe")
	r.Press("enter")
	r.Sees("Your account", "Nick: zoe")
}

// A guest reads that there is no nick without a key, before and instead of being asked for one.
func TestAGuestIsNotAskedForANick(t *testing.T) {
	for _, account := range []arcade.Account{{Guest: true}, {Known: true, Guest: true}} {
		store := ann(t)
		store.Accounts.Player = account
		r := tuitest.New(t, store, catalog.All())
		r.Press("K")
		r.Sees("needs a key")
		unseen(t, r, "N chooses a nick")
		r.Press("enter")
		r.Sees("A guest has no nick")
		unseen(t, r, "Nick:")
		r.Press("q", "N")
		r.Sees("A guest has no nick")
		unseen(t, r, "Nick:")
	}
}
