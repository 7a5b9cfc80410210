package caption_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
)

func TestGlossary(t *testing.T) {
	g, _ := catalog.All().Find("boardwalk/cheshire")
	words := caption.NewGlossary(g, nil)
	const plays = "Play 5♥ live on lower c, declaring Fives; the next card of c3 turns up."
	for i, c := range []struct {
		text string
		now  int
		w    int
		want string
	}{
		{plays, 0, 76, "Live: on row 4; the column's next card turns up. Lower: rows 3 and 4."},
		{plays, 0, 76, "Live: on row 4; the column's next card turns up. Lower: rows 3 and 4."}, // at the same time
		{plays, 1, 20, ""}, // no room, so it is not met yet
		{plays, 1, 76, "Declare: a foundation's first card sets its rank."},
		{plays, 2, 76, ""},
		{"High trump: hand K♣ to void upper stack a; A♦ returns from upper b.", 2, 200,
			"High trump: a hand card onto row 1, where a column is empty. " +
				"Hand: the cards of row 5; each that you play brings another back. " +
				"Void: without a card on its stack and on its foundation."},
		{"Trumps.", 3, 76, "Trump: a hand card onto row 2; a card of row 1 comes back."},
		{"Olive, delivery, handy.", 4, 76, ""},
	} {
		if got := words.Explain(c.text, c.now, c.w); got != c.want {
			t.Errorf("%d: %q, want %q", i, got, c.want)
		}
	}
	hop, _ := catalog.All().Find("boardwalk/hop-45")
	known := caption.NewGlossary(g, engine.Catalog{hop})
	if got := known.Explain("Trump: hand 5♥ files on upper c.", 0, 76); got != "Trump: a hand card onto row 2; a card of row 1 comes back." {
		t.Errorf("who knows Hop 45 is told %q", got)
	}
	var none caption.Glossary
	if got := none.Explain(plays, 0, 76); got != "" {
		t.Errorf("the zero glossary says %q", got)
	}
}
