package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
)

// A node tells the others of itself this often, and counts as away when it was not heard for
// some time. It is forgotten after a day.
const (
	heartbeat = time.Second
	awayAfter = 5 * time.Second
	forgotten = 24 * time.Hour
)

// The subjects on the bus of what nodes tell of themselves, and of which of two with one name began later.
const (
	heartbeats = "node"
	twins      = "twin"
)

// A Node is what a node tells of itself.
type Node struct {
	Name     string
	Version  string
	Since    time.Time // when it joined
	Applied  uint64    // the last entry of the log that its file has
	Sessions int
	Leads    bool             // see [Cluster.Leads]
	CutOff   bool             // see [Cluster.Reach]
	Digest   commitlog.Digest // the latest of its data file

	Heard time.Time `json:"-"` // when it was last heard
	Away  bool      `json:"-"` // that is too long ago
}

// A Status is the state of a cluster as one node sees it.
type Status struct {
	Name  string
	Nodes []Node // by name; those that were not heard for a day are missing

	Leader      string // the server that orders the log
	First, Last uint64 // entries of the log that are kept
	Bytes       uint64 // of those entries
	Snapshot    Snapshot
	Stale       []Copy // those of the log and of what else the cluster keeps that are not current

	Verified time.Time // when all data files were last found to be the same; zero if that is not known
	Differ   error     // see [Cluster.Differ]

	CertificateEnds time.Time // of this node; zero if it has none or the servers are outside
}

// A Copy is one that a server keeps of a stream.
type Copy struct {
	Stream, Node string
	Away         bool   // the server is
	Lag          uint64 // operations that it has not made yet
}

// Tell lets a node tell the others of itself until the Cluster is closed. about returns
// what this package does not know: version, applied, sessions.
func (c *Cluster) Tell(about func() Node) {
	c.bus.Subscribe(heartbeats, c.hear)
	since := c.cfg.Now()
	c.bus.Subscribe(twins, func(_ string, data []byte) []byte {
		if string(data) == twin(c.cfg.Node, since) {
			c.cfg.Restart(refuse("another machine of cluster %s has the name %s: give each its own cluster-node", c.cfg.Name, c.cfg.Node))
		}
		return nil
	})
	c.wg.Go(c.watch)
	c.wg.Go(func() {
		each(c.ctx, heartbeat, func() {
			n := about()
			n.Name, n.Since, n.Leads, n.CutOff = c.cfg.Node, since, c.Leads(), c.Reach() != nil
			c.mu.Lock()
			n.Digest = c.digest
			c.mu.Unlock()
			if text, err := json.Marshal(n); err == nil {
				c.bus.Publish(heartbeats, text) // there is another one in a second
			}
		})
	})
}

// cutOffAfter is how long the log does not answer until a node counts as cut off that hears no other
// one either. One that does may be among those that choose another leader, which takes a while.
const (
	cutOffAfter  = 3 * time.Second
	electionTime = 10 * time.Second
)

// isCutOff reports whether a node is cut off whose log has not answered for some time.
func (c *Cluster) isCutOff(silent time.Duration) bool {
	now := c.cfg.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, n := range c.nodes {
		if name != c.cfg.Node && now.Sub(n.Heard) < cutOffAfter {
			return silent >= electionTime
		}
	}
	return silent >= cutOffAfter
}

// watch asks the log for its last entry every second until the Cluster is closed: a node on which
// nobody saves anything would not notice that it is cut off.
func (c *Cluster) watch() {
	answered, before := c.cfg.Now(), error(nil)
	tried := answered // when it last looked whether JetStream can be started again
	each(c.ctx, heartbeat, func() {
		_, _, err := c.log.ask(c.ctx)
		now := c.cfg.Now()
		switch {
		case c.ctx.Err() != nil:
			return
		case c.server != nil && !c.server.JetStreamEnabled():
			c.cutOff.Store(&errOff)
			if now.Sub(tried) >= roomLook {
				if tried = now; hasRoom(c.cfg.Dir) == nil {
					c.cfg.Restart(errOff)
				}
			}
		case err == nil:
			answered, tried = now, now
			c.cutOff.Store(nil)
		case c.isCutOff(now.Sub(answered)):
			c.cutOff.Store(&err)
		}
		reach := c.Reach()
		if reach != nil && before == nil {
			c.cfg.Logger.Error("this node is cut off from the cluster, and no newcomer gets in", "error", reach)
		} else if reach == nil && before != nil {
			c.cfg.Logger.Info("the cluster answers again")
		}
		before = reach
	})
}

