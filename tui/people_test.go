package tui_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// inCompany returns the store of a player among others, who follows ann and somebody who is
// not here.
func inCompany(t *testing.T) *tuitest.Store {
	games := catalog.All()
	id := func(game int) string { return games[game].Info().ID }
	store := amongOthers(t)
	store.Company = &tuitest.Company{
		Here: []arcade.Person{
			{Nick: "me", Own: true, Doing: arcade.Here},
			{Nick: "ann", Doing: arcade.Playing, Game: id(hop45), Table: 5, Idle: 12 * time.Second},
			{Nick: "a-nick-of-20-letters", Doing: arcade.Playing, Game: id(1), Daily: true},
			{Doing: arcade.Watching, Watched: "ann", Idle: 7 * time.Minute},
			{Nick: "bob", Doing: arcade.Racing},
			{Doing: arcade.Here, Idle: 2 * time.Hour},
		},
		Follows: []arcade.Followed{{ID: "ann", Nick: "ann"}, {ID: "cat", Nick: "cat"}},
	}
	return store
}

// atPeople returns a robot at the list of people.
func atPeople(t *testing.T) *tuitest.Robot {
	store := inCompany(t)
	store.Accounts = &tuitest.Accounts{Player: arcade.Account{Known: true, Nick: "me"}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("p")
	return r
}

var peoplePresses = listPresses("you", "* ann", "Somebody 2", []press{
	{key: "PgDn", sees: "> Somebody 2"},
	{key: "PgUp", before: "end", sees: "> you"},
	{key: "Enter", before: "down", sees: "You follow this player."},
	{key: "space", before: "down", sees: "You follow this player."},
	{key: "mouse", mouse: twice("* ann"), sees: "You follow this player."},
	{key: "w", before: "down", sees: "ann plays "},
	{key: "f", before: "down", sees: "You no longer follow ann."},
	{key: "i", before: "down", sees: "You ignore ann now, and"},
	{key: "n", sees: "The nick of a player"},
	{key: "N", sees: "What leaderboards call you"},
	{key: "y", sees: "Sent to your terminal's clipboard."},
	{key: "Tab", sees: "> ann"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

// knowingAnn returns the store of a player who has met ann.
func knowingAnn(t *testing.T) *tuitest.Store {
	store := inCompany(t)
	store.Accounts = &tuitest.Accounts{Player: arcade.Account{Known: true, Nick: "me"}}
	store.Races = &tuitest.Races{Others: []arcade.Rival{{Nick: "ann", Won: 3, Lost: 1}}}
	known := arcade.Other{Nick: "ann", Since: time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC), Rating: arcade.Rating{Points: 1612, Deviation: 85, Races: 12}}
	for i, g := range catalog.All() {
		known.Games = append(known.Games, arcade.OtherGame{Game: g.Info().ID, Won: i, Best: engine.Score{Points: 20, Max: 27}})
	}
	store.Company.Known = []arcade.Other{known}
	return store
}

// atPlayer returns a robot at the page of ann.
func atPlayer(t *testing.T) *tuitest.Robot {
	r := tuitest.New(t, knowingAnn(t), catalog.All())
	r.Press("p", "home", "down", "enter")
	return r
}

var playerPresses = listPresses("Hop 45: 0 won", "Boardwalk Hopscotch: 1 won", "Ten puzzles: 8 won", []press{
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "PgDn", sees: "> Ten puzzles"},
	{key: "PgUp", before: "end", sees: "> Hop 45"},
	{key: "mouse", mouse: twice("Lucky Seven"), sees: "most wins"},
	{key: "w", sees: "ann plays Hop 45"},
	{key: "f", sees: "You no longer follow ann."},
	{key: "i", sees: "You ignore ann now, and"},
	{key: "C", sees: "There are no challenges in this session"},
	{key: "r", sees: "Race  "},
	{key: "R", sees: "Report ann"},
	{key: "n", sees: "Only you read it."},
	{key: "Enter", sees: "most wins"},
	{key: "space", sees: "most wins"},
	{key: "q", sees: "6 here"},
	{key: "Esc", sees: "6 here"},
}...)

// A note stands on the page of the player whom it is about, and is offered to be changed.
func TestANoteOnThePageOfAPlayer(t *testing.T) {
	r := atPlayer(t)
	r.Press("n")
	r.Type("plays fast")
	r.Press("enter")
	r.Sees("Your note: plays fast", "Note kept.")
	unseen(t, r, "Note: p")
	r.Press("n")
	r.Sees("Note: plays fast")
	r.Press("esc")
	r.Press("n")
	r.Press("ctrl+u")
	r.Press("enter")
	unseen(t, r, "Your note")
}

// The page of a player has what is public, and follows what that one does.
func TestThePageOfAPlayer(t *testing.T) {
	r := atPlayer(t)
	r.Sees("Playing Hop 45 now.", "In the arcade since 2026-10-03.", "You follow this player.", "Rated 1612, give or take 85",
		"In races and duels against this player: 3 won, 1 lost, 0 drawn.", "0 won, best 20 of 27", "w watch  f unfollow  ! signal  r race")
	unseen(t, r, "You have not met")
	r.Press("f")
	unseen(t, r, "You follow this player.")
	r.Store.Company.Here = r.Store.Company.Here[:1]
	r.Tick()
	r.Sees("Not seen here now.")
	r.Press("w")
	r.Sees("ann is at no table you can watch now.")
	r.Store.Company.Here = append(r.Store.Company.Here, arcade.Person{Nick: "ann", Friend: true, Doing: arcade.Playing, Game: catalog.All()[hop45].Info().ID, Table: 7})
	r.Tick()
	unseen(t, r, "ann is at no table")
	r.Press("q", "home", "tab", "n")
	r.Type("dan")
	r.Press("enter", "end", "enter")
	r.Sees("Not seen here now.", "You follow this player.", "You have not met in a race or duel yet.", "On no all-time board yet.")
	unseen(t, r, "You can challenge players whom you follow", "r race")
	r.Press("f")
	r.Sees("You can challenge players whom you follow while they are away, too.")
	r.Store.Company.Known = []arcade.Other{{Nick: "dan", Level: 3}}
	r.Tick()
	unseen(t, r, "You can challenge players whom you follow")
	r.Press("C")
	r.Sees("The arcade's players take no challenges: race them.")
}

// The page of a player tells the last game that a board shows, and Enter replays it.
func TestThePageOfAPlayerReplaysTheLastGame(t *testing.T) {
	store := knowingAnn(t)
	last := arcade.Result{ID: "LAST", Ended: 1_790_000_000_000, Score: engine.Score{Points: 18, Max: 27}, Record: engine.Record{Game: catalog.All()[hop45].Info().ID, Version: 1, Code: "DARE"}}
	store.Company.Known[0].Games[0].Last = last
	store.Accounts.Results = map[string]arcade.Result{last.ID: last}
	r := tuitest.New(t, store, catalog.All())
	r.Press("p", "home", "down", "enter")
	r.Sees("Hop 45: 0 won, best 20 of 27, last 18, ", " on 2026-09-21", "Enter replay")
	r.Press("enter")
	r.Sees("replay")
}

// The page of a player opens a race that the player is asked to join.
func TestAPlayerIsAskedToRace(t *testing.T) {
	r := atPlayer(t)
	r.Press("r")
	r.Sees("> Open a race for Hop 45, 15 minutes at most, ann is asked")
	r.Press("enter")
	r.Sees("Race K7Q2M9")
	if got := r.Store.Races.Asked; len(got) == 0 || got[len(got)-1] != "open to ann boardwalk/hop-45 15m0s" {
		t.Errorf("the arcade was asked %q", got)
	}
}

// A player who is asked to race learns of it in the lobby and at a table.
func TestAPlayerLearnsOfARace(t *testing.T) {
	store := inCompany(t)
	store.Races = new(tuitest.Races)
	r := tuitest.New(t, store, catalog.All())
	asks := arcade.WaitingRace{Code: "K7Q2M9", Game: "boardwalk/hop-45", Limit: time.Minute, By: "bob", Racers: 1, Asked: true}
	r.Waits(asks)
	r.Sees("bob asks you to a race of Hop 45: r, then Enter joins.")
	r.Waits()
	r.Press("enter")
	r.Waits(asks)
	r.Sees("bob asks you to a race of Hop 45: r in the lobby.")
}

// A report goes to the host with its text, and one that is refused says why.
func TestAPlayerIsReported(t *testing.T) {
	r := atPlayer(t)
	r.Press("R")
	r.Store.Company.Err = errors.New("too many open reports")
	r.Press("end", "enter")
	r.Sees("Too many open reports.", "> Several")
	r.Store.Company.Err = nil
	r.Press("up", "enter")
	if r.Sees("You follow this player.", "The host will read it."); !slices.Equal(r.Store.Company.Reported, []string{"ann: A program plays, not a person."}) {
		t.Errorf("the host reads %q", r.Store.Company.Reported)
	}
}

func TestWhoIsHere(t *testing.T) {
	r := atPeople(t)
	r.Sees("People", "6 here", "you                    here", "* ann                  playing Hop 45",
		"a-nick-of-20-letters   playing the daily of Boardwalk Hopscotch", "Somebody 1             watching ann, idle 7 min",
		"bob                    in the room of a race", "Somebody 2             here, idle 2 h", "* you follow")
	r.Press("tab")
	r.Sees("Players you follow", "2 of 200 at most", "> ann                    playing Hop 45", "    cat                    not seen here\n", "Hidden players don't show here")
	r.Press("down", "f")
	r.Sees("You no longer follow cat.", "1 of 200 at most")
	r.Press("f", "tab")
	r.Sees("Players you ignore", "You ignore nobody.")
	r.Press("tab")
	r.Sees("> you")
	unseen(t, r, "* ann")
	r.Press("down", "i")
	r.Sees("You ignore ann now, and do not follow them. Nobody is told.", "> - ann")
	r.Press("tab", "tab", "n")
	r.Type("mallory")
	r.Press("enter")
	r.Sees("You ignore mallory now, and", "Players you ignore", "2 of 200 at most", "> ann")
	r.Press("i")
	r.Sees("You no longer ignore ann.")
	r.Press("f")
	r.Sees("You follow mallory now, and no longer ignore them.", "You ignore nobody.")
	r.Press("tab")
	unseen(t, r, "- ann")
	r.Press("home")
	r.Press("f")
	r.Sees("That is you.")
	r.Press("enter")
	r.Sees("That is you.")
	r.Press("down", "down", "down", "f")
	r.Sees("Only players with a nick can be followed.")
	r.Press("enter")
	r.Sees("Somebody 1 is at no table you can watch now.")
	r.Press("down", "f")
	r.Sees("You follow bob now. Nobody is told.", "> * bob")
}

// The list looks again by itself while it is on top, and the chosen one stays chosen.
func TestThePeopleAreReadAgain(t *testing.T) {
	r := atPeople(t)
	r.Press("end", "up")
	r.Sees("> bob")
	r.Store.Company.Here = append([]arcade.Person{{Nick: "zoe", Doing: arcade.Here}}, r.Store.Company.Here...)
	r.Tick()
	r.Sees("zoe", "> bob", "7 here")
	r.Press("?")
	r.Store.Company.Here = r.Store.Company.Here[:1]
	r.Tick()
	r.Press("q")
	r.Sees("7 here")
	r.Tick()
	r.Sees("1 here", "Nobody else can be seen here.")
}

// A row may be out of date when it is chosen: somebody has sat down since, or has left.
func TestARowThatIsOutOfDate(t *testing.T) {
	r := atPeople(t)
	r.Press("end")
	r.Sees("> Somebody 2             here, idle 2 h")
	here := r.Store.Company.Here
	here[5] = arcade.Person{Doing: arcade.Playing, Game: catalog.All()[hop45].Info().ID, Table: 8}
	r.Tick()
	r.Press("enter")
	r.Sees("Somebody 2 plays Hop 45")
	r.Press("q", "end", "up", "enter")
	r.Sees("In the room of a race now.")
	for doing, says := range map[arcade.Person]string{
		{Doing: arcade.Here}:                       "bob is at no table you can watch now.",
		{Doing: arcade.Racing}:                     "bob is at no table you can watch now.",
		{Doing: arcade.Racing, Game: "boardwalk"}:  "bob is in a race: only racers who have finished it may watch.",
		{Doing: arcade.Playing}:                    "bob is at no table you can watch now.",
		{Doing: arcade.Playing, InChallenge: true}: "bob plays a challenge: only its players may watch, once they have finished.",
		{Doing: arcade.Playing, InSprint: true}:    "bob is in a sprint: finish the same sprint to watch.",
		{Doing: arcade.Playing, Daily: true}:       "bob plays a daily: finish the same daily to watch.",
	} {
		doing.Nick = "bob"
		r.Store.Company.Here = []arcade.Person{doing}
		r.Tick()
		r.Press("w")
		said(t, r, says)
	}
}

// A refusal to watch goes where a signal is sent, and once the player on the line sits down.
func TestARefusalToWatchGoes(t *testing.T) {
	r := atPeople(t)
	r.Press("down", "down", "down", "down")
	r.Sees("> bob")
	for _, then := range []func(){
		func() { r.Press("!", "3") },
		func() {
			here := slices.Clone(r.Store.Company.Here)
			here[slices.IndexFunc(here, func(p arcade.Person) bool { return p.Nick == "bob" })].Table = 9
			r.Store.Company.Here = here
			r.Tick()
		},
	} {
		r.Press("w")
		r.Sees("bob is at no table you can watch now.")
		then()
		unseen(t, r, "bob is at no table")
	}
}

// aloneInCompany returns the store of somebody who is alone and has not begun a game.
func aloneInCompany(t *testing.T) *tuitest.Store {
	store := inCompany(t)
	store.Company = &tuitest.Company{Here: store.Company.Here[:1]}
	store.Accounts, store.Races, store.Spectators = &tuitest.Accounts{}, new(tuitest.Races), &tuitest.Spectators{}
	return store
}

// A multiplexer keeps a text for the clipboard to itself, so that what it takes to get there is
// named: nothing says if it did.
func TestAMultiplexerKeepsTheClipboard(t *testing.T) {
	for term, says := range map[string][]string{
		"xterm-256color":  {"Some refuse it", "saying so."},
		"tmux-256color":   {"tmux passes it on", "set-clipboard on"},
		"screen-256color": {"tmux passes it on", "set-clipboard on.", "never does."},
	} {
		store := aloneInCompany(t)
		store.Term = term
		r := tuitest.New(t, store, catalog.All())
		r.Press("p", "y")
		for _, width := range []int{80, 60} {
			r.Resize(width, 24)
			r.Sees(append(says, "Sent to your terminal's clipboard.")...)
		}
		if shown := strings.Contains(r.Screen(), "tmux"); shown != (term != "xterm-256color") {
			t.Errorf("on %s it names tmux: %v", term, shown)
		}
	}
}

// Somebody who is alone reads how a friend gets here, and what there is to do meanwhile.
func TestAlone(t *testing.T) {
	store := aloneInCompany(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("p")
	r.Sees("Send a friend this line:\n      ssh HOST\n", "HOST is the address of this arcade", "Meanwhile, leave something for the next player", "y copy", "Nobody else can be seen here")
	unseen(t, r, "n nick")
	r.Press("y")
	r.Sees("Sent to your terminal's clipboard.")
	r.Resize(40, 12)
	r.Sees("Meanwhile, leave something", "Some refuse it without saying so.")
	r.Resize(80, 24)
	r.Press("q", "w")
	r.Sees("There is no table to watch", "can watch you")
	unseen(t, r, "Send a friend", "At play")
	store.Company.Here = append(store.Company.Here, arcade.Person{Nick: "bob", Doing: arcade.Racing, Game: "boardwalk/hop-45"},
		arcade.Person{Nick: "fay", Doing: arcade.Playing, Game: "boardwalk/hop-45"}, // whose table comes with the next list
		arcade.Person{Nick: "cid", Doing: arcade.Playing, Game: "boardwalk/hop-45", Daily: true}, arcade.Person{Nick: "dan", Doing: arcade.Here})
	r.Tick()
	r.Sees("At play: bob in a race, cid at a daily.")
	store.Company.Here = store.Company.Here[:len(store.Company.Here)-4]
	r.Press("q", "r")
	r.Sees("Nobody is waiting for a race.")
	unseen(t, r, "ssh HOST")
	store.Company.Here = append(store.Company.Here, arcade.Person{Nick: "ann", Doing: arcade.Here})
	r.Press("q", "p")
	unseen(t, r, "Send a friend", "y copy", "f follow")
	r.Sees("You can follow players once you have begun a game here.")
}

// A nick that is refused stays where it was typed, and no letter of it is a command.
func TestANickToFollow(t *testing.T) {
	r := atPeople(t)
	r.Press("n", "enter")
	r.Type("nobody")
	r.Press("enter")
	r.Sees("Nobody here has the nick nobody.", "Follow: nobody")
	r.Press("backspace", "backspace")
	r.Type("q!")
	r.Sees("The nick of a player", "Follow: noboq!")
	r.Press("esc", "n")
	r.Type("fay")
	r.Press("enter")
	r.Sees("You follow fay now.")
	unseen(t, r, "Follow:")
	r.Press("n")
	r.Send(tea.PasteMsg{Content: " gus\n"})
	r.Press("enter", "tab")
	r.Sees("fay", "gus", "4 of 200")
	r.Store.Company.Err = errors.New("you follow as many players as one can")
	r.Press("n", "x", "enter")
	r.Sees("You follow as many players as one can.", "Follow: x")
}

// A player who is here is greeted from the list. The last row offers it only
// beside one who can be.
func TestGreetingSomebodyOnTheList(t *testing.T) {
	store := inCompany(t)
	store.Accounts, store.Challenges = &tuitest.Accounts{Player: arcade.Account{Known: true, Nick: "me"}}, &tuitest.Challenges{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("p", "home")
	unseen(t, r, "! signal")
	r.Press("!")
	r.Sees("Choose a player with a nick, who is not you.")
	r.Press("down")
	r.Sees("! signal")
	r.Press("!", "3")
	r.Sees("You to ann: good luck")
	if got, want := store.Company.Sent, []tuitest.Sent{{Signal: arcade.GoodLuck, To: arcade.Audience{Player: "ann"}}}; !slices.Equal(got, want) {
		t.Errorf("sent are %v, want %v", got, want)
	}
	r.Press("end")
	unseen(t, r, "! signal")
	r.Press("tab", "end")
	unseen(t, r, "! signal")
	r.Press("!")
	r.Sees("cat is not seen here now.")
}

// C on the page of a player lists the finished games by name, the newest first, and Enter challenges that player
// with the deal of one.
func TestChallengingSomebody(t *testing.T) {
	store := inCompany(t)
	store.Results = played(6).Results
	store.Accounts, store.Challenges = &tuitest.Accounts{Player: arcade.Account{Known: true, Nick: "me"}}, (&tuitest.Challenges{}).Attach(store)
	imported := store.Results[5]
	imported.Class = arcade.Imported
	addResult(store, imported)
	r := tuitest.New(t, store, catalog.All())
	r.Press("p", "home", "down", "enter", "C")
	r.Sees("Challenge ann with", "> Lucky Seven", "Boardwalk Hopscotch", "Hop 45")
	r.Press("enter")
	r.Sees("What was played elsewhere cannot be passed on.")
	r.Press("down")
	r.Sees("Enter challenge")
	r.Press("enter")
	r.Sees("Challenge ann with this deal? (y/n)")
	r.Press("n")
	if len(store.Challenges.Asked) > 0 {
		t.Errorf("after n asked are %q", store.Challenges.Asked)
	}
	r.Press("enter", "y")
	r.Sees("ann is challenged to your deal (code K7Q2M9XA).")
	if want := []string{"pass on 00000006", "tell ann of K7Q2M9XA"}; !slices.Equal(store.Challenges.Asked, want) {
		t.Errorf("asked are %q, want %q", store.Challenges.Asked, want)
	}
	r.Press("q")
	r.Sees("You follow this player.")
}

// Each challenge of the list has the name of its game, in any window.
func TestChallengesHaveTheNamesOfTheirGames(t *testing.T) {
	store := someChallenges(t)
	alone := store.Challenges.List[1]
	alone.Code, alone.Players = "PASSED00", alone.Players[:1]
	store.Challenges.List = append(store.Challenges.List, alone)
	r := tuitest.New(t, store, catalog.All())
	r.Press("C")
	for _, width := range []int{40, 60, 80, 120} {
		r.Resize(width, 24)
		for _, row := range []string{`K7Q2M9XA +Hop 45`, `0ABCDEFG +Scotsi`, `PASSED00 +Scotsi`} {
			if !regexp.MustCompile(row).MatchString(r.Screen()) {
				t.Errorf("at %d columns there is no %s in\n%s", width, row, r.Screen())
			}
		}
	}
}

// What needs an account, or not to hide, says so at its key and not after an answer to it.
func TestWhatIsRefusedIsNotAsked(t *testing.T) {
	open := func(account arcade.Account) *tuitest.Robot {
		store := inCompany(t)
		store.Accounts, store.Challenges = &tuitest.Accounts{Player: account}, &tuitest.Challenges{}
		return tuitest.New(t, store, catalog.All())
	}
	const follow, signal = "You can follow players once you have begun a game here.", "You can send signals once you have begun a game here."
	r := open(arcade.Account{})
	r.Press("p", "home", "down")
	for key, says := range map[string]string{"!": signal, "f": follow, "n": follow} {
		r.Press(key)
		r.Sees(says)
		unseen(t, r, "Signal:", "Follow:", "Challenges")
	}
	r.Press("enter", "C")
	r.Sees(signal)
	r.Press("q", "q")
	watch(t, r, 3)
	for key, says := range map[string]string{"!": signal, "f": follow} {
		r.Press(key)
		r.Sees(says)
	}
	r = open(arcade.Account{Known: true, Hidden: true})
	r.Press("p", "home", "down", "!")
	r.Sees("You are hidden, so you send no signals: your account page changes that.")
	unseen(t, r, "Signal:")
}

// The account begins with the first move that is saved: from then on the player sends signals.
func TestSignalsOfAFirstGame(t *testing.T) {
	store := inCompany(t)
	store.Accounts = &tuitest.Accounts{}
	store.Spectators.Count = 1
	r := tuitest.New(t, store, catalog.All())
	r.Press("N", "esc", "enter", "!") // no nick, with which it would begin
	r.Sees("You can send signals once you have begun a game here.")
	store.Accounts.Player.Known = true
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("!")
	r.Sees("Signal: 1 good game")
}

// Players are followed from where they are met.
func TestFollowingWhereOneMeets(t *testing.T) {
	company := func() *tuitest.Company { return &tuitest.Company{} }
	t.Run("on a board", func(t *testing.T) {
		store := ann(t)
		store.Company = company()
		r := tuitest.New(t, store, catalog.All())
		r.Press("B", "f")
		r.Sees("You follow bob now.")
		r.Press("f")
		r.Sees("You no longer follow bob.")
		r.Press("down", "f")
		r.Sees("That is you.")
		r.Press("down", "f")
		r.Sees("Only players with a nick can be followed.")
	})
	t.Run("in a race", func(t *testing.T) {
		store := atRaces(aRace())(t)
		store.Company = company()
		r := tuitest.New(t, store, catalog.All())
		openRaceScreen(r)
		r.Press("home", "f")
		r.Sees("You follow ann now.")
		r.Press("down", "f")
		r.Sees("That is you.")
	})
	t.Run("at a table", func(t *testing.T) {
		store := amongOthers(t)
		store.Company = company()
		r := tuitest.New(t, store, catalog.All())
		watch(t, r, 3)
		r.Press("f")
		r.Sees("You follow ann now.", "ann plays Hop 45")
	})
	t.Run("on the list of tables", func(t *testing.T) {
		store := amongOthers(t)
		store.Spectators.Live[0].Friend = true
		r := tuitest.New(t, store, catalog.All())
		r.Press("w")
		r.Sees("> * a-nick-of-20-lett")
	})
}

// The last row of the lobby says who of those whom one follows has come, until the next key that does not come right after it.
func TestTheLobbyTellsWhoComes(t *testing.T) {
	r := tuitest.New(t, inCompany(t), catalog.All())
	before := arcade.Person{Nick: "ann", Friend: true, Doing: arcade.Here, Came: time.Unix(1, 0)}
	r.News(before)
	unseen(t, r, "is here.")
	bob, cat := before, before
	bob.Nick, bob.Came, cat.Nick, cat.Came = "bob", time.Unix(2, 0), "cat", time.Unix(3, 0)
	r.News(before, bob)
	r.Sees(" bob is here.   ", "q leave")
	r.Press("up")
	r.Sees("bob is here.")
	r.Tick()
	r.Sees("bob is here.")
	r.Press("down")
	unseen(t, r, "is here.")
	bob.Came = cat.Came
	r.News(before, bob, cat)
	r.Sees("bob and cat are here.")
}

// The lobby says who of those whom one follows plays now, and waits for that only while it
// is on top.
func TestTheLobbyTellsOfFriends(t *testing.T) {
	r := tuitest.New(t, inCompany(t), catalog.All())
	unseen(t, r, "is playing")
	playing := arcade.Person{Nick: "ann", Friend: true, Doing: arcade.Playing, Game: catalog.All()[hop45].Info().ID, Table: 5}
	r.News(playing)
	r.Sees("ann is playing Hop 45 now: w watches.")
	daily, race := playing, playing
	daily.Nick, daily.Daily, daily.Table = "bob", true, 0
	race.Nick, race.Doing, race.Game, race.Table = "cat", arcade.Racing, "", 0
	r.News(daily)
	r.Sees("bob is playing the daily of Hop 45 now: it cannot be watched yet.")
	r.News(race)
	r.Sees("cat is in the room of a race now.")
	r.News(playing, daily, race)
	r.Sees("ann, bob and cat are playing now: w watches.")
	r.News(playing, daily, race, race)
	r.Sees("ann and 3 others you follow are playing now: w watches.")
	if !r.Store.Company.Reads() {
		t.Error("the lobby waits for no news")
	}
	r.Press("H")
	if r.Store.Company.Reads() {
		t.Error("a lobby that is covered waits for news")
	}
	r.Store.Company.Friends = nil
	r.Press("q")
	unseen(t, r, "are playing")
	if !r.Store.Company.Reads() {
		t.Error("the lobby waits for no news any more")
	}
	if err := r.App.Close(); err != nil || r.Store.Company.Reads() || r.Store.Company.Listens() {
		t.Errorf("after the end it waits: %v", err)
	}
}

// A table of a game, a race or somebody's table, from which signals are sent.
var addresses = []struct {
	name string
	open func(*testing.T) *tuitest.Robot
	to   arcade.Audience
	said string // of it
}{
	{"a table", func(t *testing.T) *tuitest.Robot {
		r := tuitest.New(t, inCompany(t), catalog.All())
		r.Store.Spectators.Count = 1
		r.Press("enter")
		return r
	}, arcade.Audience{}, "all who watch"},
	{"a watched table", func(t *testing.T) *tuitest.Robot {
		r := tuitest.New(t, inCompany(t), catalog.All())
		watch(t, r, 3)
		return r
	}, arcade.Audience{Table: 5, Player: "ann"}, "ann"},
	{"the room of a race", func(t *testing.T) *tuitest.Robot { return atRaceIn(t, aRace()) }, arcade.Audience{Race: "K7Q2M9"}, "all in the race"},
	{"the table of a race", func(t *testing.T) *tuitest.Robot { return atRaceIn(t, begun(aRace())) }, arcade.Audience{Race: "K7Q2M9"}, "all in the race"},
	{"the result of a duel", func(t *testing.T) *tuitest.Robot {
		store := someDuels(t)
		store.Company = &tuitest.Company{}
		r := tuitest.New(t, store, catalog.All())
		r.Press("C", "end", "enter")
		return r
	}, arcade.Audience{Player: "bob"}, "bob"},
	{"the result of a race", func(t *testing.T) *tuitest.Robot {
		return atRaceIn(t, with(through(scored(begun(aRace()), 27, 9, 2), 0, 1), func(r *arcade.Race) { r.Over = true }))
	}, arcade.Audience{Race: "K7Q2M9"}, "all in the race"},
}

// The results of a race offer a signal where one works.
func TestTheResultsOfARaceOfferASignal(t *testing.T) {
	r := addresses[len(addresses)-1].open(t)
	r.Sees("! signal")
	r = atRaceScreen(t, ratedRace())
	unseen(t, r, "! signal")
}

// atRaceIn returns a robot in a race, in company.
func atRaceIn(t *testing.T, race *arcade.Race) *tuitest.Robot {
	store := atRaces(race)(t)
	store.Company = &tuitest.Company{}
	r := tuitest.New(t, store, catalog.All())
	openRaceScreen(r)
	return r
}

// One key and a digit send a signal; any other key does what it does without it.
func TestSignalsAreSent(t *testing.T) {
	for _, c := range addresses {
		t.Run(c.name, func(t *testing.T) {
			r := c.open(t)
			before := r.Screen()
			r.Press("!")
			r.Sees("Signal: 1 good game  2 well played  3 good luck  4 thanks  0 off  Esc none")
			if lastRowOff(r.Screen()) != lastRowOff(before) {
				t.Errorf("more than the last row has changed:\n%s", r.Screen())
			}
			r.Press("2")
			r.Sees("You to " + c.said + ": well played")
			r.Press("!", "esc", "3", "!", "!", "4")
			if got := r.Store.Company.Sent; len(got) != 2 || got[0] != (tuitest.Sent{Signal: arcade.WellPlayed, To: c.to}) || got[1].Signal != arcade.Thanks {
				t.Errorf("sent are %v", got)
			}
			r.Press("!", "5")
			unseen(t, r, "Signal:")
			r.Store.Company.Err = errors.New("nobody is there to get a signal now")
			r.Press("!", "1")
			r.Sees("Nobody is there to get a signal now.")
			r.Press("!", "?")
			pageTo(r, "a signal, such")
			r.Sees("a signal, such as good game")
		})
	}
	t.Run("not to nobody", func(t *testing.T) {
		r := tuitest.New(t, inCompany(t), catalog.All())
		r.Press("enter", "!")
		r.Sees("Nobody watches you now. Signals go to players who watch you or race with you.")
		r.Press("1")
		alone := atRaceIn(t, with(aRace(), func(r *arcade.Race) { r.Racers = r.Racers[:1] }))
		alone.Press("!")
		alone.Sees("Nobody else is in this race yet.")
		alone.Press("1")
		if len(r.Store.Company.Sent)+len(alone.Store.Company.Sent) > 0 {
			t.Error("a signal was sent")
		}
	})
	t.Run("not in the lobby", func(t *testing.T) {
		r := tuitest.New(t, inCompany(t), catalog.All())
		r.Press("!")
		unseen(t, r, "Signal:")
		r.Press("?")
		unseen(t, r, "a signal")
	})
	t.Run("not where there is no company", func(t *testing.T) {
		r := deal(t, hop45, "ABC")
		r.Press("!")
		unseen(t, r, "Signal:")
	})
}

// lastRowOff returns a screen without its last row.
func lastRowOff(screen string) string {
	screen = strings.TrimRight(screen, "\n")
	return screen[:strings.LastIndex(screen, "\n")]
}

// A signal shows in the last row, where a player looks for what has happened, and hides nothing else. The next key does
// what it always does, and ends it unless it comes right after it: a player in the middle of a move has not read it.
// No clock ends it, so that a player who looks away does not miss it.
func TestASignalComes(t *testing.T) {
	for _, c := range addresses {
		t.Run(c.name, func(t *testing.T) {
			r := c.open(t)
			before := r.Screen()
			r.Hear("bob", arcade.GoodGame)
			r.Sees("\n  bob: good game  (! answers)   ", "q")
			if lastRowOff(r.Screen()) != lastRowOff(before) {
				t.Errorf("it hides something of\n%s\nbut the last row:\n%s", before, r.Screen())
			}
			r.Hear("cat", arcade.Thanks)
			r.Sees("  cat: thanks")
			unseen(t, r, "bob: good game")
			r.Tick()
			r.Sees("  cat: thanks")
			r.Hear("bob", arcade.GoodLuck)
			r.Press("?")
			r.Sees("Keys", "bob: good luck")
			r.Tick()
			r.Sees("bob: good luck")
			r.Press("down")
			unseen(t, r, "good luck")
			r.Press("q")
			r.Press("!")
			r.Hear("bob", arcade.GoodLuck) // not over the choice, but after it
			r.Sees("Signal: 1 good game")
			r.Press("esc")
			r.Sees("bob: good luck")
		})
	}
	t.Run("at a daily, too", func(t *testing.T) {
		store := inCompany(t)
		store.Events = withDailies(t).Events
		r := tuitest.New(t, store, catalog.All())
		r.Press("D", "enter", "y")
		r.Hear("bob", arcade.GoodGame)
		r.Press("!", "4")
		if got, want := r.Store.Company.Sent, []tuitest.Sent{{Signal: arcade.Thanks, To: arcade.Audience{Player: "bob"}}}; !slices.Equal(got, want) {
			t.Errorf("sent are %v, want %v", got, want)
		}
	})
	t.Run("one key answers it, on any screen", func(t *testing.T) {
		r := tuitest.New(t, inCompany(t), catalog.All())
		r.Hear("bob", arcade.GoodGame)
		r.Sees("  bob: good game  (! answers)")
		r.Press("!", "4")
		r.Sees("You to bob: thanks")
		r.Hear("Somebody 2", arcade.GoodGame)
		r.Press("!")
		unseen(t, r, "Signal:", "(! answers)")
		if got, want := r.Store.Company.Sent, []tuitest.Sent{{Signal: arcade.Thanks, To: arcade.Audience{Player: "bob"}}}; !slices.Equal(got, want) {
			t.Errorf("sent are %v, want %v", got, want)
		}
	})
	t.Run("the key that answers is not offered while it is typed", func(t *testing.T) {
		r := tuitest.New(t, inCompany(t), catalog.All())
		r.Press("/")
		r.Hear("bob", arcade.GoodGame)
		r.Sees("  bob: good game")
		unseen(t, r, "! answers")
		r.Press("esc")
		r.Sees("  bob: good game  (! answers)")
	})
	t.Run("a click on a key presses it", func(t *testing.T) {
		r := tuitest.New(t, inCompany(t), catalog.All())
		r.Press("enter")
		r.Hear("bob", arcade.GoodGame)
		r.ClickKey("q ")
		r.Sees("Boardwalk Arcade")
	})
	t.Run("a click on the keys behind an answer does nothing", func(t *testing.T) {
		r := tuitest.New(t, inCompany(t), catalog.All())
		r.Press("p", "Z")
		r.Sees("Z does nothing here")
		r.Send(tea.MouseClickMsg{X: 4, Y: 23, Button: tea.MouseLeft})
		r.Sees("People")
		unseen(t, r, "Z does nothing here")
	})
}

// What others have said last is found again where one looks for people, also in part of it that the last row had no room for.
func TestASignalIsFoundAgain(t *testing.T) {
	r := tuitest.New(t, inCompany(t), catalog.All())
	r.Press("o")
	unseen(t, r, "Last heard")
	r.Press("q")
	r.Hear("bob", arcade.GoodGame)
	r.Tick()
	r.Press("o")
	r.Sees("Last heard: bob: good game")
	r.Press("q", "p")
	r.Sees("Last heard: bob: good game")
}

// In a small window the last row grows upwards for what does not fit it.
func TestALongLineWraps(t *testing.T) {
	r := tuitest.New(t, inCompany(t), catalog.All())
	r.Resize(40, 12)
	was := arcade.Person{Nick: "zoe", Friend: true, Doing: arcade.Here, Came: time.Unix(1, 0)}
	r.News(was)
	var came []arcade.Person
	for _, nick := range []string{"a-nick-of-20-letters", "another-of-20-letter", "cat"} {
		came = append(came, arcade.Person{Nick: nick, Friend: true, Doing: arcade.Here, Came: time.Unix(2, 0)})
	}
	r.News(came...)
	r.Sees("\n  a-nick-of-20-letters,\n  another-of-20-letter and cat are\n  here.")
}

// A challenge is told of at a table as well, as long as signals are taken.
func TestAChallengeIsToldAtTheTable(t *testing.T) {
	store := inCompany(t)
	store.Challenges = (&tuitest.Challenges{}).Attach(store)
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	r.Note(arcade.ChallengeNote{From: "bob", Code: "K7Q2M9", Game: "boardwalk/hop-45", Score: engine.Score{Points: 20, Max: 27}})
	r.Sees("bob challenges you: 20 of 27 on Hop 45.")
}

// Nothing is taken before the settings are known, nor once they say so; one key turns
// signals off.
func TestSignalsAreOff(t *testing.T) {
	store := inCompany(t)
	store.SettingsJSON = []byte(`{"signals":false}`)
	store.Spectators.Count = 1
	r := tuitest.New(t, store, catalog.All())
	if store.Company.Listens() {
		t.Fatal("signals are taken")
	}
	r.Press("enter", "!")
	r.Sees("0 on")
	r.Press("0")
	r.Sees("Signals reach you again.")
	if !store.Company.Listens() {
		t.Error("signals are not taken")
	}
	r.Press("!", "0")
	r.Sees("Signals are off: none reach you.")
	if store.Company.Listens() || !strings.Contains(string(store.SettingsJSON), `"signals":false`) {
		t.Errorf("signals are taken, with the settings %s", store.SettingsJSON)
	}
	r.Press("S", "end")
	r.Sees("> Signals           off", "Off: nobody's signals reach you")
	r.Press("enter")
	r.Sees("> Signals           on")
	if !store.Company.Listens() {
		t.Error("signals are not taken once the setting is on")
	}
	broken := inCompany(t)
	broken.Unavailable = errors.New("the disk is gone")
	if tuitest.New(t, broken, catalog.All()); broken.Company.Listens() {
		t.Error("signals are taken though the settings are not known")
	}
}
