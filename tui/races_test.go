package tui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
)

func TestARaceIsOpenedAndBegins(t *testing.T) {
	store := atRaces()(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("r")
	r.Press("down")
	r.Sees("Open a race for Hop 45, 15 minutes", "plays the same deal")
	r.Press("down")
	r.Sees("You have been in no race yet.")
	r.Press("up", "+", "+", "-", "enter")
	r.Sees("Race K7Q2M9", "Hop 45, 16 minutes", "K 7 Q 2 M 9", "r in their lobby, or with", "  ssh -t HOST race K7Q2M9", "me (you), who can start it")
	race := with(store.Races.List[0], func(r *arcade.Race) { r.Racers = append(r.Racers, arcade.Racer{ID: "bob", Nick: "bob"}) })
	r.Race(race)
	r.Sees("so far: 2", "bob")
	r.Press("s")
	if got, want := store.Races.Asked, []string{"open boardwalk/hop-45 16m0s", "start K7Q2M9"}; !slices.Equal(got, want) {
		t.Errorf("it asked for %q, want %q", got, want)
	}
	begins := time.UnixMilli(r.Clock + 5000)
	r.Race(with(race, func(r *arcade.Race) { r.Begins = begins }))
	r.Sees("The race begins in 5.", "ready")
	r.Clock += 4200
	r.Sees("The race begins in 1.")
	r.Clock += 800
	r.Tick()
	r.Sees("race K7Q2M9", "moves 0", "0:00", "1. you 0  1. bob 0  16:00 left")
	unseen(t, r, "deal")
	if shown := store.Spectators.Newest(); shown.Event != arcade.RaceEvent("K7Q2M9") {
		t.Errorf("others see the event %q", shown.Event)
	}
}

// Whoever is alone races against the arcade with two keys, at any level.
func TestTheArcadeIsRacedAtOnce(t *testing.T) {
	store := atRaces()(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("r")
	r.Sees("> Race the arcade now, about as strong as you: Hop 45", "sees only what you see")
	r.Press("enter")
	r.Sees("Race K7Q2M9", "me (you)", "arcade-1", "1265")
	r.Press("q", "home", "l", "l", "+", "enter", "y")
	if got, want := store.Races.Asked, []string{"open against level 0 boardwalk/hop-45 15m0s", "open against level 2 boardwalk/hop-45 16m0s"}; !slices.Equal(got, want) {
		t.Errorf("it asked for %q, want %q", got, want)
	}
	r = tuitest.New(t, atRaces()(t), catalog.All())
	r.Press("r")
	for range arcade.LevelMost + 1 {
		r.Press("l")
	}
	r.Sees("about as strong as you")
}

// The player who opened a race has the arcade join it, at a level of its own.
func TestTheArcadeJoinsARoom(t *testing.T) {
	r := atRaceScreen(t, with(aRace(), func(r *arcade.Race) { r.Me = r.Racers[0].ID }))
	r.Press("a", "s")
	r.Sees("s does not fit here. How well the arcade plays: from 1, the weakest, to 5.", "Enter add it")
	r.Press("9", "enter")
	r.Sees("The levels are 1 to 5.")
	r.Press("backspace", "4", "enter")
	r.Sees("arcade-4 joins.")
	if got, want := r.Store.Races.Asked, []string{"seat level 4 in K7Q2M9"}; !slices.Equal(got, want) {
		t.Errorf("it asked for %q, want %q", got, want)
	}
	r = atRaceScreen(t, aRace())
	r.Press("a")
	r.Sees("Only ann can have the arcade join it.")
}

func TestARaceIsJoinedByItsCode(t *testing.T) {
	r := tuitest.New(t, atRaces()(t), catalog.All())
	r.Press("r", "c", "enter")
	r.Sees(`"" is no code of a race`)
	r.Press("k", "-", "7", "q", "2", "m", "8", "backspace", "9")
	r.Sees("Code of the race: K7Q2M9")
	r.Press("enter")
	r.Sees("Race K7Q2M9")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"join K7Q2M9"}) {
		t.Errorf("it asked for %q", got)
	}
	r.Press("q", "c", "esc")
	r.Store.Races.Err = errors.New("there is no race with that code")
	r.Press("c", "x", "enter")
	r.Sees("There is no race with that code.")
	r.Press("down")
	unseen(t, r, "There is no race with that code.")
}

// Nobody starts a race alone by mistake, and nobody is first of one.
func TestARaceAlone(t *testing.T) {
	alone := with(aRace(), func(r *arcade.Race) { r.Racers = racers(1, 0) })
	asked := "Nobody has joined. Start alone?"
	r := atRaceScreen(t, alone)
	r.Press("s")
	r.Sees(asked, "y start alone")
	r.Press("s")
	r.Sees(asked)
	r.Press("n")
	unseen(t, r, asked)
	r.Press("q")
	r.Sees("Join a friend's race")
	r.Press("enter", "s")
	r.Sees(asked)
	r.Race(with(aRace(), func(r *arcade.Race) { r.Racers = racers(2, 0) })) // somebody joins
	unseen(t, r, asked)
	if got := r.Store.Races.Asked; len(got) > 0 {
		t.Errorf("it asked for %q", got)
	}
	r.Race(alone)
	r.Press("s", "y")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"start K7Q2M9"}) {
		t.Errorf("it asked for %q", got)
	}
	r = atRaceScreen(t, with(through(scored(begun(alone), 4), 0), func(r *arcade.Race) { r.Over = true }))
	r.Sees("You raced alone, to 4 points.")
	unseen(t, r, "1st", " 1 ann")
	r.Press("q")
	r.Sees("alone, 4 points")
}

