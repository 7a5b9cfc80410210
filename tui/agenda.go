package tui

import (
	"fmt"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// agenda is what waits for the player apart from the list of games.
type agenda struct {
	race  *arcade.Race // in which the player has something to do, nil if there is none
	ended *arcade.Race // whose result the player has not read, nil if there is none
	daily engine.Game  // the first game whose daily of today is open, nil if none is
	moves int          // of that daily
	duel  string       // the ID of the game of a duel that waits for the player, "" if none does
}

// agendaRaces is how many of the newest races are searched for one that waits for the
// player.
const agendaRaces = 10

// readRaces finds in the player's newest races what waits for the player. A race that runs comes before
// one that waits for its start.
func (a *agenda) readRaces(list []*arcade.Race, read session.Settings, now time.Time) {
	a.race, a.ended = nil, read.UnreadRace(list, now)
	for _, r := range list {
		runs := r.Begun(now) && r.Left(now) > 0
		if r.Unfinished() && (a.race == nil || runs && !a.race.Begun(now)) {
			a.race = r
		}
	}
}

// A notice tells the player of something that waits, in a long and in a short sentence, and with
// the key that goes there.
type notice struct{ long, short, key string }

// notices returns what waits for the player: a race of the player's or its result, one that anybody
// may join, and a daily.
func (a agenda) notices(now time.Time, open []arcade.WaitingRace, games engine.Library) (all []notice) {
	if long, short := a.raceText(now); long != "" {
		all = append(all, notice{long, short, "r"})
	} else if len(open) > 0 {
		wants := caption.RaceWaits(open[0])
		all = append(all, notice{fmt.Sprintf("%s of %s: r, then Enter joins.", wants, games.Name(open[0].Game)), wants + ": r.", "r"})
	}
	if a.ended != nil {
		all = append(all, notice{caption.RaceResult(a.ended) + " r shows it.", "A race has ended: " + caption.RacePlace(a.ended) + ": r.", "r"})
	}
	if a.duel != "" {
		who := caption.DuelWaits(games.Name(a.duel))
		all = append(all, notice{who + " C goes there.", "A duel waits: C.", "C"})
	}
	if a.daily != nil {
		all = append(all, notice{fmt.Sprintf("Your daily of %s is open at %s: D goes there.", a.daily.Info().Name, caption.AtMove(a.moves)), "Your daily is open: D.", "D"})
	}
	return all
}

// raceText returns what waits of the player's own race as a long and a short sentence, both "" if
// nothing does.
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
	return fmt.Sprintf("Race %s goes on without you, %s left: r goes there.", r.Code, left), fmt.Sprintf("Your race goes on, %s left: r.", left)
}
