package engine

import (
	"fmt"
	"strings"
)

// A Rank is the face value of a card. The ordered ranks run from Ace (0), always the
// lowest, to Neptune. The three wild types follow and have no order.
type Rank uint8

// The ranks. The five above the King have no names in the authors' texts; Mate, Bosun,
// Captain, Admiral and Neptune are this arcade's own.
const (
	Ace Rank = iota
	Two
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
	Mate
	Bosun
	Captain
	Admiral
	Neptune
	Wild
	Free
	Joker

	Ranks   = 21        // the number of ranks
	Ordered = int(Wild) // the number of ordered ranks, which are the lowest ones
	rankIn  = "A23456789TJQKMBCDNWFZ"
	suitIn  = "shdco"
)

var rankNames = [Ranks]string{
	"Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King",
	"Mate", "Bosun", "Captain", "Admiral", "Neptune", "Wild", "Free", "Joker",
}

// IsWild reports whether r is one of the three wild types. They ignore ascending order,
// but are gathered by rank like any other.
func (r Rank) IsWild() bool { return r >= Wild }

// Letter returns the rank as one ASCII character: A 2 ... T J Q K M B C D N W F Z.
func (r Rank) Letter() string { return rankIn[r : r+1] }

// String returns the rank's name in the singular: "Four".
func (r Rank) String() string { return rankNames[r] }

// Plural returns the rank's name in the plural: "Fours", "Sixes".
func (r Rank) Plural() string {
	if r == Six {
		return "Sixes"
	}
	return rankNames[r] + "s"
}

// ParseRank parses a rank's letter in lower or upper case.
func ParseRank(s string) (Rank, error) {
	if i := strings.Index(rankIn, strings.ToUpper(s)); len(s) == 1 && i >= 0 {
		return Rank(i), nil
	}
	return 0, fmt.Errorf("%.20q is not a rank, one of %s", s, rankIn)
}

// A Suit distinguishes the cards of a rank. Only Chessboard's rules depend on it.
type Suit uint8

// The suits, in canonical order. Oceans are the fifth suit, for large boards.
const (
	Spades Suit = iota
	Hearts
	Diamonds
	Clubs
	Oceans

	Suits = 5 // the number of suits
)

// Letter returns the suit as one ASCII character: s h d c o.
func (s Suit) Letter() string { return suitIn[s : s+1] }

// Glyph returns the suit's symbol, one column wide: ♠ ♥ ♦ ♣, and waves for oceans.
func (s Suit) Glyph() string { return [Suits]string{"♠", "♥", "♦", "♣", "≈"}[s] }

// A Card is one of 105 cards (21 ranks by 5 suits), face up or face down. The zero Card
// is no card. [Back] is a face-down card whose identity is hidden.
type Card uint8

const (
	faceDown Card = 0x80

	// NoCard is the top of an empty pile.
	NoCard Card = 0
	// Back is a face-down card as a player sees it.
	Back Card = faceDown
)

// NewCard returns the face-up card with the given rank and suit.
func NewCard(r Rank, s Suit) Card { return Card(r)*Suits + Card(s) + 1 }

// Rank returns the card's rank. The card must not be NoCard or Back.
func (c Card) Rank() Rank { return Rank((c&^faceDown - 1) / Suits) }

// Suit returns the card's suit. The card must not be NoCard or Back.
func (c Card) Suit() Suit { return Suit((c&^faceDown - 1) % Suits) }

// IsUp reports whether c is a card that lies face up.
func (c Card) IsUp() bool { return c != NoCard && c&faceDown == 0 }

// IsDown reports whether c is a card that lies face down.
func (c Card) IsDown() bool { return c&faceDown != 0 }

// Up returns c turned face up.
func (c Card) Up() Card { return c &^ faceDown }

// Down returns c turned face down.
func (c Card) Down() Card { return c | faceDown }

// String returns the card as positions write it: "7h", face down "(7h)", an unknown
// face-down card "()", no card "-".
func (c Card) String() string {
	switch {
	case c == NoCard:
		return "-"
	case c == Back:
		return "()"
	case c.IsDown():
		return "(" + c.Up().String() + ")"
	}
	return c.Rank().Letter() + c.Suit().Letter()
}

// Glyph returns the card as a player sees it, with the suit's symbol: "7♥".
func (c Card) Glyph() string {
	if c == NoCard || c.IsDown() {
		return c.String()
	}
	return c.Rank().Letter() + c.Suit().Glyph()
}

// ParseCard parses a card as [Card.String] writes it, but neither "-" for no card nor
// "()" for an unknown one. Case matters: "Ts", not "ts".
func ParseCard(s string) (Card, error) {
	text, down := s, false
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		text, down = s[1:len(s)-1], true
	}
	if len(text) == 2 {
		r, su := strings.IndexByte(rankIn, text[0]), strings.IndexByte(suitIn, text[1])
		if r >= 0 && su >= 0 {
			c := NewCard(Rank(r), Suit(su))
			if down {
				c = c.Down()
			}
			return c, nil
		}
	}
	return NoCard, fmt.Errorf("%.20q is not a card: a rank of %s and a suit of %s, in parentheses when face down", s, rankIn, suitIn)
}

// Deck returns a new face-up deck in canonical order: by rank in the order given, and
// within a rank by suit, lowest first. Deals depend on this order, so it is frozen.
func Deck(ranks []Rank, suits int) []Card {
	deck := make([]Card, 0, len(ranks)*suits)
	for _, r := range ranks {
		for s := range suits {
			deck = append(deck, NewCard(r, Suit(s)))
		}
	}
	return deck
}
