package deal

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
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

// Dailies chooses the deal of each daily: the first of its candidates that has the grade of its day. If somebody
// waits for the deal, or no candidate has that grade, it is the first for which a search of bounded length finds
// a way to win, and its grade is measured later. If no candidate can be won, or the game has no solver, the deal
// is the first.
//
// It works on one daily at a time, in the background, and at once on one that somebody waits for. The first
// choice that is stored stands, whichever of several servers on one arcade has made it.
type Dailies struct {
	worker
	store    DailyStore
	games    engine.Catalog
	now      func() time.Time
	choosing singleflight.Group // of those who wait for the choice of the same daily

	mu      sync.Mutex
	jobs    []job         // waiting or in progress; the first is next
	running chan struct{} // closed when the goroutine that does them ends; nil if none does
}

// A job is a daily to choose, if nobody has, and to grade. It is of a game with a solver.
type job struct {
	game engine.Game
	day  string
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
	j := job{g, day}
	chosen := d.choosing.DoChan(g.Info().ID+day, func() (any, error) {
		d.do(j, func() error {
			return d.inTurn(d.config.Searches, func(ctx context.Context) error {
				_, err := d.choose(ctx, j)
				return err
			})
		})
		d.add(j)
		return nil, nil
	})
	select {
	case <-chosen:
	case <-ctx.Done():
	}
}

// Grading reports whether a daily is still to be chosen, or its grade to be measured.
func (d *Dailies) Grading(game, day string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.has(game, day)
}

func (d *Dailies) has(game, day string) bool {
	return slices.ContainsFunc(d.jobs, func(j job) bool { return j.game.Info().ID == game && j.day == day })
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
			if _, graded := d.scaleOf(g); err == nil && (!ok || graded && c.Winnable && c.Grade == (grade.Mark{})) {
				d.add(job{g, day})
			}
		}
	}
	time.AfterFunc(dailiesEvery, d.Every)
}

// add has a daily chosen and graded in the background.
func (d *Dailies) add(j job) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.has(j.game.Info().ID, j.day) {
		d.jobs = append(d.jobs, j)
	}
	if d.running == nil && d.closing.Err() == nil {
		d.running = make(chan struct{})
		go d.run()
	}
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
		d.do(j, func() error { return d.grade(j) })
		d.mu.Lock()
		d.jobs = d.jobs[1:]
		d.mu.Unlock()
	}
}

// do has the deal of a daily chosen or graded.
func (d *Dailies) do(j job, work func() error) {
	id := j.game.Info().ID
	defer d.config.logPanic(nil, "panic in the choice of a daily", "game", id, "day", j.day)
	if err := work(); err != nil && d.closing.Err() == nil {
		d.config.Log.Error("choose the deal of a daily", "game", id, "day", j.day, "err", err)
	}
}

// inTurn calls do in a place among the searches.
func (d *Dailies) inTurn(searches search.Places, do func(context.Context) error) error {
	t, err := search.TakeTurn(d.closing, searches)
	if err != nil {
		return err
	}
	defer t.End()
	return do(t)
}

// idly calls do for a daily for which nobody waits, in a place that nobody else wants, with rests.
func (d *Dailies) idly(j job, do func(context.Context) error) error {
	searches, part := d.config.Searches, soonShare
	if j.day <= d.now().UTC().Format(time.DateOnly) {
		part = todayShare
	}
	searches.Payer = rester{worker: &d.worker, part: part}
	return d.inTurn(searches, do)
}

// choose returns the choice of a daily. If nobody has made one it is the first deal that can be won, or the
// first of all if a search finds none.
func (d *Dailies) choose(ctx context.Context, j job) (data.DailyChoice, error) {
	id := j.game.Info().ID
	if c, ok, err := d.store.DailyChoice(id, j.day); ok || err != nil {
		return c, err
	}
	deals, err := d.store.DailyDeals(id, j.day)
	if err != nil {
		return data.DailyChoice{}, err
	}
	for attempt, code := range deals {
		v, err := grade.Decide(ctx, j.game.Deal(code), budget(j.game))
		if err != nil {
			return data.DailyChoice{}, fmt.Errorf("candidate %d: %w", attempt, err)
		}
		if v == engine.VerdictWon {
			return d.store.ChooseDaily(id, j.day, data.DailyChoice{Attempt: attempt, Winnable: true})
		}
	}
	d.config.Log.Warn("no candidate of a daily is known to be winnable: it has the first", "game", id, "day", j.day, "candidates", len(deals))
	return d.store.ChooseDaily(id, j.day, data.DailyChoice{})
}

// grade has the choice of a daily made, with its grade. If nobody has made one it is the first deal of the grade
// of the day, or else the first that can be won.
func (d *Dailies) grade(j job) error {
	id, wanted := j.game.Info().ID, arcade.DailyGrade(j.day)
	c, settled, err := d.store.DailyChoice(id, j.day)
	if err != nil || c.Grade != (grade.Mark{}) {
		return err
	}
	deals, err := d.store.DailyDeals(id, j.day)
	if err != nil {
		return err
	}
	if settled {
		deals = deals[c.Attempt : c.Attempt+1]
	}
	scale, graded := d.scaleOf(j.game)
	if !graded {
		deals = nil
	}
	found := c
	for i, code := range deals {
		var m grade.Measurement
		err := d.idly(j, func(ctx context.Context) (err error) {
			m, err = scale.Measure(ctx, j.game, code)
			return err
		})
		if err != nil {
			return fmt.Errorf("candidate %d: %w", c.Attempt+i, err)
		}
		mark := scale.Mark(m.Hardness)
		if m.Verdict == engine.VerdictWon && (found.Grade == grade.Mark{} || mark.Kind == wanted) {
			found = data.DailyChoice{Attempt: c.Attempt + i, Winnable: true, Grade: mark}
		}
		if found.Grade.Kind == wanted {
			break
		}
	}
	if found.Grade == (grade.Mark{}) {
		return d.idly(j, func(ctx context.Context) error {
			_, err := d.choose(ctx, j)
			return err
		})
	}
	if c, err = d.store.ChooseDaily(id, j.day, found); err == nil && c.Attempt != found.Attempt { // somebody could not wait
		return d.grade(j)
	}
	return err
}
