package tui_test

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
)

// atStats returns a robot at the statistics of a store.
func atStats(t *testing.T, store *tuitest.Store) *tuitest.Robot {
	t.Helper()
	r := atHistory(t, store)
	r.Press("s")
	return r
}

// results returns counted Hop 45 games given by letters, oldest first: w won, l lost, p a
// practice game that was won.
func results(letters string) *tuitest.Store {
	store := &tuitest.Store{}
	info := catalog.All()[hop45].Info()
	for _, letter := range letters {
		r := arcade.Result{
			Record: engine.Record{Game: info.ID, Version: info.Version, Code: "A"},
			Score:  engine.Score{Points: 20, Max: info.Max, Won: letter != 'l'},
			Class:  arcade.Counted, Millis: 60_000, Ended: int64(len(store.Results)),
		}
		if letter == 'p' {
			r.Class = arcade.Practice
		}
		if letter == 'l' {
			r.Score.Points = 5
		}
		addResult(store, r)
	}
	return store
}

func TestStatsCount(t *testing.T) {
	r := atStats(t, results("wwwlwpw"))
	r.Sees("Hop 45: 6 of 7 games won, 17.9 points on average.", "99.8 of 100 deals can be won; the arcade's player wins 63.", "> Hop 45                  7  86%  17.9    20       0     2/3")
	r.Press("tab")
	r.Sees("Hop 45: 5 of 6 games won, 17.5 points on average.", "> Hop 45                  6  83%  17.5    20       0     2/3")
	r.Press("home")
	r.Sees("all 7  [counted 6]  practice 1", "All games: 5 of 6 games won, in 6:00 at the table.", "Counted: a deal new to you, played without help.", "> All games", "     6  83%                   0     2/3      6:00   1:00", "     6  83%  17.5")
	r.Press("tab")
	r.Sees("[practice 1]", "Practice: a deal that you chose, or knew.", "     1 100%                   0       -      1:00")
	r.Press("c")
	r.Sees("[all 7]  counted 6", "2/3")
	unseen(t, r, lastGame().Info().Name) // which was not played
	r.Press("end")
	r.Sees("> Hop 45 ", "Games by points", "Game by game, points")
}

// The sums are kept by the store: of a long history only what the charts show is read.
func TestStatsReadOnlyWhatTheChartsShow(t *testing.T) {
	store := played(10_000)
	r := atHistory(t, store)
	pages := 0
	store.Reading = func() { pages++ }
	r.Press("s")
	r.Sees("[all 10000]  counted", "Charts of your newest 500 games.")
	if pages != 5 {
		t.Errorf("%d pages are read, want 5", pages)
	}
	r.Press("?", "q")
	r.Sees("all 10000", "Charts of your newest 500 games.")
	if pages != 6 {
		t.Errorf("after a look at the keys %d pages are read, want one more: 6", pages)
	}
}

// A game that was last played long ago has sums, and no chart.
func TestStatsOfAGamePlayedLongAgo(t *testing.T) {
	store := results(strings.Repeat("w", 550))
	for i := range store.Results[50:] {
		store.Results[50+i].Record.Game = "boardwalk/scotsi"
	}
	r := atStats(t, store)
	r.Sees("550 games", "Games by % of points", "Charts of your newest 500 games.")
	r.Press("down")
	r.Sees("> Hop 45                 50 100%", "50/50", "50 of 50 games won", "No charts: none of the newest 500.")
	unseen(t, r, "Games by points")
	other := results("p").Results[0]
	other.Record.Game = lastGame().Info().ID
	addResult(store, other)
	r = atStats(t, store)
	r.Press("tab", "end")
	r.Sees("[counted 550]", lastGame().Info().Name+": no game of this kind has ended yet.")
	if strings.Contains(r.Screen(), "Charts") || strings.Contains(r.Screen(), "No charts") {
		t.Errorf("charts are told of:\n%s", r.Screen())
	}
}

func TestStatsThatCannotBeRead(t *testing.T) {
	store := played(150)
	r := atHistory(t, store)
	store.Unavailable = errors.New("the disk is gone")
	r.Press("s")
	r.Sees("The disk is gone. r tries again.", "0 games")
	store.Unavailable = nil
	r.Press("r")
	r.Sees("[all 150]", "Average of")
	unseen(t, r, "r tries again")
}

// The charts can be what cannot be read, and then the sums show.
func TestStatsWhoseResultsCannotBeRead(t *testing.T) {
	store := played(450)
	r := atHistory(t, store)
	pages := 0
	store.Reading = func() {
		if pages++; pages == 3 {
			store.Unavailable = errors.New("the disk is gone")
		}
	}
	r.Press("s")
	r.Sees("all 450", "The disk is gone. r tries again.")
	store.Unavailable = nil
	r.Press("r")
	if r.Sees("all 450"); strings.Contains(r.Screen(), "gone") || strings.Contains(r.Screen(), "Charts of") {
		t.Errorf("not all is read again:\n%s", r.Screen())
	}
}

