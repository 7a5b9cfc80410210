package design

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"boardwalk/engine"
)

// exampleDeals is how many deals Example tries.
const exampleDeals = 20

// Example returns a worked example for the rules page of a game that somebody made up, in Markdown:
// the first moves of a deal, as its advisor plays them at sight, what each does, and where they
// lead. It takes the first deal in which so many moves can be played.
func Example(g engine.MadeUp, moves int) string {
	text, played := exampleOf(g, "EXAMPLE", moves)
	for i := 2; played < moves && i <= exampleDeals; i++ {
		text, played = exampleOf(g, engine.Code(fmt.Sprint("EXAMPLE", i)), moves)
	}
	return text
}

// exampleOf returns the example of a deal, and how many moves it has.
func exampleOf(g engine.MadeUp, code engine.Code, moves int) (text string, n int) {
	r := engine.NewRound(g, code)
	var steps strings.Builder
	seen := []engine.State{r.State()}
	ask := engine.Ask{Random: rand.New(rand.NewPCG(1, 1)), Seen: func(s engine.State) bool {
		return slices.ContainsFunc(seen, func(o engine.State) bool { return maps.Equal(o.Position(), s.Position()) })
	}}
	for r.Len() < moves && !r.State().Over() {
		s := r.State()
		m := s.Moves()[0]
		if advisor, ok := s.(engine.Advisor); ok {
			if choices := advisor.Advise(context.Background(), ask); len(choices) > 0 {
				m = choices[0].Move
			}
		}
		fmt.Fprintf(&steps, "%d. `%s`: %s\n", r.Len()+1, m, InLetters.Replace(s.Describe(m)))
		if err := r.Play(m); err != nil {
			panic("design: an example: " + err.Error()) // the move is legal
		}
		seen = append(seen, r.State())
	}
	end := ""
	for _, v := range r.State().Board().Piles {
		if up := v.Cards[v.Down():]; len(up) > 0 || len(v.Cards) == 0 {
			end += strings.TrimSpace(fmt.Sprint(v.At, " ", engine.NewPile(up...))) + "\n"
		}
	}
	record := Wrap(strings.Fields(engine.RecordLine(g, r.Record())), "")
	return fmt.Sprintf("Deal %s can begin like this:\n\n```record\n%s```\n\n%s\nThen these cards lie face up:\n\n```position\n%s```\n",
		code, record, &steps, end), r.Len()
}

// InLetters writes cards as boards in text do: 9s for the Nine of spades.
var InLetters = strings.NewReplacer("♠", "s", "♥", "h", "♦", "d", "♣", "c", "≈", "o")

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

// Page returns the rules page that a template makes of data, wrapped by [Fill]. Templates are fixed and tested: it
// panics if one fails.
func Page(page *template.Template, data any) string {
	var b strings.Builder
	if err := page.Execute(&b, data); err != nil {
		panic("design: a rules page: " + err.Error())
	}
	return Fill(b.String())
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
