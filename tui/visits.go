package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
)

// The visits of a lobby read what the table needs that it is about to open, one at a time.
type visits struct {
	env   *Env
	saver *play.Saver     // of the table, nil if none is about to open
	from  []screen.Screen // those above which it will open, none for the lobby itself
}

// visitMsg brings what a visit has read.
type visitMsg visit

func (o *visits) Busy() bool { return o.saver != nil }

// visit reads a game and takes its open round over, which ends that of a session that
// still plays it.
func (o *visits) visit(g engine.Game, code engine.Code) tea.Cmd {
	return o.start(visit{game: g, code: code}, func(v *visit) {
		o.env.looks.Sync()
		v.saved, v.err = v.saver.Read(g.Info().ID, code == "")
	})
}

// visitNew reads a game to deal anew.
func (o *visits) visitNew(g engine.Game, d freshDeal) tea.Cmd {
	return o.start(visit{game: g, asked: d}, func(v *visit) {
		o.env.looks.Sync()
		v.saved, v.err = v.saver.Read(g.Info().ID, d.code == "")
	})
}

// enter reads the player's round in an event and takes it over, or begins it.
func (o *visits) enter(g engine.Game, e arcade.Event) tea.Cmd {
	events := o.env.Events
	if events == nil {
		return nil
	}
	return o.start(visit{game: g, event: e}, func(v *visit) { v.join(events) })
}

// start starts a visit: it reads what the table needs. Before a player's first game it shows
// the rules of the house instead, if there are any.
func (o *visits) start(v visit, read func(*visit)) tea.Cmd {
	if seen := &o.env.experience; seen.beginner && !seen.informed && o.env.About.Rules != "" {
		o.from = nil
		return o.env.open(newAbout(o.env))
	}
	env := o.env
	v.visits, v.saver = o, play.NewSaver(env.Store)
	o.saver = v.saver
	return func() tea.Msg {
		v.readBest(env)
		read(&v)
		return visitMsg(v)
	}
}

// end says that the table opens now. It returns the screens above which it does.
func (o *visits) end() (from []screen.Screen) {
	from = o.from
	o.saver, o.from = nil, nil
	return from
}

// Close prevents a visit in progress from taking over a round that another session may
// play by then.
func (o *visits) Close() error {
	if o.saver != nil {
		o.saver.Close()
	}
	return nil
}
