package words

import (
	"context"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
)

// estimateMax is the most sample deals of an estimate.
const estimateMax = 200

// progressShare is the share of the deals after which progress is told.
const progressShare = 5

// estimates are how the arcade's player fares in sample deals of the game on the bench. The arcade's player
// plays in the background, one game at a time.
type estimates struct {
	*lobby
	running *sampling // nil if none is being made
	text    string    // of the design that the last one is of
	last    hint.Estimate
}

// A sampling is an estimate in progress.
type sampling struct {
	*feed[hint.Estimate]
	game  engine.Game
	text  string // of the design
	deals int    // to be played
	told  int    // of which the player has read
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
		now, _ := e.running.take()
		e.sayf("Played so far: %d of %s. estimate stop stops it.", now.Deals, engine.Plural(e.running.deals, "deal"))
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
	found := newFeed(cancel, func(show func(hint.Estimate)) {
		_, _ = hint.Sample(ctx, e.env.Searches, g, deals, show) // the last one shown has what it returns
	})
	e.running = &sampling{feed: found, game: g, text: e.bench.design.Text(), deals: deals}
	switch {
	case e.in.echo != nil:
		e.sayf("The arcade's player plays %s in the background. You can go on; estimate stop stops it.", engine.Plural(deals, "sample deal"))
	case e.in.interruptible(func(ctx context.Context) {
		select {
		case <-found.ended:
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
	if g, err := e.env.Games.Make(d); err == nil {
		if stored := arcade.Estimated(e.env.Workshop, g); stored.Deals > known.Deals {
			known = stored
		}
	}
	return known
}

// sayWarningOf says what warns of the game that others play; see [arcade.Warning].
func (e *estimates) sayWarningOf(id, rules string) {
	e.beware(arcade.Warning(e.env.Workshop, e.env.Games, id, rules))
}

// sayWarning says the warning of the estimate of a game, if it has one.
func (e *estimates) sayWarning(g engine.Game) {
	if m, ok := g.(engine.MadeUp); ok {
		e.beware(e.of(m.Design()).Warning())
	}
}

// sayNews says how far the estimate is, after each share of the deals, or how it ended.
func (e *estimates) sayNews() {
	run := e.running
	over := run.over() // before the last deals are taken
	now, _ := run.take()
	if !over {
		if now.Deals-run.told >= max(1, run.deals/progressShare) {
			run.told = now.Deals
			e.sayf("Played so far: %d of %s, %d won.", now.Deals, engine.Plural(run.deals, "deal"), now.Won)
		}
		return
	}
	e.stop()
	e.keep(run.game)
	e.sayEstimate(now)
}

// keep stores the last estimate with a game that is known here, if it is of that.
func (e *estimates) keep(g engine.Game) {
	m, ok := g.(engine.MadeUp)
	if workshop := e.env.Workshop; ok && workshop != nil && e.text == m.Design().Text() && e.last.Deals > 0 {
		_ = workshop.SetEstimate(m.Info().ID, e.last) // it was told, and can be made again
	}
}

func (e *estimates) sayEstimate(now hint.Estimate) {
	e.sayf("The estimate: %s.", now)
	if level := now.Level(); level != engine.FewDeals && level != engine.NoWins {
		e.say(caption.Sentence(string(level)))
	}
	e.beware(now.Warning())
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
	run := e.running
	e.running = nil
	run.cancel()
	<-run.ended
	e.last, _ = run.take()
	e.text = run.text
}
