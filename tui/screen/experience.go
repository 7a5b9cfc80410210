package screen

import (
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// An Experience is what the player has finished, as far as that is known.
type Experience struct {
	Rounds   map[string]int // how many, by game; nil if not known
	Beginner bool           // none yet, as far as is known
	Novice   bool           // none of several moves, as far as is known
	Informed bool           // the page about the arcade was shown
}

// Known reports whether it is known what the player has finished.
func (e *Experience) Known() bool { return e.Rounds != nil }

// Finished reports whether the player has finished a round of a game, whatever it counted
// for. It is false as long as that is not known.
func (e *Experience) Finished(game string) bool { return e.Rounds[game] > 0 }

// One reports whether the player has finished one round, of whatever game, and no other.
func (e *Experience) One() bool {
	all := 0
	for _, n := range e.Rounds {
		all += n
	}
	return all == 1
}

// Filed counts a round that the history has now.
func (e *Experience) Filed(r arcade.Result) {
	if e.Known() {
		e.Rounds[r.Record.Game]++
		e.Beginner, e.Novice = false, e.Novice && r.Brief()
	}
}

// Glossary returns the words of a game that the player has not met in others of games.
func (e *Experience) Glossary(g engine.Game, games engine.Catalog) caption.Glossary {
	var played engine.Catalog
	for _, other := range games {
		if e.Finished(other.Info().ID) {
			played = append(played, other)
		}
	}
	return caption.NewGlossary(g, played)
}
