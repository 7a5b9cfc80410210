package words_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
)

func TestAccountInWords(t *testing.T) {
	id := catalog.All()[0].Info().ID
	accounts := &tuitest.Accounts{Player: arcade.Account{Known: true}, Boards: map[arcade.Leaderboard][]arcade.Standing{
		{Game: id, Class: arcade.Counted, Kind: arcade.AllTime}: {
			{Rank: 1, Nick: "bob", Result: arcade.Result{Score: engine.Score{Points: 27, Max: 27, Won: true, Perfect: true}}},
			{Rank: 12, Mine: true, Result: arcade.Result{Score: engine.Score{Points: 3, Max: 27}}},
		},
		{Game: id, Class: arcade.Counted, Kind: arcade.AllTime, Friends: true}: {{Rank: 1, Nick: "eve", Result: arcade.Result{Score: engine.Score{Points: 5, Max: 27}}}},

		{Class: arcade.Counted, Kind: arcade.Notable}: {{Rank: 2, Nick: "fay", Result: arcade.Result{
			Record: engine.Record{Game: id}, Score: engine.Score{Points: 27, Max: 27, Won: true, Perfect: true},
		}}},
		{Game: id, Class: arcade.Counted, Kind: arcade.MostWins}:    {{Rank: 1, Nick: "cat", N: 7}},
		{Game: id, Class: arcade.Counted, Kind: arcade.TodaysDaily}: {{Rank: 1, Nick: "dan", Result: arcade.Result{Span: 65_000, Score: engine.Score{Points: 9, Max: 27}}}},
	}}
	e := env(&tuitest.Store{}, "ABC")
	e.Accounts = accounts
	sees(t, talk(t, e, "nick"), "You have no nick yet")
	sees(t, talk(t, e, "nick Ann_B"), "You are Ann_B.")
	if accounts.Player.Nick != "Ann_B" {
		t.Errorf("the nick is %q", accounts.Player.Nick)
	}
	sees(t, talk(t, e, "top hop 45"), "1: bob, 27 of 27 points", "12: you, 3 of 27 points")
	sees(t, talk(t, e, "top hop 45 friends"), "Friends: Hop 45, all time, counted games", "1: eve, 5 of 27 points")
	sees(t, talk(t, e, "top races friends", "top hop 45 this week Friends"), "Neither you nor anyone you follow is on this board yet.")
	sees(t, talk(t, e, "top hop 45 most wins"), "Hop 45, most wins, counted games.", "1: cat, 7 games.")
	sees(t, talk(t, e, "top hop 45 daily", "top daily"), "Hop 45, daily of today, counted games", "1: dan, 9 of 27 points, lost, 1:05.")
	sees(t, talk(t, e, "top notable", "top scotsi notable games"), "The best wins of this week, ranked within each game, counted games.", "2: fay, Hop 45, 27 of 27 points, perfect.")
	sees(t, talk(t, e, "top 7 this-week"), "Chessboard, this week, counted games", "Nobody is on this board yet. A win or a game of at least five moves puts you here. Events have their own boards.", "To beat: the arcade's player, 43.9 of 52 points on all deals, 75 of 100 won.")
	sees(t, talk(t, e, "top chessboard"), "Nobody is on this board yet. A win or a game of at least five moves puts you here. Events have their own boards.")
	sees(t, talk(t, e, "goal chessboard", "top"), "Chessboard, all time, counted games") // the game that was asked about last
	sees(t, talk(t, e, "link"), "The code is ABCD-EFGH.", "Spelled: A B C D E F G H.")
	sees(t, talk(t, e, "link wxyz-1234", "no", "link wxyz-1234", "yes"), caption.BecomesPart(arcade.Account{}, "bea")+" Do you want it?", "The accounts stay two.", "The accounts are joined. You are Ann_B, with 0 keys.")
	accounts.Err = errors.New("that nick is taken")
	sees(t, talk(t, e, "nick bob"), "That nick is taken.")
	accounts.Err = errors.New("this code is wrong, used or expired")
	if got := talk(t, e, "link wxyz-1234"); !strings.Contains(got, "This code is wrong, used or expired.") || strings.Contains(got, "Do you want it?") {
		t.Errorf("a wrong code is answered by\n%s", got)
	}
}

// A line with letters that words cannot show is refused as a whole: without them it would
// say something else.
func TestLettersBeyondASCIIAreRefused(t *testing.T) {
	accounts := &tuitest.Accounts{Player: arcade.Account{Known: true}}
	e := env(&tuitest.Store{})
	e.Accounts = accounts
	for _, typed := range []string{"nick bérté", "äöü", "nick b\xe9rt\xe9", "ключ"} {
		got := talk(t, e, typed)
		sees(t, got, "Only the letters a to z, digits and plain signs can be typed here", "Menu> ")
	}
	if accounts.Player.Nick != "" {
		t.Errorf("the nick is %q", accounts.Player.Nick)
	}
	store := &tuitest.Store{}
	got := talk(t, env(store, "ABC"), after("new", "ÿes", "yes")...)
	sees(t, got, "a fresh deal")
	if len(store.Results) != 1 {
		t.Errorf("the question was not asked again:\n%s", got)
	}
}

// What the host says is told at the beginning, and whole by about.
func TestTheHostsWords(t *testing.T) {
	e := env(&tuitest.Store{})
	e.About = arcade.About{Name: "Cellar Arcade", Message: "Friday at nine: races.", Rules: "Be *kind*.", Contact: "host@example.org"}
	screen := talk(t, e, "about", "quit")
	for _, want := range []string{"Cellar Arcade, in words.", "Friday at nine: races.\n", "Before your first game: about tells the house rules.", "Be *kind*.", "host@example.org"} {
		if !strings.Contains(screen, want) {
			t.Errorf("nothing says %q:\n%s", want, screen)
		}
	}
}

// A new player in words reads why the login name is no nick, and how to choose one.
func TestALoginNameThatIsNoNickInWords(t *testing.T) {
	e := env(&tuitest.Store{})
	e.Accounts, e.Unfit, e.Command = &tuitest.Accounts{}, "Your login name cannot be your nick: a nick has 3 to 20 characters.", "ssh HOST"
	got := talk(t, e)
	if strings.Contains(got, "New key?") {
		t.Error("a newcomer reads of joining accounts, too")
	}
	sees(t, got, e.Unfit, "Others see you as Somebody; nick NAME chooses a name.")
}
