package race

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
)

// WaitingPause is the least time between two lists of open races, which all sessions share.
const WaitingPause = time.Second

// waitingMost bounds the list. One network can open fewer races in an hour.
const waitingMost = 100

// A waitingList is the list of the races that anybody may join, and the sessions that
// follow it. It is made when something has changed, at most once in WaitingPause.
type waitingList struct {
	mu        sync.Mutex
	races     []arcade.WaitingRace // never changed in place
	followers map[*waitingFollower]struct{}
	throttled bool // it was made less than WaitingPause ago,
	pending   bool // and something has changed since
}

// A waitingFollower is one session that follows the list.
type waitingFollower struct {
	mailbox chan []arcade.WaitingRace // holds the newest list; closed at the end
}

// Next implements arcade.Watch.
func (f *waitingFollower) Next() ([]arcade.WaitingRace, bool) {
	races, ok := <-f.mailbox
	return races, ok
}

// put replaces the list in the mailbox. The lock of the list must be held.
func (f *waitingFollower) put(races []arcade.WaitingRace) {
	select {
	case <-f.mailbox:
	default:
	}
	f.mailbox <- races
}

// Waiting returns the races that anybody may join, the newest first. The slice is shared.
func (rs *Registry) Waiting() []arcade.WaitingRace {
	rs.waiting.mu.Lock()
	defer rs.waiting.mu.Unlock()
	return rs.waiting.races
}

// followWaiting follows the list until ctx ends.
func (rs *Registry) followWaiting(ctx context.Context) arcade.Watch[[]arcade.WaitingRace] {
	w := &rs.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	f := &waitingFollower{make(chan []arcade.WaitingRace, 1)}
	if w.followers == nil {
		w.followers = make(map[*waitingFollower]struct{})
	}
	w.followers[f] = struct{}{}
	f.put(w.races)
	context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.followers, f)
		close(f.mailbox)
	})
	return f
}

// changed makes the list of open races anew: at once or, if it was made less than
// WaitingPause ago, when that time has passed.
func (rs *Registry) changed() {
	w := &rs.waiting
	w.mu.Lock()
	throttled := w.throttled
	w.throttled, w.pending = true, throttled
	w.mu.Unlock()
	if throttled {
		return
	}
	races := rs.openRaces()
	w.mu.Lock()
	if !slices.Equal(races, w.races) {
		w.races = races
		for f := range w.followers {
			f.put(races)
		}
	}
	w.mu.Unlock()
	rs.after(WaitingPause, func() {
		w.mu.Lock()
		again := w.pending
		w.throttled, w.pending = false, false
		w.mu.Unlock()
		if again {
			rs.changed()
		}
	})
}

// openRaces returns the races that anybody may join, the newest first.
func (rs *Registry) openRaces() []arcade.WaitingRace {
	races := []arcade.WaitingRace{} // not nil, which ends a watch
	for _, r := range rs.list() {
		if w, ok := r.waits(); ok {
			races = append(races, w)
		}
	}
	slices.SortFunc(races, func(a, b arcade.WaitingRace) int {
		return cmp.Or(b.Opened.Compare(a.Opened), cmp.Compare(a.Code, b.Code))
	})
	return races[:min(len(races), waitingMost)]
}

// mayWait reports whether anybody may find the race, and nobody has started it.
func (r *race) mayWait() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.Open && r.stored.Started.IsZero() && !r.over
}

// waits returns the race's row of the list, and whether it has one: anybody may find it,
// nobody has started it, and whoever opened it is not hidden.
func (r *race) waits() (w arcade.WaitingRace, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.stored
	if !s.Open || !s.Started.IsZero() || r.over || len(s.Racers) == 0 || s.Racers[0].Hidden {
		return w, false
	}
	return arcade.WaitingRace{
		Code: s.Code, Game: s.Game, Limit: s.Limit, Opened: s.Opened, By: cmp.Or(s.Racers[0].Nick, arcade.Nameless), Rating: s.Racers[0].Rating, Racers: len(s.Racers),
	}, true
}
