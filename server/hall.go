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

// A hall is everyone who is in: the sessions that go on.
type hall struct {
	room int // for so many; those who run the arcade find room always

	mu       sync.Mutex
	all      map[*session]struct{}
	cells    int           // that are left for screens, beyond 80x24 of each
	numbers  int           // sessions so far
	shut     bool          // nobody comes in any more
	draining bool          // only those who run the arcade do
	left     chan struct{} // closed and made anew when a session ends
	ended    sync.WaitGroup
}

func newHall(room, cells int) *hall {
	return &hall{room: room, cells: cells, all: make(map[*session]struct{}), left: make(chan struct{})}
}

// enter lets a session in, or says why it may not.
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

// leave takes a session out, if it is still in, and ends whatever others see of it.
// Whoever has it leave calls ended.Done once nothing is said in it any more.
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

// shutDown lets nobody in any more. It returns false where that was so already.
func (h *hall) shutDown() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.shut
	h.shut = true
	return !before
}

// drain lets nobody in but those who run the arcade, or ends that.
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

// sessions is all that go on, in the order they began.
func (h *hall) sessions() []*session {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.SortedFunc(maps.Keys(h.all), func(a, b *session) int { return cmp.Compare(a.number, b.number) })
}

// find is the session of a number, nil where none goes on.
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

// watchers is how many watch others play.
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

// players is the number of sessions in which someone plays, and what is closed
// when a session ends.
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

// end ends the sessions of players that which picks, and returns how many. A
// command is told too: it may be about to show a replay.
func (h *hall) end(which func(*session) bool, words string) (n int) {
	for _, s := range h.sessions() {
		if which(s) && s.end(words) && s.plays() {
			n++
		}
	}
	return n
}

// tell shows a notice to the sessions of players that which picks, and returns
// how many.
func (h *hall) tell(which func(*session) bool, text string) (n int) {
	for _, s := range h.sessions() {
		if s.plays() && which(s) {
			s.notice(text)
			n++
		}
	}
	return n
}

// What a session shows.
const (
	kindScreen  = "screen"
	kindWords   = "words"
	kindCommand = "command"
)

// A session is one session that goes on.
type session struct {
	term  string
	from  netip.Addr // the client's; none for the local socket
	since time.Time

	number  int                  // given by the hall
	cells   int                  // of its screen beyond 80x24; guarded by the hall's lock
	ending  chan string          // the last words, once it is to end; holds one
	notices chan string          // the newest notice that was not shown; holds one
	asked   atomic.Bool          // somebody has asked it to end
	touched atomic.Int64         // when a key was pressed last, in Unix nanoseconds
	stage   stage                // what others can see of it
	race    atomic.Pointer[race] // whose table its player has; nil where that is none

	mu      sync.Mutex
	sitting sitting // guarded by mu; see now and change
}

// A sitting is what changes about a session while it goes on.
type sitting struct {
	kind string // what it shows
	who  identity
	rows Player // the player's; nil until admit has opened them
	slot string // of the game on the table, "" for none
}

func newSession(who identity, kind, term string, from net.Addr, now time.Time) *session {
	s := &session{
		sitting: sitting{kind: kind, who: who}, term: term, from: addrOf(from), since: now,
		ending: make(chan string, 1), notices: make(chan string, 1),
	}
	s.touch(now)
	return s
}

// now is how the session stands.
func (s *session) now() sitting {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sitting
}

// change changes how it stands. fn is quick, and asks nothing of the session.
func (s *session) change(fn func(*sitting)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fn(&s.sitting)
}

func (s *session) touch(now time.Time) { s.touched.Store(now.UnixNano()) }

// idle is how long no key was pressed.
func (s *session) idle(now time.Time) time.Duration {
	return max(0, now.Sub(time.Unix(0, s.touched.Load())))
}

// end ends the session with last words for its player. Only the first to ask
// for it is heard, and told so. A command ends by itself.
func (s *session) end(words string) (first bool) {
	if s.asked.Swap(true) {
		return false
	}
	s.ending <- words
	return true
}

// lastWords is what the session was to end with, if it was not heard yet, or else
// what it ends with by itself.
func (s *session) lastWords(own string) string {
	select {
	case words := <-s.ending:
		return words
	default:
		return own
	}
}

// notice shows the player a line, in place of one that was not shown yet.
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

// plays tells whether somebody plays or watches, and does not wait for the end
// of a command.
func (s *session) plays() bool { return s.now().kind != kindCommand }

// play takes note of which game is on the table, by its slot, "" for none.
func (s *session) play(slot string) { s.change(func(now *sitting) { now.slot = slot }) }

// addrOf is the address of a connection's other end, the zero one where it is
// none of the internet.
func addrOf(addr net.Addr) netip.Addr {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr().Unmap().WithZone("")
}
