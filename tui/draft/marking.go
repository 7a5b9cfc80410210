package draft

import (
	"slices"

	"boardwalk/engine"
)

// Automark is which markers are set automatically.
type Automark uint8

// AutomarkOff sets none. AutomarkLegal sets markers that have only one legal place.
// AutomarkQuick also plays the move if the player marked only its source.
const (
	AutomarkOff Automark = iota
	AutomarkLegal
	AutomarkQuick

	Automarks // how many there are
)

func (a Automark) String() string { return [...]string{"off", "legal", "quick"}[a] }

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
	next, _, _ := engine.Next(m.Legal, m.Move)
	return next
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

// Follow sets the markers that have only one legal place. It reports whether the move is
// to be played without asking.
func (m *Marking) Follow(level Automark) (play bool) {
	if level == AutomarkOff {
		return false
	}
	for next := m.Next(); len(next) == 1; next = m.Next() {
		m.Move = m.Move.With(next[0])
	}
	return level == AutomarkQuick && len(m.earlier) == 1 && m.Ready()
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
