package words_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// racing returns an env whose player is in a race of two, which began a second ago if
// begun is set. Its clock advances a second whenever it is read.
func racing(store *tuitest.Store, begun bool) session.Ports {
	e := env(store, "ABC")
	store.Events, store.Spectators = &tuitest.Events{}, &tuitest.Spectators{}
	withEvents(store, &e)
	race := &arcade.Race{
		Code: "K7Q2M9", Game: "boardwalk/hop-45", Limit: time.Minute, Me: tuitest.Me,
		Racers: []arcade.Racer{{ID: tuitest.Me, Nick: "me"}, {ID: "ann", Nick: "ann", Played: true, Score: engine.Score{Points: 3, Max: 27}, Moves: 4}},
	}
	if begun {
		race.Begins = time.UnixMilli(1_700_000_000_000)
	}
	store.Races = &tuitest.Races{List: []*arcade.Race{race}, Others: []arcade.Rival{{Nick: "ann", Won: 2, Lost: 1}}}
	e.Races, e.Spectators = liveRaces{races: store.Races}, store.Spectators
	return e
}

func TestARaceInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, false)
	got := talk(t, e, "race", "race play", "race start", "race out Ann", "race leave", "race poker!", "race hop 45", "race abcdef")
	sees(t, got, "Race K7Q2M9 of Hop 45: not started, 2 racers.", "1: me, you, who can start it.", "Against ann: won 2, lost 1, drawn 0.",
		"Nobody has started it yet.", "It begins in a few seconds", "Ann is out of race K7Q2M9, for good.", "You have left race K7Q2M9.", "Nor is that the code of a race, such as K7Q2M9.",
		"Race K7Q2M9 of Hop 45: not started, 1 racer.", "15 minutes at most. It is rated, except", "Friends join with its code: K 7 Q 2 M 9. race start starts it.", "Race ABCDEF of Hop 45: not started, 1 racer")
	want := "start K7Q2M9, take out ann of K7Q2M9, leave K7Q2M9, open boardwalk/hop-45 15m0s, join ABCDEF"
	if asked := strings.Join(store.Races.Asked, ", "); asked != want {
		t.Errorf("it asked for %s, want %s", asked, want)
	}
}

func TestARaceAgainstTheArcadeInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, false)
	got := talk(t, e, "race arcade", "race arcade 2 hop 45 10m", "race hop 45 arcade", "race open arcade cheshire", "race seat", "race seat 6", "race seat 3 k7q2m9", "race")
	sees(t, got, "Race K7Q2M9 of Hop 45: about to begin.", "It begins in a few seconds: your table comes then.",
		"arcade-2, the arcade's player", "9:58 left", "15 minutes at most. It is rated. No hints", "Anybody here may join it.", "takes a level of the arcade's players, 1 to 5", "arcade-3 is in race K7Q2M9.",
		"arcade-1, the arcade's player, rated 1265")
	want := "open against level 0 boardwalk/hop-45 15m0s, open against level 2 boardwalk/hop-45 10m0s, open against level 0 boardwalk/hop-45 15m0s, " +
		"open to all against level 0 boardwalk/cheshire 15m0s, seat level 3 in K7Q2M9"
	if asked := strings.Join(store.Races.Asked, ", "); asked != want {
		t.Errorf("it asked for %s, want %s", asked, want)
	}
}

func TestARaceThatOthersMayWatchInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, false)
	store.Races.Listed = []arcade.WaitingRace{{Code: "W4TCHD", Game: "boardwalk/hop-45", By: "cara", Racers: 1, Watched: true}}
	const says = " Others may watch it, two minutes behind."
	store.Spectators.Live = []arcade.LiveTable{{Number: 7, Player: "ann", Game: "boardwalk/hop-45", From: time.UnixMilli(1)}}
	got := talk(t, e, "race watched hop 45", "race open cheshire watched", "race list", "race", "watch")
	sees(t, got, "1: ann plays Hop 45, ", ", two minutes behind.", "Race K7Q2M9 of Cheshire: not started, 1 racer."+says, "W4TCHD: Hop 45, 0 minutes at most, opened by cara, which others may watch two minutes behind, 1 racer.", "not started, 1 racer."+says)
	const want = "open watched boardwalk/hop-45 15m0s, open to all watched boardwalk/cheshire 15m0s"
	if asked := strings.Join(store.Races.Asked, ", "); asked != want {
		t.Errorf("it asked for %s, want %s", asked, want)
	}
}

