package deal

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
)

// weekEvery is how often a Week looks whether a new one has begun.
const weekEvery = time.Hour

// The refusals of a request for the variation of the week, besides ErrClosing.
var (
	ErrNoWeek     = arcade.Refuse("this arcade has no variation of the week")
	ErrWeekFailed = arcade.Refuse("no variation could be chosen for this week; the host has been told")
)

// A WeekChooser chooses the variation of a week of a family, with its estimate.
// [hint.Weekly] is one.
type WeekChooser func(ctx context.Context, p search.Places, f engine.Family, week string) (engine.Design, hint.Estimate, error)

// A Week has the variation of the week of an arcade. It is chosen once a week, in the
// background, and for all sessions. Nothing is stored: a program that is started again
// chooses the same one.
type Week struct {
	worker
	families []engine.Family
	choose   WeekChooser
	now      func() time.Time

	mu     sync.Mutex
	latest *weekChoice // of the last week that was asked for; nil before the first
}

// A weekChoice is the variation of one week. Its last fields are set when done is closed.
type weekChoice struct {
	name    string // of the week: "2026-W48"
	done    chan struct{}
	waiting atomic.Int32 // for it, as many players

	game     engine.MadeUp
	estimate hint.Estimate
	err      error // for the player
}

// NewWeek returns the variation of the week of the families as choose chooses it by the
// clock now. There is none without a family or if choose is nil. Close ends a choice that is
// under way.
func NewWeek(config Config, families []engine.Family, choose WeekChooser, now func() time.Time) *Week {
	if choose == nil {
		families = nil
	}
	return &Week{worker: newWorker(config), families: families, choose: choose, now: now}
}

// Game returns the variation of the week. If it is not chosen yet, Game
// waits until it is or ctx ends. The error is that of ctx or a sentence for the player.
func (w *Week) Game(ctx context.Context) (engine.MadeUp, error) {
	if len(w.families) == 0 {
		return nil, ErrNoWeek
	}
	c := w.begin()
	c.waiting.Add(1)
	defer c.waiting.Add(-1)
	w.wake()
	select {
	case <-c.done:
		return c.game, c.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Estimate returns the estimate of a game that was chosen for the last week that was asked for, and zero of
// any other.
func (w *Week) Estimate(id string) (e hint.Estimate) {
	w.mu.Lock()
	c := w.latest
	w.mu.Unlock()
	if c == nil {
		return e
	}
	select {
	case <-c.done:
		if c.err == nil && c.game.Info().ID == id {
			e = c.estimate
		}
	default:
	}
	return e
}

// begin returns the choice of the current week. It begins it if nobody has.
func (w *Week) begin() *weekChoice {
	w.mu.Lock()
	defer w.mu.Unlock()
	year, week := w.now().UTC().ISOWeek()
	name := fmt.Sprintf("%d-W%02d", year, week)
	if w.latest == nil || w.latest.name != name {
		w.latest = &weekChoice{name: name, done: make(chan struct{})}
		go w.run(w.latest, w.families[(year+week)%len(w.families)])
	}
	return w.latest
}

func (w *Week) run(c *weekChoice, f engine.Family) {
	defer close(c.done)
	defer w.config.logPanic(func() { c.game, c.err = nil, ErrWeekFailed }, "panic in the choice of the week", "week", c.name)
	began := w.now()
	err := c.choose(w, f)
	switch {
	case err == nil:
		w.config.Log.Info("variation of the week", "week", c.name, "game", c.game.Info().ID, "code", c.game.Design().Code(), "took", w.now().Sub(began))
	case w.closing.Err() != nil:
		c.err = ErrClosing
	default:
		w.config.Log.Error("choose the variation of the week", "week", c.name, "err", err)
		c.err = ErrWeekFailed
	}
}

func (c *weekChoice) choose(w *Week, f engine.Family) error {
	payer := rester{worker: &w.worker, part: soonShare, waited: func() bool { return c.waiting.Load() > 0 }}
	design, estimate, err := w.choose(w.closing, search.Places{Limit: w.config.Searches.Limit, Payer: payer}, f, c.name)
	if err != nil {
		return err
	}
	g, err := design.Game(design.Title())
	if err != nil {
		return err
	}
	made, ok := g.(engine.MadeUp)
	if !ok {
		return fmt.Errorf("%s is a built-in game", g.Info().ID)
	}
	c.game, c.estimate = made, estimate
	return nil
}

// Every chooses the variation of every week, also if nobody asks for it, until Close.
func (w *Week) Every() {
	if w.closing.Err() != nil || len(w.families) == 0 {
		return
	}
	w.begin()
	time.AfterFunc(weekEvery, w.Every)
}
