// Package rating rates players by the Glicko-2 system, after Mark Glickman's paper "Example
// of the Glicko-2 system" (2022). The steps in the comments are those of the paper.
//
// A rating says how strong a player is, how sure that is (the deviation), and how steadily
// the player plays (the volatility). Two thirds of all players are within one deviation of
// their rating.
package rating

import "math"

// A Rating is what is known of a player's strength.
type Rating struct {
	Points     float64 // 1500 is the average
	Deviation  float64 // of the points
	Volatility float64 // how much the strength is expected to change in a period
}

// A Game is the outcome of one game against an opponent, whose rating is that of before.
type Game struct {
	Opponent Rating
	Score    float64 // 1: won, 0.5: drawn, 0: lost
}

// New returns the rating of a player who has not played, as step 1 suggests.
func New() Rating { return Rating{Points: 1500, Deviation: deviationMost, Volatility: 0.06} }

const (
	// scale converts points to the units in which the paper computes (step 2).
	scale = 173.7178
	// tau bounds how fast volatilities change. The paper suggests 0.3 to 1.2 and uses 0.5.
	tau = 0.5
	// epsilon is how exact a volatility is, as in the paper.
	epsilon = 0.000001

	// The bounds of lichess, which has rated billions of games with them: without the least
	// deviation, the rating of somebody who plays a lot would stand still.
	pointsLeast    = 400
	deviationLeast = 45
	deviationMost  = 350
	volatilityMost = 0.1
)

// After returns the rating after some games, which the player played at the end of a time
// of some rating periods since the rating was made. The order of the games does not matter.
// Each of them says as much as weight games: with weight 1 and one period it is the rating of
// the paper.
func (r Rating) After(games []Game, weight, periods float64) Rating {
	if len(games) == 0 {
		return r.Aged(periods)
	}
	mu, phi := (r.Points-1500)/scale, r.Deviation/scale
	var information, surprise float64
	for _, game := range games { // steps 3 and 4
		g := g(game.Opponent.Deviation / scale)
		expected := 1 / (1 + math.Exp(-g*(mu-(game.Opponent.Points-1500)/scale)))
		information += weight * g * g * expected * (1 - expected)
		surprise += weight * g * (game.Score - expected)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, v*surprise)
	aged := phi*phi + periods*sigma*sigma // step 6
	phi = 1 / math.Sqrt(1/aged+information)
	mu += phi * phi * surprise // step 7
	return Rating{Points: 1500 + scale*mu, Deviation: scale * phi, Volatility: sigma}.bounded()
}

// Aged returns the rating after some periods in which the player did not play: the
// deviation has grown.
func (r Rating) Aged(periods float64) Rating {
	phi := r.Deviation / scale
	r.Deviation = scale * math.Sqrt(phi*phi+max(periods, 0)*r.Volatility*r.Volatility)
	return r.bounded()
}

func (r Rating) bounded() Rating {
	r.Points = max(r.Points, pointsLeast)
	r.Deviation = min(max(r.Deviation, deviationLeast), deviationMost)
	r.Volatility = min(r.Volatility, volatilityMost)
	return r
}

// g returns the weight of a game against an opponent of a deviation: the less is known of
// the opponent, the less the game says (step 3).
func g(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility returns the new volatility, by the Illinois algorithm (step 5).
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, 0))
	if math.IsInf(high, -1) {
		for high = a - tau; f(high) < 0; {
			high -= tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for range 100 { // a few are enough
		if math.Abs(high-low) <= epsilon {
			break
		}
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}
