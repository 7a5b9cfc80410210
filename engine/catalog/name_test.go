package catalog_test

import (
	"testing"

	"boardwalk/engine/catalog"
)

// Games that families offer to start from are found by names as people type them, after the built-in ones.
func TestNamesOfGamesToStartFrom(t *testing.T) {
	for typed, want := range map[string]string{
		"sir tommy": "Sir Tommy", "sirtommy": "Sir Tommy", "fort": "Fortress", "chess": "Chessboard", "sir tomy": "",
	} {
		if g, err := catalog.Library().Resolve(typed); (err != nil) != (want == "") || err == nil && g.Info().Name != want {
			t.Errorf("%q: %v, %v, want %q", typed, g, err, want)
		}
	}
}
