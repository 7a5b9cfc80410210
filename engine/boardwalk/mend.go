package boardwalk

import "slices"

// mended returns the nearest variation that makes a game: the one with the fewest knobs
// changed, of these the one whose changes people would first think of. It keeps the knob
// of the name kept as it is, "" for none. Each knob must have one of its values.
func (v Variation) mended(kept string) Variation {
	for most := range len(knobs) {
		m := mender{kept: kept, cost: -1}
		if m.search(v, most, 0, 0); m.cost >= 0 {
			return m.best
		}
	}
	panic("boardwalk: no game has this " + kept) // each value of each knob is one of some game's
}

// A mender searches for the nearest variation that makes a game.
type mender struct {
	kept string
	best Variation
	cost int // of best, -1 if there is none yet
}

// search tries the ways to mend v with at most so many changes, but none of the knobs in
// changed, a set of indexes. Those changes had a cost.
//
// A conflict can be mended only by one of its own knobs, so no other is tried. The
// geometry, which can be mended in the most ways, comes last.
func (m *mender) search(v Variation, most int, changed uint32, cost int) {
	if m.cost >= 0 && cost >= m.cost {
		return
	}
	c := v.conflict(validHand, validRow1, validRanges, validFavors, validDeck, validGeometry)
	if c == nil {
		m.best, m.cost = v, cost
		return
	}
	if most == 0 {
		return
	}
	for i, at := range nearest {
		k := knobs[at]
		if k.name == m.kept || changed>>at&1 != 0 || !slices.Contains(c.knobs, k.name) {
			continue
		}
		old := k.index(&v)
		for n := range k.values {
			next := v
			k.setIndex(&next, n)
			if n == old || most == 1 && next.ranks() != next.columns() {
				continue
			}
			m.search(next, most-1, changed|1<<at, cost+32*i+max(n-old, old-n))
		}
	}
}

// nearest holds the indexes of the knobs that can be in a conflict, in the order in which
// people would think of changing them.
var nearest = func() (order []int) {
	for _, name := range []string{
		"lower", "upper", "orderedRanks", "favor", "openingFavors", "favorsOnDeal",
		"handBasic", "handPower", "handBlind", "trump", "highTrump", "coax",
		"autoFlipUpper", "handColumns", "jokers", "frees", "wilds",
	} {
		order = append(order, slices.IndexFunc(knobs, func(k knob) bool { return k.name == name }))
	}
	return order
}()
