package hub

import (
	"strconv"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// The relays of a hub publish the scenes of the tables here that are watched on other nodes,
// each scene once for all of them.
type relays struct {
	nodes *nodes

	mu  sync.Mutex
	all map[int]*relay // by the number of the table
}

// A relay is the subscriber that publishes a table's scenes, as long as a node has a lease on
// it and everyone may watch.
type relay struct {
	*subscriber
	unwanted bool // it ends because no node has a lease; guarded by the lock of the relays

	mu   sync.Mutex
	last scenes // that was published; zero before
}

// A scenes is a message to those who watch a table from other nodes.
type scenes struct {
	Epoch int64         `json:"epoch"` // of two relays of a table, the later one has the greater
	Seq   int           `json:"seq"`
	Scene *arcade.Scene `json:"scene,omitempty"` // nil: nobody may watch any more, or there is no table
}

// isAfter reports whether a message is newer than another one.
func (m scenes) isAfter(o scenes) bool {
	return m.Epoch > o.Epoch || m.Epoch == o.Epoch && m.Seq > o.Seq
}

// scenesOf returns the subject of the scenes of a table.
func scenesOf(table int) string { return scenesSubject + "." + strconv.Itoa(table) }

// settle has exactly the tables relayed on which other nodes have leases.
func (rs *relays) settle() {
	wanted := make(map[int]int)
	for _, o := range rs.nodes.alive() {
		for table, sessions := range o.watching {
			if nodeOf(table) == rs.nodes.cluster.Number && sessions > 0 {
				wanted[table] += sessions
			}
		}
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for table, r := range rs.all {
		if sessions := wanted[table]; sessions > 0 {
			r.standFor(sessions)
			continue
		}
		r.unwanted = true
		r.unsubscribe()
		delete(rs.all, table)
	}
	for table, sessions := range wanted {
		if rs.all[table] == nil {
			rs.begin(table, sessions)
		}
	}
}

// begin begins to relay a table. If it cannot be watched, those who wait for it are told. The
// lock of the relays must be held.
func (rs *relays) begin(table, sessions int) {
	s, r := rs.nodes.hub.Find(table), &relay{last: scenes{Epoch: time.Now().UnixNano()}}
	if s != nil {
		r.subscriber = &subscriber{sessions: sessions, may: func(*arcade.Scene) bool {
			account, known := s.account()
			return known && isOpen(account)
		}}
		scene := s.broadcast.subscribe(r.subscriber)
		switch {
		case scene != nil && r.may(scene): // checked after subscribe, as in Spectator.watch
			if rs.all == nil {
				rs.all = make(map[int]*relay)
			}
			rs.all[table] = r
			go rs.nodes.hub.guard(func() { rs.run(r, table) })
			return
		case scene != nil:
			r.unsubscribe()
		}
	}
	peers.Publish(rs.nodes.cluster, scenesOf(table), r.next(nil))
}

// run publishes the scenes of a table until the relay's watch ends.
func (rs *relays) run(r *relay, table int) {
	defer func() {
		r.unsubscribe()
		rs.mu.Lock()
		unwanted := r.unwanted
		if rs.all[table] == r {
			delete(rs.all, table)
		}
		rs.mu.Unlock()
		if !unwanted {
			peers.Publish(rs.nodes.cluster, scenesOf(table), r.next(nil))
		}
	}()
	for {
		scene, ok := r.Box.Next()
		if !ok {
			return
		}
		peers.Publish(rs.nodes.cluster, scenesOf(table), r.next(scene))
	}
}

// next returns the message of a scene.
func (r *relay) next(scene *arcade.Scene) scenes {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last.Seq++
	r.last.Scene = scene
	return r.last
}

// newest returns the newest message.
func (r *relay) newest() scenes {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// repeat publishes the newest scenes of some tables again, for nodes that have not had them.
func (rs *relays) repeat(which func(table int) bool) {
	rs.mu.Lock()
	newest := make(map[int]scenes)
	for table, r := range rs.all {
		if which(table) {
			newest[table] = r.newest()
		}
	}
	rs.mu.Unlock()
	for table, m := range newest {
		if m.Scene != nil {
			peers.Publish(rs.nodes.cluster, scenesOf(table), m)
		}
	}
}

// stop ends all relays.
func (rs *relays) stop() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for table, r := range rs.all {
		r.unwanted = true
		r.unsubscribe()
		delete(rs.all, table)
	}
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
