package server

import (
	"crypto/rand"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// nameMax is the longest login name that is shown or logged.
const nameMax = 20

// An identity is who a session belongs to.
type identity struct {
	account string // "SHA256:..." of the key, or "guest:..."; never shown to others
	name    string // the login name, cleaned: a greeting, never an identity
	guest   bool
}

// identify tells whose session it is. It looks at nothing but the key that
// signed this connection's login: a key that was only offered is none, whoever
// was let in afterwards and however.
func identify(sess ssh.Session) identity {
	id := identity{name: clean(sess.User(), nameMax)}
	orDefault(&id.name, "player")
	key := sess.PublicKey()
	if key == nil {
		id.account, id.guest = visitOf(sess).conn.guest, true
		return id
	}
	var plain gossh.PublicKey = key
	if cert, ok := plain.(*gossh.Certificate); ok {
		plain = cert.Key // the key that signed, whatever certificate it came in
	}
	id.account = gossh.FingerprintSHA256(plain)
	return id
}

// guestAccount is a new identity that nobody can name again.
func guestAccount() string { return "guest:" + rand.Text() }

// acceptKey accepts every key, the first that is offered: a new key is a new
// account. It also runs for keys that the client cannot sign with, so it must
// not remember them.
func acceptKey(ssh.Context, ssh.PublicKey) bool { return true }

// acceptGuest lets in who has no key, without a question.
func (s *Server) acceptGuest(_ ssh.Context, ask gossh.KeyboardInteractiveChallenge) bool {
	if !s.config.Guests {
		_, _ = ask("", "This arcade knows its players by their keys. Make one with ssh-keygen, then come back.", nil, nil)
	}
	return s.config.Guests
}
