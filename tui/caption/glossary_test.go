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
	const plays = "5♥ to c4: blind play, joins the foundation; a card is held."
	for i, c := range []struct {
		text string
		now  int
		w    int
		want string
	}{
		{plays, 0, 76, "Blind play: the card that would turn up comes back to the hand unseen."},
		{plays, 0, 76, "Blind play: the card that would turn up comes back to the hand unseen."}, // at the same time
		{plays, 1, 20, ""}, // no room, so it is not met yet
		{plays, 1, 80, "Foundation: a place on rows 2 and 4 where the cards of one rank gather."},
		{plays, 2, 76, "Held: it may not go back to the hand before some card turns up."},
		{plays, 3, 76, ""},
		{"K♣ to a1: high trump; the hand takes A♦ of b1.", 3, 200,
			"High trump: a hand card onto row 1, where a column is empty. " +
				"Hand: the cards of row 5; each that you play brings another back."},
		{"Trumps.", 4, 76, "Trump: a hand card onto row 2; a card of row 1 comes back."},
		{"Beheld, handy.", 5, 76, ""},
	} {
		if got := words.Explain(c.text, c.now, c.w); got != c.want {
			t.Errorf("%d: %q, want %q", i, got, c.want)
		}
	}
	hop, _ := catalog.All().Find("boardwalk/hop-45")
	known := caption.NewGlossary(g, engine.Catalog{hop})
	if got := known.Explain("5♥ to c2: trump, begins the Fives.", 0, 76); got != "Trump: a hand card onto row 2; a card of row 1 comes back." {
		t.Errorf("who knows Hop 45 is told %q", got)
	}
	var none caption.Glossary
	if got := none.Explain(plays, 0, 76); got != "" {
		t.Errorf("the zero glossary says %q", got)
	}
}
