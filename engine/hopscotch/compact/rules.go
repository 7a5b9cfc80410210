package compact

// Rules are those of one game of the family, by rank. They do not change.
type Rules struct {
	Ranks    int8 // a prime number of ranks in play, from the Ace up
	Ladders  int8 // foundations; there are as many cards of each rank
	Reserves int8
	Redeals  int8
	Laid     bool // the first card of each foundation is laid out before the deal
	Most     int8 // cards that a game brings to the foundations

	// ladder has the rank on each rung of the ladders, and rung the rung of each rank. distance
	// has, for a ladder with a number of cards, how many cards it takes up to a rank, or Far.
	ladder, rung [MostLadders][Count]int8
	distance     [MostLadders][Count + 1][Count]int8
	ends         [Count]bool
	twins        [MostLadders]int8 // the lowest ladder of the same ranks
}

// Classic are the rules of Hopscotch (1-2-3-4).
var Classic = NewRules(Rules{Ranks: Count, Ladders: 4, Reserves: 4, Laid: true}, []int{0, 1, 2, 3}, []int{1, 2, 3, 4})

// NewRules returns rules whose ladders begin with the ranks of bases and climb by steps, which are
// no multiples of the number of ranks. The fields of r say the rest, but for Most.
func NewRules(r Rules, bases, steps []int) *Rules {
	r.Most = r.Ranks * r.Ladders
	if r.Laid {
		r.Most -= r.Ladders
	}
	for rank := range r.Ranks {
		r.ends[rank] = true
	}
	for k := range r.Ladders {
		rank := int8(bases[k])
		for i := range r.Ranks {
			r.ladder[k][i], r.rung[k][rank] = rank, i
			if i < r.Ranks-1 {
				r.ends[rank] = false
			}
			rank = (rank + int8(steps[k])) % r.Ranks
		}
		for cards := range r.Ranks + 1 {
			for rank := range r.Ranks {
				r.distance[k][cards][rank] = Far
				if d := r.rung[k][rank] - cards + 1; d > 0 {
					r.distance[k][cards][rank] = min(d, Far-1) // the last of thirteen is as far as the one before it
				}
			}
		}
		for r.ladder[r.twins[k]] != r.ladder[k] {
			r.twins[k]++
		}
	}
	return &r
}

// Ladder returns the rank on rung i of ladder k.
func (r *Rules) Ladder(k, i int) int8 { return r.ladder[k][i] }

// Twins returns the lowest ladder of the same ranks as ladder k, and how many ladders have these.
func (r *Rules) Twins(k int) (lowest, n int) {
	for _, t := range r.twins[:r.Ladders] {
		if t == r.twins[k] {
			n++
		}
	}
	return int(r.twins[k]), n
}

// Rung returns the rung of a rank on ladder k.
func (r *Rules) Rung(k int, rank int8) int8 { return r.rung[k][rank] }

// Top returns the last rung of a ladder; the first is 0.
func (r *Rules) Top() int { return int(r.Ranks) - 1 }

// Ends reports whether a rank is the last of every ladder.
func (r *Rules) Ends(rank int8) bool { return r.ends[rank] }

// Foundation returns the number of the pile of ladder k, as in moves.
func (r *Rules) Foundation(k int8) int8 { return foundations + k }

// Reserve returns the number of the pile of reserve i, as in moves.
func (r *Rules) Reserve(i int8) int8 { return foundations + r.Ladders + i }
