package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/server/sshtest"
)

// authorized returns keys in the format of authorized_keys.
func authorized(keys ...gossh.Signer) string {
	var b strings.Builder
	for _, key := range keys {
		b.Write(gossh.MarshalAuthorizedKey(key.PublicKey()))
	}
	return b.String()
}

// writeFile writes a file in a new folder and returns its path.
func writeFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	rewrite(t, path, text)
	return path
}

func rewrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// denied fails the test unless a client is refused everywhere and its account is never
// opened.
func (a *testServer) denied(t *testing.T, user string, methods ...gossh.AuthMethod) {
	t.Helper()
	if client, err := a.tryDial(user, methods...); err == nil {
		client.Close()
		t.Errorf("%s got in", user)
	}
}

func TestOnlyListedKeysComeIn(t *testing.T) {
	listed, listedPrint := newKey(t)
	other, _ := newKey(t)
	boss, bossPrint := newKey(t)
	path := writeFile(t, "# friends\n\n"+authorized(listed))
	a, _ := openData(t, func(c *Config) {
		c.Access, c.AllowedKeys, c.Admins = Allow, path, writeFile(t, authorized(boss))
	})
	if got := fingerprintOf(t, a.dial(t, "ann", gossh.PublicKeys(other, listed))); got != listedPrint {
		t.Errorf("the client did not walk to its listed key: %s", got)
	}
	if got := fingerprintOf(t, a.dial(t, "boss", gossh.PublicKeys(boss))); got != bossPrint {
		t.Errorf("an admin is %s", got)
	}
	a.denied(t, "eve", gossh.PublicKeys(other))
	a.denied(t, "eve", gossh.PublicKeys(publicHalf{listed.PublicKey()}), gossh.PublicKeys(other))
	var said string
	a.denied(t, "eve", gossh.PublicKeys(other), answering(&said, ""))
	if said != notAllowed {
		t.Errorf("said %q", said)
	}
	times := 0
	a.denied(t, "eve", gossh.RetryableAuthMethod(gossh.KeyboardInteractive(func(_, instruction string, _ []string, _ []bool) ([]string, error) {
		if instruction != "" {
			times++
		}
		return nil, nil
	}), 3))
	if times != 1 {
		t.Errorf("a client that asks three times, as OpenSSH's does, is told %d times", times)
	}
}

// A key taken off the list cannot begin a session any more: what counts is the list at
// the beginning of each session.
func TestReloadHolds(t *testing.T) {
	ann, _ := newKey(t)
	bob, _ := newKey(t)
	boss, _ := newKey(t)
	allowed, admins := writeFile(t, authorized(ann)), filepath.Join(t.TempDir(), "admins")
	a, _ := openData(t, func(c *Config) { c.Access, c.AllowedKeys, c.Admins = Allow, allowed, admins })
	client := a.dial(t, "ann", gossh.PublicKeys(ann))
	a.denied(t, "bob", gossh.PublicKeys(bob))

	t.Run("a bad file changes nothing", func(t *testing.T) {
		rewrite(t, allowed, authorized(bob)+"ssh-ed25519 rubbish\n# fine\nfrom=\"192.0.2.0/24\" "+authorized(bob))
		rewrite(t, admins, "what?\n"+authorized(boss))
		_, err := a.Reload()
		if err == nil {
			t.Fatal("no error")
		}
		for _, want := range []string{
			allowed + ":2: not a public key", allowed + ":4: the option \"from=", admins + ":1: not a public key",
		} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("the error does not say %q:\n%v", want, err)
			}
		}
		whoami(t, client)
		a.denied(t, "bob", gossh.PublicKeys(bob))
		a.denied(t, "boss", gossh.PublicKeys(boss))
	})
	t.Run("a private key is none of them", func(t *testing.T) {
		rewrite(t, admins, authorized(boss)+"\n-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\nAAAAB\n-----END OPENSSH PRIVATE KEY-----\n")
		if _, err := a.Reload(); err == nil || !strings.Contains(err.Error(), "this is a private key: take it out") || strings.Contains(err.Error(), admins+":4") {
			t.Errorf("it is %v", err)
		}
		rewrite(t, admins, authorized(boss))
	})
	t.Run("a good one holds at once", func(t *testing.T) {
		rewrite(t, allowed, authorized(bob))
		rewrite(t, admins, authorized(boss))
		if _, err := a.Reload(); err != nil {
			t.Fatal(err)
		}
		a.dial(t, "bob", gossh.PublicKeys(bob))
		a.dial(t, "boss", gossh.PublicKeys(boss))
		a.denied(t, "ann", gossh.PublicKeys(ann))
		if _, errOut, code := exec(t, client, "whoami"); code != exitFailed || errOut != notAllowed+"\n" {
			t.Errorf("a client that was logged in gets exit %d: %q", code, errOut)
		}
	})
}

