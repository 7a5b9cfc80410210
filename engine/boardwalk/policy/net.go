package policy

import (
	"math"

	"boardwalk/engine/arms"
	"boardwalk/engine/boardwalk/compact"
)

// A Net is a policy and what it expects of a position. The policy gives each arm a score: a sum
// over its inputs, and one over a layer of hidden units, which see the position as well. The
// expectation has a hidden layer of its own.
type Net struct {
	In     [Inputs]Vector  // of each input to the hidden units
	Linear [Inputs]float32 // of each input to the score; those of the position do not matter
	Out    Vector          // of each hidden unit to the score

	Value    [StateInputs]Vector // of each input of the position to the hidden units
	ToWin    Vector              // of each of these units to the chance to win, as a logit
	ToPoints Vector              // to the share of all points
	Last     [2]float32          // what they are added to: the logit, the share
}

// An Outcome is how a game ends, or is expected to: the chance to win, and the share of all
// points, both from 0 to 1.
type Outcome = arms.Outcome

// work is where a net computes.
type work struct {
	Base   Vector    // the hidden units before an arm is added
	Sums   []Vector  // for each part
	linear []float32 // for each part, to the score
	Hidden Vector    // of an arm
	Scores []float32 // of the arms
}

// Score computes the scores of the arms in a sight: s.Scores holds the logarithms of how much
// the policy likes each, less a constant.
func (n *Net) Score(s *Sight) {
	s.Base = Vector{}
	for _, in := range s.State {
		s.Base.AddScaled(&n.In[in.Index], in.Value)
	}
	if cap(s.Sums) < len(s.Parts) {
		s.Sums = make([]Vector, 2*len(s.Parts))
		s.linear = make([]float32, 2*len(s.Parts))
	}
	s.Sums = s.Sums[:len(s.Parts)]
	for i, part := range s.Parts {
		sum := &s.Sums[i]
		*sum = Vector{}
		var linear float32
		for _, in := range part {
			sum.AddScaled(&n.In[in.Index], in.Value)
			linear += float32(n.Linear[in.Index] * in.Value)
		}
		s.linear[i] = linear
	}
	s.Scores = s.Scores[:0]
	for i := range s.Arms {
		a := &s.Arms[i]
		s.Units(a)
		score := s.Hidden.rectified(&n.Out)
		for _, part := range a.Parts[:a.N] {
			score += s.linear[part]
		}
		s.Scores = append(s.Scores, score)
	}
}

// Units computes the hidden units of an arm in s.Hidden, before they are rectified.
func (s *Sight) Units(a *Arm) {
	s.Hidden = s.Base
	for _, part := range a.Parts[:a.N] {
		s.Hidden.Add(&s.Sums[part])
	}
}

// Best returns the index of the first arm with the highest score, -1 if there is no arm.
func (s *Sight) Best() int {
	best := -1
	for i, score := range s.Scores {
		if best < 0 || score > s.Scores[best] {
			best = i
		}
	}
	return best
}

// Expect returns what to expect of the position of a sight if the policy plays on.
func (n *Net) Expect(s *Sight) Outcome {
	var units Vector
	n.ValueUnits(s, &units)
	o := Outcome{Win: 1, Points: n.Last[1] + units.rectified(&n.ToPoints)}
	if !s.Position.Won() {
		o.Win = float32(1 / (1 + math.Exp(-float64(n.Last[0]+units.rectified(&n.ToWin)))))
	}
	return o
}

// ValueUnits computes the hidden units of the expectation, before they are rectified.
func (n *Net) ValueUnits(s *Sight, units *Vector) {
	*units = Vector{}
	for _, in := range s.State {
		units.AddScaled(&n.Value[in.Index], in.Value)
	}
}

// End returns how a game ended.
func End(r *compact.Rules, p *compact.Position, h *compact.Hidden) Outcome {
	o := Outcome{Points: float32(r.Final(p, h)) / float32(r.Max)}
	if p.Won() {
		o.Win = 1
	}
	return o
}

// Rows returns the numbers of the net, which may be changed, in rows. Nets have the same rows.
func (n *Net) Rows() [][]float32 {
	rows := make([][]float32, 0, Inputs+StateInputs+6)
	for i := range n.In {
		rows = append(rows, n.In[i][:])
	}
	rows = append(rows, n.Linear[:], n.Out[:])
	for i := range n.Value {
		rows = append(rows, n.Value[i][:])
	}
	return append(rows, n.ToWin[:], n.ToPoints[:], n.Last[:])
}
