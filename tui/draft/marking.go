package draft

import (
	"slices"

	"boardwalk/engine"
)

// A Trigger is what plays a move that a player marks.
type Trigger uint8

// The triggers. Players' settings hold their numbers.
const (
	ByHand       Trigger = iota // Enter, once the player has set every marker
	ByEnter                     // Enter; markers that have only one legal place are set
	ByOneMark                   // as BySecondMark, but the first marker plays where no choice is left
	BySecondMark                // the player's second marker; the third if a return is left to choose
)

// triggers holds all triggers in the order in which players see them: the more keys a move
// takes, the earlier.
var triggers = []Trigger{ByHand, ByEnter, BySecondMark, ByOneMark}

// Known reports whether t is one of the triggers.
func (t Trigger) Known() bool { return slices.Contains(triggers, t) }

// Step returns the trigger that is by places after t in the order that players see, around
// its ends.
func (t Trigger) Step(by int) Trigger {
	n := len(triggers)
	return triggers[((slices.Index(triggers, t)+by)%n+n)%n]
}

// String returns a trigger in a word or two.
func (t Trigger) String() string {
	return [...]string{"Enter, by hand", "Enter", "one mark", "second mark"}[t]
}

// Confirms reports whether Enter plays a move after its last marker.
func (t Trigger) Confirms() bool { return t == ByHand || t == ByEnter }

// Says returns what a trigger does, as a sentence.
func (t Trigger) Says() string {
	return [...]string{
		"You set every mark, and Enter plays the move.",
		"Enter plays the move; a mark with one legal place is set for you.",
		"Your second mark plays, and the first where only one play is legal.",
		"Your second mark plays the move: Enter on the card, Enter on the place.",
	}[t]
}

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

// Follow sets the markers that have only one legal place. It reports whether the player's
// markers are to play the move without asking.
func (m *Marking) Follow(t Trigger) (play bool) {
	if t == ByHand {
		return false
	}
	for next := m.Next(); len(next) == 1; next = m.Next() {
		m.Move = m.Move.With(next[0])
	}
	switch t {
	case ByOneMark:
		return m.Ready()
	case BySecondMark:
		return m.Ready() && len(m.earlier) > 1
	}
	return false
}

// Ahead returns the move that would be marked if the player set the next marker at a place:
// the zero Move if none can be set there, an incomplete one if more is left to choose. ready
// reports whether it is complete.
func (m *Marking) Ahead(t Trigger, p engine.Place) (move engine.Move, ready bool) {
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
	switch {
	case n == 0:
		return engine.Move{}, false
	case n == 1 && (t != ByHand || only == try):
		return only, true
	}
	return try, false
}

// Plays reports whether a marker at a place plays a move: the one that is ready, or the one that
// it completes.
func (m *Marking) Plays(t Trigger, p engine.Place) bool {
	switch {
	case m.Ready():
		return m.Has(p)
	case t == BySecondMark && m.Move.Len() > 0, t == ByOneMark:
		_, ready := m.Ahead(t, p)
		return ready
	}
	return false
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
