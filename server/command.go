package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"charm.land/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
	"boardwalk/server/peers"
	"boardwalk/server/port"
	"boardwalk/server/program"
	"boardwalk/tui/record"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	screens "boardwalk/tui/workshop"
)

// answer runs the command that a session came with, and what the command shows in a terminal. It
// reports whether the arcade itself is to begin.
func (s *Server) answer(sess ssh.Session) (begins bool) {
	cut := func() { _ = channelOf(sess).conn.Close() }
	limit := time.AfterFunc(s.config.Limits.Command, func() {
		refuse(sess, fmt.Sprintf("The command was stopped, as it took longer than %v: the arcade is busy. Please try again.", s.config.Limits.Command), exitFailed)
		time.AfterFunc(time.Second, cut) // the client has read it by then, or never will
	})
	defer limit.Stop()
	session := s.playerSessionOf(sess)
	c := s.command(session.User)
	pty, _, ok := sess.Pty()
	c.Terminal, c.Window = ok && program.CanAddress(pty.Term), ok
	if session.channel.file != nil {
		c.Upload = &command.Upload{File: session.channel.file, Input: session.channel.in}
	}
	c.NoTimeLimit = func() { limit.Stop() }
	c.Flush = func() bool {
		for chunk := range slices.Chunk(c.Out.Bytes(), program.ChunkSize) {
			if _, err := sess.Write(chunk); err != nil {
				return false
			}
		}
		c.Out.Reset()
		limit.Reset(s.config.Limits.Command)
		return true
	}
	// A client that has taken nothing for as long as Limits.Idle is cut off: the program that reads there may wait
	// for a passphrase or a slow disk first.
	out := func(w io.Writer) io.Writer { return program.NewWriter(w, s.config.Limits.Idle, cut) }
	c.Live = command.Output{Out: out(sess), Err: out(sess.Stderr()), Terminal: ok}
	a := adminServer{s}.context(c)
	var errOut bytes.Buffer
	code := exitFailed
	if err := session.Meter.MayBegin(); err != nil && !c.ID.Admin {
		refuse(sess, command.Refusal(err).Sentence, code)
		return false
	}
	session.Meter.Command(func() {
		code = runCommand(session.channel, s.metrics, a, addrText(sess, c.ID), sess.RawCommand(), &errOut)
	})
	if c.ShowReplay != nil {
		limit.Stop()
		session.replay(*c.ShowReplay)
		return false
	}
	if c.Show.Page != "" {
		limit.Stop()
		session.begin(c.Show)
		return false
	}
	if c.ShowRace != "" {
		limit.Stop()
		session.SetSlot(c.ShowRace)
		return true
	}
	c.Flush()
	_, _ = errOut.WriteTo(sess.Stderr())
	_ = sess.Exit(code)
	return false
}

// command returns the context of a command of the player's, which cannot send anything
// yet.
func (s *Server) command(u *port.User) *command.Context {
	ports := u.Ports()
	ports.Command = u.Command
	return &command.Context{
		Arcade: commandArcade(s.config), Ports: ports, ID: u.State().ID, Player: u, CreateAccount: u.CreateAccount,
		Out: new(bytes.Buffer), NoTimeLimit: func() {},
		Live: command.Output{Out: io.Discard, Err: io.Discard}, Progress: s.config.Limits.Progress,
	}
}

// report returns what runs the commands that a session in words tells.
func (s *Server) report(u *port.User) func(args ...string) ([]string, map[int]string, error) {
	return func(args ...string) ([]string, map[int]string, error) { return command.Tell(s.command(u), args...) }
}

// commandArcade returns what commands know of the arcade.
func commandArcade(config Config) command.Arcade {
	return command.Arcade{
		Version: config.Version, Logger: config.Logger, Cast: record.WriteCast,
		ShareCard: func(g engine.MadeUp, command string, width int) []string {
			return screens.ShareCard(g, command, width, &theme.Look{Theme: theme.Mono(), Deck: theme.ASCII()})
		},
	}
}

