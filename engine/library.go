package engine

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Library finds every game that an arcade knows: the built-in ones, and those that
// people made up. The zero Library is empty.
type Library struct {
	House    Catalog         // in the order of the menu
	Families []Family        // of which people can make up games
	Shelf    Shelf           // nil if nothing that people made up is kept
	Odds     map[string]Odds // of surveys, by the ID of the game
}

// A Shelf holds the games that people made up as one player knows them: under the names that
// this player gave to those that the player keeps, and the others under the titles of their
// designs. Its methods never block and are safe for concurrent use.
type Shelf interface {
	// Find returns the game with an ID.
	Find(id string) (Game, bool)
	// Own returns the games that the player keeps, in the order of their names.
	Own() Catalog
}

// Find returns the game with an ID, as stored in records. For names that people type, use
// [Library.Resolve].
func (l Library) Find(id string) (Game, bool) {
	if g, ok := l.House.Find(id); ok || l.Shelf == nil {
		return g, ok
	}
	return l.Shelf.Find(id)
}

// Restore returns the game of a stored round: the one with an ID or, if nothing of it is
// kept here, that of the rules beside the round; see [RulesOf].
func (l Library) Restore(id, rules string) (Game, bool) {
	known, ok := l.Find(id)
	if rules == "" || ok && RulesOf(known) == rules {
		return known, ok
	}
	if g, err := l.Parse(id, rules); err == nil {
		return g, true
	}
	return known, ok
}

// Parse returns the game that somebody made up with an ID and rules, which are those that
// [RulesOf] returns for it. The error says why there is none.
func (l Library) Parse(id, rules string) (MadeUp, error) {
	err := errors.New("no family of games is known here")
	for _, f := range l.Families {
		var d Design
		if d, err = f.Parse(rules); err != nil {
			continue
		}
		var g Game
		if g, err = d.Game(d.Title()); err != nil {
			continue
		}
		if m, ok := g.(MadeUp); ok && m.Info().ID == id && RulesOf(m) == rules {
			return m, nil
		}
		err = errors.New("they are of another game")
	}
	return nil, err
}

// ParseCode returns the design of a share code as a person types it; see [Family.ParseCode]. The error
// is ErrNoCode if no family has such codes.
func (l Library) ParseCode(text string) (d Design, err error) {
	err = ErrNoCode
	for _, f := range l.Families {
		if d, err = f.ParseCode(text); !errors.Is(err, ErrNoCode) {
			break
		}
	}
	return d, err
}

// With returns the library with one more game, which it finds by the ID although nobody
// keeps it.
func (l Library) With(g Game) Library {
	l.Shelf = lent{l.Shelf, g}
	return l
}

// A lent is a shelf, or none, with one more game.
type lent struct {
	shelf Shelf
	game  Game
}

// Find implements Shelf.
func (l lent) Find(id string) (Game, bool) {
	if l.shelf != nil {
		if g, ok := l.shelf.Find(id); ok {
			return g, true
		}
	}
	if id != l.game.Info().ID {
		return nil, false
	}
	return l.game, true
}

// Own implements Shelf.
func (l lent) Own() Catalog {
	if l.shelf == nil {
		return nil
	}
	return l.shelf.Own()
}

// Name returns the name of the game with an ID, or the ID if nobody here knows the game.
func (l Library) Name(id string) string { return l.NameOf(id, "") }

// NameOf returns the name of the game of a round, which may have rules beside it; see [Library.Restore].
func (l Library) NameOf(id, rules string) string {
	if g, ok := l.Restore(id, rules); ok {
		return g.Info().Name
	}
	return id
}

// Difficulty returns how hard a game is by its odds. The level is that of the share of deals
// that the arcade's player wins.
func (l Library) Difficulty(g Game) Difficulty {
	if o, ok := l.Odds[g.Info().ID]; ok {
		return Difficulty{o.House.Level(), o.String()}
	}
	return Difficulty{Unrated, "No survey: only results can tell how hard it is, or whether it can be won."}
}

// Rules returns the rules page of a game, which ends with its odds where they are known.
func (l Library) Rules(g Game) string {
	info, page := g.Info(), g.Rules()
	if o, ok := l.Odds[info.ID]; ok {
		page = strings.TrimRight(page, "\n") + "\n\n" + o.Markdown(info.Max)
	}
	return page
}

