package data

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"boardwalk/engine"
)

// family is a family of games of steps that differ in nothing but a number, their kind.
// Kind 0 is a built-in game, kinds are at most 999, and the last two have the same ID.
type family struct{}

func (family) Name() string { return "Steps" }

func (family) Designs() []engine.Design { return []engine.Design{design(0)} }

func (family) Random(r *rand.Rand) engine.Design { return design(1 + r.IntN(997)) }

func (family) Parse(text string) (engine.Design, error) {
	number, ok := strings.CutPrefix(text, "kind ")
	kind, err := strconv.Atoi(number)
	if !ok || err != nil {
		return nil, fmt.Errorf("%.20q is no kind of steps", text)
	}
	return design(kind), nil
}

func (family) ParseCode(code string) (engine.Design, error) {
	if number, ok := strings.CutPrefix(code, "ST-"); ok {
		return family{}.Parse("kind " + number)
	}
	return nil, engine.ErrNoCode
}

// design is a design of the family, given by its kind.
type design int

func (design) Family() engine.Family { return family{} }

func (design) Knobs() []engine.Knob { return nil }

func (d design) Set(knob, value string) (engine.Design, error) {
	return nil, &engine.KnobError{Knob: knob, Why: "There is no such knob."}
}

func (d design) Problem() *engine.Problem {
	if d < 0 || d > 999 {
		return &engine.Problem{KnobError: engine.KnobError{Knob: "kind", Why: "There is no such kind."}, Fix: design(1), FixText: "Kind: 1"}
	}
	return nil
}

func (design) Warnings(bool) []string { return nil }

func (d design) Summary() string { return "Nine steps." }

func (d design) Title() string { return fmt.Sprint("Kind ", int(d)) }

func (d design) Game(name string) (engine.Game, error) {
	switch problem := d.Problem(); {
	case problem != nil:
		return nil, &problem.KnobError
	case d == 0:
		return steps{hop}, nil
	}
	return kind(int(d), name), nil
}

func (d design) Code() string { return fmt.Sprint("ST-", int(d)) }

func (d design) Text() string { return fmt.Sprint("kind ", int(d)) }

// madeUp is a game of the family.
type madeUp struct {
	steps
	design design
	name   string
}

func (g madeUp) Info() engine.Info {
	info := g.steps.Info()
	info.Name = g.name
	return info
}

func (g madeUp) Design() engine.Design { return g.design }

func (g madeUp) Named(name string) engine.MadeUp { return madeUp{g.steps, g.design, name} }

// kind returns the game of a kind under a name.
func kind(n int, name string) engine.MadeUp {
	return madeUp{steps{kindID(n)}, design(n), name}
}

// kindID returns the ID of a kind.
func kindID(n int) string {
	n = min(n, 998)
	sum := sha256.Sum256([]byte(design(n).Text()))
	return fmt.Sprintf("own/%x", sum[:6])
}

// rulesOfKind has the rules of some kinds by ID.
var rulesOfKind = func() map[string]string {
	rules := map[string]string{}
	for n := 1; n <= 60; n++ {
		rules[kindID(n)] = design(n).Text()
	}
	return rules
}()
