package boardwalk

import (
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

// Validate reports whether the knobs make a game. The error is an *engine.KnobError for the
// first knob that does not fit; no value is ever clamped. A valid variation need not be
// winnable.
func (v Variation) Validate() error {
	if err := design.CheckName(v.Name, slices.Values(games)); err != nil {
		return err
	}
	if err := knobs.Check(v); err != nil {
		return err
	}
	return v.lawful()
}

// lawful returns an *engine.KnobError for the first law that is broken. Each knob has one of its values.
func (v Variation) lawful() error {
	for _, l := range laws {
		if l.broken(&v) {
			return &engine.KnobError{Knob: l.knob, Why: l.why(&v)}
		}
	}
	return nil
}

// A law is what must hold of the knobs, each of which has one of its values, so that they make a
// game. If it is broken, only a change of one of certain knobs can mend it.
type law struct {
	knob   string // which is refused
	mends  uint32 // the knobs that can mend it, a set of indexes
	broken func(*Variation) bool
	why    func(*Variation) string // a sentence; the law is broken
}

// laws holds every law, in the order in which they are judged.
var laws = func() []law {
	always := func(why string) func(*Variation) string { return func(*Variation) string { return why } }
	play := func(knob string, on func(*Variation) bool) law {
		return law{knob, setOf(knob, "handColumns"),
			func(v *Variation) bool { return v.HandColumns == 0 && on(v) },
			always("It takes a hand, of 1 or 2 hand columns, and there is none.")}
	}
	return []law{
		{"favorsOnDeal", setOf("favorsOnDeal", "upper"),
			func(v *Variation) bool { return v.FavorsOnDeal > v.Upper },
			func(v *Variation) string { return fmt.Sprintf("It takes 0 to %d, not %d.", v.Upper, v.FavorsOnDeal) }},
		{"orderedRanks", setOf("orderedRanks", "wilds", "frees", "jokers"),
			func(v *Variation) bool { return v.ranks() < 3 },
			func(v *Variation) string {
				return fmt.Sprintf("A game takes 3 to 21 ranks, wild types included, not %d.", v.ranks())
			}},
		{"geometry", setOf("orderedRanks", "wilds", "frees", "jokers", "upper", "lower", "handColumns"),
			func(v *Variation) bool { return v.columns() != v.ranks() },
			func(v *Variation) string {
				ranks := fmt.Sprintf("%d ranks", v.ranks())
				if v.ranks() != v.OrderedRanks {
					ranks += " with wild types"
				}
				return fmt.Sprintf("%s need %d columns (upper + lower + hand); there are %d.", ranks, v.ranks(), v.columns())
			}},
		{"handColumns", setOf("handColumns", "handBasic", "handPower", "handBlind", "trump", "highTrump", "coax"),
			func(v *Variation) bool { return v.HandColumns > 0 && !v.HandPlays() },
			always("A hand needs a kind of play that uses it: basic, power or blind plays, trumps, high trumps or coaxing.")},
		play("handBasic", func(v *Variation) bool { return v.HandBasic }),
		play("handPower", func(v *Variation) bool { return v.HandPower }),
		play("handBlind", func(v *Variation) bool { return v.HandBlind }),
		play("trump", func(v *Variation) bool { return v.Trump }),
		play("highTrump", func(v *Variation) bool { return v.HighTrump }),
		play("coax", func(v *Variation) bool { return v.Coax }),
		{"coax", setOf("coax", "autoFlipUpper"),
			func(v *Variation) bool { return v.Coax && v.AutoFlipUpper },
			always("It can never happen while row 1 turns up by itself: no upper pile is without a face-up card.")},
		{"autoFlipUpper", setOf("autoFlipUpper", "favor"),
			func(v *Variation) bool { return !v.AutoFlipUpper && !v.Favor },
			always("It cannot be off without favors: row 1 could never be opened.")},
		{"favor", setOf("autoFlipUpper", "favor"),
			func(v *Variation) bool { return v.AutoFlipUpper && v.Favor },
			always("It can never happen while row 1 turns up by itself: every upper pile has a face-up card.")},
		{"favorsOnDeal", setOf("favorsOnDeal", "autoFlipUpper"),
			func(v *Variation) bool { return v.AutoFlipUpper && v.FavorsOnDeal > 0 },
			func(v *Variation) string {
				return fmt.Sprintf("It takes 0 while row 1 turns up by itself, not %d.", v.FavorsOnDeal)
			}},
		{"openingFavors", setOf("openingFavors", "favorsOnDeal", "upper", "autoFlipUpper"),
			func(v *Variation) bool { return v.OpeningFavors > v.untopped() },
			func(v *Variation) string {
				if v.untopped() == 0 {
					return "It takes 0: every upper pile is dealt with a face-up card."
				}
				return fmt.Sprintf("It takes 0 to %d: so many upper piles are dealt without a face-up card.", v.untopped())
			}},
	}
}()

// untopped returns how many upper stacks are dealt without a face-up card.
func (v *Variation) untopped() int {
	if v.AutoFlipUpper {
		return 0
	}
	return v.Upper - v.FavorsOnDeal
}

// setOf returns knobs as a set of their indexes.
func setOf(names ...string) (set uint32) {
	for _, name := range names {
		set |= 1 << knobs.Index(name)
	}
	return set
}
