package engine

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Find returns the game with an ID, as stored in records. For names that people type, use
// [Resolve].
func Find(games []Game, id string) (Game, bool) {
	i := slices.IndexFunc(games, func(g Game) bool { return g.Info().ID == id })
	if i < 0 {
		return nil, false
	}
	return games[i], true
}

// Resolve returns the game that a person means by a name. An exact ID always means that
// game, so that scripts can rely on it. Otherwise the case of letters, quotes around the
// name and repeated spaces do not matter. The name is then matched against the games' own
// names; then against whole IDs, the last parts of IDs and aliases; then against the
// beginnings of all these. The first of the three that matches any game decides.
//
// The error is a *NameError if no game matches, or several do.
//
// So "hopscotch" means the game with that ID, while "Hopscotch", which fits two games, is
// refused with the names of both.
func Resolve(games []Game, name string) (Game, error) {
	if g, ok := Find(games, name); ok {
		return g, nil
	}
	name = strings.Join(strings.Fields(strings.Trim(name, " \"'")), " ")
	fold := func(fits func(known, name string) bool, known ...string) bool {
		return slices.ContainsFunc(known, func(k string) bool { return fits(strings.ToLower(k), strings.ToLower(name)) })
	}
	var own, equal, begin []Game
	for _, g := range games {
		info := g.Info()
		also := append([]string{info.ID, path.Base(info.ID)}, info.Aliases...)
		same := func(known, name string) bool { return known == name }
		switch {
		case name == "":
		case fold(same, info.Name):
			own = append(own, g)
		case fold(same, also...):
			equal = append(equal, g)
		case fold(strings.HasPrefix, append(also, info.Name)...):
			begin = append(begin, g)
		}
	}
	for _, fit := range [][]Game{own, equal, begin} {
		switch len(fit) {
		case 0:
		case 1:
			return fit[0], nil
		default:
			return nil, &NameError{Name: name, Fits: fit, games: games}
		}
	}
	return nil, &NameError{Name: name, games: games}
}

// A NameError reports a name that does not mean exactly one game.
type NameError struct {
	Name  string
	Fits  []Game // the games it may mean, in the order of the list; empty if it fits none
	games []Game
}

// Error lists the IDs and names of the games that the name may mean, or the IDs of all
// games if it fits none.
func (e *NameError) Error() string {
	if len(e.Fits) == 0 {
		var ids []string
		for _, g := range e.games {
			ids = append(ids, g.Info().ID)
		}
		return fmt.Sprintf("there is no game %.60q; there are %s", e.Name, strings.Join(ids, ", "))
	}
	var fits []string
	for _, g := range e.Fits {
		fits = append(fits, fmt.Sprintf("%s (%s)", g.Info().ID, g.Info().Name))
	}
	last := len(fits) - 1
	return fmt.Sprintf("%.60q fits several games: %s and %s", e.Name, strings.Join(fits[:last], ", "), fits[last])
}
