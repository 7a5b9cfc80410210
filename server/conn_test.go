package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/server/command"
	"boardwalk/server/gate"
	"boardwalk/server/limit"
)

// The attack: send global requests, or messages to ignore, as fast as the line takes them.
//
// They are read slowly, however many there are, and what sessions read is not.
//
//abuse:case 49
func TestWhatBelongsToNoSessionIsReadSlowly(t *testing.T) {
	for name, test := range map[string]struct {
		sent    int
		session bool
		want    time.Duration
	}{
		"some of no session": {strayAtOnce, false, 0},
		"much of no session": {strayAtOnce + 60*straySecond, false, time.Minute},
		"a file":             {command.ImportBytes, true, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			near, far := net.Pipe()
			defer near.Close()
			c := &conn{Conn: &gate.Conn{Conn: near}, metrics: newMetrics(nil), stray: limit.NewBucket(strayAtOnce, straySecond, time.Now())}
			go func() {
				_, _ = far.Write(make([]byte, test.sent))
				_ = far.Close()
			}()
			began, read, buf := time.Now(), 0, make([]byte, 32<<10)
			for {
				n, err := c.Read(buf)
				if test.session {
					_, _ = io.Copy(io.Discard, ownInput{bytes.NewReader(buf[:n]), c})
				}
				if read += n; errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if took := time.Since(began); read != test.sent || took < test.want || took > test.want+2*strayRest {
				t.Errorf("%s: %d of %d bytes were read in %v, want %v", name, read, test.sent, took, test.want)
			}
		})
	}
}
