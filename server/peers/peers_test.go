package peers_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"boardwalk/server/peers"
	"boardwalk/server/peers/peerstest"
)

type greeting struct{ Text string }

// A message reaches the others, with the name of its node, until they stop; what cannot be read
// reaches nobody.
func TestPublish(t *testing.T) {
	var memory peerstest.Memory
	a, b := memory.Join("a", 1), memory.Join("b", 2)
	var got []string
	note := func(from string, m greeting) { got = append(got, from+": "+m.Text) }
	stops := []func(){peers.Subscribe(a, "greetings", note), peers.Subscribe(b, "greetings", note)}
	peers.Publish(a, "greetings", greeting{"hello"})
	peers.Publish(a, "others", greeting{"hello"})
	for _, bad := range []string{"", "{", `{"v":1,"m":{"Text":"earlier"}}`, `{"v":3,"m":{"Text":"later"}}`, `{"v":2,"m":7}`, "null", "\x1f\x8b",
		"\x1f\x8b\b\x00\x00\x00\x00\x00\x04\xffx"} {
		a.Bus.Publish("greetings", []byte(bad))
	}
	a.Bus.Publish("greetings", []byte(`{"v":2,"m":{"Text":"more","New":1}}`))
	for _, stop := range stops {
		stop()
	}
	peers.Publish(a, "greetings", greeting{"bye"})
	if s := strings.Join(got, ", "); s != "a: hello, a: more" {
		t.Errorf("the others have heard %s", s)
	}
}

// A long message is sent short, and is read as it was.
func TestLongMessages(t *testing.T) {
	var memory peerstest.Memory
	a, b := memory.Join("a", 1), memory.Join("b", 2)
	text := strings.Repeat("who is here? ", 1<<16)
	size, got := 0, ""
	b.Bus.Subscribe("greetings", func(_ string, data []byte) []byte { size = len(data); return nil })
	peers.Subscribe(b, "greetings", func(_ string, m greeting) { got = m.Text })
	peers.Publish(a, "greetings", greeting{text})
	if got != text || size > len(text)/10 {
		t.Errorf("%d bytes came as %d, and were read as %d", len(text), size, len(got))
	}
}

// A node answers what it is asked, and another one nothing.
func TestRequest(t *testing.T) {
	var memory peerstest.Memory
	a, b := memory.Join("a", 1), memory.Join("b", 2)
	peers.Answer(b, "name", func(from string, q greeting) greeting { return greeting{q.Text + " " + from + ", I am b"} })
	if got, ok := peers.Request[greeting, greeting](t.Context(), a, "b", "name", greeting{"hello"}); !ok || got.Text != "hello a, I am b" {
		t.Errorf("b answers %q, %v", got.Text, ok)
	}
	if got, ok := peers.Request[greeting, greeting](t.Context(), a, "c", "name", greeting{"hello"}); ok {
		t.Errorf("nobody answers %q", got.Text)
	}
	if got, ok := peers.Request[string, greeting](t.Context(), a, "b", "name", "hello"); ok {
		t.Errorf("to what b cannot read it answers %q", got.Text)
	}
	b.Leave()
	if got, ok := peers.Request[greeting, greeting](t.Context(), a, "b", "name", greeting{"hello"}); ok {
		t.Errorf("then b answers %q", got.Text)
	}
}

// A change that is told while another one is seen to is seen to afterwards, and one for which
// the data was not to be had when it is told again.
func TestInvalidation(t *testing.T) {
	var memory peerstest.Memory
	a, b := memory.Join("a", 1), memory.Join("b", 2)
	var fails atomic.Bool
	b.Barrier = func(context.Context) error {
		if fails.Load() {
			return errors.New("the log is gone")
		}
		return nil
	}
	begun, goOn := make(chan struct{}), make(chan struct{})
	tells := peers.NewInvalidation(a, "change", func() {})
	peers.NewInvalidation(b, "change", func() {
		begun <- struct{}{}
		<-goOn
	})
	tells.Announce()
	<-begun
	tells.Announce()
	tells.Announce()
	goOn <- struct{}{}
	<-begun // once for both
	fails.Store(true)
	tells.Announce()
	goOn <- struct{}{}
	<-begun // without the data
	tells.Repeat()
	fails.Store(false)
	goOn <- struct{}{}
	for again := false; !again; {
		select {
		case <-begun:
			again = true
		default:
			tells.Repeat()
		}
	}
	b.Leave()
	tells.Announce()
	goOn <- struct{}{}
}
