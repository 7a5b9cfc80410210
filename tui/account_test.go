package tui_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// ann returns the store of a player with two keys and two games on leaderboards.
func ann(*testing.T) *tuitest.Store {
	g := catalog.All()[hop45]
	deal := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "RANKED"}
	deal.Moves = g.Deal(deal.Code).Moves()[:1]
	row := func(rank int, nick string, points int) arcade.Standing {
		return arcade.Standing{Rank: rank, Nick: nick, Mine: nick == "ann", Result: arcade.Result{
			ID: nick, Record: deal, Score: engine.Score{Points: points, Max: g.Info().Max}, Class: arcade.Counted,
			Millis: int64(rank) * 61_000, Span: int64(rank) * 61_000, Ended: 1_700_000_000_000,
		}}
	}
	board := func(class arcade.Class, kind arcade.BoardKind) arcade.Leaderboard {
		return arcade.Leaderboard{Game: g.Info().ID, Class: class, Kind: kind}
	}
	bob, me := row(1, "bob", 40), row(2, "ann", 31)
	return &tuitest.Store{Accounts: &tuitest.Accounts{
		Player: arcade.Account{Known: true, Nick: "ann", Since: time.UnixMilli(1_700_000_000_000)},
		Held: []arcade.Key{
			{Credential: arcade.KeyCredential("SHA256:laptopkeylaptopkey"), Name: "laptop", This: true},
			{Credential: arcade.KeyCredential("SHA256:phonekeyphonekey")},
		},
		Boards: map[arcade.Leaderboard][]arcade.Standing{
			board(arcade.Counted, arcade.AllTime):  {bob, me, row(3, "", 12)},
			board(arcade.Counted, arcade.Notable):  {bob, row(2, "cem", 27)},
			board(arcade.Counted, arcade.MostWins): {{Rank: 1, Nick: "ann", Mine: true, N: 12}},
		},
		Results: map[string]arcade.Result{"bob": bob.Result},
	}}
}

func atAccount(t *testing.T) (*tuitest.Robot, *tuitest.Accounts) {
	t.Helper()
	store := ann(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("K")
	return r, store.Accounts
}

// The account page has the command that prints all games.
func TestTheAccountSaysHowToTakeTheGamesAlong(t *testing.T) {
	r, _ := atAccount(t)
	r.Sees("Your games as text     ssh HOST export")
	r.Press("down", "down", "down", "down", "down")
	said(t, r, "Type it in a shell on your own machine, not here")
	r.Press("enter")
	said(t, r, "ssh HOST export > games.jsonl keeps them; ssh HOST import < games.jsonl adds them to a history.")
}

func TestAccountChanges(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []string
		want func(a *tuitest.Accounts) bool
		says string
	}{
		{"the nick", []string{"enter", "a", "n", "n", "i", "e", "enter"},
			func(a *tuitest.Accounts) bool { return a.Player.Nick == "annie" }, "You are annie now."},
		{"a nick that is not typed to its end", []string{"enter", "x", "esc"},
			func(a *tuitest.Accounts) bool { return a.Player.Nick == "ann" }, "ann"},
		{"to be hidden", []string{"down", "enter"},
			func(a *tuitest.Accounts) bool { return a.Player.Hidden && !a.Player.Private }, "on"},
		{"private games", []string{"down", "down", "enter"},
			func(a *tuitest.Accounts) bool { return a.Player.Private && !a.Player.Hidden }, "on"},
		{"a link code", []string{"down", "down", "down", "enter"},
			func(*tuitest.Accounts) bool { return true }, "ssh -l new.key HOST link ABCD-EFGH"},
		{"another's link code, and no", []string{"down", "down", "down", "down", "enter", "W", "X", "enter", "n"},
			func(a *tuitest.Accounts) bool { return len(a.Joined) == 0 }, "Enter the code that you made with your other key."},
		{"another's link code", []string{"down", "down", "down", "down", "enter", "W", "X", "enter", "y"},
			func(a *tuitest.Accounts) bool { return len(a.Joined) == 1 && a.Joined[0] == "WX" }, "The accounts are joined. You are ann, with 2 keys."},
		{"a key's name", []string{"down", "down", "down", "down", "down", "down", "enter", "o", "l", "d", "enter"},
			func(a *tuitest.Accounts) bool { return a.Held[0].Name == "old" }, "old, in use here"},
		{"a key that stays", []string{"end", "up", "enter", "y", "e", "s", "enter"},
			func(a *tuitest.Accounts) bool { return len(a.Held) == 2 }, "No key was removed: the word does not match."},
		{"a key that goes", []string{"end", "up", "enter", "r", "e", "m", "o", "v", "e", "enter"},
			func(a *tuitest.Accounts) bool { return len(a.Held) == 1 }, "The key is removed."},
		{"deleting, and another word", []string{"end", "enter", "y", "enter"},
			func(a *tuitest.Accounts) bool { return !a.Gone }, "Nothing was deleted: the word does not match."},
		{"deleting", []string{"end", "enter", "a", "n", "n", "enter"},
			func(a *tuitest.Accounts) bool { return a.Gone }, "The account is deleted."},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, accounts := atAccount(t)
			r.Press(c.keys...)
			if !c.want(accounts) {
				t.Errorf("the account is %+v", accounts)
			}
			if screen := flat(r.Screen()); !strings.Contains(screen, c.says) {
				t.Errorf("the screen does not say %q:\n%s", c.says, r.Screen())
			}
		})
	}
}

