package tui

import (
	"fmt"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
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

// readAgenda reads what waits for the player. Whatever cannot be read is left out.
func readAgenda(env *Env) (a agenda) {
	a.daily, a.moves = openDaily(env)
	if env.Races == nil {
		return a
	}
	list, err := env.Races.Races(agendaRaces)
	if i := slices.IndexFunc(list, (*arcade.Race).Unfinished); err == nil && i >= 0 {
		a.race = list[i]
	}
	return a
}

// openDaily returns the first game whose daily of today the player has begun and not
// ended, and its number of moves. It returns nil if there is none.
func openDaily(env *Env) (g engine.Game, moves int) {
	if env.Events == nil {
		return nil, 0
	}
	day, _ := env.Events.Today()
	for _, g := range env.Games.House {
		if saved, rev, err := env.Store.Saved(arcade.Slot(g.Info().ID, arcade.DailyEvent(day))); err == nil && rev != 0 {
			return g, len(saved.Record.Moves)
		}
	}
	return nil, 0
}

// text returns what waits for the player, as a long and as a short sentence: a race of the
// player's, one that anybody may join, or a daily. Both are "" if nothing does.
func (a agenda) text(now time.Time, open []arcade.WaitingRace, games engine.Library) (long, short string) {
	if long, short = a.raceText(now); long != "" {
		return long, short
	}
	if len(open) > 0 {
		by := open[0].By
		return fmt.Sprintf("%s waits for a race of %s: r, then Enter joins.", by, games.Name(open[0].Game)), by + " waits for a race: r."
	}
	if a.daily == nil {
		return "", ""
	}
	return fmt.Sprintf("Your daily of %s is open at %s: D goes there.", a.daily.Info().Name, atMove(a.moves)), "Your daily is open: D."
}

// raceText returns what text returns, for races only.
func (a agenda) raceText(now time.Time) (long, short string) {
	r := a.race
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
	left := caption.Clock(r.Left(now).Milliseconds())
	return fmt.Sprintf("Race %s goes on without you, %s left: r goes there.", r.Code, left), fmt.Sprintf("A race waits, %s left: r.", left)
}
