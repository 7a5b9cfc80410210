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

// A Look is a theme and a deck, and what the terminal can show of themes.
type Look struct {
	Theme
	Deck
	Few bool // the terminal has fewer than 256 colours: themes with a ground are not for it
}

// A Theme holds the style of each kind of thing on a screen. One with a ground says the
// colours of all that is drawn, so that it can be read whatever the terminal's own are.
type Theme struct {
	Name, Says               string     // Says is a sentence for whoever chooses
	Ground                   grid.Style // of the table and of text on it; zero for the terminal's own
	Text, Faint, Title       grid.Style
	Border                   grid.Style               // of panels and charts
	Edge, Count, Face        grid.Style               // of a card: its border, the small signs in it, the text of a foundation
	Suits                    [engine.Suits]grid.Style // on a card, with its colour behind them
	Back                     grid.Style               // of a card that lies face down
	Pattern                  Pattern                  // of its back
	Cursor, Marker, Lit      grid.Style
	Frame                    grid.Style // of the card under the cursor; never reversed, as lines would break
	Good, Warn, Refused, Key grid.Style
	Four                     [2]uint8 // diamonds and clubs where each suit has a colour of its own
}

// themes holds every theme, in the order in which a key cycles through them; all sessions share
// them. Those without a ground use the terminal's own colours: the player has chosen them, and
// they take half the bytes of others.
var themes = [...]Theme{
	{
		Name: "dark", Says: "Colours for a dark window.",
		Faint: faint, Title: bold(11), Border: faint, Edge: faint, Count: faint, Face: bold(11),
		Suits: [...]grid.Style{1: plain(9), 2: plain(9), 4: plain(14)}, Four: [2]uint8{75, 77}, Back: plain(12),
		Cursor: bold(11), Frame: bold(11), Marker: reverse(bold(13)), Lit: bold(10),
		Good: plain(10), Warn: plain(11), Refused: plain(11),
	},
	{
		Name: "felt", Says: "A green table.", Ground: on(255, 22),
		Faint: plain(151), Title: bold(228), Border: plain(108), Edge: on(240, 230), Count: on(240, 230), Face: bolder(on(58, 230)),
		Suits: [...]grid.Style{on(16, 230), on(124, 230), on(124, 230), on(16, 230), on(25, 230)}, Four: [2]uint8{20, 22},
		Back: on(217, 88), Pattern: Lattice,
		Cursor: bolder(on(16, 220)), Frame: bolder(on(16, 220)), Marker: bolder(on(231, 126)), Lit: bolder(on(16, 120)),
		Good: plain(120), Warn: plain(222), Refused: plain(224), Key: plain(228),
	},
	{
		Name: "night", Says: "A table of night blue.", Ground: on(189, 17),
		Faint: plain(146), Title: bold(159), Border: plain(61), Edge: on(239, 189), Count: on(239, 189), Face: bolder(on(54, 189)),
		Suits: [...]grid.Style{on(16, 189), on(124, 189), on(124, 189), on(16, 189), on(23, 189)}, Four: [2]uint8{20, 22},
		Back: on(229, 54), Pattern: Stars,
		Cursor: bolder(on(16, 117)), Frame: bolder(on(16, 117)), Marker: bolder(on(231, 90)), Lit: bolder(on(16, 228)),
		Good: plain(120), Warn: plain(229), Refused: plain(218), Key: plain(159),
	},
	{
		Name: "slate", Says: "A table of grey slate.", Ground: on(252, 236),
		Faint: plain(248), Title: bold(216), Border: plain(243), Edge: on(239, 252), Count: on(239, 252), Face: bolder(on(52, 252)),
		Suits: [...]grid.Style{on(16, 252), on(124, 252), on(124, 252), on(16, 252), on(24, 252)}, Four: [2]uint8{20, 22},
		Back: on(116, 23), Pattern: Weave,
		Cursor: bolder(on(16, 222)), Frame: bolder(on(16, 222)), Marker: bolder(on(231, 90)), Lit: bolder(on(16, 156)),
		Good: plain(156), Warn: plain(222), Refused: plain(217), Key: plain(216),
	},
	{
		Name: "paper", Says: "A light table, like sand.", Ground: on(16, 187),
		Faint: plain(239), Title: bold(52), Border: plain(101), Edge: on(240, 231), Count: on(240, 231), Face: bolder(on(52, 231)),
		Suits: [...]grid.Style{on(16, 231), on(160, 231), on(160, 231), on(16, 231), on(25, 231)}, Four: [2]uint8{26, 28},
		Back: on(230, 24), Pattern: Waves,
		Cursor: bolder(on(231, 25)), Frame: bolder(on(231, 25)), Marker: bolder(on(231, 90)), Lit: bolder(on(231, 28)),
		Good: plain(22), Warn: bold(52), Refused: plain(88), Key: plain(18),
	},
	{
		Name: "light", Says: "Colours for a light window.",
		Faint: faint, Title: bold(4), Border: faint, Edge: faint, Count: faint, Face: bold(4),
		Suits: [...]grid.Style{1: plain(1), 2: plain(1), 4: plain(6)}, Four: [2]uint8{26, 28}, Back: plain(4),
		Cursor: bold(4), Frame: bold(4), Marker: reverse(bold(5)), Lit: bold(2),
		Good: plain(2), Warn: bold(3), Refused: plain(1),
	},
	{
		Name: "contrast", Says: "Strong colours, for a dark window.", Text: strong,
		Title: strong, Border: strong, Edge: strong, Face: strong,
		Suits: [...]grid.Style{strong, bold(9), bold(9), strong, bold(14)}, Four: [2]uint8{75, 77}, Back: bold(12),
		Cursor: reverse(strong), Frame: bold(13), Marker: reverse(bold(13)), Lit: bold(10),
		Good: bold(10), Warn: bold(11), Refused: bold(11), Key: bold(14),
	},
	{
		Name: "mono", Says: "No colours.", Faint: faint, Title: strong, Count: faint, Face: strong,
		Suits:  [...]grid.Style{1: strong, 2: strong, 4: {}},
		Cursor: grid.Style{Attr: grid.Reverse}, Frame: strong, Marker: reverse(strong), Lit: strong,
		Good: strong, Warn: strong, Key: strong,
	},
}

