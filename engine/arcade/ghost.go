package arcade

import "boardwalk/engine"

// A Ghost is a finished round to race against: it makes its moves again while somebody plays the same
// deal. It has no moves, only how many there were and the points after each.
type Ghost struct {
	Millis int64 // its time at the table, in milliseconds
	points []int // after each number of moves, from the deal on
}

// NewGhost returns the ghost of a result whose record went through states. It fails if nobody knows how
// long the round took.
func NewGhost(r Result, states []engine.State) (*Ghost, error) {
	if r.Millis <= 0 {
		return nil, Refuse("this game cannot be raced: nobody knows how long it took")
	}
	g := &Ghost{Millis: r.Millis}
	for _, s := range states {
		g.points = append(g.points, s.Score().Points)
	}
	g.points[len(states)-1] = r.Score.Points // what the end of a round adds is in none of its states
	return g, nil
}

// At returns the points and the number of moves of the ghost after a time at the table, in milliseconds.
// A round keeps no times of its moves, so they are spread evenly over its own time.
func (g *Ghost) At(millis int64) (points, moves int) {
	moves = int(min(max(millis, 0), g.Millis) * int64(len(g.points)-1) / g.Millis)
	return g.points[moves], moves
}
