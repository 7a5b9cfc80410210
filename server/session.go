package server

import (
	"cmp"
	"errors"
	"io"
	"log/slog"
	"strings"
	"time"

	"charm.land/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/tui"
	"boardwalk/tui/grid"
)

// The exit codes of sessions are those of commands.
const (
	exitOK       = command.ExitOK
	exitFailed   = command.ExitFailed
	exitUsage    = command.ExitUsage
	exitTerminal = command.ExitTerminal
)

// What players read when a session cannot begin or has ended.
const (
	sorry       = "Sorry, something went wrong here. All is saved as it was after your last move."
	notSaved    = "Sorry, your last moves could not be saved."
	noTerminal  = "The arcade needs a terminal: ssh -t HOST, or in words: TERM=dumb ssh -t HOST. Try: ssh HOST help"
	closingSoon = "The arcade is closing. All is saved; come back in a while."
	closingYet  = "The arcade is closing, and your last moves could not be saved yet. Please wait a moment."
	idleEnd     = "You were away for a long time, so the session was ended. All is saved."
	floodEnd    = "That was more input than anyone can type. All is saved."
	goodbye     = "All is saved. Come back any time."
	guestBye    = "Thank you for playing. Come with a key next time, and your games will be found again."
)

// serveProgram serves sessions that want the arcade itself. It never calls the next
// handler.
func (s *Server) serveProgram(ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		s.play(sess, func(env tui.Env) (app, error) { return s.newApp(env), nil })
	}
}

// serveReplay serves a session that wants to watch one of its player's games.
func (s *Server) serveReplay(sess ssh.Session, r arcade.Result) {
	s.play(sess, func(env tui.Env) (app, error) {
		a, err := tui.NewReplay(env, r)
		if err != nil {
			return nil, command.ReplayFailure(err)
		}
		return a, nil
	})
}

// play runs an app in a session's terminal. An error of newApp is a sentence for the
// player.
func (s *Server) play(sess ssh.Session, newApp func(tui.Env) (app, error)) {
	pty, _, ok := sess.Pty()
	if !ok {
		refuse(sess, noTerminal, exitTerminal)
		return
	}
	log := s.logOf(sess)
	log.Info("session begins", "term", pty.Term, "width", pty.Window.Width, "height", pty.Window.Height)
	s.quotas.noticeSingleAddress(sessionOf(sess))
	if !canAddress(pty.Term) {
		s.serveWords(sess)
		return
	}
	sessionOf(sess).Change(func(st *hub.State) { st.Kind = hub.Screen }) // even if the session began as a command
	openApp := func() (app, error) { return newApp(s.envOf(sess)) }
	a, err := openApp()
	if err != nil {
		log.Info("session refused", "err", err)
		refuse(sess, err.Error(), exitFailed)
		return
	}
	r := s.newRunner(sess)
	words, code := sorry, exitFailed
	// Deferred, so that the terminal is restored even if this panics.
	defer func() {
		_, _ = io.WriteString(r.out, grid.Leave+words+"\r\n")
		_ = sess.Exit(code)
	}()
	words, err = s.runApps(sess, r, a, openApp)
	if err != nil {
		logUnsaved(log, err)
		return
	}
	words, code = s.userOf(sess).farewell(words), exitOK
	log.Info("session ends")
}

// newRunner returns the runner of a session in a terminal, which it takes over.
func (s *Server) newRunner(sess ssh.Session) *runner {
	ch, now := channelOf(sess), time.Now()
	pty, _, _ := sess.Pty()
	size := pty.Window
	size.Width, size.Height = s.hub.Fit(ch.session, size.Width, size.Height)
	w := newWriter(ch.sshChannel, s.config.Limits.WriteTimeout, func() { _ = ch.conn.Close() })
	_, _ = io.WriteString(w, grid.Enter+grid.Mouse)
	return &runner{
		in: ch.in, resized: ch.resized, closing: s.closing, hub: s.hub, session: ch.session, limits: s.config.Limits, keyCount: s.metrics.keys,
		renderer: renderer{out: w, grids: &s.grids, profile: profileOf(pty.Term, sess.Environ()), size: size},
		keys:     limit.NewBucket(keysAtOnce, keysSecond, now), lastKey: now,
	}
}

// envOf returns what a session gives its screens. They begin at the table where the
// session last was.
func (s *Server) envOf(sess ssh.Session) tui.Env {
	u, entry := s.userOf(sess), sessionOf(sess)
	pty, _, _ := sess.Pty()
	id, command := entry.State().ID, "ssh HOST"
	if id.Credential.IsLocal() {
		command = "" // on the local socket, commands are the host's
	}
	return tui.Env{
		Games: s.config.Games, Run: s.run, Store: u.store(), Player: cmp.Or(id.Nick, arcade.Nameless), Proposed: proposed(id), Command: command,
		Accounts: u.accounts(), Events: u.events(),
		At: entry.State().Slot, Look: lookOf(pty.Term, sess.Environ()),
		Now: s.config.Now, Deal: s.config.Deal, Tick: tick, HintLimit: s.slots, Pages: &s.pages, Playing: entry.SetSlot,
		Spectators: u.spectators(), Races: u.races(),
	}
}

// proposed returns the nick to propose to a player: the login name, if it can be a nick
// and is not known to be someone else's, or else "".
func proposed(id hub.Identity) string {
	if id.Name != id.Login || data.CheckNick(id.Login) != nil {
		return ""
	}
	return id.Login
}

// runApps runs an app, and a new one each time its player comes back to a parked session,
// until the session ends. It returns the last words for the player; an error is for the
// log.
func (s *Server) runApps(sess ssh.Session, r *runner, a app, openApp func() (app, error)) (words string, err error) {
	for ctx := channelOf(sess); ; {
		words, away := r.run(ctx, a)
		err := r.close()
		s.userOf(sess).spectators().Show(nil)
		switch {
		case r.crash != nil:
			s.logPanic(sess, r.crash.value, r.crash.stack)
			return sorry, errors.Join(errors.New("the app panicked"), err)
		case err != nil && !away:
			return notSaved, err
		case err != nil && !isRefusal(err): // at worst this loses the time since the last move
			s.logOf(sess).Error("park a session", "err", err)
		case !away:
			return r.session.LastWords(words), nil // any other end is the client's
		}
		if words, _ = r.run(ctx, parked{game: r.session.State().Slot != ""}); !r.quit || s.isClosing() {
			return r.session.LastWords(words), nil
		}
		if a, err = openApp(); err != nil {
			return err.Error(), nil
		}
	}
}

// logUnsaved logs why a session has ended without storing its last state.
func logUnsaved(log *slog.Logger, err error) {
	if isRefusal(err) {
		log.Info("session ends unsaved", "err", err)
		return
	}
	log.Error("session failed", "err", err)
}

// refuse prints a sentence where no app runs, and ends the session.
func refuse(sess ssh.Session, sentence string, code int) {
	c := channelOf(sess).conn
	defer time.AfterFunc(c.limits.WriteTimeout, func() { _ = c.Close() }).Stop()
	_, _ = io.WriteString(sess.Stderr(), strings.TrimSpace(sentence)+"\n")
	_ = sess.Exit(code)
}
