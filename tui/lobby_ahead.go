package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// ahead is what waits for the player apart from the list of games.
type ahead struct {
	race  *Race       // in which the player has something to do, nil if there is none
	daily engine.Game // the first game whose daily of today is open, nil if none is
	moves int         // of that daily
}

// aheadMsg tells a lobby what waits for the player.
type aheadMsg struct {
	lobby *lobby
	ahead ahead
}

// racesAhead is how many of the newest races are searched for one that waits for the
// player.
const racesAhead = 10

// race opens the race screen at the selected game.
func (l *lobby) race() tea.Cmd {
	g, ok := l.game()
	switch {
	case l.env.Races == nil:
		l.err = noRaces
		return nil
	case !ok:
		return nil
	}
	return open(newRacesScreen(l.env, g))
}

// lookAhead finds what waits for the player. Whatever cannot be read is left out.
func (l *lobby) lookAhead() tea.Cmd {
	env := l.env
	return func() tea.Msg {
		var a ahead
		a.daily, a.moves = env.openDaily()
		if env.Races == nil {
			return aheadMsg{l, a}
		}
		list, err := env.Races.Races(racesAhead)
		if i := slices.IndexFunc(list, (*Race).waits); err == nil && i >= 0 {
			a.race = list[i]
		}
		return aheadMsg{l, a}
	}
}

// openDaily returns the first game whose daily of today the player has begun and not
// ended, and its number of moves. It returns nil if there is none.
func (e *Env) openDaily() (g engine.Game, moves int) {
	if e.Events == nil {
		return nil, 0
	}
	day, _ := e.Events.Today()
	for _, g := range e.Games {
		if saved, rev, err := e.Store.Saved(engine.Slot(g.Info().ID, engine.Daily(day))); err == nil && rev != 0 {
			return g, len(saved.Record.Moves)
		}
	}
	return nil, 0
}

// waits reports whether the player has something to do in the race.
func (r *Race) waits() bool {
	own, place := r.Own()
	return place > 0 && !r.Over && !r.Late && !own.Through
}

// waiting returns what waits for the player, a race before a daily, as a long and as a
// short sentence. Both are "" if nothing does.
func (l *lobby) waiting() (long, short string) {
	if long, short = l.raceWaits(); long != "" || l.ahead.daily == nil {
		return long, short
	}
	return fmt.Sprintf("Your daily of %s is open at %s: D goes there.", l.ahead.daily.Info().Name, atMove(l.ahead.moves)), "Your daily is open: D."
}

// raceWaits returns what waiting returns, for races only.
func (l *lobby) raceWaits() (long, short string) {
	r, now := l.ahead.race, l.env.Now()
	switch {
	case r == nil:
		return "", ""
	case r.Begins.IsZero():
		return fmt.Sprintf("You are in race %s, which waits for its start: r goes there.", r.Code), "Your race waits for its start: r."
	case !r.Begun(now):
		return fmt.Sprintf("Race %s is about to begin: r goes there.", r.Code), "Your race is about to begin: r."
	case r.Left(now) == 0:
		return "", ""
	}
	left := clock(r.Left(now).Milliseconds())
	return fmt.Sprintf("Race %s goes on without you, %s left: r goes there.", r.Code, left), fmt.Sprintf("A race waits, %s left: r.", left)
}
