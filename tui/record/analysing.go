package record

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/review"
	"boardwalk/tui/screen"
)

// An analysing is the analysis of one round in a session, which is shown by a replay, an
// analysis screen or both. It goes on while one of them is open, covered or not, and can be
// gone on with when the round is opened again.
type analysing struct {
	env     *screen.Env
	game    engine.Game
	result  arcade.Result
	states  []engine.State
	review  *review.Review
	now     review.Progress
	screens map[screen.Screen]func() // that show it, with what each does once it is further
	search  screen.Wait
	run     chan struct{} // of the search: brings news
	house   screen.Wait   // for a line of the arcade's player
}

// errUnknown means that the arcade's player knows nothing about a game.
var errUnknown = errors.New("the arcade's player does not know this game well enough to analyse it")

// analyse returns the analysis of a result of a game, which went through states. The latest
// of the session is gone on with.
func analyse(env *screen.Env, g engine.Game, r arcade.Result, states []engine.State) *analysing {
	if a, _ := env.Analysis.(*analysing); a != nil && a.result.ID == r.ID && a.result.Record.String() == r.Record.String() {
		return a
	}
	a := newAnalysing(env, g, r, states)
	env.Analysis = a
	return a
}

// newAnalysing returns an analysis for which nothing was looked up or searched yet.
func newAnalysing(env *screen.Env, g engine.Game, r arcade.Result, states []engine.State) *analysing {
	a := &analysing{env: env, game: g, result: r, states: states, screens: map[screen.Screen]func(){}}
	a.review = review.New(env.Analyses, env.Searches, env.Budget, r, states)
	a.now = a.review.Progress()
	return a
}

// open says that a screen shows the analysis, and what it does once that is further. Its Init calls start.
func (a *analysing) open(s screen.Screen, news func()) *analysing {
	a.screens[s] = news
	return a
}

// close says that a screen has been left, if it shows the analysis: a may be nil. The last one ends the searches.
func (a *analysing) close(s screen.Screen) {
	if a == nil || a.screens[s] == nil {
		return
	}
	if delete(a.screens, s); len(a.screens) == 0 {
		a.house.End()
		a.search.End()
	}
}

// start goes on with the analysis, unless it is running or done.
func (a *analysing) start() tea.Cmd {
	if a.search.On() || a.now.Done {
		return nil
	}
	ctx, run := a.search.Begin(), make(chan struct{}, 1)
	a.run = run
	return tea.Batch(func() tea.Msg {
		defer close(run)
		a.review.Run(ctx, func(review.Progress) {
			select {
			case run <- struct{}{}:
			default: // the one before has not been heard yet
			}
		})
		return nil
	}, a.next(run))
}

// next waits for news of a run, and takes them.
func (a *analysing) next(run chan struct{}) tea.Cmd {
	return screen.Ask(nil, func() func() tea.Cmd {
		_, more := <-run
		return func() tea.Cmd {
			if run != a.run || !a.search.On() {
				return nil
			}
			a.now = a.review.Progress()
			for _, news := range a.screens {
				news()
			}
			if !more {
				a.search.End()
				return nil
			}
			return a.next(run)
		}
	})
}

// line searches for the arcade's line from the position after some moves, and opens its replay
// above a screen. says tells why there is none.
func (a *analysing) line(s screen.Screen, at int, atTable bool, says func(string) tea.Cmd) tea.Cmd {
	ctx := a.house.Begin()
	return screen.Ask(s, func() func() tea.Cmd {
		shown := a.lineFrom(ctx, at)
		return func() tea.Cmd {
			if !a.house.End() {
				return nil // it was stopped
			}
			if shown == nil {
				return says("The arcade's player would stop here.")
			}
			shown.atTable = atTable
			return a.env.Push(shown)
		}
	})
}

// lineFrom returns the replay of the arcade's line from the position after some moves, nil if
// there is none.
func (a *analysing) lineFrom(ctx context.Context, at int) *Replay {
	line, ok := a.review.House(ctx, at)
	if !ok || len(line) == 0 {
		return nil
	}
	r := a.result
	r.ID, r.Record.Moves = "", append(r.Record.Moves[:at:at], line...)
	states, err := r.Record.Replay(a.game)
	if err != nil {
		return nil // cannot happen: the line was played
	}
	shown := newReplay(a.env, a.game, r, states)
	shown.at, shown.from = at, at
	return shown
}

// known reports whether there is anything to find out.
func (a *analysing) known() bool {
	return a.now.Report.Open != nil || a.now.Report.Fair != nil
}

// remarks returns what there is to say about moves of the round so far. There is nothing if
// nobody has asked for an analysis: a is nil.
func (a *analysing) remarks() []caption.Remark {
	if a == nil {
		return nil
	}
	return caption.Remarks(a.now.Report)
}
