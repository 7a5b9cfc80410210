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

	"boardwalk/server/command"
	"boardwalk/server/gate"
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
			trusted := func(netip.Addr) bool { return test.trusted }
			g := gate.New(gate.Config{Limits: gate.Limits{}.WithDefaults(), Trusted: trusted, Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
			costs, began := newCosts(trusted, time.Now, nil), time.Now()
			var readers sync.WaitGroup
			for range test.connections {
				near, far := net.Pipe()
				entered, _ := g.Enter(peer{near, net.IPv4(192, 0, 2, 1)}, false)
				c := &conn{Conn: entered, metrics: newMetrics(nil), costs: costs, limits: Limits{NoSession: time.Hour}}
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
