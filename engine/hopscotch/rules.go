package hopscotch

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

//go:embed family.md
var page string

// pages is the rules page of a game that somebody made up, a template over a [MadeUp].
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"plural": engine.Plural, "example": design.Example}).Parse(page))
})

// Rules implements [engine.Game].
func (m MadeUp) Rules() string {
	var b strings.Builder
	if err := pages().Execute(&b, m); err != nil {
		panic(fmt.Sprintf("hopscotch: rules of %s: %v", m.info.ID, err)) // the text is fixed and tested
	}
	return design.Fill(b.String())
}

// Name returns the name of the game, for its page.
func (m MadeUp) Name() string { return design.Escape(m.info.Name) }

// Highest returns the highest rank in play, for the page.
func (m MadeUp) Highest() engine.Rank { return engine.Rank(m.Ranks - 1) }

// Most returns the most points, for the page.
func (m MadeUp) Most() int { return m.most() }

// Climb says how the foundations climb, for the page.
func (m MadeUp) Climb() string { return list(m.Steps[:m.Foundations], strconv.Itoa) }

// Ladders returns a line for each foundation, for the page.
func (m MadeUp) Ladders() string {
	var b strings.Builder
	for k := range m.Foundations {
		fmt.Fprintf(&b, "%s  by %d  ", m.name(foundations+pileIndex(k)), m.Steps[k])
		for rung := range m.Ranks {
			b.WriteString(" " + engine.Rank(m.ladders.Ladder(k, rung)).Letter())
		}
		b.WriteByte('\n')
	}
	return b.String()
}
