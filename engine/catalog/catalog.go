// Package catalog lists every game of the arcade. To add a game, write its package and
// add its line to [All].
package catalog

import (
	_ "embed"
	"slices"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/chessboard"
	"boardwalk/engine/hopscotch"
	"boardwalk/engine/run"
	"boardwalk/engine/survey"
	"boardwalk/engine/ten"
)

// All returns every game of the arcade in the order of the menu, the best one to begin
// with first.
func All() engine.Catalog {
	return slices.Concat(
		boardwalk.All(),
		engine.Catalog{
			hopscotch.New(),
			chessboard.New(),
			run.New(),
			ten.New(),
		},
	)
}

// Library returns the built-in games with their odds, and the families of which people
// can make up games, without a shelf.
func Library() engine.Library {
	return engine.Library{House: All(), Families: []engine.Family{boardwalk.Family(), hopscotch.Family(), chessboard.Family()}, Odds: odds()}
}

// odds returns those of the surveys, which are parsed once and which nobody changes.
var odds = sync.OnceValue(func() map[string]engine.Odds { return survey.Odds(Surveys()) })

//go:embed survey.json
var surveys []byte

// Surveys returns the published surveys of the games, in the order of the menu. SURVEYS.md
// shows them as tables.
func Surveys() []survey.Published {
	list, err := survey.ParsePublished(surveys)
	if err != nil {
		panic("catalog: " + err.Error()) // a test parses them
	}
	return list
}
