package boardwalk

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"testing"

	"boardwalk/engine/enginetest"
)

var variations = flag.Int("variations", 4, "how many random variations must conform, and how many pages of such are read besides 30")

func TestRandomVariationsConform(t *testing.T) {
	random := rand.New(rand.NewPCG(45, 58))
	n := *variations
	if enginetest.RaceDetector {
		n /= 2
	}
	for range n {
		v := Random(random)
		g, err := New(v)
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Run(t, g, 1)
		if t.Failed() {
			t.Fatalf("%+v", v)
		}
	}
}

func TestIDIsMadeOfTheRulesAlone(t *testing.T) {
	v := Default()
	v.Name = "Mine"
	mine, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	v.Name = "Yours"
	yours, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	if mine.Info().ID != yours.Info().ID {
		t.Errorf("the same rules are %s and %s", mine.Info().ID, yours.Info().ID)
	}
	v.OrderUpper = true
	other, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	if other.Info().ID == mine.Info().ID {
		t.Errorf("other rules have the same ID %s", other.Info().ID)
	}
}

func TestDespikeLeavesNoBottomItsColumnCouldNeed(t *testing.T) {
	v := Default()
	v.Name, v.Despike = "Despiked", true
	g, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		s := g.Deal(codeOf(i)).(*State)
		for c, p := range s.row(3) {
			rank := int(p.At(0).Up().Rank()) + 1
			if low := c + 1; rank >= low && rank <= low+13-8 {
				t.Fatalf("deal %d: column %d stands on %s", i, low, p.At(0))
			}
		}
	}
}

// withKnobs returns the default variation with the knobs changed that a JSON object names, and with the
// hand plays on the lower walk if that is to have a hand.
func withKnobs(object string) (v Variation, err error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &values); err != nil {
		return v, err
	}
	v = Default()
	hand := values["handColumns"] != nil
	v.HandBasic, v.HandPower, v.HandBlind = hand, hand, hand
	for name, value := range values {
		if v, _, err = knobs.With(v, name, string(value)); err != nil {
			return v, err
		}
	}
	return v, nil
}
