package engine

// A Board is what a player may see of a state, as data. One renderer draws the boards of
// all games, and words mode speaks them.
type Board struct {
	Piles []View // in reading order: by row, then column
	// Notes are lines to show below the piles, in ASCII: a sentence, or several lines
	// such as "By 2  2 4[6]8 T ...", which stay readable if single spaces are dropped.
	// One that begins with a place is about that pile alone.
	Notes []string
	Rows  []RowName // names to stand beside rows, where there is room
}

// A RowName is what a row of a board is called, in at most 10 ASCII characters.
type RowName struct {
	Row  int
	Name string
}

// A View is one pile of a board. Piles of the same row stand side by side; piles of the
// same column stand one below another.
type View struct {
	At    Place
	Kind  Kind
	Fan   Fan
	Cards []Card // bottom first; a face-down one is Back
	Face  string // up to 3 ASCII characters to show for the top card: "7x3", "3-9"
	Label string // up to 7 characters to show beside the pile, ASCII and suits: "next 6♥"
	Marks Mark
}

// Down returns the number of face-down cards.
func (v View) Down() int {
	n := 0
	for _, c := range v.Cards {
		if c.IsDown() {
			n++
		}
	}
	return n
}

// Top returns the top card, or NoCard if the pile is empty.
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
	return [...]string{"pile", "foundation", "hand", "stock", "waste", "reserve"}[k]
}

// Fan is how the cards of a pile are spread out.
type Fan uint8

// The fans. A squared pile shows its top card only; the others show all cards.
const (
	Squared Fan = iota
	FanDown
	FanRight
)

// Mark is a set of properties of a pile. None may be shown by colour alone.
type Mark uint8

// The marks.
const (
	Held     Mark = 1 << iota // the top card may not go back to the hand yet
	Blocked                   // this card keeps cards of other columns off the column's foundation
	Closed                    // no legal move ends at this foundation
	Opening                   // a card may be moved to this empty place
	Founding                  // the first card here decides what may follow, so none is played automatically
	OwnOnly                   // only the card above, in the same column, can move here, and it can
	Complete                  // this foundation has all its cards
)

// Hidden returns the number of face-down cards on the board. A move that lowers the
// number turned a card up.
func (b Board) Hidden() int {
	n := 0
	for _, v := range b.Piles {
		n += v.Down()
	}
	return n
}

// Find returns the view at a place, and whether there is one.
func (b Board) Find(p Place) (View, bool) {
	for _, v := range b.Piles {
		if v.At == p {
			return v, true
		}
	}
	return View{}, false
}
