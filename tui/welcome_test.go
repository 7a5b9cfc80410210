package tui_test

import (
	"cmp"
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestANewcomerIsWelcomed(t *testing.T) {
	for _, size := range sizes {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Resize(size[0], size[1])
		r.Sees("> Hop 45", "Enter  plays Hop 45", "L      teaches it", ", on 7 boards", "?      lists all keys; q leaves")
		r.Press("down")
		r.Sees("Enter  plays Boardwalk Hopscotch")
		r.Press("home")
		r.Press(toGame(t, "chessboard")...)
		r.Sees("Enter  plays Chessboard", "L      teaches it", "on 5 boards")
		r.Press("/", "z", "q")
		r.Sees("No game is called that.")
		r.Press("esc", "home", "q")
		r.Sees("Leave the arcade? (y/n)")
		if all := r.Screen(); strings.Contains(all, "╭─ Welcome") && !strings.Contains(all, "╰──────") {
			t.Errorf("the question stands on the welcome:\n%s", all)
		}
	}
}

// A guest reads once that no other session finds these games, and the holder of a new key how to get
// to an account; in no window does that hide how to begin.
func TestTheLobbysFirstWords(t *testing.T) {
	for _, c := range []struct {
		player arcade.Account
		want   string
	}{
		{arcade.Account{Guest: true}, "A guest's games are kept for a day: a link code joins them to a key."},
		{arcade.Account{}, "New key? K joins it to your account."},
		{arcade.Account{Known: true, Nick: "ann"}, ""},
	} {
		for _, size := range sizes {
			store := ann(t)
			store.Accounts.Player = c.player
			r := tuitest.New(t, store, catalog.All())
			r.Resize(size[0], size[1])
			r.Sees("> Hop 45", "Enter  plays", "q leave")
			if c.want == "" {
				unseen(t, r, "account:")
				continue
			}
			said(t, r, c.want)
			r.Press("down")
			unseen(t, r, "ssh")
			r.Sees("> Boardwalk Hopscotch", "Enter  plays", "L      teaches it")
			r.Press("enter", "q")
			unseen(t, r, "ssh")
		}
	}
}

// A new player whose login name cannot be a nick reads why, and is asked for another.
func TestALoginNameThatIsNoNick(t *testing.T) {
	const why = "Your login name cannot be your nick: a nick has 3 to 20 characters."
	for _, size := range sizes {
		r := tuitest.New(t, &tuitest.Store{Accounts: &tuitest.Accounts{Unfit: why}}, catalog.All())
		r.Resize(size[0], size[1])
		if r.Sees("> Hop 45", "Enter "); size[0] > 40 { // there is room for both
			r.Sees("Enter  plays", "N      plays under a name")
		}
		said(t, r, why)
		unseen(t, r, "New key?")
		r.Press("n", "z", "o", "e", "enter") // as N
		r.Sees("zoe")
		unseen(t, r, "is no nick")
	}
}

// A new player reads that Enter plays under the login name, and N under another or none.
func TestPlayUnderTheLoginName(t *testing.T) {
	for _, size := range sizes {
		for _, c := range []struct {
			keys []string
			nick string
		}{
			{[]string{"enter"}, "login-name"},
			{[]string{"down", "enter"}, "login-name"},
			{[]string{"n", "esc", "enter"}, ""},
			{[]string{"N", "z", "o", "e", "enter", "q", "enter"}, "zoe"},
			{[]string{"d", "A", "enter"}, ""}, // nobody has said yes
			{[]string{"z", "enter", "q"}, ""}, // nor sees it
		} {
			r, accounts := beginner(t)
			r.Resize(size[0], size[1])
			r.Sees("Enter  plays", "as login-name", "N      ", "another name, or none")
			r.Press(c.keys...)
			r.Press("q")
			r.Sees(cmp.Or(c.nick, arcade.Nameless))
			if accounts.Player.Nick != c.nick {
				t.Errorf("after %q the player's nick is %q", c.keys, accounts.Player.Nick)
			}
		}
	}
	r, accounts := beginner(t)
	accounts.Err = errors.New("that nick is taken")
	r.Press("enter")
	r.Sees("moves 0", "That nick is taken.")
	for name, account := range map[string]arcade.Account{"a guest": {Guest: true}, "a player": {Known: true, Nick: "zoe"}} {
		store := &tuitest.Store{Accounts: &tuitest.Accounts{Player: account}}
		t.Run(name, func(t *testing.T) { unseen(t, tuitest.New(t, store, catalog.All()), "as login-name") })
	}
}

// What a new player plays first where others see it is played under the login name, as the welcome has offered it.
func TestTheFirstGameTakesTheLoginName(t *testing.T) {
	sprints := func(*testing.T) *tuitest.Store { return &tuitest.Store{Events: &tuitest.Events{Plan: sprintPlan}} }
	for name, c := range map[string]struct {
		store func(*testing.T) *tuitest.Store
		looks []string // takes no name yet
		plays []string
	}{
		"a daily":    {withDailies, []string{"D", "enter"}, []string{"y"}},
		"a race":     {atRaces(), []string{"r"}, []string{"enter"}},
		"a duel":     {someDuels, []string{"C", "enter"}, []string{"enter", "y"}},
		"a sprint":   {sprints, []string{"s", "enter"}, []string{"y"}},
		"a new deal": {dealsOfKinds, []string{"i", "q"}, []string{"enter"}},
	} {
		t.Run(name, func(t *testing.T) {
			store := c.store(t)
			store.Accounts = &tuitest.Accounts{}
			r := tuitest.New(t, store, catalog.All())
			r.Sees("as login-name")
			r.Press(c.looks...)
			if nick := store.Accounts.Player.Nick; nick != "" {
				t.Errorf("before anything is played the nick is %q", nick)
			}
			r.Press(c.plays...)
			if nick := store.Accounts.Player.Nick; nick != "login-name" {
				t.Errorf("it is played under %q:\n%s", nick, r.Screen())
			}
		})
	}
}

func TestTheWelcomeToAGameWithoutLessons(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, engine.Catalog{plain{catalog.All()[catalogIndex(t, "chessboard")]}})
	r.Sees("Enter  plays Chessboard", "L      tells its rules")
}

