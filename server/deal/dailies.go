package deal

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/grade"
	"boardwalk/engine/search"
)

// dailiesEvery is how often Dailies looks whether a new day has come.
const dailiesEvery = time.Hour

// A DailyStore keeps which of its candidates each daily's deal is. *data.DB is one.
type DailyStore interface {
	DailyDeals(game, day string) ([]engine.Code, error)
	DailyChoice(game, day string) (c data.DailyChoice, ok bool, err error)
	ChooseDaily(game, day string, c data.DailyChoice) (data.DailyChoice, error)
}

// Dailies chooses the deal of each daily: the first of its candidates for which a search of
// bounded length finds a way to win. Then it measures the grade. If no candidate can be won,
// or the game has no solver, the deal is the first.
//
// It works on one daily at a time, in the background. What it finds depends on the candidates
// alone, so of several servers on one arcade it does not matter which is first.
type Dailies struct {
	worker
	store DailyStore
	games engine.Catalog
	now   func() time.Time

	mu      sync.Mutex
	jobs    []*job        // waiting or in progress; the first is next
	running chan struct{} // closed when the goroutine that does them ends; nil if none does
}

// A job is a daily to choose and to grade. It is of a game with a solver.
type job struct {
	game   engine.Game
	day    string
	waits  bool               // somebody waits for the choice
	chosen context.Context    // ends once the choice is stored, or cannot be made
	end    context.CancelFunc // of chosen
}

// NewDailies returns the dailies of games, which are kept in a store, by the clock now. Close
// ends the search that is under way.
func NewDailies(config Config, store DailyStore, games engine.Catalog, now func() time.Time) *Dailies {
	d := &Dailies{worker: newWorker(config), store: store, now: now}
	for _, g := range games {
		if len(grade.KindsOf(g)) > 0 {
			d.games = append(d.games, g)
		}
	}
	return d
}

// Settle returns once it is settled which deal a game's daily has on a day, or when that
// fails or ctx ends.
func (d *Dailies) Settle(ctx context.Context, game, day string) {
	g, ok := d.games.Find(game)
	if !ok {
		return
	}
	if _, ok, err := d.store.DailyChoice(g.Info().ID, day); ok || err != nil {
		return
	}
	select {
	case <-d.add(g, day, true).chosen.Done():
	case <-ctx.Done():
	}
}

// Grading reports whether a daily is still to be chosen, or its grade to be measured.
func (d *Dailies) Grading(game, day string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(d.jobs, func(j *job) bool { return j.game.Info().ID == game && j.day == day })
}

// Every chooses the dailies of each day the day before, so that nobody has to wait, until
// Close.
func (d *Dailies) Every() {
	if d.closing.Err() != nil {
		return
	}
	now := d.now().UTC()
	for _, at := range []time.Time{now, now.AddDate(0, 0, 1)} {
		for _, g := range d.games {
			day := at.Format(time.DateOnly)
			c, ok, err := d.store.DailyChoice(g.Info().ID, day)
			if _, graded := grade.ScaleOf(g); err == nil && (!ok || graded && c.Winnable && c.Grade == (grade.Mark{})) {
				d.add(g, day, false)
			}
		}
	}
	time.AfterFunc(dailiesEvery, d.Every)
}

// add has a daily chosen, before all others if somebody waits.
func (d *Dailies) add(g engine.Game, day string, waits bool) *job {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.jobs, func(j *job) bool { return j.game.Info().ID == g.Info().ID && j.day == day })
	if i < 0 {
		i = len(d.jobs)
		j := &job{game: g, day: day}
		j.chosen, j.end = context.WithCancel(d.closing)
		d.jobs = append(d.jobs, j)
	}
	j := d.jobs[i]
	if waits && i > 1 { // the first may be in progress
		d.jobs = slices.Insert(slices.Delete(d.jobs, i, i+1), 1, j)
	}
	if waits {
		j.waits = true
		d.pace.wake()
	}
	if d.running == nil && d.closing.Err() == nil {
		d.running = make(chan struct{})
		go d.run()
	}
	return j
}

func (d *Dailies) run() {
	for {
		d.mu.Lock()
		if len(d.jobs) == 0 || d.closing.Err() != nil {
			close(d.running)
			d.running = nil
			d.mu.Unlock()
			return
		}
		j := d.jobs[0]
		d.mu.Unlock()
		begun := time.Now()
		d.do(j)
		d.mu.Lock()
		d.jobs = d.jobs[1:]
		more := len(d.jobs) > 0 && !d.jobs[0].waits
		part := share
		if more && d.jobs[0].day <= d.now().UTC().Format(time.DateOnly) {
			part = begunShare
		}
		d.mu.Unlock()
		j.end() // not before: whoever tries again after a failure needs another job
		if more {
			d.pace.rest(d.closing, begun, part)
		}
	}
}

// do chooses the deal of a daily, and then measures its grade.
func (d *Dailies) do(j *job) {
	id := j.game.Info().ID
	defer d.config.logPanic(nil, "panic in the choice of a daily", "game", id, "day", j.day)
	searches := d.config.Searches
	searches.Payer = jobPayer{d, j}
	t, err := search.TakeTurn(d.closing, searches)
	if err != nil {
		return
	}
	defer t.End()
	if err := d.choose(t, j); err != nil && d.closing.Err() == nil {
		d.config.Log.Error("choose the deal of a daily", "game", id, "day", j.day, "err", err)
	}
}

// A jobPayer has the search of a job take only places that nobody else waits for, unless a player waits for the
// choice of the deal.
type jobPayer struct {
	dailies *Dailies
	job     *job
}

func (jobPayer) Pay(time.Duration) {}

func (p jobPayer) Spent() bool {
	p.dailies.mu.Lock()
	defer p.dailies.mu.Unlock()
	return !p.job.waits || p.job.chosen.Err() != nil
}

// choose does a job. It ends the wait for it once the choice is stored.
func (d *Dailies) choose(ctx context.Context, j *job) error {
	id := j.game.Info().ID
	deals, err := d.store.DailyDeals(id, j.day)
	if err != nil {
		return err
	}
	c, ok, err := d.store.DailyChoice(id, j.day)
	if err != nil {
		return err
	}
	if !ok {
		if c, err = d.firstWinnable(ctx, j, deals); err != nil {
			return err
		}
		if c, err = d.store.ChooseDaily(id, j.day, c); err != nil {
			return err
		}
	}
	j.end()
	scale, graded := grade.ScaleOf(j.game)
	if !graded || c.Grade != (grade.Mark{}) {
		return nil
	}
	m, err := scale.Measure(ctx, j.game, deals[c.Attempt])
	if err == nil && m.Verdict == engine.VerdictWon {
		c.Winnable, c.Grade = true, scale.Mark(m.Hardness)
		_, err = d.store.ChooseDaily(id, j.day, c)
	}
	return err
}

// firstWinnable returns the first deal that can be won, or the first of all if a search finds
// none.
func (d *Dailies) firstWinnable(ctx context.Context, j *job, deals []engine.Code) (data.DailyChoice, error) {
	for attempt, code := range deals {
		v, err := grade.Decide(ctx, j.game.Deal(code), budget(j.game))
		if err != nil {
			return data.DailyChoice{}, fmt.Errorf("candidate %d: %w", attempt, err)
		}
		if v == engine.VerdictWon {
			return data.DailyChoice{Attempt: attempt, Winnable: true}, nil
		}
	}
	d.config.Log.Warn("no candidate of a daily is known to be winnable: it has the first", "game", j.game.Info().ID, "day", j.day, "candidates", len(deals))
	return data.DailyChoice{}, nil
}
