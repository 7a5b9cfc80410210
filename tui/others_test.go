package tui_test

import (
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// withOthers returns a store in which something waits for the player behind each door to others.
func withOthers(t *testing.T) *tuitest.Store {
	store, company, waits, challenges := someDailies(t), inCompany(t), whereSomebodyWaits(t), someDuels(t)
	store.Company, store.Spectators = company.Company, company.Spectators
	store.Races, store.Challenges = waits.Races, challenges.Challenges
	store.Accounts = &tuitest.Accounts{
		Player: arcade.Account{Known: true, Nick: "me"},
		Boards: map[arcade.Leaderboard][]arcade.Standing{
			{Game: "boardwalk/scotsi", Class: arcade.Counted, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent(aDay), Friends: true}: {
				{Rank: 1, Nick: "me", Mine: true, Result: arcade.Result{Score: engine.Score{Points: 44}}},
				{Rank: 2, Nick: "ann", Result: arcade.Result{Score: engine.Score{Points: 19}}},
			},
			{Game: "boardwalk/hop-45", Class: arcade.Counted, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent(aDay)}: {
				{Rank: 1, Nick: "stranger", Result: arcade.Result{Score: engine.Score{Points: 27}}},
			},
			{Class: arcade.Counted, Kind: arcade.Notable}: {
				{Rank: 1, Nick: "cara", Result: arcade.Result{Record: engine.Record{Game: "boardwalk/hop-45"}, Score: engine.Score{Points: 26, Max: 27}}},
			},
		},
	}
	return store
}

// The page says what waits behind each door, and who of those whom the player follows played the daily.
func TestOthersOnOnePage(t *testing.T) {
	r := tuitest.New(t, withOthers(t), catalog.All())
	r.Press("o")
	r.Sees("> D  Daily", "2 of 9 played, 1 won, 2nd of 105 at Scotsi.", "Scotsi: you 44, ann 19.",
		"ann waits for a race of Hop 45: r, then Enter joins.", "is to be played: C goes there.", "Here: ann, a-nick-of-20-letters, ",
		"This week cara won Hop 45 with 26 of 27 points.")
	unseen(t, r, "stranger")
	r.Press("r", "enter")
	r.Sees("Race ")
}

// What others do stays in the lobby, whatever is said about the chosen game: the blanks between shrink.
func TestTheRowsOfOthersStayInTheLobby(t *testing.T) {
	store := withOthers(t)
	store.Results, store.Open = nil, nil // a new player is welcomed, too
	for _, width := range []int{80, 100, 120} {
		r := tuitest.New(t, store, catalog.All())
		r.Resize(width, 40)
		for range catalog.All() {
			r.Sees("D  Daily", "B  Boards")
			r.Press("down")
		}
	}
}

// A tall window has room in the lobby for a row of each door, and so it stays after another page.
func TestATallLobbySaysWhatOthersDo(t *testing.T) {
	r := tuitest.New(t, withOthers(t), catalog.All())
	unseen(t, r, "This week cara")
	r.Resize(160, 50)
	if n := strings.Count(r.Screen(), "ann waits for a race of Hop 45"); n != 1 {
		t.Errorf("a race is told %d times:\n%s", n, r.Screen())
	}
	for range 2 {
		r.Sees("D  Daily       2 of 9 played", "B  Boards      This week cara won Hop 45 with 26 of 27 points.")
		r.Press("o", "q")
	}
	r.Click("cara won Hop 45")
	r.Sees("Leaderboards")
}

// Whoever is alone reads what to do all the same: the arcade's player races at once.
func TestOthersAlone(t *testing.T) {
	r := tuitest.New(t, aloneInCompany(t), catalog.All())
	r.Press("o")
	r.Sees("Nobody waits now. The arcade races you at once", "Nobody else can be seen here")
	r.Press("down", "enter")
	r.Sees("> Race the arcade now")
}

// What a session lacks is said in its place, and Enter does no more.
func TestOthersThatASessionLacks(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("o")
	r.Sees("Nobody else can be seen from this session.")
	r = tuitest.New(t, ann(t), catalog.All())
	r.Press("o")
	r.Sees("There is no daily in this session.", "In this arcade players do not see each other.")
	r.Press("enter")
	r.Sees("> D  Daily")
}

// A click on an entry goes there.
func TestAClickGoesToOthers(t *testing.T) {
	r := tuitest.New(t, withOthers(t), catalog.All())
	r.Press("o")
	r.Click("Watch")
	r.Sees("> w  Watch")
	r.Click("Watch")
	r.Sees("watched by")
}

// The lists of races and of challenges are read again as long as they show.
func TestListsOfOthersFollow(t *testing.T) {
	r := tuitest.New(t, someRaces(t), catalog.All())
	r.Press("r")
	r.Store.Races.List = append([]*arcade.Race{with(aRace(), func(r *arcade.Race) { r.Code = "9WXYZ9" })}, r.Store.Races.List...)
	r.Tick()
	r.Sees("9WXYZ9")
	r = tuitest.New(t, someDuels(t), catalog.All())
	r.Press("C")
	all := r.Store.Challenges.List
	r.Sees(all[0].Code)
	r.Store.Challenges.List = all[1:]
	r.Tick()
	unseen(t, r, all[0].Code)
}

// The page is read again when the player comes back to it, and as long as it shows.
func TestOthersAreReadAgain(t *testing.T) {
	store := withOthers(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("o", "p")
	store.Company.Here = append(store.Company.Here[:1], arcade.Person{Nick: "zoe", Doing: arcade.Here, Idle: time.Second})
	r.Press("q")
	r.Sees("Here: zoe.")
	store.Company.Here[len(store.Company.Here)-1].Nick = "yan"
	store.Spectators.Live = store.Spectators.Live[:1]
	for range 2 { // the list of people, which was left, had planned to read again
		r.Tick()
	}
	r.Sees("Here: yan.", "1 table to watch.")
}
