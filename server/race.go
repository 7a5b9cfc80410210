package server

import (
	"maps"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/tui"
)

// racePause is the minimum time between two standings of a race. Its racers may be
// programs, and each of their moves would be drawn for all followers.
const racePause = 250 * time.Millisecond

// A race is a running race: its standings and the sessions that follow it. Nothing here
// blocks or does other work while it holds the lock: a follower finds the newest
// standings in its mailbox, whenever it looks.
type race struct {
	code  string
	clock raceClock

	mu       sync.Mutex
	stored   data.Race // as last read from the store
	asked    int       // number of reads of the store begun
	known    int       // number of the read that returned stored
	begins   time.Time // with a monotonic clock reading; zero if nobody has started the race
	late     bool      // the time limit is reached
	ending   bool      // its end is being stored
	over     bool
	limit    *time.Timer
	racers   map[string]*progress // racers who have been at a table, by ID
	seats    map[*session]*follower
	audience map[*follower]struct{}
	quiet    bool // standings were published less than racePause ago,
	news     bool // and have changed since
}

// A progress is what a racer's table last reported.
type progress struct {
	at    *session // nil: at no table now
	score engine.Score
	moves int

	assisted bool
}

// A raceClock tells races the time and schedules their steps.
type raceClock struct {
	now   func() time.Time
	after func(time.Duration, func()) *time.Timer
}

// A follower is one session that follows a race.
type follower struct {
	race    *race
	sess    *session
	me      string         // the player's racer ID
	mailbox chan *tui.Race // holds the newest standings; closed after the last ones
}

// take stores what a read of the store has returned. Reads may finish out of order; a
// result older than the known one is ignored.
func (r *race) take(stored data.Race, answer int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || answer < r.known {
		return
	}
	r.stored, r.known = stored, answer
	if r.begins.IsZero() && !stored.Started.IsZero() {
		now := r.clock.now()
		r.begins = now.Add(stored.Started.Sub(now)) // keeps the monotonic clock reading of now
	}
	for _, f := range slices.Collect(maps.Keys(r.audience)) {
		if !slices.ContainsFunc(stored.Racers, func(o data.Racer) bool { return o.ID == f.me }) {
			r.drop(f) // the player has left the race, maybe in another session
		}
	}
	r.tell()
}

// ask numbers a read of the store that is about to begin. A caller that changes the race
// in the store calls ask after the change, so that every read with a higher number
// includes it.
func (r *race) ask() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	return r.asked
}

// show notes what is on a session's table.
func (r *race) show(sess *session, scene *tui.Scene) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seat := r.seats[sess]
	if seat == nil || r.over {
		return
	}
	who := r.racers[seat.me]
	if who == nil {
		who = new(progress)
		r.racers[seat.me] = who
	}
	who.at, who.score, who.moves, who.assisted = sess, scene.Score, scene.Moves, scene.Assisted
	if scene.Final {
		who.at = nil
	}
	r.tell()
}

// rise notes that a session has left its table.
func (r *race) rise(sess *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, who := range r.racers {
		if who.at == sess {
			who.at = nil
			r.tell()
		}
	}
}

// follow starts sending the race's standings to a session. me is its player's racer ID.
// It returns nil if the race is over.
func (r *race) follow(sess *session, me string) *follower {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil
	}
	f := &follower{r, sess, me, make(chan *tui.Race, 1)}
	r.audience[f], r.seats[sess] = struct{}{}, f
	f.put(r.standings())
	return f
}

// leave ends the following, unless it has ended already.
func (f *follower) leave() {
	f.race.mu.Lock()
	defer f.race.mu.Unlock()
	if _, in := f.race.audience[f]; in {
		f.race.drop(f)
	}
}

// drop removes a follower. The lock must be held.
func (r *race) drop(f *follower) {
	delete(r.audience, f)
	if r.seats[f.sess] == f {
		delete(r.seats, f.sess)
	}
	close(f.mailbox)
}

// put replaces the standings in the mailbox. The race's lock must be held: with no other
// sender, there is room and put does not block.
func (f *follower) put(standings *tui.Race) {
	select {
	case <-f.mailbox:
	default:
	}
	f.mailbox <- standings
}

// Next implements tui.RaceWatch.
func (f *follower) Next(then func(*tui.Race) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		standings := <-f.mailbox
		if standings == nil {
			return then(nil)
		}
		own := *standings
		own.Me = f.me
		return then(&own)
	}
}

// tell publishes the standings: at once or, if it did so less than racePause ago, when
// that time has passed. The lock must be held.
func (r *race) tell() {
	if r.quiet {
		r.news = true
		return
	}
	r.publish()
	r.quiet, r.news = true, false
	r.clock.after(racePause, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.quiet = false; r.news {
			r.tell()
		}
	})
}

// publish puts the standings into each mailbox. The lock must be held.
func (r *race) publish() {
	standings := r.standings()
	for f := range r.audience {
		f.put(standings)
	}
}

// close ends the race. Followers see stored, its final state in the store, and nothing
// after it; if stored is nil, the store no longer has the race and they see nothing more.
func (r *race) close(stored *data.Race) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stored != nil {
		r.stored, r.over = *stored, true
		r.publish()
	}
	r.over, r.news = true, false
	if r.limit != nil {
		r.limit.Stop()
	}
	for _, f := range slices.Collect(maps.Keys(r.audience)) {
		r.drop(f)
	}
}

// begun returns why the race's racers cannot begin to play it now, or nil if they can.
func (r *race) begun(game string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.stored.Game != game:
		return data.ErrNotFound
	case r.over || r.late:
		return errRaceOver
	case r.begins.IsZero() || r.clock.now().Before(r.begins):
		return errNotBegun
	}
	return nil
}

// begin marks the race as about to end. It returns false if it was marked or over
// already.
func (r *race) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.ending || r.over
	r.ending = true
	return !before
}

// waits reports whether nobody has started the race yet.
func (r *race) waits() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.begins.IsZero()
}

// through reports whether all its racers have finished their rounds.
func (r *race) through() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.Through()
}