// Themes returns the themes in the order in which a key cycles through them.
func Themes() []Theme { return slices.Clone(themes[:]) }

// FindTheme returns the theme with a name, and whether there is one.
func FindTheme(name string) (Theme, bool) {
	return engine.First(themes[:], func(t Theme) bool { return t.Name == name })
}

// Shows reports whether a theme is for the terminal of the look.
func (l *Look) Shows(t Theme) bool { return !l.Few || t.Ground == grid.Style{} }

// Choices returns the names of the themes that are for the terminal of the look.
func (l *Look) Choices() (names []string) {
	for _, t := range themes {
		if l.Shows(t) {
			names = append(names, t.Name)
		}
	}
	return names
}

// faint is the style of what matters least, strong that of what stands out without colours.
var faint, strong = grid.Style{Attr: grid.Faint}, grid.Style{Attr: grid.Bold}

func plain(fg uint8) grid.Style { return grid.Style{Fg: grid.Color256(fg)} }

func on(fg, bg uint8) grid.Style { return grid.Style{Fg: grid.Color256(fg), Bg: grid.Color256(bg)} }

func bold(fg uint8) grid.Style { return bolder(plain(fg)) }

func bolder(s grid.Style) grid.Style {
	s.Attr |= grid.Bold
	return s
}

// reverse returns the style s with its colours reversed.
func reverse(s grid.Style) grid.Style {
	s.Attr |= grid.Reverse
	return s
}

// FourColors returns the theme with a colour for each suit: hearts stay red, diamonds
// turn blue and clubs green. A theme without colours is returned unchanged.
func (t Theme) FourColors() Theme {
	for i, suit := range []engine.Suit{engine.Diamonds, engine.Clubs} {
		if t.Four[i] != 0 {
			t.Suits[suit].Fg, t.Suits[suit].Attr = grid.Color256(t.Four[i]), t.Suits[engine.Hearts].Attr
		}
	}
	return t
}

// Under returns the style of what a light falls on: a card's in its own ink, if the light is for dark
// ink, and that of an empty place in the light's. A light without a colour of its own changes nothing.
func (t *Theme) Under(light, s grid.Style) grid.Style {
	switch {
	case light.Bg == 0, s.Bg != 0 && s.Bg != t.Edge.Bg:
		return s
	case s.Bg == 0, light.Fg != t.Suits[engine.Spades].Fg:
		return light
	}
	s.Bg = light.Bg
	return s
}