// A race that ended without its player is told once.
func TestARaceThatEndedIsToldInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	lost := -16
	race := store.Races.List[0]
	race.Over = true
	race.Racers[0].Through, race.Racers[0].Played, race.Racers[0].Rated = true, true, &lost
	const told = "Race K7Q2M9 has ended: 2nd of 2, 0 points, rating 1484 (-16)."
	sees(t, talk(t, e, "games"), told)
	if got := talk(t, e, "play 1", "leave"); strings.Contains(got, "has ended") {
		t.Errorf("it is told again:\n%s", got)
	}
	store = &tuitest.Store{}
	e = racing(store, true)
	race = store.Races.List[0]
	race.Over = true
	race.Racers[0].Through, race.Racers[0].Played, race.Racers[0].Rated = true, true, &lost
	race.Racers[0].Rating = arcade.Rating{Points: 1500, Deviation: 60, Races: 12}
	sees(t, talk(t, e, "games"), "0 points, rating 1484 (-16).")
}

// A racer in words is through with the last move.
func TestTheLastMoveOfARaceInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	store.Races.List[0].Limit = time.Hour
	script, moves := []string{"race play"}, 0
	g := catalog.All()[0]
	for s := g.Deal(tuitest.RaceCode("K7Q2M9")); !s.Over(); moves++ {
		m := s.Moves()[(moves+1)*5%len(s.Moves())]
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s, script = next, append(script, typed(s, m)...)
	}
	sees(t, talk(t, e, append(script, "undo")...), "The game is over: no move is left.", "leave goes to the", "This game is finished: leave goes to the")
	if got := store.Results; len(got) != 1 || len(got[0].Record.Moves) != moves || got[0].Stopped {
		t.Errorf("the history has %+v", got)
	}
}

// Of several races the commands ask for one, by its code, and one that is open to all is told to its own player as own.
func TestSeveralRacesInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, false)
	other := *store.Races.List[0]
	other.Code, other.Game = "QJX1JS", "boardwalk/cheshire"
	store.Races.List = append(store.Races.List, &other)
	got := talk(t, e, "others", "race start", "race leave", "race leave qjx1js", "race leave ABCDEF", "race play K7Q2M9", "race seat 3", "race seat 3 QJX1JS", "race out ann k7q2m9")
	sees(t, got, "Your race QJX1JS of Cheshire: not started,", "Nobody else is waiting for a race",
		"Say which race, as in race start K7Q2M9: K7Q2M9 of Hop 45 or QJX1JS of Cheshire.", "Say which race, as in race leave K7Q2M9:",
		"You have left race QJX1JS.", "No race ABCDEF of yours waits for you", "Nobody has started it yet.", "Say which race, as in race seat 3 K7Q2M9:",
		"arcade-3 is in race QJX1JS.", "ann is out of race K7Q2M9, for good.")
	const want = "leave QJX1JS, seat level 3 in QJX1JS, take out ann of K7Q2M9"
	if asked := strings.Join(store.Races.Asked, ", "); asked != want {
		t.Errorf("it asked for %s, want %s", asked, want)
	}
}

// A race whose limit is reached waits for the player no more, although it is not over yet.
func TestARaceAtItsLimitDoesNotWaitInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	store.Races.List[0].Late = true
	got := talk(t, e, "others", "race play", "race play K7Q2M9")
	sees(t, got, "No race waits for you: race NAME opens one", "No race K7Q2M9 of yours waits for you")
	if strings.Contains(got, "Your race K7Q2M9") {
		t.Errorf("a race at its limit is told as open: %s", got)
	}
}

