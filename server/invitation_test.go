package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
)

// invitedTo returns an arcade that needs an invitation.
func invitedTo(t *testing.T) (*testServer, *data.DB) {
	t.Helper()
	return openData(t, func(c *Config) { c.Access = Invite })
}

func invite(t *testing.T, db *data.DB) string {
	t.Helper()
	code, _, err := db.Invite("the host", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestAnInvitationLetsOneNewcomerIn(t *testing.T) {
	a, db := invitedTo(t)
	code := invite(t, db)
	key, fingerprint := newKey(t)
	client := a.dial(t, "ann", gossh.PublicKeys(key))

	term := a.terminal(t, client, "xterm-256color", 24, 80)
	term.shows(askCode, 1)
	term.types("nonsense\r")
	term.shows(wrongCode, 1)
	term.shows(askCode, 2)
	term.types(strings.ToLower(code) + "x\x7f\r") // as people type
	term.app = a.nextApp(t)
	term.sees("size 80x24")
	term.types("q")
	term.ends()

	if known, err := db.Known(arcade.KeyCredential(fingerprint)); !known || err != nil {
		t.Errorf("the newcomer's key is known: %v, %v", known, err)
	}
	if log := a.log.String(); !strings.Contains(log, fmt.Sprintf(`msg="account changed" user=ann account=%s addr=`, fingerprint)) ||
		!strings.Contains(log, `change="came in by an invitation" invitation=`+data.InvitationID(code)) {
		t.Errorf("the log is %s", log)
	}
	a.play(t, client) // without being asked
	other, _ := newKey(t)
	second := a.terminal(t, a.dial(t, "eve", gossh.PublicKeys(other)), "xterm", 24, 80)
	second.shows(askCode, 1)
	second.types(code + "\r")
	second.shows(wrongCode, 1)
}

func TestThreeWrongCodesEndTheSession(t *testing.T) {
	a, db := invitedTo(t)
	key, fingerprint := newKey(t)
	client := a.dial(t, "eve", gossh.PublicKeys(key))
	term := a.terminal(t, client, "dumb", 24, 80)
	for i := range 3 {
		term.shows(askCode, i+1)
		term.types("wrong\r")
	}
	out, code := term.ends()
	if code != exitFailed || strings.Count(out, wrongCode) != 3 || !strings.Contains(term.err.String(), noCode) {
		t.Errorf("exit %d: %q, %q", code, out, term.err.String())
	}
	// The connection has no guesses left, even for a good code.
	if _, errOut, code := exec(t, client, "join "+invite(t, db)); code != exitFailed || errOut != noCode+"\n" {
		t.Errorf("exit %d: %q", code, errOut)
	}
	if known, _ := db.Known(arcade.KeyCredential(fingerprint)); known {
		t.Error("a row was written")
	}
}

func TestJoinIsTheSameWithoutATerminal(t *testing.T) {
	a, db := invitedTo(t)
	key, fingerprint := newKey(t)
	client := a.dial(t, "ann", gossh.PublicKeys(key))
	for command, want := range map[string]string{
		"": howToJoin("ssh HOST"), "whoami": howToJoin("ssh HOST"), "help": howToJoin("ssh HOST"), "join": howToJoin("ssh HOST"),
		"join a b": howToJoin("ssh HOST"), "join AAAA-AAAA": wrongCode, "admin invite": howToJoin("ssh HOST"),
	} {
		if out, errOut, code := exec(t, client, command); code != exitFailed || out != "" || errOut != want+"\n" {
			t.Errorf("%q: exit %d: %q, %q", command, code, out, errOut)
		}
	}
	out, errOut, code := exec(t, client, "join "+invite(t, db))
	if code != exitOK || out != welcome+"\n" {
		t.Errorf("exit %d: %q, %q", code, out, errOut)
	}
	if got := whoami(t, client); got.Fingerprint != fingerprint {
		t.Errorf("whoami = %+v", got)
	}
}

// A link code is no invitation, and an invitation no link code.
func TestOnlyInvitationsInvite(t *testing.T) {
	a, db := invitedTo(t)
	_, fingerprint := member(t, db, "ann")
	p, err := db.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	code, _, err := p.Link(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	key, _ := newKey(t)
	if _, errOut, _ := exec(t, a.dial(t, "eve", gossh.PublicKeys(key)), "join "+code); errOut != wrongCode+"\n" {
		t.Errorf("join with a link code: %q", errOut)
	}
}
