package policy

import (
	"math/bits"

	"boardwalk/engine/boardwalk/compact"
)

// state adds the inputs of the position alone.
func (s *Sight) state() {
	r, p := s.Rules, s.Position
	s.begun, s.at = 0, atState
	// The rules.
	s.put(float32(r.Upper) / 10)
	s.put(float32(r.Lower) / 13)
	s.put(float32(r.HandCards) / 10)
	s.put(s.suits / 5)
	s.put(s.ranks / 21)
	for _, on := range [...]bool{r.OrderUpper, r.OrderLower, r.Uniqueness == compact.PerWalk, r.Uniqueness == compact.Anywhere,
		r.Slide, r.HandBasic, r.HandPower, r.HandBlind, r.Trump, r.HighTrump, r.Coax, r.AutoFlipUpper, r.SpikePoints} {
		s.flag(on)
	}
	s.put((s.ranks - float32(r.Lower)) / 10)
	s.put(float32(r.Max) / 105)
	s.put(1)

	s.put(float32(p.FaceDown) / float32(r.Max))
	s.put(float32(p.Row1) / float32(r.Upper) / s.suits)
	s.put(float32(p.Placed) / float32(r.Max))
	s.flag(p.Won())
	s.count(r.Points(p) - int(p.Placed))

	var heights [5]float32
	var voids, declaredUp, untopped, held, open, shut, openings, complete, loose int
	for c := range r.Columns() {
		if c < r.Upper {
			switch n := s.size(c); {
			case n > 0:
				heights[min(n, 5)-1]++
			case p.Count[c] > 0:
				declaredUp++
			default:
				voids++
			}
			if p.Up[c] == compact.None && p.Down[c] > 0 {
				untopped++
			}
			continue
		}
		switch {
		case r.Complete(p, c):
			complete++
		case p.Up[c] != compact.None:
			shut++
		case p.Count[c] > 0:
			open++
		}
		if p.Up[c] != compact.None {
			loose++
		}
		if p.Empty(c) {
			openings++
		}
	}
	held = bits.OnesCount32(p.Held)
	wide, low := float32(r.Upper), float32(r.Lower)
	for _, n := range heights {
		s.put(n / wide)
	}
	s.put(float32(voids))
	s.put(float32(declaredUp) / wide)
	s.put(float32(untopped) / wide)
	s.put(float32(held) / wide)
	s.put(float32(open) / low)
	s.put(float32(shut) / low)
	s.put(float32(openings))
	s.put(float32(complete) / low)
	s.put(float32(loose) / low)
	s.put(float32(s.freeLow) / low)
	s.oneOf(s.openLow, 6)
	s.put(s.deficit(r.Upper, r.Columns(), r.OrderLower))
	s.put(s.deficit(0, r.Upper, r.OrderUpper))
	s.flag(s.stacks == 1)
	s.flag(s.stacks == 2)
	s.flag(s.least == 1)
	s.flag(s.stacks == 1 && s.least == 1)
	s.oneOf(int(p.Row1)-1, 8)

	var kinds, tops, blockers, hand [classes]float32
	for rank, n := range r.Copies {
		if n == 0 {
			continue
		}
		c := s.class[rank]
		kinds[c]++
		tops[c] += float32(s.tops[rank])
		blockers[c] += float32(s.blockers[rank])
		hand[c] += float32(s.hand[rank])
	}
	for c := range classes {
		s.put(kinds[c] / s.ranks)
		s.put(tops[c] / wide)
		s.put(blockers[c] / low)
		s.put(hand[c] / s.suits)
		s.put(s.share[c])
	}
	for rank := range rankSize {
		if r.Copies[rank] == 0 {
			s.at += rankInputs
			continue
		}
		s.oneOf(int(s.class[rank]), classes)
		s.count(int(s.unseen[rank]))
		s.put(float32(s.tops[rank]))
		s.put(float32(s.blockers[rank]))
		s.put(float32(s.hand[rank]))
	}
	s.State = s.inputs[:len(s.inputs):len(s.inputs)]
	s.begun = len(s.inputs)
}
