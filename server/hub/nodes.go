package hub

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"boardwalk/server/peers"
)

// The subjects of what hubs tell each other. That of the scenes of a table has its number.
const (
	beatSubject   = "beat"   // each second: all there is to know of a node
	leaseSubject  = "lease"  // which tables of others are watched on a node
	markSubject   = "hub"    // who may watch whom, or be here, may have changed
	scenesSubject = "scenes" // what a table shows
)

// A nodes is what a hub knows of the hubs of other nodes, and what it tells them. A player who
// hides, or plays in private, is not in it: that never leaves the player's node. A nil nodes
// is that of an arcade on one machine, and does nothing.
type nodes struct {
	hub     *Hub
	cluster *peers.Cluster
	mark    *peers.Mark
	stops   []func()

	mu     sync.Mutex
	others map[string]*other // by name
	beats  uint64            // that were sent; it begins with the time, so that a node's next run has greater ones

	relays    relays
	feeds     feeds
	questions questions
}

// An other is another node, as it has last told of itself.
type other struct {
	name     string
	number   int
	heard    time.Time
	rows     []row // those of a whole beat
	since    time.Time
	watching map[int]int

	beat  uint64        // of which some parts are here
	parts map[int][]row // these
}

// A beat is what a node tells each second, in parts if it is long. The first part has what is
// no row.
type beat struct {
	Node  int    `json:"node"` // its number
	Beat  uint64 `json:"beat"` // a later one has a greater number
	Part  int    `json:"part"`
	Parts int    `json:"parts"`
	Rows  []row  `json:"rows"`

	Watching  map[int]int   `json:"watching,omitempty"`
	Announced *announcement `json:"announced,omitempty"`
	Leaves    bool          `json:"leaves,omitempty"` // the node ends
}

// A lease says how many sessions of a node watch each table of other nodes. A node that no
// longer says so has none that do.
type lease struct {
	Watching map[int]int `json:"watching"`
	Begun    int         `json:"begun"` // the table that the node did not watch before
}

// rowsPart is how many rows a message has at most: so many are far below peers.Max.
const rowsPart = 400

// join connects a hub with those of a cluster, or returns nil if there is none.
func join(h *Hub, c *peers.Cluster) *nodes {
	if c == nil {
		return nil
	}
	n := &nodes{hub: h, cluster: c, others: make(map[string]*other), beats: uint64(time.Now().UnixNano())}
	n.relays.nodes, n.feeds.nodes, n.questions.nodes = n, n, n
	n.mark = peers.NewMark(c, markSubject, func() { h.guard(n.catchUp) })
	n.stops = []func(){
		n.mark.Stop,
		listen(n, beatSubject, n.hear),
		listen(n, leaseSubject, n.hearLease),
		listen(n, askSubject, n.questions.answer),
		listen(n, answerSubject(c.Number), n.questions.hear),
		listen(n, signalSubject, h.signals.hear),
		listen(n, noteSubject, h.Notes.hear),
		listen(n, noteAskSubject, h.Notes.hearAsk),
		listen(n, followSubject, h.follows.hear),
	}
	return n
}

// listen is peers.Subscribe, and recovers from a panic of fn.
func listen[T any](n *nodes, subject string, fn func(from string, message T)) (stop func()) {
	return peers.Subscribe(n.cluster, subject, func(from string, message T) {
		n.hub.guard(func() { fn(from, message) })
	})
}

// number returns the number of the session that is the nth here. The last digit is the node's,
// so that no two nodes give the same one.
func (n *nodes) number(nth int) int {
	if n == nil {
		return nth
	}
	return nth*(peers.Most+1) + n.cluster.Number
}

// nodeOf returns the number of the node that has given a session its number.
func nodeOf(number int) int { return number % (peers.Most + 1) }

// changed tells the others that a player may have changed who may watch.
func (n *nodes) changed() {
	if n != nil {
		n.mark.Changed()
		n.beat(false)
	}
}

