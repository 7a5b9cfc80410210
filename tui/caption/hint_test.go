package caption_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
)

// A described is a state that describes every move by the same text.
type described struct {
	engine.State
	text string
}

func (d described) Describe(engine.Move) string { return d.text }

func TestAHintSaysThatItWasNotTried(t *testing.T) {
	const want = "Move 4♥ from a1 onto the 5♥ of b1. This empties a1. At first sight only: the arcade is busy."
	if got := caption.Hint(described{text: "Move 4♥ from a1 onto the 5♥ of b1."}, hint.Advice{Why: "empties a1", Sight: true}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A hint does not say twice what its move does.
func TestAHintSaysNothingTwice(t *testing.T) {
	for _, c := range []struct{ does, why, want string }{
		{"Start the first foundation with 7♥ from a1: the base rank will be Seven.", "makes Seven the base rank", "Start the first foundation with 7♥ from a1: the base rank will be Seven."},
		{"Start the second foundation with 3♥ from a1.", "starts another foundation", "Start the second foundation with 3♥ from a1."},
		{"Take a favor: turn up the top card of upper stack c.", "turns up a card of upper stack c to work with", "Take a favor: turn up the top card of upper stack c."},
		{"Start the second foundation with 3♥ from a1.", "starts another foundation, and empties a1", "Start the second foundation with 3♥ from a1. This empties a1."},
		{"Move 4♥ from a1 onto the 5♥ of b1.", "frees the 9♦ for its foundation", "Move 4♥ from a1 onto the 5♥ of b1. This frees the 9♦ for its foundation."},
		{"Move 4♥ from a1 onto the 5♥ of b1.", "", "Move 4♥ from a1 onto the 5♥ of b1."},
	} {
		if got := caption.Hint(described{text: c.does}, hint.Advice{Why: c.why}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
