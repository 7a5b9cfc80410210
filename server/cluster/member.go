package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A member is a node that the cluster knows, in the order in which they came, for ever.
//
// Where the nodes are the servers themselves, the log is what their copies of it are. If most
// copies are lost, the empty ones follow one that may be old, and NATS says nothing of it. So a node
// has an ID beside its copy, and loses both together. It goes on only while most copies are there
// that were those of the members before.
type member struct {
	Name string
	ID   string // of its copy of the log; "" if the servers are outside
}

const (
	memberFile = "member"  // has the ID, in the directory of a node
	membersKey = "members" // in the state of the cluster
	majority   = copies/2 + 1
)

// MostNodes is how many names of nodes a cluster can have at most.
const MostNodes = 9

// memberID returns the ID of the copy of the log in a directory. It makes one if there is none.
func memberID(dir string) (string, error) {
	path := filepath.Join(dir, memberFile)
	text, err := os.ReadFile(path)
	if err == nil && len(text) > 0 {
		return string(text), nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	id := rand.Text()
	_, err = f.WriteString(id)
	return id, cmp.Or(err, f.Sync(), f.Close(), syncDir(dir))
}

// memberSubject returns the subject on the bus under which a node answers with its ID.
func memberSubject(node string) string { return "member." + node }

// announce answers who asks for the ID of this node.
func (c *Cluster) announce() {
	c.bus.Subscribe(memberSubject(c.cfg.Node), func(string, []byte) []byte { return []byte(c.cfg.member) })
}

// confirm waits until most copies of the log are there that the cluster had, and makes this node
// a member. A cluster that has just begun had none.
func (c *Cluster) confirm(ctx context.Context) error {
	const what = "most of the machines that had the log: the rest have lost theirs, or have an old one; start those whose disks are whole, or begin another cluster from the newest data file"
	return c.until(ctx, what, func() (bool, error) {
		_, err := c.enter(ctx)
		return c.number > 0, err
	})
}

// enter makes this node a member and numbers it, if most copies of the log are there that the
// members had. It returns how many members there are.
func (c *Cluster) enter(ctx context.Context) (n int, err error) {
	var members []member
	var revision uint64
	e, err := within(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) { return c.state.Get(ctx, membersKey) })
	if err == nil {
		revision, err = e.Revision(), json.Unmarshal(e.Value(), &members)
	} else if errors.Is(err, jetstream.ErrKeyNotFound) {
		err = nil
	}
	if err != nil {
		return 0, fmt.Errorf("read the members of cluster %s: %w", c.cfg.Name, err)
	}
	there := 0
	for _, m := range members {
		if c.cfg.member != "" && c.isThere(ctx, m) {
			there++
		}
	}
	own := slices.IndexFunc(members, func(m member) bool { return m.Name == c.cfg.Node })
	me := member{c.cfg.Node, c.cfg.member}
	switch {
	case c.cfg.member != "" && len(members) >= majority && there < majority:
		return len(members), nil
	case own >= 0 && members[own] == me:
		c.number = own + 1
		return len(members), nil
	case own >= 0:
		members[own] = me
	case len(members) == MostNodes:
		return 0, refuse("cluster %s has had nodes of %d names already: give this one the name of one that is gone", c.cfg.Name, MostNodes)
	default:
		own, members = len(members), append(members, me)
	}
	text, err := json.Marshal(members)
	if err == nil {
		_, err = within(ctx, func(ctx context.Context) (uint64, error) { return c.state.Update(ctx, membersKey, text, revision) })
	}
	switch {
	case wrongLast(err): // another node was faster, or the answer to an earlier call was lost: the next call knows
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("become a member of cluster %s: %w", c.cfg.Name, err)
	}
	c.number = own + 1
	return len(members), nil
}

// Number returns the number of this node, from 1 to MostNodes, once it is prepared. The node of a
// name has the same number for ever, and no other has it.
func (c *Cluster) Number() int { return c.number }

// isThere reports whether a member is there with the copy of the log that it had.
func (c *Cluster) isThere(ctx context.Context, m member) bool {
	if m.Name == c.cfg.Node {
		return m.ID == c.cfg.member
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	answer, err := c.bus.Request(ctx, memberSubject(m.Name), nil)
	return err == nil && string(answer) == m.ID
}

// until calls done until it reports true or fails, or ctx ends, and says what it waits for.
func (c *Cluster) until(ctx context.Context, what string, done func() (bool, error)) error {
	said := c.cfg.Now()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		c.cfg.Waiting(what)
		if now := c.cfg.Now(); now.Sub(said) >= waitingEvery {
			said = now
			c.cfg.Logger.Warn("waiting for "+what, "cluster", c.cfg.Name)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
