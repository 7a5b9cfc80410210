package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

const (
	answerLimit    = 10 * time.Second // for a key to be answered
	handshakeLimit = 30 * time.Second // for a login

	// user is longer than any nick can be, so it is nobody's.
	user = "boardwalk-load-generator"
)

// newKey returns a key that nobody has used before.
func newKey() (ssh.Signer, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return ssh.NewSignerFromKey(private)
}

// A terminal is a session with a PTY of 80x24, and its screen.
type terminal struct {
	wire    *wire
	client  *ssh.Client
	session *ssh.Session
	in      io.Writer
	errs    bytes.Buffer  // standard error; complete once ended is closed
	ended   chan struct{} // closed when no more output will come
	met     chan time.Time

	mu       sync.Mutex
	screen   screen
	bytes    int                // received so far
	awaited  func(*screen) bool // the condition waited for; called with mu held
	onOutput func(at time.Time) // if not nil, called with mu held whenever something was shown
}

// openTerminal begins the arcade in a terminal. It does not wait for the first frame.
func openTerminal(w *wire, client *ssh.Client, term string) (*terminal, error) {
	t := &terminal{wire: w, client: client, ended: make(chan struct{}), met: make(chan time.Time, 1)}
	var err error
	if t.session, err = client.NewSession(); err != nil {
		return nil, fmt.Errorf("open a session: %w", err)
	}
	if err := t.session.RequestPty(term, rows, columns, nil); err != nil {
		return nil, fmt.Errorf("ask for a terminal: %w", err)
	}
	if t.in, err = t.session.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := t.session.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t.session.Stderr = &t.errs
	if err := t.session.Shell(); err != nil {
		return nil, fmt.Errorf("begin the arcade: %w", err)
	}
	go t.show(out)
	return t, nil
}

// show writes output to the screen until no more comes.
func (t *terminal) show(out io.Reader) {
	defer close(t.ended)
	buf := make([]byte, 4<<10)
	for {
		n, err := out.Read(buf)
		now := time.Now()
		t.mu.Lock()
		t.bytes += n
		t.screen.Write(buf[:n])
		if t.awaited != nil && t.awaited(&t.screen) {
			t.awaited = nil
			t.met <- now
		}
		if t.onOutput != nil {
			t.onOutput(now)
		}
		t.mu.Unlock()
		if err != nil {
			_ = t.session.Wait() // for standard error
			return
		}
	}
}

// press types keys and waits until the screen shows their effect, which what names for
// the error. It returns when the keys were written, and when the bytes came that showed
// the effect.
func (t *terminal) press(keys, what string, shows func(*screen) bool) (written, answered time.Time, err error) {
	t.mu.Lock()
	t.awaited = shows
	t.mu.Unlock()
	written = time.Now()
	if _, err := io.WriteString(t.in, keys); err != nil {
		return written, written, t.lost(what)
	}
	answered, err = t.await(what)
	return written, answered, err
}

// await waits until the screen meets the condition.
func (t *terminal) await(what string) (time.Time, error) {
	late := time.NewTimer(answerLimit)
	defer late.Stop()
	select {
	case at := <-t.met:
		return at, nil
	case <-t.ended:
		return time.Now(), t.lost(what)
	case <-late.C:
		return time.Now(), &unanswered{what, t.message()}
	}
}

// first waits for the first frame, which is the lobby.
func (t *terminal) first() (time.Time, error) {
	t.mu.Lock()
	if inLobby(&t.screen) {
		t.mu.Unlock()
		return time.Now(), nil
	}
	t.awaited = inLobby
	t.mu.Unlock()
	return t.await("the lobby")
}

// inLobby reports whether the screen is the complete lobby.
func inLobby(s *screen) bool {
	return s.has(0, "Boardwalk Arcade") && s.has(rows-1, "Enter play")
}

// look calls at with the screen, holding the lock.
func (t *terminal) look(at func(*screen)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at(&t.screen)
}

// message returns the screen's message to the player.
func (t *terminal) message() (text string) {
	t.look(func(s *screen) { text = s.row(rows - 2) })
	return text
}

// shown returns the number of bytes received so far.
func (t *terminal) shown() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bytes
}

// over reports whether the session has ended.
func (t *terminal) over() bool {
	select {
	case <-t.ended:
		return true
	default:
		return false
	}
}

// clears returns how often the screen was cleared so far.
func (t *terminal) clears() (n int) {
	t.look(func(s *screen) { n = s.clears })
	return n
}

// lost returns the error of an ended session, with the server's last words.
func (t *terminal) lost(what string) error {
	text := ""
	select {
	case <-t.ended:
		text = strings.TrimSpace(t.errs.String())
		t.look(func(s *screen) {
			if text == "" && s.left {
				text = s.row(0)
			}
		})
	case <-time.After(time.Second): // the connection broke, and the session has not noticed yet
	}
	if text == "" {
		return fmt.Errorf("waiting for %s: the connection broke", what)
	}
	return fmt.Errorf("waiting for %s: the session ended: %q", what, text)
}

// hangUp closes the connection without ending the session, as a cut line does.
func (t *terminal) hangUp() { _ = t.wire.Close() }

// An unanswered is the error of a key that was not answered.
type unanswered struct{ what, message string }

func (u *unanswered) Error() string {
	return fmt.Sprintf("waited %v for %s; the screen says %q", answerLimit, u.what, u.message)
}

// isUnanswered reports whether an error is an [unanswered].
func isUnanswered(err error) bool {
	var u *unanswered
	return errors.As(err, &u)
}
