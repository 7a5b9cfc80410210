package tui_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// Only racers who are through see the boards of others.
func TestWhoIsThroughWatchesTheOthers(t *testing.T) {
	r := atRaceTable(t, 2)
	r.Press("q", "down", "enter")
	r.Sees("moves 2") // the player's own table
	r.Press("g", "y")
	r.Sees("Race K7Q2M9")
	if n := len(r.Store.Spectators.Watches); n != 0 {
		t.Errorf("%d were watched", n)
	}
	race := through(scored(begun(aRace()), 9, 2, 0), 1)
	r.Race(race)
	r.Sees("You are done, with 2 points.", "playing")
	r.Press("home", "down", "enter") // it is the player's own row
	r.Sees("Race K7Q2M9")
	r.Press("home", "enter")
	r.Sees("ann plays Hop 45")
	if watches := r.Store.Spectators.Watches; len(watches) != 1 || watches[0].Number != 5 {
		t.Errorf("%+v is watched", watches)
	}
	r.Press("q")
	r.Race(through(race, 0))
	r.Press("enter")
	r.Sees("ann is at no table now.")
}

// A racer who was cut off comes back in another session, and is watched on there until the race is over.
func TestARacerWhoComesBackIsWatchedOn(t *testing.T) {
	race := through(scored(begun(aRace()), 9, 2, 0), 1)
	r := atRaceScreen(t, race)
	r.Press("home", "enter")
	scene := *scenes(t, hop45, 3)[3]
	scene.Event = arcade.RaceEvent(race.Code)
	r.Show(&scene)
	r.Sees("ann plays Hop 45", "moves 3", "1. ann 9  2. you 2, done")
	r.Race(with(race, func(r *arcade.Race) { r.Racers[0].Table = 0 }))
	r.Show(nil)
	r.Sees("ann has left the table. The game shows here again once it goes on.")
	spectators := r.Store.Spectators
	for range 200 {
		r.Tick()
	}
	if n := len(spectators.Watches); n != 1 {
		t.Fatalf("while ann is away %d watches were begun", n)
	}
	r.Race(with(race, func(r *arcade.Race) { r.Racers[0].Table, r.Racers[0].Nick = 77, "annie" }))
	r.Tick()
	if n := len(spectators.Watches); n != 2 || spectators.Watches[n-1].Number != 77 {
		t.Fatalf("%d watches were begun", n)
	}
	next := *scenes(t, hop45, 4)[4]
	next.Event = scene.Event
	r.Show(&next)
	r.Sees("annie plays Hop 45", "moves 4", "q stop watching")
	next.Final = true
	r.Show(&next)
	r.Race(with(through(race, 0, 2), func(r *arcade.Race) { r.Over = true }))
	r.Sees("The race is over: q goes to its results.")
	for range 10 {
		r.Tick()
	}
	if n := len(spectators.Watches); n != 2 {
		t.Errorf("after the race %d watches were begun", n)
	}
}

// The arcade's player is watched as others are, and plays one round.
func TestTheArcadeIsWatched(t *testing.T) {
	race := through(scored(begun(aRace()), 9, 2, 0), 1)
	race.Racers[0].Nick, race.Racers[0].Level = "arcade-3", 3
	r := atRaceScreen(t, race)
	r.Press("home", "enter")
	r.Show(&arcade.Scene{Game: "boardwalk/hop-45", Moves: 9, LastAction: "9. B1 to C1."})
	r.Sees("arcade-3 plays Hop 45", "9. B1 to C1.")
	r.Show(&arcade.Scene{Game: "boardwalk/hop-45", Final: true})
	r.Sees("The game is over")
	unseen(t, r, "The next game follows")
}

