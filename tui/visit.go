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
	"boardwalk/tui/play"
)

// A gameSummary is what the lobby shows next to a game. It may be older than the store;
// opening a game reads it again.
type gameSummary struct {
	saved  arcade.Saved
	open   bool
	best   arcade.Result
	played bool // best is set
	games  int  // finished, whatever they counted for

	daily    grade.Kind    // of today's daily, if it is known and still to be played
	estimate hint.Estimate // of a game that somebody made up; zero if there is none
}

// summariesMsg brings summaries from the store to one lobby.
type summariesMsg struct {
	lobby     *lobby
	summaries map[string]gameSummary // by game, without those that could not be read
	begun     engine.Catalog         // games that somebody made up of which a round is open
	err       error
}

// readSummaries reads the open round and the best result of every game that the lobby can
// list.
func readSummaries(l *lobby) summariesMsg {
	env, all := l.env, make(map[string]gameSummary)
	begun, first := begunGames(env)
	stats, err := env.Store.Stats()
	if first == nil {
		first = err
	}
	games := make(map[string]int)
	for _, s := range stats {
		games[s.Game] += s.Played
	}
	for _, g := range listed(env.Games, begun) {
		id := g.Info().ID
		finished := games[id]
		delete(games, id)
		saved, rev, err := env.Store.Saved(id)
		best, played, bestErr := env.Store.Best(id, arcade.Counted)
		if err = errors.Join(err, bestErr); err != nil {
			if first == nil {
				first = fmt.Errorf("%s: %w", g.Info().Name, err)
			}
			continue
		}
		summary := gameSummary{saved: saved, open: rev != 0, best: best, played: played, games: finished}
		if made, ok := g.(engine.MadeUp); ok && env.Workshop != nil {
			v, _ := env.Workshop.Variation(made) // without it the game is unrated
			summary.estimate = v.Estimate
		} else {
			summary.daily = dailyKind(env, id)
		}
		all[id] = summary
	}
	for id, finished := range games { // which the lobby does not list
		all[id] = gameSummary{games: finished}
	}
	return summariesMsg{l, all, begun, first}
}

// dailyKind returns what is known of a game's deal of today, if the player has not played it yet.
// It returns Fresh for nothing.
func dailyKind(env *Env, id string) grade.Kind {
	if env.Events == nil {
		return grade.Fresh
	}
	day, _ := env.Events.Today()
	s, err := env.Events.Daily(id, day) // without it nothing is said
	if err != nil || s.Open > 0 || s.Result != nil {
		return grade.Fresh
	}
	return s.Kind()
}

// begunGames returns the games that somebody made up of which the player has an open round.
func begunGames(env *Env) (games engine.Catalog, err error) {
	if env.Workshop == nil {
		return nil, nil
	}
	begun, err := env.Workshop.Begun()
	for _, g := range begun {
		games = append(games, g)
	}
	return games, err
}

// A visit is a game as it was read when the player went to its table.
type visit struct {
	lobby *lobby
	game  engine.Game
	event arcade.Event
	code  engine.Code // of the deal to practise; empty for the open round or a fresh deal
	asked freshDeal   // of a kind that the player has asked for
	saved arcade.Saved
	best  *arcade.Result
	err   error

	begins time.Time // in a race, when it begins

	saver *play.Saver // has read the round, for the table
	fresh bool        // this visit began the event's round
}

// visitMsg brings a visit to the lobby that asked for it.
type visitMsg visit

// visit reads a game and takes its open round over, which ends that of a session that
// still plays it.
func (l *lobby) visit(g engine.Game, code engine.Code) tea.Cmd {
	return l.startVisit(visit{game: g, code: code}, func(v *visit) {
		l.env.looks.Sync()
		v.saved, v.err = v.saver.Read(g.Info().ID, code == "")
	})
}

// visitNew reads a game to deal anew.
func (l *lobby) visitNew(g engine.Game, d freshDeal) tea.Cmd {
	return l.startVisit(visit{game: g, asked: d}, func(v *visit) {
		l.env.looks.Sync()
		v.saved, v.err = v.saver.Read(g.Info().ID, d.code == "")
	})
}

// enter reads the player's round in an event and takes it over, or begins it.
func (l *lobby) enter(g engine.Game, e arcade.Event) tea.Cmd {
	events := l.env.Events
	if events == nil {
		return nil
	}
	return l.startVisit(visit{game: g, event: e}, func(v *visit) { v.join(events) })
}

