package workshop

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
)

// A shelving is what becomes of the work on a bench: the player keeps the game, or the
// design is the player's draft.
type shelving struct {
	env  *screen.Env
	work *workpiece
	left session.Work
	own  engine.MadeUp // the game under the player's own name, nil if it is not kept
}

func newShelving(env *screen.Env, w *workpiece) shelving {
	s := shelving{env: env, work: w, left: env.Settings.NewWork(w.design)}
	s.find()
	return s
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
		return "a built-in game"
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

// leave makes the design the player's draft; see [session.Work.Leave].
func (s *shelving) leave() (changed bool) {
	return s.left.Leave(&s.env.Settings.Settings, s.work.design, s.env.Games)
}
