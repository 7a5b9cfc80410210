package abuse_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/data/commitlog"
	"boardwalk/data/store"
	"boardwalk/server/peers"
)

// nodeCount is how many nodes the clusters of these cases have.
const nodeCount = 3

// A clusterRun is an arcade on three nodes, each a process, with players who come through a
// balancer. Between each two nodes is a proxy, so that a node can be cut off.
type clusterRun struct {
	*Crowd
	binary, dir string
	nodes       [nodeCount]*clusterNode
	balancer    net.Listener
	players     []*killPlayer
	playing     sync.WaitGroup
	lives       context.Context
	end         context.CancelFunc
	failed      bool // what close leaves is to be looked at

	turn atomic.Uint64 // of the balancer
	survived
}

// A clusterNode is one of the nodes.
type clusterNode struct {
	dir    string
	listen string // for the others
	links  [nodeCount]*link

	mu     sync.Mutex
	server *ServerProcess // nil while none runs
}

// newCluster returns a run whose nodes do not run yet.
func newCluster(ctx context.Context, binary string, players int) (c *clusterRun, err error) {
	c = &clusterRun{binary: binary}
	c.lives, c.end = context.WithCancel(ctx)
	if c.dir, err = os.MkdirTemp("", "boardwalk-cluster-"); err != nil {
		return nil, err
	}
	key, err := ssh.MarshalPrivateKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), "")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(c.hostKey(), pem.EncodeToMemory(key), 0o600); err != nil { // the nodes must not make one each
		return nil, err
	}
	for i := range c.nodes {
		n := &clusterNode{dir: filepath.Join(c.dir, fmt.Sprint("node-", i))}
		if err := os.Mkdir(n.dir, 0o700); err != nil {
			return nil, err
		}
		if n.listen, err = freeAddress(); err != nil {
			return nil, err
		}
		c.nodes[i] = n
	}
	for i, n := range c.nodes {
		for j, other := range c.nodes {
			if i == j {
				continue
			}
			if n.links[j], err = newLink(other.listen); err != nil {
				return nil, err
			}
		}
	}
	if c.balancer, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	go c.balance()
	c.Crowd = NewCrowd(Options{Target: netip.MustParseAddrPort(c.balancer.Addr().String()), Seed: 1})
	for i := range players {
		p := c.NewPlayer(i, c.Networks.Next())
		c.players = append(c.players, &killPlayer{Player: p, crowd: c.Crowd, waits: i%2 == 0, patient: true})
	}
	return c, nil
}

// hostKey returns the path of the key that all nodes have.
func (c *clusterRun) hostKey() string { return filepath.Join(c.dir, "host_key") }

// freeAddress returns an address of this machine on which nobody listens. Its port is below those
// that Linux gives out by itself (32768 to 60999), or a node could get it for something else before
// the node whose it is listens there.
func freeAddress() (string, error) {
	for {
		addr := fmt.Sprint("127.0.0.1:", 16_000+rand.IntN(16_000))
		l, err := net.Listen("tcp", addr)
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			return "", err
		}
		return addr, l.Close()
	}
}

// close ends everything, and removes the files of a run in which nothing went wrong.
func (c *clusterRun) close() {
	c.end()
	for i := range c.nodes {
		c.kill(i)
		for _, l := range c.nodes[i].links {
			if l != nil {
				l.close()
			}
		}
	}
	_ = c.balancer.Close()
	c.playing.Wait()
	if c.held() && !c.failed {
		_ = os.RemoveAll(c.dir)
	}
}

// held reports whether nothing was lost and nothing went wrong.
func (c *clusterRun) held() bool { return len(c.Failures.List()) == 0 && len(c.losses) == 0 }

