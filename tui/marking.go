package tui

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

	automarks // how many there are
)

func (a Automark) String() string { return [...]string{"off", "legal", "quick"}[a] }

// A marking is a move being put together: source, destination, return. It goes by the
// legal moves alone, so it does not need to know the rules.
type marking struct {
	legal   []engine.Move
	move    engine.Move
	earlier []engine.Move // move before each marker that the player set, to take it back
}

// next returns the places where the next marker can go.
func (m *marking) next() []engine.Place {
	if m.move.IsZero() {
		return nil // else every movable card would be lit
	}
	next, _, _ := engine.Next(m.legal, m.move)
	return next
}

// ready reports whether the move is complete. No legal move is the beginning of another.
func (m *marking) ready() bool {
	return !m.move.IsZero() && slices.Contains(m.legal, m.move)
}

// place sets the next marker. It returns false if no legal move has it there.
func (m *marking) place(p engine.Place) bool {
	try := m.move.With(p)
	if !slices.ContainsFunc(m.legal, try.Begins) {
		return false
	}
	m.earlier = append(m.earlier, m.move)
	m.move = try
	return true
}

// follow sets the markers that have only one legal place. It reports whether the move is
// to be played without asking.
func (m *marking) follow(level Automark) (play bool) {
	if level == AutomarkOff {
		return false
	}
	for next := m.next(); len(next) == 1; next = m.next() {
		m.move = m.move.With(next[0])
	}
	return level == AutomarkQuick && len(m.earlier) == 1 && m.ready()
}

// back takes back the last marker that the player set, with those that followed from it.
// It returns false if there is none.
func (m *marking) back() bool {
	n := len(m.earlier)
	if n == 0 {
		return false
	}
	m.move, m.earlier = m.earlier[n-1], m.earlier[:n-1]
	return true
}

// has reports whether a place is marked.
func (m *marking) has(p engine.Place) bool {
	return p == m.move.From || p == m.move.To || p == m.move.Return
}

// show sets all markers of a legal move at once.
func (m *marking) show(w engine.Move) { m.move, m.earlier = w, []engine.Move{{}} }

// clear takes back all markers and stores the legal moves of a new position.
func (m *marking) clear(legal []engine.Move) {
	m.legal, m.move, m.earlier = legal, engine.Move{}, nil
}
