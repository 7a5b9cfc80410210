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

// These tests are about timing: keys that come before the store has answered, and two
// sessions of one player.

func TestEnterTwiceOpensOneTable(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.HoldCommands()
	r.Press("enter", "enter", "enter")
	r.ReleaseCommands()
	play(r, line(t, catalog.All()[hop45], "R1", 2)...)
	r.Press("q")
	r.Sees("Boardwalk Arcade", "open at move 2")
}

// However late commands run, a key goes to the screen to which the keys before it have led.
func TestKeysTypedAheadGoToTheScreenOnTop(t *testing.T) {
	for name, c := range map[string]struct {
		keys string
		sees string
	}{
		"pages over the table":       {"? q f1 q S down q", "points 0/27"},
		"a page over a page":         {"f1 ? q", "Hop 45: the rules"},
		"a key of the page":          {"f1 end q i", "100%"},
		"Esc twice in a page":        {"? esc esc", "points 0/27"},
		"out of the table":           {"? q q", "Boardwalk Arcade"},
		"from the lobby to a screen": {"q L", "Learn Hop 45"},
		"screens over the lobby":     {"q H q ? q P S q q L f1", "Hop 45: the rules"},
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			r.HoldCommands()
			r.Press(strings.Fields(c.keys)...)
			r.Sees(c.sees)
			r.ReleaseCommands()
			if r.Sees(c.sees); r.Quit {
				t.Error("the arcade is left")
			}
		})
	}
}

// While the table waits for the store, to be left, another q is still the table's.
func TestQTwiceAtATableThatIsNotStoredYet(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.HoldCommands()
	r.Press("u", "y", "q", "q")
	r.ReleaseCommands()
	if r.Sees("open at the start"); r.Quit {
		t.Error("the arcade is left")
	}
}

// Keys that were held back are the table's: once one of them has opened a screen or leaves
// the table, the others open and leave nothing.
func TestKeysHeldBackOpenOneScreen(t *testing.T) {
	for _, c := range []struct{ held, then, sees string }{
		{"f1 f1 i", "q", "moves 1 "},
		{"f1 q", "q", "moves 1 "},
		{"q f1 q", "L", "Learn Hop 45"},
		{"q q", "L", "Learn Hop 45"},
	} {
		t.Run(c.held, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			r.HoldCommands()
			play(r, line(t, catalog.All()[hop45], "R1", 1)...) // turns up a card
			r.Press(strings.Fields(c.held)...)
			r.ReleaseCommands()
			if r.Press(c.then); r.Quit {
				t.Fatal("the arcade is left")
			}
			r.Sees(c.sees)
		})
	}
}

func TestAnOpenGameIsNotDealtOver(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	r.Press("q")
	again := tuitest.New(t, store, catalog.All())
	store.Unavailable = errors.New("the disk is slow")
	again.Press("enter")
	again.Sees("The disk is slow.")
	store.Unavailable = nil
	again.Press("enter")
	again.Sees("moves 3 ")
}

// Opening a second table must not stop the clock: otherwise a player could think at one
// table and play at the other.
func TestTheClockGoesOnAtASecondTable(t *testing.T) {
	for _, c := range []struct {
		name  string
		leave bool
		want  string
	}{
		{"while the first is open", false, " 10:0"},
		{"but not while no table was", true, " 0:0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := &tuitest.Store{}
			first := tuitest.New(t, store, catalog.All())
			first.Press("enter")
			play(first, line(t, catalog.All()[hop45], "R1", 1)[0])
			if c.leave {
				first.Press("q")
			}
			second := tuitest.New(t, store, catalog.All())
			second.Clock = first.Clock + 600_000
			second.Press("enter")
			second.Sees("moves 1 ", c.want)
		})
	}
}