func TestStatsTakeInTheFirstGame(t *testing.T) {
	store := &tuitest.Store{}
	r := atStats(t, store)
	r.Press("?")
	addResult(store, results("w").Results[0])
	r.Press("q")
	r.Sees("1 game", "> Hop 45                  1 100%", "fastest win    1:00")
	said(t, r, "Charts begin with two games.")
	unseen(t, r, "Games by", "Average of", "Game by game")
}

// The fastest win is one that counts; without one it says that it had help.
func TestTheFastestWinCounts(t *testing.T) {
	store := results("w")
	store.Results[0].Class, store.Results[0].Millis = arcade.Assisted, 40_000
	r := atStats(t, store)
	r.Sees("fastest win    0:40, assisted")
	addResult(store, results("w").Results[0])
	r.Press("q", "q", "P", "end")
	r.Sees("fastest win    1:00")
	unseen(t, r, "0:40")
}

// Charts are offered where there are some: from two games on.
func TestStatsOfferChartsFromTwoGamesOn(t *testing.T) {
	r := atStats(t, results("w"))
	r.Sees("Charts begin with two games.")
	unseen(t, r, "Enter charts")
	r.Press("enter")
	r.Sees("Charts begin with two", "Enter does nothing; ? shows the keys.")
	r = atStats(t, results("ww"))
	r.Sees("Enter charts")
	r.Press("enter")
	unseen(t, r, "All games")
	r.Press("enter")
	r.Sees("All games")
}

// In a large window the details and the charts of the chosen game stand beside the table, once.
func TestStatsBesideTheTable(t *testing.T) {
	r := atStats(t, results("wwlwl"))
	for _, size := range [][2]int{{120, 40}, {200, 60}} {
		r.Resize(size[0], size[1])
		for _, once := range []string{"Games by points", "Game by game, points", "fastest win    1:00"} {
			if n := strings.Count(r.Screen(), once); n != 1 {
				t.Errorf("%v: %q stands %d times in\n%s", size, once, n, r.Screen())
			}
		}
		if !regexp.MustCompile(`(?m)^.{80,}(points|fastest win) `).MatchString(r.Screen()) {
			t.Errorf("%v: no details beside the table:\n%s", size, r.Screen())
		}
	}
	r.Press("enter")
	unseen(t, r, "All games")
	r.Sees("Games by points")
}

// A rating that does not fit into a line goes on in the next.
func TestStatsWrapARating(t *testing.T) {
	store := results("w")
	store.Accounts = &tuitest.Accounts{}
	store.Accounts.Player.Arcade = arcade.Rating{Points: 1498, Deviation: 214, Races: 3}
	r := atStats(t, store)
	r.Press("home")
	said(t, r, "1498 ± 214, provisional, after 3 races with the arcade's players: about as strong as")
}

func TestStatsTakeInAGameThatEndedMeanwhile(t *testing.T) {
	store := results("www")
	r := atStats(t, store)
	r.Press("?")
	again := store.Results[0]
	again.Ended++
	addResult(store, again)
	r.Press("q")
	r.Sees("4 games")
	r.Sees("4/4")
}

func TestStatsOfNothing(t *testing.T) {
	r := atStats(t, &tuitest.Store{})
	r.Press("enter", "c", "down", "down", "enter", "end", "up")
	r.Sees("0 games", "Your first finished game begins the statistics.")
}

// Who has played dailies alone has points, and no best.
func TestStatsOfDailiesHaveNoBest(t *testing.T) {
	store := results("w")
	store.Results[0].Event, store.Results[0].Score.Points = arcade.DailyEvent(aDay), 20
	r := atStats(t, store)
	r.Resize(120, 40)
	if !regexp.MustCompile(`Hop 45 +1 +100% +20\.0 +- +0 `).MatchString(r.Screen()) {
		t.Errorf("the screen is\n%s", r.Screen())
	}
}

// A best of no points is no best to show, in the lobby either, and no streak is no line.
func TestABestOfNothingIsNone(t *testing.T) {
	none := results("l").Results[0]
	none.Score.Points = 0
	store := &tuitest.Store{}
	addResult(store, none)
	r := atStats(t, store)
	r.Sees("1 game")
	unseen(t, r, "No best yet", "at best", "longest 0")
	r = tuitest.New(t, store, catalog.All())
	r.Sees("1 game")
	unseen(t, r, "best 0/")
}

// The statistics and the manual say alike what makes a game assisted.
func TestWhatMakesAGameAssisted(t *testing.T) {
	store := results("wwww")
	helped := store.Results[0]
	helped.Class, helped.Ended = arcade.Assisted, 4
	addResult(store, helped)
	r := atStats(t, store)
	r.Press("tab")
	r.Press("?")
	said(t, r, "assisted "+caption.Help)
	manual, err := os.ReadFile("PLAYING.md")
	if err != nil || !strings.Contains(strings.Join(strings.Fields(string(manual)), " "), "*assisted*: "+caption.Help+".") {
		t.Errorf("the manual does not say so: %v", err)
	}
}
