package server

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// openSprint opens an arcade in which a sprint began ten minutes ago.
func openSprint(t *testing.T) (*raceArcade, arcade.Sprint) {
	t.Helper()
	s := openRaceArcadeOn(t, dataFile(t), newWatch(time.Now().Truncate(time.Hour).Add(10*time.Minute)))
	s.arcade.Sprints = arcade.SprintPlan{Every: time.Hour, Games: []string{hop45.Info().ID}}
	return s, s.arcade.Sprints.At(s.clock.time()).Now
}

// The attack: whoever is behind in a sprint, or comes late, looks for the deals of those ahead: at their
// tables, in what commands print, by analyses and challenges.
func TestNoDealOfASprintShowsToThoseBehind(t *testing.T) {
	t.Parallel()
	s, sprint := openSprint(t)
	ann, bob, looks := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "looks")
	first := ann.endsIn(ann.beginsIn(sprint.Event(1)))
	second := ann.endsIn(ann.beginsIn(sprint.Event(2)))
	third := ann.beginsIn(sprint.Event(3))
	number := s.number(t, ann)
	open := bob.beginsIn(sprint.Event(1))
	if open.Record.Code != first.Record.Code {
		t.Fatalf("the first deal is %s and %s", open.Record.Code, first.Record.Code)
	}
	s.clock.passes(time.Minute)
	for _, who := range []*contender{bob, looks} {
		if slices.ContainsFunc(who.env.Spectators.Tables(), func(l arcade.LiveTable) bool { return l.Number == number }) {
			t.Error("the table of who is ahead is listed")
		}
		if _, err := who.env.Spectators.Watch(t.Context(), number); err == nil {
			t.Error("the table of who is ahead is watched")
		}
		for _, r := range []arcade.Result{first, second} {
			if _, err := who.env.Accounts.Ranked(r.ID); err == nil {
				t.Error("a game of who is ahead is seen")
			}
			if err := who.env.Analyses.KeepAnalysis(r.ID, analysis.Report{}); err == nil {
				t.Error("a game of who is ahead is analysed")
			}
		}
		if _, _, err := who.env.Events.Begin(hop45, sprint.Event(2)); !errors.Is(err, data.ErrRound) {
			t.Errorf("the second deal begins before the first is finished: %v", err)
		}
	}
	for _, line := range []string{
		"sprint", "sprint --json", "history --json", "export", "record 1", "record " + first.ID, "record --json " + second.ID, "replay --cast 1",
		"replay --cast " + second.ID, "analyse 1", "analyse --json " + first.ID, "challenge 1", "today --json", "who --json", "top hop-45", "stats --json",
	} {
		for _, who := range []*contender{ann, bob, looks} {
			out, errOut, _ := exec(t, who.client, line)
			for _, code := range []string{string(first.Record.Code), string(second.Record.Code), string(third.Record.Code)} {
				if strings.Contains(out+errOut, code) {
					t.Errorf("%s tells a deal: %s%s", line, out, errOut)
				}
			}
		}
	}
	bob.endsIn(open)
	if _, err := bob.env.Accounts.Ranked(first.ID); err != nil {
		t.Errorf("who has finished the deal does not see a game of it: %v", err)
	}
	if _, err := bob.env.Accounts.Ranked(second.ID); err == nil {
		t.Error("who has finished a deal sees a game of the next one")
	}
	s.clock.passes(time.Hour)
	if out, errOut, code := exec(t, looks.client, "record "+second.ID); code != 0 || !strings.Contains(out, string(second.Record.Code)) {
		t.Errorf("when the hour is over the record exits %d with %s%s", code, out, errOut)
	}
	if _, _, err := ann.env.Events.Begin(hop45, sprint.Event(4)); err == nil {
		t.Error("a deal begins when the hour is over")
	}
}

