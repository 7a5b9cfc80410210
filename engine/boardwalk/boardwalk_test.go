package boardwalk

import (
	"fmt"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// build returns a named game with knobs as the cases write them. A case may set more
// opening favors than its game deals, so build does not validate.
func build(id string, changes [][2]string) (engine.Game, error) {
	for _, p := range presets() {
		if p.id != id {
			continue
		}
		for _, k := range changes {
			v, _, err := knobs.With(p.Variation, k[0], k[1])
			if err != nil {
				return nil, err
			}
			p.Variation = v
		}
		return newGame(p), nil
	}
	return nil, fmt.Errorf("no game %s", id)
}

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
