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

// makeEstimate makes an estimate of a number of deals, unless one is known. The player waits for it.
func (b *bench) makeEstimate(args string) {
	deals, err := strconv.Atoi(cmp.Or(args, strconv.Itoa(hint.SampleDeals)))
	if err != nil || deals < 1 || deals > estimateMax {
		b.sayf("An estimate takes 1 to %d deals, such as estimate 20.", estimateMax)
		return
	}
	g, ok := b.game()
	if !ok {
		return
	}
	if known := b.estimateOf(b.design); known.Deals >= deals {
		b.sayEstimate(known)
		return
	}
	b.tell(fmt.Sprintf("The arcade's player plays %s. Ctrl-C stops.", engine.Plural(deals, "sample deal")))
	var now hint.Estimate
	stopped := b.in.interruptible(func(ctx context.Context) {
		_, _ = hint.Sample(ctx, b.env.Searches, g, deals, func(soFar hint.Estimate) {
			now = soFar
			if share := max(1, deals/progressShare); now.Deals%share == 0 && now.Deals < deals {
				b.tell(fmt.Sprintf("Played so far: %d of %s, %d won.", now.Deals, engine.Plural(deals, "deal"), now.Won))
			}
		})
	})
	if now.Deals > 0 {
		b.estimated, b.estimate = b.design.Text(), now
	}
	switch {
	case stopped && now.Deals == 0:
		b.say("The estimate is stopped before its first deal was played.")
	case stopped:
		b.sayf("The estimate is stopped: %s.", now)
	default:
		b.keepEstimate(g)
		b.sayEstimate(now)
	}
}

// estimateOf returns the estimate of a design's game of the most deals that is known.
func (b *bench) estimateOf(d engine.Design) (known hint.Estimate) {
	if b.estimated == d.Text() {
		known = b.estimate
	}
	if g, err := b.env.Games.Make(d); err == nil {
		if stored := arcade.Estimated(b.env.Workshop, g); stored.Deals > known.Deals {
			known = stored
		}
	}
	return known
}

// sayWarning says the warning of the estimate of a game, if it has one.
func (b *bench) sayWarning(g engine.Game) {
	if m, ok := g.(engine.MadeUp); ok {
		b.beware(b.estimateOf(m.Design()).Warning())
	}
}

// keepEstimate stores the last estimate with a game that is known here, if it is of that.
func (b *bench) keepEstimate(g engine.Game) {
	m, ok := g.(engine.MadeUp)
	if ok && b.estimated == m.Design().Text() && b.estimate.Deals > 0 {
		_ = b.env.Workshop.SetEstimate(m.Info().ID, b.estimate) // it was told, and can be made again
	}
}

func (b *bench) sayEstimate(now hint.Estimate) {
	b.sayf("The estimate: %s.", now)
	if level := now.Level(); level != engine.FewDeals && level != engine.NoWins {
		b.say(caption.Sentence(string(level)))
	}
	b.beware(now.Warning())
}
