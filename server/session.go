package server

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"charm.land/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/port"
	"boardwalk/server/program"
	"boardwalk/tui"
	"boardwalk/tui/caption"
	"boardwalk/tui/route"
	"boardwalk/tui/session"
	"boardwalk/tui/words"
)

// How many keys all sessions of an address may type together, or what costs as much. Several hundred people type less,
// and so many keys take a fifth of a core. Sixty sessions, each within its own limit, would take a machine.
const (
	keysAtOnce = 4000
	keysSecond = 400
)

// The exit codes of sessions are those of commands.
const (
	exitOK       = command.ExitOK
	exitFailed   = command.ExitFailed
	exitTerminal = command.ExitTerminal
)

// What players read when a session cannot begin or has ended.
const (
	sorry       = "Sorry, something went wrong here. Your game is saved up to your last move."
	notSaved    = "Sorry, your last moves could not be saved."
	parked      = "You were away for a while. All is saved.\nPress a key to go on."
	closingSoon = "The arcade is closing. All is saved; come back in a while."
	closingYet  = "The arcade is closing, and your last moves could not be saved yet. Please wait a moment."
	idleEnd     = "You were away for a long time, so the session was ended. All is saved."
	floodEnd    = "That was more input than anyone can type. All is saved."
	goodbye     = "All is saved. Come back any time."
	guestBye    = "Thank you for playing. Come with a key next time, and your games will be found again."
)

// programEndings are what players read when a program ends, by the reason.
var programEndings = program.Endings{Bye: goodbye, Idle: idleEnd, Flood: floodEnd, Closing: closingSoon, Unsaved: closingYet}

// A playerSession runs the arcade in one session, for a player whose account is open. It is
// the session as its program sees it.
type playerSession struct {
	*port.User
	server  *Server
	sess    ssh.Session
	channel *channel
	first   command.Entrance // where the session begins
}

// ports returns what the session has of the arcade.
func (s *playerSession) ports() session.Ports {
	ports := s.Ports()
	ports.Report = s.server.report(s.User)
	if s.State().ID.Admin {
		ports.Admin = overseer{s}
	}
	return ports
}

// placeOf returns where a session begins that goes to a part of the arcade, with the game to begin with.
func placeOf(at command.Entrance, begin engine.Game) route.Place {
	game := cmp.Or(at.Game, begin)
	switch at.Page {
	case "learn":
		return route.Lessons{Game: game}
	case "rules":
		return route.Rules{Game: game}
	case "sprint":
		return route.Sprint{}
	case "watch":
		return route.Watch{Player: at.Player}
	}
	return route.Daily{Game: at.Game}
}

// replay lets the player watch one of the player's games.
func (s *playerSession) replay(r arcade.Result) {
	s.play(func(env *tui.Env) (program.App, error) {
		a, err := tui.NewReplay(env, r)
		if err != nil {
			return nil, command.ReplayFailure(err)
		}
		return a, nil
	})
}

// begin plays, and goes to a part of the arcade at once. An app that replaces a parked one
// begins where that was.
func (s *playerSession) begin(at command.Entrance) {
	s.first, s.Game = at, at.Game
	if at.Page == "play" {
		s.SetSlot(at.Game.Info().ID)
	}
	parked := false
	s.play(func(env *tui.Env) (program.App, error) {
		if !parked && at.Page != "play" {
			env.First = placeOf(at, env.Games.House[0])
		}
		parked = true
		return s.server.newApp(env), nil
	})
}

