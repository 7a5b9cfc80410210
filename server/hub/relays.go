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

// relay has exactly the tables relayed on which other nodes have leases.
func (n *nodes) relay() {
	wanted := make(map[int]int)
	for _, o := range n.alive() {
		for table, sessions := range o.watching {
			if nodeOf(table) == n.cluster.Number && sessions > 0 {
				wanted[table] += sessions
			}
		}
	}
	n.relays.mu.Lock()
	defer n.relays.mu.Unlock()
	for table, r := range n.relays.all {
		if sessions := wanted[table]; sessions > 0 {
			r.standFor(sessions)
			continue
		}
		r.unwanted = true
		r.unsubscribe()
		delete(n.relays.all, table)
	}
	for table, sessions := range wanted {
		if n.relays.all[table] == nil {
			n.begin(table, sessions)
		}
	}
}

// begin begins to relay a table. If it cannot be watched, those who wait for it are told. The
// lock of the relays must be held.
func (n *nodes) begin(table, sessions int) {
	s, r := n.hub.Find(table), &relay{last: scenes{Epoch: time.Now().UnixNano()}}
	if s != nil {
		r.subscriber = &subscriber{sessions: sessions, may: func(*arcade.Scene) bool {
			account, known := s.account()
			return known && isOpen(account)
		}}
		scene := s.broadcast.subscribe(r.subscriber)
		switch {
		case scene != nil && r.may(scene): // checked after subscribe, as in Spectator.watch
			if n.relays.all == nil {
				n.relays.all = make(map[int]*relay)
			}
			n.relays.all[table] = r
			go n.hub.guard(func() { n.run(r, table) })
			return
		case scene != nil:
			r.unsubscribe()
		}
	}
	peers.Publish(n.cluster, scenesOf(table), r.next(nil))
}

// run publishes the scenes of a table until the relay's watch ends.
func (n *nodes) run(r *relay, table int) {
	defer func() {
		r.unsubscribe()
		n.relays.mu.Lock()
		unwanted := r.unwanted
		if n.relays.all[table] == r {
			delete(n.relays.all, table)
		}
		n.relays.mu.Unlock()
		if !unwanted {
			peers.Publish(n.cluster, scenesOf(table), r.next(nil))
		}
	}()
	for {
		scene, ok := r.Box.Next()
		if !ok {
			return
		}
		peers.Publish(n.cluster, scenesOf(table), r.next(scene))
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
func (n *nodes) repeat(which func(table int) bool) {
	n.relays.mu.Lock()
	newest := make(map[int]scenes)
	for table, r := range n.relays.all {
		if which(table) {
			newest[table] = r.newest()
		}
	}
	n.relays.mu.Unlock()
	for table, m := range newest {
		if m.Scene != nil {
			peers.Publish(n.cluster, scenesOf(table), m)
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
