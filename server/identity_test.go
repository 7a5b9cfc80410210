package server

import (
	"crypto/rand"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/command"

	"boardwalk/server/sshtest"
)

// A publicHalf is somebody else's key: it can be offered but cannot sign.
type publicHalf struct{ key gossh.PublicKey }

func (p publicHalf) PublicKey() gossh.PublicKey { return p.key }
func (p publicHalf) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return nil, errors.New("only the victim can sign")
}

// chain tries methods one after another, including several of one kind.
func chain(methods ...gossh.AuthMethod) func(*gossh.ClientAuthContext) (gossh.AuthMethod, error) {
	return func(*gossh.ClientAuthContext) (gossh.AuthMethod, error) {
		if len(methods) == 0 {
			return nil, errors.New("no method is left")
		}
		next := methods[0]
		methods = methods[1:]
		return next, nil
	}
}

func (a *testServer) dialChain(t *testing.T, user string, methods ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	client, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{User: user, AuthCallback: chain(methods...)})
	if err != nil {
		t.Fatalf("log in: %v", err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// same reports whether two sessions are of one player, with the same login name.
func same(a, b command.Whoami) bool {
	return a.Name == b.Name && a.Fingerprint == b.Fingerprint && a.Guest == b.Guest && a.Played == b.Played && a.Admin == b.Admin
}

func TestIdentity(t *testing.T) {
	a := open(t, nil)
	key, fingerprint := newKey(t)

	t.Run("a key is its account, whatever the login name", func(t *testing.T) {
		for _, user := range []string{"ann", "root", "SHA256:somebody"} {
			got := whoami(t, a.dial(t, user, gossh.PublicKeys(key)))
			if want := (command.Whoami{Name: user, Fingerprint: fingerprint}); !same(got, want) {
				t.Errorf("whoami = %+v, want %+v", got, want)
			}
		}
	})
	t.Run("a guest has a new identity for each connection", func(t *testing.T) {
		before := a.accounts()
		for range 2 {
			client := a.dial(t, "ann")
			for range 2 { // sessions of one connection share the account
				if got, want := whoami(t, client), (command.Whoami{Name: "ann", Guest: true}); !same(got, want) {
					t.Errorf("whoami = %+v, want %+v", got, want)
				}
			}
		}
		guests := 0
		for _, account := range a.accounts() {
			if !slices.Contains(before, account) && strings.HasPrefix(account, "guest:") {
				guests++
			}
		}
		if guests != 2 {
			t.Errorf("two guests got %d accounts", guests)
		}
	})
	t.Run("a certificate is the key in it", func(t *testing.T) {
		if got := whoami(t, a.dial(t, "ann", gossh.PublicKeys(certified(t, key)))); got.Fingerprint != fingerprint {
			t.Errorf("account %q, want the key's, %q", got.Fingerprint, fingerprint)
		}
	})
}

// The attacks that bypassed the hosts of git repositories: the callback for public keys
// also runs for keys that are merely offered.
//
//abuse:case 12
func TestOfferedKeyIsNoIdentity(t *testing.T) {
	a := open(t, nil)
	victim, victims := newKey(t)
	own, owns := newKey(t)
	stolen := gossh.PublicKeys(publicHalf{victim.PublicKey()})
	forged := &gossh.Certificate{Key: victim.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity}
	if err := forged.SignCert(rand.Reader, own); err != nil {
		t.Fatal(err)
	}

	attacks := []struct {
		name    string
		methods []gossh.AuthMethod
		want    command.Whoami
	}{
		{"offered, then signed with one's own key", []gossh.AuthMethod{stolen, gossh.PublicKeys(own)}, command.Whoami{Name: "victim", Fingerprint: owns}},
		{"own key offered between", []gossh.AuthMethod{gossh.PublicKeys(publicHalf{own.PublicKey()}), stolen, gossh.PublicKeys(own)}, command.Whoami{Name: "victim", Fingerprint: owns}},
		{"offered, then keyboard-interactive", []gossh.AuthMethod{stolen, asGuest()}, command.Whoami{Name: "victim", Guest: true}},
		{"offered last before keyboard-interactive", []gossh.AuthMethod{gossh.PublicKeys(publicHalf{own.PublicKey()}), stolen, asGuest()}, command.Whoami{Name: "victim", Guest: true}},
		{"in a forged certificate, then keyboard-interactive", []gossh.AuthMethod{gossh.PublicKeys(publicHalf{forged}), asGuest()}, command.Whoami{Name: "victim", Guest: true}},
		{"a password tried between", []gossh.AuthMethod{stolen, gossh.Password("x"), asGuest()}, command.Whoami{Name: "victim", Guest: true}},
	}
	for _, attack := range attacks {
		t.Run(attack.name, func(t *testing.T) {
			client := a.dialChain(t, "victim", attack.methods...)
			if got := whoami(t, client); !same(got, attack.want) {
				t.Errorf("whoami = %+v, want %+v", got, attack.want)
			}
			term := a.play(t, client)
			term.types("q")
			term.ends()
		})
	}
	if slices.Contains(a.accounts(), victims) {
		t.Error("the victim's rows were opened")
	}
}

//abuse:case 12
func TestSignatureOfAnotherKeyIsRefused(t *testing.T) {
	a := open(t, nil)
	victim, victims := newKey(t)
	own, _ := newKey(t)
	if client, err := a.tryDial("victim", gossh.PublicKeys(mismatched{own, victim.PublicKey()})); err == nil {
		client.Close()
		t.Error("a signature by another key was accepted")
	}
	if slices.Contains(a.accounts(), victims) {
		t.Error("the victim's rows were opened")
	}
}

// A mismatched signs with one key and claims another.
type mismatched struct {
	gossh.Signer
	claimed gossh.PublicKey
}

func (m mismatched) PublicKey() gossh.PublicKey { return m.claimed }

func TestFifteenFailedTriesReachTheGuest(t *testing.T) {
	a := open(t, nil)
	var methods []gossh.AuthMethod
	for range 15 {
		methods = append(methods, gossh.Password("wrong"))
	}
	client := a.dialChain(t, "ann", append(methods, asGuest())...)
	if got := whoami(t, client); !got.Guest {
		t.Errorf("whoami = %+v, want a guest", got)
	}
}

func TestGuestsForbidden(t *testing.T) {
	a := open(t, func(c *Config) { c.Guests = false })
	var told string
	_, err := a.tryDial("ann", gossh.KeyboardInteractive(func(_, text string, _ []string, _ []bool) ([]string, error) {
		told = text
		return nil, nil
	}))
	if err == nil {
		t.Fatal("a guest got in")
	}
	if !strings.Contains(told, "ssh-keygen") {
		t.Errorf("the guest was told %q, want how to get a key", told)
	}
	key, fingerprint := newKey(t)
	if got := whoami(t, a.dial(t, "ann", gossh.PublicKeys(key))); got.Fingerprint != fingerprint {
		t.Errorf("whoami = %+v, want the key's account", got)
	}
}