// flat returns a screen's text as one line.
func flat(screen string) string { return strings.Join(strings.Fields(screen), " ") }

func TestAccountSaysWhy(t *testing.T) {
	t.Run("a refusal", func(t *testing.T) {
		r, accounts := atAccount(t)
		accounts.Err = errors.New("that nick is taken")
		r.Press("enter", "b", "o", "b", "enter")
		r.Sees("That nick is taken.")
	})
	t.Run("a link code that expires while the player is asked", func(t *testing.T) {
		r, accounts := atAccount(t)
		r.Press("down", "down", "down", "down", "enter", "W", "X", "enter")
		r.Sees("Join? (y/n)")
		accounts.Err = errors.New("this code is wrong, used or expired")
		r.Press("y")
		r.Sees("This code is wrong, used or expired.", "Code: WX")
		r.Press("enter")
		r.Sees("This code is wrong, used or expired.", "Code: WX")
		unseen(t, r, "Join? (y/n)")
	})
	t.Run("before the first game", func(t *testing.T) {
		r, accounts := atAccount(t)
		accounts.Player = arcade.Account{}
		r.Press("q", "K", "home", "down", "enter")
		r.Sees("account begins with your first game, puzzle or lesson")
		r.Press("up", "enter")
		r.Type("zoe")
		r.Press("enter")
		r.Sees("You are zoe now.")
		r.Press("q")
		r.Sees("zoe")
	})
	t.Run("keys typed before it is known who the player is", func(t *testing.T) {
		r, accounts := beginner(t) // as far as the lobby knows
		accounts.Player.Known = true
		r.HoldCommands()
		r.Press("K", "down", "down")
		r.ReleaseCommands()
		r.Sees("> Private games")
	})
	t.Run("a session without accounts", func(t *testing.T) {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		for _, key := range []string{"K", "B"} {
			r.Press(key)
			r.Sees("no accounts and leaderboards")
		}
	})
}

// TestAReadFromBeforeAChangeIsNotShown: it comes after the change, with what was before.
func TestAReadFromBeforeAChangeIsNotShown(t *testing.T) {
	r, accounts := atAccount(t)
	accounts.Read = func() {
		accounts.Read = nil
		r.Press("enter", "a", "n", "n", "i", "e", "enter")
	}
	r.Tick()
	r.Sees("Nick                   annie")
	accounts.Player.Nick = "anna"
	r.Tick()
	r.Sees("Nick                   anna")
}

