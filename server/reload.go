package server

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// Settings are the part of a [Config] that may change while the server runs. The fields
// that a Config has too mean the same.
type Settings struct {
	Access              Access
	AllowedKeys, Admins string
	Guests              bool
	Trusted             []netip.Prefix

	Changed []string // names of all settings that have taken effect with this reload
	Restart []string // names of changed settings that take effect only after a restart

	// Apply is called once the key files have been read without an error. If it returns
	// an error nothing changes. Nil does nothing.
	Apply func() error
}

// keyLists says who may play, as of the last Reload.
type keyLists struct {
	access          Access
	guests          bool
	trusted         []netip.Prefix
	allowed, admins map[arcade.Credential]bool
}

// settings returns the settings with which the server started.
func (c Config) settings() Settings {
	return Settings{Access: c.Access, AllowedKeys: c.AllowedKeys, Admins: c.Admins, Guests: c.Guests, Trusted: c.Trusted}
}

// Reload reads the settings that may change again, by Config.Reread, and the key files,
// and logs the outcome. If a setting or a line of a file is bad, nothing changes and the
// error names each of them.
func (s *Server) Reload() error {
	_, err := s.reloadLogged()
	return err
}

func (s *Server) reloadLogged() (Reloaded, error) {
	r, err := s.reload()
	if err != nil {
		s.config.Logger.Error("keys not read again; the old ones stay", "err", err)
		return r, err
	}
	s.config.Logger.Info("keys read again", "admins", r.Admins, "allowed", r.Allowed,
		"changed", strings.Join(r.Changed, ", "), "restart", strings.Join(r.Restart, ", "))
	return r, nil
}

func (s *Server) reload() (Reloaded, error) {
	s.reloading.Lock()
	defer s.reloading.Unlock()
	now := s.config.settings()
	if s.config.Reread != nil {
		var err error
		if now, err = s.config.Reread(); err != nil {
			return Reloaded{}, err
		}
	}
	l := &keyLists{access: now.Access, guests: now.Guests, trusted: now.Trusted}
	var bad, worse error
	if l.admins, bad = readKeys(now.Admins, s.config.Logger); errors.Is(bad, fs.ErrNotExist) {
		bad = nil
	}
	if l.access == Allow {
		l.allowed, worse = readKeys(now.AllowedKeys, s.config.Logger)
	}
	if err := errors.Join(bad, worse); err != nil {
		return Reloaded{}, err
	}
	if now.Apply != nil {
		if err := now.Apply(); err != nil {
			return Reloaded{}, err
		}
	}
	s.keyLists.Store(l)
	return Reloaded{
		Admins: len(l.admins), Allowed: len(l.allowed),
		Changed: append([]string{}, now.Changed...), Restart: append([]string{}, now.Restart...),
	}, nil
}

// reload implements the reload command.
func (a *admin) reload(*cobra.Command, []string) error {
	if a.offline() {
		return refusalf("No server is running, so there is nothing to read again.")
	}
	r, err := a.server.reloadLogged()
	if err != nil {
		return refusalf("Nothing has changed, because of this:\n%v", err)
	}
	return a.Print(r, func(out io.Writer) {
		fmt.Fprintf(out, "%s, %s on the list of access allow.\n", command.Plural(r.Admins, "admin"), command.Plural(r.Allowed, "key"))
		if len(r.Changed) > 0 {
			fmt.Fprintf(out, "Changed: %s.\n", strings.Join(r.Changed, ", "))
		}
		if len(r.Restart) > 0 {
			fmt.Fprintf(out, "These take effect after a restart: %s.\n", strings.Join(r.Restart, ", "))
		}
	})
}
