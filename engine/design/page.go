package design

import (
	"strings"
	"unicode/utf8"
)

// Escape returns a name with Markdown's special characters escaped.
func Escape(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune("\\`*_[]<>#&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// PageWidth is the most columns of a rules page.
const PageWidth = 76

// Fill wraps paragraphs and list items to [PageWidth], and leaves one blank
// line where there are several. Headings, fenced blocks and lines indented by four
// spaces are unchanged.
func Fill(markdown string) string {
	var b strings.Builder
	var words []string
	indent := ""
	flush := func() {
		b.WriteString(Wrap(words, indent))
		words, indent = nil, ""
	}
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, " \n")
		fence := strings.HasPrefix(line, "```")
		switch {
		case line == "" && !fenced:
			flush()
			if !strings.HasSuffix(b.String(), "\n\n") {
				b.WriteByte('\n')
			}
			continue
		case fence || fenced || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "    "):
			flush()
			b.WriteString(line + "\n")
			fenced = fenced != fence
			continue
		case strings.HasPrefix(line, "- "):
			flush()
			indent = "  "
		case line[0] >= '0' && line[0] <= '9' && strings.HasPrefix(line[1:], ". "):
			flush()
			indent = "   "
		}
		words = append(words, strings.Fields(line)...)
	}
	flush()
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Wrap returns words as lines, all but the first indented. No line begins with a digit,
// because Markdown could take it for a list item.
func Wrap(words []string, indent string) string {
	var b strings.Builder
	width := 0
	for i, word := range words {
		need := utf8.RuneCountInString(word)
		for _, next := range words[i+1:] { // words that must stay on the same line
			if next[0] < '0' || next[0] > '9' {
				break
			}
			need += 1 + utf8.RuneCountInString(next)
		}
		switch {
		case i == 0:
		case width+1+need > PageWidth && (word[0] < '0' || word[0] > '9'):
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += utf8.RuneCountInString(word)
	}
	if len(words) > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
