package play

import (
	"fmt"
	"sync"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

// A FreshDeal is a deal that the player does not know, with its kind. A zero one is still to be drawn.
type FreshDeal struct {
	Code engine.Code
	Mark grade.Mark
}

// FreeLooks is how many fresh deals a day (UTC) a player may look at and leave without a move.
// Each one after that is kept: it is stored at the first sight of it, as a daily is, and whoever
// gives it up has lost a game. Without this, a player could deal until a nice deal comes.
const FreeLooks = 10

// FewLooks is how many free looks are left when the player is first told of them.
const FewLooks = 3

// Looks counts the fresh deals that a player has looked at today and left without a move. It keeps the deals of
// a kind that were: each took a search. Its methods may be called in any goroutine. Sessions that the player has
// on at the same time learn of each other's looks when they read or store.
type Looks struct {
	store arcade.Store
	now   func() time.Time

	mu     sync.Mutex // not held during a call to the store
	day    int64
	n      int // looks of the day, with those not stored
	unsent int // of n, those not stored

	Waiting map[string]FreshDeal // by game: the deal of a kind that was left last; for one goroutine
}

// NewLooks returns a count that knows nothing of the store yet.
func NewLooks(store arcade.Store, now func() time.Time) *Looks {
	return &Looks{store: store, now: now, Waiting: make(map[string]FreshDeal)}
}

// today begins a new count if the day has changed. The caller holds mu.
func (l *Looks) today() {
	if day := l.now().Unix() / (24 * 60 * 60); day != l.day {
		l.day, l.n, l.unsent = day, 0, 0
	}
}

// Free returns how many more deals the player may look at and leave.
func (l *Looks) Free() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.today()
	return max(FreeLooks-l.n, 0)
}

// add counts a look.
func (l *Looks) add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.today()
	l.n++
	l.unsent++
}

// Sync stores the looks that are not stored yet, and reads those of other sessions. If the
// store fails, they are stored the next time.
func (l *Looks) Sync() {
	l.mu.Lock()
	l.today()
	day, more := l.day, l.unsent
	l.unsent = 0
	l.mu.Unlock()
	n, err := l.store.Looks(day, more)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case day != l.day:
	case err != nil:
		l.unsent += more
	default:
		l.n = max(l.n, n+l.unsent)
	}
}

// A look is the player's sight of a deal, as long as no move has been played.
type look struct {
	looks *Looks // counts a fresh deal that is left without a move; nil if that is free
	waits *Looks // where a deal of a kind waits that is left without a move; nil if none does
	kept  bool   // such a deal is stored before its first move
}

// SetFresh says that the deal is fresh, so that leaving it without a move counts as a look. If
// the player has no free look left, the deal is kept: see [FreeLooks]. It is called before
// anything else is done at the seat.
func (l *look) SetFresh(looks *Looks) { l.looks, l.kept = looks, looks.Free() == 0 }

// Kept reports whether the deal is kept although no move has been played.
func (l *look) Kept() bool { return l.kept }

// LooksText says at the first sight of a fresh deal what it costs to leave it without a move, if
// that costs anything or soon will. It returns "" otherwise.
func (l *look) LooksText() string {
	free := 0
	if l.looks != nil {
		free = l.looks.Free()
	}
	switch {
	case l.kept:
		return fmt.Sprintf("You left %d deals unplayed today. This one is kept: giving it up is a loss.", FreeLooks)
	case free == 1:
		return "You may leave this deal without a move. From then on today's deals are kept: giving one up counts as a loss."
	case free > 1 && free <= FewLooks:
		return fmt.Sprintf("You may look at %d more deals today and leave them unplayed. After that, leaving one is a loss.", free)
	}
	return ""
}

// counted counts the deal, once, if it is left without a move: empty says so. It returns the
// call that stores that, if any.
func (l *look) counted(empty bool) *Call {
	looks := l.looks
	if looks == nil || !empty {
		return nil
	}
	l.looks = nil
	looks.add()
	return &Call{looks: looks}
}
