package data

import (
	"errors"
	"path/filepath"
	"testing"
)

//abuse:case 14
func TestCheckNick(t *testing.T) {
	for nick, ok := range map[string]bool{
		"ann": true, "Ann_B-2": true, "1234567890123456789x": true, "9-lives": true, "Youssef": true, "roots": true, "me_too": true,
		"": false, "an": false, "123456789012345678901": false, "a b": false, "änn": false, "ann\n": false,
		"root": false, "Admin": false, "192.0.2.1": false, "SHA256:x": false,
		"---": false, "_ann": false, "-vvv": false, "12345": false, "3_4": false,
		"Somebody": false, "s0mebody": false, "some_body2": false, "You": false, "you-1": false, "me-2": false, "nobody": false, "N0B0DY": false,
		"racer-1": false, "Racer2": false, "racer_x": false, "guest": false, "gue5t-17": false, "player": false, "p1ayer-1": false,
		"anonymous": false, "everyone": false, "admin": false, "admin2": false, "ADM1N": false, "administrator": false, "loca1": false,
	} {
		err := CheckNick(nick)
		if (err == nil) != ok || err != nil && !errors.Is(err, ErrName) {
			t.Errorf("CheckNick(%q) = %v, want it to be one: %v", nick, err, ok)
		}
	}
}

// The host's words are found in a nick however they are written.
func TestForbiddenNicks(t *testing.T) {
	words := []string{"Spam-Bot", "r1val", "-"}
	for nick, ok := range map[string]bool{
		"ann": true, "spam": true, "bots": true,
		"spambot": false, "SPAM_BOT": false, "xXspamb0tXx": false, "5pam-bot-7": false, "rival": false, "Arriva1s": false,
	} {
		if err := CheckNick(nick, words...); (err == nil) != ok || err != nil && !errors.Is(err, ErrName) {
			t.Errorf("CheckNick(%q) = %v, want it to be one: %v", nick, err, ok)
		}
	}
}

// An existing nick stays valid, in any case, though nobody else could choose it.
func TestANickOfBeforeStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := Open(path)
	must(t, err)
	ann := session(t, db, fp("ann"))
	finish(t, ann, finished(record(hop, "A", 1), 1))
	must(t, ann.SetNick("rival"))
	must(t, db.Close())
	db, err = Open(path, ForbiddenNicks("rival"))
	must(t, err)
	defer func() { must(t, db.Close()) }()
	ann, bob := session(t, db, fp("ann")), player(t, db, fp("bob"))
	must(t, ann.SetNick("Rival"))
	wantErr(t, "another's", bob.SetNick("rival"), ErrName)
	must(t, ann.SetNick("ann"))
	wantErr(t, "once it was left", ann.SetNick("rival"), ErrName)
}

func TestNick(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), player(t, db, fp("bob"))
	holds := func(nick, key string, wantExists, wantHolds bool) {
		t.Helper()
		exists, holds, err := db.Holds(nick, credential(key))
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