// A guest who was logged in before a reload reads which change keeps guests out.
func TestGuestsAfterAReload(t *testing.T) {
	for _, test := range []struct {
		now  Settings
		want string
	}{
		{Settings{Access: Open}, needsKey},
		{Settings{Access: Invite, Guests: true}, notInvited},
		{Settings{Access: Allow, Guests: true}, notAllowed},
	} {
		now := Settings{Access: Open, Guests: true}
		a, _ := openData(t, func(c *Config) { c.Reread = func() (Reread, error) { return Reread{Settings: now}, nil } })
		client := a.dial(t, "ann")
		whoami(t, client)
		now = test.now
		if _, err := a.Reload(); err != nil {
			t.Fatal(err)
		}
		if _, errOut, code := exec(t, client, "whoami"); code != exitFailed || errOut != test.want+"\n" {
			t.Errorf("after a reload to %q, a guest gets exit %d: %q", now.Access, code, errOut)
		}
	}
}

func TestAServerDoesNotStartWithABadFileOfKeys(t *testing.T) {
	config := quiet(filepath.Join(t.TempDir(), "key"))
	config.Admins = writeFile(t, "\nrubbish")
	if _, err := New(config); err == nil || !strings.Contains(err.Error(), config.Admins+":2: ") {
		t.Errorf("New = %v", err)
	}
	config = quiet(filepath.Join(t.TempDir(), "key"))
	config.Access, config.AllowedKeys = Allow, "nowhere"
	if _, err := New(config); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("New = %v", err)
	}
}

func TestGuestsAreForOpenArcades(t *testing.T) {
	for _, access := range []Access{Invite, Allow} {
		a, _ := openData(t, func(c *Config) { c.Access, c.AllowedKeys = access, writeFile(t, "") })
		a.denied(t, "guest")
	}
}

// Banned players read why and until when. A ban applies to the key and the account, never
// to a name that a client gives.
func TestBans(t *testing.T) {
	now := newWatch(time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC))
	a, db := openData(t, func(c *Config) { c.Now = now.time })
	key, _ := member(t, db, "Mallory")
	stranger, strangerPrint := newKey(t)
	innocent, _ := newKey(t)
	ban := func(b data.Ban) {
		t.Helper()
		b.Since = now.time()
		if err := db.Ban(b); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(want string, key gossh.Signer) {
		t.Helper()
		client := a.dial(t, "mallory_", gossh.PublicKeys(key))
		if _, errOut, code := exec(t, client, "whoami"); code != exitFailed || errOut != want+"\n" {
			t.Errorf("exit %d: %q, want %q", code, errOut, want)
		}
		term := a.terminal(t, client, "xterm", 24, 80)
		if out, code := term.ends(); code != exitFailed || !strings.Contains(out+term.err.String(), want) {
			t.Errorf("in a terminal exit %d: %q", code, out)
		}
	}
	ban(data.Ban{Who: "mallory", Reason: "rude words", Until: now.time().Add(24 * time.Hour)})
	ban(data.Ban{Who: strangerPrint})
	refused("You are banned from this arcade until 2026-11-22 10:00 UTC: rude words.", key)
	refused("You are banned from this arcade.", stranger)
	whoami(t, a.dial(t, "strange", gossh.PublicKeys(innocent)))
	now.passes(25 * time.Hour)
	whoami(t, a.dial(t, "Mallory", gossh.PublicKeys(key)))
}

// A client from a banned network reads why before it logs in, in a banner. Admins get in
// from anywhere.
func TestABannedNetwork(t *testing.T) {
	boss, _ := newKey(t)
	a, db := openData(t, func(c *Config) { c.Admins = writeFile(t, authorized(boss)) })
	before := a.dial(t, "ann")
	if err := db.Ban(data.Ban{Who: "127.0.0.0/8", Reason: "flood", Since: time.Now()}); err != nil {
		t.Fatal(err)
	}
	want := "You are banned from this arcade: flood."
	key, _ := newKey(t)
	for _, method := range []gossh.AuthMethod{gossh.PublicKeys(key), asGuest()} {
		var banner string
		client, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{
			User: "ann", Auth: []gossh.AuthMethod{method},
			BannerCallback: func(text string) error { banner += text; return nil },
		})
		if err == nil {
			client.Close()
			t.Error("a banned network got in")
		}
		if banner != want+"\n" {
			t.Errorf("the banner is %q, want %q", banner, want)
		}
	}
	whoami(t, a.dial(t, "boss", gossh.PublicKeys(boss)))
	if _, errOut, code := exec(t, before, "whoami"); code != exitFailed || errOut != want+"\n" {
		t.Errorf("a client that was logged in before gets exit %d: %q", code, errOut)
	}
}
