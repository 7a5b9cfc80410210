package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"boardwalk/server/peers"
)

// A member is a node that the cluster knows, in the order in which they came, for ever.
type member struct{ Name string }

const (
	membersKey = "members" // in the state of the cluster
	majority   = copies/2 + 1
)

// enter makes this node a member and numbers it. It returns how many members there are.
func (c *Cluster) enter(ctx context.Context) (n int, err error) {
	var members []member
	revision, err := c.read(ctx, membersKey, &members)
	if err != nil {
		return 0, err
	}
	me := member{c.cfg.Node}
	if own := slices.Index(members, me); own >= 0 {
		c.number = own + 1
		return len(members), nil
	}
	if len(members) == peers.Most {
		return 0, refuse("cluster %s has had nodes of %d names already: give this one the name of one that is gone", c.cfg.Name, peers.Most)
	}
	members = append(members, me)
	text, err := json.Marshal(members)
	if err == nil {
		_, err = within(ctx, func(ctx context.Context) (uint64, error) { return c.state.Update(ctx, membersKey, text, revision) })
	}
	switch {
	case wrongLast(err): // another node was faster, or the answer to an earlier call was lost
		return c.enter(ctx)
	case err != nil:
		return 0, fmt.Errorf("become a member of cluster %s: %w", c.cfg.Name, err)
	}
	c.number = len(members)
	return c.number, nil
}

// Number returns the number of this node, from 1 to [peers.Most], once it is prepared. The node of a
// name has the same number for ever, and no other has it.
func (c *Cluster) Number() int { return c.number }

// copySubject is the subject on the bus of the question whether a node has a copy of the log.
const copySubject = "copy"

// A copyAnswer is what a node answers to that.
type copyAnswer struct {
	HasCopy bool
	Known   bool // the server of the node has a route to one that has the name of the node that asks
}

// hasCopy reports whether this node's server keeps a copy of the log, or has begun one.
func (c *Config) hasCopy() bool {
	_, err := os.Stat(filepath.Join(c.Dir, server.JetStreamStoreDir, "$G", "streams", c.Name+"-log"))
	return err == nil
}

// answerCopies answers other nodes whether this one has a copy of the log.
func (c *Config) answerCopies(bus *Bus, srv *server.Server) {
	bus.Subscribe(copySubject, func(from string, _ []byte) []byte {
		a := copyAnswer{HasCopy: c.hasCopy()}
		if routes, err := srv.Routez(nil); err == nil {
			a.Known = slices.ContainsFunc(routes.Routes, func(r *server.RouteInfo) bool { return r.RemoteName == from })
		}
		text, _ := json.Marshal(a) // which cannot fail
		return text
	})
}

// countCopies returns how many other nodes have a copy of the log, and how many have none, of those
// that answer at once. named says that a server has the name of this node.
func (c *Config) countCopies(ctx context.Context, bus *Bus) (with, without int, named bool) {
	ctx, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	own := 0
	bus.RequestAll(ctx, copySubject, nil, func(node string, answer []byte) {
		var a copyAnswer
		switch err := json.Unmarshal(answer, &a); {
		case err != nil: // of another release
		case node == c.Node:
			own++
		case a.HasCopy:
			with++
		default:
			without++
		}
		named = named || a.Known
	})
	return with, without, named || own > 1
}

const mostAreLost = "most of the machines that had the log: the rest have lost theirs, or have an old one; " +
	"start those whose disks are whole, or begin another cluster from the newest data file"

// twinTime is how long a node without a copy waits for another one with its name to go: servers take a while to
// notice that a machine has lost its power, and it may be this one that was.
const twinTime = time.Minute

func refuseTwin(c *Config) error {
	return refuse("another machine of cluster %s has the name %s: give each its own cluster-node", c.Name, c.Node)
}

// awaitCopies waits, on a node that has no copy of the log, until it may have one: until most of the
// copies are there, or none of them has one yet. Raft takes for granted that nobody forgets what is
// on its disk. Two servers that have would outvote a third, whatever that one has, and NATS says
// nothing of it. So until then the server of such a node keeps no copies. Nor does it while another
// node has its name, as Raft would take the two for one: if that goes on, the error is a Refusal.
func awaitCopies(ctx context.Context, cfg Config) error {
	if cfg.hasCopy() {
		return nil
	}
	srv, conn, err := startInside(cfg, false)
	if err != nil {
		return err
	}
	defer stopServer(srv)
	defer conn.Close()
	bus := newBus(conn, cfg)
	cfg.answerCopies(bus, srv)
	var since time.Time // when another node had its name, without a break
	return cfg.until(ctx, func() (what string, err error) {
		with, without, named := cfg.countCopies(ctx, bus) // its own server has another name
		if now := cfg.Now(); !named || since.IsZero() {
			since = now
		} else if now.Sub(since) >= twinTime {
			return "", refuseTwin(&cfg)
		}
		switch {
		case named:
			return "the other machine with the name " + cfg.Node + " to get a cluster-node of its own", nil
		case with >= majority, with == 0 && without >= copies-1:
			return "", nil
		case with > 0:
			return mostAreLost, nil
		default:
			return moreNodes(copies-1-without, cfg.Name), nil
		}
	})
}

func moreNodes(n int, cluster string) string {
	if n == 1 {
		return "1 more node of cluster " + cluster
	}
	return fmt.Sprintf("%d more nodes of cluster %s", n, cluster)
}

// until calls look until there is nothing to wait for, or ctx ends, and says what it waits for. An error
// with that is why, which is logged at once: as information if waiting may end it. The log also says where it looks for others.
func (c *Config) until(ctx context.Context, look func() (what string, err error)) error {
	begun, said := c.Now(), time.Time{}
	for {
		what, err := look()
		if what == "" {
			return err
		}
		c.Waiting(what)
		now, about, level := c.Now(), []any{"cluster", c.Name, "peers", c.Peers}, slog.LevelWarn
		if err != nil {
			about = append(about, "cause", err)
		}
		if isTemporary(err) && now.Sub(begun) < waitingEvery {
			level = slog.LevelInfo
		}
		if now.Sub(said) >= waitingEvery && (err != nil || now.Sub(begun) >= waitingEvery) {
			said = now
			c.Logger.Log(ctx, level, "waiting for "+what, about...)
		}
		if ended := pause(ctx, 200*time.Millisecond); ended != nil && err != nil {
			return fmt.Errorf("%w: %w", ended, err)
		} else if ended != nil {
			return ended
		}
	}
}
