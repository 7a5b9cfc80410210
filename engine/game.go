package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Game is one set of rules. It is immutable: all sessions share it.
type Game interface {
	// Info returns the game's description.
	Info() Info
	// Rules returns the rules page, in Markdown. It explains enough to play with a real
	// deck.
	Rules() string
	// Deal returns the first state of a deal. It depends on the code alone.
	Deal(Code) State
	// Set returns a state with the given pile at each place, for tests and bug reports.
	// The error names the place that is missing, unknown or impossible.
	Set(map[Place]Pile) (State, error)
}

// Info describes a game.
type Info struct {
	ID      string   // "boardwalk/hop-45": lower case; never changes
	Version int      // of the rules; raised when a record could replay differently
	Name    string   // "Hop 45"
	Aliases []string // other names by which a search finds it
	Family  string   // the heading under which the lobby lists it
	Author  string   // who invented the game
	Summary string   // what the game is, in one line
	Aim     Aim      // what the player is to do
	Max     int      // the most points a deal can give
}

// An Aim says what the player of a game is to do, and what wins: "Gather three of a rank on
// each foundation; win by clearing row 1." Full and Brief say the same.
type Aim struct {
	Full  string // at most AimWidth characters
	Brief string // at most AimBriefWidth characters, for narrow windows
	Deal  string // what puzzles at the deal, at most AimWidth characters
}

// The most characters of an aim: a row of a window of 80 columns, and of one of 40.
const (
	AimWidth      = 76
	AimBriefWidth = 37
)

// A Difficulty is how hard a game is to win; see [Library.Difficulty].
type Difficulty struct {
	Level Level
	Why   string // one sentence that does not repeat the level
}

// A Level is a difficulty in a word or two; see [Share.Level].
type Level string

// The levels. A game is unrated where nobody can know yet how hard it is, as with most
// variations of players.
const (
	Easy     Level = "easy"
	Medium   Level = "medium"
	Hard     Level = "hard"
	VeryHard Level = "very hard"
	NoWins   Level = "no wins" // all sample deals are lost
	Unrated  Level = "unrated"
	FewDeals Level = "unclear" // so far, of an estimate that goes on
)

// String returns the level and the reason for it: "Hard. Much skill, little luck."
func (d Difficulty) String() string {
	return strings.ToUpper(string(d.Level[:1])) + string(d.Level[1:]) + ". " + d.Why
}

// A State is one position of a game. It is immutable: Play does not change its receiver,
// and any number of goroutines may share it.
type State interface {
	// Moves returns every legal move in a fixed order. No legal move is a prefix of
	// another. The slice is the caller's.
	Moves() []Move
	// Over reports whether no legal move could change anything. Moves that only shift a
	// gap around may still be legal.
	Over() bool
	// Play returns the state after a move, or an *IllegalMove.
	Play(Move) (State, error)
	// Describe says in a few words what a legal move will do. It names only what the
	// player can see: "7h from the hand to column c, blind return".
	Describe(Move) string
	// Score returns the score so far.
	Score() Score
	// Board returns what the player may see. No face-down card can be read from it.
	Board() Board
	// Position returns the pile at every place, face-down cards included. Never show it
	// to a player whose deal counts.
	Position() map[Place]Pile
}

// Score is the score of a state.
type Score struct {
	Points  int
	Max     int
	Won     bool
	Perfect bool
}

// An Ender is a State whose score may change when the player ends the game there.
type Ender interface {
	// End returns the score if the player ends the game here.
	End() Score
	// EndNote returns a sentence about what End counts beyond the foundations, or "" if
	// End counts nothing more: "2 spikes left face down: they score."
	EndNote() string
}

// A Warner is a State that can warn of what a legal move gives up for good, from what the player can
// see: "Closes b4-e4 for good." It says "" if there is nothing to warn of.
type Warner interface {
	Warning(Move) string
}

// Warning returns what a legal move gives up for good, from what the player can see: what a [Warner] warns
// of, or that no move is left after it where another move leaves some. It returns "" for nothing.
func Warning(s State, m Move) string {
	if w, ok := s.(Warner); ok {
		if warning := w.Warning(m); warning != "" {
			return warning
		}
	}
	ends := func(m Move) bool {
		next, err := s.Play(m)
		return err == nil && next.Over() && !Final(next).Won && Hidden(next) == Hidden(s)
	}
	if !ends(m) || !slices.ContainsFunc(s.Moves(), func(m Move) bool { return !ends(m) }) {
		return ""
	}
	return "No move is left after it."
}

// A Misser is a State that knows which move the one before it wanted in place of the last: the zero Move if that was right.
type Misser interface {
	State
	Missed() Move
}

// An Opener is a State that can say why the deal has points before the first move. It says
// "" if there is nothing to say.
type Opener interface {
	OpeningNote() string
}

// Final returns the score of a round that ends at s.
func Final(s State) Score {
	if e, ok := s.(Ender); ok {
		return e.End()
	}
	return s.Score()
}

// A Dealer is a State that may have a routine move, which a table can play for the player
// at once, such as turning the next card of a stock.
type Dealer interface {
	NextDeal() (Move, bool)
}

// A Settler is a State without hidden cards that may have a safe move, which costs neither a point nor a win: such as
// that of a card that nothing can need any more. Safe moves played one after another come to an end.
type Settler interface {
	NextSafe() (Move, bool)
}

// A DeadEnder is a State that can search ahead for anything left to gain. DeadEnd reports
// whether there is nothing; known is false if the search reached its limit. It may take a
// while: never call it while a key waits to be handled.
type DeadEnder interface {
	DeadEnd() (dead, known bool)
}

// An Undealer is a State of a game that has several boards, one after another. Undealt returns how many
// cards the boards have that are dealt later.
type Undealer interface {
	Undealt() int
	// Boards returns which of the boards that are over were won, in their order, and how many boards there are.
	Boards() (won []bool, all int)
}

// A Hider is a State that can count the cards its Board hides without building the Board.
type Hider interface {
	Hidden() int
}

// A Gainer is a DeadEnder that can tell at a glance that some moves gain something. A
// state where such a move is legal is not a dead end, so no search is needed.
type Gainer interface {
	Gains(Move) bool
}

// A Guesser is a State with hidden cards. Guess returns a state with the face-down cards
// shuffled among the places where face-down cards lie; everything that the
// player can see and do stays the same. The result depends only on what the player can
// see and on random, not on where the cards really lie, so code that looks only at
// guesses plays fair.
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

// Refusal codes that any game may give. Each game documents its own.
const (
	CodeSyntax      = "syntax"        // not a move of the right form
	CodeNoSuchPlace = "no-such-place" // the board has no such place
	CodeTooLong     = "too-long"      // the record holds as many moves as it can
)
