package data

import (
	"errors"
	"testing"
)

func TestCheckNick(t *testing.T) {
	for nick, ok := range map[string]bool{
		"ann": true, "Ann_B-2": true, "12345678901234567890": true, "---": true,
		"": false, "an": false, "123456789012345678901": false, "a b": false, "änn": false, "ann\n": false,
		"root": false, "Admin": false, "192.0.2.1": false, "SHA256:x": false,
	} {
		err := CheckNick(nick)
		if (err == nil) != ok || err != nil && !errors.Is(err, ErrName) {
			t.Errorf("CheckNick(%q) = %v, want it to be one: %v", nick, err, ok)
		}
	}
}

func TestNick(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), player(t, db, fp("bob"))
	holds := func(nick, key string, wantExists, wantHolds bool) {
		t.Helper()
		exists, holds, err := db.Holds(nick, fp(key))
		if err != nil || exists != wantExists || holds != wantHolds {
			t.Errorf("Holds(%s, %s) = %v, %v, %v, want %v, %v", nick, key, exists, holds, err, wantExists, wantHolds)
		}
	}
	nick := func(p *Player) string {
		t.Helper()
		a, err := p.Account()
		must(t, err)
		return a.Nick
	}
	wantErr(t, "SetNick before the first game", ann.SetNick("ann"), ErrNoAccount)
	finish(t, ann, finished(record(hop, "A", 1), 1))
	wantErr(t, "SetNick", ann.SetNick("x"), ErrName)
	must(t, ann.SetNick("Ann"))
	holds("ANN", "ann", true, true)
	holds("ann", "bob", true, false)
	holds("ann", "nobody", true, false)
	holds("bob", "bob", false, false)
	t.Run("nobody gets another's, whatever the case", func(t *testing.T) {
		wantErr(t, "SetNick", bob.SetNick("aNN"), ErrTaken)
		holds("ann", "ann", true, true)
	})
	t.Run("its case may change", func(t *testing.T) {
		must(t, ann.SetNick("ANN"))
		if got := nick(ann); got != "ANN" {
			t.Errorf("the nick is %q", got)
		}
	})
	t.Run("one that was left is free", func(t *testing.T) {
		must(t, ann.SetNick("anna"))
		must(t, bob.SetNick("ann"))
		holds("ann", "bob", true, true)
		if a, b := nick(ann), nick(bob); a != "anna" || b != "ann" {
			t.Errorf("the nicks are %q and %q", a, b)
		}
	})
	t.Run("one that was deleted is free", func(t *testing.T) {
		must(t, bob.Delete(day(0)))
		holds("ann", "bob", false, false)
		must(t, ann.SetNick("ann"))
	})
	sound(t, db)
}
