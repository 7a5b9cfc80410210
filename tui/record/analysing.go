package record

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/review"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
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
	screens map[screen.Screen]bool // that show it
	news    int                    // the number of the news that is waited for
	cancel  func()                 // ends the run, nil if there is none
	house   func()                 // ends the search for a line of the arcade's player, nil if there is none
}

// analysingMsg says that an analysis is further than before, or that a run has ended.
type analysingMsg struct {
	of   *analysing
	run  chan struct{}
	news int // its number
	over bool
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
	a := &analysing{env: env, game: g, result: r, states: states, screens: map[screen.Screen]bool{}}
	a.review = review.New(env.Analyses, env.Searches, env.Budget, r, states)
	a.now = a.review.Progress()
	return a
}

// open says that a screen shows the analysis. Its Init calls start.
func (a *analysing) open(s screen.Screen) *analysing {
	a.screens[s] = true
	return a
}

// close says that a screen has been left, if it shows the analysis: a may be nil. The last one ends the searches.
func (a *analysing) close(s screen.Screen) {
	if a == nil || !a.screens[s] {
		return
	}
	if delete(a.screens, s); len(a.screens) == 0 {
		a.stopHouse()
		a.stop()
	}
}

func (a *analysing) stop() {
	if a.cancel != nil {
		a.cancel()
	}
	a.cancel = nil
	a.news++
}

// start goes on with the analysis, unless it is running or done.
func (a *analysing) start() tea.Cmd {
	if a.cancel != nil || a.now.Done {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := make(chan struct{}, 1)
	a.cancel = cancel
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

// next waits for news of a run.
func (a *analysing) next(run chan struct{}) tea.Cmd {
	a.news++
	news := a.news
	return func() tea.Msg {
		_, ok := <-run
		return analysingMsg{a, run, news, !ok}
	}
}

// follow takes news of a run, which each of the screens gets that show the analysis.
func (a *analysing) follow(msg analysingMsg) tea.Cmd {
	if msg.of != a || msg.news != a.news {
		return nil
	}
	a.now = a.review.Progress()
	if msg.over {
		a.stop()
		return nil
	}
	return a.next(msg.run)
}

// line searches for the arcade's line from the position after some moves, and opens its replay
// above a screen. says tells why there is none.
func (a *analysing) line(s screen.Screen, at int, atTable bool, says func(string) tea.Cmd) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	a.stopHouse()
	a.house = cancel
	return screen.Ask(s, func() func() tea.Cmd {
		shown := a.lineFrom(ctx, at)
		return func() tea.Cmd {
			if a.house == nil {
				return nil // it was stopped
			}
			if a.house = nil; shown == nil {
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

// stopHouse ends the search for a line of the arcade's player. It reports whether there was one.
func (a *analysing) stopHouse() bool {
	if a.house == nil {
		return false
	}
	a.house()
	a.house = nil
	return true
}

// known reports whether there is anything to find out.
func (a *analysing) known() bool {
	return a.now.Report.Open != nil || a.now.Report.Fair != nil
}

// progress says how far the analysis is, with a bar.
func (a *analysing) progress(look theme.Look) string {
	return fmt.Sprintf("Searching [%s] %d of %d positions", look.Progress(20, a.now.Made, a.now.Of), a.now.Made, a.now.Of)
}

// remarks returns what there is to say about moves of the round so far. There is nothing if
// nobody has asked for an analysis: a is nil.
func (a *analysing) remarks() []caption.Remark {
	if a == nil {
		return nil
	}
	return caption.Remarks(a.now.Report)
}
