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
	all       []waitingRace        // the newest first; never changed in place
	public    []arcade.WaitingRace // as somebody sees them who is in none; never changed in place
	followers mailbox.Readers[*waitingFollower, []arcade.WaitingRace]
	throttled bool // it was made less than WaitingPause ago,
	pending   bool // and something has changed since
}

// A waitingRace is a row of the list, with who sees it.
type waitingRace struct {
	arcade.WaitingRace
	open  bool              // to all who are not in it
	in    []arcade.PlayerID // its racers, who do not find it: they have it as their own
	asked []arcade.PlayerID // who are asked to join
}

// isListed reports whether anybody sees the row.
func (r waitingRace) isListed() bool { return r.open || len(r.asked) > 0 }

// seenBy returns the list as a player sees it, "" being nobody: the shared one, unless one of the races
// is the player's. The lock must be held.
func (w *waitingList) seenBy(me arcade.PlayerID) []arcade.WaitingRace {
	own := func(r waitingRace) bool { return slices.Contains(r.in, me) || slices.Contains(r.asked, me) }
	if me == "" || !slices.ContainsFunc(w.all, own) {
		return w.public
	}
	return listFor(w.all, me)
}

// listFor makes the list for a player. It is not nil, which would end a watch.
func listFor(all []waitingRace, me arcade.PlayerID) []arcade.WaitingRace {
	asked, races := []arcade.WaitingRace{}, []arcade.WaitingRace(nil)
	for _, r := range all {
		switch {
		case slices.Contains(r.in, me):
		case slices.Contains(r.asked, me):
			r.Asked = true
			asked = append(asked, r.WaitingRace)
		case r.open && len(races) < waitingMost:
			r.Rematch = false
			races = append(races, r.WaitingRace)
		}
	}
	return append(asked, races...)
}

// A waitingFollower is one session that follows the list.
type waitingFollower struct {
	me  arcade.PlayerID        // "" without an account, as far as is known; only changed uses it, of which one runs at a time
	ask func() arcade.PlayerID // reads who the player is; it may wait for a disk
}

// of returns the races that a player may join without having a code, "" being nobody: those that the player is
// asked to join, then those that are open to all, each the newest first. The slice is shared.
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
	var all []waitingRace // the newest first
	for _, r := range w.registry.list() {
		if row := r.waits(); row.isListed() {
			all = append(all, row)
		}
	}
	slices.SortFunc(all, func(a, b waitingRace) int { return cmp.Or(b.Opened.Compare(a.Opened), cmp.Compare(a.Code, b.Code)) })
	w.mu.Lock()
	known := w.all
	w.all, w.public = all, listFor(all, "")
	followers := w.followers.All()
	w.mu.Unlock()
	began := slices.ContainsFunc(all, func(r waitingRace) bool {
		return !slices.ContainsFunc(known, func(o waitingRace) bool { return o.Code == r.Code && slices.Equal(o.in, r.in) })
	})
	for box, f := range followers {
		if f.me == "" && began {
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

// mayWait reports whether nobody has started the race, so that others may find it.
func (r *race) mayWait() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.Begins.IsZero() && !r.over
}

// waits returns the race's row of the list, which nobody sees if it has been started. A hidden
// player's is found by nobody but those who are asked to join.
func (r *race) waits() waitingRace {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.stored
	if !s.Begins.IsZero() || r.over || len(s.Racers) == 0 {
		return waitingRace{}
	}
	return waitingRace{arcade.WaitingRace{
		Code: s.Code, Game: s.Game, Limit: s.Limit, Opened: s.Opened, By: cmp.Or(s.Racers[0].Nick, arcade.Nameless), Rating: s.Racers[0].Rating, Racers: len(s.Racers),
		Watched: s.Watched, Rematch: s.Rematch,
	}, s.Open && !s.Hidden, s.In, s.Asked}
}
