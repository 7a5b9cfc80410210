package server

import (
	"testing"

	"boardwalk/tui/grid"
)

func TestColors(t *testing.T) {
	for _, c := range []struct {
		term string
		env  []string
		want grid.Profile
	}{
		{"xterm-256color", nil, grid.ANSI256},
		{"xterm-256color", []string{"NO_COLOR=1"}, grid.Mono},
		{"xterm-256color", []string{"NO_COLOR="}, grid.ANSI256},
		{"xterm", nil, grid.ANSI16},
		{"xterm", []string{"COLORTERM=truecolor"}, grid.ANSI256},
		{"xterm-kitty", nil, grid.ANSI256},
		{"linux", nil, grid.ANSI16},
		{"vt100", nil, grid.Mono},
		{"vt220", []string{"COLORTERM=truecolor"}, grid.Mono},
		{"xterm-mono", nil, grid.Mono},
		{"vte", nil, grid.ANSI16},
	} {
		if got := profileOf(c.term, c.env); got != c.want {
			t.Errorf("%s %v: profile %v, want %v", c.term, c.env, got, c.want)
		}
	}
}
