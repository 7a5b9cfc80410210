package hub

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// The subjects of the scenes of tables that are watched on other nodes.
const (
	scenesSubject = "scenes" // what a table shows
	watchSubject  = "watch"  // asks the node of a table for its newest scene, and for those to come
)

// scenesOf returns the subject of the scenes of a table.
func scenesOf(table int) string { return scenesSubject + "." + strconv.Itoa(table) }

// A sceneMsg is a scene for those who watch a table from other nodes.
type sceneMsg struct {
	Seq   int64         `json:"seq"`             // of two scenes of a table, the later one has the greater
	Scene *arcade.Scene `json:"scene,omitempty"` // nil: nobody may watch any more, or there is no table
}

// A watchRequest asks for the scenes of a table.
type watchRequest struct {
	Table int `json:"table"`
}

// The relays of a hub publish the scenes of the tables here that are watched on other nodes,
// each scene once for all of them.
type relays struct {
	nodes *nodes

	mu  sync.Mutex
	all map[int]*relay // by the number of the table
}

// A relay is the subscriber that publishes a table's scenes, as long as another node watches it
// and everyone may.
type relay struct {
	*subscriber
	table int
	since time.Time

	mu   sync.Mutex
	last sceneMsg // that was published
}

// settle has exactly the tables relayed that other nodes watch.
func (rs *relays) settle() {
	wanted := make(map[int]int)
	for _, p := range rs.nodes.alive() {
		for table, sessions := range p.Watching {
			if nodeOf(table) == rs.nodes.cluster.Number {
				wanted[table] += sessions
			}
		}
	}
	fresh := rs.nodes.hub.config.Now().Add(-2 * peers.Every) // the heartbeat that says who watches may be on its way
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for table, r := range rs.all {
		if wanted[table] == 0 && !r.since.After(fresh) {
			delete(rs.all, table)
			r.unsubscribe()
		}
	}
	for table, sessions := range wanted {
		if r := rs.relay(table); r != nil {
			r.standFor(sessions)
		}
	}
}

// answer answers a request for the scenes of a table, whose node watches it from now on.
func (rs *relays) answer(_ string, q watchRequest) sceneMsg {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if r := rs.relay(q.Table); r != nil {
		return r.newest()
	}
	return sceneMsg{}
}

// relay returns the relay of a table, which it begins if there is none. It is nil if not everyone
// may watch. The lock must be held.
func (rs *relays) relay(table int) *relay {
	r := rs.all[table]
	if r != nil {
		return r
	}
	s := rs.nodes.hub.Find(table)
	if s == nil {
		return nil
	}
	r = &relay{table: table, since: rs.nodes.hub.config.Now(), last: sceneMsg{Seq: time.Now().UnixNano()}}
	r.subscriber = &subscriber{sessions: 1, may: func(*arcade.Scene) bool {
		account, known := s.account()
		return known && isOpen(account)
	}}
	switch scene := s.broadcast.subscribe(r.subscriber); {
	case scene == nil:
		return nil
	case !r.may(scene): // checked after subscribe, as in Spectator.watch
		r.unsubscribe()
		return nil
	}
	rs.all[table] = r
	scene, _ := r.Box.Next() // it is there
	rs.publish(r, scene)
	go rs.nodes.hub.guard(func() { rs.run(r) })
	return r
}

// run publishes the scenes of a table until the relay's watch ends.
func (rs *relays) run(r *relay) {
	defer func() {
		r.unsubscribe()
		rs.mu.Lock()
		wanted := rs.all[r.table] == r
		if wanted {
			delete(rs.all, r.table)
		}
		rs.mu.Unlock()
		if wanted {
			rs.publish(r, nil)
		}
	}()
	for {
		scene, ok := r.Box.Next()
		if !ok {
			return
		}
		rs.publish(r, scene)
	}
}

// publish publishes a scene.
func (rs *relays) publish(r *relay, scene *arcade.Scene) {
	r.mu.Lock()
	r.last = sceneMsg{r.last.Seq + 1, scene}
	m := r.last
	r.mu.Unlock()
	peers.Publish(rs.nodes.cluster, scenesOf(r.table), m)
}

// newest returns the newest scene.
func (r *relay) newest() sceneMsg {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// newest returns the numbers of the newest scenes.
func (rs *relays) newest() map[int]int64 {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	newest := make(map[int]int64)
	for table, r := range rs.all {
		newest[table] = r.newest().Seq
	}
	return newest
}

// standFor changes for how many sessions a subscriber stands.
func (sub *subscriber) standFor(sessions int) {
	b := sub.broadcast
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, in := b.subs[sub]; in {
		b.watching.Add(int32(sessions - sub.sessions))
		sub.sessions = sessions
	}
}

// feedWait is how long who wants to watch a table of another node waits for its newest scene.
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
	number int
	owner  arcade.Credential // whose table it is
	node   string
	users  int    // sessions that watch it, or wait for its newest scene; guarded by the lock of the feeds
	stop   func() // ends the subscription

	hearing sync.Mutex
	seq     int64 // of the newest scene
}

// watch watches the table of another node until ctx ends, for a session.
func (fs *feeds) watch(ctx context.Context, s Spectator, number int) (arcade.Watch[*arcade.Scene], error) {
	p, table := fs.nodes.findTable(number)
	if p == nil {
		return nil, errNotShown
	}
	f := fs.enter(p.name, table)
	stays := context.AfterFunc(ctx, func() { fs.leave(f) })
	fs.ask(ctx, f)
	watch, err := s.watch(ctx, &f.broadcast, number, func(scene *arcade.Scene) bool { return s.maySee(scene) || s.owns(f.owner) })
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
		f.stop = listen(fs.nodes, scenesOf(f.number), func(_ string, m sceneMsg) { fs.show(f, m) })
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

// end ends all watches of a feed.
func (fs *feeds) end(f *feed) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.drop(f)
}

// drop ends a feed. The lock must be held.
func (fs *feeds) drop(f *feed) {
	if fs.all[f.number] == f {
		delete(fs.all, f.number)
	}
	f.stop()
	f.publish(nil)
}

// ask asks for the newest scene of a feed.
func (fs *feeds) ask(ctx context.Context, f *feed) {
	ctx, cancel := context.WithTimeout(ctx, feedWait)
	defer cancel()
	if m, ok := peers.Request[watchRequest, sceneMsg](ctx, fs.nodes.cluster, f.node, watchSubject, watchRequest{f.number}); ok {
		fs.show(f, m)
	}
}

// show takes what the node of a table has sent.
func (fs *feeds) show(f *feed, m sceneMsg) {
	f.hearing.Lock()
	defer f.hearing.Unlock()
	if m.Seq <= f.seq {
		return
	}
	if f.seq = m.Seq; m.Scene == nil {
		fs.end(f)
		return
	}
	f.publish(m.Scene)
}

// newest returns the number of the newest scene.
func (f *feed) newest() int64 {
	f.hearing.Lock()
	defer f.hearing.Unlock()
	return f.seq
}

// settle ends the feeds of tables that other nodes do not tell of any more, and asks again for
// scenes that were lost.
func (fs *feeds) settle() {
	for _, f := range fs.list() {
		switch p, table := fs.nodes.findTable(f.number); {
		case p == nil || table.Credential != f.owner:
			fs.end(f)
		case p.Relayed[f.number] > f.newest():
			go fs.nodes.hub.guard(func() { fs.ask(context.Background(), f) })
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
