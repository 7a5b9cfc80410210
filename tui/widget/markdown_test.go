package widget_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The rows of a list item stand below its first word, and not below its mark.
func TestListItemsHang(t *testing.T) {
	const page = "Text of one row.\n\n- **One** is a bullet that\n  fills two rows.\n- Two.\n\n1. A numbered one that has more than a row, 27.\n2. Two.\n\n```\n 1. a board\n```\n"
	var got []string
	for line := range strings.Lines(ansi.Strip(widget.Markdown(page, 32, theme.Default()))) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			got = append(got, line)
		}
	}
	want := []string{
		"  Text of one row.",
		"  •  One is a bullet that",
		"     fills two rows.",
		"  •  Two.",
		"  1. A numbered one that",
		"     has more than a row, 27.",
		"  2. Two.",
		"   1. a board",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
