package boardwalk

import (
	"fmt"
	"slices"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

// version is the version of the rules core. It is raised when a record of any variation
// could replay differently.
const version = 1

// A Game is one variation; it is an [engine.Game].
type Game struct {
	Variation
	info    engine.Info
	lessons func() []engine.Lesson // of an author's variation, built once; nil: they are built at each call
}

// games holds the games of the authors' variations; all callers share them.
var games = func() (games engine.Catalog) {
	for _, p := range presets() {
		g := newGame(p)
		g.lessons = sync.OnceValue(g.newLessons)
		games = append(games, g)
	}
	return games
}()

// All returns the games of the authors' variations, the best one to learn with first.
func All() engine.Catalog { return slices.Clone(games) }

// A MadeUp is the game of a player's own variation; it is an [engine.MadeUp].
type MadeUp struct{ *Game }

// New returns the game of a player's own variation. Its ID depends on the rules alone, so
// the same rules under two names share their leaderboards. The error is an *engine.KnobError.
func New(v Variation) (MadeUp, error) {
	if err := v.Validate(); err != nil {
		return MadeUp{}, err
	}
	return newMadeUp(v), nil
}

// newMadeUp returns the game of a valid variation.
func newMadeUp(v Variation) MadeUp {
	return MadeUp{newGame(preset{
		id:        design.ID(knobs.Text(v.rules())),
		summary:   v.Design().Summary(),
		Variation: v,
	})}
}

// Design implements [engine.MadeUp].
func (m MadeUp) Design() engine.Design { return m.Variation.Design() }

// Named implements [engine.MadeUp]. It does not check the name.
func (m MadeUp) Named(name string) engine.MadeUp {
	g := *m.Game
	g.Name, g.info.Name = name, name
	return MadeUp{&g}
}

func newGame(p preset) *Game {
	return &Game{Variation: p.Variation, info: engine.Info{
		ID: p.id, Version: version, Name: p.Name, Aliases: p.aliases,
		Family: "Boardwalk", Author: "Mark G. Meyers", Summary: p.summary, Aim: p.aim(), Max: p.cards(),
	}}
}

// aim returns what the player of v is to do.
func (v Variation) aim() engine.Aim {
	rise := ""
	if playable(v).OrderLower {
		rise = ": ranks rise to the right"
	}
	return engine.Aim{
		Full:  fmt.Sprintf("Gather %s of a rank on each foundation; win by clearing row 1.", spell(v.Suits)),
		Brief: fmt.Sprintf("Clear row 1: gather %d of each rank.", v.Suits),
		Deal:  "Row 4 is open" + rise + ". Row 2 opens under each emptied pile.",
	}
}

// Info implements [engine.Game].
func (g *Game) Info() engine.Info { return g.info }

// Deal implements [engine.Game]. It deals the upper stacks from the left, then the lower
// stacks, then the hand, filling each before the next. The order is frozen.
func (g *Game) Deal(code engine.Code) engine.State {
	deck := engine.Shuffle(code, engine.Deck(g.Ranks(), g.Suits))
	if g.Despike {
		g.despike(deck)
	}
	s := g.empty(size{g.Upper, g.Lower, g.HandColumns * g.Suits})
	stack := func(row, col int) {
		cards := deck[:g.Suits]
		for i, c := range cards {
			cards[i] = c.Down()
		}
		*s.at(engine.At(col, row)) = engine.NewPile(cards...)
		deck = deck[g.Suits:]
	}
	for c := 1; c <= s.upper; c++ {
		stack(1, c)
		if top := s.at(engine.At(c, 1)); g.AutoFlipUpper || c <= g.FavorsOnDeal {
			*top = top.Flip()
		}
	}
	for c := 1; c <= s.lower; c++ {
		stack(3, c)
	}
	for c := 1; c <= s.hand; c++ {
		*s.at(engine.At(c, 5)) = engine.NewPile(deck[c-1])
	}
	s.rules = s.compactRules()
	return s
}

// despike removes, from the bottoms of the lower stacks, cards that their own column
// could come to need. It swaps each with the next card of the deck for which the swap
// does no harm, if there is one.
func (g *Game) despike(deck []engine.Card) {
	bottom := func(i int) (col int, ok bool) { // the lower column whose bottom card deck[i] is
		i -= g.Upper * g.Suits
		return i/g.Suits + 1, i >= 0 && i < g.Lower*g.Suits && i%g.Suits == 0
	}
	spiky := func(i int, c engine.Card) bool {
		col, ok := bottom(i)
		rank := int(c.Rank()) + 1
		return ok && (c.Rank().IsWild() || rank >= col && rank <= col+g.OrderedRanks-g.Lower)
	}
	for i, c := range deck {
		if !spiky(i, c) {
			continue
		}
		for step := 1; step < len(deck); step++ {
			j := (i + step) % len(deck)
			if !spiky(i, deck[j]) && !spiky(j, c) {
				deck[i], deck[j] = deck[j], c
				break
			}
		}
	}
}

// empty returns a board of size z without cards.
func (g *Game) empty(z size) *State {
	return &State{game: g, size: z, favors: uint8(g.OpeningFavors), piles: make([]engine.Pile, z.places())}
}

// Set implements [engine.Game]. The board has exactly the columns that are named, both
// places of each; the rules, the opening favors and the maximum are the game's. A pile
// that could not lie at its place is an error.
func (g *Game) Set(at map[engine.Place]engine.Pile) (engine.State, error) {
	var z size
	for p := range at {
		switch p.Row() {
		case 1, 2:
			z.upper = max(z.upper, p.Col())
		case 3, 4:
			z.lower = max(z.lower, p.Col())
		case 5:
			z.hand = max(z.hand, p.Col())
		}
	}
	if z.upper < 1 || z.lower < 1 || z.upper > 10 || z.lower > 13 || z.hand > 2*engine.Suits {
		return nil, fmt.Errorf("a board has 1 to 10 upper columns, 1 to 13 lower ones and up to 10 hand cards, not %d, %d and %d", z.upper, z.lower, z.hand)
	}
	s := g.empty(z)
	places := s.places()
	if err := engine.CheckPosition(at, places); err != nil {
		return nil, err
	}
	for i, p := range places {
		if err := checkPile(p, at[p]); err != nil {
			return nil, err
		}
		s.piles[i] = at[p]
	}
	s.rules = s.compactRules()
	return s, nil
}

// checkPile returns an error that says why a pile cannot lie at p, or nil if it can.
func checkPile(p engine.Place, pile engine.Pile) error {
	for i, c := range pile.Cards() {
		switch {
		case (p.Row() == 1 || p.Row() == 3) && c.IsUp() && i < pile.Len()-1:
			return fmt.Errorf("%s: only the top card of a pile can be face up", p)
		case (p.Row() == 2 || p.Row() == 4) && (c.IsDown() || c.Rank() != pile.At(0).Up().Rank()):
			return fmt.Errorf("%s: a foundation holds face-up cards of one rank", p)
		case p.Row() == 5 && c.IsDown():
			return fmt.Errorf("%s: hand cards lie face up", p)
		}
	}
	if p.Row() == 5 && pile.Len() != 1 {
		return fmt.Errorf("%s: a hand place holds one card, not %d", p, pile.Len())
	}
	if pile.Held() && p.Row() != 1 && p.Row() != 3 {
		return fmt.Errorf("%s: only a pile's card can be held", p)
	}
	return nil
}