func TestOnlyTheFirstStartsARace(t *testing.T) {
	r := atRaceScreen(t, aRace())
	r.Sees("It begins when ann starts it.", "ann, who can start it", "bob-the-builder-of-20 (you)")
	r.Press("s")
	r.Sees("Only ann can start it")
	if got := r.Store.Races.Asked; len(got) > 0 {
		t.Errorf("it asked for %q", got)
	}
	r.Press("l")
	r.Sees("Open a race")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"leave K7Q2M9"}) {
		t.Errorf("it asked for %q", got)
	}
	if r.Store.Races.Watch.Life.Err() == nil {
		t.Error("it still follows the race")
	}
	r = atRaceScreen(t, aRace())
	r.Press("x")
	r.Sees("Only ann can take somebody out.")
	r = atRaceScreen(t, begun(aRace()))
	r.Press("q", "l")
	r.Sees("You cannot leave a race that was started")
}

// A race against the arcade alone can be left until it begins, and one with another person cannot.
func TestARaceAgainstTheArcadeIsLeftBeforeItBegins(t *testing.T) {
	countsDown := func(level arcade.Level) *arcade.Race {
		return with(aRace(), func(r *arcade.Race) {
			r.Racers, r.Begins = racers(2, 0), raceOpens.Add(5*time.Second)
			r.Racers[1].Level = level
		})
	}
	r := atRaceScreen(t, countsDown(3))
	r.Sees("The race begins in 5.", "l leave it")
	r.Press("l")
	r.Sees("Open a race")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"leave K7Q2M9"}) {
		t.Errorf("it asked for %q", got)
	}
	r = atRaceScreen(t, countsDown(0))
	unseen(t, r, "l leave it")
	r.Press("l")
	r.Sees("You cannot leave a race that was started")
}

// A race that was left in another session in its countdown opens no table.
func TestARaceThatIsGoneOpensNoTable(t *testing.T) {
	r := atRaceScreen(t, with(aRace(), func(r *arcade.Race) { r.Racers, r.Begins = racers(1, 0), raceOpens.Add(time.Second) }))
	r.Race(nil)
	r.Sees("This race is not open any more.")
	r.Clock += 1000
	r.Tick()
	r.Sees("This race is not open any more.")
}

// The player who opened a race can take another out of it, after a question.
func TestTheFirstTakesOut(t *testing.T) {
	r := atRaceScreen(t, with(aRace(), func(r *arcade.Race) { r.Me = r.Racers[0].ID }))
	r.Press("x")
	r.Sees("Choose a racer to take out.")
	r.Press("down", "x")
	r.Sees("Take bob-the-builder-of-20 out of this race, for good? (y/n)")
	r.Press("n", "x", "y")
	if got, want := r.Store.Races.Asked, "take out "+aRace().Racers[1].ID+" of K7Q2M9"; !slices.Equal(got, []string{want}) {
		t.Errorf("it asked for %q, want %q", got, want)
	}
}

// The list is read again when the player comes back, and the chosen line stays chosen.
func TestTheListOfRacesFollows(t *testing.T) {
	r := atRacesScreen(t)
	again := func(change func(*tuitest.Races)) {
		change(r.Store.Races)
		r.Press("?", "esc")
	}
	r.Press("down", "down", "down", "down")
	r.Sees("> 0ABCDE")
	newer := with(aRace(), func(r *arcade.Race) { r.Code = "NEWER7" })
	again(func(s *tuitest.Races) { s.List = slices.Insert(s.List, 0, newer) })
	r.Sees("NEWER7", "> 0ABCDE")
	r.Press("end")
	r.Sees("> against  cara")
	again(func(s *tuitest.Races) { s.Others = append(s.Others, arcade.Rival{Nick: "dan", Won: 1}) })
	r.Sees("> against  cara", "dan")
	again(func(s *tuitest.Races) { s.List, s.Others = s.List[:1], nil })
	r.Sees("> NEWER7")
	again(func(s *tuitest.Races) { s.List = nil })
	r.Sees("> Join a friend's race")
	again(func(s *tuitest.Races) { s.List = []*arcade.Race{newer} })
	r.Sees("> Join a friend's race")
}

