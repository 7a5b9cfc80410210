package hub

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

func scenesOf(table int) string { return scenesSubject + "." + strconv.Itoa(table) }

// A sceneMsg is a scene for those who watch a table from other nodes.
type sceneMsg struct {
	Seq   int64         `json:"seq"`             // of two scenes of a table, the later one has the greater
	Scene *arcade.Scene `json:"scene,omitempty"` // nil: not everyone may watch, or there is no table
}

// A watchRequest asks for the scenes of a table.
type watchRequest struct {
	Table int `json:"table"`
}

// watchers returns how many sessions watch a session's table, on all nodes.
func (h *Hub) watchers(s *Session) int { return s.broadcast.watchers() + h.nodes.watchers(s.number) }

// watchers returns how many sessions of other nodes watch a table here.
func (n *nodes) watchers(table int) int { return (*n.watched.Load())[table] }

// show shows a scene to all who watch a session's table. One that nobody watches on another node
// goes to none.
func (h *Hub) show(s *Session, scene *arcade.Scene) {
	seq := s.broadcast.publish(scene)
	if h.nodes.watchers(s.number) > 0 {
		peers.Publish(h.nodes.cluster, scenesOf(s.number), sceneMsg{seq, scene})
	}
}

// settleWatched finds out which tables here are watched on other nodes. With recheck, it ends the
// watches of those that not everyone may watch any more.
func (n *nodes) settleWatched(recheck bool) {
	n.settling.Lock()
	defer n.settling.Unlock()
	before, now := *n.watched.Load(), make(map[int]int)
	for _, p := range n.alive() {
		for table, sessions := range p.Watching {
			if nodeOf(table) == n.cluster.Number {
				now[table] += sessions
			}
		}
	}
	maps.DeleteFunc(now, func(table, _ int) bool { return (recheck || before[table] == 0) && n.openTable(table) == nil })
	n.watched.Store(&now)
	for table := range before {
		if recheck && now[table] == 0 {
			peers.Publish(n.cluster, scenesOf(table), sceneMsg{})
		}
	}
}

// openTable returns the session here with a number, nil if not everyone may watch it.
func (n *nodes) openTable(number int) *Session {
	if s := n.hub.Find(number); s != nil {
		if account, known := s.account(); known && isOpen(account) {
			return s
		}
	}
	return nil
}

// answerWatch answers a request of another node, which watches the table from now on.
func (n *nodes) answerWatch(from string, q watchRequest) (m sceneMsg) {
	s := n.openTable(q.Table)
	if s == nil {
		return m
	}
	n.mu.Lock()
	if p := n.peers[from]; p != nil && p.Watching[q.Table] == 0 { // its next heartbeat says so again
		now := *p
		now.Watching = map[int]int{q.Table: 1}
		maps.Copy(now.Watching, p.Watching)
		n.peers[from] = &now
	}
	n.mu.Unlock()
	n.settleWatched(false)
	m.Scene, m.Seq = s.broadcast.newest()
	return m
}

// The feeds of a hub are the tables of other nodes that are watched here.
type feeds struct {
	nodes *nodes

	mu  sync.Mutex
	all map[int]*feed // by the number of the table
}

// A feed shows the table of another node to those who watch it here.
type feed struct {
	broadcast
	number int
	owner  arcade.Credential // whose table it is
	node   string
	users  int    // sessions that watch it, or wait for its newest scene; guarded by the lock of the feeds
	stop   func() // ends the subscription
}

// watch watches the table of another node until ctx ends, for a session.
func (fs *feeds) watch(ctx context.Context, c Company, number int) (arcade.Watch[*arcade.Scene], error) {
	p, table := fs.nodes.findTable(number)
	if p == nil {
		return nil, errNotShown
	}
	f := fs.enter(p.name, table)
	stays := context.AfterFunc(ctx, func() { fs.leave(f) })
	fs.ask(ctx, f)
	may := func(scene *arcade.Scene) bool { return c.maySee(scene) || c.owns(f.owner) }
	watch, err := c.watch(ctx, &f.broadcast, number, may)
	if err != nil && stays() {
		fs.leave(f)
	}
	return watch, err
}

// enter returns the feed of a table, for one more session. It begins one if there is none.
func (fs *feeds) enter(node string, table *surveyed) *feed {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	f := fs.all[table.Number]
	if f == nil {
		f = &feed{number: table.Number, owner: table.Credential, node: node}
		f.stop = peers.Subscribe(fs.nodes.cluster, scenesOf(f.number), func(_ string, m sceneMsg) { fs.show(f, m) })
		fs.all[f.number] = f
	}
	f.users++
	return f
}

// leave notes that a session no longer watches a feed, which ends after the last one.
func (fs *feeds) leave(f *feed) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f.users--; f.users == 0 {
		fs.drop(f)
	}
}

// drop ends a feed. The lock must be held.
func (fs *feeds) drop(f *feed) {
	if fs.all[f.number] == f {
		delete(fs.all, f.number)
	}
	f.stop()
	f.publish(nil)
}

func (fs *feeds) ask(ctx context.Context, f *feed) {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	q := watchRequest{f.number}
	if m, ok := peers.Request[watchRequest, sceneMsg](ctx, fs.nodes.cluster, f.node, watchSubject, q); ok {
		fs.show(f, m)
	}
}

// show takes what the node of a table has sent.
func (fs *feeds) show(f *feed, m sceneMsg) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	switch {
	case fs.all[f.number] != f: // it has ended
	case m.Scene == nil:
		fs.drop(f)
	default:
		f.publishAs(m.Scene, m.Seq)
	}
}

// settle ends the feeds of tables that other nodes do not tell of any more, and asks again for
// scenes that were lost.
func (fs *feeds) settle() {
	for _, f := range fs.list() {
		p, table := fs.nodes.findTable(f.number)
		if p == nil || table.Credential != f.owner {
			fs.show(f, sceneMsg{})
		} else if _, seq := f.newest(); table.Seq > seq {
			go fs.nodes.hub.guard(func() { fs.ask(context.Background(), f) })
		}
	}
}

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
		watching[number] = f.users
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
	p, table := fs.nodes.findTable(number)
	if p == nil {
		return 0
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f := fs.all[number]; f != nil {
		return max(table.Watchers, f.watchers())
	}
	return table.Watchers
}