// The standings show what fits: the player's own row before others.
func TestTheLineOfARace(t *testing.T) {
	r := atRaceTable(t, 1)
	r.Resize(80, 24)
	r.Race(with(through(scored(begun(with(aRace(), func(r *arcade.Race) { r.Racers = racers(6, 4) })), 21, 20, 9, 8, 2, 1), 0), func(*arcade.Race) {}))
	r.Clock = raceOpens.Add(29 * time.Second).UnixMilli()
	for _, c := range []struct {
		width int
		line  string
	}{
		{120, "1. ann 21, done  2. bob-the-builder-of-20 20  3. cara 9  4. dan 8  5. you 2  1 more  14:31 left"},
		{80, "1. ann 21, done  2. bob-the-builder-of-20 20  5. you 2  3 more  14:31 left"},
		{60, "1. ann 21, done  3. cara 9  5. you 2  3 more  14:31 left"},
		{40, "1. ann 21, done  5. you 2  14:31 left"},
	} {
		r.Resize(c.width, 24)
		if !strings.Contains(r.Screen(), "  "+c.line+"\n") {
			t.Errorf("%d columns wide it is not %q:\n%s", c.width, c.line, r.Screen())
		}
	}
}

// A player who is reading a page when the race begins finds the table after leaving it.
func TestARaceThatBeginsUnderAPage(t *testing.T) {
	r := atRaceScreen(t, aRace())
	r.Press("?")
	r.Race(with(aRace(), func(race *arcade.Race) { race.Begins = time.UnixMilli(r.Clock + 5000) }))
	r.Clock += 5000
	r.Tick()
	r.Sees("Keys")
	r.Press("esc")
	r.Sees("race K7Q2M9", "moves 0")
	r.Press("q")
	r.Sees("Enter goes to your table: the clock runs.") // it opens by itself only once
}

// A session that waits at a race screen, or at the table above it, must not be parked for
// pressing no key.
func TestARaceScreenIsWaitedAt(t *testing.T) {
	r := atRaceScreen(t, aRace())
	r.Press("s") // which is refused
	if r.App.CanPark() {
		t.Error("a player waiting for a race to begin would be sent away")
	}
	r = atRaceTable(t, 2)
	if r.App.CanPark() {
		t.Error("a racer would be sent away")
	}
}

func TestARaceThatIsNotThereAnyMore(t *testing.T) {
	r := atRaceScreen(t, aRace())
	r.Race(nil)
	r.Sees("This race is not open any more.")
	r.Press("q")
	r.Store.Races.List = nil
	r.Press("enter")
	r.Sees("You are in no such race.")
}

// A racer who is taken out reads who did it.
func TestARacerWhoIsTakenOut(t *testing.T) {
	out := func(r *arcade.Race) { r.Racers = slices.Delete(r.Racers, r.Index(), r.Index()+1) }
	r := atRaceScreen(t, aRace())
	r.Race(with(aRace(), out))
	said(t, r, "You are no longer in race K7Q2M9: ann has taken you out, or you have left it in another session.")
	own := func(r *arcade.Race) { r.Me = r.Racers[0].ID }
	r = atRaceScreen(t, with(aRace(), own))
	r.Race(with(with(aRace(), own), out))
	said(t, r, "You have left race K7Q2M9 in another session.")
}

// A session that ended at a race's table comes back there.
func TestARacerComesBackToTheTable(t *testing.T) {
	r := atRaceTable(t, 2)
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	again := tuitest.NewAt(t, r.Store, catalog.All(), arcade.Slot("boardwalk/hop-45", arcade.RaceEvent("K7Q2M9")))
	again.Sees("moves 2", "race K7Q2M9")
	again.Press("q")
	again.Sees("Race K7Q2M9")
}

func TestADealOfARaceIsPlayedOnce(t *testing.T) {
	r := atRaceTable(t, 2)
	r.Press("n")
	r.Sees("This deal is played once. q goes to the ")
	r.Press("g", "y", "q", "q")
	if r.Sees("Boardwalk Arcade"); strings.Contains(r.Screen(), "continue") {
		t.Errorf("the round of a race shows as an open game:\n%s", r.Screen())
	}
}