// All returns the built-in games, followed by those that the player keeps. Callers must
// not change it: without such games, it is House itself.
func (l Library) All() Catalog {
	if l.Shelf == nil {
		return l.House
	}
	own := l.Shelf.Own()
	if len(own) == 0 {
		return l.House
	}
	return slices.Concat(l.House, own)
}

// Resolve returns the game that a person means by a name or a share code. An exact ID
// always means that game. A share code means the game of its rules, known here or not. Any
// other text is looked for among the names of [Library.All], as [Catalog.Resolve] does, and then
// among those of [Library.Offered]: "Sir Tommy".
//
// The error is a *NameError or a *CodeError.
func (l Library) Resolve(name string) (Game, error) {
	if g, ok := l.Find(name); ok {
		return g, nil
	}
	switch d, err := l.ParseCode(name); {
	case err == nil:
		return l.Make(d)
	case !errors.Is(err, ErrNoCode):
		return nil, err
	}
	g, err := l.All().Resolve(name)
	if none, ok := err.(*NameError); ok && len(none.Fits) == 0 {
		return slices.Concat(l.All(), l.Offered()).Resolve(name)
	}
	return g, err
}

// Offered returns the games that families offer to start from, without those of [Library.All].
func (l Library) Offered() (games Catalog) {
	all := l.All()
	for d := range l.designs {
		if g, err := l.Make(d); err == nil {
			if _, ok := all.Find(g.Info().ID); !ok {
				games = append(games, g)
			}
		}
	}
	return games
}

// designs yields the designs that families offer to start from.
func (l Library) designs(yield func(Design) bool) {
	for _, f := range l.Families {
		for _, d := range f.Designs() {
			if !yield(d) {
				return
			}
		}
	}
}

// DesignOf returns the design of a game, if it has one: somebody made it up, or it is one of a
// family's own.
func (l Library) DesignOf(g Game) (Design, bool) {
	if m, ok := g.(MadeUp); ok {
		return m.Design(), true
	}
	for d := range l.designs {
		if of, err := d.Game(d.Title()); err == nil && of.Info().ID == g.Info().ID {
			return d, true
		}
	}
	return nil, false
}

// Namesakes returns the other games of [Library.All] that are called as a person has typed,
// where [Library.Resolve] took the text for g: the last part of an ID or an alias may be the
// ID of another game.
func (l Library) Namesakes(name string, g Game) (others Catalog) {
	for _, o := range l.All() {
		info := o.Info()
		if info.ID == g.Info().ID {
			continue
		}
		known := append([]string{info.Name, path.Base(info.ID)}, info.Aliases...)
		if slices.ContainsFunc(known, func(known string) bool { return strings.EqualFold(known, typedName(name)) }) {
			others = append(others, o)
		}
	}
	return others
}

// Make returns the game of a design under the name by which it is known here, or else the
// name that the design proposes. The error is a *KnobError.
func (l Library) Make(d Design) (Game, error) {
	g, err := d.Game(d.Title())
	if err != nil {
		return nil, err
	}
	if known, ok := l.Find(g.Info().ID); ok && RulesOf(known) == RulesOf(g) {
		return known, nil
	}
	return g, nil // also if another game has the same ID: it is not what is meant
}

// RecordLine returns a record of a game as one line that any arcade can replay: the line of
// [Record.String] but, if somebody made the game up, with its share code in place of the
// ID.
func RecordLine(g Game, r Record) string {
	if m, ok := g.(MadeUp); ok {
		r.Game = m.Design().Code()
	}
	return r.String()
}

// ParseRecord parses a line of [RecordLine], as people copy it, and returns the record with
// its game. The ID of a game that is known here will do as well as a share code.
func (l Library) ParseRecord(line string) (Record, Game, error) {
	head, tail, _ := strings.Cut(strings.TrimSpace(line), " ")
	code, version, ok := strings.Cut(head, "@")
	if d, err := l.ParseCode(code); ok && !errors.Is(err, ErrNoCode) {
		if err != nil {
			return Record{}, nil, err
		}
		g, err := l.Make(d)
		if err != nil {
			return Record{}, nil, err
		}
		r, err := ParseRecord(g.Info().ID + "@" + version + " " + tail)
		return r, g, err
	}
	r, err := ParseRecord(line)
	if err != nil {
		return Record{}, nil, err
	}
	g, known := l.Find(r.Game)
	if !known {
		return r, nil, fmt.Errorf("there is no game %q; the games are %s, and those of share codes", r.Game, l.House.ids())
	}
	return r, g, nil
}
