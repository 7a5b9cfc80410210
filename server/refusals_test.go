package server

import (
	"errors"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
)

// Who is refused by the host reads how to reach the host.
func TestARefusalNamesTheHostsContact(t *testing.T) {
	key, _ := newKey(t)
	contact := arcade.About{Contact: "host@example.org"}
	a, _ := openData(t, func(c *Config) { c.Access, c.About = Invite, contact })
	if _, errOut, _ := exec(t, a.dial(t, "eve", gossh.PublicKeys(key)), "join AAAA-AAAA"); errOut != wrongCode+" To reach the host: host@example.org\n" {
		t.Errorf("with a wrong code: %q", errOut)
	}
	a.counted(t, byCode, 1)
	if _, errOut, _ := exec(t, a.dial(t, "eve", gossh.PublicKeys(key)), "stats"); !strings.Contains(errOut, "host@example.org") {
		t.Errorf("without an invitation: %q", errOut)
	}
	a.counted(t, byInvitation, 1)
	if log := a.log.String(); !strings.Contains(log, `msg="session refused"`) || !strings.Contains(log, `why="no invitation"`) {
		t.Errorf("the log is %s", log)
	}
	full, _ := openData(t, func(c *Config) { c.About, c.Limits.Sessions = contact, 1 })
	full.play(t, full.dial(t, "ann"))
	if _, errOut, _ := exec(t, full.dial(t, "bob"), "stats"); !strings.Contains(errOut, "full") || !strings.Contains(errOut, "host@example.org") {
		t.Errorf("of a full arcade: %q", errOut)
	}
}

// The attack is an accident: an agent that does not sign makes a guest of whoever has an account,
// in a lobby that looks the same.
func TestAGuestByAFallbackReadsSo(t *testing.T) {
	a := open(t, nil)
	key, _ := newKey(t)
	banner, err := a.negotiate(t, gossh.Config{}, nil, asGuest())
	if err != nil || banner != "" {
		t.Errorf("a guest without a key reads %q, %v", banner, err)
	}
	locked := brokenSigner{key, errors.New("the agent is locked")}
	banner, err = a.negotiate(t, gossh.Config{}, nil, gossh.PublicKeys(locked), asGuest())
	if err != nil || !strings.Contains(banner, "did not sign with it, so you are a guest") {
		t.Errorf("after a key that did not sign: %q, %v", banner, err)
	}
}
