package cluster

import (
	"bytes"
	"errors"
	"testing"

	"github.com/nats-io/nats.go"
)

func TestBus(t *testing.T) {
	t.Parallel()
	name := newName()
	a, b, foreign := joinAs(t, name, 0), joinAs(t, name, 1), joinAs(t, newName(), 2)
	type message struct{ from, text string }
	got := make(chan message, 10)
	stop := b.Bus().Subscribe("table.*", func(from string, data []byte) []byte {
		got <- message{from, string(data)}
		return []byte("an answer to a message that needs none")
	})
	b.Bus().Subscribe("hello", func(from string, data []byte) []byte {
		return append([]byte("hello "+from+" "), data...)
	})
	foreign.Bus().Subscribe(">", func(_ string, data []byte) []byte {
		t.Errorf("another cluster hears %q", data)
		return nil
	})
	// The servers tell each other of subscriptions in order, so an answer proves that they
	// know of those before it.
	eventually(t, "node b answers", func() bool {
		answer, err := a.Bus().Request(timeout(t), "hello", []byte("ann"))
		if errors.Is(err, nats.ErrNoResponders) {
			return false
		}
		if err != nil || string(answer) != "hello node-0 ann" {
			t.Fatalf("Request = %q, %v", answer, err)
		}
		return true
	})
	a.Bus().Publish("other", []byte("nobody listens"))
	large := bytes.Repeat([]byte("x"), maxPayload-1000)
	a.Bus().Publish("table.5", append(large, large...)) // is lost
	for _, text := range []string{"one", "two", string(large)} {
		a.Bus().Publish("table.5", []byte(text))
	}
	for _, text := range []string{"one", "two", string(large)} {
		if m := <-got; m.text != text || m.from != "node-0" {
			t.Errorf("%.20q of %q came, want %.20q of node-0", m.text, m.from, text)
		}
	}
	stop()
	if _, err := a.Bus().Request(cancelled(), "hello", nil); err == nil {
		t.Error("a request that is cancelled was answered")
	}
	a.Close()
	if _, err := a.Bus().Request(timeout(t), "hello", nil); err == nil {
		t.Error("a node that has left is answered")
	}
	a.Bus().Subscribe("hello", nil)()
}
