package server

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	"charm.land/ssh"

	"boardwalk/server/program"
)

// track adds a session to the hub and makes Shutdown wait for it.
func (s *Server) track(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		kind, term := kindOf(sess)
		entry := newSession(s.identify(sess), kind, term, sess.RemoteAddr(), s.config.Now())
		if sentence := s.hub.enter(entry); sentence != "" {
			refuse(sess, sentence, exitFailed)
			return
		}
		defer s.hub.running.Done()
		leave := func() {
			s.races.show(entry, nil)
			s.hub.leave(entry)
		}
		defer leave()
		ch := channelOf(sess)
		ch.session = entry
		ch.conn.sessionBegan()
		defer ch.conn.sessionEnded()
		next(trackedSession{sess, leave})
	}
}

// A trackedSession is a session that leaves the hub before its client learns that it is
// over, so that whoever looks then no longer finds it. Shutdown still waits for it.
type trackedSession struct {
	ssh.Session
	leave func()
}

// Exit implements ssh.Session.
func (t trackedSession) Exit(code int) error {
	t.leave()
	return t.Session.Exit(code)
}

// kindOf returns the kind of interface that a session wants, and its terminal's name.
func kindOf(sess ssh.Session) (kind, term string) {
	pty, _, _ := sess.Pty()
	switch {
	case sess.RawCommand() != "":
		return kindCommand, pty.Term
	case program.CanAddress(pty.Term):
		return kindScreen, pty.Term
	}
	return kindWords, pty.Term
}

// recoverPanic recovers from a panic in a session, so that the others go on.
func (s *Server) recoverPanic(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		defer channelOf(sess).in.Discard()
		defer func() {
			if r := recover(); r != nil {
				s.logPanic(sess, r, debug.Stack())
				refuse(sess, sorry, exitFailed)
			}
		}()
		next(sess)
	}
}

func (s *Server) logPanic(sess ssh.Session, r any, stack []byte) {
	s.metrics.panics.Inc()
	s.logOf(sess).Error("panic in a session", "panic", clean(fmt.Sprint(r), textMax), "stack", string(stack))
}

// logOf returns the logger of a session, whose lines all name the session's account.
func (s *Server) logOf(sess ssh.Session) *slog.Logger {
	id := s.identify(sess)
	if entry := sessionOf(sess); entry != nil {
		id = entry.state().id
	}
	return s.config.Logger.With("user", id.name, "account", id.credential.String(), "addr", addrText(sess, id))
}

// addrText returns the address that the log shows for a session.
func addrText(sess ssh.Session, id identity) string {
	if id.credential.IsLocal() {
		return local
	}
	return sess.RemoteAddr().String()
}
