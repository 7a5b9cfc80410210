package cluster

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
)

// The attack: a user of the machine on which nodes listen on the loopback, without certificates,
// starts a server that joins theirs, and reads and writes whatever they do.
//
//abuse:case 64
func TestAStrangerDoesNotJoinTheServers(t *testing.T) {
	t.Parallel()
	stranger := newTrio(t.TempDir()).cfg[0]
	stranger.Name, stranger.Node, stranger.Peers = shared.cfg[0].Name, "stranger", []string{shared.cfg[0].Listen, shared.cfg[1].Listen, shared.cfg[2].Listen}
	stranger.Secret = []byte("another host key")
	told := make(chan string, 100)
	stranger.Logger = slog.New(slog.NewTextHandler(logFunc(func(line string) { told <- line }), nil))
	srv, err := startServer(stranger, true)
	if err != nil {
		t.Fatal(err)
	}
	defer stopServer(srv)
	for line := range told {
		if strings.Contains(line, "another host key than this node") {
			break
		}
	}
	for _, member := range shared.servers { // the stranger itself counts connections that are about to be refused
		routes, err := member.Routez(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, route := range routes.Routes {
			if route.RemoteName == srv.Name() {
				t.Error("a node has a route to the stranger")
			}
		}
	}
	if _, err := Join(t.Context(), Config{Name: "arcade", Node: "a", Listen: "127.0.0.1:0", Dir: t.TempDir()}); err == nil {
		t.Error("a node without a secret joins")
	}
}

// The attack: somebody who can use the same NATS servers writes an entry that makes an admin, or
// writes again what a node has written. Nobody applies it, nor anything after it.
//
//abuse:case 64
func TestAnEntryOfAStrangerIsNotBelieved(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]func(real *nats.Msg) *nats.Msg{
		"unsigned": func(real *nats.Msg) *nats.Msg { return &nats.Msg{Subject: real.Subject, Data: []byte("an admin")} },
		"again":    func(real *nats.Msg) *nats.Msg { return real },
		"changed": func(real *nats.Msg) *nats.Msg {
			real.Data = []byte("an admin")
			return real
		},
		"marked": func(real *nats.Msg) *nats.Msg {
			real.Data = nil
			return real
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := joinAs(t, newName(), 0)
			l, ctx := c.log, timeout(t)
			if err := l.Append(ctx, 0, commitlog.Entry{ID: "a", Data: []byte("a")}); err != nil {
				t.Fatal(err)
			}
			first, err := l.stream.GetMsg(ctx, 1)
			if err != nil {
				t.Fatal(err)
			}
			first.Header.Del(nats.ExpectedLastSeqHdr)
			if _, err := c.js.PublishMsg(ctx, forge(&nats.Msg{Subject: first.Subject, Header: first.Header, Data: first.Data})); err != nil {
				t.Fatal(err)
			}
			wantRead(t, l, 0, "a")
			read := func(ctx context.Context) ([]commitlog.Entry, error) { return datatest.Read(ctx, l, 1) }
			if got, err := answered(t, c, read); !errors.Is(err, commitlog.ErrForged) {
				t.Errorf("Read = %v, %v", got, err)
			}
			if err := l.Append(ctx, 1, commitlog.Entry{ID: "b", Data: []byte("b")}); !errors.Is(err, commitlog.ErrBehind) {
				t.Errorf("Append in its place = %v", err)
			}
		})
	}
}

// The same with a snapshot, from which new nodes begin.
//
//abuse:case 64
func TestASnapshotOfAStrangerIsNotBelieved(t *testing.T) {
	t.Parallel()
	c := joinAs(t, newName(), 0)
	path := filepath.Join(t.TempDir(), "db")
	id := mustPrepare(t, c, path)
	text := strings.NewReader("a file with another admin")
	if _, err := c.objects.Put(timeout(t), jetstream.ObjectMeta{Name: id + ".9"}, text); err != nil {
		t.Fatal(err)
	}
	var list []Snapshot
	eventually(t, "it is listed", func() bool { // by all servers
		list, _ = c.Snapshots(timeout(t))
		return len(list) == 2
	})
	other := path + ".fetched"
	err := c.fetch(timeout(t), list[len(list)-1], other)
	if _, missing := os.Stat(other); !errors.Is(err, commitlog.ErrForged) || missing == nil {
		t.Errorf("fetch = %v, file %v", err, missing)
	}
}

// Messages between the nodes end sessions and show tables: those of others are ignored.
//
//abuse:case 64
func TestAMessageOfAStrangerIsIgnored(t *testing.T) {
	t.Parallel()
	name := newName()
	a, b := joinAs(t, name, 0), joinAs(t, name, 1, func(c *Config) { c.Secret = []byte("another host key") })
	got := make(chan string, 1)
	defer a.Bus().Subscribe("x", func(_ string, data []byte) []byte {
		got <- string(data)
		return nil
	})()
	b.Bus().Publish("x", []byte("forged"))
	if err := b.conn.FlushWithContext(timeout(t)); err != nil {
		t.Fatal(err)
	}
	forged := b.Bus().message(b.Bus().subject("x"), []byte("forged"))
	forged.Header.Del(macHeader)
	if err := a.conn.PublishMsg(forged); err != nil { // in front of what comes from the same server
		t.Fatal(err)
	}
	a.Bus().Publish("x", []byte("real"))
	if text := <-got; text != "real" {
		t.Errorf("%q came", text)
	}
}
