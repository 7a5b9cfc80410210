package caption

import (
	"slices"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
)

// A Glossary explains the words of a game's sentences where a player meets them for the first
// time. The zero Glossary explains nothing.
type Glossary struct {
	glosses []engine.Gloss
	forms   map[string]int // indexes of glosses by the forms of their words
	met     map[string]int // by word, when it was explained
}

// NewGlossary returns the glossary of a game, without the words that a player knows from other
// games.
func NewGlossary(g engine.Game, played engine.Catalog) Glossary {
	glosser, ok := g.(engine.Glosser)
	if !ok {
		return Glossary{}
	}
	glosses := slices.Clone(glosser.Glosses())
	for _, other := range played {
		if other, ok := other.(engine.Glosser); ok {
			known := other.Glosses()
			glosses = slices.DeleteFunc(glosses, func(g engine.Gloss) bool {
				return slices.ContainsFunc(known, func(k engine.Gloss) bool { return k.Word == g.Word && k.Means == g.Means })
			})
		}
	}
	forms := make(map[string]int)
	for i, gloss := range glosses {
		for _, form := range gloss.Forms {
			forms[form] = i
		}
	}
	return Glossary{glosses, forms, make(map[string]int)}
}

// Explain returns what words of a text mean, as many as fit a line of w columns, in the order
// of the text; "" if there are none. It explains a word at one time only, such as a number of
// moves: whoever reads on at that time sees it as often as it is met, and never again.
func (g Glossary) Explain(text string, now, w int) string {
	if len(g.glosses) == 0 {
		return ""
	}
	line := ""
	for _, gloss := range g.meets(text) {
		if met, ok := g.met[gloss.Word]; ok && met != now {
			continue
		}
		more := Sentence(gloss.String())
		if line != "" {
			more = line + " " + more
		}
		if utf8.RuneCountInString(more) > w {
			continue
		}
		line = more
		g.met[gloss.Word] = now
	}
	return line
}

// meets returns the glosses of the words of a text, in its order. Of two that begin at the
// same word, it takes the longer: "high trump" is no trump.
func (g Glossary) meets(text string) (all []engine.Gloss) {
	const longest = 3 // words of a form
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
	for len(words) > 0 {
		n := min(longest, len(words))
		for ; n > 0; n-- {
			i, ok := g.forms[strings.Join(words[:n], " ")]
			if !ok {
				continue
			}
			if gloss := g.glosses[i]; !slices.ContainsFunc(all, func(o engine.Gloss) bool { return o.Word == gloss.Word }) {
				all = append(all, gloss)
			}
			break
		}
		words = words[max(n, 1):]
	}
	return all
}
