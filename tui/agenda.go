package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// agenda is what waits for the player apart from the list of games.
type agenda struct {
	race  *arcade.Race // in which the player has something to do, nil if there is none
	daily engine.Game  // the first game whose daily of today is open, nil if none is
	moves int          // of that daily
}

// agendaMsg brings a lobby what waits for the player.
type agendaMsg struct {
	lobby  *lobby
	agenda agenda
}

// agendaRaces is how many of the newest races are searched for one that waits for the
// player.
const agendaRaces = 10

// readAgenda finds what waits for the player. Whatever cannot be read is left out.
func (l *lobby) readAgenda() tea.Cmd {
	env := l.env
	return func() tea.Msg {
		var a agenda
		a.daily, a.moves = env.openDaily()
		if env.Races == nil {
			return agendaMsg{l, a}
		}
		list, err := env.Races.Races(agendaRaces)
		if i := slices.IndexFunc(list, (*arcade.Race).Unfinished); err == nil && i >= 0 {
			a.race = list[i]
		}
		return agendaMsg{l, a}
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
		if saved, rev, err := e.Store.Saved(arcade.Slot(g.Info().ID, arcade.DailyEvent(day))); err == nil && rev != 0 {
			return g, len(saved.Record.Moves)
		}
	}
	return nil, 0
}

// agendaText returns what waits for the player, a race before a daily, as a long and as a
// short sentence. Both are "" if nothing does.
func (l *lobby) agendaText() (long, short string) {
	if long, short = l.raceText(); long != "" || l.agenda.daily == nil {
		return long, short
	}
	return fmt.Sprintf("Your daily of %s is open at %s: D goes there.", l.agenda.daily.Info().Name, atMove(l.agenda.moves)), "Your daily is open: D."
}

// raceText returns what agendaText returns, for races only.
func (l *lobby) raceText() (long, short string) {
	r, now := l.agenda.race, l.env.Now()
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