// Two windows show one table: what is played in one shows in the other, which goes on from there, and
// takes it back.
//
//abuse:case 19
func TestATableThatIsOpenedTwice(t *testing.T) {
	store := alone(t)
	first := tuitest.New(t, store, catalog.All())
	first.Press("enter")
	words := line(t, catalog.All()[hop45], "R1", 4)
	play(first, words[0])
	second := tuitest.New(t, store, catalog.All())
	second.Press("enter")
	play(second, words[1])
	first.Hears()
	first.Sees("moves 2 ", "Played in your other window: ", "no best yet")
	if scene := store.Spectators.Shown[len(store.Spectators.Shown)-1]; strings.Contains(scene.LastAction, "window") || !strings.HasPrefix(scene.LastAction, "2. ") {
		t.Errorf("spectators read %q", scene.LastAction)
	}
	play(first, words[2])
	play(second, words[2]) // which did not hear of it
	second.Sees("moves 3 ", "Played in your other window: ")
	second.Press("u", "y")
	second.Sees("moves 2 ")
	first.Hears()
	first.Sees("moves 2 ", "Taken back in your other window, to move 2.", "assisted")
	first.Press("U")
	second.Hears()
	second.Sees("moves 3 ")
	if err := first.App.Close(); err != nil {
		t.Errorf("closing it says %v", err)
	}
	play(second, words[3])
	second.Sees("moves 4 ")
	if got := store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != 4 || len(store.Results) != 0 {
		t.Errorf("the store has %+v and %+v", got, store.Results)
	}
}

// What is chosen, typed or asked when another window plays: the cursor and a card that can still move
// stay, and a question about the game does not.
func TestWhatIsBegunWhenAnotherWindowPlays(t *testing.T) {
	g := catalog.All()[hop45]
	two := func(t *testing.T) (here, there *tuitest.Robot, word string) {
		store := &tuitest.Store{}
		here, there = tuitest.New(t, store, catalog.All()), tuitest.New(t, store, catalog.All())
		words := line(t, g, "R1", 2)
		here.Press("enter")
		play(here, words[0])
		there.Press("enter")
		return here, there, words[1]
	}
	for name, c := range map[string]struct {
		begins []string
		stays  string // on the screen
		goes   string
	}{
		"a card that is chosen": {[]string{"home", "enter"}, "Esc clear", ""},
		"a move that is typed":  {[]string{"t", "a"}, "Enter play  Esc clear", ""},
		"a question":            {[]string{"g"}, "", "(y/n)"},
	} {
		t.Run(name, func(t *testing.T) {
			here, there, word := two(t)
			here.Press(c.begins...)
			here.Sees(c.stays, c.goes)
			cursor := here.Grid().Cursor
			play(there, word)
			here.Hears()
			here.Sees("Played in your other window: ", "moves 2 ", c.stays)
			if now := here.Grid().Cursor; now != cursor {
				t.Errorf("the cursor goes from %v to %v", cursor, now)
			}
			if c.goes != "" {
				unseen(t, here, c.goes)
			}
		})
	}
}

func TestTheDealStaysHiddenUntilTheGameIsFiled(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	store.Unavailable = errors.New("the disk is full")
	r.Press("g", "y")
	r.Sees("Not saved: the disk is full", "a fresh deal")
	store.Unavailable = nil
	r.Press("g")
	r.Sees("finished")
	r.Press("q")
	r.Sees("Boardwalk Arcade")
	if len(store.Results) != 1 || len(store.Open) != 0 {
		t.Errorf("the store has %+v and %+v", store.Results, store.Open)
	}
}

func TestLateSavesDoNotComeAfterTheLast(t *testing.T) {
	r := deal(t, hop45, "R1")
	words := line(t, catalog.All()[hop45], "R1", 3)
	r.HoldCommands() // the connection drops while all saves are on their way
	play(r, words...)
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	r.ReleaseCommands()
	if got := r.Store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != 3 {
		t.Errorf("the store has %+v, want three moves", got)
	}
}

