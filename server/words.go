package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"charm.land/ssh"

	"boardwalk/tui/words"
)

// serveWords serves a terminal that cannot move its cursor: the same arcade in lines of
// text.
func (s *Server) serveWords(sess ssh.Session) {
	code := exitFailed
	defer func() { _ = sess.Exit(code) }() // even if this panics; then contain says sorry
	in := s.typing(sess)
	err := words.Run(s.envOf(sess), words.NewLines(in, in.out), in.out)
	switch {
	case err != nil:
		logUnsaved(s.logOf(sess), err)
		in.end(notSaved)
	default:
		code = exitOK
		s.logOf(sess).Info("session ends")
	}
	if last := s.farewell(sess, in.session.lastWords(in.end(""))); last != "" {
		_, _ = io.WriteString(in.out, "\r\n"+last+"\r\n")
	}
}

// A typed reads what a client types until the session should end. One read may still be
// blocked when the session has ended.
type typed struct {
	life    context.Context
	in      *input
	out     *writer // receives notices
	session *session
	closing <-chan struct{}
	idle    time.Duration
	buf     []byte  // taken from in but not returned by Read yet
	lines   *bucket // limits lines, by their ends
	paid    bool    // lines was charged for the first line of buf

	mu   sync.Mutex
	last string
}

// typing returns a reader of what a session's client types.
func (s *Server) typing(sess ssh.Session) *typed {
	v := visitOf(sess)
	return &typed{
		life: v, in: v.in, session: v.session, closing: s.closing, idle: s.config.Limits.Idle,
		lines: newBucket(keysAtOnce, keysSecond, time.Now()),
		out:   newWriter(v.channel, s.config.Limits.Stall, func() { _ = v.conn.Close() }),
	}
}

// end notes why the session ends, for the player; "" notes nothing. It returns the last
// note.
func (t *typed) end(why string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if why != "" {
		t.last = why
	}
	return t.last
}

// errEnded is what Read returns when the session should end, whatever the client does.
var errEnded = errors.New("the session has ended")

// due returns how many of the typed bytes Read can return, and how long to wait before:
// one line at a time, no faster than anyone can type.
func (t *typed) due() (n int, wait time.Duration) {
	i := bytes.IndexAny(t.buf, "\r\n")
	if i < 0 {
		return len(t.buf), 0
	}
	if t.paid = t.paid || t.lines.take(1, time.Now()); !t.paid {
		wait = time.Second / keysSecond
	}
	return i + 1, wait
}

// Read implements io.Reader. It notices the end of the session however much is typed, and
// takes no more bytes from in before it has returned all earlier ones.
func (t *typed) Read(p []byte) (int, error) {
	idle := time.NewTimer(t.idle)
	defer idle.Stop()
	for {
		if len(t.buf) == 0 {
			t.buf = t.in.take(t.buf)
		}
		ready, ended, due := t.in.ready, t.in.ended, (<-chan time.Time)(nil)
		n, wait := t.due()
		if n > 0 {
			ready, ended, due = nil, nil, time.After(wait)
		}
		select {
		case <-due:
			if wait > 0 {
				continue
			}
			t.session.touch(time.Now())
			n = copy(p, t.buf[:n])
			t.buf, t.paid = append(t.buf[:0], t.buf[n:]...), false
			return n, nil
		case <-ready:
		case <-ended:
			if t.buf = t.in.take(t.buf); len(t.buf) > 0 {
				continue
			}
			if t.in.flooded() {
				t.end(floodEnd)
			}
			return 0, io.EOF
		case <-t.closing:
			t.end(closingSoon)
			return 0, errEnded
		case last := <-t.session.ending:
			t.end(last)
			return 0, errEnded
		case text := <-t.session.notices:
			_, _ = io.WriteString(t.out, "\r\n"+text+"\r\n> ")
		case <-t.life.Done():
			return 0, errEnded
		case <-idle.C:
			t.end(idleEnd)
			return 0, errEnded
		}
	}
}
