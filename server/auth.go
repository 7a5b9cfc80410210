package server

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/command/admin"
	"boardwalk/server/gate"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
)

// What people who may not play here read.
const (
	notAllowed = "This arcade admits only keys that its host has listed. Ask the host to add yours."
	notInvited = "This arcade is by invitation, and knows its players by their keys. Make one with ssh-keygen, then come back with your invitation."
	needsKey   = "This arcade knows its players by their keys. Make one with ssh-keygen, then come back."
)

// nameMax is the maximum length of a login name that is shown, logged or used as a nick.
const nameMax = 20

// askTime is how long a client may take to log in after it was asked a question.
const askTime = time.Minute

// local is the name and the address that the log shows for the host itself.
const local = "local"

// An auth decides who may log in and who may begin a session, by the settings and key
// files as of the last reload and by the bans in the store. It judges a session only by
// the key that signed the login, never by keys that were offered or names that were given.
type auth struct {
	config    Config // with which the server started
	lists     atomic.Pointer[keyLists]
	reloading sync.Mutex
}

// keyLists says who may play, and what the host says, as of the last reload.
type keyLists struct {
	Settings
	allowed, admins map[arcade.Credential]bool
}

// identify returns whose session it is. It looks only at the key that signed this
// connection's login. A key that was merely offered does not count, however the client
// got in afterwards.
func (a *auth) identify(sess ssh.Session) hub.Identity {
	id := hub.Identity{Login: clean.Text(sess.User(), nameMax)}
	orDefault(&id.Login, "player")
	id.Name = id.Login
	switch c, key := channelOf(sess).conn, sess.PublicKey(); {
	case c.local:
		id.Credential = arcade.Local
	case key == nil:
		id.Credential = c.guest
	default:
		id.Credential = keyCredential(key)
	}
	id.Admin = a.isAdmin(id.Credential)
	return id
}

// isAdmin reports whether a session with a credential may run the arcade, as of the last reload.
func (a *auth) isAdmin(c arcade.Credential) bool { return c.IsLocal() || a.lists.Load().admins[c] }

// keyCredential returns the credential of a key or, for a certificate, of the key in it.
func keyCredential(key gossh.PublicKey) arcade.Credential {
	return arcade.KeyCredential(gossh.FingerprintSHA256(plainKey(key)))
}

// newGuest returns a new credential that nobody can guess or use again.
func newGuest() arcade.Credential { return arcade.GuestCredential(rand.Text()) }

// acceptKey reports whether a client may log in with a key. It accepts the first key
// offered, because a new key is a new account, with these exceptions. On the local socket
// no key is needed and none is accepted. An RSA key that is too short is refused, and its
// client told why. Any key of a connection with a refusal, and a key that is not listed
// where only listed ones come in, is refused unless it is an admin's. If the login name is
// a player's nick, only a key of that player or of an admin will do and the client goes on to
// its next one.
//
// The library also calls acceptKey for keys that the client cannot sign with, so it must
// not remember them; admit judges again once the client is logged in.
func (a *auth) acceptKey(ctx ssh.Context, key ssh.PublicKey) bool {
	c, credential := connOf(ctx), keyCredential(key)
	lists := a.lists.Load()
	switch {
	case c.local:
		return false
	case isShort(key):
		c.refuseKey(shortKey)
		return false
	case lists.admins[credential]:
	case c.refusal != "":
		return false // checkNetwork has noted why
	case lists.Access == Allow && !lists.allowed[credential]:
		c.refusedKey(byKey, credential)
		return false
	case !a.mayBe(ctx.User(), credential):
		c.refusedKey(byNick, credential)
		return false
	}
	c.why, c.offered = byUnsigned, true
	// Nobody has to touch a security key to play a game.
	ctx.Permissions().Extensions = map[string]string{"no-touch-required": ""}
	return true
}

// mayBe reports whether a credential may use a login name: not if it is another player's
// nick. If the store fails it returns true, because a name is only a hint.
func (a *auth) mayBe(login string, c arcade.Credential) bool {
	if len(login) > nameMax {
		return true // longer than any nick
	}
	exists, holds, err := a.config.Store.Holds(login, c)
	return err != nil || !exists || holds
}

