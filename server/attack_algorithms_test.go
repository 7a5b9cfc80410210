package server

import (
	"crypto"

	"boardwalk/server/sshtest"
	//lint:ignore SA1019 clients may still have such keys, which are to be refused
	"crypto/dsa"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"regexp"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// negotiate logs in with a client's algorithms and methods. banner is what the client
// reads meanwhile.
func (a *testServer) negotiate(t *testing.T, config gossh.Config, host []string, methods ...gossh.AuthMethod) (banner string, err error) {
	t.Helper()
	client, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{
		Config: config, User: "x", Auth: methods, HostKeyAlgorithms: host,
		BannerCallback: func(text string) error { banner += text; return nil },
	})
	if err == nil {
		client.Close()
	}
	return banner, err
}

// slow are key exchanges that cost the server more than a client that does nothing else.
var slow = []string{
	gossh.KeyExchangeECDHP384, gossh.KeyExchangeECDHP521, gossh.KeyExchangeDH14SHA256, gossh.KeyExchangeDH16SHA512, gossh.KeyExchangeDHGEXSHA256,
}

// The attack: somebody in the middle downgrades both ends to broken algorithms. The
// server accepted all of these, or would with a version of the library that has other
// defaults. Or a client changes keys again and again, each time with an exchange that costs the
// server many times what it costs the client.
//
//abuse:case 63
func TestNothingOldIsNegotiated(t *testing.T) {
	a := open(t, nil)
	ctr := []string{gossh.CipherAES128CTR} // the others have no MAC
	old := gossh.InsecureAlgorithms()
	for _, kex := range append(old.KeyExchanges, slow...) {
		if _, err := a.negotiate(t, gossh.Config{KeyExchanges: []string{kex}}, nil, asGuest()); err == nil {
			t.Errorf("%s is accepted", kex)
		}
	}
	for _, mac := range append(old.MACs, gossh.HMACSHA1) {
		if _, err := a.negotiate(t, gossh.Config{Ciphers: ctr, MACs: []string{mac}}, nil, asGuest()); err == nil {
			t.Errorf("%s is accepted", mac)
		}
	}
	for _, cipher := range old.Ciphers {
		if _, err := a.negotiate(t, gossh.Config{Ciphers: []string{cipher}}, nil, asGuest()); err == nil {
			t.Errorf("%s is accepted", cipher)
		}
	}
}

// What clients of the last ten years negotiate keeps working: OpenSSH 7.4 and PuTTY 0.68,
// and the first choice of each.
func TestWhatClientsNegotiate(t *testing.T) {
	a := open(t, nil)
	for _, kex := range []string{
		"mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256",
	} {
		if _, err := a.negotiate(t, gossh.Config{KeyExchanges: []string{kex}}, nil, asGuest()); err != nil {
			t.Errorf("%s: %v", kex, err)
		}
	}
	for _, cipher := range []string{"chacha20-poly1305@openssh.com", "aes128-ctr", "aes192-ctr", "aes256-ctr", "aes128-gcm@openssh.com", "aes256-gcm@openssh.com"} {
		if _, err := a.negotiate(t, gossh.Config{Ciphers: []string{cipher}}, nil, asGuest()); err != nil {
			t.Errorf("%s: %v", cipher, err)
		}
	}
	for _, mac := range []string{"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512"} {
		if _, err := a.negotiate(t, gossh.Config{Ciphers: []string{"aes128-ctr"}, MACs: []string{mac}}, nil, asGuest()); err != nil {
			t.Errorf("%s: %v", mac, err)
		}
	}
}

