package server

import (
	"cmp"
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/server/limit"
)

// A hub holds the running sessions.
type hub struct {
	capacity int // sessions it has room for; admins always get in

	mu         sync.Mutex
	all        map[*session]struct{}
	cells      int           // screen cells beyond 80x24 each that are left to give out
	lastNumber int           // sessions so far
	closed     bool          // no one enters any more
	draining   bool          // only admins enter
	left       chan struct{} // closed and replaced when a session ends
	running    sync.WaitGroup
}

func newHub(room, cells int) *hub {
	return &hub{capacity: room, cells: cells, all: make(map[*session]struct{}), left: make(chan struct{})}
}

// enter adds a session, or returns the sentence why it may not begin.
func (h *hub) enter(s *session) (sentence string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed, h.draining && !s.state().id.admin:
		return "The arcade is closing. Please come back in a while."
	case len(h.all) >= h.capacity && !s.state().id.admin:
		return "The arcade is full. Please come back in a while."
	}
	h.lastNumber++
	s.number = h.lastNumber
	h.all[s] = struct{}{}
	h.running.Add(1)
	return ""
}

// leave removes a session, if it is still in the hub, and ends what others see of it. The
// caller calls running.Done once the session sends no more output.
func (h *hub) leave(s *session) {
	s.broadcast.publish(nil)
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, in := h.all[s]; !in {
		return
	}
	delete(h.all, s)
	h.cells += s.cells
	s.cells = 0
	close(h.left)
	h.left = make(chan struct{})
}

// shutDown lets no one in any more. It returns false if the hub was shut already.
func (h *hub) shutDown() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.closed
	h.closed = true
	return !before
}

// drain lets only admins in, or everyone again.
func (h *hub) drain(on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draining = on
}

func (h *hub) isDraining() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.draining
}

// sessions returns all sessions, in the order in which they began.
func (h *hub) sessions() []*session {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.SortedFunc(maps.Keys(h.all), func(a, b *session) int { return cmp.Compare(a.number, b.number) })
}

// find returns the session with a number, or nil.
func (h *hub) find(number int) *session {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.all {
		if s.number == number {
			return s
		}
	}
	return nil
}

// watchers returns how many sessions watch another one.
func (h *hub) watchers() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.all {
		n += s.broadcast.watchers()
	}
	return n
}

func (h *hub) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.all)
}

// players returns the number of sessions in which someone plays or watches, and a channel
// that is closed when the next session ends.
func (h *hub) players() (n int, left <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.all {
		if s.isInteractive() {
			n++
		}
	}
	return n, h.left
}

// end ends the sessions of players for which which returns true, and returns how many it
// ended. It also ends commands, which are not counted: one may be about to show a replay.
func (h *hub) end(which func(*session) bool, words string) (n int) {
	for _, s := range h.sessions() {
		if which(s) && s.end(words) && s.isInteractive() {
			n++
		}
	}
	return n
}

// notify shows a notice in the sessions of players for which which returns true, and
// returns how many there were.
func (h *hub) notify(which func(*session) bool, text string) (n int) {
	for _, s := range h.sessions() {
		if s.isInteractive() && which(s) {
			s.notify(text)
			n++
		}
	}
	return n
}

// The kinds of sessions.
const (
	kindScreen  = "screen"
	kindWords   = "words"
	kindCommand = "command"
)

// A session is one running session.
type session struct {
	term  string
	addr  netip.Addr // the client's address; zero on the local socket
	since time.Time

	number    int                  // given by the hub
	cells     int                  // of its screen, beyond 80x24; guarded by the hub's lock
	ending    chan string          // the last words, once the session should end; holds one
	notices   chan string          // the newest notice not shown yet; holds one
	endAsked  atomic.Bool          // someone has called end
	lastKey   atomic.Int64         // time of the last key press, in Unix nanoseconds
	broadcast broadcast            // what others can see of the session
	race      atomic.Pointer[race] // the race that its player's table is in, or nil

	mu      sync.Mutex
	current sessionState // guarded by mu; see state and change
}

// A sessionState is the part of a session that changes while it runs.
type sessionState struct {
	kind   string // one of kindScreen, kindWords and kindCommand
	id     identity
	player Player // the player's data; nil until authorize has opened it
	slot   string // of the game on the table, or ""
}

func newSession(id identity, kind, term string, from net.Addr, now time.Time) *session {
	s := &session{
		current: sessionState{kind: kind, id: id}, term: term, addr: limit.Addr(from), since: now,
		ending: make(chan string, 1), notices: make(chan string, 1),
	}
	s.touch(now)
	return s
}

// state returns the session's current state.
func (s *session) state() sessionState {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// change changes the session's state. fn must be quick and must not call the session's
// methods.
func (s *session) change(fn func(*sessionState)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fn(&s.current)
}

func (s *session) touch(now time.Time) { s.lastKey.Store(now.UnixNano()) }

// idle returns the time since the last key press.
func (s *session) idle(now time.Time) time.Duration {
	return max(0, now.Sub(time.Unix(0, s.lastKey.Load())))
}

// end asks the session to end with last words for its player. It reports whether this was
// the first such call; later ones have no effect. A command ignores it and ends by
// itself.
func (s *session) end(words string) (first bool) {
	if s.endAsked.Swap(true) {
		return false
	}
	s.ending <- words
	return true
}

// notify shows the player a line, replacing one that was not shown yet.
func (s *session) notify(text string) {
	select {
	case <-s.notices:
	default:
	}
	select {
	case s.notices <- text:
	default:
	}
}

// isInteractive reports whether the session is one in which someone plays or watches,
// rather than a command, which no one has to wait for.
func (s *session) isInteractive() bool { return s.state().kind != kindCommand }

// setSlot notes which game is on the table, by its slot; "" means none.
func (s *session) setSlot(slot string) { s.change(func(st *sessionState) { st.slot = slot }) }
