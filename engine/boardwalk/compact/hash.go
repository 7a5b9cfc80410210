package compact

import "boardwalk/engine/hashset"

// The parts of a position that are hashed each for itself. Their keys do not overlap.
const (
	columnKey  uint64 = 1 << 40
	openingKey uint64 = 2 << 40
	handKey    uint64 = 3 << 40
	favorKey   uint64 = 4 << 40
)

// column returns what a column adds to the hash. Columns that are alike for all that can still
// happen have the same key wherever they are: those of an upper walk without order once their
// face-down cards are gone, and the tableaus of complete lower columns likewise.
func (r *Rules) column(p *Position, c int) uint64 {
	tableau := uint64(p.Up[c]) | uint64(p.Held>>c&1)<<5
	foundation := uint64(p.Rank[c]) | uint64(p.Count[c])<<5
	at := uint64(c+1) << 32
	if p.Down[c] == 0 {
		if c < r.Upper {
			if !r.OrderUpper {
				at = 0
			}
		} else if r.Complete(p, c) {
			return hashset.Mix(columnKey|at|foundation<<8) + hashset.Mix(openingKey|tableau)
		}
	}
	return hashset.Mix(columnKey | at | uint64(p.Down[c])<<16 | foundation<<8<<16 | tableau)
}

// Refresh computes the counts and the hash of a position from its other fields. Positions of
// one deal that have the same hash are the same, or equal but for the order of the hand and of
// columns that are alike; other positions have the same hash once in 2^64 times.
func (r *Rules) Refresh(p *Position) {
	p.Placed, p.FaceDown, p.Row1 = 0, 0, 0
	p.Hash = hashset.Mix(favorKey + uint64(p.Favors))
	for c := range r.Columns() {
		p.Placed += p.Count[c]
		p.FaceDown += p.Down[c]
		if c < r.Upper {
			p.Row1 += p.Down[c]
			if p.Up[c] != None {
				p.Row1++
			}
		}
		p.Hash += r.column(p, c)
	}
	for _, rank := range p.Hand[:r.HandCards] {
		p.Hash += hashset.Mix(handKey + uint64(rank))
	}
}