// runCommand runs one command line from an address and returns the session's exit code.
// It logs what admins do, and what is wrong with the arcade.
func runCommand(ctx context.Context, m *metrics, c *admin.Context, addr, line string, errOut *bytes.Buffer) (code int) {
	root, args := command.New(c.Context), command.Split(line)
	// This is the only check of the right to use the admin commands.
	if c.ID.Admin {
		root.AddCommand(admin.New(c))
	} else {
		root.AddCommand(admin.Refused())
	}
	code = exitFailed // if the command panics
	var err error
	defer func() {
		m.countCommand(root, args, code)
		admin.Audit(c, addr, args, code, err)
	}()
	if len(line) > command.MaxLength {
		fmt.Fprintf(errOut, "That is too long: a command has at most %d bytes.\n", command.MaxLength)
		return command.ExitUsage
	}
	code, err = command.Execute(ctx, c.Context, root, args, errOut)
	if failed := (*command.Failure)(nil); errors.As(err, &failed) && failed.Err != nil && !errors.As(failed.Err, new(*arcade.Refusal)) {
		c.Logger.Error("command failed", "user", c.ID.Name, "account", c.ID.Credential.String(), "err", failed.Err)
	}
	return code
}

// An adminServer is a server as its admins see it: it implements admin.Server.
type adminServer struct{ *Server }

// context returns the context of a command that an admin may give.
func (a adminServer) context(c *command.Context) *admin.Context {
	return &admin.Context{
		Context: c, Store: a.config.Store, Hub: a.hub, Server: a, Began: a.arcade.Run.Began,
		Backups: a.config.Backups, Life: a.backups.Life, BackupFailed: a.metrics.backupFailures.Inc,
	}
}

func (a adminServer) Admins() []arcade.Credential {
	return slices.Collect(maps.Keys(a.auth.lists.Load().admins))
}

func (a adminServer) Log(n int) ([]string, error) {
	a.trail.Flush()
	stored, err := a.config.Store.Lines(n)
	return a.trail.Newest(stored, n), err
}

func (a adminServer) Access() string { return string(a.auth.lists.Load().Access) }

func (a adminServer) EndBanned(ban data.Ban) (n int) {
	n = a.hub.Everywhere().End(func(s hub.Listed) bool {
		_, banned, err := a.auth.banOn(s.Admin, s.Credential, s.Addr)
		return err == nil && banned
	}, a.auth.asking(banSentence(ban)+" All is saved."))
	a.hub.TellChanged() // of those who come in there at this moment, or of whom nothing was heard
	return n
}

func (a adminServer) Cluster(verify bool) (peers.Status, bool) {
	if a.config.ClusterStatus == nil {
		return peers.Status{}, false
	}
	return a.config.ClusterStatus(verify), true
}

func (a adminServer) ReloadRaces() { a.arcade.Races.TryReload() }

// Admin runs an admin command on a store that no server serves, so that no one is
// playing. It returns the exit code for the program.
func Admin(config Config, args []string, out, errOut io.Writer) (code int) {
	config.Cluster = nil
	s := newServer(config)
	if _, err := s.auth.reload(); err != nil {
		fmt.Fprintln(errOut, err)
		return exitFailed
	}
	var text, wrong bytes.Buffer
	c := &command.Context{
		Arcade: commandArcade(s.config), Ports: session.Ports{Games: s.config.Games, Now: s.config.Now},
		ID:  hub.Identity{Credential: arcade.Local, Login: local, Name: local, Admin: true},
		Out: &text, NoTimeLimit: func() {}, Live: command.Output{Out: out, Err: errOut}, Progress: config.Limits.Progress,
	}
	a := adminServer{s}.context(c)
	a.Began = time.Time{}
	code = runCommand(context.Background(), s.metrics, a, local, strings.Join(append([]string{"admin"}, args...), " "), &wrong)
	s.trail.Flush()
	_, _ = text.WriteTo(out)
	_, _ = wrong.WriteTo(errOut)
	return code
}
