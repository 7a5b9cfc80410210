package words

import (
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
	"boardwalk/tui/play"
)

// A round is the player's round as it is played and stored.
type round struct {
	seat  *play.Seat
	saver *play.Saver
	fresh bool           // this session began and dealt it
	err   error          // of the last save or finish
	ended *arcade.Result // what the history gets, once the round has ended
	filed bool           // the history has it
}

// newRound returns a fresh round of the player's own. chosen says that the player knows
// the deal.
func newRound(env *tui.Env, g engine.Game, code engine.Code, chosen bool) *round {
	return &round{seat: play.New(engine.NewRound(g, code), "", chosen, clockOf(env)), saver: play.NewSaver(env.Store)}
}

// resumeRound returns an open round as it was left. It fails if the record does not
// replay.
func resumeRound(env *tui.Env, g engine.Game, saved arcade.Saved, saver *play.Saver) (*round, error) {
	seat, err := play.Resume(g, saved, clockOf(env))
	if err != nil {
		return nil, err
	}
	return &round{seat: seat, saver: saver}, nil
}

// name returns the name of the game, with its event if there is one.
func (r *round) name() string {
	name := r.game().Info().Name
	if r.event() != "" {
		name += ", " + tui.Occasion(r.event())
	}
	return name
}

// slot returns the slot of the round.
func (r *round) slot() string { return arcade.Slot(r.game().Info().ID, r.event()) }

func (r *round) game() engine.Game { return r.seat.Game() }

func (r *round) event() arcade.Event { return r.seat.Event() }

// state returns the state that the player may know.
func (r *round) state() engine.State { return r.seat.Shown().State }

// since describes the moves since a position: the player's, and those that the table
// played by itself.
func (r *round) since(from play.Position) (all []string) {
	state := from.State
	for _, m := range r.seat.Record().Moves[from.Moves:] {
		all = append(all, state.Describe(m))
		next, err := state.Play(m)
		if err != nil {
			break // cannot happen: it was just played
		}
		state = next
	}
	return all
}

// nothingToSave reports whether there is nothing to store of this round.
func (r *round) nothingToSave() bool { return r.seat.Len() == 0 && !r.seat.Stored() }

// playing reports whether ending the round would give something up.
func (r *round) playing() bool {
	return !r.nothingToSave() && r.ended == nil && !r.seat.Lost() && !r.seat.Over()
}

// class returns what the round counts as, as far as it shows.
func (r *round) class() arcade.Class { return r.seat.Shown().Class }

// save stores the round. leaves says that the player leaves the table.
func (r *round) save(leaves bool) error {
	r.seat.Saving()
	err := r.saver.Save(r.seat.Snapshot(leaves))
	r.saved(err)
	return err
}

// saved records the outcome of a save or a finish.
func (r *round) saved(err error) {
	r.err = err
	r.seat.Saved(err)
}

// finish ends the round and puts it into the history. It always submits the same result,
// so that trying again does not add it twice.
func (r *round) finish() error {
	switch {
	case r.seat.Lost():
		return r.err
	case r.filed, r.nothingToSave():
		return nil
	}
	if r.ended == nil {
		result := r.seat.End()
		r.ended = &result
	}
	r.seat.Saving()
	filed, err := r.saver.Finish(*r.ended)
	if err == nil {
		r.filed, *r.ended = true, filed // it may count for less than it ended with
	}
	r.saved(err)
	return err
}

// saveOrFinish stores what must not be lost when the player leaves: a round that is over
// goes into the history, and any other is saved with its clock.
func (r *round) saveOrFinish() error {
	switch {
	case r.filed, r.seat.Lost(), r.nothingToSave():
		return nil
	case r.ended != nil, r.seat.Len() > 0 && r.seat.Over():
		return r.finish()
	}
	return r.save(true)
}

// clockOf returns what seats measure time by.
func clockOf(env *tui.Env) play.Clock { return play.Clock{Now: env.Now, Run: env.Run} }
