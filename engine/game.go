package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

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
	ID         string   // "boardwalk/hop-45": lower case, for ever the same
	Version    int      // of the rules; raised when a record could replay otherwise
	Name       string   // "Hop 45"
	Aliases    []string // other names that a search should find
	Family     string   // what the lobby groups by
	Author     string   // who invented the game
	Summary    string   // one line: what it is
	Difficulty Difficulty
	Max        int // the most points a deal can give
}

// A Difficulty is how hard a game is to win for someone who knows its rules.
type Difficulty struct {
	Level Level
	Why   string // one sentence that does not repeat the level
}

// A Level is a difficulty in a word or two.
type Level string

// The levels, for a list. A game is unrated where nobody could have found out
// yet, such as a player's own variation.
const (
	Easy     Level = "easy"
	Medium   Level = "medium"
	Hard     Level = "hard"
	VeryHard Level = "very hard"
	Unrated  Level = "unrated"
)

// Levels is every level, the easiest first and Unrated last.
func Levels() []Level { return []Level{Easy, Medium, Hard, VeryHard, Unrated} }

// String is the level and its reason: "Hard. Much skill, little luck."
func (d Difficulty) String() string {
	if d.Level == "" {
		return ""
	}
	return strings.ToUpper(string(d.Level[:1])) + string(d.Level[1:]) + ". " + d.Why
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

// An Ender is a State whose score can be another once the player ends the game
// there.
type Ender interface {
	End() Score
	// EndNote is a sentence on what End counts that no foundation shows, ""
	// where there is nothing: "2 spikes left face down: they score."
	EndNote() string
}

// Final is the score of a round that ends at s.
func Final(s State) Score {
	if e, ok := s.(Ender); ok {
		return e.End()
	}
	return s.Score()
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

// A Hider is a State that counts what its Board hides without making one.
type Hider interface {
	Hidden() int
}

// A Gainer is a DeadEnder that knows of some moves at a glance that they gain
// something: where one of them is legal it is no dead end, and no search need tell.
type Gainer interface {
	Gains(Move) bool
}

// A Guesser is a State with something hidden, which can stand for all that a
// player may take it for. Guess is a state with the face-down cards dealt anew,
// at random, among the places where they lie: all that the player can see and
// do is as it was. What comes out depends on that and on random alone, not on
// where the cards really lie, so whoever looks only at guesses plays fair.
type Guesser interface {
	Guess(random *rand.Rand) State
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
	CodeTooLong     = "too-long"      // the record has as many moves as it can
)
