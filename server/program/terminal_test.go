package program

import (
	"testing"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

func TestColors(t *testing.T) {
	for _, c := range []struct {
		term string
		env  []string
		want grid.Profile
	}{
		{"xterm-256color", nil, grid.ANSI256BCE},
		{"xterm-256color", []string{"NO_COLOR=1"}, grid.Mono},
		{"xterm-256color", []string{"NO_COLOR="}, grid.ANSI256BCE},
		{"xterm", nil, grid.ANSI16},
		{"xterm", []string{"COLORTERM=truecolor"}, grid.ANSI256BCE},
		{"xterm-kitty", nil, grid.ANSI256BCE},
		{"screen-256color", nil, grid.ANSI256},
		{"tmux-256color", []string{"COLORTERM=truecolor"}, grid.ANSI256},
		{"linux", nil, grid.ANSI16},
		{"vt100", nil, grid.Mono},
		{"vt220", []string{"COLORTERM=truecolor"}, grid.Mono},
		{"xterm-mono", nil, grid.Mono},
		{"vte", nil, grid.ANSI16},
	} {
		if got := Profile(c.term, c.env); got != c.want {
			t.Errorf("%s %v: profile %v, want %v", c.term, c.env, got, c.want)
		}
	}
}

func TestLooks(t *testing.T) {
	for _, c := range []struct{ term, env, theme, deck string }{
		{"xterm-256color", "", "felt", "suits"},
		{"xterm", "", "dark", "suits"},
		{"xterm-mono", "", "mono", "suits"},
		{"vt100", "", "mono", "ascii"},
		{"xterm-256color", "LANG=de_DE.UTF-8", "felt", "suits"},
		{"xterm-256color", "LANG=C", "felt", "suits"},
		{"xterm-256color", "LANG=de_DE.ISO-8859-1", "felt", "ascii"},
	} {
		look := Look(c.term, []string{c.env})
		if look.Theme.Name != c.theme || look.Deck.Name != c.deck {
			t.Errorf("%s %s begins with %s and %s, want %s and %s", c.term, c.env, look.Theme.Name, look.Deck.Name, c.theme, c.deck)
		}
		if felt, _ := theme.FindTheme("felt"); look.Shows(felt) != (c.term == "xterm-256color") {
			t.Errorf("%s %s is shown a ground: %v", c.term, c.env, look.Shows(felt))
		}
	}
}
