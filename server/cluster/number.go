package cluster

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// MostNodes is how many names of nodes a cluster can have at most.
const MostNodes = 9

// Number returns the number of this node, from 1 to MostNodes. The node of a name has the same
// number for ever, and no other has it.
func (c *Cluster) Number(ctx context.Context) (n int, err error) {
	err = c.untilAnswered(ctx, func() error {
		n, err = c.number(ctx)
		return err
	})
	return n, err
}

// number is Number when all answers come.
func (c *Cluster) number(ctx context.Context) (int, error) {
	for n := 1; n <= MostNodes; n++ {
		key := fmt.Sprintf("node.%d", n)
		_, err := c.state.Create(ctx, key, []byte(c.cfg.Node))
		if err == nil {
			return n, nil
		}
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return 0, fmt.Errorf("number node %s: %w", c.cfg.Node, err)
		}
		e, err := c.state.Get(ctx, key)
		switch {
		case err != nil:
			return 0, fmt.Errorf("number node %s: %w", c.cfg.Node, err)
		case string(e.Value()) == c.cfg.Node:
			return n, nil
		}
	}
	return 0, fmt.Errorf("cluster %s has had nodes of %d names already: give this one the name of one that is gone", c.cfg.Name, MostNodes)
}
