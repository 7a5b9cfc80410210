package race

import (
	"errors"

	"boardwalk/data"
)

// schedule sets the timer for the limit of a race that was started.
func (rs *Registry) schedule(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begins.IsZero() || r.timer != nil || r.over {
		return
	}
	r.timer = r.after(r.begins.Add(r.stored.Limit).Sub(r.now()), func() { rs.reachLimit(r) })
	if begun := r.begins.Add(data.BeginsWithin + Grace); r.stored.Limit > data.BeginsWithin+Grace {
		r.after(begun.Sub(r.now()), rs.TryReload) // some may not have come
	}
}

// reachLimit ends the rounds of a race that has reached its limit. Tables end their own
// rounds first; after Grace the store ends the rest, whose players are away.
func (rs *Registry) reachLimit(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.late = true
	r.publishSoon()
	r.timer = r.after(Grace, func() { rs.end(r) })
}

// end stores the end of a race and closes it. It waits for the disk, and tries again
// later if that fails.
func (rs *Registry) end(r *race) {
	if rs.closed.Load() || !r.markEnding() {
		return
	}
	failed := true // also if EndRace panics
	defer func() {
		if failed {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.ending = false
			r.after(Retry, func() { rs.end(r) })
		}
	}()
	stored, err := rs.config.Store.EndRace(r.code, r.now())
	over := &stored
	switch {
	case errors.Is(err, data.ErrNotFound): // its racers have deleted their accounts
		over = nil
	case err != nil:
		rs.config.Log.Error("end a race", "race", r.code, "err", err)
		return
	}
	failed = false
	rs.drop(r)
	r.close(over)
}
