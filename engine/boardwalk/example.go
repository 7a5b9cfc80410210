package boardwalk

import (
	"fmt"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

// exampleSteps is the most moves that a worked example explains.
const exampleSteps = 4

// An example is the beginning of a deal. Its last moves are explained.
type example struct {
	code   engine.Code
	states []*State // the deal first
	moves  []engine.Move
	kinds  map[kind]bool // of moves that were played
	worth  int
}

// example returns a worked example in the rules of g, in Markdown: the deal of a few whose
// first moves show the most.
func (g *Game) example() string {
	var best example
	for i := range 12 {
		e := g.begin(engine.Code(fmt.Sprintf("EXAMPLE%d", i+1)))
		if i == 0 || e.worth > best.worth {
			best = e
		}
	}
	return best.text()
}

// begin plays the first moves of a deal.
func (g *Game) begin(code engine.Code) example {
	s := g.Deal(code).(*State)
	e := example{code: code, states: []*State{s}, kinds: make(map[kind]bool)}
	for len(e.moves) < g.prelude()+exampleSteps && !s.Over() {
		m, worth := e.choose(s)
		e.worth += worth
		e.kinds[s.kind(m)] = true
		s = s.play(m)
		e.states, e.moves = append(e.states, s), append(e.moves, m)
	}
	if s.Over() {
		e.worth = 0
	}
	return e
}

// prelude returns how many of the opening favors come before what an example explains: all
// but the last.
func (g *Game) prelude() int { return max(0, g.OpeningFavors-1) }

// choose returns the move to show next: if possible one of a kind that was not shown yet,
// that gathers cards or leaves room for the other ranks. It also returns how much the move
// shows.
func (e example) choose(s *State) (best engine.Move, most int) {
	most = -1
	for _, m := range s.Moves() {
		worth := 0
		if !e.kinds[s.kind(m)] && !m.To.IsZero() {
			worth += 8
		}
		switch to := m.To; {
		case to.Row() != 2 && to.Row() != 4:
		case s.at(to).Len() > 0:
			worth += 4
		case s.fits(s.at(m.From).Top(), to):
			worth += 2
		}
		if m.From.Row() == 3 {
			worth++
		}
		if worth > most {
			best, most = m, worth
		}
	}
	return best, most
}

// fits reports whether a rank leaves room for others where it is declared: as many ranks
// below it as there are columns to the left, and above it as there are to the right.
func (s *State) fits(card engine.Card, to engine.Place) bool {
	ordered := s.game.OrderLower
	if to.Row() == 2 {
		ordered = s.game.OrderUpper
	}
	rank := int(card.Rank()) + 1
	return !ordered || card.Rank().IsWild() || rank >= to.Col() && s.game.OrderedRanks-rank >= s.width(to.Row())-to.Col()
}

// A kind is a kind of play: moves of one kind have a paragraph of the rules in common.
type kind struct {
	hand    bool // from the hand
	row     int  // where to, 0 for a favor
	own, up bool // the return card is of the same column; a card blocks the column
	void    bool // the upper column that a hand card goes to is void
}

// kind returns the kind of a legal move.
func (s *State) kind(m engine.Move) kind {
	k := kind{hand: m.From.Row() == 5, row: m.To.Row()}
	switch {
	case k.hand && k.row == 4:
		above := engine.At(m.To.Col(), 3)
		k.own, k.up = m.Return == above, s.at(above).Top().IsUp()
	case k.hand && k.row == 1:
		k.void = s.at(m.To).Len() == 0
	}
	return k
}

// text returns the example in Markdown.
func (e example) text() string {
	g := e.states[0].game
	first := min(g.prelude(), len(e.moves))
	var b strings.Builder
	switch first {
	case 0:
		fmt.Fprintf(&b, "Deal %s begins with these cards:\n\n", e.code)
	case 1:
		fmt.Fprintf(&b, "After the first favor of deal %s the cards lie like this:\n\n", e.code)
	default:
		fmt.Fprintf(&b, "After the first %s of deal %s the cards lie like this:\n\n", count(first, "favor"), e.code)
	}
	fmt.Fprintf(&b, "```board\n%s```\n\n", drawn(e.states[first]))
	b.WriteString(design.RecordBlock(MadeUp{g}, e.code, e.moves))
	for i := first; i < len(e.moves); i++ {
		says := strings.Replace(e.states[i].Describe(e.moves[i]), e.states[i].turning(e.moves[i]), "", 1) // follows names the card
		says += " " + e.states[i].follows(e.states[i+1], e.moves[i])
		fmt.Fprintf(&b, "%d. `%s`, %s\n", i-first+1, e.moves[i], design.InLetters.Replace(strings.TrimSpace(says)))
	}
	last := e.states[len(e.states)-1]
	if last.Over() {
		b.WriteString("\nNo move is left: the game is over.\n")
	}
	fmt.Fprintf(&b, "\n```board\n%s```\n", drawn(last))
	for _, row := range []int{4, 2} {
		for _, f := range last.row(row) {
			if n := f.Len(); n > 0 {
				rank := f.Top().Rank()
				name := rank.String()
				if n > 1 {
					name = rank.Plural()
				}
				fmt.Fprintf(&b, "\nA foundation is shown by its rank and the number of its cards: `%sx%d` is\n%s %s.\n", rank.Letter(), n, spell(n), name)
				return b.String()
			}
		}
	}
	return b.String()
}

// follows says what a move brought to light and where, which Describe cannot tell.
func (s *State) follows(next *State, m engine.Move) string {
	var says []string
	for _, p := range s.places() {
		was, is := s.at(p), next.at(p)
		switch {
		case was.Down() == is.Down() || !is.Top().IsUp():
		case p.Row() == 3:
			says = append(says, fmt.Sprintf("The %s turns up on %s and blocks that column.", is.Top(), p))
		default:
			says = append(says, fmt.Sprintf("The %s turns up on %s.", is.Top(), p))
		}
	}
	if m.From.Row() == 5 && s.at(m.Return).Top().IsDown() {
		says = append(says, fmt.Sprintf("That card is the %s.", next.at(m.From).Top()))
	}
	for _, left := range []engine.Place{m.From, m.Return} {
		switch {
		case left.Row() != 3 || !s.at(left).Top().IsUp() || next.at(left).Top().IsUp():
		case next.at(left).Len() > 0:
			says = append(says, fmt.Sprintf("Nothing turns up on %s: that column is free again.", left))
		case s.game.Slide:
			says = append(says, fmt.Sprintf("That leaves an opening at %s.", left))
		}
	}
	if m.To.Row() == 1 && next.at(m.To).Held() {
		says = append(says, fmt.Sprintf("The %s is held now.", next.at(m.To).Top()))
	}
	return strings.Join(says, " ")
}

// drawn returns a position as the examples draw it.
func drawn(s engine.State) string {
	rows := make([]string, 6)
	columns := 0
	for _, v := range s.Board().Piles {
		cell := "--"
		switch {
		case v.Kind == engine.Foundation && len(v.Cards) > 0:
			cell = v.Face
		case v.Top().IsDown():
			cell = "##"
		case v.Top().IsUp():
			cell = v.Top().String()
		}
		if v.Marks&engine.Held != 0 {
			cell += "!"
		}
		rows[v.At.Row()] += fmt.Sprintf("%-5s", cell)
		columns = max(columns, v.At.Col())
	}
	var b strings.Builder
	line := func(head, cells string) { b.WriteString(strings.TrimRight(head+"   "+cells, " ") + "\n") }
	var heads string
	for c := range columns {
		heads += fmt.Sprintf("%-5s", letter(c+1))
	}
	line(" ", heads)
	for row := 1; row <= 5; row++ {
		if rows[row] != "" {
			line(fmt.Sprint(row), rows[row])
		}
	}
	return b.String()
}
