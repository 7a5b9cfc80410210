package draft_test

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/draft"
	"boardwalk/tui/tuitest"
)

// A player who marks a card and then another one that can move wants the other one, unless the
// first can go there.
func TestAnotherCardBeginsAnotherMove(t *testing.T) {
	tried := 0
	for _, g := range catalog.All() {
		s := g.Deal(engine.Code("7"))
		var from []engine.Place
		for _, m := range s.Moves() {
			if !slices.Contains(from, m.From) {
				from = append(from, m.From)
			}
		}
		for _, how := range []struct {
			name string
			mark func(*draft.Draft, engine.Place) engine.Move
		}{
			{"Enter", func(d *draft.Draft, p engine.Place) engine.Move { d.Pointer.At = p; return d.Mark() }},
			{"a click", func(d *draft.Draft, p engine.Place) engine.Move { return d.Press(tea.MouseLeft, p) }},
		} {
			for _, first := range from {
				for _, other := range from {
					n := newNewcomer(slips{}, true, 1)
					n.show(s)
					d := &n.draft
					d.Marking.Place(first)
					if first == other || slices.Contains(d.Marking.Next(), other) {
						continue
					}
					tried++
					if played := how.mark(d, other); !played.IsZero() || d.Marking.Move.From != other || n.refused {
						t.Fatalf("%s: %s on %s after %s: marked %s, played %s, refused %t",
							g.Info().Name, how.name, other, first, d.Marking.Move, played, n.refused)
					}
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no game has two cards to try")
	}
}

// draftOf returns a draft in a position, of a player whose Enter confirms moves.
func draftOf(s engine.State) *draft.Draft {
	confirm := true
	d := &draft.Draft{Confirm: &confirm}
	silent := func(string) tea.Cmd { return nil }
	d.Voice = draft.Voice{Say: func(string, ...any) tea.Cmd { return nil }, Refuse: silent, Clear: func() {}}
	d.Show(s)
	return d
}

// A card that can go to one place alone goes on there with the right button, and with the same again, though
// it begins a foundation.
func TestAnOnlyPlaceIsMarked(t *testing.T) {
	tried, positions := 0, 0
	tuitest.Walk(t, func(_, s engine.State) {
		if positions++; positions%7 != 0 {
			return
		}
		legal := s.Moves()
		for _, from := range engine.Next(legal, engine.Move{}) {
			if to := engine.Next(legal, engine.Move{From: from}); len(to) == 1 {
				tried++
				d := draftOf(s)
				d.Press(tea.MouseRight, from)
				if d.Marking.Move.To != to[0] {
					t.Fatalf("the right button on %s marks %s", from, d.Marking.Move)
				}
			}
		}
	})
	if tried == 0 {
		t.Error("no card has one place")
	}
}

// The button on the marked card leaves only that marked, however much of the move was, and plays nothing.
func TestTheButtonOnTheMarkedCard(t *testing.T) {
	returns, positions := 0, 0
	tuitest.Walk(t, func(_, s engine.State) {
		if positions++; positions%7 != 0 {
			return
		}
		for i, m := range s.Moves() {
			if m.Len() == 1 || i%5 != 0 { // some positions have hundreds
				continue
			}
			for _, marks := range [][]engine.Place{{m.To}, {m.To, m.Return}} {
				d := draftOf(s)
				d.Marking.Place(m.From)
				for _, p := range marks {
					d.Marking.Place(p)
				}
				if d.Marking.Move.Len() == 2 && !d.Marking.Ready() {
					returns++
				}
				if slices.Contains(d.Marking.Next(), m.From) {
					continue // it is to come back
				}
				if played := d.Press(tea.MouseLeft, m.From); !played.IsZero() || d.Marking.Move != (engine.Move{From: m.From}) {
					t.Fatalf("the button on %s of %s: marked %s, played %s", m.From, m, d.Marking.Move, played)
				}
			}
		}
	})
	if returns == 0 {
		t.Error("no card has another to come back")
	}
}

// The best target fixes no base rank while a card has a place beside the foundations.
func TestTheBestTargetFixesNoBaseRank(t *testing.T) {
	g, _ := catalog.All().Find("chessboard")
	tried := 0
	for _, code := range []engine.Code{"A", "B", "C"} {
		s := g.Deal(code)
		foundation := func(p engine.Place) bool {
			v, _ := s.Board().Find(p)
			return v.Kind == engine.Foundation
		}
		for _, from := range engine.Next(s.Moves(), engine.Move{}) {
			d := draftOf(s)
			d.Press(tea.MouseRight, from)
			if slices.ContainsFunc(engine.Next(s.Moves(), engine.Move{From: from}), func(p engine.Place) bool { return !foundation(p) }) {
				if tried++; d.Marking.Move.To.IsZero() || foundation(d.Marking.Move.To) {
					t.Errorf("deal %s: the right button on %s marks %s", code, from, d.Marking.Move)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no card has such a place")
	}
}

// A card whose only foundation is one that it would begin goes there, rather than to a pile where it scores nothing.
func TestTheBestTargetScores(t *testing.T) {
	tried := 0
	tuitest.Walk(t, func(_, s engine.State) {
		legal, b := s.Moves(), s.Board()
		for _, from := range engine.Next(legal, engine.Move{}) {
			var begun, other []engine.Place
			for _, to := range engine.Next(legal, engine.Move{From: from}) {
				switch v, _ := b.Find(to); {
				case v.Marks&engine.Founding != 0:
					begun = append(begun, to)
				case v.Kind == engine.Foundation:
					begun = nil
					other = nil
				default:
					other = append(other, to)
				}
			}
			if len(begun) != 1 || len(other) == 0 {
				continue
			}
			tried++
			d := draftOf(s)
			d.Press(tea.MouseRight, from)
			if to, _ := b.Find(d.Marking.Move.To); to.Kind != engine.Foundation {
				t.Fatalf("the right button on %s marks %s", from, d.Marking.Move)
			}
		}
	})
	if tried == 0 {
		t.Error("no card has such places")
	}
}
