package hub

import (
	"context"
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
	readers mailbox.Readers[*Session, *arcade.Scene]
	may     func(*Session, *arcade.Scene) bool // whether a session may watch a scene

	mu    sync.Mutex
	scene *arcade.Scene // nil: nothing to see
	seq   int64         // of the newest scene; it has the time in it, so that those of a node's next run have greater ones
}

// A subscriber is one session that watches a broadcast.
type subscriber struct {
	*mailbox.Box[*arcade.Scene]

	broadcast *broadcast
	session   *Session
	saw       engine.Code // of the deal of the scene that Next returned last
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
	if scene == nil || b.scene != nil && b.scene.Event != scene.Event {
		b.readers.RemoveAll()
	}
	for box := range b.readers.All() {
		box.Put(scene)
	}
	if b.scene = scene; scene != nil && scene.Final {
		b.scene = nil
		b.readers.RemoveAll()
	}
	return b.seq
}

// newest returns the scene, or nil if there is nothing to see, and its number.
func (b *broadcast) newest() (scene *arcade.Scene, seq int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.scene, b.seq
}

func (b *broadcast) watchers() int { return len(b.readers.All()) }

// subscribe begins a watch until ctx ends, and returns the current scene, or nil if there is none and
// no watch.
func (b *broadcast) subscribe(ctx context.Context, s *Session) (sub *subscriber, scene *arcade.Scene) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.scene == nil {
		return nil, nil
	}
	sub = &subscriber{Box: b.readers.Add(ctx, s), broadcast: b, session: s}
	sub.Put(b.scene)
	return sub, b.scene
}

// recheck ends the watches of the scene that are no longer allowed.
func (b *broadcast) recheck() {
	for box, s := range b.readers.All() {
		if scene, _ := b.newest(); scene != nil && !b.may(s, scene) {
			b.readers.Remove(box)
		}
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
