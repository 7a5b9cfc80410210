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
	"boardwalk/server/peers"
)

// forgotten is how long after it was last heard a node is forgotten.
const forgotten = 24 * time.Hour

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
}

// Tell lets a node tell the others of itself until the Cluster is closed. about returns
// what this package does not know: version, applied, sessions.
func (c *Cluster) Tell(about func() Node) {
	c.bus.Subscribe(heartbeats, c.hear)
	since := c.cfg.Now()
	c.bus.Subscribe(twins, func(_ string, data []byte) []byte {
		if string(data) == twin(c.cfg.Node, since) {
			c.cfg.Restart(refuseTwin(&c.cfg))
		}
		return nil
	})
	c.wg.Go(c.watch)
	c.wg.Go(func() {
		each(c.ctx, peers.Every, func() {
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
	gone := make(map[string]bool)
	tried := answered // when it last looked whether JetStream can be started again
	each(c.ctx, peers.Every, func() {
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
			c.cfg.Logger.Error("this node is cut off from the cluster, and no newcomer gets in", "err", reach)
		} else if reach == nil && before != nil {
			c.cfg.Logger.Info("the cluster answers again")
		}
		before = reach
		c.noteSilence(gone)
	})
}

// noteSilence logs which other nodes have fallen silent, or are heard again. gone has those that were silent before.
func (c *Cluster) noteSilence(gone map[string]bool) {
	now := c.cfg.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, n := range c.nodes {
		silent := name != c.cfg.Node && now.Sub(n.Heard) > peers.Silence
		if silent && !gone[name] {
			c.cfg.Logger.Warn("a node of the cluster is gone: nothing is heard from it", "node", name, "since", n.Heard.UTC().Format(time.RFC3339))
		} else if !silent && gone[name] {
			c.cfg.Logger.Info("a node of the cluster is back", "node", name)
		}
		gone[name] = silent
	}
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

// Leads reports whether this is the node that does what one is enough for: the first by name of those that
// are there and not cut off. Two may lead that do not hear each other, so the work must bear that.
func (c *Cluster) Leads() bool {
	now, first := c.cfg.Now(), ""
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, n := range c.nodes {
		if !n.CutOff && now.Sub(n.Heard) <= peers.Silence && (first == "" || name < first) {
			first = name
		}
	}
	return (first == "" || first == c.cfg.Node) && c.Reach() == nil
}

// statusTime is how long Status waits for the log.
const statusTime = 3 * time.Second

// Status returns the state of the cluster, once all nodes have compared their data files if verify is set.
func (c *Cluster) Status(verify bool) peers.Status {
	s := peers.Status{Name: c.cfg.Name, Node: c.cfg.Node, Nodes: []peers.NodeStatus{}, Stale: []peers.CopyStatus{}}
	if c.server != nil && c.cfg.Cert != "" {
		if cert, err := c.cfg.certificate(); err == nil {
			s.CertificateEnds = cert.Leaf.NotAfter
		}
	}
	var differ error
	if verify {
		differ = c.Verify(c.ctx)
	}
	if differ = cmp.Or(c.Differ(), differ); differ != nil {
		s.Differ = differ.Error()
	}
	ctx, cancel := context.WithTimeout(c.ctx, statusTime)
	defer cancel()
	if err := c.logStatus(ctx, &s); err != nil {
		s.Problem = err.Error()
	}
	now := c.cfg.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.agreedAt.After(s.Verified) {
		s.Verified = c.agreedAt
	}
	last := max(s.Last, c.nodes[c.cfg.Node].Applied)
	for name, n := range c.nodes {
		if now.Sub(n.Heard) > forgotten {
			delete(c.nodes, name)
			continue
		}
		does := []string{}
		if n.Leads {
			does = append(does, "snapshot", "sweep")
		}
		s.Nodes = append(s.Nodes, peers.NodeStatus{
			Name: n.Name, Version: n.Version, Since: n.Since, Away: now.Sub(n.Heard) > peers.Silence, Applied: n.Applied,
			Lag: last - min(last, n.Applied), Sessions: n.Sessions, Leases: does, CutOff: n.CutOff,
		})
	}
	slices.SortFunc(s.Nodes, func(a, b peers.NodeStatus) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// logStatus sets what the log, its copies and the snapshots say.
func (c *Cluster) logStatus(ctx context.Context, s *peers.Status) error {
	info, err := c.log.info(ctx)
	if err != nil {
		return fmt.Errorf("state of the log: %w", err)
	}
	s.First, s.Last, s.Bytes = info.State.FirstSeq, info.State.LastSeq, info.State.Bytes
	if info.Cluster != nil {
		s.Leader = info.Cluster.Leader
	}
	for _, name := range c.cfg.streams() {
		stream, err := within(ctx, func(ctx context.Context) (jetstream.Stream, error) { return c.js.Stream(ctx, name) })
		if err != nil {
			return fmt.Errorf("state of %s: %w", name, err)
		}
		if info := stream.CachedInfo(); info.Cluster != nil {
			for _, peer := range info.Cluster.Replicas {
				if !peer.Current || peer.Offline {
					s.Stale = append(s.Stale, peers.CopyStatus{Stream: name, Node: peer.Name, Away: peer.Offline, Lag: peer.Lag})
				}
			}
		}
	}
	list, err := c.Snapshots(ctx)
	for _, snapshot := range list {
		if s.Snapshot, s.Made = snapshot.Number, snapshot.Made; snapshot.Verified {
			s.Verified = snapshot.Made
		}
	}
	return err
}
