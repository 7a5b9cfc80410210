package tui

import (
	"boardwalk/engine"
	"boardwalk/tui/caption"
)

// An experience is what the player has finished, as far as that is known.
type experience struct {
	rounds   map[string]int // how many, by game; nil if not known
	beginner bool           // none yet, as far as is known
	informed bool           // the page about the arcade was shown
}

// known reports whether it is known what the player has finished.
func (e *experience) known() bool { return e.rounds != nil }

// finished reports whether the player has finished a round of a game, whatever it counted
// for. It is false as long as that is not known.
func (e *experience) finished(game string) bool { return e.rounds[game] > 0 }

// one reports whether the player has finished one round, of whatever game, and no other.
func (e *experience) one() bool {
	all := 0
	for _, n := range e.rounds {
		all += n
	}
	return all == 1
}

// filed counts a round that the history has now.
func (e *experience) filed(game string) {
	if e.known() {
		e.rounds[game]++
		e.beginner = false
	}
}

// glossary returns the words of a game that the player has not met in others of games.
func (e *experience) glossary(g engine.Game, games engine.Catalog) caption.Glossary {
	var played engine.Catalog
	for _, other := range games {
		if e.finished(other.Info().ID) {
			played = append(played, other)
		}
	}
	return caption.NewGlossary(g, played)
}
