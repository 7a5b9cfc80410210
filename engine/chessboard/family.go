package chessboard

// The bounds of the knobs.
const (
	maxRows  = 6
	maxRanks = 13
	maxSuits = 4
)

// Rules are the rules of a game of the family.
type Rules struct {
	Rows  int   // the piles in each wing
	Ranks int   // from the Ace up
	Suits int   // and foundations
	Base  Base  // the rank with which foundations begin
	Wrap  bool  // the Ace and the highest rank are neighbors in the piles
	Build Build // which cards lie on each other in the piles, one rank up or down
	Empty Empty // what an empty pile takes
}

// A Base says with which rank the foundations begin.
type Base string

// The two ways to begin.
const (
	FirstUp Base = "first" // that of the first card up
	FromAce Base = "ace"
)

// A Build says which suits lie on each other in the piles.
type Build string

// The three ways to build.
const (
	InSuit    Build = "suit"
	InColors  Build = "color" // black on red, red on black
	InAnySuit Build = "any"
)

// An Empty says what an empty pile takes.
type Empty string

// What an empty pile takes.
const (
	AnyCard     Empty = "any"
	HighestCard Empty = "highest" // cards of the highest rank
	Nothing     Empty = "none"
)

// Chessboard returns the rules of Chessboard.
func Chessboard() Rules {
	return Rules{Rows: 5, Ranks: 13, Suits: 4, Base: FirstUp, Wrap: true, Build: InSuit, Empty: AnyCard}
}

// how says how piles are built, after "one rank up or down".
func (r Rules) how() string {
	switch r.Build {
	case InColors:
		return "in alternate colors"
	case InAnySuit:
		return "in any suit"
	}
	return "in suit"
}
