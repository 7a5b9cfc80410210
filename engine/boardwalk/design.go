package boardwalk

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
)

// Family returns the Boardwalk family, whose knobs are those of a [Variation].
func Family() engine.Family { return family{} }

type family struct{}

// Name implements [engine.Family].
func (family) Name() string { return "Boardwalk" }

// Designs implements [engine.Family].
func (family) Designs() []engine.Design {
	var all []engine.Design
	for _, p := range presets() {
		all = append(all, designOf(p.Variation))
	}
	return all
}

// Random implements [engine.Family].
func (family) Random(r *rand.Rand) engine.Design { return designOf(Random(r)) }

// Parse implements [engine.Family].
func (family) Parse(text string) (engine.Design, error) {
	v, err := parseCanonical(text)
	if err != nil {
		return nil, err
	}
	return designOf(v), nil
}

// ParseCode implements [engine.Family].
func (family) ParseCode(text string) (engine.Design, error) {
	v, err := ParseCode(text)
	if err != nil {
		return nil, err
	}
	return designOf(v), nil
}

// A design is a variation that is being made; it is an [engine.Design]. Its name is empty.
type design struct {
	v    Variation
	kept string // the knob that was set last, "" if none was
}

// Design returns the design with these knobs.
func (v Variation) Design() engine.Design { return designOf(v) }

func designOf(v Variation) design {
	v.Name = ""
	return design{v: v}
}

// Family implements [engine.Design].
func (design) Family() engine.Family { return family{} }

// Knobs implements [engine.Design].
func (d design) Knobs() []engine.Knob {
	all := make([]engine.Knob, len(bench))
	for i, at := range bench {
		k := knobs[at]
		all[i] = engine.Knob{Name: k.name, Group: k.group, Label: k.label, Means: k.means,
			Value: k.value(&d.v), Values: slices.Clone(k.values), Idle: d.v.idle(k.name)}
	}
	return all
}

// Set implements [engine.Design]. The case of letters does not matter, and on and off
// stand for true and false.
func (d design) Set(name, value string) (engine.Design, error) {
	i := slices.IndexFunc(knobs, func(k knob) bool { return strings.EqualFold(k.name, name) })
	if i < 0 {
		return nil, refuse(name, "There is no knob of this name.")
	}
	k := knobs[i]
	n := slices.IndexFunc(k.values, func(known string) bool {
		word, ok := onOrOff[known]
		return strings.EqualFold(known, value) || ok && strings.EqualFold(word, value)
	})
	if n < 0 {
		return nil, refuse(k.name, "It takes %s, not %.20q.", k.takes, value)
	}
	k.set(&d.v, n)
	d.kept = k.name
	return d, nil
}

// onOrOff holds other words for the values of JSON.
var onOrOff = map[string]string{"true": "on", "false": "off"}

// idle returns why a knob cannot matter as the others are set, or "". A knob that has to
// be changed to make a game is not idle.
func (v Variation) idle(name string) string {
	turnsUp := func(set bool) string {
		if v.AutoFlipUpper && !set {
			return "Row 1 turns up by itself."
		}
		return ""
	}
	switch name {
	case "perpetualRule":
		return "It is always on: without it a game could go on for ever."
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

// Problem implements [engine.Design]. The fix keeps the knob that was set last.
func (d design) Problem() *engine.Problem {
	var refused *engine.KnobError
	if !errors.As(d.v.validRules(), &refused) {
		return nil
	}
	fix := mend(d.v, d.kept)
	return &engine.Problem{KnobError: *refused, Fix: design{fix, d.kept}, FixText: changes(&d.v, &fix)}
}

// changes says how to get from one variation to another: "Hand columns: 1; lower columns: 7".
func changes(from, to *Variation) string {
	var parts []string
	for _, at := range bench {
		k := knobs[at]
		value := k.value(to)
		if value == k.value(from) {
			continue
		}
		if word, ok := onOrOff[value]; ok {
			value = word
		}
		label := k.label
		if len(parts) > 0 {
			label = strings.ToLower(label[:1]) + label[1:]
		}
		parts = append(parts, label+": "+value)
	}
	return strings.Join(parts, "; ")
}

// Warnings implements [engine.Design].
func (d design) Warnings(measured bool) (w []string) {
	v, p := d.v, playable(d.v)
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

// Summary implements [engine.Design].
func (d design) Summary() string { return d.v.summary() }

// Title implements [engine.Design]. It is made as the authors made theirs, of the kind of game and
// the numbers of columns: "Lucky 57". A title that a built-in game has is not for other rules.
func (d design) Title() string {
	kind, v, p := "Hop", d.v, playable(d.v)
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
	title := kind + " " + strconv.Itoa(v.Upper) + strconv.Itoa(v.Lower)
	if house[v] != nil {
		return title
	}
	for _, g := range games {
		if info := g.Info(); info.Name == title || slices.Contains(info.Aliases, title) {
			return title + " variation"
		}
	}
	return title
}

// Game implements [engine.Design].
func (d design) Game(name string) (engine.Game, error) {
	if err := d.v.validRules(); err != nil {
		return nil, err
	}
	if g, ok := house[d.v]; ok {
		return g, nil
	}
	if err := validName(name); err != nil {
		return nil, err
	}
	v := d.v
	v.Name = name
	return newMadeUp(v), nil
}

// Code implements [engine.Design].
func (d design) Code() string {
	if d.v.validRules() != nil {
		return ""
	}
	return formatCode(d.v)
}

// Text implements [engine.Design].
func (d design) Text() string { return d.v.canonical() }

// house holds the games of the authors' variations by their rules.
var house = func() map[Variation]engine.Game {
	byRules := make(map[Variation]engine.Game)
	for i, p := range presets() {
		byRules[designOf(p.Variation).v] = games[i]
	}
	return byRules
}()

// summary returns what the variation is, in one line: "52 cards, 5 + 7 columns, a hand of 4
// for the lower walk; the lower walk ascends."
func (v Variation) summary() string {
	p := playable(v)
	deck := engine.Plural(v.cards(), "card")
	switch wild := v.ranks() - v.OrderedRanks; wild {
	case 0:
	case 1:
		deck += " with " + v.Ranks()[v.OrderedRanks].Plural()
	default:
		deck += fmt.Sprintf(" with %d wild types", wild)
	}
	what := []string{deck, fmt.Sprintf("%d + %d columns", v.Upper, v.Lower)}
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
	return strings.Join(what, ", ") + "; " + p.order() + "."
}

// order says how ranks may lie, for a summary.
func (v Variation) order() string {
	how := "ranks in any order"
	switch {
	case v.OrderLower && v.OrderUpper:
		how = "both walks ascend"
	case v.OrderLower:
		how = "the lower walk ascends"
	case v.OrderUpper:
		how = "the upper walk ascends"
	}
	switch v.Uniqueness {
	case PerWalk:
		how += ", each rank once a walk"
	case Anywhere:
		how += ", ranks may repeat"
	}
	return how
}
