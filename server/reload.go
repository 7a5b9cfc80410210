package server

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"strings"
)

// Settings are what of a [Config] may change while the server runs. The fields that
// a Config has too mean the same.
type Settings struct {
	Access              Access
	AllowedKeys, Admins string
	Guests              bool
	Trusted             []netip.Prefix

	Changed []string // names of all settings that hold from now on and did not before
	Restart []string // names of those that were changed and hold only after a restart

	// Apply is called once the files of keys are read and none is bad. Where its error is
	// not nil nothing changes. Nil does nothing.
	Apply func() error
}

// lists is who may come in, as Reload found it last. The keys are fingerprints.
type lists struct {
	access          Access
	guests          bool
	trusted         []netip.Prefix
	allowed, admins map[string]bool
}

// settings is those that the server began with.
func (c Config) settings() Settings {
	return Settings{Access: c.Access, AllowedKeys: c.AllowedKeys, Admins: c.Admins, Guests: c.Guests, Trusted: c.Trusted}
}

// Reload reads the settings again that may change, by Config.Reread, and the files of
// keys, and logs what came of it. Where a setting or a line of a file is bad, the error
// names each and all stays as it was.
func (s *Server) Reload() error {
	_, err := s.reloadLogged()
	return err
}

func (s *Server) reloadLogged() (Reloaded, error) {
	r, err := s.reload()
	if err != nil {
		s.config.Logger.Error("keys not read again; those of before stay", "err", err)
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
	l := &lists{access: now.Access, guests: now.Guests, trusted: now.Trusted}
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
	s.lists.Store(l)
	return Reloaded{
		Admins: len(l.admins), Allowed: len(l.allowed),
		Changed: append([]string{}, now.Changed...), Restart: append([]string{}, now.Restart...),
	}, nil
}

// reload is the command of that name.
func (a *admin) reload([]string) error {
	if a.offline() {
		return no("No server is running, so there is nothing to read again.")
	}
	r, err := a.server.reloadLogged()
	if err != nil {
		return no("Nothing has changed, as there is something wrong:\n%v", err)
	}
	return a.print(r, func(out io.Writer) {
		fmt.Fprintf(out, "%s, %s that may come in by the list of access allow.\n", plural(r.Admins, "admin"), plural(r.Allowed, "key"))
		if len(r.Changed) > 0 {
			fmt.Fprintf(out, "Changed: %s.\n", strings.Join(r.Changed, ", "))
		}
		if len(r.Restart) > 0 {
			fmt.Fprintf(out, "These hold only once the server is started again: %s.\n", strings.Join(r.Restart, ", "))
		}
	})
}
