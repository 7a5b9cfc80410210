package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"

	"boardwalk/data/commitlog"
)

// How much a subscriber has not read yet before messages are dropped.
const (
	pendingMessages = 4096
	pendingBytes    = 64 << 20
)

// maxPayload is how large messages may be on the servers of nodes.
const maxPayload = 8 << 20

// fromHeader is the header with the node that has sent a message.
const fromHeader = "Arcade-Node"

// A Bus carries messages between the nodes of a cluster. They may be lost.
type Bus struct {
	conn      *nats.Conn
	cfg       Config
	seal      seal
	strangers sync.Once // logs that there are some
	tooLarge  sync.Once // logs that a message was
}

func newBus(conn *nats.Conn, cfg Config) *Bus { return &Bus{conn: conn, cfg: cfg, seal: cfg.seal()} }

// Publish sends a message to all nodes that have subscribed to a subject, also to this one. A
// subject consists of words with dots between. Messages may be lost; those of one node arrive
// in order.
func (b *Bus) Publish(subject string, data []byte) {
	b.send(b.message(b.subject(subject), data), subject)
}

func (b *Bus) send(m *nats.Msg, subject string) {
	err := b.conn.PublishMsg(m)
	if errors.Is(err, nats.ErrMaxPayload) {
		b.tooLarge.Do(func() {
			b.cfg.Logger.Warn("a message to the other nodes is larger than the NATS servers accept: set max_payload: 8MB there",
				"subject", subject, "bytes", len(m.Data))
		})
	}
}

// Subscribe calls fn with each message of a subject and the node that has sent it, one after the
// other, until stop is called. What fn returns answers a Request; nil is no answer. In the subject,
// "*" stands for any word, and ">" at the end for any words. Messages are dropped when fn is too
// slow. On a closed connection nothing comes any more.
func (b *Bus) Subscribe(subject string, fn func(from string, data []byte) (answer []byte)) (stop func()) {
	sub, err := b.conn.Subscribe(b.subject(subject), func(m *nats.Msg) {
		if !b.isOurs(m, m.Subject) {
			return
		}
		if data := fn(m.Header.Get(fromHeader), m.Data); data != nil && m.Reply != "" {
			answer := b.message(answerSubject, data)
			answer.Subject = m.Reply
			b.send(answer, subject)
		}
	})
	if err != nil {
		return func() {}
	}
	_ = sub.SetPendingLimits(pendingMessages, pendingBytes) // it fails if the connection is closed
	return func() { _ = sub.Unsubscribe() }                 // it fails if it is closed already
}

// Request sends a message, and returns the first answer. There is none if no node listens.
func (b *Bus) Request(ctx context.Context, subject string, data []byte) (answer []byte, err error) {
	m, err := b.conn.RequestMsgWithContext(ctx, b.message(b.subject(subject), data))
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", subject, err)
	}
	if !b.isOurs(m, answerSubject) {
		return nil, fmt.Errorf("ask %s: the answer: %w", subject, commitlog.ErrForged)
	}
	return m.Data, nil
}

// RequestAll sends a message, and calls fn with each answer that comes until ctx ends, and the node that
// has sent it.
func (b *Bus) RequestAll(ctx context.Context, subject string, data []byte, fn func(from string, answer []byte)) {
	inbox := b.conn.NewInbox()
	sub, err := b.conn.SubscribeSync(inbox)
	if err != nil {
		return
	}
	defer func() { _ = sub.Unsubscribe() }() // it fails if the connection is closed
	m := b.message(b.subject(subject), data)
	m.Reply = inbox
	b.send(m, subject)
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return
		}
		if b.isOurs(m, answerSubject) {
			fn(m.Header.Get(fromHeader), m.Data)
		}
	}
}

func (b *Bus) subject(subject string) string { return b.cfg.Name + ".bus." + subject }

// answerSubject stands for the subject of an answer, which only one request has.
const answerSubject = "answer"

func (b *Bus) message(subject string, data []byte) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(fromHeader, b.cfg.Node)
	m.Header.Set(macHeader, b.seal.sign(subject, b.cfg.Node, string(data)))
	m.Data = data
	return m
}

// isOurs reports whether a node has sent a message under a subject.
func (b *Bus) isOurs(m *nats.Msg, subject string) bool {
	if same(m.Header.Get(macHeader), b.seal.sign(subject, m.Header.Get(fromHeader), string(m.Data))) {
		return true
	}
	b.strangers.Do(func() {
		b.cfg.Logger.Warn("ignoring messages on the NATS servers that no node of this arcade has sent", "subject", m.Subject)
	})
	return false
}
