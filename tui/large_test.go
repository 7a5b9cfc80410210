package tui_test

import (
	"fmt"
	"testing"

	"boardwalk/engine/catalog"
)

// large are common windows with room for cards with pips and courts.
var large = [][2]int{{100, 30}, {120, 40}, {160, 50}, {200, 60}}

// TestGamesArePlayedInLargeWindows plays each game by the arrows and by the mouse, read off
// the screen.
func TestGamesArePlayedInLargeWindows(t *testing.T) {
	for i, g := range catalog.All() {
		for n, size := range large {
			t.Run(fmt.Sprintf("%s-%dx%d", g.Info().ID, size[0], size[1]), func(t *testing.T) {
				s := enter(t, i, 3)
				s.Resize(size[0], size[1])
				for range i {
					s.Press("down")
				}
				s.Press("enter")
				s.Sees("moves 0 ")
				for m, ok := s.choose(); ok && s.moves < 30; m, ok = s.choose() {
					if n%2 == 0 {
						s.byKeys(m)
					} else {
						s.byMouse(m)
					}
				}
				s.finished(g)
			})
		}
	}
}
