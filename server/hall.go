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
)

// A hall holds the running sessions.
type hall struct {
	room int // sessions it has room for; admins always get in

	mu       sync.Mutex
	all      map[*session]struct{}
	cells    int           // screen cells beyond 80x24 each that are left to give out
	numbers  int           // sessions so far
	shut     bool          // no one enters any more
	draining bool          // only admins enter
	left     chan struct{} // closed and replaced when a session ends
	ended    sync.WaitGroup
}

func newHall(room, cells int) *hall {
	return &hall{room: room, cells: cells, all: make(map[*session]struct{}), left: make(chan struct{})}
}

// enter adds a session, or returns the sentence why it may not begin.
func (h *hall) enter(s *session) (sentence string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.shut, h.draining && !s.now().who.admin:
		return "The arcade is closing. Please come back in a while."
	case len(h.all) >= h.room && !s.now().who.admin:
		return "The arcade is full. Please come back in a while."
	}
	h.numbers++
	s.number = h.numbers
	h.all[s] = struct{}{}
	h.ended.Add(1)
	return ""
}

// leave removes a session, if it is still in the hall, and ends what others see of it.
// The caller calls ended.Done once the session sends no more output.
func (h *hall) leave(s *session) {
	s.stage.show(nil)
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

// shutDown lets no one in any more. It returns false if the hall was shut already.
func (h *hall) shutDown() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.shut
	h.shut = true
	return !before
}

// drain lets only admins in, or everyone again.
func (h *hall) drain(on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draining = on
}

func (h *hall) isDraining() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.draining
}

// sessions returns all sessions, in the order in which they began.
func (h *hall) sessions() []*session {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.SortedFunc(maps.Keys(h.all), func(a, b *session) int { return cmp.Compare(a.number, b.number) })
}

// find returns the session with a number, or nil.
func (h *hall) find(number int) *session {
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
func (h *hall) watchers() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.all {
		n += s.stage.watchers()
	}
	return n
}

func (h *hall) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.all)
}

// players returns the number of sessions in which someone plays or watches, and a channel
// that is closed when the next session ends.
func (h *hall) players() (n int, left <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.all {
		if s.plays() {
			n++
		}
	}
	return n, h.left
}

// end ends the sessions of players for which which returns true, and returns how many it
// ended. It also tells commands, which are not counted: one may be about to show a
// replay.
func (h *hall) end(which func(*session) bool, words string) (n int) {
	for _, s := range h.sessions() {
		if which(s) && s.end(words) && s.plays() {
			n++
		}
	}
	return n
}

// tell shows a notice in the sessions of players for which which returns true, and
// returns how many there were.
func (h *hall) tell(which func(*session) bool, text string) (n int) {
	for _, s := range h.sessions() {
		if s.plays() && which(s) {
			s.notice(text)
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
	from  netip.Addr // the client's address; zero on the local socket
	since time.Time

	number  int                  // given by the hall
	cells   int                  // of its screen, beyond 80x24; guarded by the hall's lock
	ending  chan string          // the last words, once the session should end; holds one
	notices chan string          // the newest notice not shown yet; holds one
	asked   atomic.Bool          // someone has called end
	touched atomic.Int64         // time of the last key press, in Unix nanoseconds
	stage   stage                // what others can see of the session
	race    atomic.Pointer[race] // the race that its player's table is in, or nil

	mu      sync.Mutex
	sitting sitting // guarded by mu; see now and change
}

// A sitting is the part of a session that changes while it runs.
type sitting struct {
	kind string // one of kindScreen, kindWords and kindCommand
	who  identity
	rows Player // the player's data; nil until admit has opened it
	slot string // of the game on the table, or ""
}

func newSession(who identity, kind, term string, from net.Addr, now time.Time) *session {
	s := &session{
		sitting: sitting{kind: kind, who: who}, term: term, from: addrOf(from), since: now,
		ending: make(chan string, 1), notices: make(chan string, 1),
	}
	s.touch(now)
	return s
}

// now returns the session's current state.
func (s *session) now() sitting {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sitting
}

// change changes the session's state. fn must be quick and must not call the session's
// methods.
func (s *session) change(fn func(*sitting)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fn(&s.sitting)
}

func (s *session) touch(now time.Time) { s.touched.Store(now.UnixNano()) }

// idle returns the time since the last key press.
func (s *session) idle(now time.Time) time.Duration {
	return max(0, now.Sub(time.Unix(0, s.touched.Load())))
}

// end asks the session to end with last words for its player. It reports whether this was
// the first such call; later ones have no effect. A command ignores it and ends by
// itself.
func (s *session) end(words string) (first bool) {
	if s.asked.Swap(true) {
		return false
	}
	s.ending <- words
	return true
}

// lastWords returns the words that end was called with, if the session has not received
// them yet, and otherwise own.
func (s *session) lastWords(own string) string {
	select {
	case words := <-s.ending:
		return words
	default:
		return own
	}
}

// notice shows the player a line, replacing one that was not shown yet.
func (s *session) notice(text string) {
	select {
	case <-s.notices:
	default:
	}
	select {
	case s.notices <- text:
	default:
	}
}

// plays reports whether the session is one in which someone plays or watches, rather than
// a command, which no one has to wait for.
func (s *session) plays() bool { return s.now().kind != kindCommand }

// play notes which game is on the table, by its slot; "" means none.
func (s *session) play(slot string) { s.change(func(now *sitting) { now.slot = slot }) }

// addrOf returns the address of a connection's other end, or the zero address if it is
// not a TCP address.
func addrOf(addr net.Addr) netip.Addr {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr().Unmap().WithZone("")
}