// A player in a race that is under way is asked before another begins, and finds it chosen when coming back from a room.
func TestASecondRaceIsBegunAfterAQuestion(t *testing.T) {
	r := tuitest.New(t, atRaces(begun(aRace()))(t), catalog.All())
	r.Press("r", "home")
	for range 2 {
		r.Press("enter", "n")
		unseen(t, r, "(y/n)")
		r.Press("enter")
		r.Sees("Your race K7Q2M9 is under way. Begin another? (y/n)")
		if got := r.Store.Races.Asked; len(got) != 0 {
			t.Errorf("it asked for %q", got)
		}
		r.Press("down")
	}
	r.Press("up", "enter", "y")
	if got := r.Store.Races.Asked; len(got) != 1 || !strings.HasPrefix(got[0], "open") {
		t.Errorf("it asked for %q", got)
	}
	r = tuitest.New(t, atRaces()(t), catalog.All())
	r.Press("r", "enter")
	r.Store.Races.List = []*arcade.Race{begun(aRace())}
	r.Press("q")
	r.Sees("> K7Q2M9")
}

// The race that the lobby names is the chosen one, though the player has another that goes on without the player.
func TestTheRaceThatWaitsIsChosen(t *testing.T) {
	done := through(begun(aRace()), 1)
	r := tuitest.New(t, atRaces(done)(t), catalog.All())
	r.Waits(openRaces...)
	r.Sees("ann waits for a race of Hop 45: r, then Enter joins.")
	r.Press("r")
	r.Sees("> ANN222", "K7Q2M9")
}

// A player finds who waits for others in the lobby and in the list, and joins with a key.
func TestAnOpenRaceIsFound(t *testing.T) {
	r := tuitest.New(t, atRaces()(t), catalog.All())
	unseen(t, r, "waits for a race")
	r.Waits(openRaces...)
	r.Sees("ann waits for a race of Hop 45: r, then Enter joins.")
	r.Press("r")
	r.Sees("> ANN222   Hop 45               ann 1612 waits, 15 minutes, 2 racers", "Somebody waits, 5 minutes, 1 racer", "Enter join")
	newer := openRaces[0]
	newer.Code, newer.By = "BOB444", "bob"
	r.Waits(append([]arcade.WaitingRace{newer}, openRaces...)...)
	r.Sees("  BOB444", "> ANN222")
	r.Press("enter")
	r.Sees("Race ANN222")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"join ANN222"}) {
		t.Errorf("it asked for %q", got)
	}
	r.Press("q")
	if got := strings.Count(r.Screen(), "ANN222"); got != 1 {
		t.Errorf("the race is listed %d times", got)
	}
	r.Waits()
	unseen(t, r, "SOME33")
	r.Press("q")
	unseen(t, r, "waits for a race of")
}

func TestARaceIsOpenedToAll(t *testing.T) {
	r := tuitest.New(t, atRaces()(t), catalog.All())
	r.Press("r")
	r.Press("down")
	r.Sees("15 minutes at most, by code only", "o who may join")
	r.Press("o")
	r.Sees("open to all")
	r.Press("enter")
	r.Sees("Anybody here may join.")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"open to all boardwalk/hop-45 15m0s"}) {
		t.Errorf("it asked for %q", got)
	}
	r.Press("q")
	r.Store.Races.Err = errors.New("you are hidden, and an open race shows who opened it")
	r.Press("home", "o")
	r.Sees("Open a race for Hop 45, 15 minutes at most, by code only.") // below, as another line is chosen
	r.Press("home", "down", "o", "enter")
	r.Sees("You are hidden, and an open race shows who opened it.")
}

func TestARaceThatOthersMayWatchIsOpened(t *testing.T) {
	r := tuitest.New(t, atRaces()(t), catalog.All())
	r.Press("r", "down")
	r.Sees("w whether others may watch")
	r.Press("w", "enter")
	said(t, r, "Others may watch it, two minutes behind.")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"open watched boardwalk/hop-45 15m0s"}) {
		t.Errorf("it asked for %q", got)
	}
}

// After a race, one key offers a rematch or joins the one that is offered.
func TestARematch(t *testing.T) {
	r := atRaceScreen(t, ratedRace())
	r.Sees("27/27     54    1:40  perfect    1624 (+12)", "1326? (-174)", "m rematch")
	said(t, r, caption.ProvisionalNote)
	unseen(t, r, "A rematch is open")
	r.Rematch(with(ratedRace(), func(race *arcade.Race) { race.Next = "R3M4TC" }))
	r.Sees("A rematch is open: m joins")
	r.Store.Races.Err = errors.New("the race has begun already, without you")
	r.Press("m")
	r.Sees("The race has begun already, without you.")
	r.Store.Races.Err = nil
	lists := r.Store.Races.Lists
	room := lists[len(lists)-1].Life
	r.Press("m")
	r.Sees("Race R3M4TC", "me (you), who can start it")
	if got := r.Store.Races.Asked; !slices.Equal(got, []string{"rematch K7Q2M9", "rematch K7Q2M9"}) {
		t.Errorf("it asked for %q", got)
	}
	r.Press("q", "q")
	if room.Err() == nil {
		t.Error("it still follows the room")
	}
}
