package hub

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// A newsroom tells sessions what those do whom their players follow. One goroutine looks once
// a second while anybody reads, and tells each reader only what has changed for that one.
type newsroom struct {
	hub *Hub

	mu      sync.Mutex
	readers map[*newsReader]struct{}
	stop    chan struct{} // closed when the last reader leaves
}

// A newsReader is one session that reads the news.
type newsReader struct {
	mailbox.Box[arcade.News] // closed when the watch is over

	company Company
	told    []arcade.Person
}

// News implements arcade.Company.
func (c Company) News(ctx context.Context) (arcade.Watch[arcade.News], error) {
	r := &newsReader{company: c, told: c.friendsPlaying(c.hub.surveys.newest())}
	r.Put(arcade.News{Playing: r.told})
	room := &c.hub.newsroom
	room.mu.Lock()
	defer room.mu.Unlock()
	if len(room.readers) == 0 {
		room.readers, room.stop = make(map[*newsReader]struct{}), make(chan struct{})
		go room.tellNews(room.stop)
	}
	room.readers[r] = struct{}{}
	context.AfterFunc(ctx, func() { room.leave(r) })
	return r, nil
}

func (n *newsroom) leave(r *newsReader) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.readers, r)
	r.Close()
	if len(n.readers) == 0 {
		close(n.stop)
	}
}

// tellNews looks for news once a second, until stop is closed.
func (n *newsroom) tellNews(stop <-chan struct{}) {
	tick := time.NewTicker(surveyAge)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			n.hub.guard(n.lookForNews)
		}
	}
}

// lookForNews tells all readers what has changed for them.
func (n *newsroom) lookForNews() {
	n.mu.Lock()
	readers := make([]*newsReader, 0, len(n.readers))
	for r := range n.readers {
		readers = append(readers, r)
	}
	n.mu.Unlock()
	now := n.hub.surveys.newest()
	for _, r := range readers { // without the lock: whom one follows may have to be read
		n.hub.guard(func() { n.tell(r, r.company.friendsPlaying(now)) })
	}
}

// tell puts news into a reader's mailbox if it has changed. It never waits.
func (n *newsroom) tell(r *newsReader, playing []arcade.Person) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, in := n.readers[r]; !in || slices.Equal(r.told, playing) {
		return
	}
	r.told = playing
	r.Put(arcade.News{Playing: playing})
}

// friendsPlaying returns those who are at a table and whom the player follows, by nick.
func (c Company) friendsPlaying(now *survey) (playing []arcade.Person) {
	for id := range c.hub.follows.of(c.session) {
		if p, ok := now.playing[id]; ok {
			p.Friend = true
			playing = append(playing, p)
		}
	}
	slices.SortFunc(playing, func(a, b arcade.Person) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Nick), strings.ToLower(b.Nick)), strings.Compare(a.Nick, b.Nick))
	})
	return playing
}
