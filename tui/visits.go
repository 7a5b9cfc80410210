package tui

import (
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
	l.Question = screen.Question{}
	if v.Err != nil {
		l.Refuse(caption.Sentence(v.Err.Error()))
		if v.Code != "" && v.Event == "" { // it can be edited
			l.askCode(v.Game)
			l.Insert(string(v.Code))
		}
		return nil
	}
	return l.Sit(v)
}