// A number opens no race unasked, and at the table of a race nothing else does.
func TestARaceIsNotOpenedUnasked(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	got := talk(t, e, "race 5", "no", "race play", "race hop 45", "no", "race 5", "yes")
	sees(t, got, "Open a race for Cheshire?", "No race is opened.", "Open a race for Hop 45?", "Race K7Q2M9 of Cheshire: not started")
	if asked := strings.Join(store.Races.Asked, ", "); asked != "open boardwalk/cheshire 15m0s" {
		t.Errorf("it asked for %s", asked)
	}
}

// Nobody starts a race alone by mistake, and nobody is first of one.
func TestARaceAloneInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, false)
	race := store.Races.List[0]
	race.Racers = race.Racers[:1]
	got := talk(t, e, "race start", "no", "race start", "yes")
	sees(t, got, "Nobody has joined. Start alone?", "The race waits for its start.", "It begins in a few seconds")
	if asked := strings.Join(store.Races.Asked, ", "); asked != "start K7Q2M9" {
		t.Errorf("it asked for %s", asked)
	}
	race.Begins, race.Over = time.UnixMilli(1_700_000_000_000), true
	race.Racers[0].Played, race.Racers[0].Through, race.Racers[0].Score.Max = true, true, 27
	got = talk(t, e, "race")
	sees(t, got, "Race K7Q2M9 of Hop 45: alone, 0 points.", " me, you: 0 of 27 points, lost, 0 moves, 0 seconds.")
}

// The table of a race has the race's clock, even after a dropped connection, and the
// others see how its player stands.
func TestTheTableOfARaceInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	g := catalog.All()[0]
	first := g.Deal(tuitest.RaceCode("K7Q2M9")).Moves()[0].String()
	got := talk(t, e, "race play", first, first, "new", "race", "race play") // a newcomer's first move is asked for twice
	sees(t, got, "Hop 45, race K7Q2M9: the same deal for everyone", "This deal is played once", "1: ann, 3 of 27 points, 4 moves.", "You are playing it.")
	if shown := store.Spectators.Shown; len(shown) < 2 || shown[len(shown)-1].Moves != 1 || shown[0].Event != arcade.RaceEvent("K7Q2M9") {
		t.Errorf("others see %+v", shown)
	}
	if store.Races.Watch.Life.Err() == nil {
		t.Error("the race is still followed")
	}
	got = talk(t, e, "race play", "finish", "yes", "leave", "race")
	sees(t, got, "race K7Q2M9 stands where you left it, at move 1")
	passed := e.Now().UnixMilli() - 1_700_000_000_000
	if r := store.Results[0]; r.Event != arcade.RaceEvent("K7Q2M9") || r.Millis < 10_000 || r.Millis > passed {
		t.Errorf("after %d milliseconds it is stored as %+v", passed, r)
	}
	if store.Spectators.Newest() != nil {
		t.Error("others see a table that was left")
	}
}

func TestTheLimitOfARaceInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	first := catalog.All()[0].Deal(tuitest.RaceCode("K7Q2M9")).Moves()[0].String()
	now := e.Now
	late, slow := time.Duration(0), time.Duration(0)
	e.Now = func() time.Time {
		late += slow
		return now().Add(late)
	}
	withEvents(store, &e)
	talk(t, e, "race play", first, first) // a newcomer's first move is asked for twice
	late = time.Minute
	got := talk(t, e, "race play")
	sees(t, got, "The time of this race is up.")

	late, slow = 0, 2*time.Second
	store.Races.List[0].Begins = now()
	script := []string{"race play"}
	for range 30 {
		script = append(script, "look")
	}
	got = talk(t, e, append(script, "moves")...)
	sees(t, got, "Time is up: your game in race K7Q2M9 ended with the points it had.", "No game is on the table")
	if r := store.Results[0]; r.Millis != time.Minute.Milliseconds() || len(r.Record.Moves) != 1 {
		t.Errorf("it is stored as %+v", r)
	}
}

