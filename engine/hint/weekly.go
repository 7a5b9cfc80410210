package hint

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/search"
)

const (
	candidatesMax = 20 // the most designs to try for a week
	screenWon     = 70 // the most percent of SampleDeals that may be won at sight
	surpriseDeals = 4  // of which a surprise is won once at least
	weekMoves     = 20 // the fewest moves that a deal should take on average
)

// Weekly returns the variation of a week, named as in "2026-W47", and its estimate of
// [SampleDeals] deals. It draws designs of the family until one is neither short nor won
// always nor never: the arcade's player wins it in 10 to 90 percent of the deals. If none of several
// is such a game, it returns the one that comes closest. The result depends on the family
// and the week alone. Its searches share p; one week is chosen at a time.
//
// It takes up to a minute of one core. The error is that of ctx, or says that the family
// makes no games but its own.
func Weekly(ctx context.Context, p search.Places, f engine.Family, week string) (engine.Design, Estimate, error) {
	random := rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "boardwalk week 1\n%s\n%s", f.Name(), week))))
	d, err := draw(f, random, func(_ engine.Design, g engine.Game) (e Estimate, suits bool, err error) {
		// At sight the arcade's player plays some hundred times as fast, and wins less often.
		e, err = sampling{places: p}.all(ctx, g, SampleDeals, nil)
		if err != nil || e.Won == 0 || 100*e.Won > screenWon*e.Deals || short(e) {
			return e, false, err
		}
		e, err = Sample(ctx, p, g, SampleDeals, nil)
		return e, 10*min(e.Won, e.Deals-e.Won) >= e.Deals && !short(e), err
	})
	switch {
	case err != nil:
		return nil, Estimate{}, err
	case d.game == nil:
		return nil, Estimate{}, errors.New("this family makes no games but its own")
	case !d.suits:
		d.estimate, err = Sample(ctx, p, d.game, SampleDeals, nil)
	}
	return d.design, d.estimate, err
}

// Surprise draws designs of a family until one makes a game that nobody is warned of and that is not short, and of
// which the arcade's player wins one of a few deals at sight. If none of several is such a game, or ctx ends, it
// returns the one that comes closest. Unless ctx ends, its result depends on the random numbers alone.
func Surprise(ctx context.Context, p search.Places, f engine.Family, random *rand.Rand) engine.Design {
	d, _ := draw(f, random, func(design engine.Design, g engine.Game) (e Estimate, suits bool, err error) {
		for len(design.Warnings(true)) == 0 && e.Deals < surpriseDeals && e.Won == 0 {
			one, err := sampling{places: p}.deal(ctx, g, e.Deals)
			if err != nil {
				return e, false, err
			}
			e = e.plus(one)
		}
		return e, e.Won > 0 && !short(e), nil
	})
	if d.game == nil {
		return f.Random(random)
	}
	return d.design
}

// A drawn is a design that was drawn, with its game.
type drawn struct {
	design   engine.Design
	game     engine.Game
	estimate Estimate
	suits    bool
}

// draw draws designs that make no built-in game until one suits, by an estimate of its game. If none does, or if
// there is an error, it returns the one that comes closest; there is none without a game. An estimate of no deal is for
// those that are out of the question.
func draw(f engine.Family, random *rand.Rand, estimate func(engine.Design, engine.Game) (e Estimate, suits bool, err error)) (nearest drawn, err error) {
	for range candidatesMax {
		design := f.Random(random)
		g, err := design.Game(design.Title())
		if _, made := g.(engine.MadeUp); err != nil || !made {
			continue
		}
		e, suits, err := estimate(design, g)
		switch d := (drawn{design, g, e, suits}); {
		case suits, err != nil && nearest.game == nil:
			return d, err
		case err != nil:
			return nearest, err
		case e.Deals > 0 && (nearest.game == nil || d.worth() > nearest.worth()):
			nearest = d
		}
	}
	return nearest, nil
}

// worth returns the share of deals that were won or, if it is smaller, of those that were
// not; half of it for a short game. Among games that are never won, the one with more points
// is worth a little more.
func (d drawn) worth() float64 {
	e := d.estimate
	share := float64(min(e.Won, e.Deals-e.Won)) / float64(e.Deals)
	if short(e) {
		share /= 2
	}
	return share + float64(e.Points)/float64(e.Deals*max(d.game.Info().Max, 1))/1000
}

// short reports whether a deal takes too few moves to be worth a week.
func short(e Estimate) bool { return e.Moves < weekMoves*e.Deals }
