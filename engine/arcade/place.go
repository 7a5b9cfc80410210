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

// placeAt returns the place of a row, as a Ranking gives it. better reports whether another row is better.
func placeAt[T any](rows []T, better func(T) bool) int {
	place := 1
	for _, row := range rows {
		if better(row) {
			place++
		}
	}
	return place
}
