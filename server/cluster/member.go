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
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Where the nodes are the servers themselves, the log is what their copies of it are. If most
// copies are lost, the empty ones follow one that may be old, and NATS says nothing of it. So a node
// has an ID beside its copy, and loses both together, and the cluster keeps the IDs of all nodes. A
// node goes on only while most copies are there that were those of the cluster before.

const (
	memberFile = "member"  // has the ID, in the directory of a node
	membersKey = "members" // has the IDs by the names of nodes, in the state of the cluster
	majority   = copies/2 + 1
)

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

// confirm waits until most copies of the log that the cluster had are there, and makes this node's
// one of them. A cluster that has just begun has none yet.
func (c *Cluster) confirm(ctx context.Context) error {
	const what = "most of the machines that had the log: the rest have lost theirs, or have an old one; start those whose disks are whole, or begin another cluster from the newest data file"
	return c.until(ctx, what, func() (bool, error) {
		members := make(map[string]string)
		var revision uint64
		e, err := within(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) { return c.state.Get(ctx, membersKey) })
		if err == nil {
			revision, err = e.Revision(), json.Unmarshal(e.Value(), &members)
		} else if errors.Is(err, jetstream.ErrKeyNotFound) {
			err = nil
		}
		if err != nil {
			return false, fmt.Errorf("look which nodes have had the log: %w", err)
		}
		there := 0
		for name, id := range members {
			if c.isThere(ctx, name, id) {
				there++
			}
		}
		switch {
		case len(members) >= majority && there < majority:
			return false, nil
		case members[c.cfg.Node] == c.cfg.member:
			return true, nil
		}
		members[c.cfg.Node] = c.cfg.member
		text, err := json.Marshal(members)
		if err == nil {
			_, err = within(ctx, func(ctx context.Context) (uint64, error) { return c.state.Update(ctx, membersKey, text, revision) })
		}
		if wrongLast(err) { // another node was faster, or is on its way
			return false, nil
		}
		return err == nil, err
	})
}

// isThere reports whether the node of a name has an ID.
func (c *Cluster) isThere(ctx context.Context, name, id string) bool {
	if name == c.cfg.Node {
		return id == c.cfg.member
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	answer, err := c.bus.Request(ctx, memberSubject(name), nil)
	return err == nil && string(answer) == id
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
