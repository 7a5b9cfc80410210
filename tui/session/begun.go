package session

import (
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Begun returns the games that somebody made up of which the player has an open round. It returns
// none if the workshop is nil.
func Begun(workshop arcade.Workshop) (games engine.Catalog, err error) {
	if workshop == nil {
		return nil, nil
	}
	begun, err := workshop.Begun()
	for _, g := range begun {
		games = append(games, g)
	}
	return games, err
}

// Listed returns the built-in games and those that the player keeps, followed by those
// of begun that are neither: no open round is lost from sight.
func Listed(games engine.Library, begun engine.Catalog) engine.Catalog {
	all := slices.Clip(games.All())
	for _, g := range begun {
		if _, kept := all.Find(g.Info().ID); !kept {
			all = append(all, g)
		}
	}
	return all
}