// acceptGuest lets in a client without a key. It asks nothing, unless the login name is a
// player's nick: its own key may have been refused, and nobody should be a guest without
// knowing. A client without a terminal answers nothing, and is refused.
func (a *auth) acceptGuest(ctx ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	c := connOf(ctx)
	nick := !a.mayBe(ctx.User(), c.guest)
	taken := fmt.Sprintf("The nick %s belongs to another key.\nWith your own, come back by ssh %s (%s)",
		clean.Text(ctx.User(), nameMax), arcade.NewKey, arcade.KeepNewKey)
	switch {
	case c.local:
		return true
	case c.refusal != "", c.guestRefused:
		return false // the client knows why: it asks three times
	case nick && a.guests():
		c.why = byNick
		_ = c.SetReadDeadline(time.Now().Add(askTime)) // people read more slowly than clients
		says := taken + ".\nIf the nick is yours: first make a code with its key (K, or link), and then enter it (K, or link CODE)."
		question := "The nick belongs to another key; with yours: ssh " + arcade.NewKey + ". Play as a guest? (yes/no) " // some clients show no more
		answers, err := ask("", says, []string{question}, []bool{true})
		c.guestRefused = err != nil || len(answers) != 1 || !slices.Contains([]string{"y", "yes"}, strings.ToLower(answers[0]))
		return !c.guestRefused
	case a.guests():
		if c.offered {
			_ = c.handshake.SendAuthBanner(unsigned + "\n") // for commands; an error ends the login as well
		}
		return true
	}
	why := needsKey
	switch {
	case nick:
		why = taken + "."
	case a.lists.Load().Access == Allow:
		why = notAllowed
	case a.lists.Load().Access == Invite:
		why = "This arcade is by invitation, for people with a key. Make one with ssh-keygen, then come back."
	}
	c.guestRefused = true
	orDefault(&c.why, byNoKey) // else it showed a key
	_, _ = ask("", a.asking(why), nil, nil)
	return false
}

// asking returns a sentence that refuses something, and how to reach the host.
func (a *auth) asking(refusal string) string { return a.lists.Load().About.Asking(refusal) }

// guests reports whether people without a key may play.
func (a *auth) guests() bool {
	lists := a.lists.Load()
	return lists.Guests && lists.Access == Open
}

// checkNetwork notes in a connection from a banned network that its client may not log in.
// It returns what a client reads that may not, because of the ban or because its address
// has too many connections, and else "". The library calls it before acceptKey and
// acceptGuest, which go by what it has noted.
func (a *auth) checkNetwork(ctx ssh.Context) string {
	c := connOf(ctx)
	ban, banned, err := a.config.Store.Banned(arcade.Credential{}, limit.Addr(ctx.RemoteAddr()), a.config.Now())
	if !c.local && err == nil && banned { // admit checks the account's ban later
		c.refusal, c.why = banSentence(ban), byBan
	}
	if c.refusal == "" {
		return ""
	}
	return a.asking(c.refusal) + "\n"
}

// check returns the sentence why a session may not begin, or "", and the reason that is counted.
func (a *auth) check(sess *hub.Session) (sentence string, why gate.Reason, err error) {
	id, lists := sess.State().ID, a.lists.Load()
	ban, banned, err := a.banOn(id.Admin, id.Credential, sess.Addr)
	switch {
	case err != nil:
		return "", "", err
	case banned:
		return banSentence(ban), byBan, nil
	case id.Admin:
	case lists.Access == Allow && !lists.allowed[id.Credential]:
		return notAllowed, byKey, nil
	case id.Credential.IsGuest() && lists.Access == Invite:
		return notInvited, byNoKey, nil
	case id.Credential.IsGuest() && !lists.Guests:
		return needsKey, byNoKey, nil
	}
	return "", "", nil
}

