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
	const want = "4♥ to b1: lies on 5♥. This empties a1. A quick guess: the arcade is too busy to try it out."
	if got := caption.Hint(described{text: "4♥ to b1: lies on 5♥."}, hint.Advice{Why: "empties a1", Sight: true}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A hint does not say twice what its move does.
func TestAHintSaysNothingTwice(t *testing.T) {
	for _, c := range []struct{ does, why, want string }{
		{"7♥ to b1: begins the foundation; the base rank is Seven.", "makes Seven the base rank", "7♥ to b1: begins the foundation; the base rank is Seven."},
		{"3♥ to b2: begins the foundation.", "begins another foundation", "3♥ to b2: begins the foundation."},
		{"Favor on c1: its top card turns up.", "turns up a card of c1 to work with", "Favor on c1: its top card turns up."},
		{"3♥ to b2: begins the foundation.", "begins another foundation, and empties a1", "3♥ to b2: begins the foundation. This empties a1."},
		{"4♥ to b1: lies on 5♥.", "frees the 9♦ for its foundation", "4♥ to b1: lies on 5♥. This frees the 9♦ for its foundation."},
		{"2♥ to b4: begins the Twos; the next card of b3 turns up.", "starts the Twos on row 4, and empties a1", "2♥ to b4: begins the Twos; the next card of b3 turns up. This empties a1."},
		{"4♥ to b1: lies on 5♥.", "", "4♥ to b1: lies on 5♥."},
	} {
		if got := caption.Hint(described{text: c.does}, hint.Advice{Why: c.why}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A hint of whose move nothing more can be said tells how its tries went.
func TestAHintTellsHowItsTriesWent(t *testing.T) {
	const does = "Favor on d1: its top card turns up."
	for _, c := range []struct {
		choice engine.Choice
		want   string
	}{
		{engine.Choice{Tries: 100, Win: 0.437, Points: 31}, does + " The arcade's player wins about 43 of 100 games that go on so."},
		{engine.Choice{Tries: 100, Points: 31.4}, does + " The arcade's player ends with about 31 points if it goes on so."},
		{engine.Choice{Tries: 100}, does},
		{engine.Choice{Tries: 1, Win: 1}, does},
		{engine.Choice{Win: 0.5}, does},
	} {
		if got := caption.Hint(described{text: does}, hint.Advice{Choice: c.choice}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
