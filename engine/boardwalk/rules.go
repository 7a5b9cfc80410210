package boardwalk

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"
	"text/template"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

// pieces holds the sections of a rules page, which are templates over a [page], and in a
// folder of their own the worked examples of the named games, which are plain text. A
// line that contains only template actions begins with "{{-", so that it leaves no blank
// line. Lines may have any length: [design.Fill] wraps the page.
//
//go:embed rules
var pieces embed.FS

// sections holds all pieces but the examples; page.md joins them.
var sections = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"count": count, "letter": letter, "listed": engine.Listed, "rank": rank, "spell": spell,
		"sub": func(a, b int) int { return a - b },
	}).ParseFS(pieces, "rules/*.md"))
})

// exampleMoves is how many moves a worked example has after the opening favors. A page numbers 9 at the most.
const exampleMoves = 4

// Rules implements [engine.Game]. The page is put together from the pieces and has only
// the rules of this variation.
func (g *Game) Rules() string {
	written, err := pieces.ReadFile("rules/examples/" + path.Base(g.info.ID) + ".md")
	example := string(written)
	if err != nil { // only the named games have one
		example = design.Example(MadeUp{g}, min(g.OpeningFavors+exampleMoves, 9))
	}
	return design.Page(sections().Lookup("page.md"), page{playable(g.Variation), g.info.Summary, g.info.Aliases, strings.TrimSpace(example)})
}

// playable returns v without the rules that can have no effect on its board, so that its
// page need not explain them.
func playable(v Variation) Variation {
	v.OrderUpper = v.OrderUpper && v.Upper > 1 && v.OrderedRanks > 1
	v.OrderLower = v.OrderLower && v.Lower > 1 && v.OrderedRanks > 1
	v.HandPower = v.HandPower && v.Lower > 1 // the return comes from another column
	v.Trump = v.Trump && v.Upper > 1
	v.HighTrump = v.HighTrump && v.Upper > 1
	v.Coax = v.Coax && v.Upper > 1
	return v
}

// A page holds what the pieces ask about a variation.
type page struct {
	Variation
	Summary string
	Aliases []string
	Example string
}

// Title returns the name with Markdown's special characters escaped.
func (p page) Title() string { return design.Escape(p.Name) }

// Cards returns the size of the deck.
func (p page) Cards() int { return p.cards() }

// Hand returns the number of cards in the hand.
func (p page) Hand() int { return p.HandColumns * p.Suits }

// Low reports whether the hand plays to the lower walk.
func (p page) Low() bool { return p.HandBasic || p.HandPower || p.HandBlind }

// High reports whether the hand plays to the upper walk.
func (p page) High() bool { return p.Trump || p.HighTrump || p.Coax }

// Holds reports whether a card can be held.
func (p page) Holds() bool { return p.HighTrump || p.Coax }

// Tight reports whether the upper stacks hold more cards than the lower walk has
// columns.
func (p page) Tight() bool { return p.Upper*p.Suits > p.Lower }

// OnePack reports whether one pack of 52 contains all the cards.
func (p page) OnePack() bool { return p.OrderedRanks <= 13 && p.Suits <= 4 && len(p.WildTypes()) == 0 }

// WildTypes returns the wild types in play, each with its letter.
func (v Variation) WildTypes() []string {
	var names []string
	for _, r := range v.Ranks()[v.OrderedRanks:] {
		names = append(names, fmt.Sprintf("%s (%s)", r.Plural(), r.Letter()))
	}
	return names
}

// AboveKing returns the ranks above the King in play, each with its letter.
func (p page) AboveKing() []string {
	var names []string
	for _, r := range p.Ranks()[min(13, p.OrderedRanks):p.OrderedRanks] {
		names = append(names, fmt.Sprintf("%s (%s)", r, r.Letter()))
	}
	return names
}

// Deck returns the ranks in play as text: "Ace to Nine".
func (p page) Deck() string {
	var parts []string
	switch p.OrderedRanks {
	case 0:
	case 1:
		parts = []string{"Aces"}
	default:
		parts = []string{"Ace to " + p.Highest().String()}
	}
	return engine.Listed(append(parts, p.WildTypes()...), "and")
}

// Highest returns the highest ordered rank.
func (p page) Highest() engine.Rank { return engine.Rank(p.OrderedRanks - 1) }

// Family returns the names that the author gave to the stacks of row 1.
func (p page) Family() []string {
	return []string{"Annie", "Bobby", "Charlie", "Deirdre", "Elsie", "Frank", "Gail", "Henry", "India", "Jacob"}[:p.Upper]
}

// Showing returns the number of cards dealt face up.
func (p page) Showing() int {
	if p.AutoFlipUpper {
		return p.Upper + p.Hand()
	}
	return p.FavorsOnDeal + p.Hand()
}

// UpperColumn returns the letter of an upper column for an example of a move: that of
// col, or of the last column if there are fewer.
func (p page) UpperColumn(col int) string { return letter(min(col, p.Upper)) }

// LowerColumn returns the letter of a lower column in the same way.
func (p page) LowerColumn(col int) string { return letter(min(col, p.Lower)) }

// Picture returns a picture of the table after the deal, one row per line.
func (p page) Picture() string {
	up := p.Upper
	if !p.AutoFlipUpper {
		up = p.FavorsOnDeal
	}
	var b strings.Builder
	b.WriteString("        ")
	width := max(p.Upper, p.Lower, p.Hand())
	for c := range width {
		b.WriteString(letter(c+1) + "  ")
	}
	row := func(row int, cells, name string) {
		fmt.Fprintf(&b, "\n    %d   %-*s  %s", row, 3*width, cells, name)
	}
	row(1, strings.Repeat("[] ", up)+strings.Repeat("## ", p.Upper-up), "upper piles")
	row(2, strings.Repeat("-- ", p.Upper), "upper foundations")
	row(3, strings.Repeat("## ", p.Lower), "lower piles")
	row(4, strings.Repeat("-- ", p.Lower), "lower foundations")
	if p.Hand() > 0 {
		row(5, strings.Repeat("[] ", p.Hand()), "hand")
	}
	return b.String()
}

// letter returns the letter of a column, counted from 1.
func letter(col int) string { return engine.At(col, 1).String()[:1] }

// rank returns the i-th lowest ordered rank, counted from 1.
func rank(i int) engine.Rank { return engine.Rank(i - 1) }

// spell returns a number in words, up to the most cards that can lie face up on the deal.
func spell(n int) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
		"fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// count returns a number in words with its noun: "five columns".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return spell(n) + " " + noun
}
