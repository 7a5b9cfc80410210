package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"charm.land/ssh"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/gate"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/program"
	"boardwalk/tui"
)

// textMax is the maximum length in bytes of a client's text that is logged.
const textMax = 256

// causeMax is the maximum length in bytes of a cause that the host reads, with its advice.
const causeMax = 16 << 10

// serve is the handler of every session, from its beginning to its end. It recovers from a panic, so that the
// other sessions go on.
func (s *Server) serve(sess ssh.Session) {
	defer channelOf(sess).in.Discard()
	defer func() {
		if r := recover(); r != nil {
			s.metrics.panics.Inc()
			logPanic(s.logOf(sess), "panic in a session", r, debug.Stack())
			refuse(sess, sorry, exitFailed)
		}
	}()
	s.track(sess)
}

// logPanic logs a panic, so that its value can do no harm in the log.
func logPanic(log *slog.Logger, text string, value any, stack []byte) {
	log.Error(text, "panic", clean.Text(fmt.Sprint(value), textMax), "stack", string(stack))
}

// track adds a session to the hub, makes Shutdown wait for it, and runs what it came for if it may begin: its
// command, or the arcade itself.
func (s *Server) track(sess ssh.Session) {
	pty, _, _ := sess.Pty()
	kind := hub.Words
	if sess.RawCommand() != "" {
		kind = hub.Command
	} else if program.CanAddress(pty.Term) {
		kind = hub.Screen
	}
	entry := hub.NewSession(s.auth.identify(sess), kind, pty.Term, sess.RemoteAddr(), s.config.Now())
	if sentence := s.hub.Enter(entry); sentence != "" {
		why := gate.ByClosing
		if sentence == hub.Full {
			why = byFull
		}
		s.logOf(sess).Info("session refused", "why", sentence)
		s.turnAway(limit.Source(entry.Addr), why)
		refuse(sess, s.auth.asking(sentence), exitFailed)
		return
	}
	defer s.hub.Done()
	ch := channelOf(sess)
	ch.session = entry
	leave := func() {
		if ch.user != nil {
			ch.user.Hide()
		}
		s.hub.Leave(entry)
	}
	defer leave()
	ch.conn.sessionBegan()
	defer ch.conn.sessionEnded()
	sess = trackedSession{sess, leave}
	if s.admit(sess) && (sess.RawCommand() == "" || s.answer(sess)) {
		s.playerSessionOf(sess).play(func(env *tui.Env) (program.App, error) { return s.newApp(env), nil })
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

// unsigned tells a guest that the client offered a key and did not sign with it.
const unsigned = "Your client offered a key and then did not sign with it, so you are a guest: these games are not in your account. Unlock the key or its agent, and come back."

// barrierTime is how long a session waits at its beginning for what other machines have
// written: longer than these need to agree on a leader.
const barrierTime = 8 * time.Second

// behindOthers tells a player that this machine may lack what the others have.
const behindOthers = "This machine of the arcade cannot reach the others at the moment, so it may not have your latest moves. Please come back in a moment."

// admit opens the account of a session, which finds all that its player has done on another machine of a
// cluster, and says who its player is. It reports whether the session may begin; if not, it has told the player why.
func (s *Server) admit(sess ssh.Session) bool {
	entry := sessionOf(sess)
	ctx, cancel := context.WithTimeout(sess.Context(), barrierTime)
	defer cancel()
	if err := s.config.Store.Barrier(ctx); err != nil && sess.Context().Err() == nil {
		s.logOf(sess).Warn("the machines of the cluster do not answer", "err", err)
		if !entry.State().ID.Admin {
			refuse(sess, behindOthers, exitFailed)
			return false
		}
	}
	account, sentence, err := s.openAccount(sess)
	if err != nil {
		s.notOpened(sess, err)
		return false
	}
	if sentence = s.auth.asking(sentence); sentence != "" {
		s.logOf(sess).Info("session refused", "why", clean.Text(sentence, textMax))
		refuse(sess, sentence, exitFailed)
		return false
	}
	if account.Known {
		s.damaged.Store(false)
	}
	id := entry.State().ID
	if s.auth.lists.Load().Access == Invite && !account.Known && !id.Admin && !s.playerSessionOf(sess).invited() {
		return false
	}
	switch {
	case account.Nick != "":
		id.Nick, id.Name = account.Nick, account.Nick
	case id.Credential.IsLocal():
		id.Name = "this terminal"
	case !s.auth.mayBe(id.Login, id.Credential):
		id.Name = "player" // nobody appears under another player's nick
		if id.Credential.IsGuest() {
			id.Name = "guest"
		}
	}
	entry.Change(func(st *hub.State) { st.ID = id })
	if id.Credential.IsGuest() && channelOf(sess).conn.offered {
		entry.Notify(unsigned)
	}
	return true
}

// notOpened refuses a session whose account cannot be opened, and notes it if that is not of one account alone.
// The host, at the local socket, reads the cause.
func (s *Server) notOpened(sess ssh.Session, err error) {
	var told *arcade.Refusal
	if errors.As(err, &told) && errors.Is(told.Of, arcade.ErrUnavailable) {
		err = told.Of // the cause
	}
	about := []any{"err", err}
	if errors.Is(err, store.ErrDamaged) {
		about = append(about, "see", "HOSTING-BAD-DAY.md: a damaged data file")
	}
	if errors.Is(err, store.ErrPage) {
		s.damaged.Store(true)
	}
	s.logOf(sess).Error("session refused", about...)
	s.turnAway(limit.Source(sessionOf(sess).Addr), byStore)
	sentence := command.NotOpened
	if s.isDamaged(s.config.Store.Ping()) {
		sentence = command.Damaged
	}
	if sessionOf(sess).State().ID.Credential.IsLocal() { // the host
		sentence += " The cause: " + clean.Text(err.Error(), causeMax)
	}
	refuse(sess, sentence, exitFailed)
}

// openAccount opens the account of a new session, or returns the sentence why it may not
// begin.
func (s *Server) openAccount(sess ssh.Session) (account arcade.Account, sentence string, err error) {
	ch, entry := channelOf(sess), sessionOf(sess)
	sentence, why, err := s.auth.check(entry)
	if sentence != "" || err != nil {
		if err == nil {
			s.turnAway(limit.Source(entry.Addr), why)
		}
		return account, sentence, err
	}
	u, err := s.arcade.Open(ch, entry, func() *slog.Logger { return s.logOf(sess) })
	if err != nil {
		return account, "", err
	}
	u.Guesses, u.Command = &ch.conn.guesses, s.config.command(ch.conn.LocalAddr())
	ch.user = u
	account, err = u.Account()
	return account, "", err
}

// playerSessionOf returns a session whose player's account is open.
func (s *Server) playerSessionOf(sess ssh.Session) *playerSession {
	ch := channelOf(sess)
	ch.user.Log = s.logOf(sess) // under the name that the player has by now
	return &playerSession{User: ch.user, server: s, sess: sess, channel: ch}
}

// logOf returns the logger of a session, whose lines all name the session's account.
func (s *Server) logOf(sess ssh.Session) *slog.Logger {
	id := s.auth.identify(sess)
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
