package chessboard

import (
	_ "embed"
	"sync"
	"text/template"

	"boardwalk/engine"
	"boardwalk/engine/design"
)

//go:embed variation.md
var variation string

// variationPage is the page of a made-up game, a template over a [rulesPage]. Lines may have any
// length.
var variationPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(variation))
})

// exampleMoves is how many moves the worked example has.
const exampleMoves = 4

// A rulesPage holds what the template asks about a game.
type rulesPage struct {
	Rules
	Info           engine.Info
	Title, Example string
	InSuit         bool
}

// Rules implements [engine.Game]. The page has only the rules of this variation.
func (m madeUp) Rules() string {
	return design.Page(variationPage(), rulesPage{m.rules, m.info, design.Escape(m.info.Name), design.Example(m, exampleMoves), m.rules.inSuit()})
}
