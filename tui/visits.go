package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
)

// own goes to the table of a game, or of the deal of a code.
func (l *lobby) own(g engine.Game, code engine.Code) tea.Cmd {
	return l.start(screen.Visit{Game: g, Code: code})
}

// start starts a visit. Before a player's first game it shows the house rules instead, if
// there are any.
func (l *lobby) start(v screen.Visit) tea.Cmd {
	if l.Env.Uninformed() {
		return l.Env.Push(newAbout(l.Env))
	}
	return l.Visit(l.Env, l, v, l.openTable)
}

// OnClose implements screen.Closer.
func (l *lobby) OnClose() { l.news.OnClose() }

// openTable opens the table of a visit, or says why not.
func (l *lobby) openTable(v screen.Visit) tea.Cmd {
	l.leaving = time.Time{}
	name := v.Game.Info().Name
	switch {
	case v.Err != nil:
		l.refuse(v, caption.Sentence(v.Err.Error()))
		return nil
	case v.Ended():
		return nil
	case v.Saver.Stored() && (v.Code != "" || v.Asked.Code != ""):
		l.refuse(v, name+" has an open game: Esc and Enter go on with it, and n there gives it up.")
		return nil
	}
	t, err := l.Env.TableOf(v)
	if err != nil {
		l.outdated = &v
		l.Refuse(fmt.Sprintf("The open game of %s was played by other rules and cannot go on. Put it into the history with its %s? (y/n)",
			name, caption.Plural(v.Saved.Score.Points, "point")))
		return nil
	}
	return l.Env.Push(t)
}

// refuse says why a visit fails. If it was for the code of a deal, the code can be
// edited.
func (l *lobby) refuse(v screen.Visit, why string) {
	l.Refuse(why)
	if v.Code != "" && v.Event == "" {
		l.askCode()
		l.Insert(string(v.Code))
	}
}

// retire puts a round that cannot go on into the history, with the points it has.
func (l *lobby) retire() tea.Cmd {
	v, env := l.outdated, l.Env
	l.outdated = nil
	return screen.Ask(l, func() func() tea.Cmd {
		_, err := v.Retire(env.Now())
		read := readSummaries(env)
		read.err = errors.Join(err, read.err)
		return func() tea.Cmd { return l.show(read) }
	})
}
