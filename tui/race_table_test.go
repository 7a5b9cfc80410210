package tui_test

import (
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// The clock of a racer is the clock of the race, wherever the racer is.
func TestTheClockOfARaceGoesOnWithoutThePlayer(t *testing.T) {
	r := atRaceTable(t, 2)
	r.Clock += 60_000
	r.Sees("moves 2", "1:0")
	r.Press("q")
	r.Sees("Enter goes to your table")
	r.Press("q", "q")
	r.Clock += 60_000
	r.Sees("Your race K7Q2M9 goes on, 12:5")
	again := tuitest.New(t, r.Store, catalog.All())
	again.Clock = r.Clock + 60_000
	openRaceScreen(again)
	again.Sees("moves 2", "3:0", "Welcome back. The clock of the race ran on.")
	again.Press("esc")
	again.Sees("moves 2", "3:0", "11:5")
	again.Press("q", "enter") // and from the race screen again
	again.Sees("moves 2", "3:0")
	again.Press("g", "y")
	if got := lastOf(t, again.Store); got.Millis < 180_000 || got.Millis > 182_000 || got.Event != arcade.RaceEvent("K7Q2M9") || got.Class != arcade.Counted {
		t.Errorf("it is stored as %+v", got)
	}
	again.Sees("Race K7Q2M9")
}

// Whom another session of the player has brought into a race that begins is not welcomed back.
func TestAnotherSessionInARaceIsNotWelcomedBack(t *testing.T) {
	r := atRaceTable(t, 0)
	other := tuitest.New(t, r.Store, catalog.All())
	openRaceScreen(other)
	other.Sees("race K7Q2M9", "moves 0")
	unseen(t, other, "Welcome back")
}

// The last row of a table that is over says that signals go to the others in the race. Its deal is called secret only
// if one of them can still play it.
func TestATableThatIsOver(t *testing.T) {
	for _, level := range []arcade.Level{0, 3} {
		r := atRaceIn(t, begun(with(aRace(), func(r *arcade.Race) {
			r.Racers[0].Level, r.Racers = level, r.Racers[:2]
		})))
		g := catalog.All()[hop45]
		s := g.Deal(tuitest.RaceCode("K7Q2M9"))
		for !s.Over() {
			m := s.Moves()[0]
			play(r, m.String())
			s, _ = s.Play(m)
		}
		rest(r)
		r.Sees("! signal", "? keys")
		if secret := saying(r, "Others can still play this deal, so it stays secret."); secret != (level == 0) {
			t.Errorf("secret %v against level %d:\n%s", secret, level, r.Screen())
		}
	}
}

// A race that ended while its player was away is told in the lobby, until the player reads how.
func TestARaceThatEndedWithoutThePlayerIsTold(t *testing.T) {
	race := ratedRace()
	race.Me, race.Begins = race.Racers[1].ID, time.UnixMilli(tuitest.New(t, &tuitest.Store{}, nil).Clock).Add(-time.Hour)
	older := with(race, func(r *arcade.Race) { r.Code, r.Begins = "0ABCDE", race.Begins.Add(-time.Hour) })
	store := atRaces(race, older)(t)
	const told = "Race K7Q2M9 has ended: 2nd of 3, 9 points, rating 1326 (-174). r shows it."
	r := tuitest.New(t, store, catalog.All())
	r.Sees(told)
	tuitest.New(t, store, catalog.All()).Sees(told)
	r.Press("r")
	r.Sees("> Race the arcade now", "  K7Q2M9")
	r.Press("q")
	unseen(t, r, "has ended")
	unseen(t, tuitest.New(t, store, catalog.All()), "has ended")
}

func TestTheLimitEndsARound(t *testing.T) {
	for name, c := range map[string]struct {
		moves int
		keys  []string // the limit is reached in the middle of these
	}{
		"between two moves":  {moves: 3},
		"while one is typed": {moves: 3, keys: []string{"t", "a"}},
		"at a question":      {moves: 3, keys: []string{"g"}},
		"below a page":       {moves: 3, keys: []string{"?"}},
		"at the race screen": {moves: 3, keys: []string{"q"}},
		"before any":         {},
	} {
		t.Run(name, func(t *testing.T) {
			r := atRaceTable(t, c.moves)
			r.Press(c.keys...)
			r.Clock = raceOpens.Add(arcade.RaceDefault).UnixMilli() + 40
			late := with(scored(begun(aRace()), 9, 1, 0), func(r *arcade.Race) { r.Late = true })
			r.Race(late)
			switch {
			case name == "at the race screen": // the store ends the round
				if len(r.Store.Results) != 0 {
					t.Errorf("it is stored as %+v", r.Store.Results)
				}
			default:
				if got := lastOf(t, r.Store); len(got.Record.Moves) != c.moves || got.Millis != arcade.RaceDefault.Milliseconds() {
					t.Errorf("it is stored as %+v", got)
				}
			}
			if name == "below a page" {
				r.Press("esc", "q")
			}
			r.Sees("Time is up: your game ends with the points it has.")
			r.Race(with(through(late, 0, 1), func(r *arcade.Race) { r.Over = true }))
			r.Race(nil)
			r.Sees("The race is over. Time was up, and your game ended with the points it had.", "You are 2nd of 3, with 1 point.", "absent")
			if !r.App.CanPark() {
				t.Error("it still waits for something")
			}
		})
	}
}

// A round that is played in two windows ends once at the limit.
func TestTheLimitEndsARoundOnce(t *testing.T) {
	r := atRaceTable(t, 0)
	words := line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), 3)
	play(r, words[:2]...)
	other := tuitest.New(t, r.Store, catalog.All())
	openRaceScreen(other)
	play(other, words[2])
	r.Hears()
	r.Sees("moves 3 ", "Played in your other window: ")
	late := with(begun(aRace()), func(r *arcade.Race) { r.Late = true })
	r.Race(late)
	other.Hears()
	other.Sees("This game has ended in your other window")
	if got := r.Store.Results; len(got) != 1 || len(got[0].Record.Moves) != 3 {
		t.Errorf("it ended as %+v", got)
	}
}

