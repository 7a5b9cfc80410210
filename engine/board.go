package engine

// A Board is what a player may see of a state, as data: one renderer draws the
// boards of all games, and words mode speaks them.
type Board struct {
	Piles []View // in reading order: by row, then column
	// Lines to show below, in ASCII: a sentence, or several like
	// "By 2  2 4[6]8 T ...", which can be read without the single blanks.
	Notes []string
}

// A View is one pile of a board. Piles of the same row stand side by side,
// those of the same column below each other.
type View struct {
	At    Place
	Kind  Kind
	Fan   Fan
	Cards []Card // bottom first; a face-down one is Back
	Face  string // up to 3 ASCII characters to show for the top card: "7x3", "3-9"
	Label string // up to 7 characters to stand at the pile, ASCII and suits: "next 6♥"
	Marks Mark
}

// Down is the number of face-down cards.
func (v View) Down() int {
	n := 0
	for _, c := range v.Cards {
		if c.IsDown() {
			n++
		}
	}
	return n
}

// Top is the top card, NoCard when the pile is empty.
func (v View) Top() Card {
	if len(v.Cards) == 0 {
		return NoCard
	}
	return v.Cards[len(v.Cards)-1]
}

// Kind is what a pile is for.
type Kind uint8

// The kinds of piles.
const (
	Tableau Kind = iota
	Foundation
	Hand
	Stock
	Waste
	Reserve
)

func (k Kind) String() string {
	return [...]string{"tableau", "foundation", "hand", "stock", "waste", "reserve"}[k]
}

// Fan is how the cards of a pile lie.
type Fan uint8

// The fans: only the top card shows, or all do.
const (
	Squared Fan = iota
	FanDown
	FanRight
)

// Mark is a set of things that hold for a pile. None is shown by colour alone.
type Mark uint8

// The marks.
const (
	Held     Mark = 1 << iota // the top card may not go back to the hand yet
	Blocked                   // while this card lies here, the column's foundation takes no card of another column, but for one of the hand
	Closed                    // this foundation is shut: no legal move ends here
	Opening                   // an empty place that a card may be moved to
	Founding                  // the first card here decides what comes after: none goes by itself
	OwnOnly                   // every legal move that ends here takes the card above, in the same column; there is one
)

// Hidden is the number of face-down cards on the board. A move that lowers it
// turned a card up.
func (b Board) Hidden() int {
	n := 0
	for _, v := range b.Piles {
		n += v.Down()
	}
	return n
}

// Find is the view at a place.
func (b Board) Find(p Place) (View, bool) {
	for _, v := range b.Piles {
		if v.At == p {
			return v, true
		}
	}
	return View{}, false
}
