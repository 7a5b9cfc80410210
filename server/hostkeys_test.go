package server

import (
	"bytes"
	"crypto/rand"
	"encoding/pem"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

// keyFile writes a key to a file of a directory and returns the key and its path.
func keyFile(t *testing.T, dir, name string) (gossh.Signer, string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := sshtest.WriteKey(path, ""); err != nil {
		t.Fatal(err)
	}
	key, err := loadHostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	return key, path
}

// learning connects and returns what the server announces, with a function that asks it to
// prove keys.
func learning(t *testing.T, a *testServer) (announced [][]byte, prove func(keys ...[]byte) (bool, []byte), session []byte) {
	t.Helper()
	tcp, err := net.Dial("tcp", a.addr)
	if err != nil {
		t.Fatal(err)
	}
	conn, chans, reqs, err := sshtest.Handshake(tcp, gossh.ClientConfig{User: "x"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		for nc := range chans {
			_ = nc.Reject(gossh.Prohibited, "")
		}
	}()
	if _, _, err := conn.OpenChannel("session", nil); err != nil {
		t.Fatal(err)
	}
	req := receive(t, reqs, "the host keys")
	if req.Type != "hostkeys-00@openssh.com" || req.WantReply {
		t.Fatalf("the server requests %q", req.Type)
	}
	return blobs(t, req.Payload), func(keys ...[]byte) (bool, []byte) {
		var payload []byte
		for _, key := range keys {
			payload = append(payload, gossh.Marshal(struct{ Key []byte }{key})...)
		}
		ok, reply, err := conn.SendRequest("hostkeys-prove-00@openssh.com", true, payload)
		if err != nil {
			t.Fatal(err)
		}
		return ok, reply
	}, conn.SessionID()
}

// blobs returns the strings of an SSH message that is nothing else.
func blobs(t *testing.T, text []byte) (list [][]byte) {
	t.Helper()
	for len(text) > 0 {
		var m struct {
			Blob []byte
			Rest []byte `ssh:"rest"`
		}
		if err := gossh.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		list, text = append(list, m.Blob), m.Rest
	}
	return list
}

// A host key that is made is warned of, but not in a new arcade, which no client knows.
func TestAHostKeyThatIsMadeIsWarnedOf(t *testing.T) {
	for _, isNew := range []bool{false, true} {
		a := open(t, func(c *Config) { c.HostKey, c.New = filepath.Join(t.TempDir(), "key"), isNew })
		if log := a.log.String(); !strings.Contains(log, "created a new host key") || strings.Contains(log, "warn of an attack") == isNew {
			t.Errorf("with a new arcade %v the log is\n%s", isNew, log)
		}
	}
}

// A short host key works as long as clients take it, and its host is told.
func TestAShortHostKeyIsWarnedOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	block, err := gossh.MarshalPrivateKey(rsaKey(t, 1024), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	a := open(t, func(c *Config) { c.HostKey = path })
	if want := "weak host key"; !strings.Contains(a.log.String(), want) {
		t.Errorf("the log has no %q:\n%s", want, a.log.String())
	}
}

// A client learns the host key and the next one, and the server proves that it has both. It
// signs nothing for other keys, and once for each connection.
func TestClientsLearnTheNextHostKey(t *testing.T) {
	dir := t.TempDir()
	first, path := keyFile(t, dir, "key")
	next, nextPath := keyFile(t, dir, "next")
	a := open(t, func(c *Config) { c.HostKey, c.NextHostKey = path, nextPath })
	if !strings.Contains(a.log.String(), `msg="next host key"`) {
		t.Errorf("the log has no next host key:\n%s", a.log.String())
	}
	keys, prove, session := learning(t, a)
	want := [][]byte{first.PublicKey().Marshal(), next.PublicKey().Marshal()}
	if !slices.EqualFunc(keys, want, bytes.Equal) {
		t.Fatalf("the server announces %q", keys)
	}
	ok, reply := prove(want[1], want[0])
	signatures := blobs(t, reply)
	if !ok || len(signatures) != 2 {
		t.Fatalf("the proof is %v, %q", ok, reply)
	}
	for i, key := range []gossh.Signer{next, first} {
		var signature gossh.Signature
		text := gossh.Marshal(struct {
			Request      string
			Session, Key []byte
		}{"hostkeys-prove-00@openssh.com", session, key.PublicKey().Marshal()})
		if err := gossh.Unmarshal(signatures[i], &signature); err != nil {
			t.Fatal(err)
		}
		if err := key.PublicKey().Verify(text, &signature); err != nil {
			t.Errorf("signature %d: %v", i, err)
		}
	}
	if ok, _ := prove(want...); ok {
		t.Error("the server proves its keys twice")
	}
}

func TestTheServerProvesNothingElse(t *testing.T) {
	dir := t.TempDir()
	own, path := keyFile(t, dir, "key")
	other, _ := keyFile(t, dir, "other")
	a := open(t, func(c *Config) { c.HostKey = path })
	for name, keys := range map[string][][]byte{
		"another key": {other.PublicKey().Marshal()}, "another key, too": {own.PublicKey().Marshal(), other.PublicKey().Marshal()}, "no key": nil, "rubbish": {[]byte("rubbish")},
	} {
		_, prove, _ := learning(t, a)
		if ok, reply := prove(keys...); ok || len(reply) > 0 {
			t.Errorf("%s: the server proves %q", name, reply)
		}
	}
}

// certificate writes a certificate of a host key beside it, good for an hour from a time.
func certificate(t *testing.T, key gossh.PublicKey, kind uint32, path string, from time.Time) (ca gossh.Signer) {
	t.Helper()
	ca, _ = newKey(t)
	cert := &gossh.Certificate{
		Key: key, CertType: kind, ValidPrincipals: []string{"arcade.example.org"},
		ValidAfter: uint64(from.Unix()), ValidBefore: uint64(from.Add(time.Hour).Unix()),
	}
	if err := cert.SignCert(rand.Reader, ca); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-cert.pub", gossh.MarshalAuthorizedKey(cert), 0o644); err != nil {
		t.Fatal(err)
	}
	return ca
}

// A client that knows the authority needs no other knowledge of the host; one that does not
// goes by the key.
func TestAHostHasACertificate(t *testing.T) {
	key, path := keyFile(t, t.TempDir(), "key")
	ca := certificate(t, key.PublicKey(), gossh.HostCert, path, time.Now())
	a := open(t, func(c *Config) { c.HostKey = path })
	if log := a.log.String(); !strings.Contains(log, `msg="host certificate"`) || !strings.Contains(log, "names=[arcade.example.org]") {
		t.Errorf("the log has no certificate:\n%s", log)
	}
	checker := gossh.CertChecker{IsHostAuthority: func(by gossh.PublicKey, _ string) bool {
		return bytes.Equal(by.Marshal(), ca.PublicKey().Marshal())
	}}
	for name, config := range map[string]gossh.ClientConfig{
		"by certificate": {User: "x", HostKeyCallback: func(_ string, _ net.Addr, key gossh.PublicKey) error {
			return checker.CheckHostKey("arcade.example.org:2222", nil, key)
		}},
		"by key": {User: "x", HostKeyAlgorithms: []string{gossh.KeyAlgoED25519}, HostKeyCallback: gossh.FixedHostKey(key.PublicKey())},
	} {
		client, err := sshtest.DialConfig(a.addr, config)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_ = client.Close()
	}
}

// What is no certificate of the host key is refused by its name. One that has expired would
// keep everybody out, so the host is told, and players come in by the key.
func TestBadHostCertificates(t *testing.T) {
	for name, test := range map[string]struct {
		write func(t *testing.T, key gossh.PublicKey, path string)
		want  string
	}{
		"of a user": {func(t *testing.T, key gossh.PublicKey, path string) {
			certificate(t, key, gossh.UserCert, path, time.Now())
		}, "not a host certificate; ssh-keygen -s CA -h makes one"},
		"of another key": {func(t *testing.T, _ gossh.PublicKey, path string) {
			other, _ := newKey(t)
			certificate(t, other.PublicKey(), gossh.HostCert, path, time.Now())
		}, "it is of another key than the host key"},
		"rubbish": {func(t *testing.T, _ gossh.PublicKey, path string) {
			if err := os.WriteFile(path+"-cert.pub", []byte("rubbish"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "not a host certificate"},
		"expired": {func(t *testing.T, key gossh.PublicKey, path string) {
			certificate(t, key, gossh.HostCert, path, time.Now().Add(-48*time.Hour))
		}, ""},
	} {
		key, path := keyFile(t, t.TempDir(), "key")
		test.write(t, key.PublicKey(), path)
		_, err := New(quiet(path))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), "the host certificate "+path+"-cert.pub: "+test.want)) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// A next host key that is not there is not made: its host would take another one for it.
func TestTheNextHostKeyIsNotMade(t *testing.T) {
	config := quiet(filepath.Join(t.TempDir(), "key"))
	config.NextHostKey = filepath.Join(t.TempDir(), "next")
	if _, err := New(config); err == nil || !strings.Contains(err.Error(), "the next host key: stat "+config.NextHostKey) {
		t.Errorf("without it: %v", err)
	}
	if _, err := os.Stat(config.NextHostKey); err == nil {
		t.Error("it was made")
	}
}