// TestACardIsSeenOnceItsMoveIsStored checks that a card shows only then: otherwise a
// second session of the same player could look at it here and never have turned it up.
func TestACardIsSeenOnceItsMoveIsStored(t *testing.T) {
	g := catalog.All()[hop45]
	words := line(t, g, "R1", 2)
	m, err := engine.ParseMove(words[0])
	if err != nil {
		t.Fatal(err)
	}
	next, err := g.Deal("R1").Play(m)
	if err != nil {
		t.Fatal(err)
	}
	turned, _ := next.Board().Find(engine.At(m.To.Col(), 3)) // a live play
	card := turned.Top().Glyph()

	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	r.HoldCommands()
	play(r, words...)
	if strings.Contains(r.Screen(), card) {
		t.Fatalf("%s is seen before it is stored:\n%s", card, r.Screen())
	}
	r.ReleaseCommands() // and the keys pressed in the meantime are played
	r.Sees("moves 2 ")

	t.Run("and never if another session has another game", func(t *testing.T) {
		store := &tuitest.Store{}
		first := tuitest.New(t, store, catalog.All())
		first.Press("enter")
		other := arcade.Saved{Record: engine.Record{Game: g.Info().ID, Version: 1, Code: "OTHER"}}
		if _, err := store.Save(other, 0); err != nil {
			t.Fatal(err)
		}
		play(first, words[0])
		first.Sees("Your other window plays this deal: here it goes on.", "moves 0 ")
		first.Press("enter", "right", "t", "a", "3")
		if strings.Contains(first.Screen(), card) {
			t.Errorf("%s is seen:\n%s", card, first.Screen())
		}
	})
}

func TestOneHintAtATimeAndEscStopsIt(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.HoldCommands()
	r.Press("x", "x", "x")
	r.ReleaseCommands()
	if got := r.Store.Open["boardwalk/hop-45"].Tally.Hints; got != 1 {
		t.Errorf("%d hints are counted, want 1", got)
	}
	r.Press("esc")
	r.HoldCommands()
	r.Press("x", "esc")
	r.ReleaseCommands()
	if strings.Contains(r.Screen(), "Enter play") {
		t.Error("a hint that was stopped is shown")
	}
}

func TestGivingUpOnAStoreIsForgottenWhenPlayGoesOn(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	words := line(t, catalog.All()[hop45], "R1", 3)
	play(r, words[0])
	store.Unavailable = errors.New("the disk is full")
	r.Press("q")
	r.Sees("q again leaves without saving.")
	store.Unavailable = nil
	r.HoldCommands()
	play(r, words[1], words[2])
	r.Press("q")
	r.ReleaseCommands()
	r.Sees("open at move 3")
}

// outdated returns a robot at the lobby with an open game of Hop 45 whose rules are no
// longer here.
func outdated(t *testing.T) *tuitest.Robot {
	t.Helper()
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 2)...)
	r.Press("q")
	old := store.Open["boardwalk/hop-45"]
	old.Record.Version = 99
	store.Open["boardwalk/hop-45"] = old
	return r
}

// TestAnOutdatedGameIsRetired checks that a game whose rules are gone keeps its points.
func TestAnOutdatedGameIsRetired(t *testing.T) {
	r := outdated(t)
	r.Press("enter")
	r.Sees("played by other rules and cannot go on", "with its 2 points")
	r.Press("down", "up", "enter", "y")
	if got := r.Store.Results; len(got) != 1 || got[0].Score.Points != 2 || got[0].Record.Version != 99 {
		t.Fatalf("the history has %+v", got)
	}
	r.Press("enter")
	r.Sees("moves 0 ")
}

// Whichever screen leads to its table asks the same.
func TestAnOutdatedGameIsRetiredFromItsLessons(t *testing.T) {
	r := outdated(t)
	r.Press("L", "p")
	r.Sees("Your game of Hop 45 was played by other rules and cannot go on.", "its 2 points?", "y yes  n no")
	r.Press("n")
	unseen(t, r, "other rules")
	r.Press("p", "y")
	if got := r.Store.Results; len(got) != 1 || got[0].Score.Points != 2 {
		t.Fatalf("the history has %+v", got)
	}
	r.Press("p")
	r.Sees("moves 0 ")
}

func TestTypingStopsWhenTheGameHasEnded(t *testing.T) {
	r := deal(t, catalogIndex(t, "boardwalk/cheshire"), "ABC")
	play(r, "c1")
	r.Press("g", "y", "t", "d", "1", "enter", "m", "/", "7", "esc", ".", "x")
	r.Sees("This game is finished")
}

func TestRestartedGamesAreNotGivenUpWithoutAsking(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4")
	r.Press("r", "n")
	r.Sees("Give up this game with 0 points for a new deal? (y/n)")
}

