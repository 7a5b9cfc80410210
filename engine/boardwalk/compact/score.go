package compact

import "boardwalk/engine"

// Points returns the points so far: the cards on foundations and the largest groups of the
// hand.
func (r *Rules) Points(p *Position) int { return int(p.Placed) + r.handPoints(p) }

// Final returns the points if the game ends here: the spikes score as well.
func (r *Rules) Final(p *Position, h *Hidden) int {
	points := r.Points(p)
	if r.SpikePoints && p.FaceDown > 0 {
		if spikes := r.Spikes(p, h); spikes == int(p.FaceDown) {
			points += spikes
		}
	}
	return points
}

// Perfect reports whether all tableaus are empty and every card scores.
func (r *Rules) Perfect(p *Position) bool {
	if p.Row1 > 0 || p.FaceDown > 0 || r.Points(p) != r.Max {
		return false
	}
	for c := r.Upper; c < r.Columns(); c++ {
		if p.Up[c] != None {
			return false
		}
	}
	return true
}

// handPoints returns the size of the largest group of one rank in the hand; with two hand
// columns, of the two largest groups together.
func (r *Rules) handPoints(p *Position) int {
	var count [32]uint8
	var groups [2]uint8
	for _, rank := range p.Hand[:r.HandCards] {
		count[rank]++
	}
	for _, rank := range p.Hand[:r.HandCards] {
		n := count[rank]
		count[rank] = 0
		if n > groups[0] {
			groups[0], groups[1] = n, groups[0]
		} else {
			groups[1] = max(groups[1], n)
		}
	}
	points := 0
	for i := range r.HandColumns {
		points += int(groups[i])
	}
	return points
}

// Spikes counts the face-down cards of row 3 that can never turn up, because every card that
// could turn them up is itself such a card. It starts with all declared lower columns that have
// face-down cards, and repeatedly drops each to which a card lying elsewhere could still be
// played, until no more are dropped.
func (r *Rules) Spikes(p *Position, h *Hidden) int {
	loose := r.Copies // not on a foundation
	for c := range r.Columns() {
		if p.Rank[c] < engine.Ranks {
			loose[p.Rank[c]] -= p.Count[c]
		}
	}
	var stuck uint32
	for c := r.Upper; c < r.Columns(); c++ {
		if p.Rank[c] != None && p.Down[c] > 0 {
			stuck |= 1 << c
		}
	}
	for {
		var buried [32]uint8
		spikes := 0
		for c := r.Upper; c < r.Columns(); c++ {
			if stuck>>c&1 == 0 {
				continue
			}
			for _, rank := range h[c][:p.Down[c]] {
				buried[rank]++
				spikes++
			}
		}
		before := stuck
		for c := r.Upper; c < r.Columns(); c++ {
			if stuck>>c&1 != 0 && loose[p.Rank[c]] > buried[p.Rank[c]] {
				stuck &^= 1 << c
			}
		}
		if stuck == before {
			return spikes
		}
	}
}
