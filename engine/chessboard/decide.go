package chessboard

import (
	"cmp"
	"context"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

// The searches with different base ranks take turns. Each visits firstVisits layouts before
// any visits more, then three times as many, and so on, but never more than turnVisits more
// before ctx is asked again.
const (
	firstVisits = 200
	turnVisits  = 10_000
)

// A decision is whether all cards of a layout can go up.
type decision struct {
	verdict engine.Verdict
	proved  bool   // the search was not stopped
	open    bases  // the base ranks that are not proved to be lost
	way     []step // of the first win that was found, and far from the shortest
	least   int8   // the fewest cards left in the piles that were seen
	points  int    // those of a position with that many
	visited int
}

// decide looks for a win with any base rank that the layout can have, and visits about most
// layouts. A base rank is lost once all that can be reached was visited, apart from layouts
// where a card that is safe to play was not played.
func (l layout) decide(ctx context.Context, most int) decision {
	searches := l.searches()
	d := decision{verdict: engine.VerdictLost, proved: true, open: l.bases(), least: l.left}
	for visits := firstVisits; len(searches) > 0; visits = min(3*visits, visits+turnVisits) {
		undecided := searches[:0]
		for _, s := range searches {
			if d.visited >= most || ctx.Err() != nil {
				d.verdict, d.proved = engine.VerdictUnknown, false
				return d
			}
			before := s.visited
			verdict := s.run(min(visits, before+most-d.visited))
			d.visited += s.visited - before
			d.least = min(d.least, s.least)
			switch verdict {
			case engine.VerdictWon:
				d.verdict = verdict
				for _, t := range s.trail {
					d.way = append(d.way, t.step)
				}
				return d
			case engine.VerdictLost:
				d.open &^= 1 << s.base
			default:
				undecided = append(undecided, s)
			}
		}
		searches = undecided
	}
	return d
}

// searches returns a search for each base rank that the layout can have, the most promising
// first: where the fewest cards lie on cards of the base rank.
func (l layout) searches() []*search {
	seen := new(hashset.Set)
	var searches []*search
	for base := range anyBase {
		if l.bases()>>base&1 != 0 {
			searches = append(searches, newSearch(l, base, seen))
		}
	}
	slices.SortStableFunc(searches, func(a, b *search) int { return cmp.Compare(a.buried(), b.buried()) })
	return searches
}

// atSight returns steps that look good without a search, the best first: that of a card that is
// safe to play, with the most promising base rank, or all steps.
func (l layout) atSight() []step {
	s := l.searches()[0]
	if len(s.trail) > 0 {
		return []step{s.trail[0].step}
	}
	return s.steps
}
