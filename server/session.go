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
	"boardwalk/server/program"
	"boardwalk/tui"
	"boardwalk/tui/words"
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
	parkedGame  = "Your game is saved.\nPress a key to go on."
	parkedIdle  = "You were away for a while.\nPress a key to go on."
	closingSoon = "The arcade is closing. All is saved; come back in a while."
	closingYet  = "The arcade is closing, and your last moves could not be saved yet. Please wait a moment."
	idleEnd     = "You were away for a long time, so the session was ended. All is saved."
	floodEnd    = "That was more input than anyone can type. All is saved."
	goodbye     = "All is saved. Come back any time."
	guestBye    = "Thank you for playing. Come with a key next time, and your games will be found again."
)

// programWords are what players read at the end of a session, by its cause.
var programWords = program.Words{Bye: goodbye, Idle: idleEnd, Flood: floodEnd, Closing: closingSoon, Unsaved: closingYet}

// serveProgram serves sessions that want the arcade itself. It never calls the next
// handler.
func (s *Server) serveProgram(ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		s.play(sess, func(env tui.Env) (program.App, error) { return s.newApp(env), nil })
	}
}

// serveReplay serves a session that wants to watch one of its player's games.
func (s *Server) serveReplay(sess ssh.Session, r arcade.Result) {
	s.play(sess, func(env tui.Env) (program.App, error) {
		a, err := tui.NewReplay(env, r)
		if err != nil {
			return nil, command.ReplayFailure(err)
		}
		return a, nil
	})
}

// play runs an app in a session's terminal. An error of newApp is a sentence for the
// player.
func (s *Server) play(sess ssh.Session, newApp func(tui.Env) (program.App, error)) {
	pty, _, ok := sess.Pty()
	if !ok {
		refuse(sess, noTerminal, exitTerminal)
		return
	}
	log := s.logOf(sess)
	log.Info("session begins", "term", pty.Term, "width", pty.Window.Width, "height", pty.Window.Height)
	s.quotas.noticeSingleAddress(sessionOf(sess))
	if !program.CanAddress(pty.Term) {
		s.serveWords(sess)
		return
	}
	sessionOf(sess).Change(func(st *hub.State) { st.Kind = hub.Screen }) // even if the session began as a command
	openApp := func() (program.App, error) { return newApp(s.envOf(sess)) }
	a, err := openApp()
	if err != nil {
		log.Info("session refused", "err", err)
		refuse(sess, err.Error(), exitFailed)
		return
	}
	p := program.New(s.programConfigOf(sess))
	last, code := sorry, exitFailed
	// Deferred, so that the terminal is restored even if this panics.
	defer func() {
		p.Restore(last)
		_ = sess.Exit(code)
	}()
	why, err := p.Run(channelOf(sess), a, openApp)
	s.userOf(sess).spectators().Show(nil)
	if err == nil {
		last, code = s.userOf(sess).farewell(why), exitOK
		log.Info("session ends")
		return
	}
	if crash := new(program.PanicError); errors.As(err, &crash) {
		s.logPanic(sess, crash.Value, crash.Stack)
	} else {
		last = notSaved
	}
	logUnsaved(log, err)
}

// serveWords serves a terminal that cannot move its cursor: the same arcade in lines of
// text.
func (s *Server) serveWords(sess ssh.Session) {
	code := exitFailed
	defer func() { _ = sess.Exit(code) }() // even if this panics; then recoverPanic says sorry
	config := s.programConfigOf(sess)
	in, out := program.NewLineReader(channelOf(sess), config), config.Output
	err := words.Run(s.envOf(sess), words.NewLines(in, out), out)
	last := in.LastWords()
	if err == nil {
		code = exitOK
		s.logOf(sess).Info("session ends")
	} else {
		last = notSaved
		logUnsaved(s.logOf(sess), err)
	}
	if last = s.userOf(sess).farewell(last); last != "" {
		_, _ = io.WriteString(out, "\r\n"+last+"\r\n")
	}
}

// programConfigOf returns what a session gives its program, or its reader of lines.
func (s *Server) programConfigOf(sess ssh.Session) program.Config {
	ch := channelOf(sess)
	pty, _, _ := sess.Pty()
	return program.Config{
		Host: &sessionHost{ch.session, s, sess}, Input: ch.in, Output: program.NewWriter(ch.sshChannel, s.config.Limits.WriteTimeout, func() { _ = ch.conn.Close() }),
		Closing: s.closing, Limits: s.config.Limits.program(), Words: &programWords,
		Size: program.Size{Width: pty.Window.Width, Height: pty.Window.Height}, Resized: ch.resized, Profile: program.Profile(pty.Term, sess.Environ()), Grids: &s.grids, Keys: s.metrics.keys,
	}
}

// A sessionHost is a session as its program sees it.
type sessionHost struct {
	*hub.Session
	server *Server
	sess   ssh.Session
}

// Fit implements program.Host.
func (h *sessionHost) Fit(size program.Size) program.Size {
	size.Width, size.Height = h.server.hub.Fit(h.Session, size.Width, size.Height)
	return size
}

// Parked implements program.Host. Nobody can watch a table whose player is away. At worst
// an error loses the time since the last move.
func (h *sessionHost) Parked(err error) (text string) {
	h.server.userOf(h.sess).spectators().Show(nil)
	if err != nil && !isRefusal(err) {
		h.server.logOf(h.sess).Error("park a session", "err", err)
	}
	if h.State().Slot == "" {
		return parkedIdle
	}
	return parkedGame
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
		At: entry.State().Slot, Look: program.Look(pty.Term, sess.Environ()),
		Now: s.config.Now, Deal: s.config.Deal, Tick: program.Tick, HintLimit: s.slots, Pages: &s.pages, Playing: entry.SetSlot,
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
