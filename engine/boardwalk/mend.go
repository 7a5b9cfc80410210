package boardwalk

import (
	"math/bits"
	"slices"
)

// mend returns the variation nearest to v that makes a game: the one with the fewest knobs
// changed, of these the one whose changes people would first think of. It keeps the knob
// of the name kept as it is, "" for none. Each knob must have one of its values.
func mend(v Variation, kept string) Variation {
	m := mender{cost: -1}
	if kept != "" {
		m.changed = setOf(kept)
	}
	for most := range len(knobs) {
		if m.search(&v, most, 0); m.cost >= 0 {
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

// search tries the ways to mend v with at most so many changes, and leaves it as it was.
// Those made already had a cost. A broken law can be mended only by one of its own knobs, so no others are tried.
func (m *mender) search(v *Variation, most, cost int) {
	mends, changes := m.broken(v)
	switch {
	case m.cost >= 0 && cost >= m.cost:
		return
	case changes == 0:
		m.best, m.cost = *v, cost
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
		old := k.Get(v)
		for n := range k.Values {
			k.Set(v, n)
			if n != old && (most > 1 || v.ranks() == v.columns()) {
				m.search(v, most-1, cost+32*i+max(n-old, old-n))
			}
		}
		k.Set(v, old)
		m.changed &^= 1 << at
	}
}

// broken returns the knobs that may mend one of the broken laws, and how many changes it
// takes at least to mend all: as many as there are broken laws without a knob in common,
// where the columns can take several. It returns the law with the fewest knobs.
func (m *mender) broken(v *Variation) (mends uint32, changes int) {
	var seen, others uint32
	columns := m.columns(v)
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
		if columns > 0 && able&(columnKnobs|others) == 0 {
			columns++
			others |= able
		}
		if mends == 0 || bits.OnesCount32(able) < bits.OnesCount32(mends) {
			mends = able
		}
	}
	return mends, max(changes, columns)
}

// columns returns how many changes it takes at least until there are as many columns as
// ranks. Without it the search tries all their numbers in vain, for half a second where
// eight knobs have to change.
func (m *mender) columns(v *Variation) (changes int) {
	lack := v.columns() - v.ranks()
	if lack == 0 {
		return 0
	}
	var room [8]int
	gains := room[:0] // how much nearer each knob can bring them
	for _, at := range nearest {
		if columnKnobs>>at&1 == 0 || m.changed>>at&1 != 0 {
			continue
		}
		k := knobs[at]
		n := k.Get(v)
		if more := rankKnobs>>at&1 != 0; more == (lack > 0) {
			n = len(k.Values) - 1 - n
		}
		gains = append(gains, n)
	}
	slices.Sort(gains)
	lack = max(lack, -lack)
	for _, gain := range slices.Backward(gains) {
		changes++
		if lack -= gain; lack <= 0 {
			return changes
		}
	}
	return len(knobs) // never
}

// The knobs that say how many ranks there are, and those with the numbers of columns, as
// sets of indexes.
var (
	rankKnobs   = setOf("orderedRanks", "wilds", "frees", "jokers")
	columnKnobs = rankKnobs | setOf("upper", "lower", "handColumns")
)

// nearest holds the indexes of the knobs that a law is about, in the order in which
// people would think of changing them.
var nearest = func() (order []int) {
	for _, name := range []string{
		"lower", "upper", "orderedRanks", "favor", "openingFavors", "favorsOnDeal",
		"handBasic", "handPower", "handBlind", "trump", "highTrump", "coax",
		"autoFlipUpper", "handColumns", "jokers", "frees", "wilds",
	} {
		order = append(order, knobs.Index(name))
	}
	return order
}()
