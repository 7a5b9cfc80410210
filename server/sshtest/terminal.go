package sshtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/tui/tuitest"
)

// The size of a Terminal, unless it is begun with another.
const (
	Columns = 80
	Rows    = 24
)

// AnswerLimit is how long a Terminal waits for what it must show, unless it says otherwise.
const AnswerLimit = 10 * time.Second

// A Terminal is a session with a PTY, in which the arcade runs, and its screen. Its
// methods may be called from any goroutine, but only one may wait at a time.
type Terminal struct {
	Session *ssh.Session
	In      io.Writer     // what is written here is typed
	Ended   chan struct{} // closed when no more output will come
	Limit   time.Duration // how long to wait for what it must show

	client *ssh.Client
	errs   bytes.Buffer // standard error; complete once Ended is closed
	met    chan time.Time

	mu       sync.Mutex
	screen   *tuitest.Terminal
	bytes    int
	last     time.Time                    // when the last of them came
	awaited  func(*tuitest.Terminal) bool // the condition waited for; called with mu held
	onOutput func(s *tuitest.Terminal, at time.Time)
}

// OpenTerminal begins the arcade in a terminal of a kind, such as "xterm-256color". It
// does not wait for the first frame.
func OpenTerminal(client *ssh.Client, term string) (*Terminal, error) {
	return openTerminal(client, term, Columns, Rows, nil)
}

// Enter begins the arcade in a terminal of some size and waits until the screen meets a
// condition, as See does. If it does not, the connection is closed; the terminal is then nil
// unless the arcade began.
func Enter(client *ssh.Client, term string, columns, rows int, what string, shows func(*tuitest.Terminal) bool) (t *Terminal, at time.Time, err error) {
	if t, err = openTerminal(client, term, columns, rows, shows); err == nil {
		at, err = t.await(what)
	}
	if err != nil {
		_ = client.Close()
	}
	return t, at, err
}

// openTerminal does what OpenTerminal does, for somebody who waits for a condition, if it
// is not nil.
func openTerminal(client *ssh.Client, term string, columns, rows int, awaited func(*tuitest.Terminal) bool) (*Terminal, error) {
	sess, in, err := NewTerminal(client, term, rows, columns)
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	out, err := sess.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t := &Terminal{
		Session: sess, In: in, Ended: make(chan struct{}), Limit: AnswerLimit,
		client: client, met: make(chan time.Time, 1), screen: tuitest.NewXterm(columns, rows), awaited: awaited,
	}
	sess.Stderr = &t.errs
	if err := sess.Shell(); err != nil {
		return nil, fmt.Errorf("begin the arcade: %w", err)
	}
	go t.show(out)
	return t, nil
}

// show writes output to the screen until no more comes.
func (t *Terminal) show(out io.Reader) {
	defer close(t.Ended)
	buf := make([]byte, 4<<10)
	for {
		n, err := out.Read(buf)
		now := time.Now()
		t.mu.Lock()
		if n > 0 {
			t.bytes, t.last = t.bytes+n, now
		}
		_, _ = t.screen.Write(buf[:n])
		if n > 0 && t.awaited != nil && t.awaited(t.screen) {
			t.awaited = nil
			t.met <- now
		}
		if t.onOutput != nil {
			t.onOutput(t.screen, now)
		}
		t.mu.Unlock()
		if err != nil {
			_ = t.Session.Wait() // for standard error
			return
		}
	}
}

// OnOutput has fn called whenever something was shown, and at the end of all output, from
// now on, in place of an earlier fn; nil is none. fn must not call methods of the terminal.
func (t *Terminal) OnOutput(fn func(s *tuitest.Terminal, at time.Time)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.onOutput = fn
}

// Press types keys and waits until the output that follows makes the screen show their
// effect, which what names for the error. It returns when the keys were written, and when
// the bytes came that showed the effect.
func (t *Terminal) Press(keys, what string, shows func(*tuitest.Terminal) bool) (written, answered time.Time, err error) {
	t.mu.Lock()
	t.awaited = shows
	t.mu.Unlock()
	written = time.Now()
	if _, err := io.WriteString(t.In, Keys(keys)); err != nil {
		return written, written, t.Lost(what)
	}
	answered, err = t.await(what)
	return written, answered, err
}

// See waits until the screen meets a condition, which what names for the error. It
// returns when the bytes came that did it, or the last ones if the screen meets the
// condition already.
func (t *Terminal) See(what string, shows func(*tuitest.Terminal) bool) (time.Time, error) {
	t.mu.Lock()
	if shows(t.screen) {
		defer t.mu.Unlock()
		return t.last, nil
	}
	t.awaited = shows
	t.mu.Unlock()
	return t.await(what)
}

// await waits until the screen meets the condition.
func (t *Terminal) await(what string) (time.Time, error) {
	late := time.NewTimer(t.Limit)
	defer late.Stop()
	select {
	case at := <-t.met:
		return at, nil
	case <-t.Ended:
		return time.Now(), t.Lost(what)
	case <-late.C:
		u := &unanswered{what: what, limit: t.Limit}
		t.Look(func(s *tuitest.Terminal) { u.message = s.Row(s.Bottom() - 1) })
		return time.Now(), u
	}
}

// Look calls at with the screen, which does not change meanwhile.
func (t *Terminal) Look(at func(*tuitest.Terminal)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at(t.screen)
}

// Bytes returns how many bytes were shown so far.
func (t *Terminal) Bytes() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bytes
}

// Over reports whether the session has ended.
func (t *Terminal) Over() bool {
	select {
	case <-t.Ended:
		return true
	default:
		return false
	}
}

// EndedOrderly reports whether an ended session left the arcade's screen, or gave a reason
// on standard error. A connection that breaks does neither.
func (t *Terminal) EndedOrderly() (orderly bool) {
	t.Look(func(s *tuitest.Terminal) { orderly = s.Left() })
	return orderly || t.errs.Len() > 0
}

// Lost returns the error of who waited for what and lost the connection or the session,
// with the server's last words.
func (t *Terminal) Lost(what string) error {
	text := ""
	select {
	case <-t.Ended:
		text = strings.TrimSpace(t.errs.String())
		t.Look(func(s *tuitest.Terminal) {
			if text == "" && s.Left() {
				text = s.Row(0)
			}
		})
	case <-time.After(time.Second): // the connection broke, and the session has not noticed yet
	}
	if text == "" {
		return fmt.Errorf("waiting for %s: the connection broke", what)
	}
	return fmt.Errorf("waiting for %s: the session ended: %q", what, text)
}

// HangUp closes the connection without ending the session, as a cut line does.
func (t *Terminal) HangUp() { _ = t.client.Close() }

// An unanswered is the error of a key that was not answered.
type unanswered struct {
	what, message string
	limit         time.Duration
}

func (u *unanswered) Error() string {
	return fmt.Sprintf("waited %v for %s; the screen says %q", u.limit, u.what, u.message)
}

// IsUnanswered reports whether an error is that of a terminal that did not show in time
// what was waited for.
func IsUnanswered(err error) bool {
	var u *unanswered
	return errors.As(err, &u)
}
