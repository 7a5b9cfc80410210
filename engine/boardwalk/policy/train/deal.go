package train

import (
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// Deal shuffles all cards of a table. What lies where, and which way up, is as at
// the start of a game, which t has to be.
func Deal(t *compact.Table, random *rand.Rand) {
	var cards [engine.Ranks * engine.Suits]engine.Rank
	n := 0
	for rank, copies := range t.Copies {
		for range copies {
			cards[n] = engine.Rank(rank)
			n++
		}
	}
	draw := func() engine.Rank {
		at := random.IntN(n)
		n--
		rank := cards[at]
		cards[at] = cards[n]
		return rank
	}
	for c := range t.Columns() {
		for i := range t.Down[c] {
			t.Hidden[c][i] = draw()
		}
		if t.Up[c] != compact.None {
			t.Up[c] = draw()
		}
	}
	for i := range t.HandCards {
		t.Hand[i] = draw()
	}
	t.Refresh(&t.Position)
}
