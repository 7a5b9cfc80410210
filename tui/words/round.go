package words

import (
	"errors"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// A round is the player's seat at a round, and how it reads.
type round struct {
	seat  *play.Seat
	by    string        // who kept the game first, as [lobby.by] returns it
	fresh bool          // this session began and dealt it
	ghost *arcade.Ghost // what the player races in practice, nil for nothing
}

// newRound returns a fresh round of the player's own. chosen says that the player knows
// the deal.
func newRound(env *session.Ports, g engine.Game, code engine.Code, chosen bool) *round {
	return &round{seat: play.New(env.Store, engine.NewRound(g, code), "", chosen, env.Clock())}
}

// newFreshRound returns a round of a deal that the player does not know.
func newFreshRound(env *session.Ports, g engine.Game, looks *play.Looks) *round {
	looks.Sync()
	r := newRound(env, g, env.Deal(), false)
	r.seat.SetFresh(looks)
	r.fresh = true
	r.settle(r.seat.Begin())
	return r
}

// name returns the name of the game, with its event if there is one.
func (r *round) name() string {
	name := r.game().Info().Name + r.by
	if r.event() != "" {
		name += ", " + session.Occasion(r.event())
	}
	return name
}

func (r *round) game() engine.Game { return r.seat.Game() }

func (r *round) event() arcade.Event { return r.seat.Event() }

// state returns the state that the player may know.
func (r *round) state() engine.State { return r.seat.Shown().State }

// board returns the board that the player may see.
func (r *round) board() engine.Board { return r.state().Board() }

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

// playing reports whether ending the round would give something up.
func (r *round) playing() bool {
	return !r.seat.Empty() && r.seat.State() == play.Playing && !r.seat.Over()
}

// class returns what the round counts as, as far as it shows.
func (r *round) class() arcade.Class { return r.seat.Shown().Class }

// countsAs says what the round counts for.
func (r *round) countsAs() string {
	if now := r.seat.Shown(); now.Class == arcade.Assisted {
		return "This game is assisted: " + caption.Assists(now.Tally, r.seat.Grade()) + "."
	}
	return counts[r.class()]
}

// counts is what an open round counts for, by its class, unless it is assisted.
var counts = map[arcade.Class]string{
	arcade.Counted:  "This game counts.",
	arcade.Practice: "This game is practice: its deal was chosen or known.",
	arcade.Inhuman:  "This game is not ranked: its moves came faster than a person plays.",
}

// elsewhere reports whether another session has the round.
func (r *round) elsewhere(env *session.Ports) bool {
	return r.seat.Lost() && errors.Is(r.seat.Err(), arcade.ErrConflict) && !env.DailyOver(r.event())
}

// settle makes the calls to the store that an event at the seat leads to, and returns what
// came of them. A call that failed is made again by the next event.
func (r *round) settle(next play.Next) play.Next {
	done, left := next.Done, next.Left
	for next.Call != nil {
		next = r.seat.Answer(next.Call.Make())
	}
	next.Done, next.Left = next.Done || done, next.Left || left
	return next
}
