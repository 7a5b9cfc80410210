package session

import (
	"slices"

	"boardwalk/engine"
)

// A Draft is a design that the player has left on a bench without keeping it.
type Draft struct {
	Family string `json:"family"`
	Text   string `json:"text"`
}

func draftOf(d engine.Design) Draft { return Draft{d.Family().Name(), d.Text()} }

// Draft returns the newest design that the player has left on a bench without keeping it, nil if there
// is none or it cannot be read any more.
func (s Settings) Draft(families []engine.Family) engine.Design {
	for _, f := range families {
		if len(s.Drafts) > 0 && f.Name() == s.Drafts[0].Family {
			if d, err := f.Parse(s.Drafts[0].Text); err == nil {
				return d
			}
		}
	}
	return nil
}

// A Work is what becomes of a design on a bench.
type Work struct {
	opened engine.Design
	draft  bool // a version of it is the player's draft
}

// NewWork returns the work that begins with a design.
func (s Settings) NewWork(d engine.Design) Work {
	return Work{d, len(s.Drafts) > 0 && s.Drafts[0] == draftOf(d)}
}

// IsDraft reports whether a version of the work is the player's draft.
func (w *Work) IsDraft() bool { return w.draft }

// Leave makes the present version of the work the player's draft if it was changed, and is neither a
// built-in game nor one that the player keeps. It reports whether that changes the settings.
func (w *Work) Leave(s *Settings, d engine.Design, games engine.Library) (changed bool) {
	was, before := w.draft, s.Drafts
	w.draft = was || d.Text() != w.opened.Text()
	if g, err := d.Game(d.Title()); err == nil && w.draft {
		_, known := games.All().Find(g.Info().ID)
		w.draft = !known
	}
	switch {
	case w.draft:
		s.Drafts = []Draft{draftOf(d)}
	case was:
		s.Drafts = nil
	}
	return !slices.Equal(before, s.Drafts)
}
