package workshop

import (
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/caption"
)

// A workpiece is the design on a bench, what follows from it, and the designs that it was
// before.
type workpiece struct {
	design       engine.Design
	past, future []engine.Design // the newest last
	knobs        []engine.Knob
	problem      *engine.Problem
	game         engine.Game  // the design's, nil if it has a problem
	code         engine.Code  // of the sample deal
	board        engine.Board // of the sample deal, or of the last design that had one
}

// changesMax is the maximum number of changes that can be taken back.
const changesMax = 500

// put puts a design on the bench.
func (w *workpiece) put(d engine.Design) {
	w.design, w.knobs, w.problem, w.game = d, d.Knobs(), d.Problem(), nil
	if w.problem != nil {
		return
	}
	g, err := d.Game(d.Title())
	if err != nil { // cannot happen: the design has no problem
		w.problem = &engine.Problem{KnobError: engine.KnobError{Knob: "variation", Why: err.Error()}, Fix: d}
		return
	}
	w.game = g
	w.deal(w.code)
}

// deal deals the sample of a code.
func (w *workpiece) deal(code engine.Code) {
	w.code, w.board = code, w.game.Deal(code).Board()
}

// change replaces the design.
func (w *workpiece) change(d engine.Design) {
	w.past, w.future = append(w.past, w.design), nil
	if len(w.past) > changesMax {
		w.past = slices.Delete(w.past, 0, 1)
	}
	w.put(d)
}

// step goes to the last design of from, leaves the present one to the other list, and says what has changed: it undoes
// from past to future, and redoes from future to past.
func (w *workpiece) step(from, to *[]engine.Design) string {
	last := len(*from) - 1
	next := (*from)[last]
	*from, *to = (*from)[:last], append(*to, w.design)
	said := strings.Join(caption.ChangedKnobs(w.design, next), " ")
	w.put(next)
	return said
}
