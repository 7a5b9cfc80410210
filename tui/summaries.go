package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
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
			d := todaysDaily(env, id)
			if d.Open == 0 && d.Result == nil {
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
	read.begun, read.err = begun, first
	return read
}

// todaysDaily returns the player's standing in today's daily of a game, zero if it cannot be read.
func todaysDaily(env *screen.Env, id string) arcade.DailyStatus {
	if env.Events == nil {
		return arcade.DailyStatus{}
	}
	day, _ := env.Events.Today()
	d, _ := env.Events.Standing(id, day) // without it nothing is said
	return d
}

func (l *lobby) Close() error { return l.visits.Close() }

// OnClose implements screen.Closer.
func (l *lobby) OnClose() {
	closeAll(l.visits.from)
	l.news.OnClose()
}

// openTable opens the table of a visit, or says why not.
func (l *lobby) openTable(v screen.Visit) tea.Cmd {
	from := l.visits.end()
	l.leaving = time.Time{}
	t := l.tableOf(v)
	if t == nil {
		closeAll(from)
		return nil
	}
	l.Pause() // the screens that come with it may cover the lobby
	return l.stack.openAbove(from, t)
}

// tableOf returns the table of a visit. It is nil if there is none, and the lobby says why.
func (l *lobby) tableOf(v screen.Visit) screen.Screen {
	name := v.Game.Info().Name
	switch {
	case v.Err != nil:
		l.refuse(v, caption.Sentence(v.Err.Error()))
		return nil
	case v.Ended():
		return nil
	case v.Saver.Stored() && (v.Code != "" || v.Asked.Code != ""):
		l.refuse(v, name+" has an open game: Esc and Enter go on with it, and n there gives it up.")
		return nil
	}
	t, err := l.env.TableOf(v)
	if err != nil {
		l.outdated = &v
		l.err = fmt.Sprintf("The open game of %s was played by other rules and cannot go on. y puts it into the history with its %s.",
			name, caption.Plural(v.Saved.Score.Points, "point"))
		return nil
	}
	return t
}

// refuse says why a visit fails. If it was for the code of a deal, the code can be
// edited.
func (l *lobby) refuse(v screen.Visit, why string) {
	l.err = why
	if v.Code != "" && v.Event == "" {
		l.prompt = newPrompt(dealCode)
		l.prompt.line.Insert(string(v.Code))
	}
}

// retire puts a round that cannot go on into the history, with the points it has.
func (l *lobby) retire() tea.Cmd {
	v, env := l.outdated, l.env
	l.outdated, l.err = nil, ""
	return screen.Ask(l, func() func() tea.Cmd {
		_, err := v.Saver.Finish(v.Saved.Result(v.Saved.Score, env.Now().UnixMilli()))
		read := readSummaries(env)
		read.err = errors.Join(err, read.err)
		return func() tea.Cmd { return l.show(read) }
	})
}
