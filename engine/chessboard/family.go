package chessboard

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

// The bounds of the knobs.
const (
	maxRows  = 6
	maxRanks = 13
	maxSuits = 4
)

// Rules are the rules of a game of the family. Each setting makes a game.
type Rules struct {
	Rows  int   // the piles in each wing
	Ranks int   // from the Ace up
	Suits int   // and foundations
	Base  Base  // the rank with which foundations begin
	Wrap  bool  // the Ace and the highest rank are neighbours in the piles
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

// The ways to build.
const (
	InSuit    Build = "suit"
	InColours Build = "colour" // black on red, red on black
	InAnySuit Build = "any"
	Sequences Build = "sequence" // in suit, and sequences move together
)

// An Empty says what an empty pile takes.
type Empty string

// What an empty pile takes.
const (
	AnyCard     Empty = "any"
	HighestCard Empty = "highest" // cards of the highest rank
	Nothing     Empty = "none"
)

// The rules of the family's own games.
var (
	chessboardRules = Rules{Rows: 5, Ranks: 13, Suits: 4, Base: FirstUp, Wrap: true, Build: InSuit, Empty: AnyCard}
	fortressRules   = Rules{Rows: 5, Ranks: 13, Suits: 4, Base: FromAce, Build: InSuit, Empty: AnyCard}
	morphyRules     = Rules{Rows: 5, Ranks: 13, Suits: 4, Base: FirstUp, Wrap: true, Build: InColours, Empty: AnyCard}
	anySuitRules    = Rules{Rows: 5, Ranks: 13, Suits: 4, Base: FirstUp, Wrap: true, Build: InAnySuit, Empty: AnyCard}
	laskerRules     = Rules{Rows: 5, Ranks: 13, Suits: 4, Base: FirstUp, Wrap: true, Build: Sequences, Empty: AnyCard}
)

// The groups of knobs.
const (
	layoutGroup = "Layout"
	deckGroup   = "Deck"
	ruleGroup   = "Rules"
)

// knobs holds every knob. Texts and share codes have its order, so it is frozen.
var knobs = design.Knobs[Rules]{
	design.Number("rows", layoutGroup, "Rows", 2, maxRows,
		"How many piles each of the two wings has.", func(r *Rules) *int { return &r.Rows }),
	design.Number("ranks", deckGroup, "Ranks", 5, maxRanks,
		"How many ranks are in play, from the Ace up: 13 is Ace to King.", func(r *Rules) *int { return &r.Ranks }),
	design.Number("suits", deckGroup, "Suits", 2, maxSuits,
		"How many suits are in play. Each has a foundation.", func(r *Rules) *int { return &r.Suits }),
	design.Word("base", ruleGroup, "Foundations from",
		"Foundations begin with the rank of the first card that goes up, or with the Ace.",
		[]Base{FirstUp, FromAce}, func(r *Rules) *Base { return &r.Base }),
	design.OnOff("wrap", ruleGroup, "Around the corner",
		"In the piles the Ace and the highest rank are neighbours.", func(r *Rules) *bool { return &r.Wrap }),
	design.Word("build", ruleGroup, "Piles build in",
		"A card lies on one of its suit, of the other colour, or of any suit; or sequences of a suit move together.",
		[]Build{InSuit, InColours, InAnySuit, Sequences}, func(r *Rules) *Build { return &r.Build }),
	design.Word("empty", ruleGroup, "Empty piles take",
		"An empty pile takes any card, only cards of the highest rank, or none.",
		[]Empty{AnyCard, HighestCard, Nothing}, func(r *Rules) *Empty { return &r.Empty }),
}

var family = design.New(design.Family[Rules]{
	Heading: "Fortress", Mark: "FT1", Knobs: knobs, Groups: []string{layoutGroup, deckGroup, ruleGroup},
	Own:   []Rules{chessboardRules, fortressRules, morphyRules, anySuitRules, laskerRules},
	Games: map[Rules]engine.Game{chessboardRules: New()},
})

// Family returns the Fortress family, whose knobs are those of [Rules].
func Family() engine.Family { return family }

// Idle implements [design.Rules]. Every knob matters always.
func (Rules) Idle(string) string { return "" }

// Warnings implements [design.Rules]. All guess how hard the game is.
func (r Rules) Warnings(measured bool) []string {
	switch few := r.Rows < 4; {
	case measured:
		return nil
	case r.Build == InAnySuit && !few:
		return []string{"Piles that are built in any suit make the game easy."}
	case r.Build != InAnySuit && r.Base == FromAce && few:
		return []string{"With so few piles, many deals have no move at all."}
	}
	return nil
}

// Title implements [design.Rules]: "Fortress 4x2 any".
func (r Rules) Title() string {
	switch r {
	case chessboardRules:
		return "Chessboard"
	case fortressRules:
		return "Fortress"
	case morphyRules:
		return "Morphy"
	case anySuitRules:
		return "Any-Suit Chessboard"
	case laskerRules:
		return "Lasker"
	}
	title := fmt.Sprintf("Fortress %dx2 %s", r.Rows, r.Build)
	if n := r.Cards(); n != 52 {
		title += fmt.Sprintf(" %d", n)
	}
	return title
}

// Summary implements [design.Rules]: "52 cards, wings of 5 piles, built in suit; foundations from
// the Ace."
func (r Rules) Summary() string {
	s := fmt.Sprintf("%d cards, wings of %d piles, built %s", r.Cards(), r.Rows, r.how())
	if r.Wrap {
		s += " around the corner"
	}
	if r.Build == Sequences {
		s += ", sequences move together"
	}
	from := "a rank that you choose"
	if r.Base == FromAce {
		from = "the Ace"
	}
	s += "; foundations from " + from
	switch r.Empty {
	case HighestCard:
		s += ", empty piles for " + r.Highest().Plural()
	case Nothing:
		s += ", empty piles stay empty"
	}
	return s + "."
}

// MakeUp implements [design.Rules].
func (r Rules) MakeUp(name string) engine.MadeUp {
	info := chessboard.info
	info.ID, info.Name, info.Aliases, info.Family = design.ID(knobs.Text(r)), name, nil, "Fortress"
	info.Summary, info.Max = family.Design(r).Summary(), r.Cards()
	if r.Base == FromAce {
		info.Aim = engine.Aim{
			Full:  fmt.Sprintf("Build each suit up on its foundation, from the Ace to the %s.", r.Highest()),
			Brief: "Build each suit up from its Ace.",
			Deal:  "Only the last card of each row moves; the middle takes Aces first.",
		}
	}
	return madeUp{newGame(r, info)}
}

// Cards returns the number of cards.
func (r Rules) Cards() int { return r.Ranks * r.Suits }

// Highest returns the highest rank.
func (r Rules) Highest() engine.Rank { return engine.Rank(r.Ranks - 1) }

// inSuit reports whether only cards of a suit lie on each other in a pile.
func (r Rules) inSuit() bool { return r.Build == InSuit || r.Build == Sequences }

// how says how piles are built, after "one rank up or down".
func (r Rules) how() string {
	switch r.Build {
	case InColours:
		return "in alternate colours"
	case InAnySuit:
		return "in any suit"
	}
	return "in suit"
}

// A madeUp is the game of a player's own rules; it is an [engine.MadeUp].
type madeUp struct{ *game }

// Design implements [engine.MadeUp].
func (m madeUp) Design() engine.Design { return family.Design(m.rules) }

// Named implements [engine.MadeUp]. It does not check the name.
func (m madeUp) Named(name string) engine.MadeUp {
	g := *m.game
	g.info.Name = name
	return madeUp{&g}
}
