package words

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/review"
)

// analyses tell how finished games could have gone.
type analyses struct {
	*lobby
	review *review.Review // the latest, to go on with
	of     string         // its record
}

// patience is how long a player waits for an answer.
const patience = 15 * time.Second

// analyse analyses the game at the table, once it is finished, or the one of a number in the
// history: 1 is the newest. The player waits for it a while, and the next time it goes on.
func (a *analyses) analyse(args string) {
	r, ok := a.result(args)
	if !ok {
		return
	}
	g, states, ok := a.replay(r)
	if !ok {
		return
	}
	if a.of != r.Record.String() {
		a.review = review.New(a.env.Analyses, a.env.Searches, a.env.Budget, r, states)
		a.of = r.Record.String()
	}
	if now := a.review.Progress().Report; now.Open == nil && now.Fair == nil {
		a.say("The arcade's player does not know this game well enough to analyse it.")
		return
	}
	a.sayf("%s, finished %s: %s.", a.called(g), caption.Date(r.Ended), ended(r, a.env.Games))
	stopped := a.in.interruptible(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		a.review.Run(ctx, nil)
	})
	p := a.review.Progress()
	a.tell(p, r.Record.Moves, engine.Hidden(states[0]) > 0)
	switch {
	case stopped:
		a.sayf("Stopped after %d of %d steps: analyse goes on.", p.Made, p.Of)
	case !p.Done:
		a.sayf("That is what %d of %d steps have found: analyse goes on.", p.Made, p.Of)
	}
}

// result returns the game that args name.
func (a *analyses) result(args string) (r arcade.Result, ok bool) {
	t := a.table()
	if args == "" && t != nil {
		if !t.seat.Ended() {
			a.say("Only a finished game can be analysed; finish ends this one.")
			return r, false
		}
		return t.seat.Result(), true
	}
	return a.numbered(cmp.Or(args, "1"), "analyse")
}

// numbered returns the game of a number of the history, which a command takes: 1 is the newest.
func (l *lobby) numbered(number, command string) (r arcade.Result, ok bool) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > historyMax {
		l.sayf("A game has a number from 1, the newest, to %d: %s 2.", historyMax, command)
		return r, false
	}
	results, err := l.env.Store.History("", n)
	switch {
	case l.sayIfFailed(err):
		return r, false
	case len(results) == 0:
		l.say(caption.NoHistory)
		return r, false
	case len(results) < n:
		l.sayf("You have finished %s.", caption.Plural(len(results), "game"))
		return r, false
	}
	return results[n-1], true
}

// replay returns the game of a finished round, and the states that it went through. ok is false if the
// player may not see them or they are not to be had, which replay then says.
func (l *lobby) replay(r arcade.Result) (g engine.Game, states []engine.State, ok bool) {
	if l.env.Sealed(r.Event) {
		l.say(caption.Sentence(arcade.ErrSealed.Error()))
		return nil, nil, false
	}
	g, ok = l.env.Games.Restore(r.Record.Game, r.Rules)
	if !ok {
		l.sayf("The game %s is not on this server.", r.Record.Game)
		return nil, nil, false
	}
	states, err := r.Record.Replay(g)
	if err != nil {
		l.sayf("This game cannot be replayed: %s Its score stands.", caption.Sentence(err.Error()))
		return nil, nil, false
	}
	return g, states, true
}

// tell says what an analysis has found.
func (a *analyses) tell(p review.Progress, moves []engine.Move, hidden bool) {
	if p.Done {
		a.sayEach(caption.Found(p.Report, moves, hidden))
	}
	for _, r := range caption.Remarks(p.Report) {
		a.say(fmt.Sprintf("Move %d, %s: %s", r.Number, moves[r.Number-1], r.Text))
	}
}
