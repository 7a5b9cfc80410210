package tui_test

import (
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// raceOpens is when the races of robots are opened: when their clocks start.
var raceOpens = time.UnixMilli(1_700_000_000_000)

// racers returns n racers; the player is the one with index me.
func racers(n, me int) []arcade.Racer {
	rows := make([]arcade.Racer, n)
	for i, nick := range []string{"ann", "bob-the-builder-of-20", "cara", "dan", "eve", "fritz"}[:n] {
		rows[i] = arcade.Racer{ID: nick, Nick: nick}
	}
	rows[me].ID = tuitest.Me
	return rows
}

// aRace returns a race of three that ann has opened and nobody has started.
func aRace() *arcade.Race {
	return &arcade.Race{
		Code: "K7Q2M9", Game: "boardwalk/hop-45", Limit: arcade.RaceDefault, Opened: raceOpens, Racers: racers(3, 1), Me: tuitest.Me,
	}
}

// with returns a race after a change.
func with(race *arcade.Race, change func(*arcade.Race)) *arcade.Race {
	next := *race
	next.Racers = slices.Clone(race.Racers)
	change(&next)
	return &next
}

// begun returns a race that begins when the robot's clock starts.
func begun(race *arcade.Race) *arcade.Race {
	return with(race, func(r *arcade.Race) { r.Begins = raceOpens })
}

// scored returns a race in which the racers have these points, and twice as many moves.
func scored(race *arcade.Race, points ...int) *arcade.Race {
	return with(race, func(r *arcade.Race) {
		for i, n := range points {
			o := &r.Racers[i]
			o.Score, o.Moves, o.Played, o.Table = engine.Score{Points: n, Max: 27}, 2*n, true, 5+i
		}
	})
}

// through returns a race in which the racers at some places are through.
func through(race *arcade.Race, places ...int) *arcade.Race {
	return with(race, func(r *arcade.Race) {
		for _, i := range places {
			o := &r.Racers[i]
			o.Through, o.Played, o.Millis, o.Table = true, true, int64(100_000*(i+1)), 0
		}
	})
}

// atRaces returns the store of a player who has been in these races.
func atRaces(list ...*arcade.Race) func(*testing.T) *tuitest.Store {
	return func(t *testing.T) *tuitest.Store {
		store := ann(t)
		store.Spectators, store.Events = amongOthers(t).Spectators, &tuitest.Events{}
		store.Races = &tuitest.Races{List: list}
		return store
	}
}

// someRaces returns the store of a player who has raced for a while.
func someRaces(t *testing.T) *tuitest.Store {
	over := with(through(scored(begun(aRace()), 21, 12, 3), 0, 1), func(r *arcade.Race) {
		r.Code, r.Over, r.Opened = "0ABCDE", true, raceOpens.Add(-26*time.Hour)
	})
	missed := with(begun(aRace()), func(r *arcade.Race) {
		r.Code, r.Over, r.Game, r.Opened = "ZZTOP7", true, "chessboard", raceOpens.Add(-50*time.Hour)
	})
	store := atRaces(aRace(), over, missed)(t)
	store.Races.Others = []arcade.Rival{{Nick: "a-nick-of-20-letters", Won: 12, Lost: 3, Drawn: 1}, {Nick: "cara", Lost: 2}}
	return store
}

// openRaces are races that anybody may join, the newest first.
var openRaces = []arcade.WaitingRace{
	{Code: "ANN222", Game: "boardwalk/hop-45", Limit: arcade.RaceDefault, By: "ann", Rating: arcade.Rating{Points: 1612, Deviation: 85, Races: 20}, Racers: 2},
	{Code: "SOME33", Game: "boardwalk/cheshire", Limit: 5 * time.Minute, By: arcade.Nameless, Racers: 1},
}

// whereSomebodyWaits returns the store of a player of an arcade with open races.
func whereSomebodyWaits(t *testing.T) *tuitest.Store {
	store := someRaces(t)
	store.Races.List, store.Races.Listed = store.Races.List[1:], openRaces
	return store
}

// ratedRace returns a race that is over, with what it did to the ratings of its racers.
func ratedRace() *arcade.Race {
	return with(through(scored(begun(aRace()), 27, 9, 2), 0, 1), func(r *arcade.Race) {
		r.Over, r.Racers[0].Score.Perfect = true, true
		won, lost := 12, -174
		r.Racers[0].Rating, r.Racers[0].Rated = arcade.Rating{Points: 1612, Deviation: 85, Races: 20}, &won
		r.Racers[1].Rating, r.Racers[1].Rated = arcade.Rating{Points: 1500, Deviation: 290, Races: 1}, &lost
	})
}

// againstTheArcade returns a race that the player has won against the arcade.
func againstTheArcade() *arcade.Race {
	return with(through(scored(begun(aRace()), 27, 29, 2), 0, 1), func(r *arcade.Race) {
		won := 100
		r.Over, r.Racers = true, r.Racers[:2]
		r.Racers[0].Nick, r.Racers[0].Level, r.Racers[0].Rating = "arcade-3", 3, arcade.Level(3).Rating()
		r.Racers[1].Rating, r.Racers[1].Rated = arcade.Rating{}, &won
	})
}

// atRacesScreen returns a robot at the screen where races begin.
func atRacesScreen(t *testing.T) *tuitest.Robot {
	r := tuitest.New(t, someRaces(t), catalog.All())
	r.Press("r", "home")
	return r
}

// openRaceScreen brings a robot to the screen of the first race in its store.
func openRaceScreen(r *tuitest.Robot) { r.Press("r", "home", "down", "down", "down", "enter") }

// atRaceScreen returns a robot at the screen of a race.
func atRaceScreen(t *testing.T, race *arcade.Race) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, atRaces(race)(t), catalog.All())
	openRaceScreen(r)
	return r
}

