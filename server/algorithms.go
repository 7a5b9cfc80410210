package server

import (
	"crypto/rsa"
	"slices"

	gossh "golang.org/x/crypto/ssh"
)

// algorithms lists what connections may negotiate: nothing with SHA-1, no CBC and no RC4.
// OpenSSH supports enough of these since 7.4, of 2016.
var algorithms = gossh.Config{
	KeyExchanges: []string{
		gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519,
		gossh.KeyExchangeECDHP256, gossh.KeyExchangeECDHP384, gossh.KeyExchangeECDHP521, gossh.KeyExchangeDH14SHA256,
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
	oldKey       = "An RSA key of fewer than 2048 bits is not accepted here. Make a new key: ssh-keygen -t ed25519"
	oldSignature = "This kind of key, or the way this client signs with it, is not accepted here: DSA and RSA with SHA-1 are too old. Make a new key: ssh-keygen -t ed25519"
)

// isShort reports whether a key, or the key in a certificate, is an RSA key below
// rsaBitsMin.
func isShort(key gossh.PublicKey) bool {
	if cert, ok := key.(*gossh.Certificate); ok {
		key = cert.Key
	}
	crypto, ok := key.(gossh.CryptoPublicKey)
	if !ok {
		return false
	}
	rsaKey, ok := crypto.CryptoPublicKey().(*rsa.PublicKey)
	return ok && rsaKey.N.BitLen() < rsaBitsMin
}

// isOld reports whether no login with a key, or that in a certificate, is accepted.
func isOld(key gossh.PublicKey) bool {
	if cert, ok := key.(*gossh.Certificate); ok {
		key = cert.Key
	}
	return isShort(key) || key.Type() != gossh.KeyAlgoRSA && !slices.Contains(signatures, key.Type())
}

// hostSigner returns a host key that does not sign with SHA-1.
func hostSigner(key gossh.Signer) (gossh.Signer, error) {
	algorithmSigner, ok := key.(gossh.AlgorithmSigner)
	if !ok || key.PublicKey().Type() != gossh.KeyAlgoRSA {
		return key, nil
	}
	return gossh.NewSignerWithAlgorithms(algorithmSigner, rsaSignatures)
}
