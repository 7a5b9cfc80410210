package server

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/port"
)

// A session whose account was joined with another's or deleted ends at its next save, and
// says why. What it had saved before is in the right account.
func TestASessionWithoutItsAccountEndsAtTheNextSave(t *testing.T) {
	for _, test := range []struct {
		name string
		lose func(t *testing.T, a *testServer, key gossh.Signer, print string) // loses the account, in another session
		kept bool                                                              // whether the game is kept
	}{
		{"the key was removed", func(t *testing.T, a *testServer, _ gossh.Signer, print string) {
			_, other := newKey(t)
			join(t, a, other, print)
			if err := player(t, a, other).RemoveKey(print, time.Now()); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"the account was deleted", func(t *testing.T, a *testServer, _ gossh.Signer, print string) {
			if err := player(t, a, print).Delete(time.Now()); err != nil {
				t.Fatal(err)
			}
		}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, db := openData(t, nil)
			key, print := newKey(t)
			term := a.play(t, a.dial(t, "ann", gossh.PublicKeys(key)))
			store := term.app.env.Store
			rev, err := store.Save(opened(), 0)
			if err != nil {
				t.Fatal(err)
			}
			test.lose(t, a, key, print)
			if _, err := store.Save(opened(), rev); !errors.Is(err, data.ErrRevoked) {
				t.Errorf("Save = %v", err)
			}
			out, code := term.ends()
			if code != exitOK {
				t.Errorf("exit %d", code)
			}
			left(t, out, port.Revoked)
			totals, err := db.Totals()
			if err != nil || totals.Open == 1 != test.kept {
				t.Errorf("%d open games, %v; kept: %v", totals.Open, err, test.kept)
			}
			// The key is new again and can play.
			again := a.play(t, a.dial(t, "ann", gossh.PublicKeys(key)))
			if _, err := again.app.env.Store.Save(opened(), 0); err != nil {
				t.Errorf("Save after coming back: %v", err)
			}
		})
	}
}

