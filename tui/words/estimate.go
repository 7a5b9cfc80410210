package words

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
)

// estimateMax is the most sample deals of an estimate.
const estimateMax = 200

// A sampling is an estimate in progress.
type sampling struct {
	game   engine.Game
	text   string // of the design
	deals  int    // to be played
	cancel func()
	news   chan struct{} // delivers after each change, many at once
	ended  chan struct{} // closed at the end

	mu   sync.Mutex
	now  hint.Estimate
	done bool

	told int // deals of the last progress that was told; only the session uses it
}

// progressEvery is the share of the deals after which progress is told.
const progressEvery = 5

// run plays the deals.
func (r *sampling) run(ctx context.Context, play sampler, limit chan struct{}) {
	defer close(r.ended)
	set := func(e hint.Estimate, done bool) {
		r.mu.Lock()
		r.now, r.done = e, done
		r.mu.Unlock()
		if due := max(1, r.deals/progressEvery); !done && e.Deals%due != 0 {
			return
		}
		select {
		case r.news <- struct{}{}:
		default:
		}
	}
	e, _ := play(ctx, limit, r.game, r.deals, func(e hint.Estimate) { set(e, false) })
	set(e, true)
}

// state returns the estimate so far, and whether it is done.
func (r *sampling) state() (hint.Estimate, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now, r.done
}

// estimate begins an estimate of the game on the bench, tells how it goes, or stops it.
func (b *bench) estimate(args string) {
	word := strings.ToLower(args)
	deals, err := strconv.Atoi(word)
	switch {
	case word == "stop" && b.running == nil:
		b.say("No estimate is being made: estimate begins one.")
	case word == "stop":
		e := b.halt()
		if e.Deals == 0 {
			b.say("The estimate is stopped before its first deal was played.")
			return
		}
		b.sayf("The estimate is stopped: %s.", e)
	case word != "" && (err != nil || deals < 1 || deals > estimateMax):
		b.sayf("An estimate takes 1 to %d deals, such as estimate 20; estimate stop stops it.", estimateMax)
	case b.running != nil:
		e, _ := b.running.state()
		b.sayf("%d of %s are played. estimate stop stops it.", e.Deals, caption.Plural(b.running.deals, "deal"))
	default:
		if word == "" {
			deals = hint.SampleDeals
		}
		b.begin(deals)
	}
}

// begin begins an estimate of a number of deals, unless that is known already. Without a
// terminal the player waits for it.
func (b *bench) begin(deals int) {
	g, ok := b.game()
	if !ok {
		return
	}
	if e := b.estimated(g); e.Deals >= deals {
		b.sayEstimate(e)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.running = &sampling{
		game: g, text: b.design.Text(), deals: deals, cancel: cancel,
		news: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	go b.running.run(ctx, b.sampler, b.env.SearchLimit)
	if b.in.echo != nil {
		b.sayf("The house plays %s in the background. You can go on; estimate stop stops it.", caption.Plural(deals, "sample deal"))
		return
	}
	if b.in.interruptible(func(ctx context.Context) {
		select {
		case <-b.running.ended:
		case <-ctx.Done():
		}
	}) {
		b.estimate("stop")
		return
	}
	b.sayNews()
}

// estimated returns what is known of how the house fares in a game.
func (b *bench) estimated(g engine.Game) hint.Estimate {
	e := hint.Estimate{}
	if b.found.text == b.design.Text() {
		e = b.found.Estimate
	}
	if m, ok := g.(engine.MadeUp); ok && b.env.Workshop != nil {
		if v, err := b.env.Workshop.Variation(m); err == nil && v.Estimate.Deals > e.Deals {
			e = v.Estimate
		}
	}
	return e
}

// news returns the channel of the estimate in progress, nil if there is none.
func (b *bench) news() <-chan struct{} {
	if b.running == nil {
		return nil
	}
	return b.running.news
}

// sayNews says how far the estimate is, or how it ended.
func (b *bench) sayNews() {
	e, done := b.running.state()
	if !done {
		b.sayf("%d of %s are played, %d won.", e.Deals, caption.Plural(b.running.deals, "deal"), e.Won)
		return
	}
	r := b.running
	b.halt()
	b.found = found{r.text, e}
	if b.env.Workshop != nil {
		_ = b.env.Workshop.SetEstimate(r.game.Info().ID, e) // of a game that nobody keeps none is stored
	}
	b.sayEstimate(e)
}

func (b *bench) sayEstimate(e hint.Estimate) {
	b.sayf("The estimate: %s.", e)
	b.say(caption.Sentence(string(e.Level())))
}

// stop stops the estimate in progress, if there is one.
func (b *bench) stop() {
	if b.running != nil {
		b.halt()
	}
}

// halt ends the estimate in progress and returns it as far as it has come.
func (b *bench) halt() hint.Estimate {
	r := b.running
	b.running = nil
	r.cancel()
	<-r.ended
	e, _ := r.state()
	return e
}
