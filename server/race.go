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

// racePause is the least time between two standings of a race: its racers may be
// programs, and what they do is drawn for all of them.
const racePause = 250 * time.Millisecond

// A race is one that goes on: how its racers stand, and who follows it. Nothing here
// waits for anybody, nor does anything else while it holds the lock: who follows is
// left standings, and takes them or finds newer ones.
type race struct {
	code  string
	clock raceClock

	mu       sync.Mutex
	stored   data.Race // as the store had it last
	asked    int       // how often the store was asked for it
	known    int       // which of these answers stored is
	begins   time.Time // by the monotonic clock; zero: nobody has started it
	late     bool      // the limit is reached
	ending   bool      // it is about to be over
	over     bool
	limit    *time.Timer
	racers   map[string]*progress // of those who were at a table, by ID
	seats    map[*session]*follower
	audience map[*follower]struct{}
	quiet    bool // standings went out a moment ago,
	news     bool // and there are newer ones by now
}

// A progress is what a racer's table has told.
type progress struct {
	at    *session // nil: at no table now
	score engine.Score
	moves int

	assisted bool
}

// A raceClock is the time that races go by, and what is to be done then.
type raceClock struct {
	now   func() time.Time
	after func(time.Duration, func()) *time.Timer
}

// A follower is one session's look at a race.
type follower struct {
	race    *race
	here    *session
	me      string         // the ID of its player's row
	mailbox chan *tui.Race // holds the newest; closed when no more will come
}

// take takes up what the store has said of the race. Answers may come out of order:
// an older one than that which is known is of no use.
func (r *race) take(stored data.Race, answer int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over || answer < r.known {
		return
	}
	r.stored, r.known = stored, answer
	if r.begins.IsZero() && !stored.Started.IsZero() {
		now := r.clock.now()
		r.begins = now.Add(stored.Started.Sub(now)) // which goes by the monotonic clock
	}
	for _, f := range slices.Collect(maps.Keys(r.audience)) {
		if !slices.ContainsFunc(stored.Racers, func(o data.Racer) bool { return o.ID == f.me }) {
			r.drop(f) // whose player has left it, maybe in another session
		}
	}
	r.tell()
}

// ask is the number of the answer that the store is about to give. Whoever has changed
// something there asks behind that, so that all newer answers have it, too.
func (r *race) ask() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	return r.asked
}

// show takes note of what is on a session's table.
func (r *race) show(here *session, scene *tui.Scene) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seat := r.seats[here]
	if seat == nil || r.over {
		return
	}
	who := r.racers[seat.me]
	if who == nil {
		who = new(progress)
		r.racers[seat.me] = who
	}
	who.at, who.score, who.moves, who.assisted = here, scene.Score, scene.Moves, scene.Assisted
	if scene.Final {
		who.at = nil
	}
	r.tell()
}

// rise takes note that a session is at its table no more.
func (r *race) rise(here *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, who := range r.racers {
		if who.at == here {
			who.at = nil
			r.tell()
		}
	}
}

// follow begins to tell a session how the race stands. Me is the ID of its player's
// row. It returns nil where the race is over.
func (r *race) follow(here *session, me string) *follower {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil
	}
	f := &follower{r, here, me, make(chan *tui.Race, 1)}
	r.audience[f], r.seats[here] = struct{}{}, f
	f.put(r.standings())
	return f
}

// leave ends it, unless it has ended.
func (f *follower) leave() {
	f.race.mu.Lock()
	defer f.race.mu.Unlock()
	if _, in := f.race.audience[f]; in {
		f.race.drop(f)
	}
}

// drop lets one follow no more. The lock must be held.
func (r *race) drop(f *follower) {
	delete(r.audience, f)
	if r.seats[f.here] == f {
		delete(r.seats, f.here)
	}
	close(f.mailbox)
}

// put leaves standings in place of those that were not taken. The race's lock must be
// held: as nobody else puts any in, there is room.
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

// tell lets all who follow see how the race stands: at once or, where they have seen
// that a moment ago, soon. The lock must be held.
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

// publish writes the standings into each mailbox. The lock must be held.
func (r *race) publish() {
	standings := r.standings()
	for f := range r.audience {
		f.put(standings)
	}
}

// close makes the race over, as the store has it, or one that the store has no more
// where that is nil. Who follows it sees that, and no more.
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

// begun returns why the race's racers cannot begin to play it now, nil where they can.
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

// begin takes note that the race is about to be over, and tells whether that is news.
func (r *race) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.ending || r.over
	r.ending = true
	return !before
}

// waits tells whether nobody has started the race.
func (r *race) waits() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.begins.IsZero()
}

// through reports whether the rounds of all who are still there are at their end.
func (r *race) through() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stored.Through()
}
