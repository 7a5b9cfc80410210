package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/server/peers"
)

// ErrDiffer is the error of data files of which one was damaged, or has made a change otherwise.
var ErrDiffer = errors.New("the data files differ")

const (
	verifyTime  = 2 * time.Minute  // how long Verify waits for the digests of all nodes
	verifyAgain = 10 * time.Minute // when files are compared again that differ
)

// Digested notes the digest of this node's data file, which others hear of. It is compared with
// theirs once they have come to the same entry.
func (c *Cluster) Digested(d commitlog.Digest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.digest = d
	c.compare()
}

// Verify has all nodes compare their data files as they are now. The error is ErrDiffer if they
// are not the same, and another one if not all nodes have answered in time. A node that has just begun to tell of
// itself waits until it has heard of all others.
func (c *Cluster) Verify(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.cfg.verifyTime, verifyTime))
	defer cancel()
	c.mu.Lock()
	before, self := c.digest.Number, c.nodes[c.cfg.Node]
	c.mu.Unlock()
	const hears = 2 * peers.Every // of all others
	if self.Heard.Sub(self.Since) < hears {
		if err := pause(ctx, hears); err != nil {
			return err
		}
	}
	if err := c.log.Mark(ctx, commitlog.DigestMark+rand.Text()); err != nil {
		return fmt.Errorf("ask for digests: %w", err)
	}
	for {
		c.mu.Lock()
		mine, agreed, differ := c.digest, c.agreed, c.differ
		c.mu.Unlock()
		if mine.Number > before && (differ != nil || agreed == mine) {
			return differ
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return fmt.Errorf("not all nodes have told the digest of their data files: %w", err)
		}
	}
}

// Differ returns an ErrDiffer while the data files of the nodes that are up differ, and no majority of
// them is the same.
func (c *Cluster) Differ() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.differ
}

// compare compares the digest of this node with those of the nodes that are there, of which it is
// one. c.mu is locked.
func (c *Cluster) compare() {
	if c.digest.Number == 0 || c.digest == c.agreed {
		return
	}
	sums := map[string][]string{c.digest.Sum: {c.cfg.Node}} // the names of nodes
	here, told := 1, 1
	for name, n := range c.nodes {
		if name == c.cfg.Node || c.cfg.Now().Sub(n.Heard) > peers.Silence {
			continue
		}
		here++
		if n.Digest.Number == c.digest.Number {
			told++
			sums[n.Digest.Sum] = append(sums[n.Digest.Sum], name)
		}
	}
	most, n := "", 0
	for sum, names := range sums {
		if sum != "" && len(names) > n {
			most, n = sum, len(names)
		}
	}
	switch {
	case here == 1:
	case n == here:
		c.agreed, c.agreedAt, c.differ = c.digest, c.cfg.Now(), nil
	case 2*n > here && c.digest.Sum == most: // those others find out themselves, or tell theirs later
	case 2*n > here:
		if c.differ == nil || !c.isOdd {
			c.isOdd, c.differ = true, fmt.Errorf("%w at entry %d, and this one is not that of most", ErrDiffer, c.digest.Number)
			c.cfg.Restart(c.differ)
		}
	case told == here && c.differ == nil:
		var groups []string
		for _, names := range sums {
			slices.Sort(names)
			groups = append(groups, strings.Join(names, " and "))
		}
		slices.Sort(groups)
		c.differ = fmt.Errorf("%w at entry %d: %s", ErrDiffer, c.digest.Number, strings.Join(groups, " from "))
		c.cfg.Logger.Error("the data files of the machines differ, and no majority tells which is right: check them, and begin another cluster from one", "err", c.differ)
	}
}
