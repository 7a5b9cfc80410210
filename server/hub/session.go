package hub

import (
	"cmp"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
)

// The kinds of sessions.
const (
	Screen  = "screen"
	Words   = "words"
	Command = "command"
	Machine = "machine" // of one of the arcade's players; see [Hub.Seat]
	Behind  = "behind"  // of nobody: the table of a racer, shown to others with a delay
)

// An Identity says whose a session is.
type Identity struct {
	Credential arcade.Credential // never shown to others
	Login      string            // the login name, cleaned; used to greet, never to identify
	Nick       string            // the account's, or ""
	Name       string            // how the player is greeted and named in the log; others see Called
	Admin      bool              // may run the arcade
}

// Called returns what others call the player: the nick, or arcade.Nameless without one.
func (id Identity) Called() string { return cmp.Or(id.Nick, arcade.Nameless) }

// A Player is what others may ask of the data of a session's player. Its methods may wait
// for a disk.
type Player interface {
	Account() (arcade.Account, error)
	Following() ([]arcade.Followed, error)
	Ignored() ([]arcade.Followed, error)
	// RegardChanges is another number once one of these may have changed. It does not block.
	RegardChanges() uint64
	// MayWatch reports whether the player may see the games of others of a deal in an event, now or
	// where they are shown later. The deal has no code if that is not known.
	MayWatch(d arcade.Deal, e arcade.Event, later bool) bool
	// Saw is told of a deal that the player sees at the table of another. It does not block.
	Saw(d arcade.Deal)
}

// A Session is one running session. It is safe for concurrent use.
type Session struct {
	Term  string
	Addr  netip.Addr // the client's address; zero on the local socket
	Since time.Time

	number    int           // given by the hub
	cells     int           // of its screen, beyond Columns x Rows; guarded by the lock of the hub
	ending    chan string   // the last words, once the session should end; holds one
	notices   chan string   // the newest notice not shown yet; holds one
	endAsked  atomic.Bool   // someone has called End
	lastKey   atomic.Int64  // time of the last key press, in Unix nanoseconds
	broadcast broadcast     // what others can see of the session
	elsewhere atomic.Int64  // how many sessions of other nodes watch it; 0 unless everyone may
	inbox     inbox         // the signals that come for it
	from      time.Time     // of a table that is behind: when it shows the first scene
	blank     *arcade.Scene // and what is played there until then

	tables  keys[int]    // that it watches, by number; also when the round there is over, for as long as the last scene is looked at
	races   keys[string] // in which it is, by code
	follows atomic.Pointer[followed]

	mu      sync.Mutex
	current State // guarded by mu; see State and Change
}

// A State is the part of a session that changes while it runs.
type State struct {
	Kind   string // one of Screen, Words, Command, Machine and Behind
	ID     Identity
	Player Player // the player's data; nil until it has been opened
	Slot   string // of the game on the table, or ""
}

// NewSession returns a session that has not entered a hub. from is the client's address.
func NewSession(id Identity, kind, term string, from net.Addr, now time.Time) *Session {
	s := &Session{
		current: State{Kind: kind, ID: id}, Term: term, Addr: limit.Addr(from), Since: now,
		ending: make(chan string, 1), notices: make(chan string, 1),
	}
	s.Touch(now)
	return s
}

// Number returns the session's number, unique while the arcade runs, or 0 before it has
// entered the hub.
func (s *Session) Number() int { return s.number }

// State returns the session's current state.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// Change changes the session's state. fn must be quick and must not call the session's
// methods.
func (s *Session) Change(fn func(*State)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fn(&s.current)
}

// SetSlot notes which game is on the table, by its slot; "" means none.
func (s *Session) SetSlot(slot string) { s.Change(func(st *State) { st.Slot = slot }) }

// IsInteractive reports whether the session is one in which someone plays or watches,
// rather than a command, which no one has to wait for.
func (s *Session) IsInteractive() bool {
	kind := s.State().Kind
	return kind == Screen || kind == Words
}

// Touch notes that a key was pressed.
func (s *Session) Touch(now time.Time) { s.lastKey.Store(now.UnixNano()) }

// Idle returns the time since the last key press. A machine is never idle.
func (s *Session) Idle(now time.Time) time.Duration {
	if s.State().Kind == Machine {
		return 0
	}
	return max(0, now.Sub(time.Unix(0, s.lastKey.Load())))
}

// End asks the session to end with last words for its player, and reports whether this was the first
// such call; later ones have no effect. What a command opens after its end, such as a replay, ends at once.
func (s *Session) End(words string) (first bool) {
	if s.endAsked.Swap(true) {
		return false
	}
	s.ending <- words
	return true
}

// Ending returns the channel that carries the words End was called with, once.
func (s *Session) Ending() <-chan string { return s.ending }

// Notify shows the player a line, replacing one that was not shown yet.
func (s *Session) Notify(text string) {
	select {
	case <-s.notices:
	default:
	}
	select {
	case s.notices <- text:
	default:
	}
}

// Notices returns the channel that carries the newest line not shown yet.
func (s *Session) Notices() <-chan string { return s.notices }
