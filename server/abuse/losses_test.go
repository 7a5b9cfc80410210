package abuse_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
	"boardwalk/server"
	"boardwalk/server/cluster"
)

// A losses is a cluster without players in which something is lost, and a test that ends with the
// first error.
type losses struct {
	*testing.T
	*clusterRun
	bans int
}

func newLosses(t *testing.T) *losses {
	t.Parallel()
	c, err := newCluster(t.Context(), built(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return &losses{T: t, clusterRun: c}
}

func (l *losses) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// grow changes the data some times while all nodes run, and stops them when all have it.
func (l *losses) grow() {
	l.Helper()
	l.must(l.start(0, 1, 2))
	l.must(l.ban(l.Context(), fmt.Sprintf("198.51.%d.", l.bans), 5))
	l.bans++
	l.must(l.settle(l.Context()))
	l.must(l.stop(0, 1, 2))
}

// keep returns a copy of the directory of a node that does not run.
func (l *losses) keep(i int) (dir string) {
	l.Helper()
	dir = filepath.Join(l.TempDir(), "copy")
	l.must(os.CopyFS(dir, os.DirFS(l.nodes[i].dir)))
	return dir
}

// replace replaces the directory of a node with a copy, or an empty one.
func (l *losses) replace(i int, copy string) {
	l.Helper()
	l.must(os.RemoveAll(l.nodes[i].dir))
	if copy == "" {
		l.must(os.Mkdir(l.nodes[i].dir, 0o700))
		return
	}
	l.must(os.CopyFS(l.nodes[i].dir, os.DirFS(copy)))
}

// hash returns the hash of a node's file.
func (l *losses) hash(i int) string {
	l.Helper()
	hash, _, err := hashOf(DataIn(l.nodes[i].dir))
	l.must(err)
	return hash
}

// equal fails the test unless all nodes come to have the same file.
func (l *losses) equal() {
	l.Helper()
	if differ, err := l.compareFiles(l.Context()); err != nil || differ > 0 {
		l.Errorf("%d files differ: %v", differ, err)
	}
}

// returns starts all nodes, and fails the test unless their files come to be the one with a hash.
func (l *losses) returns(hash string) {
	l.Helper()
	l.must(l.start(0, 1, 2))
	l.equal()
	if got := l.hash(2); got != hash {
		l.Errorf("the files are %s in the end, not %s", got, hash)
	}
}

// serve runs the servers of all nodes, as a service manager does, until done reports true of what
// they have logged, and then kills them. It returns the status with which each had ended that is not
// to be started again, or -1.
func (l *losses) serve(done func(logs []string, exits []int) bool) (logs []string, exits []int) {
	l.Helper()
	ctx, cancel := context.WithTimeout(l.Context(), 4*time.Minute)
	defer cancel()
	logs, exits = make([]string, nodeCount), make([]int, nodeCount)
	var mu sync.Mutex
	var all sync.WaitGroup
	for i, n := range l.nodes {
		file, err := os.Create(filepath.Join(n.dir, "boardwalk.log")) // it is empty then
		l.must(err)
		exits[i] = -1
		all.Go(func() {
			defer file.Close()
			for Pause(ctx, 200*time.Millisecond) {
				cmd := exec.CommandContext(ctx, l.binary, append([]string{"serve", "--data", DataIn(n.dir), "--addr", "127.0.0.1:0"}, l.flags(i)...)...)
				cmd.Stderr = file
				err := cmd.Run()
				if ctx.Err() == nil && isRefused(err) {
					mu.Lock()
					exits[i] = 78
					mu.Unlock()
					return
				}
			}
		})
	}
	for ended := false; !ended; {
		if !Pause(ctx, 200*time.Millisecond) {
			l.Fatalf("it does not come to that: %v, %q", exits, logs)
		}
		for i, n := range l.nodes {
			text, err := os.ReadFile(filepath.Join(n.dir, "boardwalk.log"))
			l.must(err)
			logs[i] = string(text)
		}
		mu.Lock()
		ended = done(logs, exits)
		mu.Unlock()
	}
	cancel()
	all.Wait()
	for i, text := range logs {
		if strings.Contains(text, "msg=listening") {
			l.Errorf("node %d lets players in: %s", i, text)
		}
	}
	return logs, exits
}

// beginAnother does on all machines what the page for a bad day says, word for word, so that
// another cluster begins with the file of one.
func (l *losses) beginAnother(with int) {
	l.Helper()
	page, err := os.ReadFile("../../cmd/boardwalk/HOSTING-BAD-DAY.md")
	l.must(err)
	_, recipe, _ := bytes.Cut(page, []byte("## Another cluster from one file"))
	scripts := regexp.MustCompile("(?ms)^```sh\ncd /var/lib/boardwalk\n(.*?)^```$").FindAllSubmatch(recipe, -1)
	if len(scripts) != 2 {
		l.Fatalf("the page has %d scripts", len(scripts))
	}
	path := l.TempDir()
	l.must(os.Symlink(l.binary, filepath.Join(path, "boardwalk")))
	for i, n := range l.nodes {
		script := scripts[1][1]
		if i == with {
			script = scripts[0][1]
		}
		cmd := exec.CommandContext(l.Context(), "sh", "-e", "-c", string(script))
		cmd.Dir, cmd.Env = n.dir, append(os.Environ(), "PATH="+path+":"+os.Getenv("PATH"))
		if out, err := cmd.CombinedOutput(); err != nil {
			l.Fatalf("on node %d: %v: %s", i, err, out)
		}
	}
}

// Two machines lose all they have, and the third is set back to an earlier copy. None lets players
// in: they wait for one of those that had the log. With one of the two as it was, and the third, the
// arcade goes on.
func TestNodesOfWhichTwoLoseAll(t *testing.T) {
	if !*withOutages {
		return
	}
	l := newLosses(t)
	l.grow()
	old := l.keep(2)
	l.grow()
	hash, first, third := l.hash(0), l.keep(0), l.keep(2)
	l.replace(0, "")
	l.replace(1, "")
	l.replace(2, old)
	l.serve(func(logs []string, _ []int) bool {
		return !slices.ContainsFunc(logs, func(text string) bool {
			return !strings.Contains(text, "waiting for most of the machines that had the log")
		})
	})
	l.replace(0, first)
	l.replace(1, "")
	l.replace(2, third)
	l.returns(hash)
}

// The logs of all machines are lost, and one file is older than the others. None begins a cluster
// with its file until the host has chosen one.
func TestNodesThatLoseTheirLogs(t *testing.T) {
	if !*withOutages {
		return
	}
	l := newLosses(t)
	l.grow()
	old := l.keep(2)
	l.grow()
	hash := l.hash(0)
	l.replace(2, old)
	for _, n := range l.nodes {
		l.must(os.RemoveAll(filepath.Join(n.dir, "boardwalk_cluster")))
	}
	before := []string{l.hash(0), l.hash(1), l.hash(2)}
	logs, exits := l.serve(func(_ []string, exits []int) bool { return slices.Contains(exits, 78) })
	for i, exit := range exits {
		if exit == 78 && !strings.Contains(logs[i], "boardwalk cluster begin") {
			t.Errorf("node %d ends with %d: %s", i, exit, logs[i])
		}
		if got := l.hash(i); got != before[i] {
			t.Errorf("the file of node %d is %s, and was %s", i, got, before[i])
		}
	}
	l.beginAnother(0)
	l.returns(hash)
}

// A row of one machine's file is spoiled, as by a fault of its memory. The machines notice when they
// compare their files: it keeps its file aside and ends, and fetches another one.
func TestANodeWhoseFileDiffers(t *testing.T) {
	if !*withOutages {
		return
	}
	l := newLosses(t)
	l.grow()
	path := DataIn(l.nodes[1].dir)
	bolt, err := bbolt.Open(path, 0o600, nil)
	l.must(err)
	l.must(errors.Join(bolt.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("bans"))
		key, value := b.Cursor().First()
		return b.Put(key, append(bytes.Clone(value), ' ')) // it is JSON, and says the same
	}), bolt.Close()))
	spoiled := l.hash(1)
	l.must(l.start(0, 1, 2))
	verify := func() error {
		out, err := exec.CommandContext(t.Context(), l.binary, "cluster", "status", "--verify", "--data", DataIn(l.nodes[0].dir)).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	ended := l.running(1).Ended
	_ = verify() // it fails, or succeeds once the one that differs has ended
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the node whose file differs does not end")
	}
	l.take(1)
	aside, err := filepath.Glob(path + ".differs-*")
	if err != nil || len(aside) != 1 {
		t.Fatalf("kept aside: %v, %v", aside, err)
	}
	if hash, _, err := hashOf(aside[0]); err != nil || hash != spoiled {
		t.Errorf("what is kept is %s, %v, and was %s", hash, err, spoiled)
	}
	l.must(l.start(1))
	l.must(verify())
	l.equal()
}

