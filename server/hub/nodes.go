package hub

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"boardwalk/server/peers"
)

// The subjects of what hubs tell each other. That of the scenes of a table has its number.
const (
	heartbeatSubject   = "heartbeat"   // each second: all there is to know of a node
	changeSubject      = "hub"         // who may watch whom, or be here, may have changed
	scenesSubject      = "scenes"      // what a table shows
	watchSubject       = "watch"       // asks the node of a table for its newest scene, and for those to come
	orderSubject       = "order"       // what an admin has all nodes do
	signalSubject      = "signal"      // that a player has sent
	noteSubject        = "note"        // a change of the notes for a player
	noteRequestSubject = "noterequest" // asks for the notes for a player
	storedSubject      = "stored"      // a session has stored something of its table
)

// answerWait is how long a node waits for an answer of another.
const answerWait = 2 * time.Second

// A nodes is what a hub knows of the hubs of other nodes, and what it tells them. A player who
// hides, or plays in private, is not in it: that never leaves the player's node.
type nodes struct {
	hub     *Hub
	cluster *peers.Cluster      // nil: there are no others
	change  *peers.Invalidation // of who may watch whom, or be here

	mu    sync.Mutex
	peers map[string]*peer // by name

	settling sync.Mutex // held while it changes by whom tables here are watched elsewhere

	feedsMu sync.Mutex
	feeds   map[int]*feed // the tables of other nodes that are watched here, by number
}

// A peer is another node, as it has last told of itself.
type peer struct {
	heartbeat
	name  string
	heard time.Time
}

// A heartbeat is what a node tells each second.
type heartbeat struct {
	Node      int          `json:"node"`               // its number
	Sessions  []presence   `json:"sessions"`           // by number
	Watching  map[int]int  `json:"watching,omitempty"` // how many sessions watch each table of others
	Announced Announcement `json:"announced,omitzero"`
	Leaves    bool         `json:"leaves,omitempty"` // the node ends
}

// join connects a hub with those of a cluster, if there is one.
func join(h *Hub, c *peers.Cluster) {
	n := &nodes{hub: h, cluster: c, peers: make(map[string]*peer), feeds: make(map[int]*feed)}
	h.nodes = n // before anything comes
	n.change = peers.NewInvalidation(c, changeSubject, func() {
		h.recheckWatches()
		h.config.Changed()
	})
	peers.Subscribe(c, heartbeatSubject, n.hear)
	peers.Answer(c, watchSubject, n.answerWatch)
	peers.Answer(c, orderSubject, func(_ string, o order) outcome { return h.Everywhere().do(o) })
	peers.Subscribe(c, signalSubject, h.hearSignal)
	peers.Subscribe(c, noteSubject, h.Notes.hear)
	peers.Subscribe(c, noteRequestSubject, h.Notes.hearRequest)
	peers.Subscribe(c, storedSubject, h.hearStored)
}

// number returns the number of the session that is the nth here. The last digit is the node's,
// so that no two nodes give the same one.
func (n *nodes) number(nth int) int {
	if n.cluster == nil {
		return nth
	}
	return nth*(peers.Most+1) + n.cluster.Number
}

// beat tells the others all they need to know of this node, for the last time if it leaves.
func (n *nodes) beat(leaves bool) {
	if n.cluster == nil {
		return
	}
	n.settleWatched(true)
	n.settleFeeds()
	n.hub.outdateSurvey()
	watching := make(map[int]int)
	for _, f := range n.feedList() {
		watching[f.number] = f.watchers()
	}
	peers.Publish(n.cluster, heartbeatSubject, heartbeat{
		Node: n.cluster.Number, Sessions: n.hub.survey().here, Watching: watching,
		Announced: n.hub.Announced(), Leaves: leaves,
	})
	n.change.Repeat()
}

func (n *nodes) hear(from string, b heartbeat) {
	n.mu.Lock()
	if n.peers[from] = (&peer{b, from, n.hub.config.Now()}); b.Leaves {
		delete(n.peers, from)
	}
	n.mu.Unlock()
	n.hub.announce(b.Announced)
	n.settleWatched(false)
	n.settleFeeds()
}

// onceHere calls fn, in a goroutine of its own, once the data here has all that was stored on other nodes
// by now. If that takes a minute, it does not.
func (h *Hub) onceHere(fn func()) {
	go h.guard(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if h.config.Cluster.Barrier(ctx) == nil {
			fn()
		}
	})
}

// alive returns the other nodes that have told something lately, by number. Nobody changes them.
func (n *nodes) alive() []*peer {
	now := n.hub.config.Now()
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.peers, func(_ string, p *peer) bool { return now.Sub(p.heard) >= peers.Silence })
	return slices.SortedFunc(maps.Values(n.peers), func(a, b *peer) int { return cmp.Compare(a.Node, b.Node) })
}

// findTable returns the table of a session of another node, and that node. table is nil if there is
// none that everyone may watch.
func (n *nodes) findTable(number int) (node string, table *surveyed) {
	for _, p := range n.alive() {
		if p.Node != number%(peers.Most+1) {
			continue
		}
		by := func(s presence, number int) int { return cmp.Compare(s.Number, number) }
		i, ok := slices.BinarySearchFunc(p.Sessions, number, by)
		if ok && p.Sessions[i].Table != nil {
			return p.name, p.Sessions[i].Table
		}
	}
	return "", nil
}
