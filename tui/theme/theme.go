// Package theme defines how things look: colours by their purpose, and the characters of
// the deck. A [Look] is both. It is a value, and each session has its own. Every state
// that a look shows by colour it also shows by characters, so nothing is lost in
// monochrome.
package theme

import (
	"slices"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/tui/grid"
)

// A Look is a theme and a deck.
type Look struct {
	Theme
	Deck
}

// A Theme holds the style of each kind of thing on a screen.
type Theme struct {
	Name                     string
	Text, Faint, Title       grid.Style
	Border, Back             grid.Style
	Suits                    [engine.Suits]grid.Style
	Cursor, Marker, Lit      grid.Style
	Frame                    grid.Style // of the card under the cursor; never reversed, as lines would break
	Good, Warn, Refused, Key grid.Style
}

// themes holds every theme; all sessions share them.
var themes = [...]Theme{dark(), light(), contrast(), Mono()}

// Themes returns the themes in the order in which a key cycles through them.
func Themes() []Theme { return slices.Clone(themes[:]) }

// FindTheme returns the theme with a name, and whether there is one.
func FindTheme(name string) (Theme, bool) {
	for i := range themes {
		if themes[i].Name == name {
			return themes[i], true
		}
	}
	return Theme{}, false
}

func plain(fg uint8) grid.Style { return grid.Style{Fg: grid.Color256(fg)} }

func bold(fg uint8) grid.Style { return grid.Style{Fg: grid.Color256(fg), Attr: grid.Bold} }

// reverse returns the style s with its colours reversed.
func reverse(s grid.Style) grid.Style {
	s.Attr |= grid.Reverse
	return s
}

// faint is the style of what matters least.
var faint = grid.Style{Attr: grid.Faint}

// dark returns the theme for dark backgrounds. Like light it uses the terminal's own
// colours: the player has chosen them, and they take half the bytes of others.
func dark() Theme {
	return Theme{
		Name:  "dark",
		Faint: faint, Title: bold(11),
		Border: faint, Back: plain(12),
		Suits:  [engine.Suits]grid.Style{1: plain(9), 2: plain(9), 4: plain(14)},
		Cursor: bold(11), Marker: reverse(bold(13)), Lit: bold(10), Frame: bold(11),
		Good: plain(10), Warn: plain(11), Refused: plain(11),
	}
}

// light returns the theme for light backgrounds.
func light() Theme {
	return Theme{
		Name:  "light",
		Faint: faint, Title: bold(4),
		Border: faint, Back: plain(4),
		Suits:  [engine.Suits]grid.Style{1: plain(1), 2: plain(1), 4: plain(6)},
		Cursor: bold(4), Marker: reverse(bold(5)), Lit: bold(2), Frame: bold(4),
		Good: plain(2), Warn: bold(3), Refused: plain(1),
	}
}

// contrast returns the theme with the terminal's own strongest colours, for black and
// white backgrounds alike.
func contrast() Theme {
	base := grid.Style{Attr: grid.Bold}
	yellow := bold(11)
	return Theme{
		Name: "contrast",
		Text: base, Faint: grid.Style{}, Title: base,
		Border: base, Back: bold(12),
		Suits:  [engine.Suits]grid.Style{base, bold(9), bold(9), base, bold(14)},
		Cursor: grid.Style{Attr: grid.Bold | grid.Reverse}, Marker: reverse(bold(13)), Lit: bold(10), Frame: bold(13),
		Good: bold(10), Warn: yellow, Refused: yellow, Key: bold(14),
	}
}

// FourColors returns the theme with a colour for each suit: hearts stay red, diamonds
// turn blue and clubs green. A theme without colours is returned unchanged.
func (t Theme) FourColors() Theme {
	if t.Suits[engine.Hearts].Fg == 0 {
		return t
	}
	blue, green := plain(75), plain(77)
	if t.Name == "light" {
		blue, green = plain(26), plain(28)
	}
	blue.Attr, green.Attr = t.Suits[engine.Hearts].Attr, t.Suits[engine.Hearts].Attr
	t.Suits[engine.Diamonds], t.Suits[engine.Clubs] = blue, green
	return t
}

// Mono returns the theme that uses attributes only.
func Mono() Theme {
	strong := grid.Style{Attr: grid.Bold}
	return Theme{
		Name: "mono", Faint: faint, Title: strong,
		Suits:  [engine.Suits]grid.Style{1: strong, 2: strong},
		Cursor: grid.Style{Attr: grid.Reverse}, Marker: reverse(strong), Lit: strong, Frame: strong,
		Good: strong, Warn: strong, Key: strong,
	}
}

