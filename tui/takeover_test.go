package tui_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A line of Hop 45, deal R1: moves, followed by one that turns up a card.
var (
	takeoverSetup = strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4 b1b2")
	takeoverTurns = "c3b4"
	takeoverCard  = "6♦"
)

// quick plays moves faster than a person can.
func quick(r *tuitest.Robot, words ...string) {
	for _, w := range words {
		clock := r.Clock
		play(r, w)
		r.Clock = clock
	}
}

// ends ends the round of Hop 45 in another session.
func ends(t *testing.T, store *tuitest.Store) {
	t.Helper()
	saved, rev, err := store.Saved("boardwalk/hop-45")
	if err == nil {
		_, err = store.Finish(saved.Result(saved.Score, 1), rev)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The round of a player who plays faster than a person does not count, but may count
// again once the player is slower. A session whose round has ended in another one
// must not show a card of it, not even through an undo that was never stored.
func TestALostSessionShowsNoCard(t *testing.T) {
	for name, before := range map[string]func(*tuitest.Robot){
		"at a quick pace": func(r *tuitest.Robot) { quick(r, takeoverTurns) },
		"after an undo": func(r *tuitest.Robot) {
			r.HoldCommands()
			r.Press("u", "y") // takes back a move that turned up a card
			quick(r, "b1b2", takeoverTurns)
			r.ReleaseCommands()
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := &tuitest.Store{}
			r := tuitest.New(t, store, catalog.All())
			r.Press("enter")
			quick(r, takeoverSetup...)
			if class := store.Open["boardwalk/hop-45"].Class(); class != arcade.Inhuman {
				t.Fatalf("the round counts as %s", class)
			}
			ends(t, store)
			before(r)
			r.Sees("This game has ended in your other window")
			unseen(t, r, "* ") // nothing more will be stored
			r.Press("m", "u", "U", "x", "esc", "r", "right", "t", "g")
			if strings.Contains(r.Screen(), takeoverCard) {
				t.Errorf("%s is seen:\n%s", takeoverCard, r.Screen())
			}
		})
	}
}

// While a move is not stored, the heading, the lit moves and what others see all belong
// to the board that shows.
func TestAllThatShowsIsOfOneBoard(t *testing.T) {
	store := alone(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, takeoverSetup...)
	shown := func() string { return strings.SplitN(r.Screen(), "\n", 2)[0] }
	heading, scene := shown(), store.Spectators.Newest()
	at := strings.Index(heading, "points")
	r.HoldCommands()
	play(r, takeoverTurns)
	if got := strings.Replace(shown(), "*", " ", 1); got[at:at+24] != heading[at:at+24] {
		t.Errorf("before the move is stored the heading is\n%s\nand was\n%s", got, heading)
	}
	if now := store.Spectators.Newest(); now != scene {
		t.Errorf("others see %d points in %d moves, and the player %d in %d", now.Score.Points, now.Moves, scene.Score.Points, scene.Moves)
	}
	r.ReleaseCommands()
	r.Sees(takeoverCard)
	if now := store.Spectators.Newest(); shown() == heading || now.Moves != scene.Moves+1 || now.Score == scene.Score {
		t.Errorf("then it is\n%s\nand others see %+v", shown(), now.Score)
	}
}

// A round that the store refuses is lost; one that it cannot store at the moment is not.
func TestARefusalIsNotAStoreThatIsAway(t *testing.T) {
	t.Run("refused", func(t *testing.T) {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Press("enter")
		play(r, takeoverSetup...)
		r.Store.Refusal = errors.New("the day is over")
		play(r, takeoverTurns)
		r.Sees("This game cannot be saved, and ends here: The day is over. q leaves it.")
		r.Press("u", "m", "enter")
		if len(r.Ticks) != 0 || strings.Contains(r.Screen(), takeoverCard) {
			t.Errorf("%d retries are scheduled, and the screen is\n%s", len(r.Ticks), r.Screen())
		}
		r.Press("q")
		r.Sees("Boardwalk Arcade")
	})
	t.Run("away", func(t *testing.T) {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Press("enter")
		play(r, takeoverSetup...)
		r.Store.Unavailable = errors.New("the disk is full")
		play(r, takeoverTurns)
		r.Store.Unavailable = nil
		r.Tick()
		r.Sees(takeoverCard, "Saved: nothing is lost.")
	})
	t.Run("a fresh deal of the session alone", func(t *testing.T) {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Press("enter")
		r.Store.Refusal = errors.New("many new players came")
		play(r, takeoverSetup...)
		play(r, takeoverTurns)
		r.Sees("Not saved: many new players came.", takeoverCard)
	})
}

// A race offers no help, and says so before it begins and when the player asks for help.
func TestNoHelpAtTheTableOfARace(t *testing.T) {
	r := atRaceScreen(t, aRace())
	r.Sees("No hints, and no undo past a turned-up card.")
	r = atRaceTable(t, 0)
	moves := line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), 1)
	unseen(t, r, "x hint")
	r.Press("x")
	r.Sees("There are no hints in a race")
	play(r, moves...)
	r.Press("u")
	r.Sees("a move that turned up a card stays", "moves 1")
	unseen(t, r, "assisted")
	r.Press("r")
	r.Sees("cannot be restarted once a card has been turned up", "moves 1")
	r.Press("?")
	if text := pageText(t, r); !strings.Contains(text, "there are no hints in a race") {
		t.Errorf("the keys page says\n%s", text)
	}
	r.Press("esc", "g", "y")
	if got := lastOf(t, r.Store); got.Class != arcade.Counted || got.Tally.Assisted() {
		t.Errorf("it is stored as %+v", got)
	}
}

// Help in a race shows, at its screen and at a table.
func TestHelpInARaceShows(t *testing.T) {
	race := with(scored(begun(aRace()), 12, 9, 2), func(r *arcade.Race) { r.Racers[2].Assisted = true })
	r := atRaceTable(t, 1)
	r.Race(race)
	r.Press("esc")
	r.Sees("3. cara 2, assisted")
	r.Press("q")
	r.Sees("cara", "assisted")
}

// A round in an event ranks on the event's own board, and is not compared with a best.
func TestTheEndOfAnEventIsComparedWithNoBest(t *testing.T) {
	code := tuitest.DailyCode("boardwalk/hop-45", "2023-11-14")
	store := &tuitest.Store{Events: &tuitest.Events{}}
	addResult(store, arcade.Result{
		Record: engine.Record{Game: "boardwalk/hop-45", Version: 1, Code: "OLD", Moves: make([]engine.Move, 5)}, Class: arcade.Counted, Score: engine.Score{Max: 27}, Ended: 1,
	})
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	r.Sees("daily 2023-11-14")
	unseen(t, r, "best")
	r.Press("x")
	r.Sees("it ranks only with assisted")
	r.Press("n")
	play(r, over(t, catalog.All()[hop45], code)...)
	rest(r)
	r.Sees("It counts for daily 2023-11-14.")
	unseen(t, r, "best", "Place ", "Your first")
	r.Press("g")
	r.Sees("It counts for daily 2023-11-14.")
	unseen(t, r, "best", "Place ", "Your first")
	r.Press("q", "q", "home", "enter")
	play(r, over(t, catalog.All()[hop45], "R1")...)
	rest(r)
	r.Sees("It counts.", "Your first best.", "no best yet")
	unseen(t, r, "Place ") // a game without a point ranks nowhere
}
