package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A shelving is what becomes of the work on a bench: the player keeps the game, or the
// design is put aside.
type shelving struct {
	env    *Env
	work   *workpiece
	opened engine.Design // the first design, nil if it was drawn at random and was tried or estimated
	drawn  bool          // the first design was drawn at random: nothing else leads back to it
	aside  engine.Design // the one put aside last, nil if none is
	own    engine.MadeUp // the game under the player's own name, nil if it is not kept
}

func newShelving(env *Env, w *workpiece) shelving {
	s := shelving{env: env, work: w, opened: w.design}
	if env.settings.isAside(w.design) {
		s.aside = w.design
	}
	s.find()
	return s
}

// use marks the design as one that is worth coming back to even without a change.
func (s *shelving) use() {
	if s.drawn {
		s.opened = nil
	}
}

// find looks whether the player keeps the game.
func (s *shelving) find() {
	s.own = nil
	if s.work.game == nil || s.env.Games.Shelf == nil {
		return
	}
	if g, ok := s.env.Games.Shelf.Own().Find(s.work.game.Info().ID); ok {
		s.own, _ = g.(engine.MadeUp)
	}
}

// game returns the game on the bench, under the player's own name for it; nil if there is
// none.
func (s *shelving) game() engine.Game {
	if s.own != nil {
		return s.own
	}
	return s.work.game
}

// state says in a few words whether the game is kept.
func (s *shelving) state() string {
	_, made := s.work.game.(engine.MadeUp)
	switch {
	case s.work.game == nil:
		return "does not fit yet"
	case !made:
		return "a game of the house"
	case s.own != nil:
		return "kept"
	}
	return "not kept"
}

// proposed returns a name for the game that the player does not use for another one.
func (s *shelving) proposed() string {
	if s.own != nil {
		return s.own.Info().Name
	}
	used := func(name string) bool {
		return s.env.Games.Shelf != nil && slices.ContainsFunc(s.env.Games.Shelf.Own(), func(g engine.Game) bool {
			return strings.EqualFold(g.Info().Name, name)
		})
	}
	title := s.work.design.Title()
	for i := 1; i <= arcade.VariationsMax; i++ {
		name := title
		if i > 1 {
			name = fmt.Sprintf("%s (%d)", title, i)
		}
		if !used(name) && utf8.RuneCountInString(name) <= gameNameMax {
			return name
		}
	}
	return title
}

// putAside puts a design aside that was changed or used and is not kept, and reports whether that
// changes what is put aside. Of one work, only the last version is put aside.
func (s *shelving) putAside() bool {
	d, settings := s.work.design, &s.env.settings
	before, worth := settings.Drafts, s.aside != nil || s.opened == nil || d.Text() != s.opened.Text()
	if s.work.game != nil {
		_, made := s.work.game.(engine.MadeUp)
		worth = worth && made && s.own == nil
	}
	if s.aside != nil {
		settings.TakeUp(s.aside)
	}
	settings.TakeUp(d)
	if s.aside = nil; worth {
		settings.PutAside(d)
		s.aside = d
	}
	return !slices.Equal(before, settings.Drafts)
}

// A Draft is a design that the player has put aside without keeping it.
type Draft struct {
	Family string `json:"family"`
	Text   string `json:"text"`
}

// draftsMax is the maximum number of designs that are put aside. One more replaces the
// oldest.
const draftsMax = 3

func draftOf(d engine.Design) Draft { return Draft{d.Family().Name(), d.Text()} }

// isAside reports whether a design is put aside.
func (s *Settings) isAside(d engine.Design) bool { return slices.Contains(s.Drafts, draftOf(d)) }

// PutAside puts a design aside, the newest first.
func (s *Settings) PutAside(d engine.Design) {
	s.Drafts = slices.Insert(slices.Clone(s.Drafts), 0, draftOf(d))
	s.Drafts = s.Drafts[:min(len(s.Drafts), draftsMax)]
}

// TakeUp ends that a design is put aside.
func (s *Settings) TakeUp(d engine.Design) {
	s.Drafts = slices.DeleteFunc(slices.Clone(s.Drafts), func(other Draft) bool { return other == draftOf(d) })
}

// Aside returns the designs of some families that the player has put aside, the newest
// first. It leaves out those that cannot be read any more.
func (s *Settings) Aside(families []engine.Family) (designs []engine.Design) {
	for _, draft := range s.Drafts {
		for _, f := range families {
			if f.Name() != draft.Family {
				continue
			}
			if d, err := f.Parse(draft.Text); err == nil {
				designs = append(designs, d)
			}
		}
	}
	return designs
}
