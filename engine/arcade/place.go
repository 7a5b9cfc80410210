package arcade

import "slices"

// A Ranking gives rows their places, from 1. The rows come in their order, the best first. Equal rows share a
// place, and the next row has the place that it would have without that: 1, 2, 2, 4.
type Ranking struct {
	rows  int // that have a place
	place int
}

// Next returns the place of the next row. equal says that it is equal to the row before it.
func (r *Ranking) Next(equal bool) int {
	if r.rows++; !equal || r.rows == 1 {
		r.place = r.rows
	}
	return r.place
}

// find returns the first of a list that matches, and whether there is one.
func find[T any](list []T, match func(T) bool) (found T, ok bool) {
	i := slices.IndexFunc(list, match)
	if i < 0 {
		return found, false
	}
	return list[i], true
}

// count returns how many of a list match.
func count[T any](list []T, match func(T) bool) (n int) {
	for _, one := range list {
		if match(one) {
			n++
		}
	}
	return n
}
