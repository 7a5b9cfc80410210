package server

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"charm.land/ssh"

	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/program"
)

// serveCommand serves sessions that came with a command, with or without a terminal.
func (s *Server) serveCommand(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		if sess.RawCommand() == "" {
			next(sess)
			return
		}
		cut := func() { _ = channelOf(sess).conn.Close() }
		limit := time.AfterFunc(s.config.Limits.Command, cut)
		defer limit.Stop()
		ch, entry := channelOf(sess), sessionOf(sess)
		c := s.userOf(sess).command()
		pty, _, ok := sess.Pty()
		c.Terminal = ok && program.CanAddress(pty.Term)
		if ch.file != nil {
			c.Upload = &command.Upload{File: ch.file, Input: ch.in}
		}
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
		a := s.adminContext(c, s.liveOutputOf(sess, cut))
		a.NoTimeLimit = func() { limit.Stop() }
		var errOut bytes.Buffer
		code := s.runCommand(ch, a, addrText(sess, c.ID), sess.RawCommand(), &errOut)
		if c.ShowReplay != nil {
			limit.Stop()
			s.serveReplay(sess, *c.ShowReplay)
			return
		}
		if c.ShowRace != "" {
			limit.Stop()
			entry.SetSlot(c.ShowRace)
			next(sess)
			return
		}
		c.Flush()
		_, _ = errOut.WriteTo(sess.Stderr())
		_ = sess.Exit(code)
	}
}

// command returns the context of a command of the player's, which cannot send anything
// yet.
func (u user) command() *command.Context {
	player := u.server.viewerOf(u.data)
	return &command.Context{
		Arcade: u.server.commandArcade(), ID: u.session.State().ID,
		Player: player, Account: Accounts(u.data, player.ranked, player.events, u.server.config.Now, u.log), Events: player.events, Races: u.races(),
		CreateAccount: u.guard(), Out: new(bytes.Buffer),
	}
}

// commandArcade returns what commands know of the arcade.
func (s *Server) commandArcade() command.Arcade {
	return command.Arcade{
		Version: s.config.Version, Games: s.config.Games, Now: s.config.Now, Logger: s.config.Logger,
		Silence: s.config.Limits.Silence, UserError: toUserError,
	}
}

// runCommand runs one command line from an address and returns the session's exit code.
// It logs what admins do, and what is wrong with the arcade.
func (s *Server) runCommand(ctx context.Context, c *admin.Context, addr, line string, errOut *bytes.Buffer) (code int) {
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
		s.metrics.countCommand(root, args, code)
		admin.Audit(s.config.Logger, c.ID, addr, args, code, err)
	}()
	code, err = command.Execute(ctx, c.Context, root, args, errOut)
	if failed := (*command.Failure)(nil); errors.As(err, &failed) && failed.Err != nil {
		s.config.Logger.Error("command failed", "user", c.ID.Name, "account", c.ID.Credential.String(), "err", failed.Err)
	}
	return code
}
