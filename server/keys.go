package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data/store"
)

// algorithms lists what connections may negotiate: nothing with SHA-1, no CBC and no RC4, and no
// key exchange that takes a server more than a fraction of a millisecond, as those over larger
// curves and finite fields do. OpenSSH supports enough of these since 7.4, of 2016.
var algorithms = gossh.Config{
	KeyExchanges: []string{
		gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519, gossh.KeyExchangeECDHP256,
	},
	Ciphers: []string{
		gossh.CipherAES128GCM, gossh.CipherAES256GCM, gossh.CipherChaCha20Poly1305,
		gossh.CipherAES128CTR, gossh.CipherAES192CTR, gossh.CipherAES256CTR,
	},
	MACs: []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM, gossh.HMACSHA256, gossh.HMACSHA512},
}

// signatures lists the algorithms by which a key may log in. rsaSignatures are the ones
// for RSA keys, which a host key may use too.
var (
	rsaSignatures = []string{gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512}
	signatures    = slices.Concat(rsaSignatures, []string{
		gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256,
	})
)

// rsaBitsMin is the minimum size of an RSA key for login.
const rsaBitsMin = 2048

// What people read if their key or signature is not accepted.
const (
	shortKey     = "An RSA key of fewer than 2048 bits is not accepted here. Make a new key: ssh-keygen -t ed25519"
	oldSignature = "This kind of key, or the way this client signs with it, is not accepted here: DSA and RSA with SHA-1 are too old. Make a new key: ssh-keygen -t ed25519"
)

// plainKey returns a key or, for a certificate, the key in it.
func plainKey(key gossh.PublicKey) gossh.PublicKey {
	if cert, ok := key.(*gossh.Certificate); ok {
		key = cert.Key
	}
	return key
}

// isShort reports whether a key, or the key in a certificate, is an RSA key below
// rsaBitsMin.
func isShort(key gossh.PublicKey) bool {
	crypto, ok := plainKey(key).(gossh.CryptoPublicKey)
	if !ok {
		return false
	}
	rsaKey, ok := crypto.CryptoPublicKey().(*rsa.PublicKey)
	return ok && rsaKey.N.BitLen() < rsaBitsMin
}

// isWeak reports whether no login with a key, or that in a certificate, is accepted.
func isWeak(key gossh.PublicKey) bool {
	key = plainKey(key)
	return isShort(key) || key.Type() != gossh.KeyAlgoRSA && !slices.Contains(signatures, key.Type())
}

// loadHostKey reads the host key at path, or creates one if there is no file. It never
// replaces a file: players' clients would warn of an attack the next time they connect.
func loadHostKey(path string) (gossh.Signer, error) {
	if path == "" {
		return nil, errors.New("the host key has no path")
	}
	key, err := readHostKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(path); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("make the host key %s: %w", path, err)
		}
		return readHostKey(path)
	}
	return key, err
}

// readHostKey reads the host key at path.
func readHostKey(path string) (gossh.Signer, error) {
	text, err := store.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("the host key %s cannot be read; give it to the user that runs the arcade (chown), mode 600: %w", path, err)
	case err != nil:
		return nil, fmt.Errorf("the host key %s cannot be read: %w", path, err)
	}
	if err := checkPrivate(path); err != nil {
		return nil, err
	}
	key, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("the host key %s is not a private key without a passphrase; restore it, or move it away to get a new one: %w", path, err)
	}
	if signer, ok := key.(gossh.AlgorithmSigner); ok && key.PublicKey().Type() == gossh.KeyAlgoRSA { // not with SHA-1
		if key, err = gossh.NewSignerWithAlgorithms(signer, rsaSignatures); err != nil {
			return nil, fmt.Errorf("the host key %s: %w", path, err)
		}
	}
	return key, nil
}

// ClusterKey returns what the nodes of a cluster share: the fingerprint of the host key at path, and
// a secret that whoever has the key can compute. Unlike New it makes no key, because another node's
// would be another one. The error is a sentence for the host.
func ClusterKey(path string) (fingerprint string, secret []byte, err error) {
	text, err := store.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, fmt.Errorf("there is no host key %s, and all machines of a cluster have the same one: copy it from another machine, or make it here for all with ssh-keygen -t ed25519 -N \"\" -f %s", path, path)
	}
	key, err := loadHostKey(path)
	if err != nil {
		return "", nil, err
	}
	raw, err := gossh.ParseRawPrivateKey(text)
	if err == nil {
		if pointer, ok := raw.(*ed25519.PrivateKey); ok {
			raw = *pointer
		}
		secret, err = x509.MarshalPKCS8PrivateKey(raw) // the same, whatever the form and the comment of the file
	}
	if err != nil {
		return "", nil, fmt.Errorf("the host key %s: %w", path, err)
	}
	return gossh.FingerprintSHA256(key.PublicKey()), secret, nil
}

// makeHostKey writes a new key, all of it or nothing.
func makeHostKey(path string) error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(key, "boardwalk")
	if err != nil {
		return err
	}
	return store.WriteNew(path, pem.EncodeToMemory(block), 0o600)
}
