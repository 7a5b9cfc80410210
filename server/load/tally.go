package load

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A Tally holds what was measured in one phase of a run. Its methods may be called from
// any goroutine.
type Tally struct {
	mu         sync.Mutex
	keys       []time.Duration
	lags       []time.Duration
	logins     []time.Duration
	stored     []time.Duration
	moveBytes  []int
	enterBytes []int
	heldUp     int
	moves      int
	games      int
	reconnects int
}

// key counts a key: how long its answer took, and how late it was written. A key that was
// held up had to wait for the answer to the previous one.
func (t *Tally) key(answer, lag time.Duration, heldUp bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keys = append(t.keys, answer)
	if heldUp {
		t.heldUp++
	} else {
		t.lags = append(t.lags, lag)
	}
}

func (t *Tally) Login(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.logins = append(t.logins, d)
}

func (t *Tally) moved() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moves++
}

func (t *Tally) acknowledged(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stored = append(t.stored, d)
}

// sent counts the bytes that showed a move, and those of them from Enter on.
func (t *Tally) sent(move, enter int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moveBytes = append(t.moveBytes, move)
	t.enterBytes = append(t.enterBytes, enter)
}

func (t *Tally) Finished() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.games++
}

func (t *Tally) reconnected() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reconnects++
}

// Figures returns the tally's part of a phase's figures.
func (t *Tally) Figures() Figures {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Figures{
		Keys: len(t.keys), KeyToFrame: QuantilesOf(t.keys, time.Millisecond), HeldUp: t.heldUp,
		Lag: QuantilesOf(t.lags, time.Millisecond), Login: QuantilesOf(t.logins, time.Millisecond),
		Moves: t.moves, Acknowledged: len(t.stored), MoveToStored: QuantilesOf(t.stored, time.Millisecond),
		MoveBytes: QuantilesOf(t.moveBytes, 1), EnterBytes: QuantilesOf(t.enterBytes, 1), Games: t.games, Reconnects: t.reconnects,
	}
}

// A Failures collects what went wrong in a run, each kind once. It may be used from any
// goroutine.
type Failures struct {
	mu  sync.Mutex
	all map[string]*Failure
}

// Add adds a failure of a kind. Of each kind only the first error is kept.
func (f *Failures) Add(kind string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = make(map[string]*Failure)
	}
	if f.all[kind] == nil {
		f.all[kind] = &Failure{What: kind, First: err.Error()}
	}
	f.all[kind].Count++
}

// List returns all failures, the most frequent first.
func (f *Failures) List() []Failure {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := []Failure{}
	for _, one := range f.all {
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.What, b.What))
	})
	return list
}