// errOff: this node's own server keeps no copies any more.
var errOff = errors.New("this node keeps no copy of the log any more, because its disk was full or failed; it starts again once there is room")

// Then it looks this often whether the disk has room.
const (
	roomLook = time.Minute
	room     = 64 << 20
)

// hasRoom returns why there is no room in a directory, or nil.
func hasRoom(dir string) error {
	f, err := os.CreateTemp(dir, "room-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, room))
	return cmp.Or(err, f.Sync(), f.Close())
}

// Reach returns why this node is cut off from the others, or keeps no copy of the log, or nil. It is known for
// nodes that [Cluster.Tell] of themselves.
func (c *Cluster) Reach() error {
	if err := c.cutOff.Load(); err != nil {
		return *err
	}
	return nil
}

func twin(name string, since time.Time) string { return fmt.Sprint(name, " ", since.UnixNano()) }

// hear notes what a node tells of itself. If one of its name has begun later, two have that name.
func (c *Cluster) hear(from string, data []byte) (answer []byte) {
	var n Node
	if err := json.Unmarshal(data, &n); err != nil || n.Name != from {
		return nil
	}
	n.Heard = c.cfg.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := c.nodes[n.Name].Since; n.Since.Before(last) {
		c.bus.Publish(twins, []byte(twin(n.Name, last)))
	}
	c.nodes[n.Name] = n
	c.compare()
	return nil
}

// Leads reports whether this is the node that does what one is enough for: the first by name of those
// that are there and not cut off. It is for work that does no harm when two do it, as nodes may that do
// not hear each other, or have not yet.
func (c *Cluster) Leads() bool {
	now, first := c.cfg.Now(), ""
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, n := range c.nodes {
		if !n.CutOff && now.Sub(n.Heard) <= awayAfter && (first == "" || name < first) {
			first = name
		}
	}
	return (first == "" || first == c.cfg.Node) && c.Reach() == nil
}

// Status returns the state of the cluster. If the log does not answer, Status returns the nodes
// and an error.
func (c *Cluster) Status(ctx context.Context) (Status, error) {
	s := Status{Name: c.cfg.Name}
	if c.server != nil && c.cfg.Cert != "" {
		if cert, err := c.cfg.certificate(); err == nil {
			s.CertificateEnds = cert.Leaf.NotAfter
		}
	}
	now := c.cfg.Now()
	c.mu.Lock()
	for name, n := range c.nodes {
		if now.Sub(n.Heard) > forgotten {
			delete(c.nodes, name)
			continue
		}
		n.Away = now.Sub(n.Heard) > awayAfter
		s.Nodes = append(s.Nodes, n)
	}
	s.Verified, s.Differ = c.agreedAt, c.differ
	c.mu.Unlock()
	slices.SortFunc(s.Nodes, func(a, b Node) int { return cmp.Compare(a.Name, b.Name) })
	info, err := c.log.info(ctx)
	if err != nil {
		return s, fmt.Errorf("state of the log: %w", err)
	}
	s.First, s.Last, s.Bytes = info.State.FirstSeq, info.State.LastSeq, info.State.Bytes
	if info.Cluster != nil {
		s.Leader = info.Cluster.Leader
	}
	for _, name := range c.cfg.streams() {
		stream, err := within(ctx, func(ctx context.Context) (jetstream.Stream, error) { return c.js.Stream(ctx, name) })
		if err != nil {
			return s, fmt.Errorf("state of %s: %w", name, err)
		}
		if info := stream.CachedInfo(); info.Cluster != nil {
			for _, peer := range info.Cluster.Replicas {
				if !peer.Current || peer.Offline {
					s.Stale = append(s.Stale, Copy{name, peer.Name, peer.Offline, peer.Lag})
				}
			}
		}
	}
	list, err := c.Snapshots(ctx)
	for _, s.Snapshot = range list {
		if made := s.Snapshot.Made; s.Snapshot.Verified && made.After(s.Verified) {
			s.Verified = made
		}
	}
	return s, err
}