// TestTheAccountIsReadAgain: what another session changes shows by itself, and the
// chosen line stays chosen.
func TestTheAccountIsReadAgain(t *testing.T) {
	r, accounts := atAccount(t)
	r.Press("end")
	r.Sees("> Delete the account")
	accounts.Held = append(accounts.Held, arcade.Key{Credential: arcade.KeyCredential("SHA256:tabletkeytabletkey"), Name: "tablet"})
	accounts.Player.Nick = "anna"
	r.Tick()
	r.Sees("Key tabletkeyt", "tablet", "Nick                   anna", "> Delete the account")
	accounts.Held = accounts.Held[:1]
	r.Press("?") // nothing is read while a page covers the screen
	r.Tick()
	r.Press("q")
	r.Sees("> Delete the account")
	unseen(t, r, "tablet")
	r.Press("enter", "x") // what is typed stays
	accounts.Player.Hidden = true
	r.Tick()
	r.Sees("Hidden                 on", `Type "anna" to delete everything: x`)
	r.Press("esc", "q")
	r.Tick()
	if len(r.Ticks) > 0 {
		t.Errorf("%d more reads are scheduled after the screen was left", len(r.Ticks))
	}
}

// A link code does not stay on the screen once it was used.
func TestAUsedLinkCodeIsSaidToBeUsed(t *testing.T) {
	r, accounts := atAccount(t)
	r.Press("down", "down", "down", "enter")
	said(t, r, "ABCD-EFGH is good once")
	r.Tick()
	said(t, r, "ABCD-EFGH is good once")
	accounts.Held = append(accounts.Held, arcade.Key{Credential: arcade.KeyCredential("SHA256:tabletkeytabletkey")})
	r.Tick()
	said(t, r, "The link code was used: both keys are one account now.")
	unseen(t, r, "ABCD-EFGH")
}