// The arcade's players come as soon as anybody plays, and go when the hour is over. They have no place.
func TestPaceMakersOfASprint(t *testing.T) {
	t.Parallel()
	s, sprint := openSprint(t)
	s.thinks()
	ann := s.enters(t, "ann")
	if out := prints(t, ann.client, "sprint"); !strings.Contains(out, "This hour: Hop 45, 50 minutes left.") || strings.Count(out, "Nobody has finished a deal in this sprint yet.") != 1 {
		t.Errorf("sprint prints\n%s", out)
	}
	ann.endsIn(ann.beginsIn(sprint.Event(1)))
	rows := func() []arcade.SprintRow {
		board, err := ann.env.Events.SprintBoard(sprint)
		if err != nil {
			t.Fatal(err)
		}
		if at, err := ann.env.Events.SprintStanding(sprint); err != nil || at.Next != board.Next || at.Open != board.Open || at.Next != 2 {
			t.Errorf("ann is at %+v, %v; the board says deal %d, open: %t", at, err, board.Next, board.Open)
		}
		return board.Rows
	}
	eventually(t, "a pace-maker's first deal", func() bool {
		return slices.ContainsFunc(rows(), func(r arcade.SprintRow) bool { return r.Level > 0 })
	})
	s.clock.passes(time.Hour)
	s.arcade.Machines.Close()
	levels := 0
	for _, r := range rows() {
		if r.Level > 0 {
			levels++
		}
		if (r.Level > 0) == (r.Place > 0) || r.Mine != (r.Nick == "ann") {
			t.Errorf("there is a row %+v", r)
		}
	}
	var report command.Sprints
	if err := json.Unmarshal([]byte(prints(t, ann.client, "sprint --json")), &report); err != nil {
		t.Fatal(err)
	}
	if out := prints(t, ann.client, "sprint"); !strings.Contains(out, " minutes left.\nNobody has finished a deal in this sprint yet.\nAll play the same deals") || !strings.Contains(out, "\nYour next is deal 1. This plays it: ssh -t HOST sprint\nNext: the same game.\nLast: Hop 45, at ") ||
		!strings.Contains(out, "(UTC).\nPLACE") || strings.Count(out, "PLACE") != 1 {
		t.Errorf("sprint prints\n%s", out)
	}
	if report.Now == nil || !report.Last.Begins.Equal(sprint.Begins) || len(report.Last.Rows) != levels+1 {
		t.Errorf("the report is %+v", report)
	}
}

// A table whose deal the end of a sprint has ended hears of it, before a move is played there.
func TestTheEndOfASprintIsHeardAtTheTable(t *testing.T) {
	t.Parallel()
	s, sprint := openSprint(t)
	ann := s.enters(t, "ann")
	slot := arcade.Slot(hop45.Info().ID, ann.beginsIn(sprint.Event(1)).Event)
	hears := ann.env.Elsewhere(t.Context(), slot)
	hears.Next() // of what was stored before
	s.clock.passes(time.Hour)
	s.sweep()
	if _, more := hears.Next(); !more {
		t.Error("the table hears nothing")
	}
	if _, rev, err := ann.env.Store.Saved(slot); rev != 0 || err != nil {
		t.Errorf("the deal is still open, with revision %d, %v", rev, err)
	}
}

// An arcade whose host schedules no sprint says so.
func TestNoSprints(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	if help := prints(t, ann.client, "help"); strings.Contains(help, "sprint") {
		t.Errorf("the help offers sprints:\n%s", help)
	}
	for line := range strings.Lines(prints(t, ann.client, "help race")) {
		if len(line) > 81 {
			t.Errorf("the help is wider than 80 columns: %q", line)
		}
	}
	if got := prints(t, ann.client, "sprint"); got != "This arcade holds no sprints.\n" {
		t.Errorf("sprint prints %q", got)
	}
	if _, _, err := ann.env.Events.Begin(hop45, arcade.Sprint{Game: hop45.Info().ID, Begins: s.clock.time().Truncate(time.Hour)}.Event(1)); err == nil {
		t.Error("a sprint begins that the host does not hold")
	}
}

// An open deal of a sprint ends with the sprint, and an open daily with its grace period: sweeps come at full hours.
func TestSweepsComeAtFullHours(t *testing.T) {
	hour := time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)
	for from, want := range map[time.Duration]time.Duration{0: time.Hour, time.Second: time.Hour - time.Second, 59 * time.Minute: time.Minute} {
		if got := sweepIn(hour.Add(from)); got != want {
			t.Errorf("%v past the hour the next sweep comes in %v, want %v", from, got, want)
		}
	}
	if s := (arcade.Sprint{Begins: hour}); sweepIn(hour) != s.Ends().Sub(hour) || sweepIn(hour) != arcade.DailyGrace {
		t.Error("no sweep comes as a sprint ends, or the grace period of a daily")
	}
}
