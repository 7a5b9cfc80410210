package race

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// WaitingPause is the least time between two lists of open races, which all sessions share.
const WaitingPause = time.Second

// waitingMost bounds the list. One network can open fewer races in an hour.
const waitingMost = 100

// A waitingList is the list of the races that players may join without having a code, and the
// sessions that follow it. It is made when something has changed, at most once in WaitingPause.
type waitingList struct {
	registry *Registry

	mu        sync.Mutex
	races     []arcade.WaitingRace // that anybody may join; never changed in place
	rematches []rematch            // never changed in place
	followers mailbox.Readers[*waitingFollower, []arcade.WaitingRace]
	throttled bool // it was made less than WaitingPause ago,
	pending   bool // and something has changed since
}

// A rematch is a race that the racers of an earlier one may join.
type rematch struct {
	arcade.WaitingRace
	asked []arcade.PlayerID
}

// seenBy returns the list as a player sees it, "" being nobody. It is the shared one for those
// who are asked for no rematch. The lock must be held.
func (w *waitingList) seenBy(me arcade.PlayerID) []arcade.WaitingRace {
	var own []arcade.WaitingRace
	for _, m := range w.rematches {
		if me != "" && slices.Contains(m.asked, me) {
			own = append(own, m.WaitingRace)
		}
	}
	if own == nil {
		return w.races
	}
	for _, r := range w.races {
		if !slices.ContainsFunc(own, func(o arcade.WaitingRace) bool { return o.Code == r.Code }) {
			own = append(own, r)
		}
	}
	return own
}

// A waitingFollower is one session that follows the list.
type waitingFollower struct {
	me  arcade.PlayerID        // "" without an account, as far as is known; only changed uses it, of which one runs at a time
	ask func() arcade.PlayerID // reads who the player is; it may wait for a disk
}

// of returns the races that a player may join without having a code, "" being nobody: the
// rematches of the player's races, then those that are open to all, each the newest first. The
// slice is shared.
func (w *waitingList) of(me arcade.PlayerID) []arcade.WaitingRace {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seenBy(me)
}

// follow follows the list as a player sees it until ctx ends.
func (w *waitingList) follow(ctx context.Context, me func() arcade.PlayerID) arcade.Watch[[]arcade.WaitingRace] {
	f := &waitingFollower{me: me(), ask: me}
	w.mu.Lock()
	defer w.mu.Unlock()
	box := w.followers.Add(ctx, f)
	box.Put(w.seenBy(f.me))
	return box
}

// changed makes the list of open races again: at once or, if it was made less than
// WaitingPause ago, when that time has passed.
func (w *waitingList) changed() {
	w.mu.Lock()
	throttled := w.throttled
	w.throttled, w.pending = true, throttled
	w.mu.Unlock()
	if throttled {
		return
	}
	races, rematches := w.openRaces()
	w.mu.Lock()
	w.races, w.rematches = races, rematches
	followers := w.followers.All()
	w.mu.Unlock()
	for box, f := range followers {
		if f.me == "" && len(rematches) > 0 {
			f.me = f.ask() // a first race makes an account
		}
		if list := w.of(f.me); !slices.Equal(list, box.Latest()) {
			box.Put(list)
		}
	}
	w.registry.after(WaitingPause, func() {
		w.mu.Lock()
		again := w.pending
		w.throttled, w.pending = false, false
		w.mu.Unlock()
		if again {
			w.changed()
		}
	})
}

// openRaces returns the races that anybody may join, and the rematches, each the newest first.
func (w *waitingList) openRaces() ([]arcade.WaitingRace, []rematch) {
	races, rematches := []arcade.WaitingRace{}, []rematch(nil) // the races are not nil, which ends a watch
	for _, r := range w.registry.list() {
		row, open, asked := r.waits()
		if open {
			public := row
			public.Rematch = false
			races = append(races, public)
		}
		if len(asked) > 0 {
			rematches = append(rematches, rematch{row, asked})
		}
	}
	newest := func(a, b arcade.WaitingRace) int {
		return cmp.Or(b.Opened.Compare(a.Opened), cmp.Compare(a.Code, b.Code))
	}
	slices.SortFunc(races, newest)
	slices.SortFunc(rematches, func(a, b rematch) int { return newest(a.WaitingRace, b.WaitingRace) })
	return races[:min(len(races), waitingMost)], rematches
}

// mayWait reports whether anybody may find the race, and nobody has started it.
func (r *race) mayWait() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.Open && r.stored.Begins.IsZero() && !r.over
}

// waits returns the race's row of the list, whether anybody may find it there, and the players
// who may because it is their rematch. Nobody finds a race that was started. A hidden player's
// is found by nobody but those who raced against that player.
func (r *race) waits() (w arcade.WaitingRace, open bool, asked []arcade.PlayerID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.stored
	if !s.Begins.IsZero() || r.over || len(s.Racers) == 0 || !s.Open && len(s.Asked) == 0 {
		return w, false, nil
	}
	return arcade.WaitingRace{
		Code: s.Code, Game: s.Game, Limit: s.Limit, Opened: s.Opened, By: cmp.Or(s.Racers[0].Nick, arcade.Nameless), Rating: s.Racers[0].Rating, Racers: len(s.Racers),
		Watched: s.Watched, Rematch: len(s.Asked) > 0,
	}, s.Open && !s.Hidden, s.Asked
}
