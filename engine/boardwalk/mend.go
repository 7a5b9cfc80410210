package boardwalk

import "math/bits"

// mended returns the nearest variation that makes a game: the one with the fewest knobs
// changed, of these the one whose changes people would first think of. It keeps the knob
// of the name kept as it is, "" for none. Each knob must have one of its values.
func (v Variation) mended(kept string) Variation {
	m := mender{cost: -1}
	if kept != "" {
		m.changed = setOf(kept)
	}
	for most := range len(knobs) {
		if m.search(v, most, 0); m.cost >= 0 {
			return m.best
		}
	}
	panic("boardwalk: no game has this " + kept) // each value of each knob is one of some game's
}

// A mender searches for the nearest variation that makes a game.
type mender struct {
	changed uint32 // the knobs that were changed already or must not be, a set of indexes
	best    Variation
	cost    int // of best, -1 if there is none yet
}

// search tries the ways to mend v with at most so many changes. Those made already had a
// cost. A broken law can be mended only by one of its own knobs, so no others are tried.
func (m *mender) search(v Variation, most, cost int) {
	mends, changes := m.broken(&v)
	switch {
	case m.cost >= 0 && cost >= m.cost:
		return
	case changes == 0:
		m.best, m.cost = v, cost
		return
	case changes > most:
		return
	}
	for i, at := range nearest {
		if mends>>at&1 == 0 {
			continue
		}
		k := knobs[at]
		m.changed |= 1 << at
		old := k.index(&v)
		next := v
		for n := range k.values {
			k.setIndex(&next, n)
			if n != old && (most > 1 || next.ranks() == next.columns()) {
				m.search(next, most-1, cost+32*i+max(n-old, old-n))
			}
		}
		m.changed &^= 1 << at
	}
}

// broken returns the knobs that may mend one of the broken laws, and how many changes it
// takes at least to mend all: as many as there are broken laws without a knob in common.
// It returns the law with the fewest knobs.
func (m *mender) broken(v *Variation) (mends uint32, changes int) {
	var seen uint32
	for _, l := range laws {
		if !l.broken(v) {
			continue
		}
		able := l.mends &^ m.changed
		if able == 0 {
			return 0, len(knobs) // never
		}
		if able&seen == 0 {
			changes++
			seen |= able
		}
		if mends == 0 || bits.OnesCount32(able) < bits.OnesCount32(mends) {
			mends = able
		}
	}
	return mends, changes
}

// nearest holds the indexes of the knobs that a law is about, in the order in which
// people would think of changing them.
var nearest = func() (order []int) {
	for _, name := range []string{
		"lower", "upper", "orderedRanks", "favor", "openingFavors", "favorsOnDeal",
		"handBasic", "handPower", "handBlind", "trump", "highTrump", "coax",
		"autoFlipUpper", "handColumns", "jokers", "frees", "wilds",
	} {
		order = append(order, indexOf(name))
	}
	return order
}()