// catchUp sees to what another node has told by changed.
func (n *nodes) catchUp() {
	n.hub.recheckWatches()
	if n.hub.config.Changed != nil {
		n.hub.config.Changed()
	}
}

// beat tells the others all they need to know of this node, for the last time if it leaves.
func (n *nodes) beat(leaves bool) {
	n.prune()
	n.hub.surveys.outdate()
	here := n.hub.surveys.newest().here
	parts := slices.Collect(slices.Chunk(here, rowsPart))
	if len(parts) == 0 {
		parts = [][]row{{}}
	}
	n.mu.Lock()
	n.beats++
	number := n.beats
	n.mu.Unlock()
	for i, part := range parts {
		b := beat{Node: n.cluster.Number, Beat: number, Part: i, Parts: len(parts), Rows: part}
		if i == 0 {
			b.Watching, b.Announced, b.Leaves = n.feeds.watching(), n.hub.Announcements.still(), leaves
		}
		peers.Publish(n.cluster, beatSubject, b)
	}
	n.mark.Repeat()
	n.relays.repeat(func(int) bool { return true })
}

// hear takes a part of a beat of another node.
func (n *nodes) hear(from string, b beat) {
	now := n.hub.config.Now()
	n.mu.Lock()
	o := n.others[from]
	if o == nil {
		o = &other{name: from, number: b.Node}
		n.others[from] = o
	}
	if b.Beat < o.beat || b.Parts < 1 || b.Parts > 1000 {
		n.mu.Unlock()
		return
	}
	if b.Beat > o.beat {
		o.beat, o.parts = b.Beat, make(map[int][]row)
	}
	o.number, o.heard, o.parts[b.Part] = b.Node, now, b.Rows
	if b.Part == 0 {
		o.watching = b.Watching
	}
	whole := len(o.parts) == b.Parts
	if whole {
		o.rows, o.since = nil, now
		for _, i := range slices.Sorted(maps.Keys(o.parts)) {
			o.rows = append(o.rows, o.parts[i]...)
		}
	}
	if b.Leaves {
		delete(n.others, from)
	}
	n.mu.Unlock()
	if b.Announced != nil {
		n.hub.Announcements.show(*b.Announced)
	}
	n.settle(b.Leaves || whole)
}

// hearLease takes a lease of another node.
func (n *nodes) hearLease(from string, l lease) {
	n.mu.Lock()
	o := n.others[from]
	if o != nil {
		o.watching = l.Watching
	}
	n.mu.Unlock()
	if o != nil {
		n.relays.settle()
		n.relays.repeat(func(table int) bool { return table == l.Begun })
	}
}

// settle has relays and feeds follow what is known of other nodes. rows says whether that may
// have changed for feeds.
func (n *nodes) settle(rows bool) {
	n.relays.settle()
	if rows {
		n.feeds.settle()
	}
}

// prune forgets the nodes that have told nothing for too long.
func (n *nodes) prune() {
	n.mu.Lock()
	now, before := n.hub.config.Now(), len(n.others)
	maps.DeleteFunc(n.others, func(_ string, o *other) bool { return !o.isUp(now) })
	gone := len(n.others) < before
	n.mu.Unlock()
	n.settle(gone)
	n.feeds.sweep()
}

// isUp reports whether the node has told something lately.
func (o *other) isUp(now time.Time) bool { return now.Sub(o.heard) < peers.Silence }

// alive returns the other nodes that are up, by number. They are copies, whose rows and tables
// nobody changes.
func (n *nodes) alive() (up []other) {
	if n == nil {
		return nil
	}
	now := n.hub.config.Now()
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, o := range n.others {
		if o.isUp(now) {
			up = append(up, *o)
		}
	}
	slices.SortFunc(up, func(a, b other) int { return cmp.Compare(a.number, b.number) })
	return up
}

// leave tells the others that this node ends, and hears them no more.
func (n *nodes) leave() {
	n.beat(true)
	for _, stop := range n.stops {
		stop()
	}
	n.relays.stop()
}
