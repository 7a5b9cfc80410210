package engine

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Find returns the game of an ID, as records and rows have it. What a person
// types is for [Resolve].
func Find(games []Game, id string) (Game, bool) {
	i := slices.IndexFunc(games, func(g Game) bool { return g.Info().ID == id })
	if i < 0 {
		return nil, false
	}
	return games[i], true
}

// Resolve returns the game that a person means by a name. An ID, letter by
// letter, is always that game's, so that scripts can rely on it. Otherwise the
// case of letters, quotes around the name and the number of blanks in it do not
// matter: the name is a game's own, else the last part of an ID, a whole ID or an
// alias, else the beginning of any of these.
//
// The error is a *NameError where no game has the name, or several.
//
// So "hopscotch" is the game of that ID, while "Hopscotch", which two games go by,
// is refused with the names of both.
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

// A NameError is a name that does not mean one game.
type NameError struct {
	Name  string
	Fits  []Game // the games that it can mean, in the order of the list; none where it means none
	games []Game
}

// Error lists the IDs of the games that the name can mean, with their names, or
// those of all games.
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
