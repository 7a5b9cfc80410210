// Package hub holds the sessions that are on. A [Hub] decides whether one more [Session]
// fits, finds sessions, ends them and shows them notices, and lets them watch each other, see who
// is here and send signals.
//
//	h := hub.New(hub.Config{Sessions: 2000, Cells: 5_760_000, Now: time.Now, Sealed: sealed})
//	s := hub.NewSession(id, hub.Screen, "xterm", addr, time.Now())
//	if sentence := h.Enter(s); sentence != "" {
//		return sentence
//	}
//	defer h.Done()   // no more output comes from it
//	defer h.Leave(s) // others no longer see it
//
// The hubs of several nodes are one company: each tells the others who is there and which tables
// may be watched (nodes.go), and publishes the scenes of those that are watched elsewhere
// (scenes.go). [Hub.Sessions] and what else concerns a machine is of one node, and [Hub.Everywhere]
// of all. What a session runs is not the hub's business: it is asked to end by [Session.Ending].
package hub

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
	"boardwalk/server/mailbox"
	"boardwalk/server/peers"
)

// A Config says what a hub has room for and what it must know of the arcade.
type Config struct {
	Sessions int                     // sessions it has room for; admins always get in
	Cells    int                     // screen cells that all sessions share, beyond Columns x Rows each
	Now      func() time.Time        // the clock
	Sealed   func(arcade.Event) bool // whether an event's deal is still secret
	Watched  func(arcade.Event) bool // whether it is a race that others may watch with a delay
	Alone    bool                    // players are no company to each other: nobody follows anybody

	Cluster *peers.Cluster // the other nodes of the arcade; nil if there are none
	Changed func()         // called when another node has told that players may no longer be here, or be seen

	// Regards reports whether a player follows another, and ignores that one.
	Regards func(player, other arcade.PlayerID) (follows, ignores bool)

	// Recovered is called with the value of a panic in what the hub does on its own, which is
	// nobody's session. If it is nil, such a panic ends the program.
	Recovered func(v any)
}

// A Hub holds the running sessions. It is safe for concurrent use.
type Hub struct {
	Notes *Notes // of challenges, for players

	config Config

	mu         sync.Mutex
	all        map[int]*Session // by number
	seated     map[int]*Session // of the arcade's players, by number
	lastNumber int              // sessions so far
	announced  Announcement     // the newest
	cells      int              // of Config.Cells, what is left to give out
	closed     bool             // no one enters any more
	draining   atomic.Bool      // only admins enter
	left       chan struct{}    // closed and replaced when a session ends
	running    sync.WaitGroup

	latest    atomic.Pointer[survey]
	surveying singleflight.Group       // sessions that come during a survey share its result
	stays     map[arcade.PlayerID]stay // of those seen lately; only within surveying
	news      mailbox.Readers[*Session, arcade.News]
	pace      *limit.Pace // of the signals that players send
	nodes     *nodes
	windows   windows
	delaysMu  sync.Mutex
	delays    map[string]*delay // by racer and race
}

func (h *Hub) guard(fn func()) { peers.Guard(h.config.Recovered, fn) }

// New returns an empty hub.
func New(config Config) *Hub {
	h := &Hub{
		config: config, cells: config.Cells, all: make(map[int]*Session), seated: make(map[int]*Session),
		delays: make(map[string]*delay), stays: make(map[arcade.PlayerID]stay), left: make(chan struct{}),
		windows: windows{at: make(map[slotOf][]*window)}, pace: limit.NewPace(sendsHour, sendersMax),
	}
	h.Notes = &Notes{hub: h, kept: make(map[arcade.PlayerID][]note)}
	join(h, config.Cluster)
	return h
}

// Beat tells the other nodes of a cluster all they need to know of this one, and sessions the news. It
// is called each time in peers.Every.
func (h *Hub) Beat() {
	h.guard(h.showKept)
	h.guard(func() { h.nodes.beat(false) })
	h.tellNews()
}

// TellChanged has the other nodes of a cluster call Config.Changed, and do what RecheckWatches
// does. Without one it does nothing.
func (h *Hub) TellChanged() { h.nodes.change.Announce() }

// HasOthers reports whether another node of a cluster is up, where players can go on.
func (h *Hub) HasOthers() bool { return len(h.nodes.alive()) > 0 }

// LeaveCluster tells the other nodes that this one ends, and hears them no more. It is the last call
// of Beat.
func (h *Hub) LeaveCluster() {
	h.guard(func() { h.nodes.beat(true) })
	if h.config.Cluster != nil {
		h.config.Cluster.Leave()
	}
}

