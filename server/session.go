package server

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/charmbracelet/colorprofile"

	"boardwalk/engine"
	"boardwalk/tui"
	"boardwalk/tui/grid"
)

// What players read when a session cannot begin or has ended.
const (
	sorry       = "Sorry, something went wrong here. Your game is saved as it was after your last move."
	notOpened   = "Sorry, your games cannot be opened at the moment. Please come back in a while."
	notSaved    = "Sorry, your last moves could not be saved."
	noTerminal  = "The arcade needs a terminal: ssh -t HOST. Try: ssh HOST help"
	closingSoon = "The arcade is closing. Your game is saved; come back in a while."
	idleEnd     = "You were away for long, so the table was cleared. Your game is saved."
	floodEnd    = "That was more input than anyone can type. Your game is saved."
	goodbye     = "Your games are saved. Come back any time."
	guestBye    = "Thank you for playing. Come with a key next time, and your games will be found again."
)

// resizePause is the least time between two repaints for a new size.
const resizePause = 50 * time.Millisecond

// serveProgram serves sessions that want the arcade itself; nothing comes
// after it.
func (s *Server) serveProgram(ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		s.play(sess, func(env tui.Env) (app, error) { return s.newApp(env), nil })
	}
}

// serveReplay serves a session that wants to see one of its player's games.
func (s *Server) serveReplay(sess ssh.Session, r engine.Result) {
	s.play(sess, func(env tui.Env) (app, error) {
		a, err := tui.NewReplay(env, r)
		if err != nil {
			return nil, notReplayed(err)
		}
		return a, nil
	})
}

// play runs an app in a session's terminal. An error of newApp is a sentence
// for the player.
func (s *Server) play(sess ssh.Session, newApp func(tui.Env) (app, error)) {
	pty, _, ok := sess.Pty()
	if !ok {
		refuse(sess, noTerminal, exitTerminal)
		return
	}
	log := s.logOf(sess)
	log.Info("session begins", "term", pty.Term, "width", pty.Window.Width, "height", pty.Window.Height)
	if !canAddress(pty.Term) {
		s.serveWords(sess)
		return
	}
	sessionOf(sess).change(func(now *sitting) { now.kind = kindScreen }) // also of one that came as a command
	profile := profileOf(pty.Term, sess.Environ())
	env := s.envOf(sess)
	env.Look = lookOf(pty.Term, profile)
	a, err := newApp(env)
	if err != nil {
		log.Info("session refused", "err", err)
		refuse(sess, err.Error(), exitFailed)
		return
	}
	v := visitOf(sess)
	w := newWriter(v.channel, s.config.Limits.Stall, func() { _ = v.conn.Close() })
	words, code := sorry, exitFailed
	// In a defer, so that the terminal is put right even when this panics.
	defer func() {
		w.finish(grid.Leave + words + "\r\n")
		_ = sess.Exit(code)
	}()
	p := newPainter(a, w, pty.Window.Width, pty.Window.Height, profile)
	words, err = s.run(sess, p)
	if p.crash != nil {
		s.logPanic(sess, p.crash.value, p.crash.stack)
	}
	if err != nil {
		log.Error("session failed", "err", err)
		return
	}
	words, code = s.farewell(sess, words), exitOK
	log.Info("session ends")
}

// envOf is what a session gives its screens.
func (s *Server) envOf(sess ssh.Session) tui.Env {
	here, log := sessionOf(sess), s.logOf(sess)
	who, command := here.now().who, "ssh HOST"
	if who.account == local {
		command = "" // there, commands are the host's
	}
	return tui.Env{
		Games: s.config.Games, Run: s.runID, Store: s.rowsOf(sess), Player: who.name, Command: command,
		Accounts: Accounts(here.now().rows, s.config.Store.Ranked, s.config.Now, log),
		Now:      s.config.Now, Deal: s.config.Deal, Slots: s.slots, Playing: here.play,
	}
}

// run runs the program until it ends, and saves. It returns the last words for
// the player; an error is for the log.
func (s *Server) run(sess ssh.Session, p *painter) (words string, err error) {
	v := visitOf(sess)
	if buf, ok := p.out.take(); ok {
		p.out.send(append(buf, grid.Enter+grid.Mouse...))
	}
	life, cancel := context.WithCancel(v)
	defer cancel()
	program := newProgram(life, sess, p)
	f := &feed{
		send: program.Send, in: v.in, resized: v.resized, drained: p.out.drained,
		closing: s.closing, session: v.session, idle: s.config.Limits.Idle, drain: s.config.Limits.Drain, taken: s.meters.keys,
	}
	var broken *crash
	fed := make(chan struct{})
	go func() {
		defer close(fed)
		defer func() {
			if r := recover(); r != nil { // what was typed broke the decoder
				broken = &crash{r, debug.Stack()}
				cancel()
			}
		}()
		words = f.run(life)
	}()
	_, err = program.Run()
	cancel()
	<-fed
	if p.crash == nil {
		p.crash = broken
	}

	saved := p.close()
	switch {
	case p.crash != nil:
		return sorry, errors.Join(errors.New("the program panicked"), saved)
	case saved != nil:
		return notSaved, saved
	case errors.Is(err, tea.ErrProgramPanic):
		return sorry, err
	}
	return v.session.lastWords(words), nil // any other end is the client's
}

// newProgram is a Bubble Tea program that knows neither the server's terminal
// nor the client's: the feed and the painter do.
func newProgram(life context.Context, sess ssh.Session, p *painter) *tea.Program {
	pty, _, _ := sess.Pty()
	return tea.NewProgram(p,
		tea.WithContext(life),
		tea.WithInput(nil), // its own reader can leak when the program ends
		tea.WithOutput(io.Discard),
		tea.WithoutRenderer(),
		tea.WithFPS(1),             // the ticker runs even without a renderer
		tea.WithoutSignalHandler(), // or SIGTERM would end it before Shutdown has said why
		tea.WithColorProfile(colorprofile.ANSI256),
		tea.WithEnvironment([]string{"TERM=" + pty.Term, "LANG=" + langOf(sess.Environ())}),
		tea.WithWindowSize(pty.Window.Width, pty.Window.Height),
		tea.WithFilter(forPrograms),
	)
}

// forPrograms drops the messages that act on the whole process, or that tell a
// program what it must not believe.
func forPrograms(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.SuspendMsg, tea.EnvMsg, tea.ColorProfileMsg:
		return nil
	case tea.InterruptMsg:
		return tea.QuitMsg{}
	}
	return msg
}

// refuse says a sentence where no program runs, and ends the session.
func refuse(sess ssh.Session, sentence string, code int) {
	c := visitOf(sess).conn
	defer time.AfterFunc(c.limits.Stall, func() { _ = c.Close() }).Stop()
	_, _ = io.WriteString(sess.Stderr(), strings.TrimSpace(sentence)+"\n")
	_ = sess.Exit(code)
}
