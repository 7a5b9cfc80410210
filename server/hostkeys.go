package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data/store"
)

// The global requests by which OpenSSH's clients learn the keys of a server they know, so that
// one of them can take the place of another; see PROTOCOL of OpenSSH, section 2.5.
const (
	hostKeysRequest = "hostkeys-00@openssh.com"
	proveRequest    = "hostkeys-prove-00@openssh.com"
)

// certSuffix ends the name of a host key's certificate, as ssh-keygen writes it.
const certSuffix = "-cert.pub"

// A hostKeys is what the server can prove to be.
type hostKeys struct {
	key  gossh.Signer // signs the key exchange
	cert gossh.Signer // the same key with its certificate, nil without one
	next gossh.Signer // will be the key; clients learn it ahead; nil for none
}

// all returns the keys that clients learn.
func (k hostKeys) all() []gossh.Signer {
	if k.next == nil {
		return []gossh.Signer{k.key}
	}
	return []gossh.Signer{k.key, k.next}
}

// loadHostKeys reads the host key, which it makes if there is no file, its certificate if there
// is one beside it, and the next host key, if the host has one. It logs what it has read.
func loadHostKeys(config Config) (k hostKeys, err error) {
	_, missing := os.Stat(config.HostKey)
	if k.key, err = loadHostKey(config.HostKey); err != nil {
		return k, err
	}
	if errors.Is(missing, fs.ErrNotExist) {
		level, made := slog.LevelWarn, "created a new host key; clients that know another one warn of an attack"
		if config.New {
			level, made = slog.LevelInfo, "created a new host key"
		}
		config.Logger.Log(context.Background(), level, made, "path", config.HostKey)
	}
	config.Logger.Info("host key", "path", config.HostKey, "fingerprint", gossh.FingerprintSHA256(k.key.PublicKey()))
	if isShort(k.key.PublicKey()) {
		config.Logger.Warn("weak host key (RSA under 2048 bits); announce a stronger one as the next host key", "path", config.HostKey)
	}
	if err := k.loadCertificate(config); err != nil {
		return k, fmt.Errorf("the host certificate %s: %w", config.HostKey+certSuffix, err)
	}
	if config.NextHostKey == "" {
		return k, nil
	}
	if _, err := os.Stat(config.NextHostKey); err != nil { // it would be made, and its host would think that it is another
		return k, fmt.Errorf("the next host key: %w", err)
	}
	if k.next, err = loadHostKey(config.NextHostKey); err != nil {
		return k, err
	}
	config.Logger.Info("next host key", "path", config.NextHostKey, "fingerprint", gossh.FingerprintSHA256(k.next.PublicKey()))
	return k, nil
}

// CheckFiles returns what is wrong with the files of keys of config, if anything is: New would refuse them, but by then
// there is a data file.
func CheckFiles(config Config) error {
	config = config.withDefaults()
	errs := []error{CheckKeys(config.Admins)}
	if config.Access == Allow {
		errs = append(errs, CheckKeys(config.AllowedKeys))
	}
	switch _, err := os.Stat(config.HostKey); {
	case !errors.Is(err, fs.ErrNotExist):
		config.Logger = slog.New(slog.DiscardHandler)
		_, err := loadHostKeys(config)
		errs = append(errs, err)
	case config.NextHostKey != "":
		_, err := readHostKey(config.NextHostKey)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// loadCertificate reads the certificate of the key, if there is one.
func (k *hostKeys) loadCertificate(config Config) error {
	text, err := store.ReadFile(config.HostKey + certSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	public, _, _, _, err := gossh.ParseAuthorizedKey(text)
	cert, ok := public.(*gossh.Certificate)
	switch {
	case err != nil || !ok || cert.CertType != gossh.HostCert:
		return errors.New("not a host certificate; ssh-keygen -s CA -h makes one")
	case !bytes.Equal(cert.Key.Marshal(), k.key.PublicKey().Marshal()):
		return errors.New("it is of another key than the host key")
	}
	if k.cert, err = gossh.NewCertSigner(cert, k.key); err != nil {
		return err
	}
	line := []any{"path", config.HostKey + certSuffix, "names", cert.ValidPrincipals}
	if cert.ValidBefore < gossh.CertTimeInfinity {
		until := time.Unix(int64(cert.ValidBefore), 0).UTC()
		line = append(line, "until", until.Format(time.RFC3339))
		if until.Before(config.Now()) {
			config.Logger.Warn("the host certificate has expired; clients go by the host key alone", line...)
			return nil
		}
	}
	config.Logger.Info("host certificate", line...)
	return nil
}

// announce tells a client which keys the server has, once for each connection.
func (k hostKeys) announce(c *conn, to gossh.Conn) {
	c.announce.Do(func() {
		var keys []byte
		for _, key := range k.all() {
			keys = append(keys, gossh.Marshal(struct{ Key []byte }{key.PublicKey().Marshal()})...)
		}
		_, _, _ = to.SendRequest(hostKeysRequest, false, keys) // a client that is gone needs no keys
	})
}

// prove signs, for a client that asks, that the server has the keys which it has
// announced. A client has no reason to ask twice.
func (k hostKeys) prove(ctx ssh.Context, _ *ssh.Server, req *gossh.Request) (ok bool, payload []byte) {
	c := connOf(ctx)
	if c.proved {
		return false, nil
	}
	c.proved = true
	session := ctx.Value(ssh.ContextKeyConn).(gossh.ConnMetadata).SessionID()
	for rest := req.Payload; len(rest) > 0; {
		var asked struct {
			Key  []byte
			Rest []byte `ssh:"rest"`
		}
		if gossh.Unmarshal(rest, &asked) != nil {
			return false, nil
		}
		rest = asked.Rest
		signature, err := k.sign(asked.Key, gossh.Marshal(struct {
			Request      string
			Session, Key []byte
		}{proveRequest, session, asked.Key}))
		if err != nil {
			return false, nil
		}
		payload = append(payload, gossh.Marshal(struct{ Signature []byte }{gossh.Marshal(signature)})...)
	}
	return len(payload) > 0, payload
}

// sign signs with that of the server's keys whose public half is given.
func (k hostKeys) sign(public, text []byte) (*gossh.Signature, error) {
	for _, key := range k.all() {
		if !bytes.Equal(key.PublicKey().Marshal(), public) {
			continue
		}
		if rsa, ok := key.(gossh.AlgorithmSigner); ok && key.PublicKey().Type() == gossh.KeyAlgoRSA {
			return rsa.SignWithAlgorithm(rand.Reader, text, gossh.KeyAlgoRSASHA512) // which OpenSSH negotiates, too
		}
		return key.Sign(rand.Reader, text)
	}
	return nil, errors.New("that is no key of this server")
}
