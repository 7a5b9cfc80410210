package engine

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// A Catalog is a list of games, in the order of a menu. No two have the same ID.
type Catalog []Game

// Find returns the game with an ID, as stored in records. For names that people type, use
// [Catalog.Resolve].
func (c Catalog) Find(id string) (Game, bool) {
	return First(c, func(g Game) bool { return g.Info().ID == id })
}

// First returns the first of a list that matches, and whether there is one.
func First[T any](list []T, match func(T) bool) (found T, ok bool) {
	i := slices.IndexFunc(list, match)
	if i < 0 {
		return found, false
	}
	return list[i], true
}

// Name returns the name of the game with an ID, or the ID if the catalog lacks the game.
func (c Catalog) Name(id string) string {
	if g, ok := c.Find(id); ok {
		return g.Info().Name
	}
	return id
}

// Resolve returns the game that a person means by a name. An exact ID always means that
// game, so that scripts can rely on it. Otherwise the case of letters, quotes around the
// name and repeated spaces do not matter. The name is then matched against the games' own
// names; then against whole IDs, the last parts of IDs and aliases; then against the
// beginnings of all these, except that the ID of a game that somebody made up has to be
// whole; then against all these without spaces and signs. The first of the four that matches
// any game decides.
//
// The error is a *NameError if no game matches, or several do.
//
// So "hopscotch" means the game with that ID, while "Hopscotch", which fits two games, is
// refused with the names of both.
func (c Catalog) Resolve(name string) (Game, error) {
	if g, ok := c.Find(name); ok {
		return g, nil
	}
	name = typedName(name)
	fold := func(fits func(known, name string) bool, known ...string) bool {
		return slices.ContainsFunc(known, func(k string) bool { return fits(strings.ToLower(k), strings.ToLower(name)) })
	}
	var own, equal, begin, bare Catalog
	for _, g := range c {
		info := g.Info()
		also := append([]string{info.ID, path.Base(info.ID)}, info.Aliases...)
		begins := append(slices.Clone(also), info.Name)
		if _, ok := g.(MadeUp); ok { // a number or a letter would begin many a hash
			begins = append(slices.Clone(info.Aliases), info.Name)
		}
		same := func(known, name string) bool { return known == name }
		switch {
		case name == "":
		case fold(same, info.Name):
			own = append(own, g)
		case fold(same, also...):
			equal = append(equal, g)
		case fold(strings.HasPrefix, begins...):
			begin = append(begin, g)
		case bareName(name) != "" && slices.ContainsFunc(begins, func(k string) bool { return strings.HasPrefix(bareName(k), bareName(name)) }):
			bare = append(bare, g)
		}
	}
	for _, fit := range []Catalog{own, equal, begin, bare} {
		switch len(fit) {
		case 0:
		case 1:
			return fit[0], nil
		default:
			return nil, &NameError{Name: name, Fits: fit, games: c}
		}
	}
	return nil, &NameError{Name: name, near: c.near(name), games: c}
}

// near returns the games one of whose names is nearest to a name that means none, if it is near
// enough for a slip.
func (c Catalog) near(name string) (games Catalog) {
	bare := func(g Game) (names []string) {
		info := g.Info()
		for _, known := range append([]string{info.Name, path.Base(info.ID)}, info.Aliases...) {
			names = append(names, bareName(known))
		}
		return names
	}
	var all []string
	for _, g := range c {
		all = append(all, bare(g)...)
	}
	near := Near(bareName(name), all)
	for _, g := range c {
		if slices.ContainsFunc(bare(g), func(known string) bool { return slices.Contains(near, known) }) {
			games = append(games, g)
		}
	}
	return games
}

// Near returns the words that are nearest to one that was typed, if they are near enough for a slip:
// at most one letter in three is another and, if that is more than one, none of the first two.
func Near(typed string, words []string) (near []string) {
	least := len(typed)
	for _, word := range words {
		n := edits(typed, word)
		switch {
		case n > min(len(typed), len(word))/3 || n > least || n > 1 && typed[:2] != word[:2]:
		case n == least:
			near = append(near, word)
		default:
			near, least = []string{word}, n
		}
	}
	return near
}

// NoSuch returns the error of a word that is none of those that name a thing of a kind: "grade". It asks
// whether the nearest was meant, or lists all.
func NoSuch(kind, typed string, words []string) error {
	if near := Near(strings.ToLower(typed), words); len(near) > 0 {
		return fmt.Errorf("there is no %s %.40q; did you mean %s?", kind, typed, strings.Join(near, " or "))
	}
	return fmt.Errorf("there is no %s %.40q; there are %s", kind, typed, strings.Join(words, ", "))
}

// bareName returns the letters and digits of a name, in lower case.
func bareName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// edits returns how many letters have to be added, dropped or changed, or pairs of them swapped, to make
// one text of another.
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			if i == 0 || j == 0 {
				rows[i][j] = i + j
				continue
			}
			change := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			if i > 1 && j > 1 && a[i-2:i] == b[j-1:j]+b[j-2:j-1] {
				change = min(change, rows[i-2][j-2]+1)
			}
			rows[i][j] = min(change, rows[i-1][j]+1, rows[i][j-1]+1)
		}
	}
	return rows[len(a)][len(b)]
}

// typedName returns a name without quotes around it and repeated spaces.
func typedName(name string) string {
	return strings.Join(strings.Fields(strings.Trim(name, " \"'")), " ")
}

// names lists the names of the games, for a message, with a text between two.
func (c Catalog) names(between string) string {
	var names []string
	for _, g := range c {
		names = append(names, g.Info().Name)
	}
	return strings.Join(names, between)
}

// ids lists the IDs of the games, for a message.
func (c Catalog) ids() string {
	var ids []string
	for _, g := range c {
		ids = append(ids, g.Info().ID)
	}
	return strings.Join(ids, ", ")
}

// A NameError reports a name that does not mean exactly one game.
type NameError struct {
	Name  string
	Fits  Catalog // the games it may mean, in the order of the list; empty if it fits none
	near  Catalog // which may be meant with a slip
	games Catalog
}

// Error is Meant or, if that is "", lists the names of all games.
func (e *NameError) Error() string {
	return cmp.Or(e.Meant(), fmt.Sprintf("there is no game %.60q; there are %s", e.Name, e.games.names(", ")))
}

// Meant lists the IDs and names of the games that the name may mean. If it fits none, Meant asks whether the
// nearest name was meant, or says which of its words are a name, or nearly one. It returns "" if none are.
func (e *NameError) Meant() string {
	switch words := strings.Fields(e.Name); {
	case len(e.Fits) > 0:
	case len(e.near) > 0:
		return fmt.Sprintf("there is no game %.60q; did you mean %s?", e.Name, e.near.names(" or "))
	default:
		for n := len(words) - 1; n > 0; n-- {
			name, rest := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
			g, err := e.games.Resolve(name)
			if err == nil {
				return fmt.Sprintf("%.60q means %s, but %.60q behind it means nothing here", name, g.Info().Name, rest)
			}
			if part := err.(*NameError); len(part.Fits)+len(part.near) > 0 {
				return part.Meant()
			}
		}
		return ""
	}
	var fits []string
	for _, g := range e.Fits {
		fits = append(fits, fmt.Sprintf("%s (%s)", g.Info().ID, g.Info().Name))
	}
	return fmt.Sprintf("%.60q fits several games: %s", e.Name, Listed(fits, "and"))
}
