package words_test

import (
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestAGhostInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := env(store, "ABC", "DEF")
	talk(t, e, after("finish", "yes", "leave")...)
	store.Results[0].Millis = 60 * 60_000 // its one move ends the hour
	got := talk(t, e, "ghost", "look", "a1a4", "score", "finish", "yes", "new", "score", "leave")
	sees(t, got, "Hop 45, deal ABC: practice.", "You race a game with 1 point, in 1 move and 1 hour.",
		"Ghost: 0 points, 0 moves.", "practice, deal ABC.", ", the ghost 1 in 1:00:00.")
	if n := strings.Count(got, "Ghost:"); n != 2 {
		t.Errorf("its standing is told %d times, not after the move and by score:\n%s", n, got)
	}
	if n := strings.Count(got, "the ghost 1 in"); n != 1 {
		t.Errorf("its end is told %d times:\n%s", n, got)
	}
	if got := store.Results; len(got) != 2 || got[1].Class != arcade.Practice || got[1].Record.Code != "ABC" {
		t.Errorf("the history has %+v", got)
	}
}

// Games of others are raced as a board or the replay command names them.
func TestTheGhostsOfOthers(t *testing.T) {
	store := &tuitest.Store{}
	e := env(store, "ABC")
	talk(t, e, after("finish", "yes", "leave")...)
	theirs := store.Results[0]
	theirs.ID, theirs.Millis = "01THEIRS", 60_000
	accounts := &tuitest.Accounts{
		Results: map[string]arcade.Result{theirs.ID: theirs},
		Boards: map[arcade.Leaderboard][]arcade.Standing{
			{Game: theirs.Record.Game, Kind: arcade.AllTime, Class: arcade.Counted}: {{Rank: 1, Nick: "bea", Result: theirs}},
		},
	}
	store.Results, e.Accounts = nil, accounts
	const race = "You race a game with 1 point, in 1 move and 1 minute."
	sees(t, talk(t, e, "ghost place 1", "top hop 45", "ghost place 2"), "That is no place of a board that you were told")
	sees(t, talk(t, e, "top hop 45", "ghost place 1"), "Hop 45, deal ABC: practice.", race)
	sees(t, talk(t, e, "ghost hop 45"), "ghost 2 races a game of your history")
	sees(t, talk(t, e, "ghost 01THEIRS"), "Hop 45, deal ABC: practice.", race)
}

func TestWhatNoGhostRaces(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{}}
	e := env(store, "ABC")
	sees(t, talk(t, e, "ghost", "ghost 0", "ghost 01X"), "No game yet.", "A game has a number from 1, the newest, to 100: ghost 2.", "ghost 2 races a game of your history, and ghost place 1 one of the board")

	withEvents(store, &e)
	first := catalog.All()[0].Deal(tuitest.DailyCode(catalog.All()[0].Info().ID, "2023-11-14")).Moves()[0].String()
	sees(t, talk(t, e, "daily hop 45", "y", first, "finish", "yes", "ghost"), "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")

	talk(t, e, after("finish", "yes", "leave")...)
	played := store.Results[1]
	store.Results[1].Millis = 0
	sees(t, talk(t, e, "ghost"), "This game cannot be raced: nobody knows how long it took.")
	store.Results[1].Millis, store.Results[1].Record.Version = 1, 99
	sees(t, talk(t, e, "ghost"), "This game cannot be replayed:")
	store.Results[1].Record.Game = "custom/none"
	sees(t, talk(t, e, "ghost"), "This game cannot be replayed: the game custom/none is not on this server. Its score stands.")
	store.Results[1] = played
	sees(t, talk(t, e, "play hop 45", "c1c4", "leave", "ghost"), "Hop 45 is open: play it first, and finish it or deal there.")
}
