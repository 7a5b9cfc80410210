package tui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
)

// A freshDeal is a deal that nobody knows, with its kind. The zero freshDeal is one that is
// still to be drawn.
type freshDeal struct {
	code engine.Code
	mark grade.Mark
}

// A visit is a round as it was read when the player goes to its table.
type visit struct {
	game  engine.Game
	event arcade.Event
	code  engine.Code  // of the deal to practise; empty for the open round or a fresh deal
	asked freshDeal    // of a kind that the player has asked for
	race  *arcade.Race // that it is a round of, nil if it is in none

	saver *play.Saver // has read the round, for the table
	saved arcade.Saved
	fresh bool           // this visit began the event's round
	best  *arcade.Result // the player's best of the game, nil if there is none
	warns string         // of a game that somebody made up, "" for nothing
	err   error
}

// errOtherRules means that a round was played by rules that its game no longer has.
var errOtherRules = errors.New("the open game was played by other rules and cannot go on; in the lobby Enter puts it into the history")

// ended reports whether the session had ended before the round of an event was there.
func (v visit) ended() bool { return v.err == nil && v.event != "" && !v.saver.Stored() }

// read reads the round and takes it over, or begins that of an event. Of the deal of a code it only
// looks whether another round is open. Without a best result, or what warns of the game, the table
// shows none.
func (v *visit) read(env *screenEnv) {
	id := v.game.Info().ID
	if best, ok, err := env.Store.Best(id, arcade.Counted); err == nil && ok {
		v.best = &best
	}
	v.warns = arcade.Estimated(env.Workshop, v.game).Warning()
	if v.event != "" {
		v.saved, v.fresh, v.err = v.saver.Enter(env.Events, v.game, v.event)
		return
	}
	env.looks.Sync()
	v.saved, v.err = v.saver.Read(id, v.code == "" && v.asked.code == "")
}

// An opener reads what the table needs that the screen it is part of is about to open.
type opener struct {
	saver *play.Saver // of the table, nil if none is about to open
}

// opens reports whether a table is about to open.
func (o *opener) opens() bool { return o.saver != nil }

// visit reads a round for a screen in a command, and takes it over from a session that plays it. open
// opens its table.
func (o *opener) visit(env *screenEnv, s screen.Screen, v visit, open func(visit) tea.Cmd) tea.Cmd {
	v.saver = play.NewSaver(env.Store)
	o.saver = v.saver
	return screen.Ask(s, func() func() tea.Cmd {
		v.read(env)
		return func() tea.Cmd {
			o.saver = nil
			return open(v)
		}
	})
}

// Close prevents a visit in progress from taking over a round that another session may
// play by then.
func (o *opener) Close() error {
	if o.saver != nil {
		o.saver.Close()
	}
	return nil
}
