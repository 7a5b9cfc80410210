package server

import (
	"crypto/rand"
	"fmt"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
)

// nameMax is the maximum length of a login name that is shown, logged or used as a nick.
const nameMax = 20

// askTime is how long a client may take to log in after it was asked a question.
const askTime = time.Minute

// local is the name and the address that the log shows for the host itself.
const local = "local"

// identify returns whose session it is. It looks only at the key that signed this
// connection's login. A key that was merely offered does not count, however the client
// got in afterwards.
func (a *auth) identify(sess ssh.Session) hub.Identity {
	id := hub.Identity{Login: clean.Text(sess.User(), nameMax)}
	orDefault(&id.Login, "player")
	id.Name = id.Login
	id.Credential = channelOf(sess).conn.credential(sess.PublicKey())
	id.Admin = id.Credential.IsLocal() || a.lists.Load().admins[id.Credential]
	return id
}

// credential returns the credential of a client that has logged in by signing with a key,
// or without one if key is nil.
func (c *conn) credential(key gossh.PublicKey) arcade.Credential {
	switch {
	case c.local:
		return arcade.Local
	case key == nil:
		return c.guest
	}
	return keyCredential(key)
}

// keyCredential returns the credential of a key or, for a certificate, of the key in it.
func keyCredential(key gossh.PublicKey) arcade.Credential {
	if cert, ok := key.(*gossh.Certificate); ok {
		key = cert.Key
	}
	return arcade.KeyCredential(gossh.FingerprintSHA256(key))
}

// newGuest returns a new credential that nobody can guess or use again.
func newGuest() arcade.Credential { return arcade.GuestCredential(rand.Text()) }

// acceptKey reports whether a client may log in with a key. It accepts the first key
// offered, because a new key is a new account, except if the login name is a player's
// nick: then only a key of that player will do and the client goes on to its next one.
// The library also calls it for keys that the client cannot sign with, so it must not
// remember them; authorize judges again once the client is logged in.
func (a *auth) acceptKey(ctx ssh.Context, key ssh.PublicKey) bool {
	c, credential := connOf(ctx), keyCredential(key)
	lists := a.lists.Load()
	switch {
	case c.local:
		return false
	case isShort(key):
		c.refuseKey(oldKey)
		return false
	case !lists.admins[credential] && (c.banned != "" || lists.access == Allow && !lists.allowed[credential]):
		return false
	}
	return a.mayBe(ctx.User(), credential)
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
// player's nick.
func (a *auth) acceptGuest(ctx ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	c := connOf(ctx)
	nick := !a.mayBe(ctx.User(), c.guest)
	taken := fmt.Sprintf("The nick %s belongs to another key.\nCome back under another login name", clean.Text(ctx.User(), nameMax))
	switch {
	case c.local:
		return true
	case c.banned != "":
		return false // the banner has said why
	case nick && a.guests():
		_ = c.SetReadDeadline(time.Now().Add(askTime)) // people read more slowly than clients
		answers, err := ask("", taken+", or press Enter to play as a guest.", []string{"Enter: "}, []bool{true})
		return err == nil && len(answers) == 1 && answers[0] == ""
	case a.guests():
		return true
	}
	why := "This arcade knows its players by their keys. Make one with ssh-keygen, then come back."
	switch {
	case nick:
		why = taken + "."
	case a.lists.Load().access == Allow:
		why = notAllowed
	case a.lists.Load().access == Invite:
		why = "This arcade is by invitation, for people with a key. Make one with ssh-keygen, then come back."
	}
	_, _ = ask("", why, nil, nil)
	return false
}

// guests reports whether people without a key may play.
func (a *auth) guests() bool {
	lists := a.lists.Load()
	return lists.guests && lists.access == Open
}

// bannerOf returns what a client reads before it logs in: nothing, unless it may not log
// in because its network is banned or its address has too many connections.
func (a *auth) bannerOf(ctx ssh.Context) string {
	c := connOf(ctx)
	ban, banned, err := a.config.Store.Banned(arcade.Credential{}, limit.Addr(ctx.RemoteAddr()), a.config.Now())
	if !c.local && err == nil && banned { // authorize checks the account's ban later
		c.banned = banSentence(ban)
	}
	if c.banned == "" {
		return ""
	}
	return c.banned + "\n"
}
