package peers

import (
	"context"
	"encoding/json"
	"fmt"
)

// A Bus carries messages from each node to all others, and perhaps to the node itself. It is
// safe for concurrent use.
type Bus interface {
	// Publish sends a message to all who subscribe to its subject. It never waits for them. A
	// message may be lost; it is never changed, and data must not be changed afterwards.
	Publish(subject string, data []byte)
	// Subscribe calls fn with each message of a subject, and with the name of the node that has
	// published it, until stop is called. It calls fn for one message at a time.
	Subscribe(subject string, fn func(from string, data []byte)) (stop func())
}

// A Cluster is what a node needs of the others. All its fields are required.
type Cluster struct {
	Bus    Bus
	Node   string // the name of this node, which no other has
	Number int    // of this node, from 1 to Most, which no other has that is up: it is part of the numbers of its sessions

	// Barrier waits until the data of this node has all that was stored on any of them when it
	// was called, or until ctx ends.
	Barrier func(ctx context.Context) error

	// Reach returns why this node is cut off from the others, or nil while it is not.
	Reach func() error
}

// Check returns what is wrong with the cluster, as a sentence for the host, or nil.
func (c *Cluster) Check() error {
	switch {
	case c.Node == "":
		return fmt.Errorf("this node of the cluster has no name")
	case c.Number < 1 || c.Number > Most:
		return fmt.Errorf("the node %s has the number %d: a cluster has 1 to %d nodes", c.Node, c.Number, Most)
	}
	return nil
}

// version is that of the form of messages. A node that knows only another one ignores them; a
// new field needs no new version.
const version = 1

// An envelope is a message as it is sent.
type envelope[T any] struct {
	Version int `json:"v"`
	Body    T   `json:"m"`
}

// Publish sends a message to the other nodes. One that is too large, or is no JSON, is not sent.
func Publish[T any](c *Cluster, subject string, message T) {
	if data, err := json.Marshal(envelope[T]{version, message}); err == nil && len(data) <= Max {
		c.Bus.Publish(subject, data)
	}
}

// Subscribe calls fn with each message of a subject that another node publishes, and with the
// name of that node, until stop is called. It drops what this version cannot read.
func Subscribe[T any](c *Cluster, subject string, fn func(from string, message T)) (stop func()) {
	return c.Bus.Subscribe(subject, func(from string, data []byte) {
		var e envelope[T]
		if from == c.Node || len(data) > Max || json.Unmarshal(data, &e) != nil || e.Version != version {
			return
		}
		fn(from, e.Body)
	})
}
