package chessboard

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"

	"boardwalk/engine"
	"boardwalk/engine/design"
	"boardwalk/engine/hashset"
)

//go:embed variation.md
var variation string

// variationPage is the page of a made-up game, a template over a [rulesPage]. Lines may have any
// length.
var variationPage = sync.OnceValue(func() *template.Template { return template.Must(template.New("").Parse(variation)) })

// A rulesPage holds what the template asks about a game.
type rulesPage struct {
	Rules
	Info  engine.Info
	Title string
	example
}

// Rules implements [engine.Game]. The page has only the rules of this variation.
func (m madeUp) Rules() string {
	var b strings.Builder
	p := rulesPage{m.rules, m.info, design.Escape(m.info.Name), m.example()}
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

// exampleMoves is how many moves a worked example shows, and exampleDeals the deals that are tried
// for one with so many.
const (
	exampleMoves = 4
	exampleDeals = 20
)

// An example is the beginning of a deal, played by what looks good at first sight.
type example struct{ Deal, Record, Steps, End string }

// example returns the example of the first deal in which enough moves can be played, or else of the
// last deal.
func (m madeUp) example() (e example) {
	for i := range exampleDeals {
		code := engine.Code(fmt.Sprintf("EXAMPLE%d", i+1))
		s := m.Deal(code).(*state)
		e = example{Deal: s.text()}
		r := engine.Record{Game: m.info.ID, Version: m.info.Version, Code: code}
		var seen hashset.Set
		for len(r.Moves) < exampleMoves {
			l := s.layout()
			seen.Add(l.hash)
			sight := l.atSight()
			n := slices.IndexFunc(sight, func(to step) bool {
				next := l
				next.play(to)
				return seen.Add(next.hash)
			})
			if n < 0 {
				break
			}
			move := s.move(sight[n])
			r.Moves = append(r.Moves, move)
			e.Steps += fmt.Sprintf("%d. `%s`, %s", len(r.Moves), move, s.Describe(move))
			if why := s.Why(move); why != "" && !s.Gains(move) { // what gains is told already
				e.Steps += " That " + why + "."
			}
			e.Steps += "\n"
			next := s.after(move)
			s = &next
		}
		e.Record, e.Steps, e.End = engine.RecordLine(m, r), inLetters.Replace(e.Steps), s.text()
		if len(r.Moves) == exampleMoves {
			break
		}
	}
	return e
}

// inLetters writes cards as positions do.
var inLetters = strings.NewReplacer("♠", "s", "♥", "h", "♦", "d", "♣", "c")

// text returns the position, a pile a line.
func (s *state) text() string {
	var b strings.Builder
	for p, pile := range s.piles {
		if at := s.game.table.Place(pileIndex(p)); !at.IsZero() {
			fmt.Fprintf(&b, "%s %s\n", at, pile)
		}
	}
	return b.String()
}
