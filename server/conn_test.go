package server

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/command"
	"boardwalk/server/gate"
	"boardwalk/server/limit"
	"boardwalk/server/sshtest"
)

// The attack: send global requests, or messages to ignore, as fast as the line takes them.
//
// They are read slowly, however many there are, on however many connections of an address, and what
// sessions read is not.
//
//abuse:case 49
func TestWhatBelongsToNoSessionIsReadSlowly(t *testing.T) {
	for name, test := range map[string]struct {
		sent             int // on each connection
		connections      int
		trusted, session bool
		want             time.Duration
	}{
		"some of no session":             {sent: strayAtOnce, connections: 1},
		"much of no session":             {sent: strayAtOnce + 60*straySecond, connections: 1, want: time.Minute},
		"much on many connections":       {sent: (strayAtOnce + 60*straySecond) / 8, connections: 8, want: time.Minute},
		"many of a trusted network":      {sent: strayAtOnce, connections: 8, trusted: true},
		"much of each of a trusted host": {sent: strayAtOnce + 60*straySecond, connections: 2, trusted: true, want: time.Minute},
		"files":                          {sent: command.ImportBytes, connections: 2, session: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, began := &Server{metrics: newMetrics(nil), strays: limit.NewRate(strayAtOnce, straySecond), auth: new(auth)}, time.Now()
			s.config.Limits.NoSession = time.Hour
			lists := new(keyLists)
			if test.trusted {
				lists.Trusted = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
			}
			s.auth.lists.Store(lists)
			g := gate.New(gate.Config{Limits: gate.Limits{}.WithDefaults(), Trusted: s.auth.isTrusted, Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
			var readers sync.WaitGroup
			for range test.connections {
				near, far := net.Pipe()
				entered, _ := g.Enter(peer{near, net.IPv4(192, 0, 2, 1)}, false)
				c := &conn{Conn: entered, server: s}
				c.stray = c
				c.authenticated("publickey")
				go func() {
					_, _ = far.Write(make([]byte, test.sent))
					_ = far.Close()
				}()
				readers.Go(func() {
					defer c.Close()
					for read, buf := 0, make([]byte, 32<<10); ; {
						n, err := c.Read(buf)
						if test.session {
							_, _ = io.Copy(io.Discard, ownInput{bytes.NewReader(buf[:n]), c})
						}
						if read += n; err != nil {
							if !errors.Is(err, io.EOF) || read != test.sent {
								t.Errorf("%s: %d of %d bytes were read, %v", name, read, test.sent, err)
							}
							return
						}
					}
				})
			}
			readers.Wait()
			if took := time.Since(began); took < test.want || took > test.want+2*strayRest {
				t.Errorf("%s: it took %v, want %v", name, took, test.want)
			}
		})
	}
}

// The attack: log in, and exchange keys again and again.
//
//abuse:case 49
func TestKeysAreNotExchangedWithoutEnd(t *testing.T) {
	a := open(t, nil)
	client, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{
		Config: gossh.Config{RekeyThreshold: 256}, User: "mallory", Auth: []gossh.AuthMethod{asGuest()},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	requests := 0
	for ; err == nil && requests < 100*exchangesAtOnce; requests++ {
		_, _, err = client.SendRequest("nothing", true, make([]byte, 300))
	}
	if err == nil {
		t.Errorf("%d requests with a key exchange each are answered", requests)
	}
}

// Who opens a channel too many now and then, for days, keeps the connection; who does it again
// and again is cut off, and the log says why.
//
//abuse:case 49
func TestHarmlessRefusalsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		c := &conn{Conn: &gate.Conn{Conn: near}, refusals: limit.NewBucket(refusedMax, refusedRate, time.Now())}
		for range 10 * refusedMax {
			c.refuseChannel()
			time.Sleep(time.Minute)
		}
		if why := c.cutReason(); why != "" {
			t.Fatalf("the connection is closed: %s", why)
		}
		for range refusedMax + 1 {
			c.refuseChannel()
		}
		if why := c.cutReason(); why != cutForChannels {
			t.Errorf("the connection is closed for %q", why)
		}
	})
}
