package session

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/tui/caption"
)

// FaultLessons returns the faults of a round, which went through states with moves, as lessons of a step
// each: to find a better move.
func FaultLessons(faults []analysis.Fault, states []engine.State, moves []engine.Move) (lessons []engine.Lesson) {
	for i, f := range faults {
		lessons = append(lessons, engine.Lesson{
			Title: fmt.Sprintf("Mistake %d of %d", i+1, len(faults)),
			Start: states[f.At],
			Steps: []engine.Step{{Say: caption.Fault(f, moves[f.At], states[f.At]), Want: f.Better, Done: caption.Mended(f)}},
		})
	}
	return lessons
}

// WrongAgain answers a move that an analysis does not know as better than a fault. repeated says that it is
// the fault itself.
func WrongAgain(repeated bool) string {
	if repeated {
		return "That is what you played."
	}
	return "The analysis knows a better move."
}
