package draft

import (
	"slices"

	"boardwalk/engine"
)

// A Marking is a move being put together: source, destination, return. It goes by the
// legal moves alone, so it does not need to know the rules.
type Marking struct {
	Legal   []engine.Move
	Move    engine.Move
	earlier []engine.Move // move before each marker that the player set, to take it back
}

// Next returns the places where the next marker can go.
func (m *Marking) Next() []engine.Place {
	if m.Move.IsZero() {
		return nil // else every movable card would be lit
	}
	return engine.Next(m.Legal, m.Move)
}

// Ready reports whether the move is complete. No legal move is the beginning of another.
func (m *Marking) Ready() bool {
	return !m.Move.IsZero() && slices.Contains(m.Legal, m.Move)
}

// Place sets the next marker. It returns false if no legal move has it there.
func (m *Marking) Place(p engine.Place) bool {
	try := m.Move.With(p)
	if !slices.ContainsFunc(m.Legal, try.Begins) {
		return false
	}
	m.earlier = append(m.earlier, m.Move)
	m.Move = try
	return true
}

// Follow sets the markers that have only one legal place. It reports whether they play the move: the player
// has set two of them at least, and does not confirm moves.
func (m *Marking) Follow(confirm bool) (play bool) {
	for next := m.Next(); len(next) == 1; next = m.Next() {
		m.Move = m.Move.With(next[0])
	}
	return !confirm && m.Ready() && len(m.earlier) > 1
}

// Ahead returns the move that would be marked if the player set the next marker at a place:
// the zero Move if none can be set there, an incomplete one if more is left to choose. ready
// reports whether it is complete.
func (m *Marking) Ahead(p engine.Place) (move engine.Move, ready bool) {
	if m.Move.Len() == 3 || p.IsZero() {
		return engine.Move{}, false
	}
	try, only, n := m.Move.With(p), engine.Move{}, 0
	for _, w := range m.Legal {
		if try.Begins(w) {
			only = w
			n++
		}
	}
	switch n {
	case 0:
		return engine.Move{}, false
	case 1:
		return only, true
	}
	return try, false
}

// Plays reports whether a marker at a place plays a move: the one that is ready, or the one that
// it completes, unless the player confirms moves.
func (m *Marking) Plays(confirm bool, p engine.Place) bool {
	if m.Ready() {
		return m.Has(p)
	}
	_, ready := m.Ahead(p)
	return ready && !confirm && m.Move.Len() > 0
}

// Back takes back the last marker that the player set, with those that followed from it.
// It returns false if there is none.
func (m *Marking) Back() bool {
	n := len(m.earlier)
	if n == 0 {
		return false
	}
	m.Move, m.earlier = m.earlier[n-1], m.earlier[:n-1]
	return true
}

// Has reports whether a place is marked.
func (m *Marking) Has(p engine.Place) bool {
	return p == m.Move.From || p == m.Move.To || p == m.Move.Return
}

// Show sets all markers of a legal move at once.
func (m *Marking) Show(w engine.Move) { m.Move, m.earlier = w, []engine.Move{{}} }

// Clear takes back all markers and stores the legal moves of a new position.
func (m *Marking) Clear(legal []engine.Move) {
	m.Legal, m.Move, m.earlier = legal, engine.Move{}, nil
}
