package words_test

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestExploringInWords(t *testing.T) {
	const day = "2023-11-13"
	g := catalog.All()[0]
	code := tuitest.DailyCode(g.Info().ID, day)
	store := &tuitest.Store{Events: &tuitest.Events{Tracks: tuitest.Tracks(g, code, 40)}, Accounts: &tuitest.Accounts{}}
	e := env(store, "ABC")
	e.Accounts = store.Accounts
	withEvents(store, &e)

	got := talk(t, e, "daily hop 45 "+day, "explore "+day+" hop 45", "look", "a1", "a1b4", "moves", "back", "back", "undo", "stop", "leave", "back")
	sees(t, got, "explore "+day+" Hop 45 tells where its players went.", "Hop 45, daily "+day+". Type a move to go on",
		"a1b4: 10 of 26 players, 5.0 points on average, 0 won. Four of ", "Games of private players are left out.",
		"Four of Diamonds, can go to: ", " of 10 players, ", "Taken back: Four of ", "This is the deal.",
		"You explore: leave goes back, and where you play there is undo.", "stop You explore: leave goes back.", "You explore no longer.",
		"You explore no daily: explore DAY NAME does, then back works.", "Explore> look a1, upper pile: Four of Diamonds, 2 face down")
	if n := strings.Count(got, "a1b4: 10 of 26 players"); n != 2 {
		t.Errorf("where players went from the deal is told %d times:\n%s", n, got)
	}
	got = talk(t, e, "play 1", "explore hop 45 "+day+" a1b4", "a1a1", "row 4", "play 1")
	sees(t, got, "Hop 45> explore", "of 10 players, ", "Explore> row 4 a4, lower foundation", "Explore> play 1 Hop 45: a fresh deal")
	got = talk(t, e, "explore", "explore hop 45", "explore nothing "+day, "explore hop 45 2023-11-14", "explore hop 45 "+day+" a1a1")
	sees(t, got, "Say the day and the game, such as explore 2026-11-22 hop 45.", "There is no game \"nothing\"", "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).", "a1a1: ", "Menu>")
	if strings.Contains(got, "Explore> look a1, upper pile: Four of Diamonds, 2 face down") {
		t.Errorf("it explores what cannot be:\n%s", got)
	}
}
