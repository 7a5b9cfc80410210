package server

import (
	"crypto/rsa"
	"slices"

	gossh "golang.org/x/crypto/ssh"
)

// What connections may agree on: nothing with SHA-1, no CBC and no RC4. OpenSSH
// can do all that is needed here since 7.4, of 2016.
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

// signatures are those by which a key may log in, and rsaSignatures are those of
// RSA keys among them, which may also sign for the host.
var (
	rsaSignatures = []string{gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512}
	signatures    = slices.Concat(rsaSignatures, []string{
		gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521, gossh.KeyAlgoSKECDSA256,
	})
)

// rsaBitsMin is the least size of an RSA key that may log in.
const rsaBitsMin = 2048

// What people read whose key or signature is not accepted.
const (
	oldKey       = "An RSA key of fewer than 2048 bits is not accepted here. Make a new key: ssh-keygen -t ed25519"
	oldSignature = "A key of this kind, or the way in which this client signs with it, is not accepted here: DSA and RSA with SHA-1 are too old. Make a new key: ssh-keygen -t ed25519"
)

// isShort reports whether a key, or that in a certificate, is an RSA key of too few
// bits.
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
