package tui

import (
	"slices"

	"boardwalk/engine"
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
func (w *workpiece) undo() string {
	last := len(w.past) - 1
	before := w.past[last]
	w.past, w.future = w.past[:last], append(w.future, w.design)
	said := difference(w.design, before)
	w.put(before)
	return said
}

// redo makes the last change again that was taken back, and says so.
func (w *workpiece) redo() string {
	last := len(w.future) - 1
	after := w.future[last]
	w.future, w.past = w.future[:last], append(w.past, w.design)
	said := difference(w.design, after)
	w.put(after)
	return said
}

// broken returns why there is no game on the bench, and what to do about it, or "".
func (w *workpiece) broken() string {
	if w.problem == nil {
		return ""
	}
	return "These rules do not fit together yet: f mends them (" + w.problem.FixText + ")."
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

// isSwitch reports whether a knob is on or off.
func isSwitch(k engine.Knob) bool {
	return !slices.ContainsFunc(k.Values, func(v string) bool { return v != "true" && v != "false" })
}

// knobValue returns the value of a knob as the bench writes it.
func knobValue(k engine.Knob) string { return valueText(k, k.Value) }

// valueText returns one of the values that a knob takes as the bench writes it.
func valueText(k engine.Knob, value string) string {
	switch {
	case isSwitch(k) && value == "true":
		return "on"
	case isSwitch(k):
		return "off"
	}
	return value
}

// A Draft is a design that the player has put aside without keeping it.
type Draft struct {
	Family string `json:"family"`
	Text   string `json:"text"`
}

// draftsMax is the maximum number of designs that are put aside. One more replaces the
// oldest.
const draftsMax = 3

func draftOf(d engine.Design) Draft { return Draft{d.Family().Name(), d.Text()} }

// isAside reports whether a design is put aside.
func (s *Settings) isAside(d engine.Design) bool { return slices.Contains(s.Drafts, draftOf(d)) }

// putAside puts a design aside, the newest first.
func (s *Settings) putAside(d engine.Design) {
	s.Drafts = slices.Insert(slices.Clone(s.Drafts), 0, draftOf(d))
	s.Drafts = s.Drafts[:min(len(s.Drafts), draftsMax)]
}

// takeUp ends that a design is put aside.
func (s *Settings) takeUp(d engine.Design) {
	s.Drafts = slices.DeleteFunc(slices.Clone(s.Drafts), func(other Draft) bool { return other == draftOf(d) })
}

// drafts returns the designs that the player has put aside, the newest first. It leaves out
// those that cannot be read any more.
func (e *Env) drafts() (designs []engine.Design) {
	for _, draft := range e.settings.Drafts {
		for _, f := range e.Games.Families {
			if f.Name() != draft.Family {
				continue
			}
			if d, err := f.Parse(draft.Text); err == nil {
				designs = append(designs, d)
			}
		}
	}
	return designs
}
