package boardwalk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Validate reports whether the knobs make a game. The error is an *engine.KnobError for the first
// knob that does not fit; no value is ever clamped. A valid variation need not be
// winnable.
func (v Variation) Validate() error {
	for _, check := range []func(Variation) error{
		validName, validRanges, validDeck, validGeometry, validHand, validRow1, validFavors,
	} {
		if err := check(v); err != nil {
			return err
		}
	}
	return nil
}

func validName(v Variation) error {
	if n := utf8.RuneCountInString(v.Name); n < 1 || n > 24 {
		return refuse("name", "It takes 1 to 24 characters, not %d.", n)
	}
	if !utf8.ValidString(v.Name) || strings.ContainsFunc(v.Name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return refuse("name", "It takes printable characters only.")
	}
	if strings.TrimSpace(v.Name) == "" {
		return refuse("name", "It takes more than spaces.")
	}
	for _, p := range presets() {
		if strings.EqualFold(p.Name, strings.TrimSpace(v.Name)) {
			return refuse("name", "%s is a game of the house: give yours a name of its own.", p.Name)
		}
	}
	return nil
}

func validRanges(v Variation) error {
	for _, k := range []struct {
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
			return refuse(k.name, "It takes %d to %d, not %d.", k.min, k.max, k.value)
		}
	}
	switch v.Uniqueness {
	case PerBoard, PerWalk, Anywhere:
		return nil
	}
	return refuse("uniqueness", `It takes "board", "walk" or "none", not %.20q.`, string(v.Uniqueness))
}

func validDeck(v Variation) error {
	if n := len(v.Ranks()); n < 3 {
		return refuse("orderedRanks", "A game takes 3 to 21 ranks, wild types included; these are %d.", n)
	}
	return nil
}

func validGeometry(v Variation) error {
	ranks, columns := len(v.Ranks()), v.Upper+v.Lower+v.HandColumns
	switch {
	case columns > ranks:
		return refuse("geometry", "%s too many for %d ranks: upper + lower + handColumns is %d and must equal the ranks.",
			plural(columns-ranks, "column"), ranks, columns)
	case columns < ranks:
		return refuse("geometry", "%s too few for %d ranks: upper + lower + handColumns is %d and must equal the ranks.",
			plural(ranks-columns, "column"), ranks, columns)
	}
	return nil
}

func validHand(v Variation) error {
	if v.HandColumns > 0 {
		if !v.HandPlays() {
			return refuse("handColumns", "A hand needs a kind of play that uses it: handBasic, handPower, handBlind, trump, highTrump or coax.")
		}
		return nil
	}
	for _, p := range []struct {
		name string
		on   bool
	}{
		{"handBasic", v.HandBasic}, {"handPower", v.HandPower}, {"handBlind", v.HandBlind},
		{"trump", v.Trump}, {"highTrump", v.HighTrump}, {"coax", v.Coax},
	} {
		if p.on {
			return refuse(p.name, "It takes a hand: handColumns 1 or 2, not 0.")
		}
	}
	return nil
}

func validRow1(v Variation) error {
	switch {
	case v.Coax && v.AutoFlipUpper:
		return refuse("coax", "It can never happen while autoFlipUpper is on: no upper stack is without a face-up card.")
	case !v.AutoFlipUpper && !v.Favor:
		return refuse("autoFlipUpper", "It cannot be off while favor is off: row 1 could never be opened.")
	case v.Favor && v.AutoFlipUpper:
		return refuse("favor", "It can never happen while autoFlipUpper is on: every upper stack turns up by itself.")
	case !v.PerpetualRule && (v.HighTrump || v.Coax):
		return refuse("perpetualRule", "It cannot be off with highTrump or coax: a game could go on for ever.")
	}
	return nil
}

func validFavors(v Variation) error {
	if v.AutoFlipUpper && v.FavorsOnDeal > 0 {
		return refuse("favorsOnDeal", "It takes 0 while autoFlipUpper is on, not %d.", v.FavorsOnDeal)
	}
	untopped := v.Upper - v.FavorsOnDeal
	if v.AutoFlipUpper {
		untopped = 0
	}
	if v.OpeningFavors < 0 || v.OpeningFavors > untopped {
		return refuse("openingFavors", "It takes 0 to %d, the upper stacks dealt without a face-up card, not %d.", untopped, v.OpeningFavors)
	}
	return nil
}

// Warnings returns sentences about settings that are allowed but make a poor game, for
// the player who makes a variation.
func (v Variation) Warnings() []string {
	var w []string
	if v.Uniqueness == Anywhere && !v.OrderLower && !v.OrderUpper {
		w = append(w, "With uniqueness \"none\" and no walk in order, almost anything may be declared anywhere.")
	}
	if v.Trump && !v.OrderUpper {
		w = append(w, "Trumps onto an upper walk without order make the game easy.")
	}
	if v.HandPower && !v.HandBasic && !v.HandBlind && !v.Trump && !v.HighTrump && !v.Coax {
		w = append(w, "With power plays alone the hand rests until a lower column is blocked.")
	}
	return w
}
