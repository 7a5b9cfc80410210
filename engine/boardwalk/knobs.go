package boardwalk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"boardwalk/engine"
)

// A Knob is one setting of a variation, as forms, JSON and help texts name it.
type Knob struct {
	Name  string // camelCase
	Range string // the values it takes, in words
	at    func(*Variation) any
}

// Knobs returns every knob. The canonical text, from which a variation's ID is made, has
// the same order, so the order is frozen.
func Knobs() []Knob {
	const onOff = "true or false"
	return []Knob{
		{"name", "1 to 24 printable characters", func(v *Variation) any { return &v.Name }},
		{"orderedRanks", "0 to 18", func(v *Variation) any { return &v.OrderedRanks }},
		{"wilds", onOff, func(v *Variation) any { return &v.Wilds }},
		{"frees", onOff, func(v *Variation) any { return &v.Frees }},
		{"jokers", onOff, func(v *Variation) any { return &v.Jokers }},
		{"suits", "2 to 5", func(v *Variation) any { return &v.Suits }},
		{"upper", "1 to 10", func(v *Variation) any { return &v.Upper }},
		{"lower", "1 to 13", func(v *Variation) any { return &v.Lower }},
		{"handColumns", "0 to 2", func(v *Variation) any { return &v.HandColumns }},
		{"orderLower", onOff, func(v *Variation) any { return &v.OrderLower }},
		{"orderUpper", onOff, func(v *Variation) any { return &v.OrderUpper }},
		{"uniqueness", `"board", "walk" or "none"`, func(v *Variation) any { return &v.Uniqueness }},
		{"slide", onOff, func(v *Variation) any { return &v.Slide }},
		{"handBasic", onOff, func(v *Variation) any { return &v.HandBasic }},
		{"handPower", onOff, func(v *Variation) any { return &v.HandPower }},
		{"handBlind", onOff, func(v *Variation) any { return &v.HandBlind }},
		{"trump", onOff, func(v *Variation) any { return &v.Trump }},
		{"highTrump", onOff, func(v *Variation) any { return &v.HighTrump }},
		{"coax", onOff, func(v *Variation) any { return &v.Coax }},
		{"autoFlipUpper", onOff, func(v *Variation) any { return &v.AutoFlipUpper }},
		{"favor", onOff, func(v *Variation) any { return &v.Favor }},
		{"favorsOnDeal", "0 to the number of upper columns", func(v *Variation) any { return &v.FavorsOnDeal }},
		{"openingFavors", "0 to the number of upper stacks dealt without a face-up card", func(v *Variation) any { return &v.OpeningFavors }},
		{"spikePoints", onOff, func(v *Variation) any { return &v.SpikePoints }},
		{"perpetualRule", "true", func(v *Variation) any { return &v.PerpetualRule }},
		{"despike", onOff, func(v *Variation) any { return &v.Despike }},
	}
}

func refuse(knob, format string, args ...any) error {
	return &engine.KnobError{Knob: knob, Why: fmt.Sprintf(format, args...)}
}

// Override returns v with the knobs changed that a JSON object names. Unless the object
// names it, the result has the default name. Override checks the names and types of
// knobs; [Variation.Validate] judges the whole. The error is an *engine.KnobError.
func (v Variation) Override(object []byte) (Variation, error) {
	v.Name = Default().Name
	if _, err := decode(&v, object); err != nil {
		return Variation{}, err
	}
	return v, nil
}

// ParseVariation returns the variation that a JSON object describes. A knob that the
// object does not name has its default; the hand plays on the lower walk are on by
// default if there is a hand. The error is an *engine.KnobError.
func ParseVariation(object []byte) (Variation, error) {
	v := Default()
	given, err := decode(&v, object)
	if err != nil {
		return Variation{}, err
	}
	for knob, play := range map[string]*bool{"handBasic": &v.HandBasic, "handPower": &v.HandPower, "handBlind": &v.HandBlind} {
		if !given[knob] {
			*play = v.HandColumns > 0
		}
	}
	return v, nil
}

// decode sets the knobs that object names, and returns their names.
func decode(v *Variation, object []byte) (given map[string]bool, err error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(object, &values); err != nil || values == nil {
		return nil, refuse("variation", "A variation is a JSON object of knobs.")
	}
	given = make(map[string]bool, len(values))
	for _, k := range Knobs() {
		value, ok := values[k.Name]
		if !ok {
			continue
		}
		if bytes.Equal(value, []byte("null")) || json.Unmarshal(value, k.at(v)) != nil {
			return nil, refuse(k.Name, "It takes %s, not %.40s.", k.Range, value)
		}
		given[k.Name] = true
	}
	for name := range values {
		if !given[name] {
			return nil, refuse(name, "There is no knob of this name.")
		}
	}
	return given, nil
}

// MarshalJSON encodes every knob under its name.
func (v Variation) MarshalJSON() ([]byte, error) {
	values := make(map[string]any)
	for _, k := range Knobs() {
		values[k.Name] = k.at(&v)
	}
	return json.Marshal(values)
}

// canonical returns the text of all rules, without the name. IDs are made from it.
func (v Variation) canonical() string {
	var b strings.Builder
	for _, k := range Knobs()[1:] {
		value, err := json.Marshal(k.at(&v))
		if err != nil {
			panic(fmt.Sprintf("boardwalk: knob %s: %v", k.Name, err)) // ints, bools and strings marshal
		}
		fmt.Fprintf(&b, "%s=%s\n", k.Name, value)
	}
	return b.String()
}
