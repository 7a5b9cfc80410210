package server

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
)

const (
	raceCountdown = 5 * time.Second  // from a player's start to the first move
	raceGrace     = 3 * time.Second  // for tables to end their own rounds at the limit
	raceAgain     = 10 * time.Second // until another try, if an end could not be stored
)

// A RaceStore stores races. *data.DB is one.
type RaceStore interface {
	OpenRaces() ([]data.Race, error)
	EndRace(code string, now time.Time) (data.Race, error)
}

// A races holds the running races, from when they are opened until they are over.
type races struct {
	store RaceStore
	clock raceClock
	log   *slog.Logger

	mu     sync.Mutex
	byCode map[string]*race // by code
	closed bool
}

func newRaces(store RaceStore, now func() time.Time, log *slog.Logger) *races {
	rs := &races{store: store, log: log, byCode: make(map[string]*race)}
	rs.clock = raceClock{now, rs.after}
	return rs
}

// after is time.AfterFunc, but logs a panic of fn instead of crashing the server.
func (rs *races) after(wait time.Duration, fn func()) *time.Timer {
	return time.AfterFunc(wait, func() {
		defer func() {
			if v := recover(); v != nil {
				rs.log.Error("panic in a race", "panic", clean(fmt.Sprint(v), textMax), "stack", string(debug.Stack()))
			}
		}()
		fn()
	})
}

// resume loads the races that were running when the previous server ended.
func (rs *races) resume() error {
	open, err := rs.store.OpenRaces()
	if err != nil {
		return fmt.Errorf("take up the races that go on: %w", err)
	}
	for _, stored := range open {
		rs.load(stored)
	}
	return nil
}

// load adds a race that is not over, or updates it.
func (rs *races) load(stored data.Race) *race {
	rs.mu.Lock()
	r := rs.byCode[stored.Code]
	if r == nil {
		r = &race{
			code: stored.Code, clock: rs.clock,
			racers: make(map[string]*progress), bySession: make(map[*session]*follower), followers: make(map[*follower]struct{}),
		}
		rs.byCode[stored.Code] = r
	}
	rs.mu.Unlock()
	rs.apply(r, stored, r.nextRead())
	return r
}

// apply applies what a read of the store has returned, and ends the race if all racers
// have finished; then it waits for the disk.
func (rs *races) apply(r *race, stored data.Race, read int) {
	r.apply(stored, read)
	rs.schedule(r)
	if r.allFinished() {
		rs.end(r)
	}
}

// schedule sets the timer for the limit of a race that was started.
func (rs *races) schedule(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begins.IsZero() || r.timer != nil || r.over {
		return
	}
	r.timer = r.clock.after(r.begins.Add(r.stored.Limit).Sub(r.clock.now()), func() { rs.reachLimit(r) })
}

// reachLimit ends the rounds of a race that has reached its limit. Tables end their own
// rounds first; after raceGrace the store ends the rest, whose players are away.
func (rs *races) reachLimit(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.late = true
	r.publishSoon()
	r.timer = r.clock.after(raceGrace, func() { rs.end(r) })
}

// end stores the end of a race and closes it. It waits for the disk, and tries again
// later if that fails.
func (rs *races) end(r *race) {
	if rs.isClosed() || !r.markEnding() {
		return
	}
	failed := true // also if EndRace panics
	defer func() {
		if failed {
			rs.endLater(r)
		}
	}()
	stored, err := rs.store.EndRace(r.code, r.clock.now())
	switch {
	case errors.Is(err, data.ErrNotFound): // its racers have deleted their accounts
		failed = false
		rs.drop(r)
		r.close(nil)
	case err != nil:
		rs.log.Error("end a race", "race", r.code, "err", err)
	default:
		failed = false
		rs.drop(r)
		r.close(&stored)
	}
}

// endLater tries to end a race again after raceAgain.
func (rs *races) endLater(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ending = false
	r.clock.after(raceAgain, func() { rs.end(r) })
}

// drop forgets a race.
func (rs *races) drop(r *race) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	delete(rs.byCode, r.code)
}

// find returns the running race with a code, in the store's spelling, or nil.
func (rs *races) find(code string) *race {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.byCode[code]
}

// sealed reports whether an event's deal is secret because its race is still running.
func (rs *races) sealed(e arcade.Event) bool {
	code, ok := e.Race()
	return ok && rs.find(code) != nil
}

// show notes what a session's player now sees; nil means nothing.
func (rs *races) show(sess *session, scene *arcade.Scene) {
	var r *race
	if scene != nil {
		if code, ok := scene.Event.Race(); ok {
			r = rs.find(code)
		}
	}
	if before := sess.race.Swap(r); before != nil && before != r {
		before.leaveTable(sess)
	}
	if r != nil {
		r.show(sess, scene)
	}
}

// reload reads all running races from the store again. It drops the unstarted ones that
// are no longer there.
func (rs *races) reload() error {
	reads := make(map[string]int)
	for _, r := range rs.list() {
		reads[r.code] = r.nextRead()
	}
	open, err := rs.store.OpenRaces()
	if err != nil {
		return err
	}
	there := make(map[string]data.Race)
	for _, stored := range open {
		there[stored.Code] = stored
	}
	for _, r := range rs.list() {
		stored, ok := there[r.code]
		switch read, asked := reads[r.code]; {
		case !asked: // it is newer than what was read
		case ok:
			rs.apply(r, stored, read)
		case r.unstarted():
			rs.drop(r)
			r.close(nil)
		}
	}
	return nil
}

// tryReload calls reload after a change. A failure is only logged, because the change
// itself is stored.
func (rs *races) tryReload() {
	if err := rs.reload(); err != nil {
		_ = toUserError(rs.log, "look at the races", err)
	}
}

func (rs *races) list() []*race {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.Collect(maps.Values(rs.byCode))
}

// close stops races from ending by themselves. It ends none of them; the next server
// does.
func (rs *races) close() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.closed = true
}

func (rs *races) isClosed() bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.closed
}
