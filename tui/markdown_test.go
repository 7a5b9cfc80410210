package tui_test

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

// TestTitlesOfAPageStandOut checks that titles are bold and at the left edge in every
// theme, without Markdown's own marks.
func TestTitlesOfAPageStandOut(t *testing.T) {
	for _, look := range theme.Themes() {
		r := tuitest.New(t, &tuitest.Store{SettingsJSON: []byte(`{"theme":"` + look.Name + `"}`)}, catalog.All())
		r.Press("f1")
		lines := strings.Split(r.Screen(), "\n")
		y := slices.Index(lines, "  In short")
		if y < 0 {
			t.Fatalf("%s: no title:\n%s", look.Name, r.Screen())
		}
		c := r.Grid().At(2, y)
		if c.Style().Attr&grid.Bold == 0 || c.Style().Fg != look.Title.Fg {
			t.Errorf("%s: the title is in %+v", look.Name, c.Style())
		}
		if !strings.HasPrefix(lines[y+2], "    •  Goal") {
			t.Errorf("%s: the text is not to the right of its title: %q", look.Name, lines[y+2])
		}
	}
}