// start starts nodes, and returns when players can come to them.
func (c *clusterRun) start(nodes ...int) error {
	errs := make([]error, len(nodes))
	var all sync.WaitGroup
	for at, i := range nodes {
		all.Go(func() { errs[at] = c.startNode(c.lives, i) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// flags are those of a node.
func (c *clusterRun) flags(i int) []string {
	n := c.nodes[i]
	var others []string
	for _, l := range n.links {
		if l != nil {
			others = append(others, l.address)
		}
	}
	return []string{
		"--cluster-name", "arcade", "--cluster-node", fmt.Sprint("node-", i), "--cluster-listen", n.listen,
		"--cluster-peers", strings.Join(others, ","), "--host-key", c.hostKey(), "--drain", "2s",
	}
}

// startNode starts a node, which is killed when ctx ends.
func (c *clusterRun) startNode(ctx context.Context, i int) error {
	n := c.nodes[i]
	server, err := StartServer(ctx, c.binary, n.dir, c.flags(i)...)
	if err != nil {
		return fmt.Errorf("node %d: %w", i, err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.server = server
	return nil
}

// startAlone starts a node's server as that of an arcade on one machine.
func (c *clusterRun) startAlone(i int) error {
	n := c.nodes[i]
	server, err := StartServer(c.lives, c.binary, n.dir, "--host-key", c.hostKey())
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.server = server
	return nil
}

// running returns the process of a node, or nil.
func (c *clusterRun) running(i int) *ServerProcess {
	n := c.nodes[i]
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.server
}

// take returns the process of a node, which is no longer counted as running.
func (c *clusterRun) take(i int) *ServerProcess {
	n := c.nodes[i]
	n.mu.Lock()
	defer n.mu.Unlock()
	server := n.server
	n.server = nil
	return server
}

// kill kills a node, and reports whether it ran.
func (c *clusterRun) kill(i int) bool {
	server := c.take(i)
	if server == nil {
		return false
	}
	if err := server.Kill(); err != nil && c.lives.Err() == nil {
		c.Failures.Add("run until it is killed", err)
	}
	return true
}

// stop ends nodes with SIGTERM.
func (c *clusterRun) stop(nodes ...int) error {
	errs := make([]error, len(nodes))
	var all sync.WaitGroup
	for at, i := range nodes {
		if server := c.take(i); server != nil {
			all.Go(func() { errs[at] = server.Stop() })
		}
	}
	all.Wait()
	return errors.Join(errs...)
}

// balance lets connections through to one node after another, of those that run. The nodes see
// the addresses of the clients.
func (c *clusterRun) balance() {
	for {
		in, err := c.balancer.Accept()
		if err != nil {
			return
		}
		go func() {
			defer in.Close()
			first := int(c.turn.Add(1))
			for k := range nodeCount {
				server := c.running((first + k) % nodeCount)
				if server == nil {
					continue
				}
				from := net.Dialer{LocalAddr: &net.TCPAddr{IP: in.RemoteAddr().(*net.TCPAddr).IP}}
				if out, err := from.DialContext(c.lives, "tcp", server.Addr); err == nil {
					pipe(in, out)
					return
				}
			}
		}()
	}
}

// pipe copies between two connections until one of them ends.
func pipe(a, b net.Conn) {
	over := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
		go func() {
			_, _ = io.Copy(way[0], way[1])
			over <- struct{}{}
		}()
	}
	<-over
	_, _ = a.Close(), b.Close()
	<-over
}

// A link is a proxy to a node that can be cut.
type link struct {
	address string
	to      string
	l       net.Listener

	mu    sync.Mutex
	isCut bool
	conns map[net.Conn]bool
}

func newLink(to string) (*link, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	k := &link{address: l.Addr().String(), to: to, l: l, conns: map[net.Conn]bool{}}
	go k.run()
	return k, nil
}

func (k *link) run() {
	for {
		in, err := k.l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer in.Close()
			out, err := net.Dial("tcp", k.to)
			if err != nil {
				return
			}
			if k.hold(in, out) {
				pipe(in, out)
			}
			_ = out.Close()
			k.mu.Lock()
			defer k.mu.Unlock()
			delete(k.conns, in)
			delete(k.conns, out)
		}()
	}
}

// hold notes the connections of a pair, unless the link is cut.
func (k *link) hold(pair ...net.Conn) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, conn := range pair {
		k.conns[conn] = true
	}
	return !k.isCut
}

// cut cuts the link, or mends it.
func (k *link) cut(on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.isCut = on; on {
		for conn := range k.conns {
			_ = conn.Close()
		}
	}
}

func (k *link) close() {
	k.cut(true)
	_ = k.l.Close()
}

// cutOff cuts a node off from the others, or lets it come back.
func (c *clusterRun) cutOff(i int, on bool) {
	for j := range c.nodes {
		if j != i {
			c.nodes[i].links[j].cut(on)
			c.nodes[j].links[i].cut(on)
		}
	}
}

// underWay is how long what a dead node has sent to the log may be on its way, as nobody has
// acknowledged it: until the others have a leader again. Whoever looks earlier may find that it
// is not there, and then that it is.
const underWay = 8 * time.Second

// play lets all players play until ctx ends: whoever's connection breaks comes again.
func (c *clusterRun) play(ctx context.Context) {
	for _, p := range c.players {
		c.playing.Go(func() {
			for ctx.Err() == nil && len(p.sums.losses) == 0 {
				p.visit(ctx, (*killPlayer).play)
				pause := time.Duration(rand.Int64N(int64(200 * time.Millisecond)))
				if p.filing || len(p.Unstored) > 0 {
					pause = underWay
				}
				Pause(ctx, pause)
			}
		})
	}
}

// empty waits until no node has sessions: what was typed into those that are over by now may
// still be played.
func (c *clusterRun) empty(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	for i := range c.nodes {
		for !c.says(i, "/metrics", "\nboardwalk_sessions 0\n") {
			if !Pause(ctx, 50*time.Millisecond) {
				return fmt.Errorf("node %d still has sessions: %w", i, ctx.Err())
			}
		}
	}
	return nil
}

// lookAll lets all players look for everything that was acknowledged.
func (c *clusterRun) lookAll(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	var all sync.WaitGroup
	for _, p := range c.players {
		all.Go(func() {
			for ctx.Err() == nil && !p.verified && len(p.sums.losses) == 0 {
				p.visit(ctx, (*killPlayer).verifyAll)
			}
			if !p.verified && len(p.sums.losses) == 0 {
				c.Failures.Add("look back", fmt.Errorf("a player of %s did not get to it", p.Game.Info().ID))
			}
		})
	}
	all.Wait()
	for _, p := range c.players {
		c.add(p.sums)
	}
}

// status returns the state of the cluster as a node tells it.
func (c *clusterRun) status(ctx context.Context, i int) (s peers.Status, err error) {
	out, err := exec.CommandContext(ctx, c.binary, "admin", "--data", DataIn(c.nodes[i].dir), "cluster", "--json").Output()
	if err != nil {
		return s, fmt.Errorf("admin cluster on node %d: %w", i, err)
	}
	return s, json.Unmarshal(out, &s)
}

// settle waits until all nodes have all of the log.
func (c *clusterRun) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	for {
		s, err := c.status(ctx, 0)
		same := err == nil && s.Problem == "" && len(s.Nodes) == nodeCount
		for _, n := range s.Nodes {
			same = same && n.Lag == 0 && !n.Away
		}
		if same {
			return nil
		}
		if !Pause(ctx, 200*time.Millisecond) {
			return fmt.Errorf("the nodes do not come to the same entry: %+v, %w", s, errors.Join(err, ctx.Err()))
		}
	}
}

// compareFiles stops all nodes, and returns how many of their files differ from the first in a
// row, or in how much of the log they have. The error says that one is not sound.
func (c *clusterRun) compareFiles(ctx context.Context) (differ int, err error) {
	if err := c.settle(ctx); err != nil {
		return 0, err
	}
	if err := c.stop(0, 1, 2); err != nil {
		return 0, err
	}
	var first string
	var at commitlog.Position
	for i, n := range c.nodes {
		hash, p, err := hashOf(DataIn(n.dir))
		if err != nil {
			return 0, err
		}
		if i == 0 {
			first, at = hash, p
		}
		if hash != first || p != at {
			differ++
			c.Failures.Add("be equal", fmt.Errorf("the file of node %d is %s at %+v, that of node 0 %s at %+v", i, hash, p, first, at))
		}
	}
	return differ, c.check(ctx, 1)
}

// hashOf returns a hash of all rows of a data file that nobody has open, but for those that are the file's
// own, and the file's position.
func hashOf(path string) (hash string, p commitlog.Position, err error) {
	if p, err = store.ReadPosition(path, data.Schema); err != nil {
		return "", p, err
	}
	db, _, err := store.OpenReadOnly(path, data.Schema, store.Options{})
	if err != nil {
		return "", p, err
	}
	sum := sha256.New()
	err = db.View(func(tx *store.Tx) error {
		for _, name := range data.Schema.Buckets {
			fmt.Fprintf(sum, "%s: %d\n", name, tx.Bucket(name).Sequence())
			for key, value := range store.Rows(tx.Bucket(name)) {
				if own := string(key) == "log" || string(key) == "room"; !own || string(name) != string(store.Meta) {
					fmt.Fprintf(sum, "%q %q\n", key, value)
				}
			}
		}
		return nil
	})
	return fmt.Sprintf("%x", sum.Sum(nil)), p, errors.Join(err, db.Close())
}

// check returns what "boardwalk check" finds in the file of a node that does not run.
func (c *clusterRun) check(ctx context.Context, i int) error {
	out, err := exec.CommandContext(ctx, c.binary, "check", "--data", DataIn(c.nodes[i].dir)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("boardwalk check: %w: %s", err, out)
	}
	return nil
}

// isReady reports whether a node says that it can save.
func (c *clusterRun) isReady(i int) bool { return c.says(i, "/readyz", "") }

// says reports whether a node answers with status 200 and a text on its address for health.
func (c *clusterRun) says(i int, path, text string) bool {
	server := c.running(i)
	if server == nil {
		return false
	}
	answer, err := http.Get("http://" + server.Metrics + path)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return err == nil && answer.StatusCode == http.StatusOK && strings.Contains(string(body), text)
}
