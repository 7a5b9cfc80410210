package server

import (
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/catalog"
	"boardwalk/server/sshtest"
)

// The bounds on what one client can make the server keep in memory. They are loose,
// because the test's client runs in the same process and counts too.
const mib = 1 << 20

// inUse returns the memory in use, after a collection: heap and stacks.
func inUse() float64 {
	runtime.GC()
	runtime.GC() // for memory freed by finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc + m.StackInuse)
}

// openReal returns an arcade of real apps and games on a data file.
func openReal(t *testing.T, change func(*Config)) *testServer {
	t.Helper()
	db := dataFile(t)
	a := newArcade()
	a.start(t, func(c *Config) {
		c.Store, c.Games = Data(db), catalog.Library()
		if change != nil {
			change(c)
		}
	}, nil)
	return a
}

// heading is shown once in each whole frame of a lobby.
const heading = "Boardwalk Arcade"

// Abuse case 1: a session takes little memory, with its connection and its client,
// whatever window size the client claims. The library alone would have allocated 51 GB
// for the first.
//
//abuse:case 1
func TestHugeTerminalsAreSmall(t *testing.T) {
	a := openReal(t, nil)
	a.terminal(t, a.dial(t, "first"), "xterm-256color", 60, 200).shows(heading, 1) // allocates what all sessions share
	most := 0.0
	for _, size := range [][2]int{{1 << 31, 1 << 31}, {65535, 65535}, {0, 0}} { // columns, rows
		before := inUse()
		term := a.terminal(t, a.dial(t, "ann"), "xterm-256color", size[1], size[0])
		term.shows(heading, 1)
		for frame := range 3 {
			if err := term.sess.WindowChange(size[1], size[0]); err != nil {
				t.Fatal(err)
			}
			term.types("\x0c") // Ctrl-L: a whole frame
			term.shows(heading, 2+frame)
		}
		took := (inUse() - before) / mib
		if most = max(most, took); took > 4 {
			t.Errorf("a session of %dx%d takes %.1f MiB", size[0], size[1], took)
		}
		term.types("\x03")
		term.ends()
	}
	t.Attr("reached", fmt.Sprintf("a session with its client takes %.2f MiB at most", most))
}

// Abuse case 4: no frames queue up for a client that stops reading.
//
//abuse:case 4
func TestWhoStopsReadingHoldsLittle(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.WriteTimeout = time.Hour })
	const stalled, frames = 5, 300
	var terms []*terminal
	var conns []*stalledConn
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	for range stalled {
		nc := a.connect(t)
		if err := nc.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
			t.Fatal(err)
		}
		conn := &stalledConn{Conn: nc, stalled: make(chan struct{}), over: over}
		client, err := sshtest.Login(conn, gossh.ClientConfig{User: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		term := a.terminal(t, client, "xterm-256color", 60, 200)
		term.app = a.nextApp(t)
		term.types("W\x0c\x0c") // the whole screen keeps changing
		term.shows("\x1b[2J", 2)
		close(conn.stalled)
		term.out.mu.Lock() // keep the client's copy of the output from growing
		t.Cleanup(term.out.mu.Unlock)
		terms, conns = append(terms, term), append(conns, conn)
	}
	before := inUse()
	for _, term := range terms {
		for range frames {
			term.types("\x0c")
		}
	}
	var sent int64
	for _, c := range conns {
		sent += c.wrote.Load()
	}
	for deadline := time.Now().Add(guardTime); received(t, a) < sent; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("the server has read %d of %d bytes", received(t, a), sent)
		}
	}
	each := (inUse() - before) / stalled / 1024
	if each > 256 {
		t.Errorf("each of %d stalled sessions holds %.0f KiB", stalled, each)
	}
	t.Attr("reached", fmt.Sprintf("a stalled session holds %.0f KiB more after being asked for %d whole frames of 200x60", max(each, 0), frames))
}

// received returns the bytes that a server has read from all connections.
func received(t *testing.T, a *testServer) int64 {
	t.Helper()
	all, err := a.metrics.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if m.GetName() == "boardwalk_received_bytes_total" {
			return int64(m.GetMetric()[0].GetCounter().GetValue())
		}
	}
	t.Fatal("the server does not count what it reads")
	return 0
}

// Abuse case 5: of 500 session channels on a connection the fifth and all later ones are
// refused, and the server keeps little.
//
//abuse:case 5
func TestManyChannelsAreSmall(t *testing.T) {
	a := openReal(t, nil)
	a.terminal(t, a.dial(t, "first"), "xterm-256color", 24, 80).shows(heading, 1)
	before := inUse()
	client := a.dial(t, "ann")
	const asked, accepted = 500, 4
	for range accepted {
		a.terminal(t, client, "xterm-256color", 24, 80).shows(heading, 1)
	}
	most := (inUse() - before) / mib
	// The library never answers a request that is made just as the connection ends.
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = client.Wait()
	}()
	opened := make(chan bool, asked)
	for range asked - accepted {
		go func() {
			_, err := client.NewSession()
			opened <- err == nil
		}()
	}
	for cut := false; !cut; {
		select {
		case ok := <-opened:
			if ok {
				t.Fatal("one more channel was opened")
			}
		case <-gone:
			cut = true
		}
		most = max(most, (inUse()-before)/mib)
	}
	if most > 5 {
		t.Errorf("%d sessions of one connection take %.1f MiB", accepted, most)
	}
	t.Attr("reached", fmt.Sprintf("%d accepted of %d, %.2f MiB more with the client", accepted, asked, most))
}

// Abuse case 11: endless variables are not kept, and their client is cut off.
//
//abuse:case 11
func TestVariablesAreNotKept(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	whoami(t, client)
	before := inUse()
	ch := openChannel(t, client)
	value, sent := strings.Repeat("x", 30<<10), 0
	for ; sent < 1000; sent++ {
		name := fmt.Sprintf("LC_%d", sent)
		if sent%2 == 0 {
			name = "LANG"
		}
		if _, err := ch.SendRequest("env", false, gossh.Marshal(&envRequest{name, value})); err != nil {
			break
		}
	}
	waits(t, client)
	more := (inUse() - before) / mib
	if more > 1 {
		t.Errorf("%d variables take %.1f MiB", sent, more)
	}
	t.Attr("reached", fmt.Sprintf("cut off within %d variables of 1,000: %.2f MiB more", sent, max(more, 0)))
}
