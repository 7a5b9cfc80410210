package grid_test

import (
	"regexp"
	"strings"
	"testing"

	"boardwalk/tui/grid"
)

func TestLeaveUndoesEnter(t *testing.T) {
	opposite := map[string]string{"h": "l", "l": "h"}
	for _, m := range regexp.MustCompile(`\x1b\[(\?\d+)([hl])`).FindAllStringSubmatch(grid.Enter+grid.Mouse, -1) {
		if undo := "\x1b[" + m[1] + opposite[m[2]]; !strings.Contains(grid.Leave, undo) {
			t.Errorf("nothing undoes %q: want %q in %q", m[0], undo, grid.Leave)
		}
	}
	for _, reset := range []string{"?1000l", "?1003l", "m"} { // another program may have set these modes
		if !strings.Contains(grid.Leave, "\x1b["+reset) {
			t.Errorf("got %q, want %q in it", grid.Leave, "\x1b["+reset)
		}
	}
}
