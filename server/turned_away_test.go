package server

import (
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/gate"
)

// The log has a line a minute for each address, however many connections it makes, and a
// bounded number of them.
func TestTheLogSumsUpWhoIsTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log lockedBuffer
		away := turnedAway{log: slog.New(slog.NewTextHandler(&log, nil))}
		ann, six := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("2001:db8::/64")
		for range 3 {
			away.note(ann, gate.ByRate)
		}
		away.note(ann, byLogin)
		away.note(six, gate.ByCrowd)
		away.note(six, gate.ByClosing)
		time.Sleep(turnedAwayEvery - 1)
		synctest.Wait()
		if log.String() != "" {
			t.Errorf("before a minute is over the log has %s", &log)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		for _, want := range []string{
			`level=INFO msg="turned away" addr=192.0.2.7 times=4 why="login 1, rate 3"` + "\n",
			`level=INFO msg="turned away" addr=2001:db8::/64 times=1 why="crowd 1"` + "\n",
		} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("no %q in\n%s", want, &log)
			}
		}
		before := len(log.String())
		from := netip.MustParseAddr("198.51.100.0")
		for range turnedAwayMax + 20 {
			away.note(netip.PrefixFrom(from, 32), gate.ByPenalty)
			from = from.Next()
		}
		time.Sleep(turnedAwayEvery)
		synctest.Wait()
		more := log.String()[before:]
		if n := strings.Count(more, "addr="); n != turnedAwayMax || !strings.Contains(more, "more addresses turned away\" times=20\n") {
			t.Errorf("the log has %d addresses:\n%s", n, more)
		}
	})
}

// A key that is not on the list is in the next summary, also if its client then goes on to ask without one,
// as OpenSSH does.
func TestARefusedLoginIsGathered(t *testing.T) {
	a, _ := openData(t, func(c *Config) { c.Access, c.AllowedKeys = Allow, writeFile(t, "") })
	key, print := newKey(t)
	a.denied(t, "ann", gossh.PublicKeys(key))
	a.denied(t, "ann", gossh.PublicKeys(key), asGuest())
	a.counted(t, byKey, 2)
	a.away.write()
	if log := a.log.String(); !strings.Contains(log, `msg="turned away" addr=127.0.0.1 times=2 why="key 2" keys=`+print+"\n") {
		t.Errorf("the log is %s", log)
	}
	a.denied(t, "ann", asGuest())
	a.counted(t, byNoKey, 1)
	a.away.write()
	if log := a.log.String(); !strings.Contains(log, `times=1 why="no-key 1"`+"\n") {
		t.Errorf("the log is %s", log)
	}
}

// The end of a session is logged with how long it was, why it ended and the player's nick.
func TestTheLogSaysHowASessionEnds(t *testing.T) {
	r := openAdminArcade(t, nil)
	key, _ := member(t, r.db, "Ann")
	term := r.play(t, r.dial(t, "somebody", gossh.PublicKeys(key)))
	r.admin(t, "kick ann good night")
	term.ends()
	if log := r.log.String(); !strings.Contains(log, `msg="session ends" user=Ann `) || !strings.Contains(log, ` took=0s why="`) || !strings.Contains(log, "good night") {
		t.Errorf("the log is %s", log)
	}
}
