package screen

import (
	"errors"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// A Visit is a round as it was read when the player goes to its table.
type Visit struct {
	Game  engine.Game
	Event arcade.Event
	Code  engine.Code    // of the deal to practise; empty for the open round or a fresh deal
	Asked play.FreshDeal // of a kind that the player has asked for
	Race  *arcade.Race   // that it is a round of, nil if it is in none

	Saver *play.Saver // has read the round, for the table
	Saved arcade.Saved
	Fresh bool           // this visit began the event's round
	Best  *arcade.Result // the player's best of the game, nil if there is none
	Warns string         // of a game that somebody made up, "" for nothing
	Err   error
}

// ErrOtherRules means that a round was played by rules that its game no longer has.
var ErrOtherRules = errors.New("the open game was played by other rules and cannot go on")

// Ended reports whether the session had ended before the round of an event was there.
func (v Visit) Ended() bool { return v.Err == nil && v.Event != "" && !v.Saver.Stored() }

// Read reads the round, or begins that of an event. Without a best result, or what warns of the game,
// the table shows none.
func (v *Visit) Read(env *Env) {
	id := v.Game.Info().ID
	if best, ok, err := env.Store.Best(id, arcade.Counted); err == nil && ok && best.Score.Points > 0 {
		v.Best = &best
	}
	v.Warns = arcade.Estimated(env.Workshop, v.Game).Warning()
	if v.Event != "" {
		v.Saved, v.Fresh, v.Err = v.Saver.Enter(env.Events, v.Game, v.Event)
		return
	}
	env.Looks.Sync()
	v.Saved, v.Err = v.Saver.Read(id)
}
