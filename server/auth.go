package server

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
)

// What people read who may not play here.
const (
	notAllowed = "Only the keys that this arcade's host has listed may come in. Ask the host to add yours."
	notInvited = "This arcade is by invitation. If you have one: ssh HOST join CODE"
)

// An auth decides who may log in and who may begin a session, by the settings and key
// files as of the last reload and by the bans in the store. It judges a session only by
// the key that signed the login, never by keys that were offered or names that were given.
type auth struct {
	config    Config // with which the server started
	lists     atomic.Pointer[keyLists]
	reloading sync.Mutex
}

// newAuth returns an auth that knows no key before reload.
func newAuth(config Config) *auth {
	a := &auth{config: config}
	a.lists.Store(&keyLists{access: config.Access, guests: config.Guests, trusted: config.Trusted})
	return a
}

// keyLists says who may play, as of the last reload.
type keyLists struct {
	access          Access
	guests          bool
	trusted         []netip.Prefix
	allowed, admins map[arcade.Credential]bool
}

// isExempt reports whether an address has no hourly limits: it is in a trusted network,
// or it is invalid, which means the host itself.
func (a *auth) isExempt(from netip.Addr) bool {
	return !from.IsValid() || a.isTrusted(from)
}

// isTrusted reports whether an address is in a trusted network.
func (a *auth) isTrusted(addr netip.Addr) bool {
	return slices.ContainsFunc(a.lists.Load().trusted, func(n netip.Prefix) bool { return n.Contains(addr) })
}

// check returns the sentence why a session may not begin, or "".
func (a *auth) check(sess *hub.Session) (sentence string, err error) {
	id, lists := sess.State().ID, a.lists.Load()
	ban, banned, err := a.banOn(sess)
	switch {
	case err != nil:
		return "", err
	case banned:
		return banSentence(ban), nil
	case id.Admin:
	case lists.access == Allow && !lists.allowed[id.Credential]:
		return notAllowed, nil
	case id.Credential.IsGuest() && !a.guests():
		return notInvited, nil
	}
	return "", nil
}

// banOn returns the ban that applies to a session's player, if any. None applies to
// admins.
func (a *auth) banOn(sess *hub.Session) (data.Ban, bool, error) {
	id := sess.State().ID
	if id.Admin {
		return data.Ban{}, false, nil
	}
	return a.config.Store.Banned(id.Credential, sess.Addr, a.config.Now())
}

// banSentence returns what a banned player reads.
func banSentence(b data.Ban) string {
	text := "You are banned from this arcade"
	if !b.Until.IsZero() {
		text += " until " + b.Until.UTC().Format("2006-01-02 15:04 UTC")
	}
	if b.Reason != "" {
		text += ": " + b.Reason
	}
	return strings.TrimRight(text, ".") + "."
}

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

// settings returns the settings with which the server started.
func (c Config) settings() Settings {
	return Settings{Access: c.Access, AllowedKeys: c.AllowedKeys, Admins: c.Admins, Guests: c.Guests, Trusted: c.Trusted}
}

// reloadLogged reloads, and logs the outcome.
func (a *auth) reloadLogged() (admin.Reloaded, error) {
	r, err := a.reload()
	if err != nil {
		a.config.Logger.Error("keys not read again; the old ones stay", "err", err)
		return r, err
	}
	a.config.Logger.Info("keys read again", "admins", r.Admins, "allowed", r.Allowed,
		"changed", strings.Join(r.Changed, ", "), "restart", strings.Join(r.Restart, ", "))
	return r, nil
}

// reload reads the settings and the key files again.
func (a *auth) reload() (admin.Reloaded, error) {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	now := a.config.settings()
	if a.config.Reread != nil {
		var err error
		if now, err = a.config.Reread(); err != nil {
			return admin.Reloaded{}, err
		}
	}
	l := &keyLists{access: now.Access, guests: now.Guests, trusted: now.Trusted}
	var bad, worse error
	if l.admins, bad = readKeys(now.Admins, a.config.Logger); errors.Is(bad, fs.ErrNotExist) {
		bad = nil
	}
	if l.access == Allow {
		l.allowed, worse = readKeys(now.AllowedKeys, a.config.Logger)
	}
	if err := errors.Join(bad, worse); err != nil {
		return admin.Reloaded{}, err
	}
	if now.Apply != nil {
		if err := now.Apply(); err != nil {
			return admin.Reloaded{}, err
		}
	}
	a.lists.Store(l)
	return admin.Reloaded{
		Admins: len(l.admins), Allowed: len(l.allowed),
		Changed: append([]string{}, now.Changed...), Restart: append([]string{}, now.Restart...),
	}, nil
}

// readKeys reads a file in the form of authorized_keys. Its error names every bad line.
// Options are bad: who wrote from="192.0.2.0/24" must not think that it holds. A key that
// is too old to log in with is not bad, but log has its line.
func readKeys(path string, log *slog.Logger) (map[arcade.Credential]bool, error) {
	keys := make(map[arcade.Credential]bool)
	if path == "" {
		return keys, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var bad []error
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, _, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
		switch {
		case err != nil, strings.Contains(line, "\r"): // base64 decoding ignores a CR
			err = errors.New("this is no public key")
		case len(options) > 0:
			err = fmt.Errorf("the option %q is not for this file: a line is a key and a comment", clean.Text(options[0], textMax))
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("%s:%d: %w", path, i+1, err))
			continue
		}
		if isOld(key) {
			log.Warn("a key in a file of keys is too old to log in with, as DSA and RSA of fewer than 2048 bits are", "line", fmt.Sprintf("%s:%d", path, i+1), "key", keyCredential(key).String())
		}
		keys[keyCredential(key)] = true
	}
	return keys, errors.Join(bad...)
}
