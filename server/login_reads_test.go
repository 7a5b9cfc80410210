package server

import (
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// loginReads is the most read transactions of a newcomer's login: two for each of the seven
// games in the lobby, and what lets the session in.
const loginReads = 30

// readsOf returns a data file that lasts as long as the test, and counts its read transactions.
func readsOf(t *testing.T) (db *data.DB, reads *atomic.Int64) {
	t.Helper()
	reads = new(atomic.Int64)
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), data.Games(catalog.Library()),
		func(o *data.Options) { o.SlowRead, o.OnSlowRead = -1, func(time.Duration) { reads.Add(1) } })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db, reads
}

// entersLobby waits until the lobby welcomes a player.
func entersLobby(t *testing.T, a *testServer, welcome string, auth gossh.AuthMethod) {
	t.Helper()
	client, err := sshtest.Dial(a.addr, "newcomer", auth)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	if _, _, err := sshtest.Enter(client, "xterm-256color", sshtest.Columns, sshtest.Rows, "the welcome", func(s *tuitest.Terminal) bool {
		return strings.Contains(s.Screen(), welcome)
	}); err != nil {
		t.Fatal(err)
	}
}

// TestALoginReadsLittle counts the read transactions from the connection until the lobby
// welcomes a newcomer, which it does once it has read everything about the games.
func TestALoginReadsLittle(t *testing.T) {
	t.Parallel()
	db, reads := readsOf(t)
	a := newArcade()
	a.start(t, func(c *Config) { c.Store, c.Games = Data(db), catalog.Library() }, nil)
	before := reads.Load()
	entersLobby(t, a, "teaches it first", gossh.PublicKeys(sshtest.NewKey()))
	got := reads.Load() - before
	t.Logf("%d reads", got)
	if got > loginReads {
		t.Errorf("%d read transactions, want at most %d", got, loginReads)
	}
}

// TestAnIdleSessionReadsNothing counts the read transactions of sessions in the lobby, who see each second who
// is here, while nothing changes.
func TestAnIdleSessionReadsNothing(t *testing.T) {
	t.Parallel()
	db, reads := readsOf(t)
	a, clock := newArcade(), newWatch(time.Now())
	a.start(t, func(c *Config) { c.Store, c.Games, c.Now = Data(db), catalog.Library(), clock.time }, nil)
	key, _ := member(t, db, "ann")
	entersLobby(t, a, "ann", gossh.PublicKeys(key))
	entersLobby(t, a, "teaches it first", gossh.PublicKeys(sshtest.NewKey()))
	second := func() int64 {
		before := reads.Load()
		clock.passes(time.Second)
		a.hub.Beat()
		return reads.Load() - before
	}
	var minute int64
	for range 20 { // the logins may not be through in the first
		minute = 0
		for range 60 {
			minute += second()
		}
		if minute <= 4 {
			return
		}
	}
	t.Errorf("%d read transactions in a minute, want no more than whom each follows and ignores", minute)
}
