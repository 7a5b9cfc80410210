package words

import (
	"context"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
	"boardwalk/tui/caption"
)

// estimateMax is the most sample deals of an estimate.
const estimateMax = 200

// progressShare is the share of the deals after which progress is told.
const progressShare = 5

// estimates are how the house fares in sample deals of the game on the bench. The house
// plays in the background, one game at a time.
type estimates struct {
	*terminal
	bench   *bench
	running *sampling // nil if none is being made
	text    string    // of the design that the last one is of
	last    hint.Estimate
}

// A sampling is an estimate in progress.
type sampling struct {
	game   engine.Game
	text   string // of the design
	deals  int    // to be played
	cancel func()
	news   chan struct{} // delivers after each change that is news
	ended  chan struct{} // closed at the end
	crash  any           // what it has panicked with; to be read after the end

	mu   sync.Mutex
	now  hint.Estimate
	done bool
}

// play plays the deals. turns and limit are as for [hint.Sample].
func (r *sampling) play(ctx context.Context, searches search.Places) {
	defer close(r.ended)
	defer func() {
		if crash := recover(); crash != nil {
			r.crash = fmt.Sprintf("%v, in an estimate of\n%s%s", crash, r.text, debug.Stack())
			r.set(hint.Estimate{}, true)
		}
	}()
	now, _ := hint.Sample(ctx, searches, r.game, r.deals, func(e hint.Estimate) { r.set(e, false) })
	r.set(now, true)
}

// set sets how far the estimate is. The end is news, and so is each share of
// the deals.
func (r *sampling) set(now hint.Estimate, done bool) {
	r.mu.Lock()
	r.now, r.done = now, done
	r.mu.Unlock()
	if !done && now.Deals%max(1, r.deals/progressShare) != 0 {
		return
	}
	select {
	case r.news <- struct{}{}:
	default: // nobody has heard the last one yet
	}
}

// state returns the estimate so far, and whether it is done.
func (r *sampling) state() (hint.Estimate, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now, r.done
}

// ask begins an estimate, tells how it goes, or stops it.
func (e *estimates) ask(args string) {
	word := strings.ToLower(args)
	deals, err := strconv.Atoi(word)
	switch {
	case word == "stop" && e.running == nil:
		e.say("No estimate is being made: estimate begins one.")
	case word == "stop":
		if e.stop(); e.last.Deals == 0 {
			e.say("The estimate is stopped before its first deal was played.")
			return
		}
		e.sayf("The estimate is stopped: %s.", e.last)
	case word != "" && (err != nil || deals < 1 || deals > estimateMax):
		e.sayf("An estimate takes 1 to %d deals, such as estimate 20; estimate stop stops it.", estimateMax)
	case e.running != nil:
		now, _ := e.running.state()
		e.sayf("Played so far: %d of %s. estimate stop stops it.", now.Deals, caption.Plural(e.running.deals, "deal"))
	case word == "":
		e.begin(hint.SampleDeals)
	default:
		e.begin(deals)
	}
}

// begin begins an estimate of a number of deals, unless one is known. Without a terminal
// the player waits for it.
func (e *estimates) begin(deals int) {
	g, ok := e.bench.game()
	if !ok {
		return
	}
	if known := e.of(e.bench.design); known.Deals >= deals {
		e.sayEstimate(known)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := &sampling{
		game: g, text: e.bench.design.Text(), deals: deals, cancel: cancel,
		news: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	e.running = run
	go run.play(ctx, e.bench.env.Searches)
	switch {
	case e.in.echo != nil:
		e.sayf("The house plays %s in the background. You can go on; estimate stop stops it.", caption.Plural(deals, "sample deal"))
	case e.in.interruptible(func(ctx context.Context) {
		select {
		case <-run.ended:
		case <-ctx.Done():
		}
	}):
		e.ask("stop")
	default:
		e.sayNews()
	}
}

// of returns the estimate of a design's game of the most deals that is known.
func (e *estimates) of(d engine.Design) (known hint.Estimate) {
	if e.text == d.Text() {
		known = e.last
	}
	if g, err := e.bench.env.Games.Make(d); err == nil {
		if stored := arcade.Estimated(e.bench.env.Workshop, g); stored.Deals > known.Deals {
			known = stored
		}
	}
	return known
}

// sayWarningOf says what warns of the game that others play; see [arcade.Warning].
func (e *estimates) sayWarningOf(id, rules string) {
	if warning := arcade.Warning(e.bench.env.Workshop, e.bench.env.Games, id, rules); warning != "" {
		e.say("Beware: " + warning)
	}
}

// sayWarning says the warning of the estimate of a game, if it has one.
func (e *estimates) sayWarning(g engine.Game) {
	if m, ok := g.(engine.MadeUp); ok {
		if warning := e.of(m.Design()).Warning(); warning != "" {
			e.say("Beware: " + warning)
		}
	}
}

// news returns a channel that delivers when there is news to say, nil if no estimate is
// being made.
func (e *estimates) news() <-chan struct{} {
	if e.running == nil {
		return nil
	}
	return e.running.news
}

// sayNews says how far the estimate is, or how it ended.
func (e *estimates) sayNews() {
	run := e.running
	now, done := run.state()
	if !done {
		e.sayf("Played so far: %d of %s, %d won.", now.Deals, caption.Plural(run.deals, "deal"), now.Won)
		return
	}
	e.stop()
	e.keep(run.game)
	e.sayEstimate(now)
}

// keep stores the last estimate with a game that is known here, if it is of that.
func (e *estimates) keep(g engine.Game) {
	m, ok := g.(engine.MadeUp)
	if workshop := e.bench.env.Workshop; ok && workshop != nil && e.text == m.Design().Text() && e.last.Deals > 0 {
		_ = workshop.SetEstimate(m.Info().ID, e.last) // it was told, and can be made again
	}
}

func (e *estimates) sayEstimate(now hint.Estimate) {
	e.sayf("The estimate: %s.", now)
	if level := now.Level(); level != engine.Unrated {
		e.say(caption.Sentence(string(level)))
	}
	if warning := now.Warning(); warning != "" {
		e.say("Beware: " + warning)
	}
}

// giveUp stops the estimate in progress because the rules change, and says so.
func (e *estimates) giveUp() {
	if e.running != nil {
		e.stop()
		e.say("The estimate of the rules before is stopped.")
	}
}

// stop ends the estimate in progress, if there is one. What it has found is the last
// estimate then. It panics if the estimate has, so that the session reports that.
func (e *estimates) stop() {
	if e.running == nil {
		return
	}
	e.running.cancel()
	<-e.running.ended
	if crash := e.running.crash; crash != nil {
		e.running = nil
		panic(crash)
	}
	e.text = e.running.text
	e.last, _ = e.running.state()
	e.running = nil
}
