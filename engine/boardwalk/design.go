package boardwalk

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

// Family returns the Boardwalk family, whose knobs are those of a [Variation].
func Family() engine.Family { return family }

var family = func() *design.Family[Variation] {
	f := design.Family[Variation]{
		Heading: "Boardwalk", Mark: "BW1", Knobs: knobs, Groups: []string{deckGroup, layoutGroup, ruleGroup, playGroup},
		Games: make(map[Variation]engine.Game), Valid: Variation.lawful, Mend: mend, Derive: derive,
		Draw: func(random *rand.Rand) Variation { return Random(random).rules() },
	}
	for i, p := range presets() {
		f.Own = append(f.Own, p.rules())
		f.Games[p.rules()] = games[i]
	}
	return design.New(f)
}()

// Design returns the design with these knobs.
func (v Variation) Design() engine.Design { return family.Design(v.rules()) }

// rules returns the variation without its name.
func (v Variation) rules() Variation {
	v.Name = ""
	return v
}

// Idle implements [design.Rules]. A knob that has to be changed to make a game is not idle.
func (v Variation) Idle(name string) string {
	turnsUp := func(set bool) string {
		if v.AutoFlipUpper && !set {
			return "Row 1 turns up by itself."
		}
		return ""
	}
	switch name {
	case "perpetualRule":
		return "Always on: else a game could go on for ever."
	case "orderUpper":
		return v.idleOrder(v.Upper)
	case "orderLower":
		return v.idleOrder(v.Lower)
	case "handBasic":
		return v.idlePlay(v.HandBasic, 2)
	case "handPower":
		return v.idlePlay(v.HandPower, v.Lower)
	case "handBlind":
		return v.idlePlay(v.HandBlind, 2)
	case "trump":
		return v.idlePlay(v.Trump, v.Upper)
	case "highTrump":
		return v.idlePlay(v.HighTrump, v.Upper)
	case "coax":
		if why := v.idlePlay(v.Coax, v.Upper); why != "" {
			return why
		}
		return turnsUp(v.Coax)
	case "favor":
		return turnsUp(v.Favor)
	case "favorsOnDeal":
		return turnsUp(v.FavorsOnDeal > 0)
	case "openingFavors":
		if v.OpeningFavors == 0 && v.FavorsOnDeal == v.Upper {
			return "Every upper pile begins with a face-up card."
		}
		return turnsUp(v.OpeningFavors > 0)
	}
	return ""
}

// idleOrder returns why order cannot matter on a walk of so many columns, or "".
func (v Variation) idleOrder(columns int) string {
	switch {
	case columns == 1:
		return "A walk of one column is always in order."
	case v.OrderedRanks < 2:
		return "No two ranks have an order."
	}
	return ""
}

// idlePlay returns why a play from the hand can never happen, or "". It is on or off, and
// the card that comes back can lie on another one of so many columns.
func (v Variation) idlePlay(on bool, columns int) string {
	switch {
	case v.HandColumns == 0 && !on:
		return "There is no hand."
	case v.HandColumns > 0 && columns == 1:
		return "The card that comes back lies on another column, and this walk has only one."
	}
	return ""
}

// Warnings implements [design.Rules].
func (v Variation) Warnings(measured bool) (w []string) {
	p := playable(v)
	if !measured && v.Uniqueness == Anywhere && !v.OrderLower && !v.OrderUpper {
		w = append(w, "With any number of foundations for a rank and no walk in order, almost anything may be declared anywhere.")
	}
	if !measured && v.Trump && !v.OrderUpper && v.Upper > 1 {
		w = append(w, "Trumps onto an upper walk without order make the game easy.")
	}
	if v.Lower == 1 {
		w = append(w, "With one lower column a single card that blocks it can end the game.")
	}
	if v.HandColumns > 0 && v.HandPlays() && !p.HandPlays() {
		w = append(w, "On a board as narrow as this one no card of the hand can ever be played.")
	} else if p.HandPower && !p.HandBasic && !p.HandBlind && !p.Trump && !p.HighTrump && !p.Coax {
		w = append(w, "With power plays alone the hand rests until a lower column is blocked.")
	}
	return w
}

// Title implements [design.Rules]. It is made as the authors made theirs, of the kind of game and
// the numbers of columns: "Lucky 57".
func (v Variation) Title() string {
	kind, p := "Hop", playable(v)
	if !p.HandPlays() {
		p = v // on its narrow board no card of the hand can ever be played
	}
	switch {
	case v.HandColumns == 0:
	case p.Coax:
		kind = "Cheshire"
	case p.Trump || p.HighTrump:
		kind = "Scotsi"
	case p.HandPlays():
		kind = "Lucky"
	}
	return kind + " " + strconv.Itoa(v.Upper) + strconv.Itoa(v.Lower)
}

// MakeUp implements [design.Rules].
func (v Variation) MakeUp(name string) engine.MadeUp {
	v.Name = name
	return newMadeUp(v)
}

// Summary implements [design.Rules], with what differs in play first: "The lower walk ascends; a hand of
// 4 for the lower walk, 5 + 7 columns, 52 cards."
func (v Variation) Summary() string {
	p := playable(v)
	deck := engine.Plural(v.cards(), "card")
	if wild := v.Ranks()[v.OrderedRanks:]; len(wild) == 1 {
		deck += " with " + v.WildTypes()[0]
	} else if len(wild) > 1 {
		var letters []string
		for _, r := range wild {
			letters = append(letters, r.Letter())
		}
		deck += " with wild types " + engine.Listed(letters, "and")
	}
	var what []string
	if v.HandColumns > 0 {
		walk := ""
		switch low, high := p.HandBasic || p.HandPower || p.HandBlind, p.Trump || p.HighTrump || p.Coax; {
		case low && high:
			walk = " for both walks"
		case low:
			walk = " for the lower walk"
		case high:
			walk = " for the upper walk"
		}
		what = append(what, fmt.Sprintf("a hand of %d%s", v.HandColumns*v.Suits, walk))
	}
	switch {
	case p.Coax:
		what = append(what, "coaxing")
	case v.Favor:
		what = append(what, "favors")
	}
	what = append(what, fmt.Sprintf("%d + %d columns", v.Upper, v.Lower), deck)
	return p.order() + "; " + strings.Join(what, ", ") + "."
}

// order says how ranks may lie, for a summary.
func (v Variation) order() string {
	how := "Ranks in any order"
	switch {
	case v.OrderLower && v.OrderUpper:
		how = "Both walks ascend"
	case v.OrderLower:
		how = "The lower walk ascends"
	case v.OrderUpper:
		how = "The upper walk ascends"
	}
	switch v.Uniqueness {
	case PerWalk:
		how += ", each rank once a walk"
	case Anywhere:
		how += ", ranks may repeat"
	}
	return how
}