// banOn returns the ban that applies to the player of a session from an address, if any. None
// applies to admins.
func (a *auth) banOn(admin bool, c arcade.Credential, from netip.Addr) (data.Ban, bool, error) {
	if admin {
		return data.Ban{}, false, nil
	}
	return a.config.Store.Banned(c, from, a.config.Now())
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

// isExempt reports whether an address has no hourly limits: it is in a trusted network,
// or it is invalid, which means the host itself.
func (a *auth) isExempt(from netip.Addr) bool {
	return !from.IsValid() || a.isTrusted(from)
}

// isTrusted reports whether an address is in a trusted network.
func (a *auth) isTrusted(addr netip.Addr) bool {
	return slices.ContainsFunc(a.lists.Load().Trusted, func(n netip.Prefix) bool { return n.Contains(addr) })
}

// reload reads the settings and the key files again.
func (a *auth) reload() (admin.Reloaded, error) {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	now := Reread{Settings: a.config.Settings}
	if a.config.Reread != nil {
		var err error
		if now, err = a.config.Reread(); err != nil {
			return admin.Reloaded{}, err
		}
	}
	l := &keyLists{Settings: now.Settings}
	var bad, worse error
	if l.admins, bad = readKeys(now.Admins, a.config.Logger); errors.Is(bad, fs.ErrNotExist) {
		bad = nil
	}
	if l.Access == Allow {
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
	if len(l.admins) == 0 && len(a.lists.Load().admins) > 0 {
		a.config.Logger.Warn("there are no admins any more: their file is empty or gone", "path", now.Admins)
	}
	a.lists.Store(l)
	return admin.Reloaded{
		Access: string(l.Access), Admins: len(l.admins), Allowed: len(l.allowed),
		Changed: append([]string{}, now.Changed...), Restart: append([]string{}, now.Restart...),
	}, nil
}

// CheckKeys returns what is wrong with a file of keys in the form of authorized_keys, or nil if
// nothing is, or there is none.
func CheckKeys(path string) error {
	if _, err := readKeys(path, slog.New(slog.DiscardHandler)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// readKeys reads a file in the form of authorized_keys. Its error names every bad line. A key
// that is too weak to log in with is not bad, but log has its line, and that others on the
// machine can write to the file.
func readKeys(path string, log *slog.Logger) (map[arcade.Credential]bool, error) {
	keys := make(map[arcade.Credential]bool)
	if path == "" {
		return keys, nil
	}
	text, err := store.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&0o002 != 0 && runtime.GOOS != "windows" {
		log.Warn("key file is world-writable; run chmod o-w", "path", path, "mode", info.Mode().String())
	}
	var bad []error
	for i, line := range keyLines(string(text)) {
		key, err := parseKey(line)
		if err != nil {
			bad = append(bad, fmt.Errorf("%s:%d: %w", path, i+1, err))
			continue
		}
		if key.weak {
			log.Warn("weak key listed (DSA, or RSA under 2048 bits); it cannot log in", "line", fmt.Sprintf("%s:%d", path, i+1), "key", key.credential.String())
		}
		keys[key.credential] = true
	}
	return keys, errors.Join(bad...)
}

// byteOrderMark is what some editors write at the beginning of a file.
const byteOrderMark = "\ufeff"

// privateMark begins a private key, in lines of its own.
const privateMark = "-----BEGIN "

// keyLines yields the lines of a file of keys that are not empty and no comments, with their
// numbers from 0. A private key is the last.
func keyLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, line := range strings.Split(strings.TrimPrefix(text, byteOrderMark), "\n") {
			line = strings.TrimSpace(line)
			if line != "" && !strings.HasPrefix(line, "#") && (!yield(i, line) || strings.HasPrefix(line, privateMark)) {
				return
			}
		}
	}
}

// A keyLine is a line of a file of keys: a public key or its fingerprint, and a comment.
type keyLine struct {
	credential    arcade.Credential
	text, comment string // the line is text, a space and the comment
	weak          bool   // the key is too weak to log in with
}

// parseKey parses a line of a file of keys. Options are an error: a host who wrote
// from="192.0.2.0/24" must not think that it holds.
func parseKey(line string) (keyLine, error) {
	print, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if digest, ok := strings.CutPrefix(print, "SHA256:"); ok {
		if sum, err := base64.RawStdEncoding.Strict().DecodeString(digest); err != nil || len(sum) != sha256.Size {
			return keyLine{}, errors.New("not a key fingerprint")
		}
		return keyLine{credential: arcade.KeyCredential(print), text: print, comment: clean.Text(rest, textMax)}, nil
	}
	key, comment, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
	switch {
	case strings.HasPrefix(line, privateMark):
		return keyLine{}, errors.New("this is a private key: take it out, and put the line of its .pub file here")
	case err != nil, strings.Contains(line, "\r"): // base64 decoding ignores a CR
		return keyLine{}, errors.New("not a public key")
	case len(options) > 0:
		return keyLine{}, fmt.Errorf("the option %q is not for this file: a line is a key and a comment", clean.Text(options[0], textMax))
	}
	text := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key)))
	return keyLine{credential: keyCredential(key), text: text, comment: clean.Text(comment, textMax), weak: isWeak(key)}, nil
}
