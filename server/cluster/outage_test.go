package cluster

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
	"boardwalk/server/peers"
)

// join returns the nodes of three servers, and a function that lets some of them join.
func (trio *trio) join(t *testing.T) (nodes *[copies]*Cluster, join func(which ...int)) {
	nodes = new([copies]*Cluster)
	t.Cleanup(func() {
		var wg sync.WaitGroup
		for _, c := range nodes {
			if c != nil {
				wg.Go(c.Close)
			}
		}
		wg.Wait()
	})
	return nodes, func(which ...int) {
		t.Helper()
		var wg sync.WaitGroup
		for _, i := range which {
			wg.Go(func() {
				c, err := Join(timeout(t), trio.cfg[i])
				if err != nil {
					t.Error(err)
					return
				}
				nodes[i] = c
			})
		}
		wg.Wait()
		if t.Failed() {
			t.FailNow()
		}
	}
}

// Three nodes with certificates of their own; two of them stop and come back.
func TestOutage(t *testing.T) {
	t.Parallel()
	trio := newTrio(t.TempDir())
	certify(t, trio.cfg[:]...)
	nodes, join := trio.join(t)
	join(0, 1, 2)
	for _, c := range nodes {
		c.Tell(func() Node { return Node{} })
	}
	log := nodes[0].Log()
	add := func(after uint64, id string) error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return log.Append(ctx, after, commitlog.Entry{ID: id})
	}
	if err := add(0, "one"); err != nil {
		t.Fatal(err)
	}
	wantRead(t, log, 0, "one") // leaves a reader open

	nodes[1].Close()
	nodes[2].Close()
	for range 2 {
		if err := add(1, "two"); err == nil || errors.Is(err, commitlog.ErrBehind) {
			t.Errorf("Append with one node of three = %v", err)
		}
	}
	eventually(t, "one node of three does not tell the last entry", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := log.Last(ctx)
		return err != nil
	})

	eventually(t, "a node on which nobody saves knows that it is cut off", func() bool { return nodes[0].Reach() != nil })

	join(1, 2)
	eventually(t, "it reaches the others", func() bool { return nodes[0].Reach() == nil })
	eventually(t, "the same Append succeeds", func() bool {
		err := add(1, "two")
		if errors.Is(err, commitlog.ErrBehind) {
			t.Fatal("Append of an entry that nobody else has added = ErrBehind")
		}
		return err == nil
	})
	eventually(t, "another entry is behind", func() bool { // the servers do not tell while leaders change
		err := add(1, "another two")
		if err == nil {
			t.Fatal("two entries have one place")
		}
		return errors.Is(err, commitlog.ErrBehind)
	})
	for _, c := range nodes {
		wantRead(t, c.Log(), 0, "one", "two")
	}
	if last, err := nodes[2].Log().Last(timeout(t)); last != 3 || err != nil { // after an entry of its own
		t.Errorf("Last = %d, %v", last, err)
	}
}

// A server whose disk has failed keeps no copies any more: its node is not ready, the others tell of it,
// and once there is room it asks to be started again. One on whose disk what the nodes have agreed on is
// damaged says what to do, and gets all from the others then.
func TestAServerThatKeepsNoCopies(t *testing.T) {
	t.Parallel()
	trio := newTrio(t.TempDir())
	var later atomic.Int64 // minutes
	restart := make(chan error, 99)
	at := 2
	trio.cfg[at].Now = func() time.Time { return time.Now().Add(time.Duration(later.Load()) * time.Minute) }
	trio.cfg[at].Restart = func(why error) { restart <- why }
	nodes, join := trio.join(t)
	join(0, 1, 2)
	nodes[at].Tell(func() Node { return Node{} })
	nodes[at].server.Errorf("RAFT Critical write error: %v", syscall.EIO)
	eventually(t, "the node knows", func() bool { return errors.Is(nodes[at].Reach(), errOff) })
	var got peers.Status
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the status was %+v", got)
		}
	})
	stale := func(want int) {
		t.Helper()
		eventually(t, fmt.Sprint(want, " copies are stale"), func() bool {
			got = nodes[(at+1)%copies].Status(false)
			return got.Problem == "" && len(got.Stale) == want && (want == 0 || got.Stale[0].Node == trio.cfg[at].Node)
		})
	}
	stale(len(nodes[0].cfg.streams()))
	later.Store(2)
	if why := <-restart; !errors.Is(why, errOff) {
		t.Errorf("it asks to be started again because of %v", why)
	}
	nodes[at].Close()
	join(at)
	stale(0)

	// Each server keeps what it has agreed on with the others by itself.
	var dir string
	var found []string
	eventually(t, "a node has kept what they have agreed on", func() bool {
		for i, c := range nodes {
			_ = c.server.JetStreamSnapshotMeta() // only the leader's does something
			dir, at = trio.cfg[i].Dir, i
			if found, _ = filepath.Glob(filepath.Join(dir, "jetstream", "$SYS", "_js_", "_meta_", "snapshots", "*")); len(found) > 0 {
				return true
			}
		}
		return false
	})
	nodes[at].Close()
	found, _ = filepath.Glob(filepath.Join(filepath.Dir(found[0]), "*"))
	for _, path := range found {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)/2] ^= 1
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Join(timeout(t), trio.cfg[at]); !errors.As(err, new(Refusal)) || !strings.Contains(err.Error(), "move "+dir+" away") {
		t.Fatalf("Join = %v", err)
	}
	if err := os.Rename(dir, dir+".damaged"); err != nil {
		t.Fatal(err)
	}
	join(at)
	stale(0)
}