// Mono returns the theme that uses attributes only.
func Mono() Theme { return themes[len(themes)-1] }

// A Pattern is how the backs of cards are drawn; its characters are the deck's.
type Pattern int

// The patterns.
const (
	Lattice Pattern = iota
	Stars
	Weave
	Waves
	patterns
)

// A Deck holds the characters with which cards and piles are drawn, each one column wide.
type Deck struct {
	Name           string
	Symbols        [engine.Suits]rune
	Box            Box               // a pile with cards
	Empty          Box               // an empty place
	Heavy          Box               // the pile under the cursor
	Backs          [patterns][3]rune // fills a face-down card; by turns, the last two a large one
	Bars           string            // of a chart: cells filled from below, the last one whole
	Closed, Own    rune              // a foundation that takes nothing, or only the card above it
	Dot            rune              // a lit place
	Unseen, Elided rune              // the card of a blind return; the cards left out of a fan
	pictures       gallery
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
	return engine.First(decks[:], func(d Deck) bool { return d.Name == name })
}

// ASCII returns the deck for terminals that draw suits or lines two columns wide, or not
// at all.
func ASCII() Deck { return decks[1] }

func unicodeDeck() Deck {
	d := Deck{
		Name: "suits", pictures: hang("suits.txt"),
		Box:   Box{'╭', '╮', '╰', '╯', '─', '│'},
		Empty: Box{'╭', '╮', '╰', '╯', '╌', '╎'},
		Heavy: Box{'┏', '┓', '┗', '┛', '━', '┃'},
		Backs: [...][3]rune{{'▒', '╱', '╲'}, {'*', '*', '·'}, {'▚', '▚', '▞'}, {'≈', '≈', '~'}},
		Bars:  "▁▂▃▄▅▆▇█", Closed: '✕', Own: '↓', Dot: '•', Unseen: '?', Elided: '⋮',
	}
	for s := range d.Symbols {
		d.Symbols[s], _ = utf8.DecodeRuneInString(engine.Suit(s).Glyph())
	}
	return d
}

func asciiDeck() Deck {
	d := Deck{
		Name: "ascii", pictures: hang("ascii.txt"),
		Box:   Box{'+', '+', '+', '+', '-', '|'},
		Empty: Box{'.', '.', '.', '.', '.', ':'},
		Heavy: Box{'#', '#', '#', '#', '=', '#'},
		Backs: [...][3]rune{{'%', '/', '\\'}, {'"', '"', '.'}, {'=', '=', '|'}, {'~', '~', '-'}},
		Bars:  "#", Closed: 'x', Own: 'v', Dot: '*', Unseen: '?', Elided: ':',
	}
	pairs := []string{"–", "-", "…", "...", "×", "x", "—", "-", "’", "'", "→", "->", "↑", "^", "↓", "v", "←", "<", "•", "*",
		"─", "-", "│", "|", "┼", "+", "┬", "+", "╭", ".", "╮", ".", "╰", "'", "╯", "'", // the lines of tables and pictures
		"█", "#", "▀", "\"", "▄", "_", "±", "+-", "★", "*", "☆", "+", "🟩", "#", "🟨", "+", "⬛", "."}
	for s := range d.Symbols {
		letter := engine.Suit(s).Letter()
		d.Symbols[s] = rune(letter[0])
		pairs = append(pairs, engine.Suit(s).Glyph(), letter)
	}
	d.ascii = strings.NewReplacer(pairs...)
	return d
}

// Translate returns a sentence with its characters replaced by those that the deck may
// use.
func (d Deck) Translate(s string) string {
	if d.ascii == nil || !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
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

// Progress returns a bar of n columns for a part of a whole.
func (d *Deck) Progress(n, part, whole int) string {
	bars, done := []rune(d.Bars), part*n/max(whole, 1)
	return strings.Repeat(string(bars[len(bars)-1]), done) + strings.Repeat(".", n-done)
}

// Index returns the corner of a face-up card, its rank and its suit, in the deck's
// characters: '7' and '♥'.
func (d *Deck) Index(c engine.Card) [2]rune {
	return [2]rune{rune(c.Rank().Letter()[0]), d.Symbols[c.Suit()]}
}

// Default returns the look of a player whose terminal is not known.
func Default() *Look {
	dark, _ := FindTheme("dark")
	return &Look{Theme: dark, Deck: decks[0]}
}