// play runs an app in the session's terminal. If that cannot move its cursor, or if there is
// none, it runs the arcade in words. An error of newApp is a sentence for the player.
//
// All sessions wait in here. The collector halves a stack of which less than a quarter is used, so the
// frames from here to serve hold nothing large: a session then has 8 KiB of stack and not 16.
func (s *playerSession) play(newApp func(*tui.Env) (program.App, error)) {
	pty, _, _ := s.sess.Pty()
	s.Log.Info("session begins", "term", pty.Term, "width", pty.Window.Width, "height", pty.Window.Height)
	s.server.noticeSingleAddress(s.Session)
	if !program.CanAddress(pty.Term) {
		s.playWords()
		return
	}
	s.Change(func(st *hub.State) { st.Kind = hub.Screen }) // even if the session began as a command
	openApp := func() (program.App, error) { return newApp(s.env(pty.Term)) }
	a, err := openApp()
	if err != nil {
		s.Log.Info("session refused", "err", err)
		refuse(s.sess, err.Error(), exitFailed)
		return
	}
	p := program.New(s.config())
	last, code := sorry, exitFailed
	// Deferred, so that the terminal is restored even if this panics.
	defer func() {
		p.Restore(last)
		_ = s.sess.Exit(code)
	}()
	why, err := p.Run(s.channel, a, openApp)
	s.Hide()
	last, code = s.end(why, err)
}

// env returns what an app is made with. It begins at the table where the session last was.
func (s *playerSession) env(term string) *tui.Env {
	return &tui.Env{
		Ports: s.ports(), At: s.State().Slot, Pages: &s.server.pages,
		Look: program.Look(term, s.sess.Environ()), Term: term, Tick: program.Tick,
	}
}

// end logs how the app of a session ended, and returns the last words for the player with the exit status.
func (s *playerSession) end(why string, err error) (last string, code int) {
	if err == nil {
		s.logEnd(why)
		return s.farewell(why), exitOK
	}
	last = sorry
	unsaved := err
	if crash := new(program.PanicError); errors.As(err, &crash) {
		s.server.metrics.panics.Inc()
		logPanic(s.Log, "panic in a session", crash.Value, crash.Stack)
		unsaved, err = crash.Close, errors.Join(err, crash.Close)
	}
	if unsaved != nil {
		last = notSaved
	}
	logUnsaved(s.Log, err)
	return last, exitFailed
}

// playWords runs the arcade in lines of text, for a terminal that cannot move its cursor and
// for a pipe. Without a terminal, a session in which nothing was typed was none that anybody
// wanted: it says what to type, and fails.
func (s *playerSession) playWords() {
	code := exitFailed
	defer func() { _ = s.sess.Exit(code) }()              // even if this panics; then serve says sorry
	s.Change(func(st *hub.State) { st.Kind = hub.Words }) // even if the session began as a command
	config := s.config()
	reader, out := program.NewLineReader(s.channel, config), config.Output
	in := io.Reader(reader)
	if s.first.Page != "" {
		in = io.MultiReader(strings.NewReader(Line(s.first)), reader)
	}
	_, _, terminal := s.sess.Pty()
	lines := words.NewLines(in, out)
	if !terminal {
		lines = words.NewPipe(in)
	}
	lines.Size = func() (columns, rows int) {
		size := reader.Size()
		return size.Width, size.Height
	}
	err := words.Run(s.ports(), lines, out)
	last, newline := reader.LastWords(), "\n"
	if terminal {
		newline = "\r\n" // it is in raw mode
	}
	if err == nil {
		code = exitOK
		s.logEnd(last)
	} else {
		last = notSaved
		logUnsaved(s.Log, err)
	}
	if !terminal && !reader.Used() && code == exitOK && last == "" {
		refuse(s.sess, nothingTyped(s.Command), exitTerminal)
		return
	}
	if last = s.farewell(last); last != "" {
		_, _ = io.WriteString(out, newline+strings.ReplaceAll(last, "\r\n", newline)+newline)
	}
}

// nothingTyped returns what a client reads that has no terminal and sends nothing. ssh is what
// players type in front of commands.
func nothingTyped(ssh string) string {
	text := fmt.Sprintf("Nothing was typed.\nIn a terminal: %s\nIn words: %s\nFrom a pipe, a line at a time: echo games | %s\nCommands: %s help",
		caption.WithTerminal(ssh), caption.InWords(ssh), caption.WithOption(ssh, "-T"), ssh)
	return strings.TrimSpace(text + "\n" + caption.AboutHost(ssh))
}

