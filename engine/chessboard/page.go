package chessboard

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

//go:embed variation.md
var variation string

// variationPage is the page of a made-up game, a template over a [rulesPage]. Lines may have any
// length.
var variationPage = sync.OnceValue(func() *template.Template { return template.Must(template.New("").Parse(variation)) })

// exampleMoves is how many moves the worked example has.
const exampleMoves = 4

// A rulesPage holds what the template asks about a game.
type rulesPage struct {
	Rules
	Info           engine.Info
	Title, Example string
}

// Rules implements [engine.Game]. The page has only the rules of this variation.
func (m madeUp) Rules() string {
	var b strings.Builder
	p := rulesPage{m.rules, m.info, design.Escape(m.info.Name), design.Example(m, exampleMoves)}
	if err := variationPage().Execute(&b, p); err != nil {
		panic("chessboard: rules: " + err.Error()) // the template is fixed and tested
	}
	return design.Fill(b.String())
}

// FirstUp reports whether the first card up chooses the base rank.
func (p rulesPage) FirstUp() bool { return p.Base == FirstUp }

// Highest returns the highest rank.
func (p rulesPage) Highest() engine.Rank { return p.highest() }

// Cards returns the number of cards.
func (p rulesPage) Cards() int { return p.cards() }

// Piles returns the number of piles in both wings.
func (p rulesPage) Piles() int { return 2 * p.Rows }

// Whole returns the number of cards that every pile is dealt.
func (p rulesPage) Whole() int { return p.cards() / p.Piles() }

// Left returns how many cards are left then.
func (p rulesPage) Left() int { return p.cards() % p.Piles() }

// Onto says on which cards a card may lie.
func (p rulesPage) Onto() string {
	switch p.Build {
	case InColours:
		return "a card of the other colour"
	case InAnySuit:
		return "a card of any suit"
	}
	return "a card of its suit"
}

// Fill says which cards an empty pile takes, "" for none.
func (p rulesPage) Fill() string {
	switch p.Empty {
	case AnyCard:
		return "any top card"
	case HighestCard:
		return p.highest().Plural()
	}
	return ""
}

// Picture returns a picture of the table, a row a line.
func (p rulesPage) Picture() string {
	var b strings.Builder
	for row := 1; row <= max(p.Rows, p.Suits); row++ {
		cell := func(letter string, there bool) {
			if !there {
				letter = "   "
			} else {
				letter += fmt.Sprint(row) + " "
			}
			b.WriteString(" " + letter)
		}
		b.WriteString("   ")
		cell("a", row <= p.Rows)
		cell("b", row <= p.Suits)
		cell("c", row <= p.Rows)
		b.WriteByte('\n')
	}
	return b.String()
}
