package peers_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"boardwalk/server/peers"
)

type greeting struct{ Text string }

// A message reaches the others, with the name of its node, until they stop; what is too large or
// cannot be read reaches nobody.
func TestPublish(t *testing.T) {
	var memory peers.Memory
	a, b := memory.Join("a", 1), memory.Join("b", 2)
	var got []string
	note := func(from string, m greeting) { got = append(got, from+": "+m.Text) }
	stops := []func(){peers.Subscribe(a, "greetings", note), peers.Subscribe(b, "greetings", note)}
	peers.Publish(a, "greetings", greeting{"hello"})
	peers.Publish(a, "others", greeting{"hello"})
	peers.Publish(a, "greetings", greeting{strings.Repeat("x", peers.Max)})
	for _, bad := range []string{"", "{", `{"v":2,"m":{"Text":"later"}}`, `{"v":1,"m":7}`, "null"} {
		a.Bus.Publish("greetings", []byte(bad))
	}
	a.Bus.Publish("greetings", []byte(`{"v":1,"m":{"Text":"more","New":1}}`))
	for _, stop := range stops {
		stop()
	}
	peers.Publish(a, "greetings", greeting{"bye"})
	if s := strings.Join(got, ", "); s != "a: hello, a: more" {
		t.Errorf("the others have heard %s", s)
	}
}

func TestCheck(t *testing.T) {
	var memory peers.Memory
	for _, bad := range []*peers.Cluster{memory.Join("", 1), memory.Join("a", 0), memory.Join("a", peers.Most+1)} {
		if bad.Check() == nil {
			t.Errorf("the node %q has the number %d", bad.Node, bad.Number)
		}
	}
	if err := memory.Join("a", peers.Most).Check(); err != nil {
		t.Error(err)
	}
}

// A change that is told while another one is seen to is seen to afterwards, and one for which
// the data was not to be had when it is told again.
func TestMark(t *testing.T) {
	var memory peers.Memory
	a, b := memory.Join("a", 1), memory.Join("b", 2)
	var fails atomic.Bool
	b.Barrier = func(context.Context) error {
		if fails.Load() {
			return errors.New("the log is gone")
		}
		return nil
	}
	begun, goOn := make(chan struct{}), make(chan struct{})
	tells := peers.NewMark(a, "mark", func() {})
	hears := peers.NewMark(b, "mark", func() {
		begun <- struct{}{}
		<-goOn
	})
	tells.Changed()
	<-begun
	tells.Changed()
	tells.Changed()
	goOn <- struct{}{}
	<-begun // once for both
	fails.Store(true)
	tells.Changed()
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
	hears.Stop()
	tells.Changed()
	goOn <- struct{}{}
	tells.Stop()
}
