package engine_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

func TestCheckPosition(t *testing.T) {
	places := []engine.Place{engine.At(1, 1), engine.At(2, 1), engine.At(1, 2)} // a1 b1 a2
	for _, test := range []struct{ name, given, want string }{
		{"sound", "a1 7h (8h)\nb1 -\na2 7s 4c!", ""},
		{"missing", "a1 -\na2 -", "b1 is missing: name every place, - for an empty one"},
		{"missing, the first named in the places' order", "a1 -", "b1 is missing: name every place, - for an empty one"},
		{"unknown", "a1 -\nb1 -\na2 -\nc1 -", "c1 is unknown: the places are [a1 b1 a2]"},
		{"unknown, the first in the order of text", "a1 -\nb1 -\na2 -\nc1 -\nb2 -", "b2 is unknown: the places are [a1 b1 a2]"},
		{"twice in a pile", "a1 7h 7h\nb1 -\na2 -", "a1: 7h lies at a1 already"},
		{"twice, once face down", "a1 (7h)\nb1 8h 7h\na2 -", "b1: 7h lies at a1 already"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := engine.CheckPosition(enginetest.Position(t, test.given), places); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestCheckStandard(t *testing.T) {
	unknown := map[engine.Place]engine.Pile{engine.At(1, 1): engine.NewPile(engine.Back)}
	for _, test := range []struct {
		name  string
		given map[engine.Place]engine.Pile
		want  string
	}{
		{"the lowest and the highest cards", enginetest.Position(t, "a1 As (Ac)\nb1 Ks Kc"), ""},
		{"a fifth suit", enginetest.Position(t, "a1 As\nb1 9o"), "b1: 9o is not one of the 52 cards"},
		{"a rank above the King", enginetest.Position(t, "a1 As (Ms)"), "a1: (Ms) is not one of the 52 cards"},
		{"a wild type", enginetest.Position(t, "a1 Zs"), "a1: Zs is not one of the 52 cards"},
		{"a card nobody knows", unknown, "a1: () is not one of the 52 cards"},
		{"a held card", enginetest.Position(t, "a2 As 9d!"), "a2: 9d is held, but this game has no held cards"},
		{"several: the first in the order of text", enginetest.Position(t, "b1 9o\na2 8o"), "a2: 8o is not one of the 52 cards"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := engine.CheckStandard(test.given); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
