package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"charm.land/ssh"

	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/tui/words"
)

// serveWords serves a terminal that cannot move its cursor: the same arcade in lines of
// text.
func (s *Server) serveWords(sess ssh.Session) {
	code := exitFailed
	defer func() { _ = sess.Exit(code) }() // even if this panics; then recoverPanic says sorry
	in := s.newLineReader(sess)
	err := words.Run(s.envOf(sess), words.NewLines(in, in.out), in.out)
	switch {
	case err != nil:
		logUnsaved(s.logOf(sess), err)
		in.noteEnd(notSaved)
	default:
		code = exitOK
		s.logOf(sess).Info("session ends")
	}
	if last := s.userOf(sess).farewell(in.session.LastWords(in.noteEnd(""))); last != "" {
		_, _ = io.WriteString(in.out, "\r\n"+last+"\r\n")
	}
}

// A lineReader reads what a client types until the session should end. One read may still
// be blocked when the session has ended.
type lineReader struct {
	ctx     context.Context
	in      *input
	out     *writer // receives notices
	session *hub.Session
	closing <-chan struct{}
	idle    time.Duration
	buf     []byte        // taken from in but not returned by Read yet
	lines   *limit.Bucket // limits lines, by their ends
	charged bool          // lines was charged for the first line of buf

	mu        sync.Mutex
	lastWords string
}

// newLineReader returns a reader of what a session's client types.
func (s *Server) newLineReader(sess ssh.Session) *lineReader {
	ch := channelOf(sess)
	return &lineReader{
		ctx: ch, in: ch.in, session: ch.session, closing: s.closing, idle: s.config.Limits.Idle,
		lines: limit.NewBucket(keysAtOnce, keysSecond, time.Now()),
		out:   newWriter(ch.sshChannel, s.config.Limits.WriteTimeout, func() { _ = ch.conn.Close() }),
	}
}

// noteEnd notes why the session ends, for the player; "" notes nothing. It returns the
// last note.
func (r *lineReader) noteEnd(why string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if why != "" {
		r.lastWords = why
	}
	return r.lastWords
}

// errEnded is what Read returns when the session should end, whatever the client does.
var errEnded = errors.New("the session has ended")

// nextLine returns how many of the typed bytes Read can return, and how long to wait
// before: one line at a time, no faster than anyone can type.
func (r *lineReader) nextLine() (n int, wait time.Duration) {
	i := bytes.IndexAny(r.buf, "\r\n")
	if i < 0 {
		return len(r.buf), 0
	}
	if r.charged = r.charged || r.lines.Allow(1, time.Now()); !r.charged {
		wait = time.Second / keysSecond
	}
	return i + 1, wait
}

// Read implements io.Reader. It notices the end of the session however much is typed, and
// takes no more bytes from in before it has returned all earlier ones.
func (r *lineReader) Read(p []byte) (int, error) {
	idle := time.NewTimer(r.idle)
	defer idle.Stop()
	for {
		if len(r.buf) == 0 {
			r.buf = r.in.appendTo(r.buf)
		}
		ready, ended, lineReady := r.in.ready, r.in.ended, (<-chan time.Time)(nil)
		n, wait := r.nextLine()
		if n > 0 {
			ready, ended, lineReady = nil, nil, time.After(wait)
		}
		select {
		case <-lineReady:
			if wait > 0 {
				continue
			}
			r.session.Touch(time.Now())
			n = copy(p, r.buf[:n])
			r.buf, r.charged = append(r.buf[:0], r.buf[n:]...), false
			return n, nil
		case <-ready:
		case <-ended:
			if r.buf = r.in.appendTo(r.buf); len(r.buf) > 0 {
				continue
			}
			if r.in.flooded() {
				r.noteEnd(floodEnd)
			}
			return 0, io.EOF
		case <-r.closing:
			r.noteEnd(closingSoon)
			return 0, errEnded
		case last := <-r.session.Ending():
			r.noteEnd(last)
			return 0, errEnded
		case text := <-r.session.Notices():
			_, _ = io.WriteString(r.out, "\r\n"+text+"\r\n> ")
		case <-r.ctx.Done():
			return 0, errEnded
		case <-idle.C:
			r.noteEnd(idleEnd)
			return 0, errEnded
		}
	}
}