var accountPresses = listPresses("Nick", "Hidden", "Delete the account", []press{
	{key: "Enter", before: "down", sees: "Hidden                 on"},
	{key: "space", before: "down", sees: "Hidden                 on"},
	{key: "mouse", mouse: twice("Private games"), sees: "Private games          on"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

// A leaderboard shows the time that it counts, says so, and has the other one beside.
func TestALeaderboardSaysWhichTimeItShows(t *testing.T) {
	store := ann(t)
	for _, rows := range store.Accounts.Boards {
		rows[0].Result.Span = 600_000
	}
	r := tuitest.New(t, store, catalog.All())
	r.Resize(120, 40)
	r.Press("B")
	r.Sees("the clock runs from the first look at the deal", "40/27    10:00", "At table 1:01", "In all   10:00")
}

var leadersPresses = listPresses(" 1  bob", " 2  ann", " 3  Somebody", []press{
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
	{key: "p", sees: "In this arcade players do not see each other."},
	{key: "Enter", sees: "deal RANKED"},
	{key: "space", sees: "deal RANKED"},
	{key: "mouse", mouse: func(r *tuitest.Robot) { r.Click(" 1  bob") }, sees: "deal RANKED"},
	{key: "f", sees: "In this arcade players do not see each other."},
	{key: "F", sees: "In this arcade players do not see each other."},
	{key: "g", sees: "Nobody is on this board yet"},
	{key: "b", sees: "this week"},
	{key: "Tab", sees: "this week"},
	{key: "c", sees: "assisted games"},
	{key: "m", sees: "Only the boards of a week and ratings in races go back"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

// A board of friends has only the player and those whom the player follows, on every board until F again.
func TestABoardOfFriends(t *testing.T) {
	r := tuitest.New(t, annWithFriends(t), catalog.All())
	r.Press("B", "F")
	r.Sees("Friends: all time, each player's best", " 1  ann (you)")
	unseen(t, r, "bob")
	r.Press("b")
	r.Sees("Friends: this week", "Neither you nor anyone you follow is on this board yet.")
	r.Press("F")
	said(t, r, "Nobody is on this board yet. A win or a game of at least five moves puts you here. Events have their own boards.")
	if rows := strings.Split(r.Screen(), "\n"); !strings.Contains(strings.Join(rows[:8], ""), "Nobody is on this board yet.") {
		t.Errorf("why the board is empty stands far from its head:\n%s", r.Screen())
	}
}

// annWithFriends returns a store of a player who stands on the board of the first game among those whom she follows.
func annWithFriends(t *testing.T) *tuitest.Store {
	store := ann(t)
	store.Company = &tuitest.Company{}
	board := arcade.Leaderboard{Game: catalog.All()[0].Info().ID, Class: arcade.Counted, Kind: arcade.AllTime}
	friends := slices.Clone(store.Accounts.Boards[board][1:])
	friends[0].Rank, friends[1].Rank, friends[1].Nick = 1, 2, "cara"
	board.Friends = true
	store.Accounts.Boards[board] = friends
	return store
}

// Ratings in races are of all games, and stand under no single one.
func TestRatingsAreOfAllGames(t *testing.T) {
	r := atLeaders(t)
	for range arcade.BoardKinds(arcade.Counted)[1:] {
		r.Press("b")
	}
	r.Sees("all built-in games", "races of ")
	unseen(t, r, "Hop 45")
	r.Press("g")
	said(t, r, "This board is of all built-in games.")
}

// atLeaders returns a robot at the leaderboard of the first game.
func atLeaders(t *testing.T) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, ann(t), catalog.All())
	r.Press("B")
	return r
}

func TestANickIsAskedAtTheEndOfAGame(t *testing.T) {
	store := ann(t)
	store.Accounts.Player = arcade.Account{Known: true}
	r := tuitest.New(t, store, catalog.All())
	r.Press("N", "esc", "esc", "enter") // under no name yet
	play(r, catalog.All()[hop45].Deal("R1").Moves()[0].String())
	r.Press("g", "y")
	r.Sees("N choose a nick")
	r.Press("N", "a", "n", "n", "enter")
	if store.Accounts.Player.Nick != "ann" || strings.Contains(r.Screen(), "N choose a nick") {
		t.Errorf("the nick is %q, and the end is\n%s", store.Accounts.Player.Nick, r.Screen())
	}
}

func TestLeaderboards(t *testing.T) {
	at := atLeaders
	t.Run("the best of the selected game come first", func(t *testing.T) {
		r := at(t)
		if text := flat(r.Screen()); !strings.Contains(text, "1 bob 40/") || !strings.Contains(text, "2 ann (you) 31/") || !strings.Contains(text, "3 Somebody") {
			t.Errorf("the board is\n%s", r.Screen())
		}
	})
	t.Run("a row opens as a replay", func(t *testing.T) {
		r := at(t)
		r.Press("enter")
		r.Sees("RANKED")
	})
	t.Run("a game that is private says so", func(t *testing.T) {
		r := at(t)
		r.Press("down", "enter")
		r.Sees("not for you to see")
	})
	t.Run("the chosen row stays chosen when the board is read again", func(t *testing.T) {
		r := at(t)
		boards := r.Store.Accounts.Boards
		for board, rows := range boards {
			if len(rows) == 3 {
				boards[board] = []arcade.Standing{rows[1], rows[0], rows[2]}
			}
		}
		r.Press("enter", "esc")
		if text := flat(r.Screen()); !strings.Contains(text, "> 1 bob 40/") {
			t.Errorf("the board is\n%s", r.Screen())
		}
	})
	t.Run("weeks that are over", func(t *testing.T) {
		r := at(t)
		r.Press("b", "m")
		r.Sees("week 2023-W45, from 2023-11-06 on, each player's best", "Nobody is on this board yet.")
		r.Press("m")
		r.Sees("week 2023-W44, from 2023-10-30 on, each player's best")
		r.Press("b", "b", "b", "b", "b", "b", "b", "b")
		r.Sees("this week, from 2023-11-13 on, each player's best")
	})
	t.Run("ratings without a place", func(t *testing.T) {
		r := at(t)
		r.Store.Accounts.Boards[arcade.Leaderboard{Game: "boardwalk/hop-45", Class: arcade.Counted, Kind: arcade.RaceRatings}] = []arcade.Standing{
			{Rank: 1, Nick: "bob", N: 12, Rating: arcade.Rating{Points: 1612, Deviation: 60, Races: 40}},
			{Nick: "ann", Mine: true, N: 2, Rating: arcade.Rating{Points: 1560, Deviation: 200, Races: 2}},
		}
		r.Press("b", "b", "b", "b", "b", "b", "b")
		r.Sees("  1  bob ", "1612 ± 60      12", "  -  ann (you)", "1560? ± 200      2")
		said(t, r, `The list has players with at least 3 rated races and 10 different opponents this month, whose rating is settled (no "?").`)
	})
	t.Run("other boards, classes and games", func(t *testing.T) {
		r := at(t)
		r.Press("b", "b", "b", "b")
		if text := flat(r.Screen()); !strings.Contains(text, "[wins]") || !strings.Contains(text, "most wins, of all time") || !strings.Contains(text, "1 ann (you) 12") || !strings.Contains(text, "You are number 1 on this board.") {
			t.Errorf("the board is\n%s", r.Screen())
		}
		unseen(t, r, "the arcade") // by points
		r.Press("b", "c")
		r.Sees("This board has no assisted games")
		r.Press("b", "b", "b", "c")
		if text := flat(r.Screen()); !strings.Contains(text, "all time, each player's best, assisted games") || !strings.Contains(text, "Nobody is on this board yet") {
			t.Errorf("the board is\n%s", r.Screen())
		}
		r.Sees("rank  player", "the arcade, all deals") // though nobody stands there
		r.Press("c", "g")
		if text := flat(r.Screen()); !strings.Contains(text, "Boardwalk Hopscotch") || !strings.Contains(text, "Nobody is on this board yet") {
			t.Errorf("the board is\n%s", r.Screen())
		}
	})
}

// Where nobody stands, Enter goes to where a place is won.
func TestAnEmptyBoardLeadsToItsGame(t *testing.T) {
	for presses, says := range []string{1: "moves 0", 2: "There is no daily in this session.", 7: "There are no races in this session"} {
		if says == "" {
			continue
		}
		r := atLeaders(t)
		for range presses {
			r.Press("b")
		}
		r.Sees("Nobody is on this board yet.")
		r.Press("enter")
		r.Sees(says)
	}
}

// TestAccountKeysTypedAhead checks that what is chosen while a change is on its way is
// done after it.
func TestAccountKeysTypedAhead(t *testing.T) {
	accounts := &tuitest.Accounts{Player: arcade.Account{Known: true, Nick: "ann"}}
	r := tuitest.New(t, &tuitest.Store{Accounts: accounts}, catalog.All())
	r.Press("K", "down", "down")
	r.HoldCommands()
	r.Press("enter", "enter") // on, and off again
	r.ReleaseCommands()
	r.Sees("Private games          off")
	r.Press("enter")
	r.Sees("Private games          on")
}

// The player's best games that do not stand on a board follow its rows, the best first, those of a daily after that of
// another day.
func TestABoardShowsOwnFormerGames(t *testing.T) {
	store := ann(t)
	hop := catalog.All()[0].Info().ID
	of := store.Accounts.Boards[arcade.Leaderboard{Game: hop, Class: arcade.Counted, Kind: arcade.AllTime}][1].Result
	of.Record.Game, of.Class, of.Score.Won = hop, arcade.Counted, false
	for i, event := range []arcade.Event{"", "", arcade.DailyEvent("2026-11-01"), arcade.RaceEvent("K7Q2M9")} {
		of.ID, of.Score.Points, of.Event = fmt.Sprint("GAME", i), i+3, event
		store.Results = append(store.Results, of)
	}
	r := tuitest.New(t, store, catalog.All())
	r.Press("B")
	r.Sees(" 1  bob", "-  you, another game              4/27", "You are number 2 on this board: 9 points to bob.")
	if all := r.Screen(); strings.Index(all, " 4/27") > strings.Index(all, " 3/27") || strings.Contains(all, " 5/27") || strings.Contains(all, " 6/27") {
		t.Errorf("the former games are\n%s", all)
	}
	r.Press("b", "b")
	r.Sees("-  you, another game              5/27")
	unseen(t, r, " 4/27", " 6/27")
	r.Press("b")
	unseen(t, r, "you, another game")
}
