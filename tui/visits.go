package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/screen"
)

// The visits of a lobby open its tables, one at a time.
type visits struct {
	lobby *lobby
	screen.Opener
	from []screen.Screen // those above which the table will open, none for the lobby itself
}

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
