package hub

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

func scenesOf(table int) string { return scenesSubject + "." + strconv.Itoa(table) }

// A sceneMsg is a scene for those who watch a table from other nodes.
type sceneMsg struct {
	Seq   int64         `json:"seq"`             // of two scenes of a table, the later one has the greater
	Scene *arcade.Scene `json:"scene,omitempty"` // nil: not everyone may watch, or there is no table
}

type watchRequest struct {
	Table int `json:"table"`
}

// watchers returns how many sessions watch a session's table, on all nodes.
func (s *Session) watchers() int { return s.broadcast.watchers() + int(s.elsewhere.Load()) }

// show shows a scene to all who watch a session's table. One that nobody watches on another node
// goes to none.
func (h *Hub) show(s *Session, scene *arcade.Scene) {
	seq := s.broadcast.publish(scene)
	if s.elsewhere.Load() > 0 {
		peers.Publish(h.nodes.cluster, scenesOf(s.number), sceneMsg{seq, scene})
	}
}

// settleWatched finds out which tables here are watched on other nodes. With recheck, it ends the
// watches of those that not everyone may watch any more.
func (n *nodes) settleWatched(recheck bool) {
	n.settling.Lock()
	defer n.settling.Unlock()
	watching := make(map[int]int)
	for _, p := range n.alive() {
		for table, sessions := range p.Watching {
			watching[table] += sessions
		}
	}
	for _, s := range n.hub.Sessions() {
		before, now := s.elsewhere.Load(), watching[s.number]
		if now > 0 && (recheck || before == 0) && n.openTable(s.number) == nil {
			now = 0
		}
		s.elsewhere.Store(int64(now))
		if recheck && before > 0 && now == 0 {
			peers.Publish(n.cluster, scenesOf(s.number), sceneMsg{})
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

// A feed shows the table of another node to those who watch it here.
type feed struct {
	broadcast
	number int
	owner  arcade.Credential // whose table it is
	node   string
	users  int    // sessions that watch it, or wait for its newest scene; guarded by feedsMu
	stop   func() // ends the subscription
}

// watchFeed watches the table of another node until ctx ends, for a session.
func (n *nodes) watchFeed(ctx context.Context, c Company, number int) (arcade.Watch[*arcade.Scene], error) {
	p, table := n.findTable(number)
	if p == nil {
		return nil, errNotShown
	}
	f := n.enterFeed(p.name, table)
	stays := context.AfterFunc(ctx, func() { n.leaveFeed(f) })
	n.askFeed(ctx, f)
	may := func(scene *arcade.Scene) bool { return c.maySee(scene) || c.owns(f.owner) }
	watch, err := c.watch(ctx, &f.broadcast, number, may)
	if err != nil && stays() {
		n.leaveFeed(f)
	}
	return watch, err
}

// enterFeed returns the feed of a table, for one more session. It begins one if there is none.
func (n *nodes) enterFeed(node string, table *surveyed) *feed {
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	f := n.feeds[table.Number]
	if f == nil {
		f = &feed{number: table.Number, owner: table.Credential, node: node}
		f.stop = peers.Subscribe(n.cluster, scenesOf(f.number), func(_ string, m sceneMsg) { n.showFeed(f, m) })
		n.feeds[f.number] = f
	}
	f.users++
	return f
}

// leaveFeed notes that a session no longer watches a feed, which ends after the last one.
func (n *nodes) leaveFeed(f *feed) {
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	if f.users--; f.users == 0 {
		n.dropFeed(f)
	}
}

// dropFeed ends a feed. The lock must be held.
func (n *nodes) dropFeed(f *feed) {
	if n.feeds[f.number] == f {
		delete(n.feeds, f.number)
	}
	f.stop()
	f.publish(nil)
}

func (n *nodes) askFeed(ctx context.Context, f *feed) {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	q := watchRequest{f.number}
	if m, ok := peers.Request[watchRequest, sceneMsg](ctx, n.cluster, f.node, watchSubject, q); ok {
		n.showFeed(f, m)
	}
}

// showFeed takes what the node of a table has sent.
func (n *nodes) showFeed(f *feed, m sceneMsg) {
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	switch {
	case n.feeds[f.number] != f: // it has ended
	case m.Scene == nil:
		n.dropFeed(f)
	default:
		f.publishAs(m.Scene, m.Seq)
	}
}

// settleFeeds ends the feeds of tables that other nodes do not tell of any more, and asks again for
// scenes that were lost.
func (n *nodes) settleFeeds() {
	for _, f := range n.feedList() {
		p, table := n.findTable(f.number)
		if p == nil || table.Credential != f.owner {
			n.showFeed(f, sceneMsg{})
		} else if _, seq := f.newest(); table.Seq > seq {
			go n.hub.guard(func() { n.askFeed(context.Background(), f) })
		}
	}
}

func (n *nodes) feedList() []*feed {
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	return slices.Collect(maps.Values(n.feeds))
}

// watchingFeeds returns how many sessions watch each feed, or wait for it.
func (n *nodes) watchingFeeds() map[int]int {
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	watching := make(map[int]int)
	for number, f := range n.feeds {
		watching[number] = f.users
	}
	return watching
}

// audience returns how many sessions watch a table of another node, on all nodes.
func (n *nodes) audience(number int) int {
	p, table := n.findTable(number)
	if p == nil {
		return 0
	}
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	if f := n.feeds[number]; f != nil {
		return max(table.Watchers, f.watchers())
	}
	return table.Watchers
}
