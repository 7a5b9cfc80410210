package cluster

import (
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
)

func TestBus(t *testing.T) {
	t.Parallel()
	name := newName()
	a, b, foreign := joinAs(t, name, 0), joinAs(t, name, 1), joinAs(t, newName(), 2)
	got := make(chan Message, 10)
	listen := func(c *Cluster, subject string, fn func(Message)) (stop func()) {
		t.Helper()
		stop, err := c.Bus().Subscribe(subject, fn)
		if err != nil {
			t.Fatal(err)
		}
		return stop
	}
	stop := listen(b, "table.*", func(m Message) { got <- m })
	listen(b, "hello", func(m Message) {
		if err := m.Answer(append([]byte("hello "), m.Data...)); err != nil {
			t.Error(err)
		}
	})
	listen(foreign, ">", func(m Message) { t.Errorf("another cluster hears %q", m.Data) })
	publish := func(subject, text string) {
		t.Helper()
		if err := a.Bus().Publish(subject, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	// The servers tell each other of subscriptions in order, so an answer proves that they
	// know of those before it.
	eventually(t, "node b answers", func() bool {
		m, err := a.Bus().Request(timeout(t), "hello", []byte("ann"))
		if errors.Is(err, nats.ErrNoResponders) {
			return false
		}
		if err != nil || string(m.Data) != "hello ann" || m.From != "node-1" {
			t.Fatalf("Request = %v, %v", m, err)
		}
		return true
	})
	publish("other", "nobody listens")
	for _, text := range []string{"one", "two", "three"} {
		publish("table.5", text)
	}
	for _, text := range []string{"one", "two", "three"} {
		m := <-got
		if string(m.Data) != text || m.From != "node-0" {
			t.Errorf("%q of %q came, want %q of node-0", m.Data, m.From, text)
		}
		if err := m.Answer(nil); err != nil {
			t.Errorf("answer of a message that needs none: %v", err)
		}
	}
	stop()
	if _, err := a.Bus().Request(cancelled(), "hello", nil); err == nil {
		t.Error("a request that is cancelled was answered")
	}
	a.Close()
	if err := a.Bus().Publish("hello", nil); err == nil {
		t.Error("a node that has left can send")
	}
	if _, err := a.Bus().Subscribe("hello", nil); err == nil {
		t.Error("a node that has left can listen")
	}
}