func TestWordsWithoutRaces(t *testing.T) {
	sees(t, talk(t, env(&tuitest.Store{}, "ABC"), "race"), "There are no races in this session")
}

// A place is not won against a racer who has deleted the account.
func TestARaceAgainstTheDeletedInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	race := store.Races.List[0]
	race.Over, race.Racers[1] = true, arcade.Racer{ID: "ann", Nick: arcade.Nameless, Gone: true}
	race.Racers[0].Through, race.Racers[0].Played, race.Racers[0].Score = true, true, engine.Score{Points: 1, Max: 27}
	got := talk(t, e, "race")
	sees(t, got, "Race K7Q2M9 of Hop 45: 1st of 1, 1 point, 1 deleted.", "2: "+arcade.Nameless+", who has deleted the account.")
}

// A told is what another window tells.
type told chan struct{}

func (t told) Next() (struct{}, bool) {
	_, ok := <-t
	return struct{}{}, ok
}

// Of two races that were started, race leave means the one against the arcade alone that has not begun.
func TestARaceAgainstTheArcadeIsLeftInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	store.Races.List[0].Limit = time.Hour
	other := *store.Races.List[0]
	other.Code, other.Begins = "QJX1JS", e.Now().Add(time.Minute)
	other.Racers = []arcade.Racer{other.Racers[0], {ID: "arcade-3", Nick: "arcade-3", Level: 3}}
	store.Races.List = append(store.Races.List, &other)
	sees(t, talk(t, e, "race leave"), "You have left race QJX1JS.")
	if got := strings.Join(store.Races.Asked, ", "); got != "leave QJX1JS" {
		t.Errorf("it asked for %s", got)
	}
}

// At the table of a race, too, the player hears at once what another window of the player has played.
func TestAnotherWindowAtTheTableOfARace(t *testing.T) {
	store, other := &tuitest.Store{}, make(told, 1)
	e := racing(store, true)
	store.Races.List[0].Limit = time.Hour
	e.Elsewhere = func(context.Context, string) arcade.Watch[struct{}] { return other }
	d := newDialogue(t, e)
	d.types("race play")
	d.does(func() {
		saved, rev, err := store.Saved(arcade.Slot("boardwalk/hop-45", arcade.RaceEvent("K7Q2M9")))
		if err != nil {
			t.Error(err)
		}
		saved.Record.Moves = catalog.All()[0].Deal(saved.Record.Code).Moves()[:1]
		if _, err := store.Save(saved, rev); err != nil {
			t.Error(err)
		}
		other <- struct{}{}
	})
	sees(t, d.screen(), "Played in your other window: ")
	_ = d.typed.Close()
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
	close(other)
}

// What runs comes first in words, before the games that wait: a race, a daily, a challenge.
func TestWhatRunsComesFirst(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	store.Challenges = &tuitest.Challenges{}
	e.Challenges = store.Challenges.Attach(store)
	talk(t, e, "play hop 45", "a1a4", "a1a4", "leave", "daily hop 45", "y", "leave", "duel hop 45", "yes")
	got := strings.Join(strings.Fields(talk(t, e)), " ")
	at := 0
	for _, want := range []string{
		"Your race K7Q2M9 goes on, 0:", "left: race play goes there.", "Your daily of Hop 45 is open at the start: daily Hop 45 goes there.",
		"Your duel at Hop 45 is to be played", "continue goes on with it", "games lists the games",
	} {
		next := strings.Index(got[at:], want)
		if next < 0 {
			t.Fatalf("%q is missing, or not behind what comes before it:\n%s", want, got)
		}
		at += next
	}
}
