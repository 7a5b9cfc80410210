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

// watchers returns how many sessions watch a session's table, on all nodes.
func (s *Session) watchers() int { return s.broadcast.watchers() + int(s.elsewhere.Load()) }

// Show implements arcade.Spectators. A scene of a table that nobody watches on another node goes to
// none.
func (c Company) Show(scene *arcade.Scene) {
	seq := c.session.broadcast.publish(scene, 0)
	if scene != nil {
		c.hub.keep(c.session, scene)
	}
	if c.session.elsewhere.Load() > 0 {
		peers.Publish(c.hub.nodes.cluster, scenesOf(c.session.number), sceneMsg{seq, scene})
	}
}

// openScene returns what a session's table shows, nothing if not everyone may watch it.
func (s *Session) openScene() (m sceneMsg) {
	if s.isOpen() {
		m.Scene, m.Seq = s.broadcast.newest()
	}
	return m
}

// settleWatched finds out which tables here are watched on other nodes, and ends the watches of those
// that show nothing to everyone any more. With repeat, it shows what is on the others again: a scene
// may have been lost.
func (n *nodes) settleWatched(repeat bool) {
	n.settling.Lock()
	defer n.settling.Unlock()
	watching := make(map[int]int)
	for _, p := range n.alive() {
		for table, sessions := range p.Watching {
			watching[table] += sessions
		}
	}
	for _, s := range n.hub.tables() {
		now := watching[s.number]
		if now == 0 && s.elsewhere.Load() == 0 {
			continue
		}
		m := s.openScene()
		if m.Scene == nil {
			now = 0
		}
		s.elsewhere.Store(int64(now))
		if repeat || m.Scene == nil {
			peers.Publish(n.cluster, scenesOf(s.number), m)
		}
	}
}

// answerWatch answers a request of another node, which watches the table from now on.
func (n *nodes) answerWatch(_ string, table int) (m sceneMsg) {
	if s := n.hub.find(table); s != nil {
		if m = s.openScene(); m.Scene != nil {
			s.elsewhere.CompareAndSwap(0, 1) // the next heartbeat of that node says so again
		}
	}
	return m
}

// A feed shows the table of another node to those who watch it here.
type feed struct {
	broadcast
	number int
	owner  arcade.Credential // whose table it is
	stop   func()            // ends the subscription
}

// watchFeed begins a watch of the table of another node until ctx ends, for a session. It returns the
// current scene, or nil if there is none and no watch.
func (n *nodes) watchFeed(ctx context.Context, s *Session, number int) (sub *subscriber, scene *arcade.Scene) {
	node, table := n.findTable(number)
	if table == nil {
		return nil, nil
	}
	answered, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	newest, _ := peers.Request[int, sceneMsg](answered, n.cluster, node, watchSubject, number)
	if newest.Scene == nil {
		return nil, nil
	}
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	f := n.feeds[number]
	if f == nil {
		f = &feed{number: number, owner: table.Credential}
		f.may = func(by *Session, scene *arcade.Scene) bool {
			return by.mayWatch(scene, table.Behind())
		}
		f.stop = peers.Subscribe(n.cluster, scenesOf(number), func(_ string, m sceneMsg) { n.showFeed(f, m) })
		n.feeds[number] = f
	}
	f.publish(newest.Scene, newest.Seq)
	return f.subscribe(ctx, s)
}

// dropFeed ends a feed. The lock must be held.
func (n *nodes) dropFeed(f *feed) {
	delete(n.feeds, f.number)
	f.stop()
	f.publish(nil, 0)
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
		f.publish(m.Scene, m.Seq)
	}
}

// settleFeeds ends the feeds that nobody watches any more, or of tables that other nodes do not tell of
// any more.
func (n *nodes) settleFeeds() {
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	for number, f := range n.feeds {
		if _, table := n.findTable(number); f.watchers() == 0 || table == nil || table.Credential != f.owner {
			n.dropFeed(f)
		}
	}
}

func (n *nodes) feedList() []*feed {
	n.feedsMu.Lock()
	defer n.feedsMu.Unlock()
	return slices.Collect(maps.Values(n.feeds))
}
