package race

import (
	"context"
	"slices"
	"sync"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// A race is a running race: its standings and the sessions that follow it. Nothing here
// blocks or does other work while it holds the lock: a follower finds the newest
// standings in its mailbox, whenever it looks.
type race struct {
	code    string
	watched bool // see arcade.RaceTerms
	now     func() time.Time
	after   func(time.Duration, func()) *time.Timer

	mu         sync.Mutex
	stored     data.Race // as last read from the store
	latestRead int       // number of reads of the store begun
	read       int       // number of the read that returned stored
	begins     time.Time // with a monotonic clock reading; zero if nobody has started the race
	late       bool      // the time limit is reached
	ending     bool      // its end is being stored
	over       bool
	timer      *time.Timer
	racers     map[string]progress        // racers who have been at a table, by ID
	called     map[arcade.Level]time.Time // when Empty returned their places
	followers  mailbox.Readers[follower, *arcade.Race]
	throttled  bool   // standings were published less than Pause ago,
	pending    bool   // and have changed since
	tell       func() // tells other nodes of the race; nil if there are none
	reported   bool   // a table here has reported something that they were not told
}

// A progress is what a racer's table last reported.
type progress struct {
	node  string    // of the table; "" is this one
	heard time.Time // when this node heard of it, if it is on another

	At       time.Time    `json:"at"`              // when it reported
	Table    int          `json:"table,omitempty"` // its number; 0: at none now
	Score    engine.Score `json:"score"`
	Moves    int          `json:"moves"`
	Assisted bool         `json:"assisted,omitempty"`
}

// A follower is one session that follows a race.
type follower struct {
	table *Table
	me    string // the racer's ID
}

func (f follower) of(standings *arcade.Race) *arcade.Race {
	own := *standings
	own.Me = f.me
	return &own
}

// apply stores what a read of the store has returned. Reads may finish out of order; a result older
// than the latest one is ignored.
func (r *race) apply(stored data.Race, read int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || read < r.read {
		return
	}
	r.stored, r.read = stored, read
	if r.begins.IsZero() && !stored.Begins.IsZero() {
		now := r.now()
		// It keeps the monotonic clock reading of now. A clock that was set back since the start holds nobody up.
		r.begins = now.Add(min(stored.Begins.Sub(now), Countdown))
	}
	for box, f := range r.followers.All() {
		if !slices.ContainsFunc(stored.Racers, func(o arcade.Racer) bool { return o.ID == f.me }) {
			box.Put(f.of(r.standings())) // without the player, who has left the race or was taken out
			r.followers.Remove(box)
		}
	}
	r.publishSoon()
}

// nextRead numbers a read of the store that is about to begin. A caller that changes the
// race in the store calls nextRead after the change, so that every read with a higher
// number includes it.
func (r *race) nextRead() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.latestRead++
	return r.latestRead
}

// show notes what is on a session's table.
func (r *race) show(table *Table, scene *arcade.Scene) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := progress{At: r.now(), Table: table.number, Score: scene.Score, Moves: scene.Moves, Assisted: scene.Assisted}
	if scene.Final {
		p.Table = 0
	}
	for _, f := range r.followers.All() { // none if the race is over
		if f.table == table {
			r.racers[f.me], r.reported = p, true
			r.publishSoon()
			return
		}
	}
}

// leaveTable notes that a session has left its table.
func (r *race) leaveTable(table *Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, p := range r.racers {
		if p.node == "" && p.Table == table.number && p.Table != 0 {
			p.Table, p.At = 0, r.now()
			r.racers[id], r.reported = p, true
			r.publishSoon()
		}
	}
}

// follow sends the race's standings to a follower until ctx ends. It returns nil if the race is over.
func (r *race) follow(ctx context.Context, f follower) *mailbox.Box[*arcade.Race] {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil
	}
	box := r.followers.Add(ctx, f)
	box.Put(f.of(r.standings()))
	return box
}

// publishSoon publishes the standings: at once or, if it did so less than Pause ago,
// when that time has passed. The lock must be held.
func (r *race) publishSoon() {
	if r.throttled {
		r.pending = true
		return
	}
	r.publish()
	r.throttled, r.pending = true, false
	r.after(Pause, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.throttled = false; r.pending {
			r.publishSoon()
		}
	})
}

// publish puts the standings into each mailbox, and tells other nodes what they do not know. The
// lock must be held.
func (r *race) publish() {
	standings := r.standings()
	for box, f := range r.followers.All() {
		box.Put(f.of(standings))
	}
	if r.reported && r.tell != nil {
		r.reported = false
		go r.tell()
	}
}

// close ends the race. Followers see stored, its final state in the store, and nothing
// after it; if stored is nil, the store no longer has the race, and they see it without racers.
func (r *race) close(stored *data.Race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stored != nil {
		r.stored, r.over = *stored, true
	} else {
		r.stored.Racers = nil
	}
	r.publish()
	r.over, r.pending = true, false
	if r.timer != nil {
		r.timer.Stop()
	}
	r.followers.RemoveAll()
}

// checkStart returns why the race's racers cannot begin to play it now, or nil if they
// can.
func (r *race) checkStart(game string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.stored.Game != game:
		return data.ErrNotIn
	case r.over || r.late:
		return data.ErrRaceOver
	case r.begins.IsZero() || r.now().Before(r.begins):
		return ErrNotBegun
	}
	return nil
}

// markEnding marks the race as about to end. It returns false if it was marked or over
// already.
func (r *race) markEnding() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.ending || r.over
	r.ending = true
	return !before
}

// allFinished reports whether no racer is left who plays or may begin.
func (r *race) allFinished() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.Through(r.now().Add(-Grace)) // who began at the last moment may still be stored
}
