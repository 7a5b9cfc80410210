package hub

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// A broadcast is what others can see of one session: its table and the sessions that
// watch it. Nothing here blocks or does other work while it holds the lock: a subscriber
// finds the newest scene in its mailbox, whenever it looks.
type broadcast struct {
	subscriberCount atomic.Int32 // size of subs, readable without the lock

	mu    sync.Mutex
	scene *arcade.Scene // nil: nothing to see
	subs  map[*subscriber]struct{}
}

// A subscriber is one session that watches a broadcast.
type subscriber struct {
	mailbox.Box[*arcade.Scene] // closed when the watch is over

	broadcast *broadcast
	spectator Spectator
	saw       engine.Code // of the deal of the scene that Next returned last
}

// publish shows a scene to all subscribers: one write into each mailbox. The watches end
// after the last scene of a round and with nil. They also end before a scene of another
// event, because each event decides who may watch.
func (b *broadcast) publish(scene *arcade.Scene) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.scene != nil && scene != nil && b.scene.Event != scene.Event {
		for sub := range b.subs {
			b.remove(sub)
		}
	}
	b.scene = scene
	if scene != nil {
		for sub := range b.subs {
			sub.Put(scene)
		}
	}
	if scene == nil || scene.Final {
		b.scene = nil
		for sub := range b.subs {
			b.remove(sub)
		}
	}
}

// current returns the scene, or nil if there is nothing to see.
func (b *broadcast) current() *arcade.Scene {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.scene
}

// watchers returns how many sessions watch.
func (b *broadcast) watchers() int { return int(b.subscriberCount.Load()) }

// subscribe begins a watch and returns it with the current scene, or nil if there is
// none.
func (b *broadcast) subscribe(spectator Spectator) (*subscriber, *arcade.Scene) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.scene == nil {
		return nil, nil
	}
	sub := &subscriber{broadcast: b, spectator: spectator}
	sub.Put(b.scene)
	if b.subs == nil {
		b.subs = make(map[*subscriber]struct{})
	}
	b.subs[sub] = struct{}{}
	b.subscriberCount.Add(1)
	return sub, b.scene
}

// subscribers returns all who watch.
func (b *broadcast) subscribers() []*subscriber {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Collect(maps.Keys(b.subs))
}

// remove ends a watch. The lock must be held.
func (b *broadcast) remove(sub *subscriber) {
	delete(b.subs, sub)
	b.subscriberCount.Add(-1)
	sub.Close()
}

// unsubscribe ends the watch, unless it has ended.
func (sub *subscriber) unsubscribe() {
	sub.broadcast.mu.Lock()
	defer sub.broadcast.mu.Unlock()
	if _, in := sub.broadcast.subs[sub]; in {
		sub.broadcast.remove(sub)
	}
}

// Next implements arcade.Watch.
func (sub *subscriber) Next() (*arcade.Scene, bool) {
	scene, ok := sub.Box.Next()
	if ok && scene.Code != sub.saw {
		sub.saw = scene.Code
		sub.spectator.session.State().Player.Saw(scene.Deal())
	}
	return scene, ok
}
