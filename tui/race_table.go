package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// newRaceTable returns the table of a racer. Its clock is the race's, which runs even
// while the player is away.
func newRaceTable(env *Env, v visit, race *arcade.Race) (t *table, err error) {
	v.begins = race.Begins
	if t, err = resumeTable(env, v); err != nil {
		return nil, err
	}
	if !t.now.Over && !v.fresh {
		t.say("Welcome back. The clock of the race ran on.")
	}
	t.race = race
	return t, nil
}

// applyRace updates the table with the current state of its race. At the time limit the
// round ends with the points it has.
func (t *table) applyRace(race *arcade.Race) tea.Cmd {
	if race == nil || race.Code != t.race.Code {
		return nil
	}
	t.race = race
	if !race.Late && !race.Over || t.seat.State() != play.Playing {
		return nil
	}
	t.word, t.asking, t.assists.typingRank = nil, noQuestion, false
	return tea.Batch(t.follow(t.seat.TimeUp(race.Limit)), t.leave())
}

// leavesTo returns where leaving the table leads.
func (t *table) leavesTo() string {
	if t.race != nil {
		return "race"
	}
	return "lobby"
}

// raceLine returns the standings of the race, as far as they fit n columns. The player's
// own row is kept before any other, then rows from the first on.
func (t *table) raceLine(n int) string {
	race := t.race
	if race == nil || len(race.Racers) == 0 {
		return ""
	}
	head, tail := "race "+race.Code+"  ", clock(race.Left(t.env.Now()).Milliseconds())+" left"
	if width(head+tail) > n-24 {
		head = ""
	}
	rows := make([]string, len(race.Racers))
	shown := make([]bool, len(rows))
	room := n - width(head+tail)
	_, own := race.Own()
	show := func(i int) {
		if i < 0 || shown[i] {
			return
		}
		if need := width(rows[i]) + 2; need <= room {
			room -= need
			shown[i] = true
		}
	}
	for i, o := range race.Racers {
		rows[i] = fmt.Sprintf("%d %s %d", i+1, racerName(race, o), o.Score.Points)
		if o.Gone {
			rows[i] += " deleted"
		}
		if o.Assisted {
			rows[i] += " assisted"
		}
		if o.Through {
			rows[i] += " through"
		}
	}
	show(own - 1)
	for i := range rows {
		show(i)
	}
	var b strings.Builder
	for i, row := range rows {
		if shown[i] {
			b.WriteString(row + "  ")
		}
	}
	return head + b.String() + tail
}
