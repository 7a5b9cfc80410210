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
	"boardwalk/engine"
	"boardwalk/tui"
)

const (
	raceCountdown = 5 * time.Second  // from a player's start to the first move
	raceGrace     = 3 * time.Second  // for tables to end their own rounds at the limit
	raceAgain     = 10 * time.Second // until another try, if an end could not be stored
)

// A RaceKeeper stores races. *data.DB is one.
type RaceKeeper interface {
	OpenRaces() ([]data.Race, error)
	EndRace(code string, now time.Time) (data.Race, error)
}

// A races holds the running races, from when they are opened until they are over.
type races struct {
	keeper RaceKeeper
	clock  raceClock
	log    *slog.Logger

	mu     sync.Mutex
	all    map[string]*race // by code
	closed bool
}

func newRaces(keeper RaceKeeper, now func() time.Time, log *slog.Logger) *races {
	all := &races{keeper: keeper, log: log, all: make(map[string]*race)}
	all.clock = raceClock{now, all.after}
	return all
}

// after is time.AfterFunc, but logs a panic of fn instead of crashing the server.
func (all *races) after(wait time.Duration, fn func()) *time.Timer {
	return time.AfterFunc(wait, func() {
		defer func() {
			if v := recover(); v != nil {
				all.log.Error("panic in a race", "panic", clean(fmt.Sprint(v), textMax), "stack", string(debug.Stack()))
			}
		}()
		fn()
	})
}

// resume loads the races that were running when the previous server ended.
func (all *races) resume() error {
	open, err := all.keeper.OpenRaces()
	if err != nil {
		return fmt.Errorf("take up the races that go on: %w", err)
	}
	for _, stored := range open {
		all.take(stored)
	}
	return nil
}

// take adds a race that is not over, or updates it.
func (all *races) take(stored data.Race) *race {
	all.mu.Lock()
	r := all.all[stored.Code]
	if r == nil {
		r = &race{
			code: stored.Code, clock: all.clock,
			racers: make(map[string]*progress), seats: make(map[*session]*follower), audience: make(map[*follower]struct{}),
		}
		all.all[stored.Code] = r
	}
	all.mu.Unlock()
	all.heard(r, stored, r.ask())
	return r
}

// heard applies what a read of the store has returned, and ends the race if all racers
// have finished; then it waits for the disk.
func (all *races) heard(r *race, stored data.Race, answer int) {
	r.take(stored, answer)
	all.arm(r)
	if r.through() {
		all.end(r)
	}
}

// arm sets the timer for the limit of a race that was started.
func (all *races) arm(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begins.IsZero() || r.limit != nil || r.over {
		return
	}
	r.limit = r.clock.after(r.begins.Add(r.stored.Limit).Sub(r.clock.now()), func() { all.limit(r) })
}

// limit ends the rounds of a race that has reached its limit. Tables end their own rounds
// first; after raceGrace the store ends the rest, whose players are away.
func (all *races) limit(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.late = true
	r.tell()
	r.limit = r.clock.after(raceGrace, func() { all.end(r) })
}

// end stores the end of a race and closes it. It waits for the disk, and tries again
// later if that fails.
func (all *races) end(r *race) {
	if all.isClosed() || !r.begin() {
		return
	}
	failed := true // also if EndRace panics
	defer func() {
		if failed {
			all.endLater(r)
		}
	}()
	stored, err := all.keeper.EndRace(r.code, r.clock.now())
	switch {
	case errors.Is(err, data.ErrNotFound): // its racers have deleted their accounts
		failed = false
		all.drop(r)
		r.close(nil)
	case err != nil:
		all.log.Error("end a race", "race", r.code, "err", err)
	default:
		failed = false
		all.drop(r)
		r.close(&stored)
	}
}

// endLater tries to end a race again after raceAgain.
func (all *races) endLater(r *race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ending = false
	r.clock.after(raceAgain, func() { all.end(r) })
}

// drop forgets a race.
func (all *races) drop(r *race) {
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.all, r.code)
}

// find returns the running race with a code, in the store's spelling, or nil.
func (all *races) find(code string) *race {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.all[code]
}

// sealed reports whether an event's deal is secret because its race is still running.
func (all *races) sealed(e engine.Event) bool {
	code, ok := e.Race()
	return ok && all.find(code) != nil
}

// show notes what a session's player now sees; nil means nothing.
func (all *races) show(sess *session, scene *tui.Scene) {
	var r *race
	if scene != nil {
		if code, ok := scene.Event.Race(); ok {
			r = all.find(code)
		}
	}
	if before := sess.race.Swap(r); before != nil && before != r {
		before.rise(sess)
	}
	if r != nil {
		r.show(sess, scene)
	}
}

// look reads all running races from the store again. It drops the unstarted ones that are
// no longer there.
func (all *races) look() error {
	answers := make(map[string]int)
	for _, r := range all.list() {
		answers[r.code] = r.ask()
	}
	open, err := all.keeper.OpenRaces()
	if err != nil {
		return err
	}
	there := make(map[string]data.Race)
	for _, stored := range open {
		there[stored.Code] = stored
	}
	for _, r := range all.list() {
		stored, ok := there[r.code]
		switch answer, asked := answers[r.code]; {
		case !asked: // it is newer than what was read
		case ok:
			all.heard(r, stored, answer)
		case r.waits():
			all.drop(r)
			r.close(nil)
		}
	}
	return nil
}

// lookAgain calls look after a change. A failure is only logged, because the change
// itself is stored.
func (all *races) lookAgain() {
	if err := all.look(); err != nil {
		_ = toUserError(all.log, "look at the races", err)
	}
}

func (all *races) list() []*race {
	all.mu.Lock()
	defer all.mu.Unlock()
	return slices.Collect(maps.Values(all.all))
}

// close stops races from ending by themselves. It ends none of them; the next server
// does.
func (all *races) close() {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.closed = true
}

func (all *races) isClosed() bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.closed
}
