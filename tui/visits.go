package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
)

// The visits of a lobby open its tables, one at a time.
type visits struct {
	lobby *lobby
	screen.Opener
	from []screen.Screen // those above which the table will open, none for the lobby itself
}

// Busy implements screen.Busy.
func (o *visits) Busy() bool { return o.Opens() }

// own goes to the table of a game, or of the deal of a code.
func (o *visits) own(g engine.Game, code engine.Code) tea.Cmd {
	return o.start(screen.Visit{Game: g, Code: code})
}

// fresh goes to the table of a game to deal anew.
func (o *visits) fresh(g engine.Game, d screen.FreshDeal) tea.Cmd {
	return o.start(screen.Visit{Game: g, Asked: d})
}

// enter goes to the table of the player's round in an event.
func (o *visits) enter(g engine.Game, e arcade.Event) tea.Cmd {
	if o.lobby.env.Events == nil {
		return nil
	}
	return o.start(screen.Visit{Game: g, Event: e})
}

// start starts a visit. Before a player's first game it shows the rules of the house instead, if
// there are any.
func (o *visits) start(v screen.Visit) tea.Cmd {
	if seen := &o.lobby.env.Experience; seen.Beginner && !seen.Informed && o.lobby.env.About.Rules != "" {
		o.from = nil
		return o.lobby.env.Push(newAbout(o.lobby.env))
	}
	return o.Visit(o.lobby.env, o.lobby, v, o.lobby.openTable)
}

// end says that the table opens now. It returns the screens above which it does.
func (o *visits) end() (from []screen.Screen) {
	from, o.from = o.from, nil
	return from
}

func (l *lobby) Close() error { return l.visits.Close() }

// OnClose implements screen.Closer.
func (l *lobby) OnClose() {
	closeAll(l.visits.from)
	l.news.OnClose()
}

// openTable opens the table of a visit, or says why not.
func (l *lobby) openTable(v screen.Visit) tea.Cmd {
	from := l.visits.end()
	l.leaving = time.Time{}
	t := l.tableOf(v)
	if t == nil {
		closeAll(from)
		return nil
	}
	l.Pause() // the screens that come with it may cover the lobby
	return l.stack.openAbove(from, t)
}

// tableOf returns the table of a visit. It is nil if there is none, and the lobby says why.
func (l *lobby) tableOf(v screen.Visit) screen.Screen {
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
	t, err := l.env.TableOf(v)
	if err != nil {
		l.outdated = &v
		l.err = fmt.Sprintf("The open game of %s was played by other rules and cannot go on. y puts it into the history with its %s.",
			name, caption.Plural(v.Saved.Score.Points, "point"))
		return nil
	}
	return t
}

// refuse says why a visit fails. If it was for the code of a deal, the code can be
// edited.
func (l *lobby) refuse(v screen.Visit, why string) {
	l.err = why
	if v.Code != "" && v.Event == "" {
		l.askCode()
		l.Insert(string(v.Code))
	}
}

// retire puts a round that cannot go on into the history, with the points it has.
func (l *lobby) retire() tea.Cmd {
	v, env := l.outdated, l.env
	l.outdated, l.err = nil, ""
	return screen.Ask(l, func() func() tea.Cmd {
		_, err := v.Saver.Finish(v.Saved.Result(v.Saved.Score, env.Now().UnixMilli()))
		read := readSummaries(env)
		read.err = errors.Join(err, read.err)
		return func() tea.Cmd { return l.show(read) }
	})
}
