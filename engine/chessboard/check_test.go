package chessboard

import (
	"fmt"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

func TestRefusals(t *testing.T) {
	hearts := won(engine.Seven)[engine.At(2, 2)].String() // 7h to 6h
	for _, test := range []struct {
		given, word, code, why string
	}{
		{"", "", "syntax", "A move is a source and a destination, such as a1c3."},
		{"a1 7h", "d1", "no-such-place", "There is no d1: the table has the piles a1 to a5 and c1 to c5 and the foundations b1 to b4."},
		{"a1 7h", "a1b5", "no-such-place", "There is no b5: the table has the piles a1 to a5 and c1 to c5 and the foundations b1 to b4."},
		{"a1 7h", "a1a2a6", "no-such-place", "There is no a6: the table has the piles a1 to a5 and c1 to c5 and the foundations b1 to b4."},
		{"a1 7h", "a2", "empty-source", "a2 has no card."},
		{"a1 7h", "b2a1", "empty-source", "b2 has no card."},
		{"b2 7h", "b2", "on-foundation", "The 7♥ cannot leave b2: cards on foundations stay there."},
		{"b2 7h\na1 8h", "b2a1", "on-foundation", "The 7♥ cannot leave b2: cards on foundations stay there."},
		{full, "a1", "no-destination", "The A♠ can go to an empty foundation: name one."},
		{"a1 7h\na2 8h\na3 6h\nb2 7s", "a1", "no-destination", "The 7♥ can go to the 8♥ or the 6♥ or an empty pile or an empty foundation: name one."},
		{"a1 Kh\nb2 Jh Qh\nb3 Js", "a1", "no-destination", "The K♥ can go to an empty pile or the foundation of the Q♥: name one."},
		{full + "b1 Qc", "a1", "no-destination", "The A♠ has nowhere to go: no pile and no foundation takes it now."},
		{"a1 7h", "a1a1", "same-place", "The 7♥ is on a1 already."},
		{"a1 7h\nb1 9c", "a1b2", "wrong-base", "The 7♥ cannot begin b2: all foundations begin with the base rank, Nine."},
		{"a1 7s\nb2 " + hearts, "a1b2", "complete", "The 7♠ cannot go to b2: it is complete."},
		{"a1 7h\nb1 6s", "a1b1", "wrong-suit", "The 7♥ cannot go to the foundation of the 6♠: foundations are built in suit."},
		{"a1 7h\na2 8d", "a1a2", "wrong-suit", "The 7♥ cannot go to the 8♦: piles are built in suit."},
		{"a1 7h\nb1 8h", "a1b1", "wrong-rank", "The 7♥ cannot go to the foundation of the 8♥: foundations build one rank up, so it takes the 9♥ next."},
		{"a1 2h\nb1 Kh", "a1b1", "wrong-rank", "The 2♥ cannot go to the foundation of the K♥: foundations build one rank up, so it takes the A♥ next."},
		{"a1 7h\na2 9h", "a1a2", "not-adjacent", "The 7♥ cannot go to the 9♥: piles build one rank up or down in suit."},
		{"a1 2h\na2 Kh", "a1a2", "not-adjacent", "The 2♥ cannot go to the K♥: piles build one rank up or down in suit."},
		{"a1 7h", "a1a2a3", "too-many-places", "The move of the 7♥ ends at its destination: no card comes back in this game."},
	} {
		t.Run(test.code+" "+test.word, func(t *testing.T) {
			enginetest.Refused(t, set(t, test.given), test.word, test.code, test.why)
		})
	}
}

func TestMovesAreInByteOrder(t *testing.T) {
	s := set(t, full, "a2 6s", "b3 8c")
	if got, want := fmt.Sprint(s.Moves()), "[a2a3 a2a4 a3a2 a4a2]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
