package server

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	"boardwalk/server/clean"
	"boardwalk/server/hub"

	"charm.land/ssh"
)

// textMax is the maximum length in bytes of a client's text that is logged.
const textMax = 256

// track adds a session to the hub and makes Shutdown wait for it.
func (s *Server) track(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		kind, term := kindOf(sess)
		entry := hub.NewSession(s.identify(sess), kind, term, sess.RemoteAddr(), s.config.Now())
		if sentence := s.hub.Enter(entry); sentence != "" {
			refuse(sess, sentence, exitFailed)
			return
		}
		defer s.hub.Done()
		ch := channelOf(sess)
		ch.session, ch.seat = entry, s.races.Seat(entry.Number())
		leave := func() {
			ch.seat.Show(nil)
			s.hub.Leave(entry)
		}
		defer leave()
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
		return hub.Command, pty.Term
	case canAddress(pty.Term):
		return hub.Screen, pty.Term
	}
	return hub.Words, pty.Term
}

// recoverPanic recovers from a panic in a session, so that the others go on.
func (s *Server) recoverPanic(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		defer channelOf(sess).in.discard()
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
	s.logOf(sess).Error("panic in a session", "panic", clean.Text(fmt.Sprint(r), textMax), "stack", string(stack))
}

// logRacePanic logs a panic at a time of a race.
func (s *Server) logRacePanic(r any) {
	s.config.Logger.Error("panic in a race", "panic", clean.Text(fmt.Sprint(r), textMax), "stack", string(debug.Stack()))
}

// logOf returns the logger of a session, whose lines all name the session's account.
func (s *Server) logOf(sess ssh.Session) *slog.Logger {
	id := s.identify(sess)
	if entry := sessionOf(sess); entry != nil {
		id = entry.State().ID
	}
	return s.config.Logger.With("user", id.Name, "account", id.Credential.String(), "addr", addrText(sess, id))
}

// addrText returns the address that the log shows for a session.
func addrText(sess ssh.Session, id hub.Identity) string {
	if id.Credential.IsLocal() {
		return local
	}
	return sess.RemoteAddr().String()
}
