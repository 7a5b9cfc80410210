package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// TestSettingsShowWhatTheyChange checks that the cards beside the settings follow the theme, the
// suit colours and the deck, in every window.
func TestSettingsShowWhatTheyChange(t *testing.T) {
	for _, size := range sizes {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Resize(size[0], size[1])
		r.Press("S")
		for _, row := range []string{"Theme", "Suit colours", "Cards"} {
			r.Sees("> "+row, "A♣", "7♥")
			before := r.Grid()
			r.Press("right")
			after := r.Grid()
			changed := false
			for y := range after.Height() {
				line := strings.Split(after.String(), "\n")
				for x := range after.Width() {
					if y < len(line) && !strings.Contains(line[y], row) && after.At(x, y) != before.At(x, y) {
						changed = true
					}
				}
			}
			if !changed {
				t.Errorf("%v: %s changes nothing else:\n%s", size, row, r.Screen())
			}
			if row == "Cards" {
				r.Sees("Ac", "7h")
			}
			r.Press("left", "down")
		}
	}
}
