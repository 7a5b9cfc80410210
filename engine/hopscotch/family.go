package hopscotch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/design"
	"boardwalk/engine/hopscotch/compact"
)

// Rules are what the knobs of the family set.
type Rules struct {
	Reserves int // 1-6
	Redeals  int // 0-3; the reserves are the stock again
	// Foundations is also how many cards each rank has: 2-4. Bases has the rank with which each
	// begins, 1 for the Ace, and Steps by how much it climbs.
	Foundations  int
	Bases, Steps [compact.MostLadders]int
	Laid         bool // the first card of each foundation is laid out before the deal
	Ranks        int  // 7, 11 or 13, so that any step leads to all of them
}

// The rules of the family's own games: Calculation, which is Hopscotch (1-2-3-4), and Sir Tommy and Lady
// Betty as PySolFC plays them.
var (
	calculation = Rules{Reserves: 4, Foundations: 4, Bases: [...]int{1, 2, 3, 4}, Steps: [...]int{1, 2, 3, 4}, Laid: true, Ranks: 13}
	sirTommy    = Rules{Reserves: 4, Foundations: 4, Bases: [...]int{1, 1, 1, 1}, Steps: [...]int{1, 1, 1, 1}, Ranks: 13}
	ladyBetty   = Rules{Reserves: 6, Foundations: 4, Bases: [...]int{1, 1, 1, 1}, Steps: [...]int{1, 1, 1, 1}, Ranks: 13}
)

// most returns how many cards a game brings to the foundations, which are the most points.
func (r Rules) most() int {
	if r.Laid {
		return (r.Ranks - 1) * r.Foundations
	}
	return r.Ranks * r.Foundations
}

// compact returns the rules as searches and play-outs want them.
func (r Rules) compact() *compact.Rules {
	bases := make([]int, r.Foundations)
	for k := range bases {
		bases[k] = r.Bases[k] - 1
	}
	return compact.NewRules(compact.Rules{Ranks: int8(r.Ranks), Ladders: int8(r.Foundations), Reserves: int8(r.Reserves),
		Redeals: int8(r.Redeals), Laid: r.Laid}, bases, r.Steps[:r.Foundations])
}

// The groups of knobs.
const (
	tableGroup = "Table"
	deckGroup  = "Deck"
	baseGroup  = "Begin with"
	stepGroup  = "Climb by"
)

// knobs are those of the family. Texts and share codes have their order, so it is frozen.
var knobs = func() design.Knobs[Rules] {
	number := design.Number[Rules]
	all := design.Knobs[Rules]{
		number("reserves", tableGroup, "Reserves", 1, compact.MostReserves,
			"How many piles keep the cards that no foundation takes yet.", func(r *Rules) *int { return &r.Reserves }),
		number("redeals", tableGroup, "Redeals", 0, 3,
			"How often the reserves are turned over and dealt again.", func(r *Rules) *int { return &r.Redeals }),
		number("foundations", tableGroup, "Foundations", 2, compact.MostLadders,
			"How many foundations there are, and how many cards each rank has.", func(r *Rules) *int { return &r.Foundations }),
		design.OnOff("laid", tableGroup, "First cards laid out",
			"Each foundation begins with a card. Without it, its first card has to come first.", func(r *Rules) *bool { return &r.Laid }),
		{Name: "ranks", Group: deckGroup, Label: "Ranks", Means: "How many ranks are in play, from the Ace up: 13 is Ace to King.",
			Takes: "7, 11 or 13", Values: []string{"7", "11", "13"},
			Get: func(r *Rules) int { return slices.Index(primes, r.Ranks) }, Set: func(r *Rules, n int) { r.Ranks = primes[n] }},
	}
	for k := range compact.MostLadders {
		all = append(all, number("base"+strconv.Itoa(k+1), baseGroup, ordinals[k]+" foundation", 1, 7,
			"The rank of its first card: 1 is the Ace.", func(r *Rules) *int { return &r.Bases[k] }))
	}
	for k := range compact.MostLadders {
		all = append(all, number("step"+strconv.Itoa(k+1), stepGroup, ordinals[k]+" foundation", 1, 6,
			"By how many ranks it climbs from card to card, past the highest on to the Ace.", func(r *Rules) *int { return &r.Steps[k] }))
	}
	return all
}()

