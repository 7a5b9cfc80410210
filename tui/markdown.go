package tui

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

// newPage is a page of Markdown.
func newPage(title, markdown string) *pager {
	return &pager{title: title, body: func(w int, look theme.Look) string { return rendered(markdown, w, look) }}
}

// rendered is Markdown as ANSI text of at most w columns.
func rendered(markdown string, w int, look theme.Look) string {
	r, err := glamour.NewTermRenderer(glamour.WithStyles(markdownStyle(look.Theme)), glamour.WithWordWrap(w))
	if err == nil {
		if text, err := r.Render(unfold(markdown, w-inset)); err == nil {
			return text
		}
	}
	return markdown // it reads well as it is
}

// inset is how far to the right of its titles a page's text begins.
const inset = 2

// markdownStyle is the renderer's style for a theme. Titles are bold, and stand
// out at the left edge where a terminal shows nothing bold. Blocks of code are
// boards and records here: to look for a programming language in them would
// colour them by chance, and take longer than all the rest.
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

// item is the beginning of a list's item.
var item = regexp.MustCompile(`^ *(-|[0-9]+\.) `)

// unfold joins the lines of each paragraph and each item of a list. The
// renderer would break them where they are broken, and again at the window's
// edge. Lines of code, which it would break at the edge alone and go on with to
// the left of the block, are broken to a width.
func unfold(markdown string, width int) string {
	var b strings.Builder
	fenced, open := false, false // open: the line before can go on
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
