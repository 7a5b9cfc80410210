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
		{"b1 9d", "c1", "no-such-place", "There is no c1: the table has the stock a1, the waste b1, the foundations a2 to d2 and the reserves a3 to d3."},
		{"b1 9d", "b1e3", "no-such-place", "There is no e3: the table has the stock a1, the waste b1, the foundations a2 to d2 and the reserves a3 to d3."},
		{"b1 9d", "b1a3a4", "no-such-place", "There is no a4: the table has the stock a1, the waste b1, the foundations a2 to d2 and the reserves a3 to d3."},
		{"", "a1", "empty-source", "The stock is empty: it is dealt only once."},
		{"a1 (9d)", "b1", "empty-source", "The waste is empty: deal a card from the stock first."},
		{"", "b1", "empty-source", "b1 has no card."},
		{"b1 9d", "c3", "empty-source", "c3 has no card."},
		{"b1 9d", "c3a2", "empty-source", "c3 has no card."},
		{"a1 (7h)\nb1 9d", "a1", "waste-full", "The waste holds one card: play the 9♦ before you deal the next."},
		{"a1 (7h)", "a1b1", "too-many-places", "To deal, name a1 alone: the card always goes to the waste."},
		{"b1 9d", "b1a3b3", "too-many-places", "The move of the 9♦ ends at its destination: no card comes back in this game."},
		{"b1 9d", "b2", "on-foundation", "The 2♣ cannot leave b2: cards on foundations stay there."},
		{"b1 9d", "b2a3", "on-foundation", "The 2♣ cannot leave b2: cards on foundations stay there."},
		{"b1 9d", "b1", "no-destination", "The 9♦ can go to any reserve: name one."},
		{"b1 2d", "b1", "no-destination", "The 2♦ can go to a2 or any reserve: name one."},
		{"a2 Ah 2h 3h\na3 4d", "a3", "no-destination", "The 4♦ can go to a2 or b2: name one."},
		{"a3 9d", "a3", "no-destination", "The 9♦ has nowhere to go: no foundation takes Nines now."},
		{"a3 9d", "a3a3", "same-place", "The 9♦ is on a3 already."},
		{"b1 9d", "b1b1", "same-place", "The 9♦ is on b1 already."},
		{"b1 9d", "b1a1", "not-a-destination", "The 9♦ cannot go to the stock: no card goes back there."},
		{"a3 9d", "a3b1", "not-a-destination", "The 9♦ cannot go to the waste: only the stock deals there."},
		{"a3 9d", "a3b3", "reserve-to-reserve", "The 9♦ cannot go to b3: a card of a reserve can only go to a foundation."},
		{"b1 9d", "b1b2", "wrong-rank", "The 9♦ cannot go to b2: counting up by 2 from the 2♣, it takes Fours next."},
		{"b2 Kh\nb1 2d", "b1b2", "closed", "The 2♦ cannot go to b2: the K♥ has closed it."},
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
