package server

import (
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// dataFile returns a new data file, which ends with the test.
func dataFile(t *testing.T, opts ...data.Option) *data.DB {
	t.Helper()
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), append(opts, data.Games(catalog.Library()))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return db
}

// openData returns an arcade of fake apps on a data file.
func openData(t *testing.T, change func(*Config)) (*testServer, *data.DB) {
	t.Helper()
	db := dataFile(t)
	return open(t, func(c *Config) {
		c.Store, c.Games = Data(db), catalog.Library()
		if change != nil {
			change(c)
		}
	}), db
}

// account gives a fingerprint an account with a nick, "" for none.
func account(t *testing.T, db *data.DB, fingerprint, nick string) *data.Player {
	t.Helper()
	p, err := db.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	if nick != "" {
		if err := p.SetNick(nick); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// opened returns an open game.
func opened() arcade.Saved {
	g := catalog.All()[0]
	r := engine.NewRound(g, "R1")
	if err := r.Play(r.State().Moves()[0]); err != nil {
		panic(err)
	}
	s := arcade.Save(r)
	s.Started = time.Now().UnixMilli()
	return s
}

// member returns a player with a key, an account and a nick.
func member(t *testing.T, db *data.DB, nick string) (gossh.Signer, string) {
	t.Helper()
	key, fingerprint := newKey(t)
	account(t, db, fingerprint, nick)
	return key, fingerprint
}

// A watch is a clock that a test sets.
type watch struct{ now atomic.Pointer[time.Time] }

func newWatch(now time.Time) *watch {
	w := new(watch)
	w.now.Store(&now)
	return w
}

func (w *watch) time() time.Time { return *w.now.Load() }

func (w *watch) passes(d time.Duration) {
	now := w.time().Add(d)
	w.now.Store(&now)
}
