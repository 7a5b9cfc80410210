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

// pages is the rules page of a game that somebody made up, a template over a [rulesPage].
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"plural": engine.Plural}).Parse(page))
})

// exampleMoves is how many moves the worked example has.
const exampleMoves = 8

// A rulesPage holds what the template asks about a game.
type rulesPage struct {
	Rules
	Info                           engine.Info
	Title, Climb, Ladders, Example string
	Highest                        engine.Rank
	Most                           int
}

// Rules implements [engine.Game].
func (m madeUp) Rules() string {
	return design.Page(pages(), rulesPage{m.game.Rules, m.info, design.Escape(m.info.Name), list(m.Steps[:m.Foundations], strconv.Itoa), m.climbs(),
		design.Example(m, exampleMoves), engine.Rank(m.Ranks - 1), m.most()})
}

// climbs returns a line for each foundation with the ranks that it climbs.
func (g *game) climbs() string {
	var b strings.Builder
	for k := range g.Foundations {
		fmt.Fprintf(&b, "%s  by %d  ", g.name(foundations+pileIndex(k)), g.Steps[k])
		for rung := range g.Ranks {
			b.WriteString(" " + engine.Rank(g.ladders.Ladder(k, rung)).Letter())
		}
		b.WriteByte('\n')
	}
	return b.String()
}
