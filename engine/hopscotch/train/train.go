// Package train makes policies for Hopscotch (1-2-3-4) by policy gradient: a policy plays
// deals with chance, and what it did in games that went better than others of the same deal
// becomes more likely.
package train

import (
	"context"
	"math"
	"math/rand/v2"

	"boardwalk/engine/hopscotch/compact"
	"boardwalk/engine/hopscotch/player"
)

const (
	gamesPerDeal = 8 // each is judged by the mean of the others
	dealsPerStep = 64
	firstRate    = .02 // of learning; it falls evenly to lastRate
	lastRate     = .001
	perCard      = .1 / 48 // beside 1 for a win
)

// Adam's constants.
const (
	memory, memory2 = .9, .999
	epsilon         = 1e-5
)

// Games is the number of games of a step.
const Games = gamesPerDeal * dealsPerStep

// A Report is how the policy does after some steps.
type Report struct {
	Steps  int
	Win    float64 // share of the games of the last step, which were played with chance
	Points float64 // mean of the same games
}

// Train improves a policy in a number of steps of [Games] games each, and returns the result.
// The same numbers give the same policy. It calls report after each step. If ctx ends, it
// returns what it has.
func Train(ctx context.Context, y *player.Policy, steps int, random *rand.Rand, report func(Report)) *player.Policy {
	better := *y
	y = &better
	var slope, mean, square [player.Features]float64
	for step := 1; step <= steps && ctx.Err() == nil; step++ {
		clear(slope[:])
		r := Report{Steps: step}
		for range dealsPerStep {
			playDeal(y, random, &slope, &r)
		}
		rate := firstRate + (lastRate-firstRate)*float64(step)/float64(steps)
		for i, s := range slope {
			s /= Games
			mean[i] += (1 - memory) * (s - mean[i])
			square[i] += (1 - memory2) * (s*s - square[i])
			m := mean[i] / (1 - math.Pow(memory, float64(step)))
			q := square[i] / (1 - math.Pow(memory2, float64(step)))
			y.Weights[i] += float32(rate * m / (math.Sqrt(q) + epsilon))
		}
		r.Win /= Games
		r.Points /= Games
		if report != nil {
			report(r)
		}
	}
	return y
}

// playDeal plays a deal a few times and adds what that says about the weights to slope.
func playDeal(y *player.Policy, random *rand.Rand, slope *[player.Features]float64, r *Report) {
	p, stock := compact.NewDeal(random)
	var games [gamesPerDeal]*player.Game
	var values [gamesPerDeal]float64
	sum := 0.0
	for i := range games {
		games[i] = y.Sample(p, stock, random)
		values[i] = perCard * float64(games[i].End.Points)
		r.Points += float64(games[i].End.Points)
		if games[i].End.Won() {
			values[i]++
			r.Win++
		}
		sum += values[i]
	}
	for i, g := range games {
		gain := values[i] - (sum-values[i])/(gamesPerDeal-1)
		for _, d := range g.Decisions {
			for j, chance := range d.Chances {
				by := -gain * chance
				if j == d.Chosen {
					by += gain
				}
				for _, f := range d.Features(j) {
					slope[f] += by
				}
			}
		}
	}
}

// Rate returns the share of deals that a policy wins at sight, and its mean points.
func Rate(y *player.Policy, deals int, random *rand.Rand) (win, points float64) {
	for range deals {
		p, stock := compact.NewDeal(random)
		y.PlayOut(&p, stock)
		points += float64(p.Points)
		if p.Won() {
			win++
		}
	}
	return win / float64(deals), points / float64(deals)
}