// A process of the machine that has not the host key does not join the nodes, neither as one of
// them nor as a client. One with it can add an entry that nobody understands: all nodes save nothing more,
// and say so once, with its number, and none is started again and again.
func TestNodesAndAStranger(t *testing.T) {
	if !*withOutages {
		return
	}
	l := newLosses(t)
	l.must(l.start(0, 1, 2))
	l.must(l.ban(t.Context(), "192.0.2.", 2))
	_, secret, err := server.ClusterKey(l.hostKey())
	l.must(err)
	join := func(ctx context.Context, secret []byte) (*cluster.Cluster, error) {
		listen, err := freeAddress()
		l.must(err)
		var peers []string
		for _, n := range l.nodes {
			peers = append(peers, n.listen)
		}
		return cluster.Join(ctx, cluster.Config{
			Name: "arcade", Node: "stranger", Listen: listen, Peers: peers, Dir: t.TempDir(), Secret: secret,
			Waiting: func(string) {}, Restart: func(error) {}, Logger: slog.New(slog.DiscardHandler), Now: time.Now,
		})
	}
	short, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if c, err := join(short, []byte("another host key")); err == nil {
		c.Close()
		t.Error("a stranger joins")
	}
	said := func(part string) (n int) {
		for _, n2 := range l.nodes {
			text, err := os.ReadFile(filepath.Join(n2.dir, "boardwalk.log"))
			l.must(err)
			n += strings.Count(string(text), part)
		}
		return n
	}
	if said("a node, or a stranger, is refused") == 0 {
		t.Error("no node says that it has refused a stranger")
	}

	c, err := join(t.Context(), secret)
	l.must(err)
	last, err := c.Log().Last(t.Context())
	l.must(err)
	entries, err := datatest.Read(t.Context(), c.Log(), 0)
	l.must(err)
	after := commitlog.Hash{}
	for _, e := range entries {
		if len(e.Data) > 0 {
			after = e.Hash()
		}
	}
	if n := len(entries); n == 0 || entries[n-1].Number != last {
		t.Fatalf("the log has %d entries, and its last is %d", n, last)
	}
	l.must(c.Log().Append(t.Context(), last, commitlog.Entry{ID: "garbage", Data: []byte{9, 9, 9}, After: after}))
	c.Close()
	entry := fmt.Sprintf("entry %d of the log", last+1)
	for limit := time.After(time.Minute); said(entry) < nodeCount; {
		select {
		case <-limit:
			t.Fatalf("%d of %d nodes say that entry %d is no good", said(entry), nodeCount, last+1)
		case <-time.After(100 * time.Millisecond):
		}
	}
	if err := l.ban(t.Context(), "203.0.113.", 1); err == nil {
		t.Error("something is saved after an entry that nobody understands")
	}
	if n := said("has an entry that is damaged or of another release"); n != nodeCount {
		t.Errorf("the nodes say it %d times", n)
	}
	for i := range l.nodes {
		if l.isReady(i) {
			t.Errorf("node %d says that it is ready", i)
		}
	}
	l.kill(2)
	if err := l.start(2); !isRefused(err) || !strings.Contains(err.Error(), entry) {
		t.Errorf("a node that starts before it ends with %v", err)
	}
}