var (
	primes   = []int{7, 11, 13}
	ordinals = []string{"First", "Second", "Third", "Fourth"}
)

var family = design.New(design.Family[Rules]{
	Heading: "Calculation", Mark: "CA1", Knobs: knobs, Groups: []string{tableGroup, deckGroup, baseGroup, stepGroup},
	Own: []Rules{calculation, sirTommy, ladyBetty}, Games: map[Rules]engine.Game{calculation: New()},
})

// Family returns the family of Calculation, whose knobs are those of [Rules].
func Family() engine.Family { return family }

// Idle implements [design.Rules].
func (r Rules) Idle(knob string) string {
	for k := r.Foundations; k < compact.MostLadders; k++ {
		if n := strconv.Itoa(k + 1); knob == "base"+n || knob == "step"+n {
			return fmt.Sprintf("There are %d foundations.", r.Foundations)
		}
	}
	return ""
}

// Warnings implements [design.Rules]. With two reserves, or one and a redeal, the arcade's player won
// none of 30 deals of 48 cards.
func (r Rules) Warnings(measured bool) (w []string) {
	if !measured && r.Reserves+r.Redeals < 3 && r.most() > 30 {
		w = append(w, "With so few reserves hardly a deal can be won.")
	}
	return w
}

// Title implements [design.Rules]: "Climb 1-3-5 x4" has three foundations, by those steps, and four
// reserves. Redeals follow: "x4+1".
func (r Rules) Title() string {
	switch r {
	case calculation:
		return "Calculation"
	case sirTommy:
		return "Sir Tommy"
	case ladyBetty:
		return "Lady Betty"
	}
	var steps []string
	for _, step := range r.Steps[:r.Foundations] {
		steps = append(steps, strconv.Itoa(step))
	}
	title := fmt.Sprintf("Climb %s x%d", strings.Join(steps, "-"), r.Reserves)
	if r.Redeals > 0 {
		title += fmt.Sprintf("+%d", r.Redeals)
	}
	return title
}

// Summary implements [design.Rules].
func (r Rules) Summary() string {
	parts := []string{engine.Plural(r.Ranks*r.Foundations, "card"), fmt.Sprintf("%d foundations from %s by %s",
		r.Foundations, list(r.Bases[:r.Foundations], func(n int) string { return engine.Rank(n - 1).Letter() }), list(r.Steps[:r.Foundations], strconv.Itoa)),
		engine.Plural(r.Reserves, "reserve")}
	if r.Redeals > 0 {
		parts = append(parts, engine.Plural(r.Redeals, "redeal"))
	}
	return strings.Join(parts, ", ") + "."
}

// list joins numbers as text says them: "1, 2, 3 and 4", or the one number if all are the same.
func list(numbers []int, text func(int) string) string {
	if len(slices.Compact(slices.Clone(numbers))) == 1 {
		return text(numbers[0])
	}
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = text(n)
	}
	return engine.Listed(texts, "and")
}

// A madeUp is a game that somebody made up; it is an [engine.MadeUp].
type madeUp struct{ *game }

// MakeUp implements [design.Rules].
func (r Rules) MakeUp(name string) engine.MadeUp {
	return madeUp{newGame(r, engine.Info{
		ID: design.ID(knobs.Text(r)), Name: name, Family: "Calculation", Author: "tradition", Summary: family.Design(r).Summary(),
		Aim: engine.Aim{
			Full:  fmt.Sprintf("Bring all cards onto the %d foundations, which climb by %s.", r.Foundations, list(r.Steps[:r.Foundations], strconv.Itoa)),
			Brief: fmt.Sprintf("Climb by %s.", list(r.Steps[:r.Foundations], strconv.Itoa)),
			Deal:  "The stock deals one card at a time; what must wait goes to row 3.",
		},
	})}
}

// Design implements [engine.MadeUp].
func (m madeUp) Design() engine.Design { return family.Design(m.game.Rules) }

// Named implements [engine.MadeUp]. It does not check the name.
func (m madeUp) Named(name string) engine.MadeUp {
	g := *m.game
	g.info.Name = name
	return madeUp{&g}
}