// Full is the sentence of Enter while the hub has as many sessions as it has room for.
const Full = "The arcade is full. Please come back in a while."

// Enter adds a session and gives it its number, or returns the sentence why it may not
// begin. The caller calls Leave and then Done for each session that has entered.
func (h *Hub) Enter(s *Session) (sentence string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed, h.draining.Load() && !s.State().ID.Admin:
		if h.HasOthers() {
			return "This machine of the arcade is closing. Please come back at once, to another one."
		}
		return "The arcade is closing. Please come back in a while."
	case len(h.all) >= h.config.Sessions && !s.State().ID.Admin:
		return Full
	}
	h.add(s, h.all)
	h.running.Add(1)
	if s.IsInteractive() && h.config.Now().Before(h.announced.Until) {
		s.Notify(h.announced.Text)
	}
	return ""
}

// Seat gives one of the arcade's players a table that others can watch until Leave is called. Its
// session has a number, but is none of the Sessions: it takes no place, and nobody is there.
func (h *Hub) Seat(s *Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.add(s, h.seated)
}

// add adds a session to some, and gives it its number. The lock must be held.
func (h *Hub) add(s *Session, to map[int]*Session) {
	h.lastNumber++
	s.number = h.nodes.number(h.lastNumber)
	s.broadcast.may = func(by *Session, scene *arcade.Scene) bool {
		return s.isOpen() && by.mayWatch(scene, !s.from.IsZero())
	}
	to[s.number] = s
}

// Leave removes a session, if it is still in the hub, and ends what others see of it.
func (h *Hub) Leave(s *Session) {
	h.Company(s).Show(nil)
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.seated, s.number)
	if h.all[s.number] != s {
		return
	}
	delete(h.all, s.number)
	h.cells += s.cells
	s.cells = 0
	close(h.left)
	h.left = make(chan struct{})
}

// Done notes that a session which has left sends no more output.
func (h *Hub) Done() { h.running.Done() }

// Wait waits until no session sends output any more.
func (h *Hub) Wait() { h.running.Wait() }

// Close lets no one in any more. It reports whether it was the first call.
func (h *Hub) Close() (first bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.closed
	h.closed = true
	return !before
}

// Drain lets only admins in, or everyone again.
func (h *Hub) Drain(on bool) { h.draining.Store(on) }

// IsDraining reports whether only admins are let in.
func (h *Hub) IsDraining() bool { return h.draining.Load() }

// Sessions returns all sessions, in the order in which they began.
func (h *Hub) Sessions() []*Session { return h.list(h.all) }

// tables returns all who can be at a table: the sessions and the arcade's players, by number.
func (h *Hub) tables() []*Session { return h.list(h.all, h.seated) }

func (h *Hub) list(of ...map[int]*Session) (list []*Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, sessions := range of {
		list = slices.AppendSeq(list, maps.Values(sessions))
	}
	slices.SortFunc(list, func(a, b *Session) int { return cmp.Compare(a.number, b.number) })
	return list
}

// find returns whose table has a number, or nil.
func (h *Hub) find(number int) *Session {
	h.mu.Lock()
	defer h.mu.Unlock()
	return cmp.Or(h.all[number], h.seated[number])
}

// Watchers returns how many sessions watch a table.
func (h *Hub) Watchers() (n int) {
	for _, s := range h.tables() {
		n += s.watchers()
	}
	return n
}

// Count returns the number of sessions.
func (h *Hub) Count() int { return len(h.Sessions()) }

// Players returns the number of sessions in which someone plays or watches, and a channel
// that is closed when the next session ends.
func (h *Hub) Players() (n int, left <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.all {
		if s.IsInteractive() {
			n++
		}
	}
	return n, h.left
}

// End asks the sessions that match to end (see [Session.End]), and returns how many of them it was the first
// to ask. Commands are asked too, but not counted.
func (h *Hub) End(which func(*Session) bool, words string) (n int) {
	for _, s := range h.Sessions() {
		if which(s) && s.End(words) && s.IsInteractive() {
			n++
		}
	}
	return n
}

// Notify shows a notice in the sessions of players that match, and returns how many there were.
func (h *Hub) Notify(which func(*Session) bool, text string) (n int) {
	for _, s := range h.Sessions() {
		if s.IsInteractive() && which(s) {
			s.Notify(text)
			n++
		}
	}
	return n
}
