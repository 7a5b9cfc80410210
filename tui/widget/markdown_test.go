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
		"  1. A numbered one that has",
		"     more than a row, 27.",
		"  2. Two.",
		"   1. a board",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What a host writes shows whatever it is: links with their address, tables and HTML as they are, and
// nothing wider than the window but a word that is.
func TestMarkdownOfAnyKind(t *testing.T) {
	const page = "# A *title*\n\nSee [the rules](https://x.test/r) or <https://x.test>; R&amp;D is 3 \\* 4,\nand **bold *both***  \nends.\n\n> quoted\n\n" +
		"| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n\n  more of it\n  - in it\n\n<p>raw</p>\n\n---\n\nlast"
	var got []string
	for line := range strings.Lines(ansi.Strip(widget.Markdown(page, 44, theme.Default()))) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			got = append(got, line)
		}
	}
	want := []string{
		"A title",
		"  See the rules https://x.test/r or",
		"  https://x.test; R&D is 3 * 4, and bold",
		"  both ends.",
		"  quoted",
		"  | a | b |",
		"  |---|---|",
		"  | 1 | 2 |",
		"  •  one",
		"     more of it",
		"     •  in it",
		"  <p>raw</p>",
		"  last",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
