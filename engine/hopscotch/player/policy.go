package player

import "boardwalk/engine/hopscotch/compact"

// The features of laying a card onto a reserve, by the number of the first of each kind. A
// rank's key is the least number of cards that some foundation has to take up to it, so
// cards of small keys leave first. Its spares are the cards of the rank in the stock, up to
// 2: with spares, it is no harm to bury one.
const (
	keys    = compact.Far + 1 // 0 to Far
	spares  = 3
	longs   = 12 // lengths of a reserve; longer ones count as the longest
	parts   = 6  // of the stock
	empties = 4  // empty reserves; more count as 4

	emptyKey   = 0                            // an empty reserve: the card's key
	emptyLeft  = emptyKey + keys              // and how many are empty, with the part of the stock that is left
	emptySpare = emptyLeft + empties*parts    // and the card's spares
	topKeys    = emptySpare + spares          // the card's key with the key and spares of the top card
	underKeys  = topKeys + keys*keys*spares   // the same for each card below the top
	leastKeys  = underKeys + keys*keys*spares // the card's key with the least key in the reserve
	relation   = leastKeys + keys*keys        // how the card and the top card follow each other, with the card's key
	path       = relation + relations*keys    // each card that must leave before the card's turn on its ladder, by spares
	length     = path + spares                // the length of the reserve
	lastLength = length + longs               // the same for a rank that is the last of every ladder

	// Features is the number of features, and of weights.
	Features = lastLength + longs
)

// How a card and the top card of a reserve follow each other.
const (
	unrelated  = iota
	same       // both have one rank
	leads      // the top card follows at once on the ladder of the card's key
	leadsOther // the same on another ladder
	trails     // the card follows at once on the ladder of its key
	relations
)

// A Policy chooses at sight the reserve for a waste card that no foundation takes: the one
// with the greatest sum of the weights of its features. It is immutable while it plays.
type Policy struct {
	Weights [Features]float32
}

// A view is what is worked out about a position before its reserves are compared.
type view struct {
	p     *compact.Position
	rungs [compact.MostLadders]int8 // for which the keys are
	known bool
	key   [compact.Count]int8
	on    [compact.Count]int8 // the ladder of the key
	under [compact.Count]float32
}

// at turns to a position.
func (v *view) at(p *compact.Position) {
	v.p = p
	if v.known && v.rungs == p.Rungs {
		return
	}
	v.rungs, v.known = p.Rungs, true
	for r := range p.Ranks {
		v.key[r], v.on[r] = p.Key(r)
	}
}

func (v *view) spare(r int8) int { return min(int(v.p.Unseen[r]), spares-1) }

// relate returns how a card of rank c and a top card follow each other.
func (v *view) relate(c, top int8) int {
	if c == top {
		return same
	}
	up := v.p.Distance(int(v.on[c]), top)
	if up == v.key[c]+1 {
		return leads
	}
	for k := range int(v.p.Ladders) {
		if d := v.p.Distance(k, c); d < compact.Far && v.p.Distance(k, top) == d+1 {
			return leadsOther
		}
	}
	if up == v.key[c]-1 {
		return trails
	}
	return unrelated
}

// best returns the reserve for the waste card.
func (y *Policy) best(v *view) (to int) {
	p := v.p
	c := p.Waste
	kc, on := int(v.key[c]), int(v.on[c])
	for r := range p.Ranks {
		s := v.spare(r)
		v.under[r] = y.Weights[underKeys+(kc*keys+int(v.key[r]))*spares+s]
		if p.Distance(on, r) < int8(kc) {
			v.under[r] += y.Weights[path+s]
		}
	}
	empty := p.Empty()
	most, blank := float32(0), false
	for i := range p.Reserves() {
		w := &p.Piles[i]
		n := w.Len()
		score := float32(0)
		if n == 0 {
			if blank {
				continue // empty reserves are alike
			}
			blank = true
			score = y.Weights[emptyKey+kc] + y.Weights[emptyLeft+(min(empty, empties)-1)*parts+part(p)] + y.Weights[emptySpare+v.spare(c)]
		} else {
			top := w.Top()
			s := v.spare(top)
			score = y.Weights[topKeys+(kc*keys+int(v.key[top]))*spares+s] + y.Weights[relation+v.relate(c, top)*keys+kc]
			if p.Distance(on, top) < int8(kc) {
				score += y.Weights[path+s]
			}
			least := v.key[top]
			for j := range n - 1 {
				x := w.At(j)
				least = min(least, v.key[x])
				score += v.under[x]
			}
			long := min(n, longs-1)
			score += y.Weights[leastKeys+kc*keys+int(least)] + y.Weights[length+long]
			if p.Ends(c) {
				score += y.Weights[lastLength+long]
			}
		}
		if i == 0 || score > most {
			to, most = i, score
		}
	}
	return to
}

// part returns which part of the stock is left.
func part(p *compact.Position) int { return min(int(p.Left)*parts/int(p.Most), parts-1) }

// features appends to list the features of laying the waste card onto reserve i. Some can be
// there more than once.
func (v *view) features(list []uint16, i int) []uint16 {
	p := v.p
	c := p.Waste
	kc, on := int(v.key[c]), int(v.on[c])
	add := func(f int) { list = append(list, uint16(f)) }
	w := &p.Piles[i]
	n := w.Len()
	if n == 0 {
		add(emptyKey + kc)
		add(emptyLeft + (min(p.Empty(), empties)-1)*parts + part(p))
		add(emptySpare + v.spare(c))
		return list
	}
	least := int8(compact.Far)
	for j := range n {
		x := w.At(j)
		s := v.spare(x)
		least = min(least, v.key[x])
		if p.Distance(on, x) < int8(kc) {
			add(path + s)
		}
		if j < n-1 {
			add(underKeys + (kc*keys+int(v.key[x]))*spares + s)
			continue
		}
		add(topKeys + (kc*keys+int(v.key[x]))*spares + s)
		add(relation + v.relate(c, x)*keys + kc)
	}
	long := min(n, longs-1)
	add(leastKeys + kc*keys + int(least))
	add(length + long)
	if p.Ends(c) {
		add(lastLength + long)
	}
	return list
}