// The disk of one machine takes nothing for a while. Meanwhile the others go on, and it says that it is
// not ready; afterwards it ends by itself, and its next start gets what it missed.
func TestANodeWhoseDiskFails(t *testing.T) {
	if !*withOutages {
		return
	}
	l := newLosses(t)
	l.must(l.start(0, 1, 2))
	l.must(l.ban(t.Context(), "192.0.2.", 2))
	node := l.running(2)
	disk := func(limit string) {
		l.must(exec.Command("prlimit", "--fsize="+limit, "--pid", fmt.Sprint(node.PID)).Run())
	}
	disk("0:")
	l.must(l.ban(t.Context(), "198.51.100.", 5))
	for l.isReady(2) {
		if !Pause(t.Context(), 100*time.Millisecond) {
			t.Fatal("it says that it is ready")
		}
	}
	disk("unlimited:")
	select {
	case <-node.Ended:
	case <-time.After(5 * time.Minute):
		t.Fatal("it keeps no copy of the log, and does not start again")
	}
	l.take(2)
	l.must(l.start(2))
	for {
		if s, err := l.status(t.Context(), 2); err == nil && len(s.Stale) == 0 {
			break
		}
		if !Pause(t.Context(), time.Second) {
			t.Fatal("its copy of the log is behind")
		}
	}
	l.equal()
}