// atRaceTable returns a robot at its table in a race, after a number of moves.
func atRaceTable(t *testing.T, moves int) *tuitest.Robot {
	t.Helper()
	r := atRaceScreen(t, begun(aRace()))
	r.Sees("race K7Q2M9", "moves 0")
	play(r, line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), moves)...)
	return r
}

var racesPresses = listPresses("Race the arcade", "Open a race", "against", []press{
	{key: "F1", sees: ": the rules"},
	{key: "i", sees: ": the rules"},
	{key: "PgDn", sees: "> against"},
	{key: "PgUp", before: "end", row: 2},
	{key: "Enter", does: func(r *tuitest.Robot) bool {
		return slices.Contains(r.Store.Races.Asked, "open against level 0 boardwalk/hop-45 15m0s")
	}},
	{key: "space", before: "down down down", sees: "Race K7Q2M9"},
	{key: "+", sees: "16 minutes"},
	{key: "=", sees: "16 minutes"},
	{key: "right", sees: "16 minutes"},
	{key: "-", sees: "14 minutes"},
	{key: "left", sees: "14 minutes"},
	{key: "o", sees: "15 minutes at most, open to all"},
	{key: "w", sees: "15 minutes at most, by code only, watched"},
	{key: "l", sees: "Race the arcade now, level 1 of 5"},
	{key: "c", sees: "Code of the race:"},
	{key: "mouse", mouse: twice("Join a friend"), sees: "Code of the race:"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

var racePresses = listPresses("ann", "bob", "cara", []press{
	{key: "F1", sees: ": the rules"},
	{key: "i", sees: ": the rules"},
	{key: "p", sees: "In this arcade players do not see each other."},
	{key: "s", does: func(r *tuitest.Robot) bool { return slices.Contains(r.Store.Races.Asked, "start K7Q2M9") }},
	{key: "l", sees: "Open a race for"},
	{key: "x", sees: "Choose a racer to take out."},
	{key: "a", sees: "Strength, 1 to 5:"},
	{key: "m", sees: "A rematch comes after the race."},
	{key: "N", sees: "Nick"},
	{key: "f", sees: "In this arcade players do not see each other."},
	{key: "R", sees: "In this arcade players do not see each other."},
	{key: "PgDn", sees: "> cara"},
	{key: "PgUp", before: "end", sees: "> ann"},
	{key: "mouse", mouse: func(r *tuitest.Robot) { r.Click("cara") }, sees: "> cara"},
	{key: "q", sees: "Open a race for"},
	{key: "Esc", sees: "Open a race for"},
	{key: "Enter", before: "begun", sees: "moves 0"},
	{key: "space", before: "begun", sees: "moves 0"},
}...)
