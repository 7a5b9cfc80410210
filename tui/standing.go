package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// A standing is what the lobby shows beside a game. It may be older than the
// store: opening a game reads it anew.
type standing struct {
	saved  engine.Saved
	open   bool
	best   engine.Result
	played bool // there is a best
	games  int  // finished, whatever they counted for
}

// standingsMsg brings what was read from the store for one lobby.
type standingsMsg struct {
	lobby     *lobby
	standings map[string]standing // by game, without those that could not be read
	err       error
}

// standings reads what is open and best of every game.
func standings(env *Env) (map[string]standing, error) {
	all := make(map[string]standing)
	games, first := env.Store.Played()
	for _, g := range env.Games {
		id := g.Info().ID
		saved, rev, err := env.Store.Saved(id)
		best, played, bestErr := env.Store.Best(id, engine.Counted)
		if err = errors.Join(err, bestErr); err != nil {
			if first == nil {
				first = fmt.Errorf("%s: %w", g.Info().Name, err)
			}
			continue
		}
		all[id] = standing{saved, rev != 0, best, played, games[id]}
	}
	return all, first
}

// A visit is a game as it was found when the player went to its table.
type visit struct {
	lobby *lobby
	game  engine.Game
	event engine.Event
	code  engine.Code // of the deal to practise; empty for what is open, or a fresh one
	saved engine.Saved
	best  *engine.Result
	err   error

	begins time.Time // of a race, when that begins

	keeper *keeper // who has read the round, for the table; of revision 0 where none is open
	fresh  bool    // the round of the event begins with this visit
}

// visitMsg brings a visit to the lobby that asked for it.
type visitMsg visit

// visit reads a game and takes over its open round, so that a session that
// still plays it is told to stop.
func (l *lobby) visit(g engine.Game, code engine.Code) tea.Cmd {
	return l.travel(visit{game: g, code: code}, func(v *visit) {
		v.saved, v.err = v.keeper.read(g.Info().ID, code == "")
	})
}

// enter reads the player's round of an event and takes it over, or begins it.
func (l *lobby) enter(g engine.Game, e engine.Event) tea.Cmd {
	events := l.env.Events
	if events == nil {
		return nil
	}
	return l.travel(visit{game: g, event: e}, func(v *visit) { v.join(events) })
}

// join reads the player's round of the visit's event and takes it over, or begins it.
func (v *visit) join(events Events) {
	v.saved, v.err = v.keeper.read(engine.Slot(v.game.Info().ID, v.event), true)
	if v.err == nil && v.keeper.rev == 0 {
		v.saved, v.err = v.keeper.begin(events, v.game, v.event)
		v.fresh = true
	}
}

// attend is join, and what else a table of the event needs to know.
func (v *visit) attend(env *Env) {
	if best, ok, err := env.Store.Best(v.game.Info().ID, engine.Counted); err == nil && ok {
		v.best = &best
	}
	v.join(env.Events)
}

// travel goes to a table, for which something is to be read.
func (l *lobby) travel(v visit, read func(*visit)) tea.Cmd {
	store := l.env.Store
	v.lobby, v.keeper = l, &keeper{store: store}
	l.visiting, l.err = v.keeper, ""
	return func() tea.Msg {
		if best, ok, err := store.Best(v.game.Info().ID, engine.Counted); err == nil && ok {
			v.best = &best
		}
		read(&v)
		return visitMsg(v)
	}
}

// close keeps a visit that is still under way from taking over a round that
// another session may play by then.
func (l *lobby) close() error {
	if l.visiting == nil {
		return nil
	}
	return l.visiting.close(func() error { return nil })
}

// arrive opens the table of a visit.
func (l *lobby) arrive(v visit) tea.Cmd {
	l.visiting = nil
	name := v.game.Info().Name
	switch {
	case v.err != nil:
		l.refuse(v, sentence(v.err.Error()))
		return nil
	case v.keeper.rev == 0 && v.event != "": // the session has ended meanwhile
		return nil
	case v.keeper.rev == 0 && v.code == "":
		return open(newTable(l.env, v.game, l.env.Deal(), false, v.best))
	case v.keeper.rev == 0:
		return open(newTable(l.env, v.game, v.code, true, v.best))
	case v.code != "":
		l.refuse(v, name+" has an open game: Esc and Enter go on with it, and n there gives it up.")
		return nil
	}
	t, err := resumeTable(l.env, v)
	if err != nil {
		l.outdated = &v
		l.err = fmt.Sprintf("The open game of %s was played by other rules and cannot go on. y puts it into the history with its %d points.",
			name, v.saved.Score.Points)
		return nil
	}
	return open(t)
}

// refuse says why a visit comes to nothing. Where that was for the deal of a code,
// the code can be typed on.
func (l *lobby) refuse(v visit, why string) {
	l.err = why
	if v.code != "" && v.event == "" {
		l.typed = typed{dealCode, string(v.code)}
	}
}

// retire puts a round that cannot go on into the history, as it stands.
func (l *lobby) retire() tea.Cmd {
	v, env := l.outdated, l.env
	l.outdated, l.err = nil, ""
	return func() tea.Msg {
		_, err := env.Store.Finish(v.saved.Result(v.saved.Score, env.Now().UnixMilli()), v.keeper.rev)
		all, readErr := standings(env)
		return standingsMsg{l, all, errors.Join(err, readErr)}
	}
}

// resume goes on with the round that was dealt last.
func (l *lobby) resume() tea.Cmd {
	var last engine.Game
	for _, g := range l.env.Games {
		s := l.standings[g.Info().ID]
		if s.open && (last == nil || s.saved.Started > l.standings[last.Info().ID].saved.Started) {
			last = g
		}
	}
	if last == nil {
		l.err = "No game is open."
		return nil
	}
	return l.visit(last, "")
}