// join reads the player's round in the visit's event and takes it over, or begins it.
func (v *visit) join(events arcade.Events) {
	v.saved, v.fresh, v.err = v.saver.Enter(events, v.game, v.event)
}

// read does what join does, and also reads the best result for the table.
func (v *visit) read(env *Env) {
	if best, ok, err := env.Store.Best(v.game.Info().ID, arcade.Counted); err == nil && ok {
		v.best = &best
	}
	v.join(env.Events)
}

// startVisit starts a visit: it reads what the table needs.
func (l *lobby) startVisit(v visit, read func(*visit)) tea.Cmd {
	store := l.env.Store
	v.lobby, v.saver = l, play.NewSaver(store)
	l.visiting, l.err = v.saver, ""
	return func() tea.Msg {
		v.readBest(store)
		read(&v)
		return visitMsg(v)
	}
}

// readBest reads the player's best result of the game. Without it the table shows none.
func (v *visit) readBest(store arcade.Store) {
	if best, ok, err := store.Best(v.game.Info().ID, arcade.Counted); err == nil && ok {
		v.best = &best
	}
}

// readOwn reads what the table of the player's own round of the game needs, and takes the
// round over.
func (v *visit) readOwn(store arcade.Store) {
	v.readBest(store)
	v.saved, v.err = v.saver.Read(v.game.Info().ID, true)
}

// close prevents a visit in progress from taking over a round that another session may
// play by then.
func (l *lobby) close() error {
	if l.visiting == nil {
		return nil
	}
	l.visiting.Close()
	return nil
}

// onClose implements closer.
func (l *lobby) onClose() {
	closeAll(l.from)
	l.openRaces.onClose()
	l.friends.end()
}

// openTable opens the table of a visit, or says why not.
func (l *lobby) openTable(v visit) tea.Cmd {
	from := l.from
	l.visiting, l.from, l.leaving = nil, nil, time.Time{}
	t := l.tableOf(v)
	if t == nil {
		closeAll(from)
		return nil
	}
	l.pause() // the screens that come with it may cover the lobby
	return l.env.openAbove(from, t)
}

// tableOf returns the table of a visit. It is nil if there is none, and the lobby says why.
func (l *lobby) tableOf(v visit) *table {
	name := v.game.Info().Name
	switch {
	case v.err != nil:
		l.refuse(v, caption.Sentence(v.err.Error()))
		return nil
	case !v.saver.Stored() && v.event != "": // the session has ended in the meantime
		return nil
	case !v.saver.Stored() && v.code == "":
		return newFreshTable(l.env, v.game, v.asked, v.best)
	case !v.saver.Stored():
		return newTable(l.env, v.game, v.code, true, v.best)
	case v.code != "" || v.asked.code != "":
		l.refuse(v, name+" has an open game: Esc and Enter go on with it, and n there gives it up.")
		return nil
	}
	t, err := resumeTable(l.env, v)
	if err != nil {
		l.outdated = &v
		l.err = fmt.Sprintf("The open game of %s was played by other rules and cannot go on. y puts it into the history with its %s.",
			name, caption.Plural(v.saved.Score.Points, "point"))
		return nil
	}
	return t
}

// refuse says why a visit fails. If it was for the code of a deal, the code can be
// edited.
func (l *lobby) refuse(v visit, why string) {
	l.err = why
	if v.code != "" && v.event == "" {
		l.ask(dealCode, string(v.code))
	}
}

// retire puts a round that cannot go on into the history, with the points it has.
func (l *lobby) retire() tea.Cmd {
	v, env := l.outdated, l.env
	l.outdated, l.err = nil, ""
	return func() tea.Msg {
		_, err := v.saver.Finish(v.saved.Result(v.saved.Score, env.Now().UnixMilli()))
		msg := readSummaries(l)
		msg.err = errors.Join(err, msg.err)
		return msg
	}
}

// resume goes on with the open round that was dealt last.
func (l *lobby) resume() tea.Cmd {
	var last engine.Game
	for _, g := range l.menu.all() {
		s := l.menu.summaries[g.Info().ID]
		if s.open && (last == nil || s.saved.Started > l.menu.summaries[last.Info().ID].saved.Started) {
			last = g
		}
	}
	if last == nil {
		l.err = "No game is open."
		return nil
	}
	return l.visit(last, "")
}
