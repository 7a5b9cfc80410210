package widget

import (
	"regexp"
	"strconv"
	"strings"

	"charm.land/glamour/v2"
	style "charm.land/glamour/v2/ansi"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Markdown returns Markdown as ANSI text of at most w columns.
func Markdown(markdown string, w int, look theme.Look) string {
	r, err := glamour.NewTermRenderer(glamour.WithStyles(markdownStyle(look.Theme)), glamour.WithWordWrap(w))
	if err == nil {
		if text, err := r.Render(unfold(markdown, w-inset)); err == nil {
			return text
		}
	}
	return markdown // it is readable as it is
}

// inset is how many columns text is indented from its titles.
const inset = 2

// markdownStyle returns the renderer's style for a theme. Titles are bold, and begin at
// the left edge so that they stand out on terminals without bold. Code blocks have no
// syntax highlighting: they hold boards and records, which it would colour at random, and
// it would take longer than all the rest.
func markdownStyle(t theme.Theme) style.StyleConfig {
	yes, margin := true, uint(inset)
	strong := style.StylePrimitive{Bold: &yes}
	heading := style.StyleBlock{StylePrimitive: strong}
	heading.BlockSuffix = "\n"
	if c := t.Title.Fg; c != 0 {
		index := strconv.Itoa(int(c - grid.Color256(0)))
		heading.Color = &index
	}
	text := style.StyleBlock{Margin: &margin}
	return style.StyleConfig{
		Heading:     heading,
		Paragraph:   text,
		List:        style.StyleList{StyleBlock: text, LevelIndent: inset},
		Item:        style.StylePrimitive{BlockPrefix: "• "},
		Enumeration: style.StylePrimitive{BlockPrefix: ". "},
		Strong:      strong,
		Emph:        style.StylePrimitive{Italic: &yes},
		Code:        style.StyleBlock{StylePrimitive: strong},
		CodeBlock:   style.StyleCodeBlock{StyleBlock: text},
	}
}

// item matches the beginning of a list item.
var item = regexp.MustCompile(`^ *(-|[0-9]+\.) `)

// unfold joins the lines of each paragraph and list item, since the renderer would keep
// their line breaks and break them again at the window's edge. It wraps lines of code to
// a width, since the renderer would continue those to the left of the block.
func unfold(markdown string, width int) string {
	var b strings.Builder
	fenced, open := false, false // open: the previous line can continue
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, " \n")
		fence := strings.HasPrefix(line, "```")
		text := line != "" && !fenced && !fence && !strings.HasPrefix(line, "#") &&
			!strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ")
		if open && text && !item.MatchString(line) {
			b.WriteString(" " + strings.TrimLeft(line, " "))
			continue
		}
		if fenced {
			line = ansi.Wordwrap(line, width, "")
		}
		b.WriteString("\n" + line)
		open, fenced = text, fenced != fence
	}
	return b.String()
}
