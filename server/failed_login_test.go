package server

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/gate"
	"boardwalk/server/sshtest"
)

// A securityKey signs as a FIDO key does that nobody touches.
type securityKey struct {
	key    crypto.Signer
	public gossh.PublicKey
}

// newSecurityKey returns a security key whose private half is an Ed25519 or an ECDSA key.
func newSecurityKey(t *testing.T, key crypto.Signer) securityKey {
	t.Helper()
	var wire []byte
	switch public := key.Public().(type) {
	case ed25519.PublicKey:
		wire = gossh.Marshal(struct {
			Type        string
			Key         []byte
			Application string
		}{gossh.KeyAlgoSKED25519, public, "ssh:"})
	case *ecdsa.PublicKey:
		point, err := public.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		wire = gossh.Marshal(struct {
			Type, Curve string
			Key         []byte
			Application string
		}{gossh.KeyAlgoSKECDSA256, "nistp256", point, "ssh:"})
	}
	public, err := gossh.ParsePublicKey(wire)
	if err != nil {
		t.Fatal(err)
	}
	return securityKey{key, public}
}

func (k securityKey) PublicKey() gossh.PublicKey { return k.public }

func (k securityKey) Sign(rand io.Reader, text []byte) (*gossh.Signature, error) {
	application, message := sha256.Sum256([]byte("ssh:")), sha256.Sum256(text)
	state := []byte{0, 0, 0, 0, 7} // no flags, and a counter
	signed := append(append(application[:], state...), message[:]...)
	if _, ok := k.key.(ed25519.PrivateKey); ok {
		blob, err := k.key.Sign(rand, signed, crypto.Hash(0))
		return &gossh.Signature{Format: k.public.Type(), Blob: blob, Rest: state}, err
	}
	digest := sha256.Sum256(signed)
	r, s, err := ecdsa.Sign(rand, k.key.(*ecdsa.PrivateKey), digest[:])
	blob := gossh.Marshal(struct{ R, S *big.Int }{r, s})
	return &gossh.Signature{Format: k.public.Type(), Blob: blob, Rest: state}, err
}

// The connection of a security key that nobody had touched was closed without a word. A game
// needs no touch.
func TestASecurityKeyNeedsNoTouch(t *testing.T) {
	a := open(t, nil)
	_, plain, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []crypto.Signer{plain, ecKey(t, elliptic.P256())} {
		sk := newSecurityKey(t, key)
		for _, signer := range []gossh.Signer{sk, certified(t, sk)} {
			client := a.dial(t, "ann", gossh.PublicKeys(signer))
			if got := whoami(t, client).Fingerprint; got != gossh.FingerprintSHA256(sk.public) {
				t.Errorf("%s logs in as %q", signer.PublicKey().Type(), got)
			}
		}
	}
}

// A brokenSigner has a key, and signs something else with it, or fails.
type brokenSigner struct {
	gossh.Signer
	err error
}

func (b brokenSigner) Sign(rand io.Reader, text []byte) (*gossh.Signature, error) {
	if b.err != nil {
		return nil, b.err
	}
	return b.Signer.Sign(rand, append(text, 0))
}

// cancels is a client that hangs up when it is asked something.
func cancels() gossh.AuthMethod {
	return gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
		return nil, errors.New("cancelled")
	})
}

