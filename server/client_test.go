package server

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

// A terminal is a session with a PTY.
type terminal struct {
	t      *testing.T
	sess   *gossh.Session
	in     io.WriteCloser
	out    *lockedBuffer
	err    bytes.Buffer
	app    *fakeApp
	exited chan error
}

// terminal begins a program; rows and columns are as in a pty-req.
func (a *testServer) terminal(t *testing.T, client *gossh.Client, term string, rows, columns int, env ...string) *terminal {
	t.Helper()
	made := newTerminal(t, client, term, rows, columns, env...)
	if err := made.sess.Shell(); err != nil {
		t.Fatal(err)
	}
	go func() { made.exited <- made.sess.Wait() }()
	return made
}

// execInTerminal runs a command in an ordinary terminal.
func execInTerminal(t *testing.T, client *gossh.Client, command string) *terminal {
	t.Helper()
	made := newTerminal(t, client, "xterm-256color", 24, 80)
	if err := made.sess.Start(command); err != nil {
		t.Fatal(err)
	}
	go func() { made.exited <- made.sess.Wait() }()
	return made
}

// newTerminal returns a terminal in which nothing runs yet.
func newTerminal(t *testing.T, client *gossh.Client, term string, rows, columns int, env ...string) *terminal {
	t.Helper()
	sess, in, err := sshtest.NewTerminal(client, term, rows, columns, env...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sess.Close() })
	made := &terminal{t: t, sess: sess, in: in, out: &lockedBuffer{changed: make(chan struct{}, 1)}, exited: make(chan error, 1)}
	sess.Stdout, sess.Stderr = made.out, &made.err
	return made
}

// play begins a program in an ordinary terminal and waits for its app.
func (a *testServer) play(t *testing.T, client *gossh.Client) *terminal {
	t.Helper()
	term := a.terminal(t, client, "xterm-256color", 24, 80)
	term.app = a.nextApp(t)
	term.sees("size 80x24")
	return term
}

func (a *testServer) nextApp(t *testing.T) *fakeApp {
	t.Helper()
	return receive(t, a.apps, "an app")
}

func (term *terminal) types(text string) {
	term.t.Helper()
	if _, err := io.WriteString(term.in, sshtest.Keys(text)); err != nil {
		term.t.Fatalf("type %q: %v", text, err)
	}
}

// sees waits until the app has received a message.
func (term *terminal) sees(want string) {
	term.t.Helper()
	for {
		if got := receive(term.t, term.app.seen, want); got == want {
			return
		}
	}
}

// shows waits until a text was written to the terminal that many times.
func (term *terminal) shows(text string, times int) {
	term.t.Helper()
	for strings.Count(term.out.String(), text) < times {
		receive(term.t, term.out.changed, text)
	}
}

// ends waits for the end of the session and of its app; it returns all output
// and the exit code.
func (term *terminal) ends() (string, int) {
	term.t.Helper()
	code, err := sshtest.ExitCode(receive(term.t, term.exited, "the end of the session"))
	if err != nil {
		term.t.Fatalf("session: %v", err)
	}
	if term.app != nil {
		receive(term.t, term.app.closed, "Close of the app")
	}
	return term.out.String(), code
}

// receive receives from a channel, or fails.
func receive[T any](t *testing.T, ch <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(guardTime):
		t.Fatalf("waited in vain for %s", what)
		panic("unreachable")
	}
}

// lockedBuffer is a bytes.Buffer for two goroutines.
type lockedBuffer struct {
	mu      sync.Mutex
	buf     bytes.Buffer
	changed chan struct{} // if not nil, receives when there is more
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case b.changed <- struct{}{}:
	default:
	}
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
