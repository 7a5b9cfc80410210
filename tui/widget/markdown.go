package widget

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Markdown returns Markdown as ANSI text of at most w columns. Titles are bold, and begin at the left
// edge so that they stand out on terminals without bold. A link shows its address. Code, such as a
// board, and tables stay as they are.
func Markdown(markdown string, w int, look *theme.Look) string {
	m := markdownWriter{source: []byte(markdown), width: w}
	title := "1"
	if c := look.Theme.Title.Fg; c != 0 {
		title += fmt.Sprintf(";38;5;%d", c-grid.Color256(0))
	}
	m.title = title
	m.blocks(goldmark.DefaultParser().Parse(text.NewReader(m.source)).FirstChild(), inset)
	return m.out.String()
}

const (
	// inset is how many columns text is indented from its titles.
	inset = 2
	// hang is how many columns the text of a list item is indented from its mark.
	hang = 3
)

// A markdownWriter writes a document of Markdown, block by block.
type markdownWriter struct {
	source []byte
	width  int
	title  string // the codes of a title's style
	out    strings.Builder
}

// blocks writes the blocks from n on, indented by some columns. A blank line stands between them, but in
// the items of a list.
func (m *markdownWriter) blocks(n ast.Node, indent int) {
	for ; n != nil; n = n.NextSibling() {
		if n.PreviousSibling() != nil && n.Parent().Kind() != ast.KindListItem {
			m.out.WriteString("\n")
		}
		switch n := n.(type) {
		case *ast.Heading:
			m.flow(m.inline(n, m.title), "", 0)
		case *ast.List:
			m.list(n, indent)
		case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
			m.verbatim(n, indent)
		case *ast.Blockquote:
			m.blocks(n.FirstChild(), indent)
		default: // a paragraph
			if lines := n.Lines(); lines != nil && lines.Len() > 0 && m.source[lines.At(0).Start] == '|' {
				m.verbatim(n, indent) // a table
				continue
			}
			m.flow(m.inline(n, ""), "", indent)
		}
	}
}

// list writes a list, whose marks begin at a column.
func (m *markdownWriter) list(list *ast.List, indent int) {
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "•  "
		if list.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		words, rest := "", item.FirstChild()
		if rest != nil && (rest.Kind() == ast.KindTextBlock || rest.Kind() == ast.KindParagraph) {
			words, rest = m.inline(rest, ""), rest.NextSibling()
		}
		m.flow(words, mark, indent+hang)
		m.blocks(rest, indent+hang)
	}
}

// flow writes text in lines that begin at a column. The mark of a list item stands to the left of that.
func (m *markdownWriter) flow(words, mark string, indent int) {
	room := m.width - indent
	if indent > 0 { // no title
		room -= inset
	}
	wide := strings.Repeat("\u00a0", max(ansi.StringWidth(mark)-hang, 0)) // what is left of the mark, as of "10. "
	margin := strings.Repeat(" ", indent)
	for i, line := range strings.Split(ansi.Wrap(wide+words, max(room, 1), ""), "\n") {
		if i == 0 && mark != "" {
			line = margin[hang:] + mark + strings.TrimPrefix(line, wide)
		} else {
			line = margin + line
		}
		m.out.WriteString(line + "\n")
	}
}

// verbatim writes the lines of a block as they are, but for those that are too long.
func (m *markdownWriter) verbatim(n ast.Node, indent int) {
	for _, segment := range n.Lines().Sliced(0, n.Lines().Len()) {
		line := strings.TrimRight(string(segment.Value(m.source)), " \n")
		for _, part := range strings.Split(ansi.Wordwrap(line, max(m.width-indent, 1), ""), "\n") {
			m.out.WriteString(strings.Repeat(" ", indent) + part + "\n")
		}
	}
}

// inline returns the text in a node, each word in its style: codes are those of the node's.
func (m *markdownWriter) inline(parent ast.Node, codes string) string {
	var b strings.Builder
	also := func(more string) string { return strings.TrimPrefix(codes+";"+more, ";") }
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			b.WriteString(styledWords(unescaped(n.Value(m.source)), codes))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteString(" ")
			}
		case *ast.CodeSpan:
			b.WriteString(m.code(n, also("1")))
		case *ast.Emphasis:
			style := "3"
			if n.Level == 2 {
				style = "1"
			}
			b.WriteString(m.inline(n, also(style)))
		case *ast.AutoLink:
			b.WriteString(styledWords(string(n.Label(m.source)), codes))
		case *ast.Link:
			b.WriteString(m.inline(n, codes) + " " + string(n.Destination))
		case *ast.Image:
			b.WriteString(m.inline(n, codes) + " " + string(n.Destination))
		}
	}
	return b.String()
}

// code returns the text of a span of code.
func (m *markdownWriter) code(span ast.Node, codes string) string {
	var b strings.Builder
	for n := span.FirstChild(); n != nil; n = n.NextSibling() {
		if t, ok := n.(*ast.Text); ok {
			b.WriteString(strings.ReplaceAll(string(t.Value(m.source)), "\n", " "))
		}
	}
	return styledWords(b.String(), codes)
}

// styledWords returns text with the codes of a style for each word, so that it can be broken between any
// two of them.
func styledWords(text, codes string) string {
	if codes == "" {
		return text
	}
	words := strings.Split(text, " ")
	for i, w := range words {
		if w != "" {
			words[i] = "\x1b[" + codes + "m" + w + "\x1b[m"
		}
	}
	return strings.Join(words, " ")
}

// unescaped returns text without the escapes of Markdown and HTML.
func unescaped(text []byte) string {
	return string(util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(text))))
}
