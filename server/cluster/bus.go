package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/nats-io/nats.go"

	"boardwalk/data/commitlog"
)

// How much a subscriber has not read yet before messages are dropped.
const (
	pendingMessages = 4096
	pendingBytes    = 8 << 20
)

// fromHeader is the header with the node that has sent a message.
const fromHeader = "Arcade-Node"

// A Bus carries messages between the nodes of a cluster. They may be lost.
type Bus struct {
	conn          *nats.Conn
	cluster, node string
	seal          seal
	log           *slog.Logger
	strangers     sync.Once // logs that there are some
}

// A Message came over the bus.
type Message struct {
	From string // the node
	Data []byte

	bus *Bus
	msg *nats.Msg
}

// Publish sends a message to all nodes that have subscribed to a subject, also to this one. A
// subject consists of words with dots between. Messages may be lost; those of one node arrive
// in order.
func (b *Bus) Publish(subject string, data []byte) error {
	if err := b.conn.PublishMsg(b.message(b.subject(subject), data)); err != nil {
		return fmt.Errorf("send %s: %w", subject, err)
	}
	return nil
}

// Subscribe calls fn with each message of a subject, one after the other, until stop is
// called. In the subject, "*" stands for any word, and ">" at the end for any words. Messages
// are dropped when fn is too slow.
func (b *Bus) Subscribe(subject string, fn func(Message)) (stop func(), err error) {
	sub, err := b.conn.Subscribe(b.subject(subject), func(m *nats.Msg) {
		if b.isOurs(m, m.Subject) {
			fn(Message{m.Header.Get(fromHeader), m.Data, b, m})
		}
	})
	if err == nil {
		err = sub.SetPendingLimits(pendingMessages, pendingBytes)
	}
	if err != nil {
		return nil, fmt.Errorf("listen to %s: %w", subject, err)
	}
	return func() { _ = sub.Unsubscribe() }, nil // it fails if it is closed already
}

// Request sends a message, and returns the first answer. There is none if no node listens.
func (b *Bus) Request(ctx context.Context, subject string, data []byte) (Message, error) {
	m, err := b.conn.RequestMsgWithContext(ctx, b.message(b.subject(subject), data))
	if err != nil {
		return Message{}, fmt.Errorf("ask %s: %w", subject, err)
	}
	if !b.isOurs(m, answerSubject) {
		return Message{}, fmt.Errorf("ask %s: the answer: %w", subject, commitlog.ErrForged)
	}
	return Message{m.Header.Get(fromHeader), m.Data, b, m}, nil
}

// Answer answers a message that came from Request. Others are not answered.
func (m Message) Answer(data []byte) error {
	if m.msg.Reply == "" {
		return nil
	}
	answer := m.bus.message(answerSubject, data)
	answer.Subject = m.msg.Reply
	if err := m.bus.conn.PublishMsg(answer); err != nil {
		return fmt.Errorf("answer node %s: %w", m.From, err)
	}
	return nil
}

func (b *Bus) subject(subject string) string { return b.cluster + ".bus." + subject }

// answerSubject stands for the subject of an answer, which only one request has.
const answerSubject = "answer"

func (b *Bus) message(subject string, data []byte) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(fromHeader, b.node)
	m.Header.Set(macHeader, b.seal.sign(subject, b.node, string(data)))
	m.Data = data
	return m
}

// isOurs reports whether a node has sent a message under a subject.
func (b *Bus) isOurs(m *nats.Msg, subject string) bool {
	if same(m.Header.Get(macHeader), b.seal.sign(subject, m.Header.Get(fromHeader), string(m.Data))) {
		return true
	}
	b.strangers.Do(func() {
		b.log.Warn("messages that no node of this arcade has sent come over its NATS servers, and are ignored", "subject", m.Subject)
	})
	return false
}
