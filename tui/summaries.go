package tui

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/hint"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
)

// A gameSummary is what the lobby shows next to a game. It may be older than the store;
// opening a game reads it again.
type gameSummary struct {
	games int // finished, whatever they counted for
	open  bool
	moves int   // of the open round
	began int64 // when its deal was first seen, in Unix milliseconds

	best   engine.Score // zero if no game was played that counts
	millis int64        // of the best

	daily    grade.Kind     // of today's daily, if it is known and still to be played
	estimate *hint.Estimate // of a game that somebody made up; nil if there is none
}

// hasBest reports whether there is a best result to show: one without a point is none.
func (s *gameSummary) hasBest() bool { return s.best.Points > 0 }

// summaries are what the store says of the games.
type summaries struct {
	of    map[string]*gameSummary // by game, without those that could not be read
	begun engine.Catalog          // games that somebody made up of which a round is open
	daily engine.Game             // the first game whose daily of today is open, nil if none is
	moves int                     // of that daily
	err   error

	novice bool // as [arcade.Novice] says
}

// readSummaries reads the open round, the best result and the daily of today of every game
// that the lobby can list.
func readSummaries(env *screen.Env) summaries {
	all := make(map[string]*gameSummary)
	read := summaries{of: all}
	begun, first := session.Begun(env.Workshop)
	stats, err := env.Store.Stats()
	if first == nil {
		first = err
	}
	games := make(map[string]int)
	for _, s := range stats {
		games[s.Game] += s.Played
	}
	for _, g := range session.Listed(env.Games, begun) {
		id := g.Info().ID
		finished := games[id]
		delete(games, id)
		saved, rev, err := env.Store.Saved(id)
		var best arcade.Result
		if finished > 0 && err == nil {
			best, _, err = env.Store.Best(id, arcade.Counted)
		}
		if err != nil {
			if first == nil {
				first = fmt.Errorf("%s: %w", g.Info().Name, err)
			}
			continue
		}
		summary := &gameSummary{
			games: finished, open: rev != 0, moves: len(saved.Record.Moves), began: saved.Started,
			best: best.Score, millis: best.Millis,
		}
		if _, made := g.(engine.MadeUp); made {
			if e := arcade.Estimated(env.Workshop, g); e.Deals > 0 { // without it the game is unrated
				summary.estimate = &e
			}
		} else {
			var d arcade.DailyStatus
			if env.Events != nil {
				day, _ := env.Events.Today()
				d, _ = env.Events.Standing(id, day) // without it nothing is said
			}
			if d.Open == 0 && d.Result == nil && !d.Before && !d.Grading {
				summary.daily = d.Kind()
			}
			if d.Open > 0 && read.daily == nil {
				read.daily, read.moves = g, d.Open-1
			}
		}
		all[id] = summary
	}
	for id, finished := range games { // which the lobby does not list
		all[id] = &gameSummary{games: finished}
	}
	read.begun, read.err, read.novice = begun, first, arcade.Novice(stats)
	return read
}
