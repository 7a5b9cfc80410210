package cluster

import (
	"context"
	"fmt"
	"io"

	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A trio is three servers on this machine.
type trio struct {
	cfg     [copies]Config
	servers [copies]*server.Server
}

// newTrio returns three servers that are not started, with what they keep in a directory.
func newTrio(dir string) *trio {
	t := new(trio)
	var addresses []string
	var held []net.Listener
	for range copies {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		held = append(held, l)
		addresses = append(addresses, l.Addr().String())
	}
	for i, l := range held {
		_ = l.Close()
		t.cfg[i] = Config{
			Name:   "test",
			Node:   fmt.Sprint("node-", i),
			Listen: addresses[i],
			Dir:    filepath.Join(dir, fmt.Sprint(i)),
			Logger: quiet(),
		}
		for j, address := range addresses {
			if j != i {
				t.cfg[i].Peers = append(t.cfg[i].Peers, address)
			}
		}
		t.cfg[i].setDefaults()
	}
	return t
}

func (t *trio) start(nodes ...int) {
	var wg sync.WaitGroup
	for _, i := range nodes {
		wg.Go(func() {
			srv, err := startServer(t.cfg[i])
			if err != nil {
				panic(err)
			}
			t.servers[i] = srv
		})
	}
	wg.Wait()
}

func (t *trio) stop() {
	var wg sync.WaitGroup
	for _, srv := range t.servers {
		wg.Go(func() { stopServer(srv) })
	}
	wg.Wait()
}

// shared are the servers that most tests use.
var shared *trio

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "cluster")
	if err != nil {
		panic(err)
	}
	shared = newTrio(dir)
	shared.start(0, 1, 2)
	code := m.Run()
	shared.stop()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

var names atomic.Int64

// newName returns the name of a cluster that no other test uses.
func newName() string { return fmt.Sprint("c", names.Add(1)) }

// joinAs joins a cluster as one of the shared servers' nodes.
func joinAs(t *testing.T, name string, i int, change ...func(*Config)) *Cluster {
	t.Helper()
	cfg := Config{Name: name, Node: fmt.Sprint("node-", i), Logger: quiet()}
	for _, c := range change {
		c(&cfg)
	}
	cfg.setDefaults()
	cfg.token = shared.cfg[i].token
	conn, err := connectInside(cfg, shared.servers[i])
	if err != nil {
		t.Fatal(err)
	}
	c, err := join(timeout(t), cfg, nil, conn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// timeout returns a context that ends a test that hangs.
func timeout(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}
