package hub

import (
	"maps"
	"slices"
	"sync"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// A broadcast is what others can see of one session: its table and the sessions that
// watch it. Nothing here blocks or does other work while it holds the lock: a subscriber
// finds the newest scene in its mailbox, whenever it looks.
type broadcast struct {
	mu    sync.Mutex
	scene *arcade.Scene // nil: nothing to see
	seq   int64         // of the newest scene; it has the time in it, so that those of a node's next run have greater ones
	subs  map[*subscriber]struct{}
}

// A subscriber is one session that watches a broadcast.
type subscriber struct {
	mailbox.Box[*arcade.Scene] // closed when the watch is over

	broadcast *broadcast
	may       func(*arcade.Scene) bool // whether it may watch a scene
	session   *Session                 // that watches
	saw       engine.Code              // of the deal of the scene that Next returned last
}

// publish shows a scene to all subscribers: one write into each mailbox. It gets a number if that is 0;
// else it is not shown unless it is newer than the last. The watches end after the last scene of a round
// and with nil. They also end before a scene of another event, because each event decides who may watch.
// publish returns the number of the newest scene.
func (b *broadcast) publish(scene *arcade.Scene, number int64) (seq int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if number == 0 {
		number = max(b.seq+1, time.Now().UnixNano())
	}
	if number <= b.seq {
		return b.seq
	}
	b.seq = number
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
	return b.seq
}

// current returns the scene, or nil if there is nothing to see.
func (b *broadcast) current() *arcade.Scene {
	scene, _ := b.newest()
	return scene
}

// newest returns the scene, or nil if there is nothing to see, and its number.
func (b *broadcast) newest() (scene *arcade.Scene, seq int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.scene, b.seq
}

func (b *broadcast) watchers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.subs)
}

// subscribe begins a watch, which is new, and returns the current scene, or nil if there is
// none and no watch.
func (b *broadcast) subscribe(sub *subscriber) *arcade.Scene {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.scene == nil {
		return nil
	}
	sub.broadcast = b
	sub.Put(b.scene)
	if b.subs == nil {
		b.subs = make(map[*subscriber]struct{})
	}
	b.subs[sub] = struct{}{}
	return b.scene
}

func (b *broadcast) subscribers() []*subscriber {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Collect(maps.Keys(b.subs))
}

// recheck ends the watches of the scene that are no longer allowed.
func (b *broadcast) recheck() {
	for _, sub := range b.subscribers() {
		if scene := b.current(); scene != nil && !sub.may(scene) {
			sub.unsubscribe()
		}
	}
}

// remove ends a watch. The lock must be held.
func (b *broadcast) remove(sub *subscriber) {
	delete(b.subs, sub)
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
		sub.session.State().Player.Saw(scene.Deal())
	}
	return scene, ok
}