// A table on a slow connection may end its round after the race has done so.
func TestATableThatIsLateForTheEnd(t *testing.T) {
	r := atRaceTable(t, 0)
	words := line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), 2)
	play(r, words[0])
	slot := arcade.Slot("boardwalk/hop-45", arcade.RaceEvent("K7Q2M9"))
	saved, rev, err := r.Store.Saved(slot)
	if err == nil {
		_, err = r.Store.Finish(saved.Result(saved.Score, r.Clock), rev)
	}
	if err != nil {
		t.Fatal(err)
	}
	play(r, words[1])
	r.Race(with(through(scored(begun(aRace()), 1, 1, 0), 0, 1), func(r *arcade.Race) { r.Late, r.Over = true, true }))
	r.Press("m")
	r.Press("t")
	r.Sees("Time is up: this game has ended with its points. q goes to the race.")
	r.Press("q")
	r.Sees("The race is over.", "of 3, with 1 point.")
	if len(r.Store.Results) != 1 {
		t.Errorf("the history has %+v", r.Store.Results)
	}
}

// No move can be played after the limit, even before the race has said that it is
// reached.
func TestNoMoveAfterTheLimit(t *testing.T) {
	r := atRaceTable(t, 2)
	r.Clock = raceOpens.Add(arcade.RaceDefault).UnixMilli()
	for _, key := range []string{"enter", "t", "u"} {
		r.Press("esc", key)
		r.Sees("Time is up: this game ends with the points it has.")
	}
	r.Race(with(begun(aRace()), func(r *arcade.Race) { r.Late = true }))
	if got := lastOf(t, r.Store); len(got.Record.Moves) != 2 || got.Millis != arcade.RaceDefault.Milliseconds() {
		t.Errorf("it is stored as %+v", got)
	}
}

