package race

import (
	"maps"
	"slices"
	"sync"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// The subjects of what registries tell each other.
const (
	changeSubject   = "races"    // races have changed in the store
	progressSubject = "progress" // what the tables of a node have reported of a race
	roomSubject     = "room"     // a race that is over has a rematch
)

// A nodes connects a Registry with those of other nodes. All have the same races in their
// stores and read them again when a node tells that they have changed; each ends a race at its
// limit, of which the store makes one end. What a table reports goes to all. A nil nodes is
// that of an arcade on one machine, and does nothing.
type nodes struct {
	registry *Registry
	cluster  *peers.Cluster
	change   *peers.Invalidation
	stops    []func()

	mu     sync.Mutex
	offers map[string]*arcade.Race // rematches that were offered here, by code: the races they follow
}

// A report is what a node tells of a race: what the tables there have reported.
type report struct {
	Code   string        `json:"code"`
	Racers []racerReport `json:"racers"`
}

// A racerReport is a progress, as it is told.
type racerReport struct {
	Racer    string       `json:"racer"`
	At       time.Time    `json:"at"`
	Table    int          `json:"table,omitempty"`
	Score    engine.Score `json:"score"`
	Moves    int          `json:"moves"`
	Assisted bool         `json:"assisted,omitempty"`
}

// join connects a Registry with those of a cluster, or returns nil if there is none.
func join(rs *Registry, c *peers.Cluster) *nodes {
	if c == nil {
		return nil
	}
	n := &nodes{registry: rs, cluster: c, offers: make(map[string]*arcade.Race)}
	n.change = peers.NewInvalidation(c, changeSubject, func() { rs.guard(n.catchUp) })
	n.stops = []func(){
		n.change.Stop,
		peers.Subscribe(c, progressSubject, func(from string, r report) { rs.guard(func() { n.hear(from, r) }) }),
		peers.Subscribe(c, roomSubject, func(_ string, over arcade.Race) { rs.guard(func() { n.hearOffer(over) }) }),
	}
	return n
}

// changed tells the others that a race has changed in the store.
func (n *nodes) changed() {
	if n != nil {
		n.change.Announce()
	}
}

// catchUp reads the races from the store again, as another node has told that they have
// changed there.
func (n *nodes) catchUp() {
	rs := n.registry
	reads := make(map[string]int)
	for _, r := range rs.list() {
		reads[r.code] = r.nextRead()
	}
	open, err := rs.config.Store.OpenRaces()
	if err != nil {
		_ = rs.config.UserError(rs.config.Log, "look at the races", err)
		return
	}
	there := make(map[string]bool)
	for _, stored := range open {
		there[stored.Code] = true
		r := rs.find(stored.Code)
		switch read, known := reads[stored.Code]; {
		case known && r != nil:
			rs.apply(r, stored, read)
		case !known && r == nil: // else it has ended since
			rs.load(stored)
		}
		if !stored.Started.IsZero() {
			rs.rooms.withdraw(stored.Code)
		}
	}
	for code := range reads {
		if r := rs.find(code); r != nil && !there[code] { // it is over, or its racers have left it
			rs.ends.end(r)
			rs.rooms.withdraw(code)
		}
	}
}

// tell tells the others what the tables here have reported of a race: at once or, if it did so
// less than Pause ago, when that time has passed.
func (n *nodes) tell(r *race) {
	if n == nil {
		return
	}
	told, ok := r.untold()
	if !ok {
		return
	}
	peers.Publish(n.cluster, progressSubject, told)
	n.registry.after(Pause, func() {
		r.mu.Lock()
		r.telling = false
		r.mu.Unlock()
		n.tell(r)
	})
}

// untold returns what the tables here have reported. ok is false if nothing has changed, or if
// it was told just now.
func (r *race) untold() (told report, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.telling || !r.reported {
		return told, false
	}
	r.telling, r.reported = true, false
	return r.report(), true
}

// report returns what the tables here have reported. The lock must be held.
func (r *race) report() report {
	told := report{Code: r.code}
	for id, p := range r.racers {
		if p.node == "" {
			told.Racers = append(told.Racers, racerReport{id, p.at, p.table, p.score, p.moves, p.assisted})
		}
	}
	return told
}

// hear notes what the tables of another node have reported.
func (n *nodes) hear(from string, told report) {
	r := n.registry.find(told.Code)
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	for _, o := range told.Racers {
		if !slices.ContainsFunc(r.stored.Racers, func(known data.Racer) bool { return known.ID == o.Racer }) {
			continue
		}
		p := r.racers[o.Racer]
		if p == nil {
			p = new(progress)
			r.racers[o.Racer] = p
		}
		if p.at.After(o.At) { // the racer has come to a table here, or on a third node
			continue
		}
		heard := progress{from, o.At, r.now(), o.Table, o.Score, o.Moves, o.Assisted}
		changed := !p.sameAs(heard)
		if *p = heard; changed {
			r.publishSoon()
		}
	}
}

// sameAs reports whether racers see the same of two progresses.
func (p *progress) sameAs(o progress) bool {
	return p.table == o.table && p.score == o.score && p.moves == o.moves && p.assisted == o.assisted
}

// forget notes that racers are at no table whose node has told nothing for long.
func (r *race) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.racers {
		if p.node != "" && p.table != 0 && r.now().Sub(p.heard) >= peers.Silence {
			p.table = 0
			r.publishSoon()
		}
	}
}

// offer tells the rooms of a race that is over of its rematch, on all nodes, until that is
// started or left.
func (n *nodes) offer(over *arcade.Race) {
	if n == nil || over.Next == "" {
		return
	}
	n.mu.Lock()
	n.offers[over.Next] = over
	n.mu.Unlock()
	peers.Publish(n.cluster, roomSubject, *over)
}

// hearOffer shows a rematch that was offered on another node.
func (n *nodes) hearOffer(over arcade.Race) {
	over.Me = "" // each who is shown it is told who that is
	n.registry.rooms.offer(&over)
}

// beat tells the others all they need to know of this node.
func (n *nodes) beat() {
	n.change.Repeat()
	for _, r := range n.registry.list() {
		r.forget()
		r.mu.Lock()
		told := r.report()
		r.mu.Unlock()
		if len(told.Racers) > 0 {
			peers.Publish(n.cluster, progressSubject, told)
		}
	}
	n.mu.Lock()
	maps.DeleteFunc(n.offers, func(next string, _ *arcade.Race) bool {
		r := n.registry.find(next)
		return r == nil || !r.unstarted()
	})
	offers := slices.Collect(maps.Values(n.offers))
	n.mu.Unlock()
	for _, over := range offers {
		peers.Publish(n.cluster, roomSubject, *over)
	}
}

// Beat tells the other nodes of a cluster what they need to know of the races here. It is
// called each time in peers.Every; without a cluster it must not be.
func (rs *Registry) Beat() { rs.guard(rs.nodes.beat) }

// LeaveCluster is the last call of Beat: the registry hears nothing more.
func (rs *Registry) LeaveCluster() {
	for _, stop := range rs.nodes.stops {
		stop()
	}
}
