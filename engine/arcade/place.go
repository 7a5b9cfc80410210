package arcade

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

// count returns how many of a list match.
func count[T any](list []T, match func(T) bool) (n int) {
	for _, one := range list {
		if match(one) {
			n++
		}
	}
	return n
}
