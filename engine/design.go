package engine

import (
	"errors"
	"math/rand/v2"
)

// A Family is a body of rules with knobs: people make up games by setting them. It is
// immutable.
type Family interface {
	// Name returns the heading under which its games are listed: "Boardwalk".
	Name() string
	// Designs returns the designs of the family's own games, in the order of the menu, for
	// people to start from.
	Designs() []Design
	// Random returns a design that makes a game. It is drawn from all that do.
	Random(*rand.Rand) Design
	// Parse returns the design that a text of [Design.Text] describes.
	Parse(text string) (Design, error)
	// ParseCode returns the design of a share code as a person types it: case, spaces and
	// hyphens do not matter. The error is ErrNoCode if the text is not meant as a code of
	// this family, and otherwise a *CodeError.
	ParseCode(code string) (Design, error)
}

// ErrNoCode is returned for a text that is not a share code, nor a mistyped one.
var ErrNoCode = errors.New("this is not a share code")

// A CodeError says what is wrong with a text that is meant as a share code.
type CodeError struct{ Why string } // "this share code is mistyped"

func (e *CodeError) Error() string { return e.Why }

// A Design is a setting of every knob of a family. It is immutable. It need not make a
// game.
type Design interface {
	// Family returns the family that the design is of.
	Family() Family
	// Knobs returns every knob as it is set, by groups, in the order of the bench.
	Knobs() []Knob
	// Set returns the design with one knob changed, which may be at odds with others. The
	// error is a *KnobError if there is no such knob or it never takes the value.
	Set(knob, value string) (Design, error)
	// Problem returns what keeps the design from making a game, or nil.
	Problem() *Problem
	// Warnings returns sentences about settings that are allowed but make a poor game. Those that
	// guess how hard it is are left out once that is measured.
	Warnings(measured bool) []string
	// Summary returns what the design is, in one line.
	Summary() string
	// Title returns a name to propose for the game: "Lucky 68".
	Title() string
	// Game returns the game of the design under a name. If a game of the family's own has
	// the same rules, it is that one, under its own name. The error is a *KnobError.
	Game(name string) (Game, error)
	// Code returns the share code, which is the rules: "BW1-7K2Q-...". It is "" while the
	// design has a problem.
	Code() string
	// Text returns the design as it is stored: a line for each knob, with its value as in JSON,
	// such as suits=4. Designs of the same rules have the same text, whatever the games are
	// called.
	Text() string
}

// A Knob is one setting of a design.
type Knob struct {
	Name   string   // as in JSON: "orderedRanks"
	Group  string   // the heading on the bench: "Deck"
	Label  string   // what the bench calls it: "Ranks in order"
	Means  string   // what it does, in a sentence
	Value  string   // as JSON has it, without quotes: "13", "true", "board"
	Values []string // every value that the knob ever takes, in order
	Idle   string   // a sentence on why the knob cannot matter as the others are set, or ""
}

// A Problem says why a design makes no game.
type Problem struct {
	KnobError
	// Fix is the nearest design that makes a game, and FixText says what it changes:
	// "Lower columns: 7".
	Fix     Design
	FixText string
}

// A KnobError says which knob of a design is refused, and what the knob takes.
type KnobError struct {
	// Knob is the name of the knob, or of one that does not exist. It may also name what
	// several knobs make together, such as "geometry", or the whole, "variation".
	Knob string
	Why  string // a sentence
}

func (e *KnobError) Error() string { return e.Knob + ": " + e.Why }

// A MadeUp is a game that a person made up. Callers find it by a type assertion; no game
// of the arcade's player is one. Its ID depends on the rules alone.
type MadeUp interface {
	Game
	// Design returns the design of the game.
	Design() Design
	// Named returns the same game under another name.
	Named(name string) MadeUp
}

// RulesOf returns what has to be stored beside the rounds of a game so that they can
// always be replayed: the text of its design if somebody made it up, or else "".
func RulesOf(g Game) string {
	if m, ok := g.(MadeUp); ok {
		return m.Design().Text()
	}
	return ""
}