// Once the race is over, anybody's round can be replayed.
func TestTheRoundsOfARaceAreReplayed(t *testing.T) {
	race := with(through(scored(begun(aRace()), 27, 9, 2), 0, 1), func(r *arcade.Race) {
		r.Over, r.Racers[0].Round, r.Racers[1].Round, r.Racers[2].Round = true, "bob", "gone", "cara's, who is private"
		r.Racers[0].Shown = true
	})
	r := atRaceScreen(t, race)
	r.Press("enter") // the player's own
	r.Sees("There is no such game, or it is not for you to see.")
	r.Press("home", "enter")
	r.Sees("Hop 45, replay")
	r.Press("q", "end")
	unseen(t, r, "replay")
	r.Press("enter")
	r.Sees("Race K7Q2M9", "There is no game to replay.")
}

// A place is not won against a racer who has deleted the account.
func TestARaceAgainstTheDeleted(t *testing.T) {
	race := with(scored(begun(aRace()), 3), func(r *arcade.Race) {
		r.Over, r.Me, r.Racers[2].Gone = true, r.Racers[0].ID, true
		r.Racers[0].Through = true
	})
	r := atRaceScreen(t, race)
	r.Sees("absent", "deleted", "The race is over. You are 1st of 2, with 3 points. One account was deleted.")
	race.Racers[1].Gone = true
	r = atRaceScreen(t, race)
	r.Sees("You are 1st of 1, with 3 points. 2 accounts were deleted.")
	unseen(t, r, "absent")
	r.Press("q")
	r.Sees("1st of 1, 3 points, 2 deleted")
}

// A nick is chosen at the race screen without another request to the race, which follows nicks by itself.
func TestANickIsChosenAtARaceScreen(t *testing.T) {
	r := atRaceScreen(t, aRace())
	r.Press("N", "esc")
	r.Sees("Race K7Q2M9")
	r.Press("N")
	for range "ann" {
		r.Press("backspace")
	}
	r.Type("zoe")
	r.Press("enter")
	r.Sees("Race K7Q2M9")
	if got := r.Store.Races.Asked; len(got) > 0 {
		t.Errorf("it asked for %q", got)
	}
}

// The smallest window shows the racers of a race that is open to all, and offers a nick.
func TestAnOpenRaceInTheSmallestWindow(t *testing.T) {
	store := atRaces(with(aRace(), func(r *arcade.Race) { r.Open = true }))(t)
	store.Accounts.Player = arcade.Account{Known: true}
	r := tuitest.New(t, store, catalog.All())
	openRaceScreen(r)
	r.Resize(40, 12)
	r.Sees("Anybody here may join.", "ann, who can start it", "bob-the-b… (you)", "cara", "N nick")
}

// What the sentence says of Enter is what Enter does beside the chosen racer.
func TestWhatEnterDoesBesideARacer(t *testing.T) {
	race := with(through(scored(begun(aRace()), 12, 9, 2), 0, 1), func(r *arcade.Race) {
		r.Racers[0].Round, r.Racers[0].Shown, r.Racers[1].Round = "ann", true, "mine"
	})
	r := atRaceScreen(t, race)
	r.Sees("You are done, with 9 points. Enter replays your game. Choose a racer who\n  still plays to watch.")
	r.Press("up")
	r.Sees("Enter replays the game of ann.")
	r.Press("end")
	r.Sees("Enter watches cara.")
	r.Race(with(race, func(r *arcade.Race) { r.Racers[2].Table = 0 }))
	r.Sees("cara is at no table now.")
	r.Press("up")
	r.Sees("Enter replays your game.")
	unseen(t, r, "to watch", "watches")
}

// While the result of a race shows, the account of one racer can be joined into that of another.
func TestARacerLessAfterTheRace(t *testing.T) {
	race := with(through(scored(begun(aRace()), 21, 12, 3), 0, 1, 2), func(r *arcade.Race) { r.Over = true })
	r := atRaceScreen(t, race)
	r.Press("end")
	r.Store.Races.List[0] = with(race, func(r *arcade.Race) { r.Racers = r.Racers[1:2] })
	r.Waits()
	r.Sees("Race K7Q2M9", "(you)")
	unseen(t, r, "cara")
}
