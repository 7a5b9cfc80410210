// Package design makes families of games out of tables of knobs. A family says what its knobs
// are and what game they make; how knobs are set, stored as text, and passed on as share codes is
// the same for all families.
package design

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardwalk/engine"
)

// Rules are what the knobs of a family set. Equal rules are the same game.
type Rules[R any] interface {
	comparable
	// Idle returns a sentence on why a knob cannot matter as the others are set, or "".
	Idle(knob string) string
	// Warnings are those of [engine.Design].
	Warnings(measured bool) []string
	// Summary is that of [engine.Design].
	Summary() string
	// Title is that of [engine.Design].
	Title() string
	// MakeUp returns the game that somebody made up of the rules, which make one, under a name.
	MakeUp(name string) engine.MadeUp
}

// A Family is an [engine.Family] of games whose rules are R. [New] makes one of its fields, which do
// not change any more.
type Family[R Rules[R]] struct {
	Heading string // its name
	// Mark begins its share codes: two letters and the version of the format. O, I and L are none
	// of the letters, as they are read as digits.
	Mark   string
	Knobs  Knobs[R]
	Groups []string // of the knobs, in the order of the bench
	// Own holds the rules of the family's own games in the order of the menu, and Games
	// those of them that are games of the arcade.
	Own   []R
	Games map[R]engine.Game

	// The other fields are nil where each setting of the knobs makes a game.

	// Valid returns an *engine.KnobError if the rules make no game. Each knob has one of its values.
	Valid func(R) error
	// Mend returns the nearest rules that make a game, with a knob kept as it is, "" for none.
	Mend func(r R, kept string) R
	// Derive sets the knobs that follow from others.
	Derive func(*R)
	// Draw returns rules that make a game, drawn from all that do.
	Draw func(*rand.Rand) R

	bench Knobs[R] // in the order of the bench
}

// New returns the family that f describes.
func New[R Rules[R]](f Family[R]) *Family[R] {
	f.bench = slices.Clone(f.Knobs)
	slices.SortStableFunc(f.bench, func(a, b Knob[R]) int {
		return slices.Index(f.Groups, a.Group) - slices.Index(f.Groups, b.Group)
	})
	return &f
}

// Name implements [engine.Family].
func (f *Family[R]) Name() string { return f.Heading }

// Designs implements [engine.Family].
func (f *Family[R]) Designs() (all []engine.Design) {
	for _, r := range f.Own {
		all = append(all, f.Design(r))
	}
	return all
}

// Design returns the design of rules. Each knob has one of its values.
func (f *Family[R]) Design(r R) engine.Design { return design[R]{f, r, ""} }

// Random implements [engine.Family].
func (f *Family[R]) Random(random *rand.Rand) engine.Design {
	if f.Draw != nil {
		return f.Design(f.Draw(random))
	}
	r := f.Own[0]
	for _, k := range f.Knobs {
		k.Set(&r, random.IntN(len(k.Values)))
	}
	return f.Design(r)
}

// Parse implements [engine.Family]. It takes no other form of a text.
func (f *Family[R]) Parse(text string) (engine.Design, error) {
	r, ok := f.Knobs.parse(f.Own[0], text)
	if !ok {
		return nil, Refuse("variation", "This is not the text of a %s variation.", f.Heading)
	}
	return f.Design(r), nil
}

// ParseCode implements [engine.Family].
func (f *Family[R]) ParseCode(code string) (engine.Design, error) {
	r, err := f.parseCode(code)
	if err != nil {
		return nil, err
	}
	return f.Design(r), nil
}

// ID returns the ID of a game that somebody made up, from the text of its design. It has 48 bits:
// whoever searches for it finds two variations with one ID. The store keeps the first and
// refuses the other.
func ID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "custom/" + hex.EncodeToString(sum[:6])
}

// valid returns an *engine.KnobError if the rules make no game.
func (f *Family[R]) valid(r R) error {
	if err := f.Knobs.Check(r); err != nil || f.Valid == nil {
		return err
	}
	return f.Valid(r)
}

