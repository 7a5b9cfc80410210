package engine

import "fmt"

// A Game is one set of rules. It is immutable: all sessions share it.
type Game interface {
	Info() Info
	// Rules is the rules page, in Markdown: enough to play with a real deck.
	Rules() string
	// Deal is the first state of a deal. It is a function of the code alone.
	Deal(Code) State
	// Set is a state put outright, place by place, for tests and bug reports.
	// The error names the place that is missing, unknown or impossible.
	Set(map[Place]Pile) (State, error)
}

// Info is what a game says of itself.
type Info struct {
	ID      string   // "boardwalk/hop-45": lower case, for ever the same
	Version int      // of the rules; raised when a record could replay otherwise
	Name    string   // "Hop 45"
	Aliases []string // other names that a search should find
	Family  string   // what the lobby groups by
	Author  string   // who invented the game
	Summary string   // one line: what it is and how hard
	Max     int      // the most points a deal can give
}

// A State is one position of a game. It is immutable: Play leaves its receiver
// as it was, and any number of goroutines may share it.
type State interface {
	// Moves is every legal move in a fixed order. None begins another.
	Moves() []Move
	// Over tells that nothing is left that could change anything; moves that
	// only shift a gap about may still be legal.
	Over() bool
	// Play is the state after a move, or an *IllegalMove.
	Play(Move) (State, error)
	// Describe says in a few words what a legal move will do, naming only
	// what the player can see: "7h from the hand to column c, blind return".
	Describe(Move) string
	Score() Score
	// Board is what the player may see. No face-down card can be read from it.
	Board() Board
	// Position is every place with its pile, face-down cards included. It is
	// never shown to a player whose deal counts.
	Position() map[Place]Pile
}

// Score is the standing of a state.
type Score struct {
	Points  int
	Max     int
	Won     bool
	Perfect bool
}

// A Dealer is a State that may have a move of routine, which a table can play
// for the player at once, such as turning the next card of a stock.
type Dealer interface {
	NextDeal() (Move, bool)
}

// A DeadEnder is a State that can look ahead for whether anything is left to
// gain. known is false where the search hit its bound. It may take a moment:
// never call it where a key waits.
type DeadEnder interface {
	DeadEnd() (dead, known bool)
}

// An IllegalMove says why a move is refused.
type IllegalMove struct {
	Move Move
	Code string // kebab case, stable: "blocked"
	Why  string // one sentence for the player, naming the rule and the card
}

func (e *IllegalMove) Error() string { return fmt.Sprintf("%s: %s", e.Move, e.Why) }

// Refusal codes that any game gives; each game documents its own.
const (
	CodeSyntax      = "syntax"        // not a word of places
	CodeNoSuchPlace = "no-such-place" // the board has no such place
)
