// Package race runs races: several players play the same deal at the same time, and see
// each other's points while they do.
//
// A [Registry] holds the races that are not over. The store has them too, and is right
// wherever the two differ; a Registry adds what is too fleeting to store, the points of
// rounds in play, and the timers that end a race at its limit.
//
// A [Table] is one session's table: it is shown each scene of a round, and a scene of a
// race's round changes that race's standings. A [Player] opens, joins and follows races for
// the player of that session.
package race

import (
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// The times of a race.
const (
	Countdown = 5 * time.Second        // from a player's start to the first move
	Grace     = 3 * time.Second        // for tables to end their own rounds at the limit
	Retry     = 10 * time.Second       // until another try, if an end could not be stored
	Pause     = 250 * time.Millisecond // at least, between two standings: racers may be programs, and each move would be drawn for all followers
)

// What a player reads when something about a race is refused, besides what the data file refuses.
var (
	ErrNotBegun = arcade.Refuse("the race has not begun yet")
	ErrLimit    = arcade.Refuse("a race lasts 1 to 60 minutes")
)

// A Store stores races. *data.DB is one.
type Store interface {
	OpenRaces() ([]data.Race, error)
	EndRace(code string, now time.Time) (data.Race, error)
}

// A Config is what a Registry needs of the arcade.
type Config struct {
	Store Store
	Now   func() time.Time
	After func(time.Duration, func()) *time.Timer // calls a function in its own goroutine after a time; nil means time.AfterFunc
	Log   *slog.Logger

	// Recovered is called with the value of a panic in what After has called, or in what the
	// Registry does on its own. The panic does not end the program.
	Recovered func(v any)

	Cluster *peers.Cluster // the other nodes of the arcade, whose stores have the same races; nil if there are none
}

// A Registry holds the running races, from when they are opened until they are over. It
// is safe for concurrent use.
type Registry struct {
	config Config

	waiting waitingList
	change  *peers.Invalidation // of the races in the stores of all nodes
	closed  atomic.Bool         // no more races end

	mu     sync.Mutex
	byCode map[string]*race
}

// New returns a Registry without races; see Reload. It is connected with those of other nodes. All have the same races
// in their stores and read them again when a node tells that they have changed; each ends a race at its limit, of which
// the store makes one end. What a table reports goes to all.
func New(config Config) *Registry {
	if config.After == nil {
		config.After = time.AfterFunc
	}
	rs := &Registry{config: config, byCode: make(map[string]*race)}
	rs.waiting = waitingList{registry: rs, public: []arcade.WaitingRace{}}
	rs.change = peers.NewInvalidation(config.Cluster, changeSubject, rs.tryReload)
	peers.Subscribe(config.Cluster, progressSubject, rs.hear)
	return rs
}

// after is Config.After, but recovers from a panic of fn.
func (rs *Registry) after(wait time.Duration, fn func()) *time.Timer {
	return rs.config.After(wait, func() { rs.guard(fn) })
}

// guard calls fn, and recovers from a panic of it.
func (rs *Registry) guard(fn func()) { peers.Guard(rs.config.Recovered, fn) }

// load adds a race that is not over, or updates it.
func (rs *Registry) load(stored data.Race) *race {
	rs.mu.Lock()
	r := rs.byCode[stored.Code]
	if r == nil {
		r = &race{
			code: stored.Code, watched: stored.Watched, now: rs.config.Now, after: rs.after,
			racers: make(map[string]progress), called: make(map[arcade.Level]time.Time),
		}
		if rs.config.Cluster != nil {
			r.tell = func() { rs.guard(func() { rs.tell(r) }) }
		}
		rs.byCode[stored.Code] = r
	}
	rs.mu.Unlock()
	rs.apply(r, stored, r.nextRead())
	return r
}

// apply applies what a read of the store has returned, and ends the race if all racers
// have finished; then it waits for the disk.
func (rs *Registry) apply(r *race, stored data.Race, read int) {
	listed := r.waits().isListed()
	r.apply(stored, read)
	if listed || r.waits().isListed() {
		rs.waiting.changed()
	}
	rs.schedule(r)
	if r.allFinished() {
		rs.end(r)
	}
}

// drop forgets a race.
func (rs *Registry) drop(r *race) {
	rs.mu.Lock()
	delete(rs.byCode, r.code)
	rs.mu.Unlock()
	rs.waiting.changed()
}

// find returns the running race with a code, in the store's spelling, or nil.
func (rs *Registry) find(code string) *race {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.byCode[code]
}

// Sealed reports whether an event's deal is secret because its race is still running.
func (rs *Registry) Sealed(e arcade.Event) bool {
	code, ok := e.Race()
	return ok && rs.find(code) != nil
}

// Watched reports whether an event is a running race that others may watch with a delay.
func (rs *Registry) Watched(e arcade.Event) bool {
	code, _ := e.Race()
	r := rs.find(code)
	return r != nil && r.watched
}

// CheckStart returns why a racer cannot begin to play a race now, or nil.
func (rs *Registry) CheckStart(racer Racer, game, code string) error {
	stored, err := racer.Race(code)
	if err != nil {
		return err
	}
	if rs.config.Cluster != nil { // another node may have started it just now
		rs.read(racer, stored.Code)
	}
	r := rs.find(stored.Code)
	if r == nil {
		return data.ErrRaceOver
	}
	return r.checkStart(game)
}

// Finished updates the race that a racer's round was in, if any.
func (rs *Registry) Finished(racer Racer, e arcade.Event) {
	if code, ok := e.Race(); ok {
		rs.refresh(racer, code)
	}
}

// refresh reads a race from the store again, as one of its racers, who has changed it.
func (rs *Registry) refresh(racer Racer, code string) {
	rs.read(racer, code)
	rs.change.Announce()
}

// read reads a race from the store again, as one of its racers.
func (rs *Registry) read(racer Racer, code string) {
	r := rs.find(code)
	if r == nil && rs.config.Cluster == nil {
		return
	}
	read := 0
	if r != nil {
		read = r.nextRead()
	}
	stored, err := racer.Race(code)
	switch {
	case err != nil: // the next change reads it again
	case r != nil:
		rs.apply(r, stored, read)
	case stored.Ended.IsZero(): // another node has opened it just now
		rs.load(stored)
	}
}

// Reload reads all running races from the store again. It ends those that are no longer there, and
// takes up those that another node has opened, or that were running when the previous server ended.
func (rs *Registry) Reload() error {
	reads := make(map[string]int)
	for _, r := range rs.list() {
		reads[r.code] = r.nextRead()
	}
	open, err := rs.config.Store.OpenRaces()
	if err != nil {
		return err
	}
	there := make(map[string]bool)
	for _, stored := range open {
		there[stored.Code] = true
		r := rs.find(stored.Code)
		switch read, known := reads[stored.Code]; {
		case known && r != nil:
			rs.apply(r, stored, read)
		case !known && r == nil: // else it is newer than what was read, or has ended since
			rs.load(stored)
		}
	}
	for code := range reads {
		if r := rs.find(code); r != nil && !there[code] { // it is over, or its racers have left it
			rs.end(r)
		}
	}
	return nil
}

// TryReload calls Reload after a change, on all nodes. A failure is only logged, because the
// change itself is stored.
func (rs *Registry) TryReload() {
	rs.tryReload()
	rs.change.Announce()
}

// tryReload is TryReload on this node.
func (rs *Registry) tryReload() {
	if err := rs.Reload(); err != nil {
		rs.config.Log.Error("reading the races again failed", "err", err)
	}
}

// Relist is TryReload for when a player may have become hidden or ignores another, or does so no more.
func (rs *Registry) Relist() {
	if slices.ContainsFunc(rs.list(), (*race).mayWait) {
		rs.TryReload()
	}
}

func (rs *Registry) list() []*race {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.Collect(maps.Values(rs.byCode))
}

// Close stops races from ending by themselves. It ends none of them; the next server
// does.
func (rs *Registry) Close() { rs.closed.Store(true) }
