package race

import (
	"errors"
	"sync/atomic"

	"boardwalk/data"
)

// The ends of a Registry end its races: at their limits, or when all racers have
// finished.
type ends struct {
	registry *Registry
	closed   atomic.Bool // no more races end
}

// schedule sets the timer for the limit of a race that was started.
func (es *ends) schedule(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begins.IsZero() || r.timer != nil || r.over {
		return
	}
	r.timer = r.after(r.begins.Add(r.stored.Limit).Sub(r.now()), func() { es.reachLimit(r) })
	if begun := r.begins.Add(data.BeginsWithin + Grace); r.stored.Limit > data.BeginsWithin+Grace {
		r.after(begun.Sub(r.now()), es.registry.TryReload) // some may not have come
	}
}

// reachLimit ends the rounds of a race that has reached its limit. Tables end their own
// rounds first; after Grace the store ends the rest, whose players are away.
func (es *ends) reachLimit(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.late = true
	r.publishSoon()
	r.timer = r.after(Grace, func() { es.end(r) })
}

// end stores the end of a race and closes it. It waits for the disk, and tries again
// later if that fails.
func (es *ends) end(r *race) {
	if es.closed.Load() || !r.markEnding() {
		return
	}
	failed := true // also if EndRace panics
	defer func() {
		if failed {
			es.endLater(r)
		}
	}()
	stored, err := es.registry.config.Store.EndRace(r.code, r.now())
	switch {
	case errors.Is(err, data.ErrNotFound): // its racers have deleted their accounts
		failed = false
		es.registry.drop(r)
		r.close(nil)
	case err != nil:
		es.registry.config.Log.Error("end a race", "race", r.code, "err", err)
	default:
		failed = false
		es.registry.drop(r)
		r.close(&stored)
	}
}

// endLater tries to end a race again after Retry.
func (es *ends) endLater(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ending = false
	r.after(Retry, func() { es.end(r) })
}
