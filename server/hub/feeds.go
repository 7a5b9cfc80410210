package hub

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// feedWait is how long who wants to watch a table of another node waits for its first scene.
const feedWait = 2 * time.Second

// The feeds of a hub are the tables of other nodes that are watched here.
type feeds struct {
	nodes *nodes

	mu  sync.Mutex
	all map[int]*feed // by the number of the table
}

// A feed shows the table of another node to those who watch it here.
type feed struct {
	broadcast
	number  int
	owner   arcade.Credential // whose table it is
	waiting int               // sessions that wait for its first scene; guarded by the lock of the feeds
	first   chan struct{}     // closed when there is a scene, or will be none
	shown   func()            // closes first
	stop    func()            // ends the subscription

	hearing sync.Mutex
	last    scenes // that was taken
}

// watch watches the table of another node until ctx ends, for a session.
func (fs *feeds) watch(ctx context.Context, s Spectator, number int) (arcade.Watch[*arcade.Scene], error) {
	r, ok := fs.nodes.find(number)
	if !ok || r.Table == nil {
		return nil, errNotShown
	}
	f, begun := fs.feed(r)
	peers.Publish(fs.nodes.cluster, leaseSubject, lease{fs.watching(), begun}) // the next beat says so again
	timeout := time.NewTimer(feedWait)
	defer timeout.Stop()
	select {
	case <-f.first:
	case <-ctx.Done():
	case <-timeout.C:
	}
	watch, err := s.watch(ctx, &f.broadcast, number, func(scene *arcade.Scene) bool { return s.maySee(scene) || s.owns(f.owner) })
	fs.mu.Lock()
	f.waiting--
	fs.mu.Unlock()
	return watch, err
}

// feed returns the feed of a table, for one more session that waits for it. It begins one if
// there is none, and then returns the number of the table.
func (fs *feeds) feed(table row) (f *feed, begun int) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f = fs.all[table.Number]; f == nil {
		begun = table.Number
		f = &feed{number: table.Number, owner: table.credential(), first: make(chan struct{})}
		f.shown = sync.OnceFunc(func() { close(f.first) })
		f.stop = listen(fs.nodes, scenesOf(f.number), func(_ string, m scenes) { fs.show(f, m) })
		if fs.all == nil {
			fs.all = make(map[int]*feed)
		}
		fs.all[f.number] = f
	}
	f.waiting++
	return f, begun
}

// show takes what the node of a table has published.
func (fs *feeds) show(f *feed, m scenes) {
	f.hearing.Lock()
	defer f.hearing.Unlock()
	if !m.isAfter(f.last) {
		return
	}
	f.last = m
	if m.Scene == nil {
		fs.end(f)
		return
	}
	f.publish(m.Scene)
	f.shown()
}

// end ends all watches of a feed.
func (fs *feeds) end(f *feed) {
	fs.mu.Lock()
	if fs.all[f.number] == f {
		delete(fs.all, f.number)
	}
	fs.mu.Unlock()
	f.stop()
	f.publish(nil)
	f.shown()
}

// settle ends the feeds of tables that other nodes do not tell of any more.
func (fs *feeds) settle() {
	tables := make(map[int]bool)
	for _, o := range fs.nodes.alive() {
		for _, r := range o.rows {
			tables[r.Number] = r.Table != nil
		}
	}
	for _, f := range fs.list() {
		if !tables[f.number] {
			fs.end(f)
		}
	}
}

// sweep ends the feeds that nobody watches any more.
func (fs *feeds) sweep() {
	for _, f := range fs.list() {
		fs.mu.Lock()
		unused := f.waiting == 0 && f.watchers() == 0
		fs.mu.Unlock()
		if unused {
			fs.end(f)
		}
	}
}

// list returns all feeds.
func (fs *feeds) list() []*feed {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return slices.Collect(maps.Values(fs.all))
}

// watching returns how many sessions watch each feed, or wait for it.
func (fs *feeds) watching() map[int]int {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	watching := make(map[int]int)
	for number, f := range fs.all {
		if sessions := f.waiting + f.watchers(); sessions > 0 {
			watching[number] = sessions
		}
	}
	return watching
}

// recheck ends the watches of tables of other nodes that are no longer allowed.
func (fs *feeds) recheck() {
	for _, f := range fs.list() {
		f.recheck()
	}
}

// audience returns how many sessions watch a table of another node, on all nodes.
func (fs *feeds) audience(number int) int {
	r, ok := fs.nodes.find(number)
	if !ok || r.Table == nil {
		return 0
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f := fs.all[number]; f != nil {
		return max(r.Table.Watchers, f.watchers())
	}
	return r.Table.Watchers
}
