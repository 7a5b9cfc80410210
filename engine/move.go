package engine

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Place is a square of a board: a column letter and a row digit, "c4". The zero Place
// is no place. Each game documents what lies where.
type Place struct{ col, row uint8 }

// At returns the place in a column and a row, both counted from 1. It returns the zero
// Place if the column is not 1 to 26 or the row is not 1 to 9.
func At(col, row int) Place {
	if col < 1 || col > 26 || row < 1 || row > 9 {
		return Place{}
	}
	return Place{uint8(col), uint8(row)}
}

// Col returns the column, counted from 1, or 0 for no place.
func (p Place) Col() int { return int(p.col) }

// Row returns the row, counted from 1, or 0 for no place.
func (p Place) Row() int { return int(p.row) }

// IsZero reports whether p is no place.
func (p Place) IsZero() bool { return p == Place{} }

// String returns the place as text, "c4", or "" for no place.
func (p Place) String() string {
	if p.IsZero() {
		return ""
	}
	return string([]byte{'a' + p.col - 1, '0' + p.row})
}

// Compare orders places by column, then by row, which is the byte order of their text.
func (p Place) Compare(q Place) int {
	if p.col != q.col {
		return int(p.col) - int(q.col)
	}
	return int(p.row) - int(q.row)
}

// ParsePlace parses a place as [Place.String] writes it.
func ParsePlace(s string) (Place, error) {
	if len(s) == 2 && s[0] >= 'a' && s[0] <= 'z' && s[1] >= '1' && s[1] <= '9' {
		return Place{s[0] - 'a' + 1, s[1] - '0'}, nil
	}
	return Place{}, fmt.Errorf("%.20q is not a place: a column letter a-z and a row digit 1-9", s)
}

// MarshalText returns the text of [Place.String]. It never fails.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText parses a place as [ParsePlace] does; empty text is no place.
func (p *Place) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*p = Place{}
		return nil
	}
	*p, err = ParsePlace(string(text))
	return err
}

// A Move is one action of the player: the place it starts from, its destination and the
// place of the card it returns. The later ones may be zero. Moves are comparable. No
// legal move is a prefix of another legal move of the same position.
type Move struct{ From, To, Return Place }

// IsZero reports whether m is no move.
func (m Move) IsZero() bool { return m == Move{} }

// Len returns the number of places in m, 0 to 3.
func (m Move) Len() int {
	n := 0
	for n < 3 && !m.at(n).IsZero() {
		n++
	}
	return n
}

func (m Move) at(i int) Place { return [3]Place{m.From, m.To, m.Return}[i] }

// With returns m with p appended. m must have fewer than three places.
func (m Move) With(p Place) Move {
	switch m.Len() {
	case 0:
		m.From = p
	case 1:
		m.To = p
	default:
		m.Return = p
	}
	return m
}

// Last returns the last place of m, or no place if m is empty.
func (m Move) Last() Place {
	if n := m.Len(); n > 0 {
		return m.at(n - 1)
	}
	return Place{}
}

// Begins reports whether m is a prefix of w; every move is a prefix of itself.
func (m Move) Begins(w Move) bool {
	for i := range m.Len() {
		if m.at(i) != w.at(i) {
			return false
		}
	}
	return true
}

// Compare orders moves by the byte order of their text.
func (m Move) Compare(w Move) int {
	for i := range 3 {
		if c := m.at(i).Compare(w.at(i)); c != 0 {
			return c
		}
	}
	return 0
}

// String returns the move's places joined together, "b5c4d3".
func (m Move) String() string { return m.From.String() + m.To.String() + m.Return.String() }

// ParseMove parses one to three places as [Move.String] writes them.
func ParseMove(s string) (Move, error) {
	if len(s) != 2 && len(s) != 4 && len(s) != 6 {
		return Move{}, fmt.Errorf("%.20q is not a move: one to three places, such as a1c4", s)
	}
	var m Move
	for i := 0; i < len(s); i += 2 {
		p, err := ParsePlace(s[i : i+2])
		if err != nil {
			return Move{}, fmt.Errorf("%.20q is not a move: %w", s, err)
		}
		m = m.With(p)
	}
	return m, nil
}

// MarshalText returns the text of [Move.String]. It never fails.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText parses a move as [ParseMove] does; empty text is no move.
func (m *Move) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*m = Move{}
		return nil
	}
	*m, err = ParseMove(string(text))
	return err
}

// FormatMoves returns moves as words with a space between them, "a1c4 c3a4".
func FormatMoves(moves []Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// ParseMoves parses moves as [FormatMoves] writes them; there may be more space between
// them. It returns nil if there are none. The error says which one is wrong, counted
// from 1.
func ParseMoves(s string) ([]Move, error) { return parseMoves(strings.FieldsSeq(s)) }

func parseMoves(words iter.Seq[string]) ([]Move, error) {
	var moves []Move
	for word := range words {
		m, err := ParseMove(word)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", len(moves)+1, err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// Next returns the places that can follow prefix in a legal move, in order and without repeats.
func Next(legal []Move, prefix Move) (next []Place) {
	n := prefix.Len()
	for _, m := range legal {
		if n < 3 && prefix.Begins(m) && !m.at(n).IsZero() && !slices.Contains(next, m.at(n)) {
			next = append(next, m.at(n))
		}
	}
	return next
}