// wantRead reads on from a number until it has as many entries as it wants.
func wantRead(t *testing.T, log commitlog.Log, after uint64, want ...string) {
	t.Helper()
	ctx := timeout(t)
	for len(want) > 0 {
		entries, err := datatest.Read(ctx, log, after)
		if ctx.Err() != nil {
			t.Fatalf("Read after %d: %v", after, err)
		}
		for _, e := range entries { // no entries: the node is not back yet
			after++
			if e.Number != after || e.ID != want[0] {
				t.Fatalf("entry %d is %+v, want %q", after, e, want[0])
			}
			want = want[1:]
		}
	}
}

func TestMutualTLS(t *testing.T) {
	var cfg [3]Config
	certify(t, cfg[0:2]...)
	certify(t, cfg[2:]...) // by another authority
	shakeWith := func(server Config, c *tls.Config) error {
		s, err := mutualTLS(server)
		if err != nil {
			t.Fatal(err)
		}
		l, err := tls.Listen("tcp", "127.0.0.1:0", s)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		done := make(chan error, 1)
		go func() {
			conn, err := tls.Dial("tcp", l.Addr().String(), c)
			if err == nil {
				err = conn.Close()
			}
			done <- err
		}()
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		return errors.Join(conn.(*tls.Conn).Handshake(), conn.Close(), <-done)
	}
	shake := func(server, client Config) error {
		c, err := mutualTLS(client)
		if err != nil {
			t.Fatal(err)
		}
		return shakeWith(server, c)
	}
	if err := shake(cfg[0], cfg[1]); err != nil {
		t.Errorf("nodes of one authority: %v", err)
	}
	running := cfg[1]
	running.Cert, running.Key = filepath.Join(t.TempDir(), "cert"), filepath.Join(t.TempDir(), "key")
	put := func(from Config) {
		for name, to := range map[string]string{from.Cert: running.Cert, from.Key: running.Key} {
			text, err := os.ReadFile(name)
			if err = errors.Join(err, os.WriteFile(to, text, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(cfg[2])
	config, err := mutualTLS(running)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(running.Cert), os.Remove(running.Key)); err != nil {
		t.Fatal(err)
	}
	put(cfg[1])
	if err := shakeWith(cfg[0], config); err != nil {
		t.Errorf("a certificate that was replaced while the node ran: %v", err)
	}
	if err := shake(cfg[0], cfg[2]); err == nil {
		t.Error("a server takes the certificate of a stranger")
	}
	mixed := cfg[2]
	mixed.CA = cfg[0].CA // it takes the server's, and has a stranger's itself
	if err := shake(cfg[0], mixed); err == nil {
		t.Error("a server takes the certificate of a stranger who trusts it")
	}
	for _, change := range []func(*Config){
		func(c *Config) { c.Cert = "none" },
		func(c *Config) { c.CA = "none" },
		func(c *Config) { c.CA = c.Key },
	} {
		bad := cfg[0]
		change(&bad)
		if _, err := mutualTLS(bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// A certificate that other nodes would not take is refused at the start, and one that ends soon is
// told.
func TestCertificatesAreChecked(t *testing.T) {
	var cfg [2]Config
	certify(t, cfg[:1]...)
	certify(t, cfg[1:]...) // by another authority
	var log strings.Builder
	good := cfg[0]
	good.Listen, good.Now, good.Logger = "127.0.0.1:6222", time.Now, slog.New(slog.NewTextHandler(&log, nil))
	if err := good.checkCertificate(); err != nil || !strings.Contains(log.String(), "ends soon") {
		t.Errorf("a good one: %v; the log says %s", err, log.String())
	}
	for want, change := range map[string]func(*Config){
		"expired":           func(c *Config) { c.Now = func() time.Time { return time.Now().Add(2 * time.Hour) } },
		"unknown authority": func(c *Config) { c.CA = cfg[1].CA },
		"127.0.0.9":         func(c *Config) { c.Listen = "127.0.0.9:6222" },
	} {
		bad := good
		change(&bad)
		if err := bad.checkCertificate(); !errors.As(err, new(Refusal)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// certify writes a certificate for each node, and the one of the authority that has signed
// them.
func certify(t *testing.T, nodes ...Config) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sign := func(template, parent *x509.Certificate, signer *ecdsa.PrivateKey) (*ecdsa.PrivateKey, []byte) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if signer == nil {
			signer = key
		}
		template.SerialNumber = big.NewInt(time.Now().UnixNano())
		template.NotAfter = time.Now().Add(time.Hour)
		der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
		if err != nil {
			t.Fatal(err)
		}
		return key, der
	}
	authority := &x509.Certificate{Subject: pkix.Name{CommonName: "arcade"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	signer, der := sign(authority, authority, nil)
	ca := write("ca.pem", "CERTIFICATE", der)
	for i := range nodes {
		key, der := sign(&x509.Certificate{
			Subject:     pkix.Name{CommonName: "node"},
			IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
			KeyUsage:    x509.KeyUsageDigitalSignature,
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		}, authority, signer)
		text, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		name := string(rune('a' + i))
		nodes[i].CA, nodes[i].Cert, nodes[i].Key = ca, write(name+".pem", "CERTIFICATE", der), write(name+".key", "PRIVATE KEY", text)
	}
}