// A Deck holds the characters with which cards and piles are drawn, each one column wide.
type Deck struct {
	Name           string
	Symbols        [engine.Suits]rune
	Box            Box     // a pile with cards
	Empty          Box     // an empty place
	Heavy          Box     // the pile under the cursor
	Hatch          rune    // fills a face-down card
	Lattice        [2]rune // on a large card: its characters by turns
	Bars           string  // of a chart: cells filled from below, the last one whole
	Closed, Own    rune    // a foundation that takes nothing, or only the card above it
	Dot            rune    // a lit place
	Unseen, Elided rune    // the card of a blind return; the cards left out of a fan
	pictures       *gallery
	ascii          *strings.Replacer
}

// A Box holds the characters of a border.
type Box struct{ TopLeft, TopRight, BottomLeft, BottomRight, H, V rune }

// Draw draws a border of w columns and h rows.
func (b Box) Draw(g *grid.Grid, x, y, w, h int, style grid.Style) {
	right, bottom := x+w-1, y+h-1
	g.Fill(x+1, y, w-2, 1, b.H, style)
	g.Fill(x+1, bottom, w-2, 1, b.H, style)
	g.Fill(x, y+1, 1, h-2, b.V, style)
	g.Fill(right, y+1, 1, h-2, b.V, style)
	g.Set(x, y, b.TopLeft, style)
	g.Set(right, y, b.TopRight, style)
	g.Set(x, bottom, b.BottomLeft, style)
	g.Set(right, bottom, b.BottomRight, style)
}

// decks holds every deck; all sessions share them.
var decks = [...]Deck{unicodeDeck(), asciiDeck()}

// Decks returns the decks in the order in which a key cycles through them.
func Decks() []Deck { return slices.Clone(decks[:]) }

// FindDeck returns the deck with a name, and whether there is one.
func FindDeck(name string) (Deck, bool) {
	for i := range decks {
		if decks[i].Name == name {
			return decks[i], true
		}
	}
	return Deck{}, false
}

// ASCII returns the deck for terminals that draw suits or lines two columns wide, or not
// at all.
func ASCII() Deck { return decks[1] }

func unicodeDeck() Deck {
	d := Deck{
		Name: "suits", pictures: &unicodePictures,
		Box:   Box{'╭', '╮', '╰', '╯', '─', '│'},
		Empty: Box{'╭', '╮', '╰', '╯', '╌', '╎'},
		Heavy: Box{'┏', '┓', '┗', '┛', '━', '┃'},
		Hatch: '▒', Lattice: [2]rune{'╱', '╲'}, Bars: "▁▂▃▄▅▆▇█", Closed: '✕', Own: '↓', Dot: '•', Unseen: '?', Elided: '⋮',
	}
	for s := range d.Symbols {
		d.Symbols[s], _ = utf8.DecodeRuneInString(engine.Suit(s).Glyph())
	}
	return d
}

func asciiDeck() Deck {
	d := Deck{
		Name: "ascii", pictures: &asciiPictures,
		Box:   Box{'+', '+', '+', '+', '-', '|'},
		Empty: Box{'.', '.', '.', '.', '.', ':'},
		Heavy: Box{'#', '#', '#', '#', '=', '#'},
		Hatch: '%', Lattice: [2]rune{'/', '\\'}, Bars: "#", Closed: 'x', Own: 'v', Dot: '*', Unseen: '?', Elided: ':',
	}
	pairs := []string{"–", "-", "…", "...", "×", "x", "—", "-", "’", "'", "→", "->", "↑", "^", "↓", "v", "←", "<", "•", "*",
		"─", "-", "│", "|", "┼", "+"} // the lines of a page's tables
	for s := range d.Symbols {
		letter := engine.Suit(s).Letter()
		d.Symbols[s] = rune(letter[0])
		pairs = append(pairs, engine.Suit(s).Glyph(), letter)
	}
	pairs = append(pairs, "±", "+-")
	d.ascii = strings.NewReplacer(pairs...)
	return d
}

// Translate returns a sentence with its characters replaced by those that the deck may
// use.
func (d Deck) Translate(s string) string {
	if d.ascii == nil || isASCII(s) {
		return s
	}
	return d.ascii.Replace(s)
}

// Cut returns a text in the deck's characters, shortened to at most n columns. An
// ellipsis marks what is left out.
func (d *Deck) Cut(s string, n int) string {
	s = d.Translate(s)
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes, ellipsis := []rune(s), []rune(d.Translate("…"))
	if n < len(ellipsis) {
		return ""
	}
	return string(append(runes[:n-len(ellipsis)], ellipsis...))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Index returns the corner of a face-up card, its rank and its suit, in the deck's
// characters: '7' and '♥'.
func (d *Deck) Index(c engine.Card) [2]rune {
	return [2]rune{rune(c.Rank().Letter()[0]), d.Symbols[c.Suit()]}
}

// Default returns the look of a new player.
func Default() Look { return Look{themes[0], decks[0]} }
