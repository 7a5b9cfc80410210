package data

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// day returns the time n days after the rounds of the tests end.
func day(n float64) time.Time {
	return time.UnixMilli(1_790_000_000_000).Add(time.Duration(n * 24 * float64(time.Hour)))
}

// openGames opens a file whose rounds are replayed before they are ranked.
func openGames(t testing.TB, opts ...Option) *DB {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), append([]Option{Games(find)}, opts...)...)
}

// fp returns the fingerprint of somebody's key.
func fp(name string) string { return "SHA256:" + name }

// credential returns the credential that a text stands for: a plain name is that of the
// key with the fingerprint fp(name).
func credential(text string) arcade.Credential {
	c, err := arcade.ParseCredential(text)
	if err != nil {
		return arcade.KeyCredential(fp(text))
	}
	return c
}

// player returns a session of somebody who has played a round.
func player(t testing.TB, db *DB, fingerprint string) *Player {
	t.Helper()
	p := session(t, db, fingerprint)
	finish(t, p, finished(record(scotsi, "FIRST", 1), 1))
	return p
}

// link returns a new link code of a player.
func link(t testing.TB, p *Player) string {
	t.Helper()
	code, until, err := p.Link(day(0))
	if err != nil || code == "" || !until.After(day(0)) {
		t.Fatalf("Link = %q, %v, %v", code, until, err)
	}
	return code
}

// join joins the account of goes into that of stays.
func join(t testing.TB, stays, goes *Player) {
	t.Helper()
	must(t, goes.Join(link(t, stays), day(0).Add(time.Minute)))
}

func wantErr(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// keys returns the fingerprints of a player's keys with their names; the session's own is
// marked.
func keys(t testing.TB, p *Player) []string {
	t.Helper()
	stored, err := p.Keys()
	must(t, err)
	var keys []string
	for _, k := range stored {
		text := fmt.Sprintf("%s %q", k.Fingerprint, k.Name)
		if k.This {
			text += " this"
		}
		keys = append(keys, text)
	}
	return keys
}

// deals returns the codes of a player's rounds, the newest first.
func deals(t testing.TB, p *Player) []string {
	t.Helper()
	history, err := p.History("", 1000)
	must(t, err)
	var deals []string
	for _, r := range history {
		deals = append(deals, string(r.Record.Code))
	}
	return deals
}

func wantDeals(t testing.TB, p *Player, want ...string) {
	t.Helper()
	if got := deals(t, p); !slices.Equal(got, want) {
		t.Errorf("the history has %v, want %v", got, want)
	}
}

// of returns a round with another class.
func of(class arcade.Class, r arcade.Result) arcade.Result {
	r.Class = class
	return r
}

func TestAccount(t *testing.T) {
	db := openGames(t)
	p := session(t, db, fp("ann"))
	read := func(p *Player) arcade.Account {
		t.Helper()
		a, err := p.Account()
		must(t, err)
		return a
	}
	t.Run("nobody has one before the first game", func(t *testing.T) {
		if got := read(p); got != (arcade.Account{}) {
			t.Errorf("Account = %+v", got)
		}
		if got := read(session(t, db, "guest:x")); got != (arcade.Account{Guest: true}) {
			t.Errorf("Account of a guest = %+v", got)
		}
		wantErr(t, "SetPrivacy", p.SetPrivacy(true, true), ErrNoAccount)
		known, err := db.Known(credential("ann"))
		if known || err != nil {
			t.Errorf("Known = %v, %v", known, err)
		}
	})
	t.Run("the first game makes it", func(t *testing.T) {
		save(t, p, saved(record(hop, "A", 1), 500))
		want := arcade.Account{Known: true, Since: time.UnixMilli(1_780_000_000_500)}
		if got := read(p); got != want {
			t.Errorf("Account = %+v, want %+v", got, want)
		}
		known, err := db.Known(credential("ann"))
		if !known || err != nil {
			t.Errorf("Known = %v, %v", known, err)
		}
	})
	t.Run("privacy is kept", func(t *testing.T) {
		must(t, p.SetPrivacy(true, false))
		if got := read(session(t, db, fp("ann"))); !got.Hidden || got.Private {
			t.Errorf("Account = %+v", got)
		}
		must(t, p.SetPrivacy(false, true))
		if got := read(p); got.Hidden || !got.Private {
			t.Errorf("Account = %+v", got)
		}
	})
	t.Run("a guest has one of its own", func(t *testing.T) {
		g := player(t, db, "guest:1")
		if got := read(g); !got.Known || !got.Guest {
			t.Errorf("Account = %+v", got)
		}
		if got := keys(t, g); len(got) != 0 {
			t.Errorf("a guest has keys %v", got)
		}
		wantErr(t, "SetNick", g.SetNick("gus"), ErrGuest)
		wantErr(t, "RemoveKey", g.RemoveKey("guest:1", day(0)), ErrLastKey)
	})
	sound(t, db)
}

// unsynced keeps commits off the disk: the machine's memory is as good if only processes
// are killed.
func unsynced(o *options) {
	o.commit = func(tx *bbolt.Tx) error {
		tx.DB().NoSync = true
		return tx.Commit()
	}
}

// quick is openGames for tests with many commits.
func quick(t testing.TB, opts ...Option) *DB {
	t.Helper()
	return openGames(t, append([]Option{unsynced, MapSize(0)}, opts...)...)
}
