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

// TestALoginReadsLittle counts the read transactions from the connection until the lobby
// welcomes a newcomer, which it does once it has read everything about the games.
func TestALoginReadsLittle(t *testing.T) {
	t.Parallel()
	var reads atomic.Int64
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), data.Games(catalog.Library()),
		func(o *data.Options) { o.SlowRead, o.OnSlowRead = -1, func(time.Duration) { reads.Add(1) } })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	a := newArcade()
	a.start(t, func(c *Config) { c.Store, c.Games = Data(db), catalog.Library() }, nil)
	before := reads.Load()
	client, err := sshtest.Dial(a.addr, "newcomer", gossh.PublicKeys(sshtest.NewKey()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	if _, _, err := sshtest.Enter(client, "xterm-256color", "the welcome", func(s *tuitest.Terminal) bool {
		return strings.Contains(s.Screen(), "teaches it first")
	}); err != nil {
		t.Fatal(err)
	}
	got := reads.Load() - before
	t.Logf("%d reads", got)
	if got > loginReads {
		t.Errorf("%d read transactions, want at most %d", got, loginReads)
	}
}
