package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// waitingMsg brings a lobby the race that its player is in, nil where there is none.
type waitingMsg struct {
	lobby *lobby
	race  *Race
}

// racesAhead is how many of the newest races can be such that the lobby tells of one.
const racesAhead = 10

// race opens the track at the selected game.
func (l *lobby) race() tea.Cmd {
	g, ok := l.game()
	switch {
	case l.env.Races == nil:
		l.err = noRaces
		return nil
	case !ok:
		return nil
	}
	return open(newTrack(l.env, g))
}

// lookForRace finds the race that waits for the player, if one does.
func (l *lobby) lookForRace() tea.Cmd {
	races := l.env.Races
	if races == nil {
		return nil
	}
	return func() tea.Msg {
		list, err := races.Races(racesAhead)
		if i := slices.IndexFunc(list, (*Race).waits); err == nil && i >= 0 {
			return waitingMsg{l, list[i]}
		}
		return waitingMsg{l, nil}
	}
}

// waits tells whether the player has something to do in the race.
func (r *Race) waits() bool {
	own, place := r.Own()
	return place > 0 && !r.Over && !r.Late && !own.Through
}

// waiting tells of the race that waits for the player, in words and in fewer; "" where
// none does.
func (l *lobby) waiting() (long, short string) {
	r, now := l.ahead, l.env.Now()
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