//abuse:case 24
func TestClockOfAResumedGame(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Clock += 30_000
	r.Press("q")
	r.Clock += 3_600_000 // nobody sits at the table
	r.Press("enter")
	r.Clock += 1_000
	r.Sees("0:31")
	if got := store.Open["boardwalk/hop-45"].Class(); got != arcade.Counted {
		t.Errorf("the game counts as %s", got)
	}
}

// Enter that was meant for a line that others have just taken away does nothing else than to say so. What others add
// leaves the chosen line chosen.
func TestEnterTakesNoOtherLineThanTheChosenOne(t *testing.T) {
	duels := someDuels(t)
	duels.Challenges.Waits = "boardwalk/scotsi"
	quiet := someDuels(t)
	quiet.Challenges = &tuitest.Challenges{}
	lobby := func(store *tuitest.Store) *tuitest.Robot { return tuitest.New(t, store, catalog.All()) }
	for name, c := range map[string]struct {
		r      *tuitest.Robot
		keys   string
		chosen string
		change func(r *tuitest.Robot)
		stays  bool
	}{
		"a duel is answered": {lobby(duels), "C", "> Answer another player's duel at Scotsi", func(r *tuitest.Robot) {
			r.Store.Challenges.Waits = ""
			r.Tick()
		}, false},
		"a challenge comes": {lobby(quiet), "C", "> Begin a counted duel at Hop 45", func(r *tuitest.Robot) {
			r.Store.Challenges.News = []arcade.ChallengeNote{{Code: "ZZTOP777", From: "ann", Game: "boardwalk/hop-45"}}
			r.Tick()
			r.Sees("ann challenges you")
		}, true},
		"a race is over": {lobby(atRaces()(t)), "r", "> ANN222", func(r *tuitest.Robot) { r.Waits() }, false},
		"a table is left": {lobby(amongOthers(t)), "w down", "", func(r *tuitest.Robot) {
			r.Store.Spectators.Live = append(r.Store.Spectators.Live[:1:1], r.Store.Spectators.Live[2:]...)
			r.Tick()
		}, false},
		"somebody leaves": {atPeople(t), "down", "> * ann", func(r *tuitest.Robot) {
			r.Store.Company.Here = append(r.Store.Company.Here[:1:1], r.Store.Company.Here[2:]...)
			r.Tick()
		}, false},
		"an hour ends": {lobby(inSprint(t)), "s", "> This hour: Hop 45", func(r *tuitest.Robot) {
			r.Clock += 47 * 60_000
			r.Tick()
		}, false},
	} {
		r := c.r
		if r.Store.Races != nil {
			r.Waits(openRaces...)
		}
		r.Press(strings.Fields(c.keys)...)
		r.Sees(c.chosen)
		c.change(r)
		if c.stays {
			r.Sees(c.chosen)
			continue
		}
		if r.Press("enter"); !strings.Contains(strings.Join(strings.Fields(r.Screen()), " "), "The line you chose has just gone.") {
			t.Errorf("%s: Enter does\n%s", name, r.Screen())
		}
	}
}

// A line that has gone while another screen covered the list was not chosen since.
func TestALineThatWentUnseen(t *testing.T) {
	duels := someDuels(t)
	duels.Challenges.Waits = "boardwalk/scotsi"
	for name, c := range map[string]struct {
		store  *tuitest.Store
		keys   string
		chosen string
		change func(r *tuitest.Robot)
	}{
		"a race": {atRaces()(t), "r", "> ANN222", func(r *tuitest.Robot) { r.Waits() }},
		"a duel": {duels, "C", "> Answer another player's duel at Scotsi", func(r *tuitest.Robot) { r.Store.Challenges.Waits = "" }},
		"a table": {amongOthers(t), "w down", "", func(r *tuitest.Robot) {
			r.Store.Spectators.Live = append(r.Store.Spectators.Live[:1:1], r.Store.Spectators.Live[2:]...)
		}},
	} {
		r := tuitest.New(t, c.store, catalog.All())
		if r.Store.Races != nil {
			r.Waits(openRaces...)
		}
		r.Press(strings.Fields(c.keys)...)
		r.Sees(c.chosen)
		r.Press("?")
		c.change(r)
		r.Press("esc")
		r.Tick()
		if r.Press("enter"); strings.Contains(r.Screen(), "has just gone") {
			t.Errorf("%s: Enter does\n%s", name, r.Screen())
		}
	}
}
