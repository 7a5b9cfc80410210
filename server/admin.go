package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"charm.land/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
	"boardwalk/server/program"
)

// An adminHost is a server as its admins see it.
type adminHost struct{ server *Server }

// Admins implements admin.Host.
func (h adminHost) Admins() []arcade.Credential {
	return slices.Collect(maps.Keys(h.server.auth.lists.Load().admins))
}

// EndBanned implements admin.Host.
func (h adminHost) EndBanned(ban data.Ban) (n int) {
	return h.server.hub.End(func(s *hub.Session) bool {
		_, banned, err := h.server.auth.banOn(s)
		return err == nil && banned
	}, banSentence(ban)+" All is saved.")
}

// Reload implements admin.Host.
func (h adminHost) Reload() (admin.Reloaded, error) { return h.server.auth.reloadLogged() }

// ReloadRaces implements admin.Host.
func (h adminHost) ReloadRaces() { h.server.races.TryReload() }

// adminContext returns the context of a command that an admin may give. It has no time
// limit.
func (s *Server) adminContext(c *command.Context, live admin.Output) *admin.Context {
	return &admin.Context{
		Context: c, Store: s.config.Store, Hub: s.hub, Host: adminHost{s}, Began: s.run.Began,
		NoTimeLimit: func() {}, Backups: s.config.Backups, Progress: s.config.Limits.Progress, Live: live,
	}
}

// liveOutputOf returns where a command of a session writes before it ends. A client that
// has taken nothing for Limits.Idle is cut off: the program that reads there may wait for
// a passphrase or a slow disk first.
func (s *Server) liveOutputOf(sess ssh.Session, cut func()) admin.Output {
	_, _, terminal := sess.Pty()
	limit := s.config.Limits.Idle
	return admin.Output{Out: program.NewWriter(sess, limit, cut), Err: program.NewWriter(sess.Stderr(), limit, cut), Terminal: terminal}
}

// Admin runs an admin command on a store that no server serves, so that no one is
// playing. It returns the exit code for the program.
func Admin(config Config, args []string, out, errOut io.Writer) (code int) {
	s := newServer(config)
	if _, err := s.auth.reload(); err != nil {
		fmt.Fprintln(errOut, err)
		return exitFailed
	}
	var text, wrong bytes.Buffer
	c := &command.Context{Arcade: s.commandArcade(), ID: hub.Identity{Credential: arcade.Local, Login: local, Name: local, Admin: true}, Out: &text}
	a := s.adminContext(c, admin.Output{Out: out, Err: errOut})
	a.Began = time.Time{}
	code = s.runCommand(context.Background(), a, local, strings.Join(append([]string{"admin"}, args...), " "), &wrong)
	_, _ = text.WriteTo(out)
	_, _ = wrong.WriteTo(errOut)
	return code
}