// player returns the data of a key's account in an arcade's store.
func player(t *testing.T, a *testServer, fingerprint string) port.Player {
	t.Helper()
	p, err := a.config.Store.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// join joins a key with another account.
func join(t *testing.T, a *testServer, joins, account string) {
	t.Helper()
	code, _, err := player(t, a, account).Link(a.config.Now())
	if err == nil {
		err = player(t, a, joins).Join(code, a.config.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The same in words: the session ends with the sentence and not with a prompt.
func TestASessionInWordsWithoutItsAccount(t *testing.T) {
	a, _ := openData(t, nil)
	key, print := newKey(t)
	term := a.terminal(t, a.dial(t, "ann", gossh.PublicKeys(key)), "dumb", 24, 80)
	term.shows("Menu> ", 1)
	term.types("deal 1 R1\r")
	term.shows("Hop 45> ", 1)
	term.types("undo\r") // a prompt later; nothing is stored yet
	term.shows("Hop 45> ", 2)
	first := opened().Record.Moves[0].String()
	term.types(first + "\r")
	term.shows("Hop 45> ", 3)
	if err := player(t, a, print).Delete(time.Now()); err != nil {
		t.Fatal(err)
	}
	term.types("undo\r")
	if out, _ := term.ends(); !strings.HasSuffix(out, folded(port.Revoked)+"\r\n") {
		t.Errorf("the output ends with %q", out[max(0, len(out)-300):])
	}
}

// Guests leave with a code, if there is anything to claim, and a key can use it.
func TestAGuestsGamesCanBeClaimed(t *testing.T) {
	a, _ := openData(t, nil)
	client := a.dial(t, "visitor")
	term := a.play(t, client)
	if _, err := term.app.env.Store.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	term.types("q")
	out, _ := term.ends()
	found := regexp.MustCompile(`To keep these games: ssh HOST link (\S+) with a key, within 24 hours\.\r\n$`).FindStringSubmatch(out)
	if found == nil || !strings.Contains(out, folded(guestBye)) {
		t.Fatalf("the output ends with %q", out[max(0, len(out)-300):])
	}
	_, print := newKey(t)
	if err := player(t, a, print).Join(found[1], time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, rev, err := player(t, a, print).Saved(opened().Record.Game); rev == 0 || err != nil {
		t.Errorf("the game is not the key's: rev %d, %v", rev, err)
	}

	words := a.terminal(t, a.dial(t, "reader"), "dumb", 24, 80)
	words.shows("Menu> ", 1)
	words.types("deal 1 R1\r")
	words.shows("Hop 45> ", 1)
	words.types(opened().Record.Moves[0].String() + "\r")
	words.shows("Hop 45> ", 2)
	words.types("quit\r")
	if out, _ := words.ends(); !strings.Contains(out, "To keep these games: ssh HOST link ") {
		t.Errorf("in words: %q", out[max(0, len(out)-300):])
	}
}

// A guest's games are deleted after a day.
func TestGuestsAreSweptAfterADay(t *testing.T) {
	now := newWatch(time.Now())
	a, db := openData(t, func(c *Config) { c.Now = now.time })
	term := a.play(t, a.dial(t, "visitor"))
	if _, err := term.app.env.Store.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	guests := func() int {
		t.Helper()
		totals, err := db.Totals()
		if err != nil {
			t.Fatal(err)
		}
		return totals.Guests
	}
	now.passes(23 * time.Hour)
	if a.sweep(); guests() != 1 {
		t.Error("swept before a day")
	}
	now.passes(2 * time.Hour)
	if a.sweep(); guests() != 0 {
		t.Error("not swept after a day")
	}
}

// Someone who makes keys by the thousand can create 20 accounts an hour, and nobody else
// is kept from playing on.
//
//abuse:case 10
func TestOneNetworkBeginsFewAccounts(t *testing.T) {
	now := newWatch(time.Now())
	a, db := openData(t, func(c *Config) { c.Now = now.time })
	old, _ := member(t, db, "Ann")
	name := func(nick string, method gossh.AuthMethod) error {
		t.Helper()
		client := a.dial(t, "someone", method)
		defer client.Close()
		return a.play(t, client).app.env.Accounts.SetNick(nick)
	}
	save := func(methods ...gossh.AuthMethod) error {
		t.Helper()
		client := a.dial(t, "someone", methods...)
		defer client.Close()
		term := a.play(t, client)
		_, rev, err := term.app.env.Store.Saved(opened().Record.Game)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // neither a refusal nor a second save counts
			if rev, err = term.app.env.Store.Save(opened(), rev); err != nil {
				return err
			}
		}
		return nil
	}
	fresh := func() gossh.AuthMethod {
		key, _ := newKey(t)
		return gossh.PublicKeys(key)
	}
	for i := range newAccounts {
		var err error
		switch i % 3 {
		case 0:
			err = save(asGuest())
		case 1:
			err = save(fresh())
		case 2:
			err = name(fmt.Sprint("squatter", i), fresh())
		}
		if err != nil {
			t.Fatalf("newcomer %d: %v", i+1, err)
		}
	}
	if err := name("squatter", fresh()); !refusedAs(err, manyNewcomers) {
		t.Errorf("a nick too many: %v", err)
	}
	for _, method := range []gossh.AuthMethod{fresh(), asGuest()} {
		if err := save(method); !refusedAs(err, manyNewcomers) {
			t.Errorf("one too many: %v", err)
		}
	}
	if err := save(gossh.PublicKeys(old)); err != nil {
		t.Errorf("a player with an account: %v", err)
	}
	totals, err := db.Totals()
	if err != nil || totals.Players+totals.Guests != newAccounts+1 {
		t.Errorf("%+v, %v", totals, err)
	}
	now.passes(time.Hour)
	if err := save(fresh()); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}
