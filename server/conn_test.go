package server

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/server/gate"
	"boardwalk/server/limit"
)

// Fast input is read in bursts. The library queues whatever it has read, and would hold
// all of it before anyone has looked at the first packet.
func TestBurstsAreReadOneByOne(t *testing.T) {
	const bursts = 4
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer near.Close()
		c := &conn{Conn: &gate.Conn{Conn: near}, metrics: newMetrics(nil), flow: limit.NewBucket(readAtOnce, readSecond, time.Now())}
		go func() {
			_, _ = far.Write(make([]byte, bursts*(readBurst+1)))
			_ = far.Close()
		}()
		read := 0
		buf := make([]byte, readBurst/4)
		for began := time.Now(); ; {
			n, err := c.Read(buf)
			if read += n; err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if rests := int(time.Since(began) / readRest); read > (1+rests)*(readBurst+len(buf)) {
				t.Fatalf("%d bytes were read with %d rests", read, rests)
			}
		}
		if read != bursts*(readBurst+1) {
			t.Errorf("%d bytes were read", read)
		}
	})
}
