package tui_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// someChallenges returns the store of a player who has been challenged to a deal of Hop 45 by
// ann, and whose own deal of Scotsi others have played. A third challenge can be entered.
func someChallenges(t *testing.T) *tuitest.Store {
	store := ann(t)
	store.Events = &tuitest.Events{}
	played := func(id, nick, game string, r arcade.Result) arcade.ChallengeRow {
		g, _ := catalog.All().Find(game)
		r.Record = engine.Record{Game: game, Version: g.Info().Version, Code: "DARE", Moves: make([]engine.Move, 31)}
		r.Ended = raceOpens.UnixMilli()
		return arcade.ChallengeRow{ID: id, Nick: nick, Shown: true, Result: &r}
	}
	const hop, scotsi = "boardwalk/hop-45", "boardwalk/scotsi"
	theirs := played("ann", "ann", hop, arcade.Result{Class: arcade.Counted, Score: engine.Score{Points: 24, Max: 27, Won: true}, Millis: 250_000, Span: 250_000})
	theirs.First = true
	mine := played(tuitest.Me, "me", scotsi, arcade.Result{Class: arcade.Assisted, Tally: engine.Tally{Hints: 2}, Score: engine.Score{Points: 44, Max: 52, Won: true}, Millis: 250_000, Span: 250_000})
	mine.First = true
	known := played("eve", "eve", scotsi, arcade.Result{Class: arcade.Practice, Score: engine.Score{Points: 52, Max: 52, Won: true, Perfect: true}, Millis: 90_000, Span: 90_000})
	private := played("dan", "dan", scotsi, arcade.Result{Class: arcade.Counted, Score: engine.Score{Points: 30, Max: 52}, Millis: 3_900_000, Span: 3_900_000})
	private.Shown = false
	open := func(code, game string, rows ...arcade.ChallengeRow) arcade.Challenge {
		return arcade.Challenge{Code: code, Game: game, Opened: raceOpens, Until: raceOpens.AddDate(0, 0, 30), Me: tuitest.Me, Players: rows}
	}
	shut := open("0ABCDEFG", scotsi, mine, played("bob", "a-nick-of-20-letters", scotsi, arcade.Result{Class: arcade.Counted, Score: engine.Score{Points: 40, Max: 52, Won: true}, Millis: 61_000, Span: 61_000}),
		known, private, arcade.ChallengeRow{ID: "cid", Nick: "cid"}, arcade.ChallengeRow{ID: "x", Nick: arcade.Nameless, Gone: true})
	shut.Shut = true
	store.Challenges = &tuitest.Challenges{
		List:   []arcade.Challenge{open("K7Q2M9XA", hop, theirs, arcade.ChallengeRow{ID: tuitest.Me, Nick: "me"}, arcade.ChallengeRow{ID: "cid", Nick: "cid"}), shut},
		Others: []arcade.Challenge{open("ZZTOP777", hop, theirs)},
		Rounds: map[string]arcade.Result{},
	}
	for id, game := range map[string]string{"ann": hop, "bob": scotsi, "eve": scotsi, tuitest.Me: scotsi} {
		g, _ := catalog.All().Find(game)
		deal := engine.NewRound(g, "DARE")
		if err := deal.Play(deal.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
		store.Challenges.Rounds[id] = arcade.Result{Record: deal.Record(), Score: deal.State().Score(), Class: arcade.Counted}
	}
	return store
}

// someDuels returns the store of a player with a duel that is over and two that go on: one that waits for
// an opponent, and one to be played.
func someDuels(t *testing.T) *tuitest.Store {
	store := ann(t)
	store.Events = &tuitest.Events{}
	row := func(id, nick string, rating int, points int) arcade.ChallengeRow {
		r := arcade.Result{
			Record: engine.Record{Game: "boardwalk/hop-45", Code: "DARE", Moves: make([]engine.Move, 31)}, Class: arcade.Counted,
			Score: engine.Score{Points: points, Max: 27, Won: true}, Millis: 250_000, Span: 250_000, Ended: raceOpens.UnixMilli(),
		}
		return arcade.ChallengeRow{ID: id, Nick: nick, Shown: true, Result: &r, Rating: arcade.Rating{Points: rating, Deviation: 80, Races: 9}}
	}
	duel := func(code string, rows ...arcade.ChallengeRow) arcade.Challenge {
		return arcade.Challenge{Code: code, Game: "boardwalk/hop-45", Opened: raceOpens, Until: raceOpens.AddDate(0, 0, 14), Shut: true, Duel: true, Me: tuitest.Me, Players: rows}
	}
	up, down := 23, -19
	mine, theirs := row(tuitest.Me, "me", 1512, 24), row("bob", "bob", 1540, 21)
	waits := duel("WA1TS00X", mine)
	mine.Rated, theirs.Rated = &up, &down
	over := duel("0VER000X", mine, theirs)
	over.Over = true
	toPlay := duel("T0PLAY0X", arcade.ChallengeRow{ID: "eve", Nick: arcade.Opponent}, arcade.ChallengeRow{ID: tuitest.Me, Nick: "me"})
	store.Challenges = &tuitest.Challenges{List: []arcade.Challenge{toPlay, waits, over}}
	return store
}

// A duel begins with a key. Of the opponent nothing is told before it is over, and then who has won, and
// what that does to the rating.
func TestADuelOnTheScreen(t *testing.T) {
	r := tuitest.New(t, someDuels(t), catalog.All())
	r.Sees("is to be played: C goes there.")
	r.Press("c")
	r.Sees("No game is open.") // a duel is not begun unasked
	r.Press("C")
	r.Sees("> T0PLAY0X")
	r.Press("home")
	r.Sees("> Begin a counted duel at Hop 45, with a player as strong as you", "duel, to be played", "duel, 24/27; waiting for an opponent", "24/27, 1st of 2")
	r.Press("enter")
	r.Sees("Enter a duel at Hop 45? The arcade finds the other player, and the result is", "y enter it  n no duel")
	r.Press("enter") // it answers nothing
	r.Sees("Enter a duel at Hop 45?", "Press y or n.")
	unseen(t, r, "U7Q2M9XA")
	r.Press("y")
	r.Sees("Duel U7Q2M9XA", "play the same new deal, once each.", "Enter begins, and you have a day from then.")
	unseen(t, r, "Challenge U7Q2M9XA")
	r.Press("enter")
	said(t, r, "Begin the deal of this duel? You play it once, and its clock runs until it ends.")
	r.Press("y")
	r.Sees("points 0/27", "  duel U7Q2M9XA", "q duel")
	unseen(t, r, "challenge")
	play(r, line(t, catalog.All()[hop45], "DAREU7Q2M9XA", 2)...)
	r.Press("q", "q", "q")
	r.Sees("Your duel at Hop 45 is open at move 2, and its clock runs: c goes there.")
	r.Press("c")
	r.Sees("  duel U7Q2M9XA", "moves 2")
	r.Press("q", "q", "C")
	r.Sees("> U7Q2M9XA")
	r.Press("down", "down", "enter")
	r.Sees("Duel WA1TS00X", "After a day the arcade does.", "you 1512")
	r.Press("q", "end", "enter")
	r.Sees("Duel 0VER000X", "You won: 24 to 21. It changes your rating in duels by +23.", "you 1535 (+23)", "bob 1521 (-19)")
}

// A duel that waits for the player is told of in the lobby and among the others, and entered with a key.
func TestADuelThatWaitsOnTheScreen(t *testing.T) {
	store := someDuels(t)
	store.Challenges.Waits = "boardwalk/scotsi"
	r := tuitest.New(t, store, catalog.All())
	r.Sees("A player of your strength waits for a duel at Scotsi. C goes there.")
	r.Press("o")
	r.Sees("waits for a duel at Scotsi")
	r.Press("C")
	r.Sees("> Answer another player's duel at Scotsi, which is counted", "Begin a counted duel at Hop 45")
	r.Press("enter", "y")
	r.Sees("Duel U7Q2M9XA", "Scotsi")
}

var challengesPresses = listPresses("Begin a counted duel at Hop 45", "Enter a friend", "0ABCDEFG", []press{
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
	{key: "Enter", sees: "Enter a duel at Hop 45?"},
	{key: "space", before: "down down", sees: "Challenge K7Q2M9XA"},
	{key: "c", sees: "Code of the challenge:"},
	{key: "x", before: "down down", sees: "Leave challenge K7Q2M9XA?"},
	{key: "PgDn", sees: "> 0ABCDEFG"},
	{key: "PgUp", before: "end", sees: "> Begin a counted duel"},
	{key: "H", sees: "Your history"},
	{key: "mouse", mouse: twice("K7Q2M9XA"), sees: "Challenge K7Q2M9XA"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", like: "q"},
}...)

var challengePresses = listPresses(" 1 a-nick", " 2 dan", "   Somebody", []press{
	{key: "F1", sees: ": the rules"},
	{key: "i", sees: ": the rules"},
	{key: "n", sees: "a fresh deal"},
	{key: "p", sees: "In this arcade players do not see each other."},
	{key: "Enter", sees: "Scotsi, replay"},
	{key: "space", sees: "Scotsi, replay"},
	{key: "PgDn", sees: ">    Somebody"},
	{key: "PgUp", before: "end", sees: ">  1 a-nick"},
	{key: "mouse", mouse: twice("eve"), sees: "Scotsi, replay"},
	{key: "N", sees: "What leaderboards call you"},
	{key: "c", sees: "The nick of a player who is here"},
	{key: "q", sees: "Enter a friend's challenge"},
	{key: "Esc", like: "q"},
}...)

// The last row offers Enter at a player whose game can be watched, and at no other.
func TestOnlyWhatCanBeWatchedIsOffered(t *testing.T) {
	r := tuitest.New(t, someChallenges(t), catalog.All())
	r.Press("C", "down", "down", "down", "enter", "home")
	r.Sees(">  1 a-nick", "Enter replay")
	r.Press("end")
	r.Sees(">    Somebody")
	unseen(t, r, "Enter replay")
	r.Press("enter")
	r.Sees("This player has deleted the account, and the game with it.")
}

// The list begins at a challenge to be played each time, also after the player has looked at it.
func TestTheListBeginsAtAChallengeToBePlayed(t *testing.T) {
	r := tuitest.New(t, someChallenges(t), catalog.All())
	for range 2 {
		r.Press("C")
		r.Sees("> K7Q2M9XA", "to be played")
		r.Press("enter")
		r.Sees("Enter play it")
		r.Press("q", "q")
	}
}

// A challenge whose deal the player has begun in another event says so, in the list too, and does not offer to play it.
func TestAChallengeToAnOpenDealIsNotOffered(t *testing.T) {
	store := someChallenges(t)
	store.Challenges.List[0].Elsewhere = true
	r := tuitest.New(t, store, catalog.All())
	r.Press("C", "down", "down")
	r.Sees("its deal is open elsewhere: finish it there first")
	r.Press("enter")
	r.Sees("Challenge K7Q2M9XA", "You have begun this deal elsewhere: finish it there first.")
	unseen(t, r, "Enter play")
}

// A challenge is declined, left or withdrawn from the list, after a question.
func TestAChallengeIsLeft(t *testing.T) {
	store := someChallenges(t)
	store.Challenges.News = []arcade.ChallengeNote{{Code: "ZZTOP777", From: "ann", Game: "boardwalk/hop-45"}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("C", "x")
	r.Sees("Decline challenge ZZTOP777?", "y decline")
	r.Press("x", "n")
	unseen(t, r, "Decline challenge")
	r.Press("x", "y")
	unseen(t, r, "ZZTOP777")
	r.Press("home", "down", "down", "x")
	r.Sees("Leave challenge K7Q2M9XA?")
	r.Press("n", "down", "x")
	r.Sees("Withdraw challenge 0ABCDEFG?")
	store.Challenges.Err = errors.New("others have entered it")
	r.Press("y")
	r.Sees("Others have entered it.", "0ABCDEFG")
	if got := store.Challenges.Asked; !slices.Equal(got, []string{"leave ZZTOP777", "leave 0ABCDEFG"}) {
		t.Errorf("it asked for %q", got)
	}
}

// Until the deal is played there is nothing to see of it; after that, the others' games.
func TestAChallengeIsPlayedOnce(t *testing.T) {
	store := someChallenges(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("C", "c")
	r.Type("zztop777")
	r.Press("enter")
	r.Sees("Challenge ZZTOP777", "Hop 45", "ann scored 24/27", "ssh -t HOST challenge ZZTOP777", " 24/27")
	unseen(t, r, "won", "4:10", "DARE")
	if got := store.Challenges.Asked; !slices.Equal(got, []string{"enter ZZTOP777"}) {
		t.Errorf("it asked for %q", got)
	}
	r.Press("up", "enter") // ann's game is not to be seen
	r.Sees("Begin the deal of this challenge?")
	r.Press("y")
	r.Sees("points 0/27", "challenge ZZTOP777")
	code := engine.Code("DAREZZTOP777")
	play(r, line(t, catalog.All()[hop45], code, 3)...)
	r.Press("q")
	r.Sees("Your game is not finished")
	r.Press("enter")
	r.Sees("Welcome back")
	unseen(t, r, string(code))
	r.Press("n")
	r.Sees("played once")
	r.Press("g", "y")
	r.Sees("It counts for challenge ZZTOP777.", string(code), "q challenge")
	r.Press("q")
	r.Sees("1 ann, challenger", "won", "4:10", "2 you", "given up", "n new deal")
	r.Press("enter")
	r.Sees("Hop 45, replay")
	r.Press("q", "n")
	r.Sees("a fresh deal", "points 0/27")
	last := lastOf(t, store)
	if last.Event != arcade.ChallengeEvent("ZZTOP777") || last.Record.Code != code {
		t.Errorf("the history has %+v", last)
	}
}

// A deal is passed on at the end of its game, from the history and from a replay.
func TestADealIsPassedOn(t *testing.T) {
	store := someChallenges(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter", "C")
	r.Sees("passed on once its game is finished")
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	r.Press("g", "y")
	r.Press("C")
	r.Sees("Challenge K7Q2M9XA", "C in their lobby", "  ssh -t HOST challenge K7Q2M9XA", "you, challenger")
	r.Press("q", "q", "H", "C")
	r.Sees("Challenge K7Q2M9XA")
	r.Press("q", "enter", "C")
	r.Sees("Challenge K7Q2M9XA")
	if got := store.Challenges.Asked; len(got) != 3 || !strings.HasPrefix(got[0], "pass on ") || got[1] != got[0] || got[2] != got[0] {
		t.Errorf("it asked for %q", got)
	}
}

// A daily is passed on once its day is over.
func TestASecretDealIsNotPassedOn(t *testing.T) {
	store := someChallenges(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	play(r, line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 3)...)
	r.Press("g", "y")
	r.Press("C")
	said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
	r.Press("q", "q", "H", "C")
	said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
	r.Clock += 30 * time.Hour.Milliseconds()
	r.Press("C")
	r.Sees("Challenge K7Q2M9XA")
}

func TestWhatIsNotToBeSeenOfAChallenge(t *testing.T) {
	r := tuitest.New(t, someChallenges(t), catalog.All())
	r.Press("C", "end", "enter", "home", "down")
	r.Press("enter")
	r.Sees("dan shows no games.")
	r.Press("end", "enter")
	r.Sees("deleted the account")
	r.Press("up", "enter")
	r.Sees("cid has not finished it yet.")
}

// A player hears of a friend's challenge in the lobby, goes there by two keys, and challenges
// others in turn, unless signals are off.
func TestAPlayerIsChallenged(t *testing.T) {
	store := someChallenges(t)
	store.Challenges.News = []arcade.ChallengeNote{
		{From: "ann", Code: "ZZTOP777", Game: "boardwalk/hop-45", Score: engine.Score{Points: 24, Max: 27}},
		{From: "cid", Code: "K7Q2M9XA", Game: "boardwalk/hop-45", Score: engine.Score{Points: 3, Max: 27}, Finished: true},
	}
	r := tuitest.New(t, store, catalog.All())
	r.Sees("ann challenges you: 24 of 27 on Hop 45: C, then Enter.")
	r.Press("C")
	r.Sees("> ZZTOP777")
	r.Press("enter")
	r.Sees("Challenge ZZTOP777", "ann scored 24/27")
	r.Press("c")
	r.Sees("Play it first")
	r.Press("q", "end", "enter")
	r.Sees("Challenge 0ABCDEFG")
	unseen(t, r, "Passed the deal on")
	r.Press("c", "x", "backspace", "backspace", "enter") // an empty field stays
	r.Type("dore")
	r.Sees("Challenge: dore")
	store.Challenges.Err = errors.New("nobody here has that nick")
	r.Press("enter") // a refused one can be corrected
	r.Sees("Nobody here has that nick.", "Challenge: dore")
	store.Challenges.Err = nil
	r.Press("backspace", "a", "enter")
	r.Sees("dora is challenged to your deal")
	unseen(t, r, "Challenge: dora")
	if got, want := store.Challenges.Asked, []string{"enter ZZTOP777", "tell dore of 0ABCDEFG", "tell dora of 0ABCDEFG"}; !slices.Equal(got, want) {
		t.Errorf("it asked for %q, want %q", got, want)
	}
}

// A player who reads in the lobby that another has finished a challenge comes to it by the two keys named there.
func TestTheNewestNewsIsChosen(t *testing.T) {
	store := someChallenges(t)
	store.Challenges.News = []arcade.ChallengeNote{
		{From: "cid", Code: "K7Q2M9XA", Game: "boardwalk/hop-45", Score: engine.Score{Points: 3, Max: 27}, Finished: true},
		{From: "ann", Code: "ZZTOP777", Game: "boardwalk/hop-45", Score: engine.Score{Points: 24, Max: 27}},
	}
	r := tuitest.New(t, store, catalog.All())
	r.Sees("cid finished your challenge", ": C, then Enter.")
	r.Press("C")
	if news := store.Challenges.News; len(news) != 1 || news[0].Finished { // the list tells it
		t.Errorf("the news are still %+v", news)
	}
	r.Press("enter")
	r.Sees("Challenge K7Q2M9XA")
}

// Notices of the lobby do not hide each other: a challenge shows beside a race, and in a low window
// the line says where the others are.
func TestNoticesDoNotHideEachOther(t *testing.T) {
	store := someChallenges(t)
	store.Challenges.News = []arcade.ChallengeNote{{From: "ann", Code: "ZZTOP777", Game: "boardwalk/hop-45", Score: engine.Score{Points: 24, Max: 27}}}
	store.Races = atRaces()(t).Races
	r := tuitest.New(t, store, catalog.All())
	r.Waits(arcade.WaitingRace{Code: "K7Q2M9", Game: "boardwalk/hop-45", By: "bob"})
	r.Sees("bob waits for a race of Hop 45: r, then Enter joins.", "ann challenges you: 24 of 27 on Hop 45: C, then Enter.")
	r.Resize(40, 12)
	r.Sees("bob waits for a race: r. More: o.")
}

// A challenge to a deal that the player has seen says that it is practice, and why: before it is
// entered and at the table.
func TestAChallengeToAKnownDealSaysWhyItIsPractice(t *testing.T) {
	store := someChallenges(t)
	store.Events.Known = true
	r := tuitest.New(t, store, catalog.All())
	r.Press("C", "enter")
	said(t, r, "You play it once. A game with help ranks last, and one of a deal you have seen is practice.")
	r.Press("enter", "y")
	said(t, r, "This game is practice: you have seen its deal before, in a game, watching or in a replay.")
}
