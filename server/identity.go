package server

import (
	"crypto/rand"
	"fmt"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// nameMax is the longest login name that is shown, logged or taken for a nick.
const nameMax = 20

// askTime is how long a client that is asked something may take to log in.
const askTime = time.Minute

// local is the account of who plays on the host itself.
const local = "local"

// An identity is who a session belongs to.
type identity struct {
	account string // "SHA256:..." of the key, "guest:..." or local; never shown to others
	login   string // the login name, cleaned: a greeting, never an identity
	nick    string // the account's, "" where it has none
	name    string // how the player is greeted, and called in the log
	guest   bool
	admin   bool // may run the arcade
}

// identify tells whose session it is. It looks at nothing but the key that
// signed this connection's login: a key that was only offered is none, whoever
// was let in afterwards and however.
func (s *Server) identify(sess ssh.Session) identity {
	id := identity{login: clean(sess.User(), nameMax)}
	orDefault(&id.login, "player")
	id.name = id.login
	c, key := visitOf(sess).conn, sess.PublicKey()
	switch {
	case c.local:
		id.account, id.admin = local, true
	case key == nil:
		id.account, id.guest = c.guest, true
	default:
		id.account = fingerprint(key)
		id.admin = s.lists.Load().admins[id.account]
	}
	return id
}

// fingerprint is what a key is known by: that of the key that signs, whatever
// certificate it comes in.
func fingerprint(key gossh.PublicKey) string {
	if cert, ok := key.(*gossh.Certificate); ok {
		key = cert.Key
	}
	return gossh.FingerprintSHA256(key)
}

// guestAccount is a new identity that nobody can name again.
func guestAccount() string { return "guest:" + rand.Text() }

// acceptKey tells whether a client may log in with a key. It accepts the first
// that is offered, as a new key is a new account, unless the client should walk
// on to another: where the login name is somebody's nick, to one of theirs. It
// also runs for keys that the client cannot sign with, so it must not remember
// them, and who was let in is looked at again by admit.
func (s *Server) acceptKey(ctx ssh.Context, key ssh.PublicKey) bool {
	c, account := connOf(ctx), fingerprint(key)
	lists := s.lists.Load()
	switch {
	case c.local:
		return false
	case isShort(key):
		c.refuseKey(oldKey)
		return false
	case !lists.admins[account] && (c.banned != "" || lists.access == Allow && !lists.allowed[account]):
		return false
	}
	return s.mayBe(ctx.User(), account)
}

// mayBe tells whether an account may come under a login name: not where that is
// another's nick. Where the store fails anybody may, as a name is a hint only.
func (s *Server) mayBe(login, account string) bool {
	if len(login) > nameMax {
		return true // no nick is that long
	}
	exists, holds, err := s.config.Store.Holds(login, account)
	return err != nil || !exists || holds
}

// acceptGuest lets in who has no key. It asks nothing, unless the login name is
// somebody's nick.
func (s *Server) acceptGuest(ctx ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	c := connOf(ctx)
	nick := !s.mayBe(ctx.User(), c.guest)
	taken := fmt.Sprintf("The nick %s belongs to another key.\nCome back under another login name", clean(ctx.User(), nameMax))
	switch {
	case c.local:
		return true
	case c.banned != "":
		return false // the banner has told
	case nick && s.guests():
		_ = c.SetReadDeadline(time.Now().Add(askTime)) // people read more slowly than clients
		answers, err := ask("", taken+", or press Enter to play as a guest.", []string{"Enter: "}, []bool{true})
		return err == nil && len(answers) == 1 && answers[0] == ""
	case s.guests():
		return true
	}
	why := "This arcade knows its players by their keys. Make one with ssh-keygen, then come back."
	switch {
	case nick:
		why = taken + "."
	case s.lists.Load().access == Allow:
		why = notAllowed
	case s.lists.Load().access == Invite:
		why = "This arcade is by invitation, for people with a key. Make one with ssh-keygen, then come back."
	}
	_, _ = ask("", why, nil, nil)
	return false
}

// guests tells whether people without a key may play.
func (s *Server) guests() bool {
	lists := s.lists.Load()
	return lists.guests && lists.access == Open
}

// bannerOf is what a client reads before it logs in: nothing, unless it may not,
// because its network is banned or its address has too many connections.
func (s *Server) bannerOf(ctx ssh.Context) string {
	c := connOf(ctx)
	ban, banned, err := s.config.Store.Banned("", addrOf(ctx.RemoteAddr()), s.config.Now())
	if !c.local && err == nil && banned { // admit asks again
		c.banned = banSentence(ban)
	}
	if c.banned == "" {
		return ""
	}
	return c.banned + "\n"
}
