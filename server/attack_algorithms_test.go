package server

import (
	"crypto"
	//lint:ignore SA1019 clients may still have such keys, which are to be refused
	"crypto/dsa"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"net"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// negotiate logs in with a client's algorithms and methods. banner is what the client
// reads meanwhile.
func (a *arcade) negotiate(t *testing.T, config gossh.Config, host []string, methods ...gossh.AuthMethod) (banner string, err error) {
	t.Helper()
	nc, err := net.Dial("tcp", a.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	_, _, _, err = gossh.NewClientConn(nc, a.addr, &gossh.ClientConfig{
		Config: config, User: "x", Auth: methods, HostKeyAlgorithms: host, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		BannerCallback: func(text string) error { banner += text; return nil },
	})
	return banner, err
}

// The attack: somebody in the middle downgrades both ends to broken algorithms. The
// server accepted all of these, or would with a version of the library that has other
// defaults.
func TestNothingOldIsNegotiated(t *testing.T) {
	a := open(t, nil)
	ctr := []string{gossh.CipherAES128CTR} // the others have no MAC
	old := gossh.InsecureAlgorithms()
	for _, kex := range old.KeyExchanges {
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
		"mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org", "ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521", "diffie-hellman-group14-sha256",
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
	var short dsa.PrivateKey
	if err := dsa.GenerateParameters(&short.Parameters, rand.Reader, dsa.L1024N160); err != nil {
		t.Fatal(err)
	}
	if err := dsa.GenerateKey(&short, rand.Reader); err != nil {
		t.Fatal(err)
	}
	good := rsaKey(t, 2048)
	for name, test := range map[string]struct {
		key  crypto.Signer
		algs []string
		says string // "" where the key is accepted
	}{
		"DSA":                    {nil, nil, oldSignature},
		"RSA of 1024 bits":       {rsaKey(t, 1024), []string{gossh.KeyAlgoRSASHA256}, oldKey},
		"RSA that signs by SHA1": {good, []string{gossh.KeyAlgoRSA}, oldSignature},
		"RSA with SHA-256":       {good, []string{gossh.KeyAlgoRSASHA256}, ""},
		"RSA with SHA-512":       {good, []string{gossh.KeyAlgoRSASHA512}, ""},
		"RSA as a client does":   {good, nil, ""},
		"ECDSA P-256":            {ecKey(t, elliptic.P256()), nil, ""},
		"ECDSA P-521":            {ecKey(t, elliptic.P521()), nil, ""},
	} {
		var key any = test.key
		if test.key == nil {
			key = &short
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
		banner, err := a.negotiate(t, gossh.Config{}, nil, gossh.PublicKeys(signer))
		if (err == nil) != (test.says == "") || strings.TrimSuffix(banner, "\n") != test.says {
			t.Errorf("%s logs in with %v and reads %q", name, err, banner)
		}
	}
}

// An RSA host key does not sign with SHA-1 either.
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
