package theme_test

import (
	"fmt"
	"testing"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// TestWhatMattersStandsOut checks that the cursor, marks and lit places do not look like
// text, with colours or without.
func TestWhatMattersStandsOut(t *testing.T) {
	for _, th := range theme.Themes() {
		for name, style := range map[string]grid.Style{"the cursor": th.Cursor, "its frame": th.Frame, "a marker": th.Marker, "what is lit": th.Lit} {
			for other, plain := range map[string]grid.Style{"text": th.Text, "faint text": th.Faint, "a border": th.Border} {
				if style == plain {
					t.Errorf("%s: %s looks like %s", th.Name, name, other)
				}
			}
		}
		if th.Frame.Attr&grid.Reverse != 0 {
			t.Errorf("%s: the frame of the cursor breaks its lines", th.Name)
		}
		if th.Cursor == th.Marker || th.Cursor == th.Lit {
			t.Errorf("%s: the cursor looks like a marked or lit place", th.Name)
		}
	}
}

// TestNoSuitLooksLikeAnother compares the pictures of the aces, of each size.
func TestNoSuitLooksLikeAnother(t *testing.T) {
	const apart = 5 // cells at least
	deck := theme.Decks()[0]
	for _, size := range [][2]int{{5, 3}, {9, 5}} {
		picture := func(s engine.Suit) (cells []rune) {
			rows := deck.Picture(engine.NewCard(engine.Ace, s), size[0], size[1])
			if len(rows) != size[1] {
				t.Fatalf("the picture of %s for %v has %d rows", s.Glyph(), size, len(rows))
			}
			for _, row := range rows {
				cells = append(cells, []rune(fmt.Sprintf("%-*s", size[0], row))...)
			}
			return cells
		}
		for s := engine.Spades; s <= engine.Clubs; s++ {
			for o := s + 1; o <= engine.Clubs; o++ {
				differ, other := 0, picture(o)
				for i, r := range picture(s) {
					if r != other[i] {
						differ++
					}
				}
				if differ < apart {
					t.Errorf("%s and %s differ in %d cells of %v", s.Glyph(), o.Glyph(), differ, size)
				}
			}
		}
	}
}

func TestMonoHasNoColours(t *testing.T) {
	m := theme.Mono()
	styles := append([]grid.Style{
		m.Text, m.Faint, m.Title, m.Border, m.Back, m.Cursor, m.Frame, m.Marker, m.Lit, m.Good, m.Warn, m.Refused, m.Key,
	}, m.Suits[:]...)
	for i, s := range styles {
		if s.Fg != 0 || s.Bg != 0 {
			t.Errorf("style %d has a colour: %+v", i, s)
		}
	}
	if m.FourColors() != m {
		t.Error("four colours give it some")
	}
}

func TestFourColoursAreFour(t *testing.T) {
	for _, th := range theme.Themes() {
		if th.Name == "mono" {
			continue
		}
		if th.Suits[engine.Hearts] != th.Suits[engine.Diamonds] || th.Suits[engine.Spades] != th.Suits[engine.Clubs] {
			t.Errorf("%s has more than two colours", th.Name)
		}
		seen := make(map[grid.Style]bool)
		for _, s := range th.FourColors().Suits {
			seen[s] = true
		}
		if len(seen) != engine.Suits {
			t.Errorf("%s shows %d suits in %d colours", th.Name, engine.Suits, len(seen))
		}
	}
}

// TestTheASCIIDeck checks that the deck is printable ASCII only, and that signs of
// different meaning differ.
func TestTheASCIIDeck(t *testing.T) {
	d := theme.ASCII()
	signs := []rune{d.Backs[0][0], d.Backs[1][0], d.Backs[2][0], d.Backs[3][0], d.Closed, d.Own, d.Dot, d.Unseen, d.Elided}
	seen := make(map[rune]bool)
	for _, r := range signs {
		if seen[r] {
			t.Errorf("%q stands for two things", r)
		}
		seen[r] = true
	}
	text := string(signs) + d.Bars + string(d.Symbols[:])
	for _, b := range []theme.Box{d.Box, d.Empty, d.Heavy} {
		text += string([]rune{b.TopLeft, b.TopRight, b.BottomLeft, b.BottomRight, b.H, b.V})
	}
	for rank := range engine.Rank(21) {
		for suit := range engine.Suit(engine.Suits) {
			index := d.Index(engine.NewCard(rank, suit))
			text += string(index[:])
		}
	}
	text += d.Translate("7♥ … 9♣ – A♠ × K♦ → ≈ • ↑↓← — it’s")
	for _, r := range text {
		if r < ' ' || r > '~' {
			t.Errorf("the deck has %q", r)
		}
	}
}

func TestTranslate(t *testing.T) {
	const text = "Play 7♥ → a1… 🟩🟨⬛"
	for _, c := range []struct {
		deck theme.Deck
		want string
	}{{theme.Decks()[0], text}, {theme.ASCII(), "Play 7h -> a1... #+."}} {
		if got := c.deck.Translate(text); got != c.want {
			t.Errorf("%s: %q, want %q", c.deck.Name, got, c.want)
		}
	}
}

func TestCut(t *testing.T) {
	suits, ascii := theme.Default(), theme.Default()
	ascii.Deck, _ = theme.FindDeck("ascii")
	for _, c := range []struct {
		text         string
		n            int
		suits, ascii string
	}{
		{"Hop 45", 6, "Hop 45", "Hop 45"},
		{"Hop 45", 5, "Hop …", "Ho..."},
		{"Hop 45", 1, "…", ""},
		{"Hop 45", 0, "", ""},
		{"é…", 2, "é…", ""},
	} {
		if got := suits.Cut(c.text, c.n); got != c.suits {
			t.Errorf("%q in %d columns is %q, want %q", c.text, c.n, got, c.suits)
		}
		if got := ascii.Cut(c.text, c.n); got != c.ascii {
			t.Errorf("%q in %d columns is %q in ASCII, want %q", c.text, c.n, got, c.ascii)
		}
	}
}

// TestEachNameIsOne checks that names are unique, because settings store themes and decks
// by name.
func TestEachNameIsOne(t *testing.T) {
	seen := make(map[string]bool)
	for _, th := range theme.Themes() {
		seen[th.Name] = true
	}
	for _, d := range theme.Decks() {
		seen[d.Name] = true
	}
	if want := len(theme.Themes()) + len(theme.Decks()); len(seen) != want {
		t.Errorf("%d names for %d things", len(seen), want)
	}
}

// TestGroundsDiffer checks that themes with a ground differ in the ground, the cards, their backs
// and the light.
func TestGroundsDiffer(t *testing.T) {
	type kind struct {
		of string
		is any
	}
	seen := make(map[kind]string)
	for _, th := range theme.Themes() {
		if (th.Ground == grid.Style{}) {
			continue
		}
		for _, k := range []kind{{"ground", th.Ground}, {"card", th.Edge.Bg}, {"back", th.Back}, {"pattern", th.Pattern}, {"light", th.Lit}} {
			if other, ok := seen[k]; ok {
				t.Errorf("%s has the %s of %s", th.Name, k.of, other)
			}
			seen[k] = th.Name
		}
	}
}
