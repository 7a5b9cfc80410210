package session

import (
	"slices"

	"boardwalk/engine"
)

// A Draft is a design that the player has put aside without keeping it.
type Draft struct {
	Family string `json:"family"`
	Text   string `json:"text"`
}

// Drafts are the designs that a player has put aside, the newest first. They are part of the
// player's settings. Their elements are never changed, so that a copy stays as it is.
type Drafts []Draft

// draftsMax is the maximum number of designs that are put aside. One more replaces the
// oldest.
const draftsMax = 3

func draftOf(d engine.Design) Draft { return Draft{d.Family().Name(), d.Text()} }

// PutAside puts a design aside.
func (s *Drafts) PutAside(d engine.Design) {
	*s = slices.Insert(slices.Clone(*s), 0, draftOf(d))
	*s = (*s)[:min(len(*s), draftsMax)]
}

// TakeUp takes a design from those that are put aside.
func (s *Drafts) TakeUp(d engine.Design) {
	*s = slices.DeleteFunc(slices.Clone(*s), func(other Draft) bool { return other == draftOf(d) })
}

// An Aside is what is put aside of one work on a bench: at most its last version.
type Aside struct {
	opened engine.Design // the work's first version, nil if it is worth coming back to as it is
	last   engine.Design // the version that is put aside, nil if none is
}

// NewAside returns what is put aside of a work that begins with a design.
func (s Drafts) NewAside(d engine.Design) Aside {
	a := Aside{opened: d}
	if slices.Contains(s, draftOf(d)) {
		a.last = d
	}
	return a
}

// Keep says that the work is worth coming back to even if nothing is changed.
func (a *Aside) Keep() { a.opened = nil }

// Any reports whether a version of the work is put aside.
func (a *Aside) Any() bool { return a.last != nil }

// Put puts the present version of the work aside in place of the one before, if it was changed or
// is worth coming back to, and is neither a built-in game nor one that the player keeps. It
// reports whether that changes what is put aside.
func (a *Aside) Put(s *Drafts, d engine.Design, games engine.Library) (changed bool) {
	before, worth := *s, a.last != nil || a.opened == nil || d.Text() != a.opened.Text()
	if g, err := d.Game(d.Title()); worth && err == nil {
		_, known := games.All().Find(g.Info().ID)
		worth = !known
	}
	if a.last != nil {
		s.TakeUp(a.last)
	}
	s.TakeUp(d)
	if a.last = nil; worth {
		s.PutAside(d)
		a.last = d
	}
	return !slices.Equal(before, *s)
}

// Of returns the designs of some families. It leaves out those that cannot be read any more.
func (s Drafts) Of(families []engine.Family) (designs []engine.Design) {
	for _, draft := range s {
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
