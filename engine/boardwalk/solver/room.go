package solver

import (
	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A room is how many columns without a declaration can get none any more, if each gets a rank
// of its own that is declared nowhere yet: the lower ones taken alone, and those of both walks
// together. It depends on the declarations alone.
type room struct{ all, lower int8 }

// roomOf computes the room that declarations leave.
func roomOf(r *compact.Rules, p *compact.Position) room {
	allowed := r.Allowed(p)
	var used compact.Set
	for c := range r.Columns() {
		used |= compact.Only(p.Rank[c])
	}
	var sets [compact.Columns]compact.Set
	upper, lower := undeclared(r, p, &allowed, &sets)
	var left compact.Set
	for rank, copies := range r.Copies {
		if copies > 0 {
			left |= compact.Only(engine.Rank(rank)) &^ used
		}
	}
	both, alone := fill(r, left, upper, lower), fill(r, left, nil, lower)
	return room{int8(len(upper) + len(lower) - both), int8(len(lower) - alone)}
}

// undeclared returns the ranks that each column of both walks without a declaration could get, in
// sets.
func undeclared(r *compact.Rules, p *compact.Position, allowed, sets *[compact.Columns]compact.Set) (upper, lower []compact.Set) {
	n := 0
	for c := range r.Columns() {
		if c == r.Upper {
			upper = sets[:n]
		}
		if p.Count[c] == 0 {
			sets[n] = allowed[c]
			n++
		}
	}
	return upper, sets[len(upper):n]
}

const wilds = compact.All &^ (1<<engine.Wild - 1)

// fill returns how many of some columns of both walks can be declared, each with one of the
// ranks left.
func fill(r *compact.Rules, left compact.Set, upper, lower []compact.Set) int {
	most := min(left.Len(), len(upper)+len(lower))
	free := (left & wilds).Len()
	if !r.OrderUpper { // it takes any rank, and so does a wild type any column
		free, upper = free+len(upper), nil
	}
	if !r.OrderLower {
		free, lower = free+len(lower), nil
	}
	if free >= most {
		return most
	}
	return min(most, free+ascend(left&^wilds, upper, lower))
}

// ascend returns how many columns can be declared if ranks ascend along both walks.
func ascend(left compact.Set, upper, lower []compact.Set) int {
	var a, b [11][14]int8 // [x][y]: with the first x upper and y lower columns
	old, next := &a, &b
	for rank := range engine.Rank(engine.Ordered) {
		if !left.Has(rank) {
			continue
		}
		for x := 0; x <= len(upper); x++ {
			for y := 0; y <= len(lower); y++ {
				n := old[x][y]
				if x > 0 {
					n = max(n, next[x-1][y])
					if upper[x-1].Has(rank) {
						n = max(n, old[x-1][y]+1)
					}
				}
				if y > 0 {
					n = max(n, next[x][y-1])
					if lower[y-1].Has(rank) {
						n = max(n, old[x][y-1]+1)
					}
				}
				next[x][y] = n
			}
		}
		old, next = next, old
	}
	return int(old[len(upper)][len(lower)])
}