// CheckName returns an *engine.KnobError if a game that somebody makes up cannot have a name: it
// has 1 to 24 printable characters, and is that of none of some other games.
func CheckName(name string, others iter.Seq[engine.Game]) error {
	if n := utf8.RuneCountInString(name); n < 1 || n > 24 {
		return Refuse("name", "It takes 1 to 24 characters, not %d.", n)
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return Refuse("name", "It takes printable characters only.")
	}
	if strings.TrimSpace(name) == "" {
		return Refuse("name", "It takes more than spaces.")
	}
	for g := range others {
		if known := g.Info().Name; strings.EqualFold(known, strings.TrimSpace(name)) {
			return Refuse("name", "%s is a built-in game: give yours a name of its own.", known)
		}
	}
	return nil
}

// A design is rules that are being made; it is an [engine.Design].
type design[R Rules[R]] struct {
	family *Family[R]
	rules  R
	kept   string // the knob that was set last, "" if none was
}

// Family implements [engine.Design].
func (d design[R]) Family() engine.Family { return d.family }

// Knobs implements [engine.Design].
func (d design[R]) Knobs() (all []engine.Knob) {
	for _, k := range d.family.bench {
		all = append(all, engine.Knob{Name: k.Name, Group: k.Group, Label: k.Label, Means: k.Means,
			Value: k.Value(&d.rules), Values: slices.Clone(k.Values), Idle: d.rules.Idle(k.Name)})
	}
	return all
}

// Set implements [engine.Design]. The case of letters does not matter, on and off stand for true
// and false, and a word may have the quotes of JSON.
func (d design[R]) Set(name, value string) (engine.Design, error) {
	r, k, err := d.family.Knobs.With(d.rules, name, value)
	if err != nil {
		return nil, err
	}
	return design[R]{d.family, r, k.Name}, nil
}

// Problem implements [engine.Design]. The fix keeps the knob that was set last.
func (d design[R]) Problem() *engine.Problem {
	var refused *engine.KnobError
	if !errors.As(d.family.valid(d.rules), &refused) {
		return nil
	}
	fix := d.family.Mend(d.rules, d.kept)
	changes := strings.Join(d.family.bench.changes(d.rules, fix), "; ")
	return &engine.Problem{KnobError: *refused, Fix: design[R]{d.family, fix, d.kept}, FixText: strings.ToUpper(changes[:1]) + changes[1:]}
}

// Warnings implements [engine.Design].
func (d design[R]) Warnings(measured bool) []string { return d.rules.Warnings(measured) }

// toldMax is how many changes of a game's knobs a summary tells at most.
const toldMax = 3

// Summary implements [engine.Design]. Before the rules it says of which of the family's own games they are few changes:
// "Cheshire with suits 5, favors off. Both walks ascend; ...".
func (d design[R]) Summary() string {
	before, least := "", toldMax+1
	for _, own := range d.family.Own {
		if changes := d.family.bench.changes(own, d.rules); len(changes) < least {
			name := own.Title()
			if g, ok := d.family.Games[own]; ok {
				name = g.Info().Name
			}
			before, least = name+" with "+strings.ReplaceAll(strings.Join(changes, ", "), ":", "")+". ", len(changes)
		}
	}
	if least == 0 {
		before = ""
	}
	return before + d.rules.Summary()
}

// Title implements [engine.Design]. A title that a game of the family has is not for other rules.
func (d design[R]) Title() string {
	title := d.rules.Title()
	if slices.Contains(d.family.Own, d.rules) {
		return title
	}
	for _, g := range d.family.Games {
		if info := g.Info(); info.Name == title || slices.Contains(info.Aliases, title) {
			return title + " variation"
		}
	}
	return title
}

// Game implements [engine.Design].
func (d design[R]) Game(name string) (engine.Game, error) {
	if err := d.family.valid(d.rules); err != nil {
		return nil, err
	}
	if g, ok := d.family.Games[d.rules]; ok {
		return g, nil
	}
	if err := CheckName(name, maps.Values(d.family.Games)); err != nil {
		return nil, err
	}
	return d.rules.MakeUp(name), nil
}

// Code implements [engine.Design].
func (d design[R]) Code() string {
	if d.family.valid(d.rules) != nil {
		return ""
	}
	return d.family.formatCode(d.rules)
}

// Text implements [engine.Design].
func (d design[R]) Text() string { return d.family.Knobs.Text(d.rules) }
