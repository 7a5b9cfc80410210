package words

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/tui/caption"
	"boardwalk/tui/review"
	"boardwalk/tui/session"
)

// patience is how long a player waits for an answer.
const patience = 15 * time.Second

// analyse analyses the game at the table, once it is finished, or the one of a number in the
// history: 1 is the newest. The player waits for it a while, and the next time it goes on.
func (l *lobby) analyse(args string) {
	r, ok := l.analysed(args)
	if !ok {
		return
	}
	g, states, ok := l.replay(r)
	if !ok {
		return
	}
	if l.review == nil || l.review.record.String() != r.Record.String() {
		l.review = &reviewed{review.New(l.env.Analyses, l.env.Searches, l.env.Budget, r, states), g, r.Record, states}
	}
	if now := l.review.Progress().Report; now.Open == nil && now.Fair == nil {
		l.say("The arcade's player does not know this game well enough to analyse it.")
		return
	}
	l.tell(fmt.Sprintf("%s, finished %s: %s.", l.env.Called(g), caption.Date(r.Ended), ended(r, l.env.Games)))
	stopped := l.in.interruptible(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		l.review.Run(ctx, nil)
	})
	p := l.review.Progress()
	if p.Done {
		l.say(caption.Found(p.Report, r, !engine.Open(states[0]))...)
	}
	for _, remark := range caption.Remarks(p.Report) {
		l.sayf("Move %d, %s: %s", remark.Number, r.Record.Moves[remark.Number-1], remark.Text)
	}
	switch {
	case stopped:
		l.sayf("Stopped after %d of %d steps: analyse goes on.", p.Made, p.Of)
	case !p.Done:
		l.sayf("That is what %d of %d steps have found: analyse goes on.", p.Made, p.Of)
	}
}

// A reviewed is the analysis of a round of a game, which went through states.
type reviewed struct {
	*review.Review
	game   engine.Game
	record engine.Record
	states []engine.State
}

// mistakes has the player play the mistakes again that the latest analysis has found, or else those that
// are due.
func (l *lobby) mistakes(string) {
	of := l.review
	if of == nil || !of.Progress().Done {
		switch due := l.settings.Due(l.env.Today()); {
		case len(due) == 0:
			l.say("No mistake is to be played again today: analyse finds some, and then mistakes plays them.")
		case l.leaveTable():
			l.mend(nil, due)
		}
		return
	}
	var faults []analysis.Fault
	stopped := l.in.interruptible(func(ctx context.Context) {
		turn, err := search.TakeTurn(ctx, l.env.Searches)
		if err != nil {
			return
		}
		defer turn.End()
		faults = of.Progress().Report.Faults(turn, of.states)
	})
	switch {
	case stopped, !l.leaveTable():
	case len(faults) == 0:
		l.say(caption.NoFault(of.Progress().Report))
	default:
		l.settings.change(func(c *session.Settings) { c.Remember(l.env.Games.House, of.record, faults, l.env.Today()) })
		l.mend(of.game, session.MistakesOf(of.record, faults))
	}
	l.review = nil // the next time, those that are due come
}

// mend begins the first of some mistakes; see [session.OpenMistake].
func (l *lobby) mend(own engine.Game, mistakes []session.Mistake) {
	g, board, mistakes, err := session.OpenMistake(l.env.Games, own, mistakes)
	if l.sayIfFailed(err) {
		return
	}
	first := mistakes[0]
	answered := false
	count := func(right bool) {
		if !answered {
			answered = true
			l.settings.change(func(c *session.Settings) { c.Replayed(first, right, l.env.Today()) })
		}
	}
	l.openExercise(&lesson{
		lobby: l, kind: "Mistake", Lesson: board, subject: g, title: board.Title + ".", again: "mistakes plays those that are due",
		wrong: func(m engine.Move) string {
			count(false)
			return first.Wrong(m) + " hint tells one."
		},
		asked: func(int) string {
			count(false)
			return ""
		},
		done: func() {
			count(true)
			if len(mistakes) > 1 {
				l.mend(g, mistakes[1:])
				return
			}
			l.say("That was the last.")
		},
	})
}

// analysed returns the finished game that args name: the one at the table, or one of the history. ok is false if there is
// none, which analysed then says.
func (l *lobby) analysed(args string) (r arcade.Result, ok bool) {
	t := l.table()
	if args == "" && t != nil {
		switch {
		case t.seat.Ended():
			return t.seat.Result(), true
		case t.seat.Empty():
			l.say("Only a finished game can be analysed, and no move of this one has been played yet.")
		default:
			l.say("Only a finished game can be analysed; finish ends this one.")
		}
		return r, false
	}
	return l.numbered(cmp.Or(args, "1"), "analyse")
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
		l.sayf("You have finished %s. 1 is the newest, %d the oldest.", engine.Plural(len(results), "game"), len(results))
		return r, false
	}
	return results[n-1], true
}

// replay returns the game of a finished round, and the states that it went through. ok is false if the
// player may not see them or they are not to be had, which replay then says.
func (l *lobby) replay(r arcade.Result) (g engine.Game, states []engine.State, ok bool) {
	if l.env.Sealed(r.Event) {
		l.say(caption.Why(r.Event.Secret()))
		return nil, nil, false
	}
	g, states, err := r.Replay(l.env.Games)
	if err != nil {
		l.sayf("This game cannot be replayed: %v. Its score stands.", err)
	}
	return g, states, err == nil
}

// ghost deals the deal of a finished game again, as practice, to race that game.
func (l *lobby) ghost(args string) {
	r, ok := l.finished(cmp.Or(args, "1"))
	if !ok {
		return
	}
	g, states, ok := l.replay(r)
	if !ok {
		return
	}
	ghost, err := arcade.NewGhost(r, states)
	if l.sayIfFailed(err) {
		return
	}
	l.dealInstead(g, false, func() {
		if l.freeTable(g) {
			next := l.newTable(g, r.Record.Code, true)
			next.ghost = ghost
			l.openTable(next)
		}
	})
}

// finished returns the game that args name: by its number in the history, by its place on the board that
// was told last, or by its ID.
func (l *lobby) finished(args string) (r arcade.Result, ok bool) {
	id := args
	if _, err := strconv.Atoi(args); err == nil {
		return l.numbered(args, "ghost")
	}
	if place, of := strings.CutPrefix(strings.ToLower(args), "place "); of {
		n, _ := strconv.Atoi(place)
		if id = l.places[n]; id == "" {
			l.say("That is no place of a board that you were told: top or daily tells one, as in daily hop 45 2026-11-22.")
			return r, false
		}
	}
	r, err := l.env.Accounts.Ranked(id)
	if l.sayIfFailed(err) {
		l.say("ghost 2 races a game of your history, and ghost place 1 one of the board that you were told last.")
		return r, false
	}
	return r, true
}

// sayGhost says how the ghost stands that the player races, and at the end who did better.
func (t *table) sayGhost() {
	switch {
	case t.ghost == nil:
	case t.seat.AtEnd():
		t.say(caption.AgainstGhost(t.seat.Result(), t.ghost))
	default:
		t.say(caption.Ghost(t.ghost, t.seat.Played()))
	}
}
