package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
)

// TestAnAnalysisConcludesAtItsEnd checks that no sum of a part of the moves is told.
func TestAnAnalysisConcludesAtItsEnd(t *testing.T) {
	store := &tuitest.Store{Analyses: &tuitest.Analyses{}}
	r := finishedHop(t, store)
	r.HoldCommands()
	r.Press("q")
	r.ReleaseCommands()
	r.Press("H", "enter")
	r.HoldCommands()
	r.Press("a")
	r.Sees("Searching")
	for _, conclusion := range []string{"nothing to say", "could be won", "The cards were", "No line", "Par is"} {
		if strings.Contains(r.Screen(), conclusion) {
			t.Errorf("it says %q before its end:\n%s", conclusion, r.Screen())
		}
	}
	r.ReleaseCommands()
	r.Sees("With what you saw")
}

func TestTheSignsOfAnAnalysisAreExplained(t *testing.T) {
	r := atHistory(t, analysed(t))
	r.Press("enter", "a")
	r.Sees("?! slip, ? mistake, ?? blunder, x lost for good, + good luck, - bad luck.")
	r.Resize(40, 12)
	unseen(t, r, "?! slip") // the summary has none of them
	r.Press("down", "down")
	r.Sees("?? blunder, x lost for good.")
}

// TestStatisticsBeginWhereTheGamesAre opens the statistics of a player whose only game does
// not count.
func TestStatisticsBeginWhereTheGamesAre(t *testing.T) {
	r := atStats(t, results("p"))
	r.Sees("Hop 45: 1 of 1 game won", "1 game")
	r.Press("?")
	said(t, r, "practice a deal that you chose, or knew")
	r.Press("q")
	r.Press("c")
	r.Sees("Hop 45: 1 of 1 game won")
	unseen(t, r, "Tab kind") // there is one alone
}

func TestStatisticsSayWhyThereIsNoBest(t *testing.T) {
	store := results("w")
	store.Results[0].Event = arcade.DailyEvent(aDay)
	r := atStats(t, store)
	r.Sees("No best yet: ? says what counts.")
	r.Press("?")
	said(t, r, caption.AboutBest)
	said(t, r, "counted a deal new to you, played without help")
}

func TestNOpensTheNick(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{Accounts: &tuitest.Accounts{}}, catalog.All())
	r.Press("N")
	r.Sees("Your account", "Nick: login-name")
}

func TestLuckySevenSaysWhyItHasPoints(t *testing.T) {
	r := tuitest.New(t, played(2), catalog.All())
	r.Press("down", "down", "enter")
	r.Sees("You start with 2 points: the largest group of a rank in your hand counts.")
}
