package main

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A tally holds what was measured in one phase of a run. Its methods may be called from
// any goroutine.
type tally struct {
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
func (t *tally) key(answer, lag time.Duration, heldUp bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keys = append(t.keys, answer)
	if heldUp {
		t.heldUp++
	} else {
		t.lags = append(t.lags, lag)
	}
}

func (t *tally) login(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.logins = append(t.logins, d)
}

func (t *tally) moved() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moves++
}

func (t *tally) acknowledged(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stored = append(t.stored, d)
}

// sent counts the bytes that showed a move, and those of them from Enter on.
func (t *tally) sent(move, enter int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moveBytes = append(t.moveBytes, move)
	t.enterBytes = append(t.enterBytes, enter)
}

func (t *tally) finished() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.games++
}

func (t *tally) reconnected() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reconnects++
}

// figures returns the tally's part of a phase's figures.
func (t *tally) figures() Figures {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Figures{
		Keys: len(t.keys), KeyToFrame: quantiles(t.keys, time.Millisecond), HeldUp: t.heldUp,
		Lag: quantiles(t.lags, time.Millisecond), Login: quantiles(t.logins, time.Millisecond),
		Moves: t.moves, Acknowledged: len(t.stored), MoveToStored: quantiles(t.stored, time.Millisecond),
		MoveBytes: quantiles(t.moveBytes, 1), EnterBytes: quantiles(t.enterBytes, 1), Games: t.games, Reconnects: t.reconnects,
	}
}

// A failures collects what went wrong in a run, each kind once. It may be used from any
// goroutine.
type failures struct {
	mu  sync.Mutex
	all map[string]*Failure
}

// add adds a failure of a kind. Of each kind only the first error is kept.
func (f *failures) add(kind string, err error) {
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

// list returns all failures, the most frequent first.
func (f *failures) list() []Failure {
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
