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
			return hanging(text)
		}
	}
	return markdown // it is readable as it is
}

const (
	// inset is how many columns text is indented from its titles.
	inset = 2
	// hang is how many columns the text of a list item is indented from its mark.
	hang = 3
)

// mark matches the mark of a rendered list item. No text has such a blank after what looks
// like one.
var mark = regexp.MustCompile(`^ +(•\x{a0}|[0-9]+\.)\x{a0}`)

// hanging moves the marks of list items, which the renderer indents as far as their text, to the
// left of it.
func hanging(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if mark.MatchString(ansi.Strip(line)) {
			line = strings.ReplaceAll(ansi.TruncateLeft(line, hang, ""), "\u00a0", " ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// markdownStyle returns the renderer's style for a theme. Titles are bold, and begin at
// the left edge so that they stand out on terminals without bold. Code blocks have no
// syntax highlighting: they hold boards and records, which it would colour at random, and
// it would take longer than all the rest.
func markdownStyle(t theme.Theme) style.StyleConfig {
	yes, margin, indent := true, uint(inset), uint(hang)
	strong := style.StylePrimitive{Bold: &yes}
	heading := style.StyleBlock{StylePrimitive: strong}
	heading.BlockSuffix = "\n"
	if c := t.Title.Fg; c != 0 {
		index := strconv.Itoa(int(c - grid.Color256(0)))
		heading.Color = &index
	}
	text := style.StyleBlock{Margin: &margin}
	list := text
	list.Indent = &indent
	return style.StyleConfig{
		Heading:     heading,
		Paragraph:   text,
		List:        style.StyleList{StyleBlock: list, LevelIndent: hang},
		Item:        style.StylePrimitive{BlockPrefix: "•\u00a0\u00a0"},
		Enumeration: style.StylePrimitive{BlockPrefix: ".\u00a0"},
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
