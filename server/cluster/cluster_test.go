package cluster

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"syscall"

	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
)

// A trio is three servers on this machine.
type trio struct {
	cfg     [copies]Config
	servers [copies]*server.Server
}

// ports counts the ports that listen has tried.
var ports atomic.Uint32

// listen listens at a port that is no other test's here, and none that the system gives to clients: a
// node listens there again after it was closed.
func listen() net.Listener {
	for {
		port := 20_000 + (uint32(os.Getpid())*997+ports.Add(1))%12_000
		if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port)); err == nil {
			return l
		}
	}
}

// newTrio returns three servers that are not started, with what they keep in a directory.
func newTrio(dir string) *trio {
	t := new(trio)
	var addresses []string
	var held []net.Listener
	for range copies {
		l := listen()
		held = append(held, l)
		addresses = append(addresses, l.Addr().String())
	}
	for i, l := range held {
		_ = l.Close()
		t.cfg[i] = testConfig("test", i)
		t.cfg[i].Listen, t.cfg[i].Dir = addresses[i], filepath.Join(dir, fmt.Sprint(i))
		for j, address := range addresses {
			if j != i {
				t.cfg[i].Peers = append(t.cfg[i].Peers, address)
			}
		}
	}
	return t
}

// testConfig returns the config of a node, but for how it reaches the others.
func testConfig(name string, i int) Config {
	return Config{
		Name: name, Node: fmt.Sprint("node-", i), Secret: testSecret, token: "token", Look: fakeLook, Begin: fakeBegin,
		Waiting: func(string) {}, Restart: func(error) {}, Logger: quiet(), Now: time.Now,
	}
}

// testSecret is what the nodes of tests share.
var testSecret = []byte("a host key")

