package engine

import (
	"fmt"
	"strings"
)

// A Pile is a row of cards from bottom to top. It is immutable and comparable, and taking
// its top card allocates nothing. Only the top card can be held (Boardwalk's perpetual
// play rule).
type Pile struct {
	cards string
	held  bool
}

// NewPile returns a pile of the given cards, bottom first.
func NewPile(cards ...Card) Pile {
	var b strings.Builder
	b.Grow(len(cards))
	for _, c := range cards {
		b.WriteByte(byte(c))
	}
	return Pile{cards: b.String()}
}

// Len returns the number of cards.
func (p Pile) Len() int { return len(p.cards) }

// At returns the i-th card; the bottom card is number 0.
func (p Pile) At(i int) Card { return Card(p.cards[i]) }

// Top returns the top card, or NoCard if the pile is empty.
func (p Pile) Top() Card {
	if p.cards == "" {
		return NoCard
	}
	return Card(p.cards[len(p.cards)-1])
}

// Pop returns the pile without its top card. The pile must not be empty.
func (p Pile) Pop() Pile { return Pile{cards: p.cards[:len(p.cards)-1]} }

// Push returns the pile with c on top. A hold on the former top card is not kept.
func (p Pile) Push(c Card) Pile { return Pile{cards: p.cards + oneCard[c:int(c)+1]} }

// oneCard lets Push append a card without first making a string of it.
var oneCard = func() string {
	var b [256]byte
	for i := range b {
		b[i] = byte(i)
	}
	return string(b[:])
}()

// Flip returns the pile with its top card turned face up.
func (p Pile) Flip() Pile { return p.Pop().Push(p.Top().Up()) }

// Hold returns the pile with its top card held.
func (p Pile) Hold() Pile { return Pile{p.cards, true} }

// Release returns the pile with no card held.
func (p Pile) Release() Pile { return Pile{p.cards, false} }

// Held reports whether the top card is held.
func (p Pile) Held() bool { return p.held }

// Down returns the number of face-down cards.
func (p Pile) Down() int {
	n := 0
	for i := range len(p.cards) {
		if Card(p.cards[i]).IsDown() {
			n++
		}
	}
	return n
}

// Cards returns the cards in a new slice, bottom first.
func (p Pile) Cards() []Card {
	cards := make([]Card, len(p.cards))
	for i := range cards {
		cards[i] = Card(p.cards[i])
	}
	return cards
}

// Seen returns the cards as a player may see them, bottom first: each face-down card is
// [Back].
func (p Pile) Seen() []Card { return p.AppendSeen(make([]Card, 0, len(p.cards))) }

// AppendSeen appends to dst the cards as [Pile.Seen] returns them.
func (p Pile) AppendSeen(dst []Card) []Card {
	for i := range len(p.cards) {
		c := p.At(i)
		if c.IsDown() {
			c = Back
		}
		dst = append(dst, c)
	}
	return dst
}

// String returns the cards bottom first, or "-" if the pile is empty. A held top card is
// followed by "!": "(As) (5s) 4c!".
func (p Pile) String() string {
	if p.cards == "" {
		return "-"
	}
	var b strings.Builder
	for i := range len(p.cards) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(Card(p.cards[i]).String())
	}
	if p.held {
		b.WriteByte('!')
	}
	return b.String()
}

// ParsePile parses a pile as [Pile.String] writes it. Only a face-up top card can be
// held.
func ParsePile(s string) (Pile, error) {
	fields := strings.Fields(s)
	if len(fields) == 1 && fields[0] == "-" {
		return Pile{}, nil
	}
	if len(fields) == 0 {
		return Pile{}, fmt.Errorf("a pile is cards with spaces between, or - when it is empty")
	}
	if len(fields) > Ranks*Suits {
		return Pile{}, fmt.Errorf("a pile of %d cards is more than the whole deck", len(fields))
	}
	cards, held := make([]Card, len(fields)), false
	for i, f := range fields {
		text, hold := strings.CutSuffix(f, "!")
		c, err := ParseCard(text)
		if err != nil {
			return Pile{}, err
		}
		if hold && (i != len(fields)-1 || c.IsDown()) {
			return Pile{}, fmt.Errorf("%s cannot be held: only a face-up top card can", text)
		}
		cards[i], held = c, hold
	}
	p := NewPile(cards...)
	p.held = held
	return p, nil
}

// MarshalText returns the text of [Pile.String]. It never fails.
func (p Pile) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText parses a pile as [ParsePile] does.
func (p *Pile) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePile(string(text))
	return err
}
