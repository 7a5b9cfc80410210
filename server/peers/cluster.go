package peers

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"sync/atomic"
)

// A Bus carries messages from each node to all others, and perhaps to the node itself. It is
// safe for concurrent use.
type Bus interface {
	// Publish sends a message to all who subscribe to its subject. It never waits for them. A
	// message may be lost, as one of more than 8 MB is; it is never changed, and data must not be
	// changed afterwards. Those of one node to one subject arrive in order.
	Publish(subject string, data []byte)
	// Subscribe calls fn with each message of a subject, and with the name of the node that has
	// sent it, until stop is called. It calls fn for one message at a time. What fn returns
	// answers a Request; nil is no answer.
	Subscribe(subject string, fn func(from string, data []byte) (answer []byte)) (stop func())
	// Request sends a message, and waits for the first answer until ctx ends.
	Request(ctx context.Context, subject string, data []byte) (answer []byte, err error)
}

// A Cluster is what a node needs of the others. All its fields but Recovered are required. To a nil
// Cluster nothing is sent, and nothing comes from it.
type Cluster struct {
	Bus    Bus
	Node   string // the name of this node, which no other has: a word of a subject
	Number int    // of this node, from 1 to Most, which no other has that is up: it is part of the numbers of its sessions

	// Barrier waits until the data of this node has all that was stored on any of them when it
	// was called, or until ctx ends.
	Barrier func(ctx context.Context) error

	// Reach returns why this node is cut off from the others, or nil while it is not.
	Reach func() error

	// Recovered is called with the value of a panic in what a message has caused. If it is nil,
	// such a panic ends the program.
	Recovered func(v any)

	left atomic.Bool
}

// Leave has the node hear nothing more.
func (c *Cluster) Leave() { c.left.Store(true) }

// guard calls fn, unless the node has left, and recovers from a panic of it.
func (c *Cluster) guard(fn func()) {
	if !c.left.Load() {
		Guard(c.Recovered, fn)
	}
}

// Guard calls fn, and recovered with the value of a panic of it, unless recovered is nil.
func Guard(recovered func(v any), fn func()) {
	if recovered != nil {
		defer func() {
			if v := recover(); v != nil {
				recovered(v)
			}
		}()
	}
	fn()
}

// version is that of the form of messages. A node that knows only another one ignores them; a
// new field needs no new version.
const version = 2

// An envelope is a message as it is sent.
type envelope[T any] struct {
	Version int `json:"v"`
	Body    T   `json:"m"`
}

// How many bytes a message has at most that is not compressed, and one that was.
const (
	plain    = 64 << 10
	inflated = 128 << 20
)

// encode returns a message as it is sent: JSON, which is compressed if it is long. It returns nil
// for one that is no JSON.
func encode[T any](message T) []byte {
	data, err := json.Marshal(envelope[T]{version, message})
	if err != nil {
		return nil
	}
	if len(data) > plain {
		var short bytes.Buffer
		w, _ := gzip.NewWriterLevel(&short, gzip.BestSpeed) // the level is a valid one
		_, _ = w.Write(data)                                // a Buffer takes everything
		_ = w.Close()
		data = short.Bytes()
	}
	return data
}

// decode returns a message that encode has encoded. ok is false if this version cannot read it.
func decode[T any](data []byte) (message T, ok bool) {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(io.LimitReader(r, inflated))
		}
		if err != nil {
			return message, false
		}
	}
	var e envelope[T]
	err := json.Unmarshal(data, &e)
	return e.Body, err == nil && e.Version == version
}

// Publish sends a message to the other nodes. One that is no JSON is not sent.
func Publish[T any](c *Cluster, subject string, message T) {
	if c == nil {
		return
	}
	if data := encode(message); data != nil {
		c.Bus.Publish(subject, data)
	}
}

// Subscribe calls fn with each message of a subject that another node publishes, and with the
// name of that node, until stop is called. It drops what this version cannot read.
func Subscribe[T any](c *Cluster, subject string, fn func(from string, message T)) (stop func()) {
	if c == nil {
		return func() {}
	}
	return c.Bus.Subscribe(subject, func(from string, data []byte) []byte {
		if from != c.Node {
			c.guard(func() {
				if message, ok := decode[T](data); ok {
					fn(from, message)
				}
			})
		}
		return nil
	})
}

// Request asks a node under a subject, and waits for its answer until ctx ends.
func Request[Q, A any](ctx context.Context, c *Cluster, node, subject string, question Q) (answer A, ok bool) {
	data, err := c.Bus.Request(ctx, subject+"."+node, encode(question))
	if err != nil {
		return answer, false
	}
	return decode[A](data)
}

// Answer has fn answer what other nodes ask this one under a subject.
func Answer[Q, A any](c *Cluster, subject string, fn func(from string, question Q) A) {
	if c == nil {
		return
	}
	c.Bus.Subscribe(subject+"."+c.Node, func(from string, data []byte) (answer []byte) {
		c.guard(func() {
			if question, ok := decode[Q](data); ok {
				answer = encode(fn(from, question))
			}
		})
		return answer
	})
}
