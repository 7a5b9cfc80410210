package mailbox_test

import (
	"context"
	"sync"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

var _ interface {
	arcade.Watch[int]
	arcade.Notifier
} = new(mailbox.Box[int])

// The newest view wins, the last one is still there at the end, and then no more comes.
func TestBox(t *testing.T) {
	var m mailbox.Box[int]
	wants := func(view int, ok bool) {
		t.Helper()
		if got, more := m.Next(); got != view || more != ok {
			t.Errorf("got %d, %v, want %d, %v", got, more, view, ok)
		}
	}
	for n := range 1000 {
		m.Put(n)
	}
	wants(999, true)
	m.Put(1)
	m.Close()
	m.Close()
	m.Put(2)
	wants(1, true)
	wants(0, false)
	wants(0, false)
	if got := m.Latest(); got != 1 {
		t.Errorf("the latest is %d", got)
	}
}

// Who follows gets views until the context ends, or somebody ends it.
func TestReaders(t *testing.T) {
	var rs mailbox.Readers[string, int]
	ctx, cancel := context.WithCancel(t.Context())
	leaves, removed, stays := rs.Add(ctx, "leaves"), rs.Add(t.Context(), "removed"), rs.Add(t.Context(), "stays")
	cancel()
	rs.Remove(removed)
	rs.Remove(removed)
	for _, box := range []*mailbox.Box[int]{leaves, removed} {
		if view, ok := box.Next(); ok {
			t.Errorf("one who follows no more gets %d", view)
		}
	}
	for box, who := range rs.All() {
		if box.Put(1); box != stays || who != "stays" {
			t.Errorf("%s follows", who)
		}
	}
	rs.RemoveAll()
	view, ok := stays.Next()
	if _, more := stays.Next(); view != 1 || !ok || more || len(rs.All()) != 0 {
		t.Errorf("at the end comes %d, %v, more: %v", view, ok, more)
	}
}

// Whoever waits is woken once, whether the view was there before, comes later or never.
func TestBoxWakes(t *testing.T) {
	var m mailbox.Box[int]
	woken := 0
	wake := func() { woken++ }
	for _, step := range []struct {
		name string
		do   func()
		want int
	}{
		{"nothing is there", func() { m.Notify(wake) }, 0},
		{"a view comes", func() { m.Put(1) }, 1},
		{"another comes", func() { m.Put(2) }, 1},
		{"one is there", func() { m.Notify(wake) }, 2},
		{"it is taken", func() { m.Next(); m.Notify(wake) }, 2},
		{"the end comes", m.Close, 3},
		{"the end is there", func() { m.Notify(wake) }, 4},
	} {
		if step.do(); woken != step.want {
			t.Errorf("%s: woken %d times, want %d", step.name, woken, step.want)
		}
	}
}

// Every reader sees views in order and the last one of a writer who does not wait for it.
func TestBoxBetweenGoroutines(t *testing.T) {
	var m mailbox.Box[int]
	var all sync.WaitGroup
	const last = 10_000
	all.Go(func() {
		seen := 0
		for view, ok := m.Next(); ok; view, ok = m.Next() {
			if view <= seen {
				t.Errorf("%d comes after %d", view, seen)
			}
			seen = view
		}
		if seen != last {
			t.Errorf("the last is %d", seen)
		}
	})
	for n := range last {
		m.Put(n + 1)
	}
	m.Close()
	all.Wait()
}