// Line returns what a player types in words to go to a part of the arcade.
func Line(at command.Entrance) string {
	what := at.Player
	if made, ok := at.Game.(engine.MadeUp); ok {
		what = made.Design().Code() // it means that game and no other, whatever it is called
	} else if at.Game != nil {
		what = at.Game.Info().ID
	}
	return strings.TrimSpace(at.Page+" "+what) + "\r\n"
}

// farewell returns the last words of the session, for a guest with a code to find the
// games again, in lines that fit a terminal.
func (s *playerSession) farewell(words string) string {
	lines := strings.ReplaceAll(s.lastWords(words), "\r\n", "\n")
	return strings.ReplaceAll(caption.Fold(lines, 0), "\n", "\r\n")
}

func (s *playerSession) lastWords(words string) string {
	if !s.State().ID.Credential.IsGuest() || words == port.Revoked {
		return words
	}
	if words == goodbye {
		words = guestBye
	}
	code, _, err := s.Link(s.server.config.Now())
	switch {
	case errors.Is(err, data.ErrJoined):
		return caption.Sentence(err.Error())
	case err != nil:
		return words
	}
	claim := fmt.Sprintf("To keep these games: %s link %s with a key, within 24 hours.", s.Command, code)
	return strings.TrimPrefix(words+"\r\n"+claim, "\r\n")
}

// config returns what the session gives its program, or its reader of lines.
func (s *playerSession) config() program.Config {
	pty, _, _ := s.sess.Pty()
	size := program.Size{Width: pty.Window.Width, Height: pty.Window.Height}
	select {
	case size = <-s.channel.resized: // before the session began
	default:
	}
	limits := s.server.config.Limits
	return program.Config{
		Session: s, Input: s.channel.in, Output: program.NewWriter(s.channel.sshChannel, limits.WriteTimeout, func() { _ = s.channel.conn.Close() }),
		Closing: s.server.closing, Times: limits.Times, Endings: &s.server.endings,
		Size: size, Resized: s.channel.resized,
		Profile: program.Profile(pty.Term, s.sess.Environ()), Grids: &s.server.grids, Meter: s.server.metrics,
	}
}

// Allow implements program.Session.
func (s *playerSession) Allow(keys int, now time.Time) bool {
	return s.server.auth.isExempt(s.Addr) || s.server.typed.Allow(keys, now, limit.Source(s.Addr))
}

// Fit implements program.Session.
func (s *playerSession) Fit(size program.Size) program.Size {
	size.Width, size.Height = s.server.hub.Fit(s.Session, size.Width, size.Height)
	return size
}

// Parked implements program.Session. Nobody can watch a table whose player is away. At worst
// an error loses the time since the last move.
func (s *playerSession) Parked(err error) (text string) {
	s.Hide()
	if err != nil && !port.OverQuota(err) {
		s.Log.Error("park a session", "err", err)
	}
	return parked
}

// logEnd logs that a session has ended well, under the name that its player has by now. words
// are the last for the player, goodbye or none if the player has left.
func (s *playerSession) logEnd(words string) {
	if cut := s.channel.conn.cutReason(); cut != "" {
		words = cut
	} else if words == "" || words == goodbye {
		words = "left"
	}
	s.server.logOf(s.sess).Info("session ends", "took", s.server.config.Now().Sub(s.Since).Round(time.Second), "why", clean.Text(words, textMax))
}

// logUnsaved logs why a session has ended without storing its last state.
func logUnsaved(log *slog.Logger, err error) {
	if port.OverQuota(err) {
		log.Info("session ends unsaved", "err", err)
		return
	}
	log.Error("session failed", "err", err)
}

// refuse prints a sentence where no app runs, and ends the session.
func refuse(sess ssh.Session, sentence string, code int) {
	c := channelOf(sess).conn
	defer time.AfterFunc(c.server.config.Limits.WriteTimeout, func() { _ = c.Close() }).Stop()
	_, _ = io.WriteString(sess.Stderr(), caption.FoldAround(strings.TrimSpace(sentence))+"\n")
	_ = sess.Exit(code)
}