// TestWhoHasBegunIsNotWelcomed checks players with an open game, with a game of any class
// in the history, or with a lesson done; and a history that cannot be read.
func TestWhoHasBegunIsNotWelcomed(t *testing.T) {
	begun := &tuitest.Store{}
	r := tuitest.New(t, begun, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("q")
	done := &tuitest.Store{}
	addResult(done, arcade.Result{Record: recordOf(t, luckySeven, 3), Class: arcade.Practice})
	for name, store := range map[string]*tuitest.Store{
		"open": begun, "finished": done, "learned": {SettingsJSON: []byte(`{"learned":["Boardwalk/Live play"]}`)}, "unknown": {Unavailable: errors.New("the disk is gone")},
	} {
		t.Run(name, func(t *testing.T) {
			if screen := tuitest.New(t, store, catalog.All()).Screen(); strings.Contains(screen, "plays Hop 45") {
				t.Errorf("a welcome:\n%s", screen)
			}
		})
	}
}

// TestTheFirstGameIsCoached checks that the first game is coached, and the second is not.
func TestTheFirstGameIsCoached(t *testing.T) {
	const aim = "Gather three of a rank on each foundation; win by clearing row 1."
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	r.Sees(aim, "Your first game: Enter on a card, then on a lit place, plays it. F1: rules.")
	words := line(t, catalog.All()[hop45], "R1", 6)
	for i, want := range []string{"m lights what can move", "F1 has the rules, L lessons", "u takes back a move; it asks first if that costs something.", "/ lights a rank", "q leaves"} {
		play(r, words[i])
		r.Press("esc") // lets the card arrive
		r.Sees(want)
		unseen(t, r, aim)
	}
	r.Press("q", "enter")
	r.Sees("Welcome back")
	play(r, words[5])
	r.Press("esc")
	unseen(t, r, "q leaves, and")
	if !strings.Contains(r.Screen(), "the end") {
		r.Press("g", "y")
	}
	r.Press("n")
	r.Sees("Enter marks a card; F1 has the rules.")
	unseen(t, r, aim)
	r.Press("q", "enter")
	unseen(t, r, aim)
	r.Press("q", "down", "enter") // a game that was not played yet
	r.Sees("Gather four of a rank on each foundation; win by clearing row 1.", "Enter marks a card; F1 has the rules.")
}

// TestTheAimShowsWhereverOneSitsDown checks tables to which no game of the lobby leads.
func TestTheAimShowsWhereverOneSitsDown(t *testing.T) {
	aim := catalog.All()[hop45].Info().Aim.Full
	tuitest.NewAt(t, &tuitest.Store{}, catalog.All(), "boardwalk/hop-45").Sees(aim)
	r := tuitest.New(t, withDailies(t), catalog.All())
	r.Press("D", "enter", "y")
	r.Sees("daily "+aDay, aim)
	r = tuitest.New(t, atRaces(begun(aRace()))(t), catalog.All())
	openRaceScreen(r)
	r.Sees(aim, "1. ann 0")
	r = tuitest.New(t, makers(t), catalog.All())
	r.Press("end", "enter")
	r.Sees("on each foundation; win by clearing row 1.")
}

// TestNoTipCostsAnything checks that no tip names a key that makes a game assisted without
// saying so.
func TestNoTipCostsAnything(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	words := line(t, catalog.All()[hop45], "R1", 6)
	for i := range words {
		r.Press("esc")
		tip, _, _ := strings.Cut(r.Screen(), "Enter mark") // the key x of the last row asks first
		if strings.Contains(tip, "hint") || strings.Contains(tip, "u takes") && !strings.Contains(tip, "asks first") {
			t.Errorf("a tip that costs the counted game:\n%s", tip)
		}
		play(r, words[i])
	}
}

// TestLessonsLeadToTheGame goes from the lobby through every lesson to the table.
func TestLessonsLeadToTheGame(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("L", "enter")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[0].Say)
	r.Press("enter", "enter")
	said(t, r, "Play the 8♠ from a1 to c4. Enter on the card, Enter on the place.")
	r.Press("r", "r")
	for _, l := range lessonsOf(t, "boardwalk/hop-45") {
		playThrough(t, r, l)
		r.Press("enter")
	}
	r.Sees("Hop 45  ", "Your first game:", "q lessons")
	r.Press("q")
	r.Sees("Learn Hop 45")
	r.Press("q")
	r.Sees("Boardwalk Arcade", "> Hop 45")
	r.Press("L", "p")
	r.Sees("Your first game:")
}

// TestNoTipAfterTheEnd checks that the tips for the next move go with the last one.
func TestNoTipAfterTheEnd(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("esc")
	r.Sees("m lights what can move")
	r.Press("g", "y")
	r.Sees("Given up: 1 of 27 points.")
	unseen(t, r, "m lights every card", "Enter marks a card")
}

// A play that is made in another way than others is told of once in a game that is new to the player: where it is
// possible first.
func TestTheFirstFavorAndSafeCardAreTold(t *testing.T) {
	for game, says := range map[string]string{"boardwalk/cheshire": "turns up its card: a favor.", "chessboard": "f takes up all that is safe."} {
		r := tuitest.NewAt(t, &tuitest.Store{}, catalog.All(), game)
		told := 0
		for _, m := range line(t, catalog.All()[catalogIndex(t, game)], "R1", 30) {
			play(r, m)
			r.Press("esc")
			if strings.Contains(r.Screen(), says) {
				told++
			}
		}
		if told != 1 {
			t.Errorf("in %s it is told %d times", game, told)
		}
	}
}
