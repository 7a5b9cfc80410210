package boardwalk

import (
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

var variations = flag.Int("variations", 4, "how many random variations must conform")

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

func TestInvalidVariationsAreRefusedByName(t *testing.T) {
	for _, test := range []struct{ object, knob string }{
		{`[]`, "variation"},
		{`null`, "variation"},
		{`{"name": ""}`, "name"},
		{`{"name": "a\u0007b"}`, "name"},
		{`{"name": "a\u202eb"}`, "name"},
		{`{"name": "Twenty-five characters ..."}`, "name"},
		{`{"name": "hop 45"}`, "name"},
		{`{"name": null}`, "name"},
		{`{"shoes": 2}`, "shoes"},
		{`{"Suits": 4}`, "Suits"},
		{`{"orderedRanks": -1}`, "orderedRanks"},
		{`{"orderedRanks": 19}`, "orderedRanks"},
		{`{"orderedRanks": 0, "wilds": true}`, "orderedRanks"},
		{`{"wilds": 1}`, "wilds"},
		{`{"suits": 1}`, "suits"},
		{`{"suits": 6}`, "suits"},
		{`{"suits": 4.5}`, "suits"},
		{`{"suits": "4"}`, "suits"},
		{`{"suits": 1e99}`, "suits"},
		{`{"upper": 0}`, "upper"},
		{`{"upper": 11}`, "upper"},
		{`{"lower": 0}`, "lower"},
		{`{"lower": 14}`, "lower"},
		{`{"handColumns": 3}`, "handColumns"},
		{`{"lower": 9}`, "geometry"},
		{`{"lower": 7}`, "geometry"},
		{`{"handColumns": 1, "lower": 7, "handBasic": false, "handPower": false, "handBlind": false}`, "handColumns"},
		{`{"handBlind": true}`, "handBlind"},
		{`{"trump": true}`, "trump"},
		{`{"highTrump": true}`, "highTrump"},
		{`{"coax": true}`, "coax"},
		{`{"handColumns": 1, "lower": 7, "coax": true}`, "coax"},
		{`{"autoFlipUpper": false}`, "autoFlipUpper"},
		{`{"favor": true}`, "favor"},
		{`{"favorsOnDeal": 1}`, "favorsOnDeal"},
		{`{"favorsOnDeal": 6, "favor": true, "autoFlipUpper": false}`, "favorsOnDeal"},
		{`{"openingFavors": 1}`, "openingFavors"},
		{`{"openingFavors": 4, "favorsOnDeal": 2, "favor": true, "autoFlipUpper": false}`, "openingFavors"},
		{`{"openingFavors": -1}`, "openingFavors"},
		{`{"uniqueness": "never"}`, "uniqueness"},
		{`{"handColumns": 1, "lower": 7, "highTrump": true, "perpetualRule": false}`, "perpetualRule"},
	} {
		v, err := ParseVariation([]byte(test.object))
		if err == nil {
			err = v.Validate()
		}
		var knob *engine.KnobError
		if !errors.As(err, &knob) || knob.Knob != test.knob || knob.Why == "" {
			t.Errorf("%s: got %v, want a refusal of %s", test.object, err, test.knob)
		}
	}
}

func TestHandPlaysDefaultToWhetherThereIsAHand(t *testing.T) {
	v, err := ParseVariation([]byte(`{"handColumns": 1, "lower": 7, "handBlind": false}`))
	if err != nil || v.Validate() != nil {
		t.Fatal(err, v.Validate())
	}
	if !v.HandBasic || !v.HandPower || v.HandBlind {
		t.Errorf("got basic %v, power %v, blind %v, want true, true, false", v.HandBasic, v.HandPower, v.HandBlind)
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

//abuse:case 27
func FuzzVariation(f *testing.F) {
	for _, p := range presets() {
		text, err := json.Marshal(p.Variation)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"suits": 1e99, "name": "\u0000"}`))
	f.Fuzz(func(t *testing.T, object []byte) {
		v, err := ParseVariation(object)
		if err == nil {
			var g MadeUp
			if g, err = New(v); err == nil {
				g.Deal("A").Moves()
				return
			}
		}
		var knob *engine.KnobError
		if !errors.As(err, &knob) {
			t.Fatalf("%s: got %v, want a knob to be named", object, err)
		}
	})
}
