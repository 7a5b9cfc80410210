package server

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"time"

	"charm.land/ssh"

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

// programWords are what players read when a program ends, by the reason.
var programWords = program.Words{Bye: goodbye, Idle: idleEnd, Flood: floodEnd, Closing: closingSoon, Unsaved: closingYet}

// A sessionHost runs the arcade in one session, for a player whose account is open. It is
// the session as its program sees it.
type sessionHost struct {
	*hub.Session
	*user
	sess    ssh.Session
	channel *channel
}

// replay lets the player watch one of the player's games.
func (h *sessionHost) replay(r arcade.Result) {
	h.play(func(env tui.Env) (program.App, error) {
		a, err := tui.NewReplay(env, r)
		if err != nil {
			return nil, command.ReplayFailure(err)
		}
		return a, nil
	})
}

// play runs an app in the session's terminal, or the arcade in words. An error of newApp
// is a sentence for the player.
func (h *sessionHost) play(newApp func(tui.Env) (program.App, error)) {
	pty, _, ok := h.sess.Pty()
	if !ok {
		refuse(h.sess, noTerminal, exitTerminal)
		return
	}
	h.log.Info("session begins", "term", pty.Term, "width", pty.Window.Width, "height", pty.Window.Height)
	h.server.quotas.noticeSingleAddress(h.Session)
	if !program.CanAddress(pty.Term) {
		h.playWords()
		return
	}
	h.Change(func(st *hub.State) { st.Kind = hub.Screen }) // even if the session began as a command
	openApp := func() (program.App, error) { return newApp(h.env(pty.Term, h.sess.Environ())) }
	a, err := openApp()
	if err != nil {
		h.log.Info("session refused", "err", err)
		refuse(h.sess, err.Error(), exitFailed)
		return
	}
	p := program.New(h.config())
	last, code := sorry, exitFailed
	// Deferred, so that the terminal is restored even if this panics.
	defer func() {
		p.Restore(last)
		_ = h.sess.Exit(code)
	}()
	why, err := p.Run(h.channel, a, openApp)
	h.spectators().Show(nil)
	if err == nil {
		last, code = h.farewell(why), exitOK
		h.log.Info("session ends")
		return
	}
	unsaved := err
	if crash := new(program.PanicError); errors.As(err, &crash) {
		h.server.metrics.panics.Inc()
		logPanic(h.log, "panic in a session", crash.Value, crash.Stack)
		unsaved, err = crash.Close, errors.Join(err, crash.Close)
	}
	if unsaved != nil {
		last = notSaved
	}
	logUnsaved(h.log, err)
}

// playWords runs the arcade in lines of text, for a terminal that cannot move its cursor.
func (h *sessionHost) playWords() {
	code := exitFailed
	defer func() { _ = h.sess.Exit(code) }() // even if this panics; then recoverPanic says sorry
	config := h.config()
	in, out := program.NewLineReader(h.channel, config), config.Output
	pty, _, _ := h.sess.Pty()
	err := words.Run(h.env(pty.Term, h.sess.Environ()), words.NewLines(in, out), out)
	last := in.LastWords()
	if err == nil {
		code = exitOK
		h.log.Info("session ends")
	} else {
		last = notSaved
		logUnsaved(h.log, err)
	}
	if last = h.farewell(last); last != "" {
		_, _ = io.WriteString(out, "\r\n"+last+"\r\n")
	}
}

// config returns what the session gives its program, or its reader of lines.
func (h *sessionHost) config() program.Config {
	pty, _, _ := h.sess.Pty()
	limits := h.server.config.Limits
	return program.Config{
		Host: h, Input: h.channel.in, Output: program.NewWriter(h.channel.sshChannel, limits.WriteTimeout, func() { _ = h.channel.conn.Close() }),
		Closing: h.server.closing, Limits: limits.program(), Words: &programWords,
		Size: program.Size{Width: pty.Window.Width, Height: pty.Window.Height}, Resized: h.channel.resized,
		Profile: program.Profile(pty.Term, h.sess.Environ()), Grids: &h.server.grids, Keys: h.server.metrics.keys,
	}
}

// Fit implements program.Host.
func (h *sessionHost) Fit(size program.Size) program.Size {
	size.Width, size.Height = h.server.hub.Fit(h.Session, size.Width, size.Height)
	return size
}

// Parked implements program.Host. Nobody can watch a table whose player is away. At worst
// an error loses the time since the last move.
func (h *sessionHost) Parked(err error) (text string) {
	h.spectators().Show(nil)
	if err != nil && !overQuota(err) {
		h.log.Error("park a session", "err", err)
	}
	if h.State().Slot == "" {
		return parkedIdle
	}
	return parkedGame
}

// logUnsaved logs why a session has ended without storing its last state.
func logUnsaved(log *slog.Logger, err error) {
	if overQuota(err) {
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