// Each connection that came to no login is counted with its reason, whatever has ended it, and
// the log has a line a minute.
func TestALoginThatFailsIsCountedWithItsReason(t *testing.T) {
	a, db := openData(t, nil)
	member(t, db, "Victim")
	good, _ := newKey(t)
	says := func(text string) func(t *testing.T) {
		return func(t *testing.T) {
			nc, err := net.Dial("tcp", a.addr)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(nc, text)
			_ = nc.(*net.TCPConn).CloseWrite()
			_, _ = io.Copy(io.Discard, nc)
			_ = nc.Close()
		}
	}
	login := func(user string, methods ...gossh.AuthMethod) func(t *testing.T) {
		return func(t *testing.T) { a.denied(t, user, methods...) }
	}
	with := func(key any) func(t *testing.T) {
		signer, err := gossh.NewSignerFromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return login("ann", gossh.PublicKeys(signer))
	}
	many := func(t *testing.T) { // under the nick none of them is accepted
		var keys []gossh.Signer
		for range authTries + 1 {
			key, _ := newKey(t)
			keys = append(keys, key)
		}
		banner := ""
		_, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{
			User: "Victim", Auth: []gossh.AuthMethod{gossh.PublicKeys(keys...)},
			BannerCallback: func(text string) error { banner += text; return nil },
		})
		if err == nil || !strings.Contains(banner, "IdentitiesOnly=yes") {
			t.Errorf("with too many keys: %v, %q", err, banner)
		}
	}
	for _, test := range []struct {
		why  gate.Reason
		does func(t *testing.T)
	}{
		{bySilence, says("")},
		{byVersion, says("GET / HTTP/1.1\r\n\r\n")},
		{byVersion, says("SSH-1.5-Old\r\n")},
		{byLeaving, says("SSH-2.0-Scanner\r\n")},
		{byProtocol, says("SSH-2.0-x\r\n\x00\x00\x00\x0c\x0a\x14" + strings.Repeat("\x00", 20))},
		{byAlgorithms, func(t *testing.T) {
			_, _ = a.negotiate(t, gossh.Config{KeyExchanges: []string{gossh.InsecureKeyExchangeDH14SHA1}}, nil)
		}},
		{byAlgorithms, func(t *testing.T) { _, _ = a.negotiate(t, gossh.Config{}, []string{gossh.KeyAlgoECDSA256}) }},
		{byUnsigned, login("ann", gossh.PublicKeys(brokenSigner{good, errors.New("the agent is locked")}))},
		{bySignature, login("ann", gossh.PublicKeys(brokenSigner{good, nil}))},
		{byOldKey, with(dsaKey(t))},
		{byOldKey, with(rsaKey(t, 1024))},
		{byNick, login("Victim", gossh.PublicKeys(good))},
		{byNick, login("Victim", gossh.PublicKeys(good), asGuest())},
		{byNick, login("Victim", cancels())},
		{byTries, many},
	} {
		before := testutil.ToFloat64(a.metrics.turnedAway.WithLabelValues(string(test.why)))
		test.does(t)
		a.counted(t, test.why, before+1)
	}
	a.away.write()
	if n := strings.Count(a.log.String(), `addr=127.0.0.1 times=`); n != 1 {
		t.Errorf("the log has %d lines, want 1:\n%s", n, a.log)
	}
}

// A key in a certificate fails as it does alone.
func TestACertificateThatFailsIsCountedWithItsReason(t *testing.T) {
	a, db := openData(t, nil)
	member(t, db, "Victim")
	good, _ := newKey(t)
	signer := func(key any) gossh.Signer {
		signer, err := gossh.NewSignerFromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return signer
	}
	for _, test := range []struct {
		why  gate.Reason
		user string
		key  gossh.Signer
	}{
		{byOldKey, "ann", signer(dsaKey(t))},
		{byOldKey, "ann", signer(rsaKey(t, 1024))},
		{bySignature, "ann", brokenSigner{good, nil}},
		{byUnsigned, "ann", brokenSigner{good, errors.New("the agent is locked")}},
		{byNick, "Victim", good},
	} {
		before := testutil.ToFloat64(a.metrics.turnedAway.WithLabelValues(string(test.why)))
		a.denied(t, test.user, gossh.PublicKeys(certified(t, test.key)))
		a.counted(t, test.why, before+1)
	}
	a.away.write()
	if want := `why="nick 1, old-key 2, signature 1, unsigned 1"`; !strings.Contains(a.log.String(), want) {
		t.Errorf("the log does not have %s:\n%s", want, a.log)
	}
}

// counted waits until so many connections are counted for a reason.
func (a *testServer) counted(t *testing.T, why gate.Reason, want float64) {
	t.Helper()
	for guard := time.Now().Add(guardTime); ; runtime.Gosched() {
		got := testutil.ToFloat64(a.metrics.turnedAway.WithLabelValues(string(why)))
		if got == want {
			return
		}
		if got > want || time.Now().After(guard) {
			all := ""
			for _, why := range reasons {
				all += fmt.Sprintf("%s %v\n", why, testutil.ToFloat64(a.metrics.turnedAway.WithLabelValues(string(why))))
			}
			t.Fatalf("%s is counted %v times, want %v:\n%s", why, got, want, all)
		}
	}
}
