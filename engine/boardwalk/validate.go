package boardwalk

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardwalk/engine"
)

// Validate reports whether the knobs make a game. The error is an *engine.KnobError for the first
// knob that does not fit; no value is ever clamped. A valid variation need not be
// winnable.
func (v Variation) Validate() error {
	if err := validName(v.Name); err != nil {
		return err
	}
	return (&v).validRules()
}

// validRules is [Variation.Validate] without the name.
func (v *Variation) validRules() error {
	if c := v.conflict(validRanges, validDeck, validGeometry, validHand, validRow1, validFavors); c != nil {
		return &c.KnobError
	}
	return nil
}

func validName(name string) error {
	if n := utf8.RuneCountInString(name); n < 1 || n > 24 {
		return refuse("name", "It takes 1 to 24 characters, not %d.", n)
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return refuse("name", "It takes printable characters only.")
	}
	if strings.TrimSpace(name) == "" {
		return refuse("name", "It takes more than spaces.")
	}
	for _, p := range presets() {
		if strings.EqualFold(p.Name, strings.TrimSpace(name)) {
			return refuse("name", "%s is a game of the house: give yours a name of its own.", p.Name)
		}
	}
	return nil
}

// A conflict is a rule of validity that a variation breaks. Only a change of one of its
// knobs can mend it.
type conflict struct {
	engine.KnobError
	knobs []string
}

func conflictOf(knobs []string, name, format string, args ...any) *conflict {
	return &conflict{engine.KnobError{Knob: name, Why: fmt.Sprintf(format, args...)}, knobs}
}

// conflict returns the first conflict that one of the checks finds, or nil.
func (v *Variation) conflict(checks ...func(*Variation) *conflict) *conflict {
	for _, check := range checks {
		if c := check(v); c != nil {
			return c
		}
	}
	return nil
}

func validRanges(v *Variation) *conflict {
	for _, k := range [...]struct {
		name            string
		value, min, max int
	}{
		{"orderedRanks", v.OrderedRanks, 0, 18},
		{"suits", v.Suits, 2, 5},
		{"upper", v.Upper, 1, 10},
		{"lower", v.Lower, 1, 13},
		{"handColumns", v.HandColumns, 0, 2},
		{"favorsOnDeal", v.FavorsOnDeal, 0, v.Upper},
	} {
		if k.value < k.min || k.value > k.max {
			return conflictOf([]string{k.name, "upper"}, k.name, "It takes %d to %d, not %d.", k.min, k.max, k.value)
		}
	}
	switch v.Uniqueness {
	case PerBoard, PerWalk, Anywhere:
		return nil
	}
	return conflictOf([]string{"uniqueness"}, "uniqueness", `It takes "board", "walk" or "none", not %.20q.`, string(v.Uniqueness))
}

func validDeck(v *Variation) *conflict {
	if n := v.ranks(); n < 3 {
		return conflictOf([]string{"orderedRanks", "wilds", "frees", "jokers"},
			"orderedRanks", "A game takes 3 to 21 ranks, wild types included; %s.", only(n))
	}
	return nil
}

// only says how few ranks there are.
func only(ranks int) string {
	if ranks == 1 {
		return "this is 1"
	}
	return fmt.Sprintf("these are %d", ranks)
}

func validGeometry(v *Variation) *conflict {
	knobs := []string{"orderedRanks", "wilds", "frees", "jokers", "upper", "lower", "handColumns"}
	ranks, columns := v.ranks(), v.columns()
	switch {
	case columns > ranks:
		return conflictOf(knobs, "geometry", "%s too many for %s: upper, lower and hand columns together must be as many as the ranks, and are %d.",
			plural(columns-ranks, "column"), plural(ranks, "rank"), columns)
	case columns < ranks:
		return conflictOf(knobs, "geometry", "%s too few for %s: upper, lower and hand columns together must be as many as the ranks, and are %d.",
			plural(ranks-columns, "column"), plural(ranks, "rank"), columns)
	}
	return nil
}

func validHand(v *Variation) *conflict {
	if v.HandColumns > 0 {
		if !v.HandPlays() {
			return conflictOf([]string{"handColumns", "handBasic", "handPower", "handBlind", "trump", "highTrump", "coax"},
				"handColumns", "A hand needs a kind of play that uses it: basic, power or blind plays, trumps, high trumps or coaxing.")
		}
		return nil
	}
	for _, p := range [...]struct {
		name string
		on   bool
	}{
		{"handBasic", v.HandBasic}, {"handPower", v.HandPower}, {"handBlind", v.HandBlind},
		{"trump", v.Trump}, {"highTrump", v.HighTrump}, {"coax", v.Coax},
	} {
		if p.on {
			return conflictOf([]string{p.name, "handColumns"}, p.name, "It takes a hand, of 1 or 2 hand columns, and there is none.")
		}
	}
	return nil
}

func validRow1(v *Variation) *conflict {
	switch {
	case v.Coax && v.AutoFlipUpper:
		return conflictOf([]string{"coax", "autoFlipUpper"}, "coax", "It can never happen while row 1 turns up by itself: no upper stack is without a face-up card.")
	case !v.AutoFlipUpper && !v.Favor:
		return conflictOf([]string{"favor", "autoFlipUpper"}, "autoFlipUpper", "It cannot be off without favors: row 1 could never be opened.")
	case v.Favor && v.AutoFlipUpper:
		return conflictOf([]string{"favor", "autoFlipUpper"}, "favor", "It can never happen while row 1 turns up by itself: every upper stack has a face-up card.")
	case !v.PerpetualRule && (v.HighTrump || v.Coax):
		return conflictOf([]string{"perpetualRule"}, "perpetualRule", "It cannot be off with high trumps or coaxing: a game could go on for ever.")
	}
	return nil
}

func validFavors(v *Variation) *conflict {
	if v.AutoFlipUpper && v.FavorsOnDeal > 0 {
		return conflictOf([]string{"favorsOnDeal", "autoFlipUpper"}, "favorsOnDeal",
			"It takes 0 while row 1 turns up by itself, not %d.", v.FavorsOnDeal)
	}
	untopped := v.Upper - v.FavorsOnDeal
	if v.AutoFlipUpper {
		untopped = 0
	}
	if v.OpeningFavors < 0 || v.OpeningFavors > untopped {
		return conflictOf([]string{"openingFavors", "favorsOnDeal", "autoFlipUpper", "upper"}, "openingFavors",
			"It takes 0 to %d, the upper stacks dealt without a face-up card, not %d.", untopped, v.OpeningFavors)
	}
	return nil
}

// Warnings returns sentences about settings that are allowed but make a poor game, for
// the player who makes a variation.
func (v Variation) Warnings() []string {
	var w []string
	if v.Uniqueness == Anywhere && !v.OrderLower && !v.OrderUpper {
		w = append(w, "With any number of foundations for a rank and no walk in order, almost anything may be declared anywhere.")
	}
	if v.Trump && !v.OrderUpper && v.Upper > 1 {
		w = append(w, "Trumps onto an upper walk without order make the game easy.")
	}
	if p := playable(v); v.HandColumns > 0 && v.HandPlays() && !p.HandPlays() {
		w = append(w, "On a board as narrow as this one no card of the hand can ever be played.")
	} else if p.HandPower && !p.HandBasic && !p.HandBlind && !p.Trump && !p.HighTrump && !p.Coax {
		w = append(w, "With power plays alone the hand rests until a lower column is blocked.")
	}
	return w
}
