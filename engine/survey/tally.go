package survey

import (
	"math"

	"boardwalk/engine"
)

// A Tally counts the deals of a survey. The order in which they are added does not matter.
// It takes 8 bytes for each search.
type Tally struct {
	survey *Survey
	deals  int
	solver solverTally
	house  houseTally
}

type solverTally struct {
	verdicts map[engine.Verdict]int
	perfect  int
	moves    int // of the lines that win
	points   points
	times    times
}

type houseTally struct {
	won, perfect, moves int
	points              points
	times               times
}

// NewTally returns a tally of no deals yet.
func NewTally(s *Survey) *Tally {
	return &Tally{survey: s, solver: solverTally{verdicts: make(map[engine.Verdict]int)}}
}

// Add counts a deal.
func (t *Tally) Add(d Deal) {
	t.deals++
	if d.Solver != nil {
		t.solver.add(*d.Solver)
	}
	if d.House != nil {
		t.house.add(*d.House)
	}
}

// Deals returns the number of deals counted.
func (t *Tally) Deals() int { return t.deals }

func (t *solverTally) add(s Solved) {
	t.verdicts[s.Verdict]++
	if s.Perfect {
		t.perfect++
	}
	if s.Verdict == engine.VerdictWon {
		t.moves += s.Moves
	}
	t.points.add(s.Points)
	t.times = append(t.times, s.Micros)
}

func (t *houseTally) add(p Played) {
	if p.Won {
		t.won++
	}
	if p.Perfect {
		t.perfect++
	}
	t.moves += p.Moves
	t.points.add(p.Points)
	t.times = append(t.times, p.Micros)
}

// A Result is what a survey found, as it is published, and what it was asked; see [Options]. A part that was
// not asked for is nil.
type Result struct {
	Game    string       `json:"game"`
	Version int          `json:"version"` // of the game's rules
	Deals   int          `json:"deals"`
	Seed    engine.Code  `json:"seed"`
	Goal    engine.Goal  `json:"goal,omitempty"`    // of the solver
	Tries   *int         `json:"tries,omitempty"`   // of the advisor
	Budget  string       `json:"budget,omitempty"`  // the clock of each search; "" if there was none
	Program string       `json:"program,omitempty"` // the build that searched
	Solver  *Winnable    `json:"solver,omitempty"`
	Advisor *HouseResult `json:"advisor,omitempty"`
}

// Winnable says how many deals can be won by somebody who sees every card. Low and High are
// the 95 percent interval of Won among all deals; see [engine.Share]. Times are in
// milliseconds.
type Winnable struct {
	Won     int     `json:"won"`
	Lost    int     `json:"lost"`
	Unknown int     `json:"unknown"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Median  float64 `json:"ms_median"`
	P95     float64 `json:"ms_p95"`
	Max     float64 `json:"ms_max"`
	// Perfect is how many deals have a line to a perfect score, and Points the mean at the end
	// of the lines. They are there only if the goal was points.
	Perfect *int     `json:"perfect,omitempty"`
	Points  *float64 `json:"points,omitempty"`
}

// A HouseResult says how many deals the arcade's player won, and its mean points. Low and High are the
// 95 percent interval of Won; see [engine.Share].
type HouseResult struct {
	Won    int     `json:"won"`
	Points float64 `json:"points"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	CPU    float64 `json:"cpu_ms_per_deal"`
}

// Result returns what was found so far.
func (t *Tally) Result() Result {
	o := t.survey.Options
	r := Result{Game: o.Game, Version: o.Version, Deals: t.deals, Seed: o.Seed, Goal: o.Goal, Budget: o.Budget, Program: o.Program}
	if t.survey.Solver {
		s := &t.solver
		w := &Winnable{
			Won: s.verdicts[engine.VerdictWon], Lost: s.verdicts[engine.VerdictLost], Unknown: s.verdicts[engine.VerdictUnknown],
			Median: millis(s.times.percentile(50)), P95: millis(s.times.percentile(95)), Max: millis(s.times.percentile(100)),
		}
		w.Low, w.High = interval(w.Won, t.deals)
		if t.survey.Goal == engine.GoalPoints {
			perfect, points := s.perfect, round(s.points.mean(), 3)
			w.Perfect, w.Points = &perfect, &points
		}
		r.Solver = w
	}
	if t.survey.Advisor {
		h := &t.house
		a := &HouseResult{Won: h.won, Points: round(h.points.mean(), 3), CPU: round(h.times.mean()/1000, 3)}
		a.Low, a.High = interval(a.Won, t.deals)
		r.Advisor, r.Tries = a, &o.Tries
	}
	return r
}

// interval returns the interval of a share of deals, to six decimals.
func interval(part, of int) (low, high float64) {
	low, high = engine.Share{Part: part, Of: of}.Interval()
	return round(low, 6), round(high, 6)
}

// millis returns microseconds as milliseconds.
func millis(micros int64) float64 { return float64(micros) / 1000 }

// round rounds to a number of decimals.
func round(x float64, decimals int) float64 {
	shift := math.Pow10(decimals)
	return math.Round(x*shift) / shift
}
