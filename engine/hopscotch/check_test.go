package hopscotch

import (
	"fmt"
	"testing"

	"boardwalk/engine/enginetest"
)

func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		given, word, code, why string
	}{
		{"", "", "syntax", "A move is a source and a destination, such as b1a3, or a1 to deal."},
		{"b1 9d", "c1", "no-such-place", "There is no place c1: the table has a1 and b1, the foundations a2 to d2 and the reserves a3 to d3."},
		{"b1 9d", "b1e3", "no-such-place", "There is no place e3: the table has a1 and b1, the foundations a2 to d2 and the reserves a3 to d3."},
		{"b1 9d", "b1a3a4", "no-such-place", "There is no place a4: the table has a1 and b1, the foundations a2 to d2 and the reserves a3 to d3."},
		{"", "a1", "empty-source", "The stock is empty and is not dealt a second time."},
		{"a1 (9d)", "b1", "empty-source", "The waste is empty: deal a card from the stock first."},
		{"", "b1", "empty-source", "No card lies in the waste."},
		{"b1 9d", "c3", "empty-source", "No card lies in the third reserve."},
		{"b1 9d", "c3a2", "empty-source", "No card lies in the third reserve."},
		{"a1 (7h)\nb1 9d", "a1", "waste-full", "The waste has one card at most: play the 9♦ before you deal the next."},
		{"a1 (7h)", "a1b1", "too-many-places", "The word for dealing is a1 alone: the card always goes to the waste."},
		{"b1 9d", "b1a3b3", "too-many-places", "The move of the 9♦ is complete with its destination: nothing is returned in this game."},
		{"b1 9d", "b2", "on-foundation", "The 2♣ cannot leave the foundation by 2: cards on the foundations stay there."},
		{"b1 9d", "b2a3", "on-foundation", "The 2♣ cannot leave the foundation by 2: cards on the foundations stay there."},
		{"b1 9d", "b1", "no-destination", "The 9♦ can go to any reserve: name which."},
		{"b1 2d", "b1", "no-destination", "The 2♦ can go to the foundation by 1 or any reserve: name which."},
		{"a2 Ah 2h 3h\na3 4d", "a3", "no-destination", "The 4♦ can go to the foundation by 1 or the foundation by 2: name which."},
		{"a3 9d", "a3", "no-destination", "The 9♦ has nowhere to go: no foundation takes Nines now."},
		{"a3 9d", "a3a3", "same-place", "The 9♦ lies in the first reserve already."},
		{"b1 9d", "b1b1", "same-place", "The 9♦ lies in the waste already."},
		{"b1 9d", "b1a1", "not-a-destination", "The 9♦ cannot go to the stock: no card ever goes back there."},
		{"a3 9d", "a3b1", "not-a-destination", "The 9♦ cannot go to the waste: only cards from the stock come there."},
		{"a3 9d", "a3b3", "reserve-to-reserve", "The 9♦ cannot go to the second reserve: a card in a reserve may only go to a foundation."},
		{"b1 9d", "b1b2", "wrong-rank", "The 9♦ cannot go to the foundation by 2: counting up by 2 from the 2♣, it takes Fours next."},
		{"b2 Kh\nb1 2d", "b1b2", "closed", "The 2♦ cannot go to the foundation by 2: the K♥ has closed it."},
	} {
		t.Run(test.code+" "+test.word, func(t *testing.T) {
			enginetest.Refused(t, set(t, test.given), test.word, test.code, test.why)
		})
	}
}

func TestMovesAreInByteOrder(t *testing.T) {
	s := set(t, "b1 4d", "a2 3d", "a3 8h", "c3 7h 6h")
	if got, want := fmt.Sprint(s.Moves()), "[a3d2 b1a2 b1a3 b1b2 b1b3 b1c3 b1d3 c3c2]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
