package boardwalk

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

//go:embed testdata/cases.txt
var cases string

// build returns a named game with knobs as the cases write them. A case may set more
// opening favors than its game deals, so build does not validate.
func build(id string, knobs [][2]string) (engine.Game, error) {
	for _, p := range presets() {
		if p.id != id {
			continue
		}
		for _, k := range knobs {
			value := k[1]
			if _, err := strconv.ParseBool(value); err != nil {
				if _, err := strconv.Atoi(value); err != nil {
					value = strconv.Quote(value)
				}
			}
			v, err := p.Override([]byte(fmt.Sprintf("{%q: %s}", k[0], value)))
			if err != nil {
				return nil, err
			}
			p.Variation = v
		}
		return newGame(p), nil
	}
	return nil, fmt.Errorf("no game %s", id)
}

func TestCases(t *testing.T) { enginetest.Cases(t, cases, build) }

func TestConformance(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Info().ID, func(t *testing.T) { enginetest.Run(t, g, 8) })
	}
}

func TestPresetsAreValid(t *testing.T) {
	for _, p := range presets() {
		p.Variation.Name = "Another name"
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", p.id, err)
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	for _, p := range presets() {
		text, err := json.Marshal(p.Variation)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseVariation(text)
		if err != nil || back != p.Variation {
			t.Errorf("%s reads back as %+v, %v", text, back, err)
		}
	}
}