// A key or signature that can be forged today does not log in, and its owner reads why.
func TestOldKeysAreRefused(t *testing.T) {
	a := open(t, nil)
	short := dsaKey(t)
	good := rsaKey(t, 2048)
	for name, test := range map[string]struct {
		key  crypto.Signer
		algs []string
		says string // "" where the key is accepted
	}{
		"DSA":                    {nil, nil, oldSignature},
		"RSA of 1024 bits":       {rsaKey(t, 1024), []string{gossh.KeyAlgoRSASHA256}, shortKey},
		"RSA that signs by SHA1": {good, []string{gossh.KeyAlgoRSA}, oldSignature},
		"RSA with SHA-256":       {good, []string{gossh.KeyAlgoRSASHA256}, ""},
		"RSA with SHA-512":       {good, []string{gossh.KeyAlgoRSASHA512}, ""},
		"RSA as a client does":   {good, nil, ""},
		"ECDSA P-256":            {ecKey(t, elliptic.P256()), nil, ""},
		"ECDSA P-521":            {ecKey(t, elliptic.P521()), nil, ""},
	} {
		var key any = test.key
		if test.key == nil {
			key = short
		}
		signer, err := gossh.NewSignerFromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		if test.algs != nil {
			if signer, err = gossh.NewSignerWithAlgorithms(signer.(gossh.AlgorithmSigner), test.algs); err != nil {
				t.Fatal(err)
			}
		}
		for kind, signer := range map[string]gossh.Signer{"": signer, " in a certificate": certified(t, signer)} {
			banner, err := a.negotiate(t, gossh.Config{}, nil, gossh.PublicKeys(signer))
			if (err == nil) != (test.says == "") || strings.TrimSuffix(banner, "\n") != test.says {
				t.Errorf("%s%s logs in with %v and reads %q", name, kind, err, banner)
			}
		}
	}
}

// certified returns a key in a certificate that somebody has signed.
func certified(t *testing.T, key gossh.Signer) gossh.Signer {
	t.Helper()
	authority, _ := newKey(t)
	cert := &gossh.Certificate{Key: key.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity}
	if err := cert.SignCert(rand.Reader, authority); err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewCertSigner(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// The host lists a key with which nobody can log in: nothing said why its owner stays out.
func TestOldKeysInFilesAreLogged(t *testing.T) {
	t.Parallel()
	line := func(key any) string {
		t.Helper()
		signer, err := gossh.NewSignerFromKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return authorized(signer)
	}
	ann, _ := newKey(t)
	short, old := line(rsaKey(t, 1024)), line(dsaKey(t))
	fine := authorized(ann) + line(rsaKey(t, 2048)) + line(ecKey(t, elliptic.P256())) + line(ecKey(t, elliptic.P521()))
	allowed, admins := writeFile(t, fine+"# the next one is weak\n"+short), writeFile(t, fine)
	a, _ := openData(t, func(c *Config) { c.Access, c.AllowedKeys, c.Admins = Allow, allowed, admins })
	whoami(t, a.dial(t, "ann", gossh.PublicKeys(ann))) // the others may come in

	warned := regexp.MustCompile(`level=WARN msg="weak key listed .* line=(\S+) key=SHA256:`)
	wants := func(when string, want ...string) {
		t.Helper()
		var got []string
		for _, m := range warned.FindAllStringSubmatch(a.log.String(), -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s the log warns of %q, want %q", when, got, want)
		}
	}
	wants("at the start", allowed+":6")
	rewrite(t, allowed, fine)
	rewrite(t, admins, old+fine)
	if _, err := a.Reload(); err != nil {
		t.Fatal(err)
	}
	wants("after a reload", allowed+":6", admins+":1")
}

// A host key of RSA does not sign with SHA-1 either.
func TestAnRSAHostKeySignsWithSHA2(t *testing.T) {
	block, err := gossh.MarshalPrivateKey(rsaKey(t, 2048), "")
	if err != nil {
		t.Fatal(err)
	}
	path := writeFile(t, string(pem.EncodeToMemory(block)))
	a := open(t, func(c *Config) { c.HostKey = path })
	for alg, ok := range map[string]bool{gossh.KeyAlgoRSA: false, gossh.KeyAlgoRSASHA256: true, gossh.KeyAlgoRSASHA512: true} {
		if _, err := a.negotiate(t, gossh.Config{}, []string{alg}, asGuest()); (err == nil) != ok {
			t.Errorf("the host signs with %s: %v", alg, err)
		}
	}
}

func dsaKey(t *testing.T) *dsa.PrivateKey {
	t.Helper()
	key := new(dsa.PrivateKey)
	if err := dsa.GenerateParameters(&key.Parameters, rand.Reader, dsa.L1024N160); err != nil {
		t.Fatal(err)
	}
	if err := dsa.GenerateKey(key, rand.Reader); err != nil {
		t.Fatal(err)
	}
	return key
}

func rsaKey(t *testing.T, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func ecKey(t *testing.T, curve elliptic.Curve) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
