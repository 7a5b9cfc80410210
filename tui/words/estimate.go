package words

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
)

// estimateMax is the most sample deals of an estimate.
const estimateMax = 200

// progressShare is the share of the deals after which progress is told.
const progressShare = 5

// estimates are how the arcade's player fares in sample deals of the game on the bench.
type estimates struct {
	*lobby
	text string // of the design that the last one is of
	last hint.Estimate
}

// ask makes an estimate of a number of deals, unless one is known. The player waits for it.
func (e *estimates) ask(args string) {
	deals, err := strconv.Atoi(cmp.Or(args, strconv.Itoa(hint.SampleDeals)))
	if err != nil || deals < 1 || deals > estimateMax {
		e.sayf("An estimate takes 1 to %d deals, such as estimate 20.", estimateMax)
		return
	}
	g, ok := e.bench.game()
	if !ok {
		return
	}
	if known := e.of(e.bench.design); known.Deals >= deals {
		e.sayEstimate(known)
		return
	}
	e.tell(fmt.Sprintf("The arcade's player plays %s. Ctrl-C stops.", engine.Plural(deals, "sample deal")))
	var now hint.Estimate
	stopped := e.in.interruptible(func(ctx context.Context) {
		_, _ = hint.Sample(ctx, e.env.Searches, g, deals, func(soFar hint.Estimate) {
			now = soFar
			if share := max(1, deals/progressShare); now.Deals%share == 0 && now.Deals < deals {
				e.tell(fmt.Sprintf("Played so far: %d of %s, %d won.", now.Deals, engine.Plural(deals, "deal"), now.Won))
			}
		})
	})
	if now.Deals > 0 {
		e.text, e.last = e.bench.design.Text(), now
	}
	switch {
	case stopped && now.Deals == 0:
		e.say("The estimate is stopped before its first deal was played.")
	case stopped:
		e.sayf("The estimate is stopped: %s.", now)
	default:
		e.keep(g)
		e.sayEstimate(now)
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
