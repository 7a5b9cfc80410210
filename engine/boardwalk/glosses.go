package boardwalk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"boardwalk/engine"
)

// A phrase is a gloss with the knobs one of which must be on for it to be said.
type phrase struct {
	engine.Gloss
	needs []string
}

// phrases holds the words of the sentences of say.go, from glosses.txt. A line has the forms of
// a word, the first of which is how it is explained, the knobs, if any, and what it means:
//
//	coax, coaxing (coax): a hand card onto a pile of row 1 whose top lies face down
var phrases = sync.OnceValue(func() (all []phrase) {
	lines := regexp.MustCompile(`(?m)^([a-z ,]+?)(?: \(([a-zA-Z ]+)\))?: (.+)$`).FindAllStringSubmatch(text("glosses.txt"), -1)
	for _, l := range lines {
		forms := strings.Split(l[1], ", ")
		all = append(all, phrase{engine.Gloss{Word: forms[0], Forms: forms, Means: l[3]}, strings.Fields(l[2])})
	}
	if lines := strings.Count(text("glosses.txt"), "\n"); len(all) != lines {
		panic(fmt.Sprintf("boardwalk: %d of %d glosses can be read", len(all), lines)) // the texts are fixed and tested
	}
	return all
})

// Glosses implements [engine.Glosser]: the words that the sentences of this variation may have.
func (g *Game) Glosses() (all []engine.Gloss) {
	for _, p := range phrases() {
		if len(p.needs) == 0 || slices.ContainsFunc(p.needs, func(knob string) bool { return offers(g.Variation, []string{knob}) }) {
			all = append(all, p.Gloss)
		}
	}
	return all
}
