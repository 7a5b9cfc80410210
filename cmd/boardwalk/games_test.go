package main

import (
	"strings"
	"testing"
)

// TestRulesOfAName: a printed name is enough, an ID always means its game, and a name of
// two games is refused with 2.
func TestRulesOfAName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		head string
		code int
	}{
		{[]string{"Hop 45"}, "# Hop 45\n", 0},
		{[]string{"hop", "45"}, "# Hop 45\n", 0},
		{[]string{"cheshire"}, "# Cheshire\n", 0},
		{[]string{"boardwalk/hopscotch"}, "# Boardwalk Hopscotch\n", 0},
		{[]string{"hopscotch"}, "# Hopscotch (1-2-3-4)\n", 0},
		{[]string{"Hopscotch"}, "", 2},
		{[]string{"poker"}, "", 2},
	} {
		out, code := runProgram(t, append([]string{"rules"}, c.args...)...)
		if code != c.code || !strings.HasPrefix(out, c.head) || c.head == "" && out != "" {
			t.Errorf("rules %q: exit %d, %.40q", c.args, code, out)
		}
	}
}