func (t *trio) start(nodes ...int) {
	var wg sync.WaitGroup
	for _, i := range nodes {
		wg.Go(func() {
			srv, err := startServer(t.cfg[i], true)
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

// A node that waits for servers where nothing listens says so.
func TestNothingListens(t *testing.T) {
	t.Parallel()
	cfg := Config{Name: newName(), Node: "a", URL: "nats://127.0.0.1:1", Secret: []byte("secret"), Now: time.Now}
	var log bytes.Buffer
	cfg.Logger = slog.New(slog.NewTextHandler(&log, nil))
	ctx, cancel := context.WithCancel(timeout(t))
	tries := 0
	cfg.Waiting = func(string) {
		if tries++; tries == 10 { // the first connection is tried again within some of them
			cancel()
		}
	}
	if c, err := Join(ctx, cfg); c != nil || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("Join = %v, %v", c, err)
	}
	if strings.Contains(log.String(), "outbound buffer") {
		t.Errorf("the log is\n%s", &log)
	}
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "cluster")
	if err != nil {
		panic(err)
	}
	shared = newTrio(dir)
	shared.start(0, 1, 2)
	flag.Parse()
	if err := flag.Set("test.parallel", "16"); err != nil { // tests wait more than they work
		panic(err)
	}
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
func joinAs(t testing.TB, name string, i int, change ...func(*Config)) *Cluster {
	t.Helper()
	cfg := testConfig(name, i)
	cfg.URL = "outside"
	for _, c := range change {
		c(&cfg)
	}
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
func timeout(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// eventually waits until a condition holds. It looks less and less often: what takes seconds is
// not worth the work of hundreds of looks.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx := timeout(t)
	for pause := 5 * time.Millisecond; !holds(); pause = min(2*pause, 100*time.Millisecond) {
		select {
		case <-ctx.Done():
			t.Fatalf("never: %s", what)
		case <-time.After(pause):
		}
	}
}

func TestJoinAlone(t *testing.T) {
	t.Parallel()
	alone := newTrio(t.TempDir()).cfg[0]
	ctx, cancel := context.WithCancel(timeout(t))
	alone.Logger = slog.New(slog.NewTextHandler(logFunc(func(line string) {
		if strings.Contains(line, "waiting for 2 more nodes of cluster test") {
			if !strings.Contains(line, alone.Peers[0]) {
				t.Errorf("nothing says where it looks for them: %s", line)
			}
			cancel()
		}
		if strings.Contains(line, "cause") {
			t.Errorf("a node that only waits gives a cause: %s", line)
		}
	}), nil))
	began, looks := time.Now(), new(atomic.Int64)
	alone.Now = func() time.Time { // each look at the clock is a minute later
		return began.Add(time.Duration(looks.Add(1)) * time.Minute)
	}
	if _, err := Join(ctx, alone); !errors.Is(err, context.Canceled) {
		t.Errorf("Join of one node until it is cancelled = %v", err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	alone.Listen = taken.Addr().String()
	if _, err := Join(t.Context(), alone); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("Join with an address that is in use = %v", err)
	}
}

// Two machines with one name, and how often a host reads that: once a minute, in our words.
func TestANameThatTwoNodesHave(t *testing.T) {
	t.Parallel()
	pair := newTrio(t.TempDir())
	said := make(chan string, 100)
	for i := range 2 {
		pair.cfg[i].Node = "twin"
		pair.cfg[i].Logger = slog.New(slog.NewTextHandler(logFunc(func(line string) {
			select {
			case said <- line:
			default: // enough has been said
			}
		}), nil))
	}
	pair.start(0, 1)
	defer stopServer(pair.servers[0])
	defer stopServer(pair.servers[1])
	ctx := timeout(t)
	for {
		select {
		case line := <-said:
			if strings.Contains(line, "duplicate") && !strings.Contains(line, sameName) {
				t.Errorf("the NATS server says it itself: %s", line)
			}
			if strings.Contains(line, sameName) {
				return
			}
		case <-ctx.Done():
			t.Fatal("nothing says that two nodes have one name")
		}
	}
}

func TestWhatTheServersSayIsSaidOnceAMinute(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	now := time.Now()
	l := &natsLog{log: slog.New(slog.NewTextHandler(&log, nil)), now: func() time.Time { return now }, told: make(map[string]time.Time)}
	l.Errorf("Error trying to connect to route (attempt 1): dial tcp 10.0.0.2:6222: connection refused")
	for i := range 3 {
		for part := range refusals {
			l.Errorf("rid:7 - %s: \"x\"", part)
		}
		l.Errorf("10.0.0.2:6222 - rid:%d - Error flushing: write tcp 10.0.0.1:4%d->10.0.0.2:6222: broken pipe", i, i)
		l.Errorf("Error trying to connect to route (attempt %d): dial tcp 10.0.0.3:6222: connection refused", i)
		l.Warnf("RAFT [x] Snapshot corrupt, checksums did not match")
		l.Warnf("Catchup for stream 'x' stalled")
	}
	now = now.Add(time.Minute)
	l.Errorf("Remote server has a duplicate name: %q", "x")
	for sentence, want := range map[string]int{sameName: 2, otherKey: 1, otherCluster: 1, "checksums": 1, "stalled": 0, "flushing": 1, "dial": 2} {
		if n := strings.Count(log.String(), sentence); n != want {
			t.Errorf("%q is said %d times, want %d", sentence, n, want)
		}
	}
}

func TestJoinOutside(t *testing.T) {
	t.Parallel()
	name := newName()
	srv, token := shared.servers[1], shared.cfg[1].token
	cfg := testConfig(name, 1)
	cfg.URL, cfg.SyncAlways = strings.Replace(srv.ClientURL(), "://", "://"+token+"@", 1), true
	var log bytes.Buffer
	cfg.Logger = slog.New(slog.NewTextHandler(&log, nil))
	outside, err := Join(timeout(t), cfg)
	if err != nil || strings.Contains(log.String(), "sync_interval") {
		t.Fatalf("Join = %v, and the log is %q", err, log.String())
	}
	unsure := cfg
	unsure.SyncAlways = false
	if c, err := Join(timeout(t), unsure); err != nil || strings.Count(log.String(), "sync_interval: always") != 1 {
		t.Errorf("Join with servers that may sync late = %v, and the log is %q", err, log.String())
	} else {
		c.Close()
	}
	defer outside.Close()
	if err := outside.Log().Append(timeout(t), 0, commitlog.Entry{ID: "a"}); err != nil {
		t.Error(err)
	}
	wantRead(t, joinAs(t, name, 0).Log(), 0, "a")

	// Somebody else's stream has the name.
	cfg.Name = newName()
	if _, err := outside.js.CreateStream(timeout(t), jetstream.StreamConfig{Name: cfg.Name + "-log"}); err != nil {
		t.Fatal(err)
	}
	if _, err := Join(timeout(t), cfg); !errors.Is(err, errUnusable) {
		t.Errorf("Join with a stream of one copy = %v", err)
	}
}

func TestOldServersOutsideAreRefused(t *testing.T) {
	for version, want := range map[string]bool{"2.9.25": true, "1.4.1": true, "v2": true, "2.10.0": false, "2.12.1-RC.1": false, "3.0": false} {
		if got := isTooOld(version); got != want {
			t.Errorf("isTooOld(%s) = %t", version, got)
		}
	}
}

// answered asks until the servers answer, as the program does: busy ones drop requests.
func answered[T any](t *testing.T, c *Cluster, ask func(context.Context) (T, error)) (answer T, err error) {
	t.Helper()
	ctx := timeout(t)
	err = c.untilAnswered(ctx, func() (err error) {
		answer, err = ask(ctx)
		return err
	})
	return answer, err
}

// A logFunc is called with each line of a log.
type logFunc func(line string)

func (f logFunc) Write(line []byte) (int, error) {
	f(string(line))
	return len(line), nil
}