// Leaving a table leads to its race, and everything about keys says so.
func TestATableOfARaceLeavesToTheRace(t *testing.T) {
	r := atRaceTable(t, 2)
	r.Resize(80, 60)
	r.Press("?")
	r.Sees("to the race; the game is kept")
	r = atRaceTable(t, 0)
	play(r, over(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"))...)
	rest(r)
	r.Sees("q race")
}

// In the seconds before a race begins, no round of it goes on.
func TestARaceThatIsAboutToBegin(t *testing.T) {
	race := with(aRace(), func(r *arcade.Race) { r.Begins = raceOpens.Add(time.Hour) })
	r := tuitest.New(t, atRaces(race)(t), catalog.All())
	r.Sees("Race K7Q2M9 is about to begin: r goes there.")
	r.Press("r")
	r.Sees("about to begin")
}

// A table whose last move comes after the end that the race has made of the round says
// neither that it ended here nor what the move came to.
func TestATableWhoseLastMoveIsTooLate(t *testing.T) {
	r := atRaceTable(t, 1)
	words := line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), 2)
	slot := arcade.Slot("boardwalk/hop-45", arcade.RaceEvent("K7Q2M9"))
	saved, rev, err := r.Store.Saved(slot)
	if err == nil {
		_, err = r.Store.Finish(saved.Result(saved.Score, r.Clock), rev)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.HoldCommands()
	play(r, words[1])
	late := with(through(scored(begun(aRace()), 1, 1, 0), 0, 1), func(r *arcade.Race) { r.Late, r.Over = true, true })
	r.Race(late)
	const ended = "Time is up: this game has ended with its points. q goes to the race."
	unseen(t, r, "Given up", "Time up", "2 of 27 points")
	r.ReleaseCommands()
	r.Sees(ended)
	r.Press("right")
	r.Sees(ended)
	unseen(t, r, "Given up", "Time up", "2 of 27 points")
	r.Press("q")
	r.Sees("The race is over.", "of 3, with 1 point.")
}

// The standings of the race stay where a sentence about the game leaves room.
func TestStandingsStayBesideASentence(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		r := atRaceTable(t, 2)
		r.Resize(size[0], size[1])
		r.Sees("race K7Q2M9")
		r.Press("esc", "enter")
		r.Sees("race K7Q2M9", "Enter")
		r.Press("esc", "g")
		r.Sees("race K7Q2M9", "Finish this race", "You play it once.")
	}
}

// A race that runs is told of before a newer one that waits for its start.
func TestARunningRaceComesBeforeAWaitingOne(t *testing.T) {
	r := atRaceTable(t, 2)
	r.Press("q")
	waits := *r.Store.Races.List[0]
	waits.Code, waits.Begins = "W41T55", time.Time{}
	r.Store.Races.List = append([]*arcade.Race{&waits}, r.Store.Races.List...)
	again := tuitest.New(t, r.Store, catalog.All())
	again.Clock = r.Clock
	again.Sees("Your race K7Q2M9 goes on, ", "left: c goes there.")
	again.Press("c") // straight to the table
	again.Sees("race K7Q2M9", "moves 2")
}

// Enter in the lobby deals no other game before it has asked about a race that runs, once.
func TestEnterAsksAboutARaceThatRuns(t *testing.T) {
	r := atRaceTable(t, 2)
	r.Press("q")
	again := tuitest.New(t, r.Store, catalog.All())
	again.Clock = r.Clock
	again.Press("enter")
	again.Sees("Your race K7Q2M9 goes on, ", "left: go there? (y/n)")
	again.Press("n", "enter")
	again.Sees("moves 0")
	again = tuitest.New(t, r.Store, catalog.All())
	again.Clock = r.Clock
	again.Press("enter", "y")
	again.Sees("race K7Q2M9", "moves 2")
}

// Also a racer is told why a deal has points before the first move.
func TestARacerIsToldOfThePointsOfTheDeal(t *testing.T) {
	lucky := catalog.All()[luckySeven].Info().ID
	r := atRaceScreen(t, with(begun(aRace()), func(r *arcade.Race) { r.Game = lucky }))
	r.Sees("You start with ", "of a rank in your hand counts.", "you 0")
}
