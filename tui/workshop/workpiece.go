package workshop

import (
	"slices"

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

func newWorkpiece(d engine.Design, code engine.Code) workpiece {
	w := workpiece{code: code}
	w.put(d)
	return w
}

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

// set sets a knob. A value that the knob has already changes nothing.
func (w *workpiece) set(knob, value string) error {
	d, err := w.design.Set(knob, value)
	if err == nil && d.Text() != w.design.Text() {
		w.change(d)
	}
	return err
}

// change replaces the design.
func (w *workpiece) change(d engine.Design) {
	w.past, w.future = append(w.past, w.design), nil
	if len(w.past) > changesMax {
		w.past = slices.Delete(w.past, 0, 1)
	}
	w.put(d)
}

// undo takes back the last change and says so.
func (w *workpiece) undo() string { return w.step(&w.past, &w.future) }

// redo makes the last change again that was taken back, and says so.
func (w *workpiece) redo() string { return w.step(&w.future, &w.past) }

// step goes to the last design of from, and leaves the present one to the other list.
func (w *workpiece) step(from, to *[]engine.Design) string {
	last := len(*from) - 1
	next := (*from)[last]
	*from, *to = (*from)[:last], append(*to, w.design)
	said := difference(w.design, next)
	w.put(next)
	return said
}

// broken returns why there is no game on the bench, and what to do about it, or "".
func (w *workpiece) broken() string {
	if w.problem == nil {
		return ""
	}
	return "These rules do not fit yet: f mends them."
}

// trouble says what keeps the rules from making a game.
func (w *workpiece) trouble() string {
	p := w.problem
	if label := w.label(p.Knob); label != "" {
		return label + ": " + caption.Sentence(p.Why)
	}
	return caption.Sentence(p.Why)
}

// label returns what the bench calls a knob, or what several knobs make together.
func (w *workpiece) label(name string) string {
	for _, k := range w.knobs {
		if k.Name == name {
			return k.Label
		}
	}
	return ""
}

// difference says which knobs two designs set differently, and how the second sets them.
func difference(a, b engine.Design) string {
	before, text := a.Knobs(), ""
	for i, k := range b.Knobs() {
		if i < len(before) && before[i].Value != k.Value {
			if text != "" {
				text += ", "
			}
			text += k.Label + ": " + knobValue(k)
		}
	}
	return text + "."
}
