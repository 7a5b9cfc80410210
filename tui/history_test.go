package tui_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// played returns a store with n results, oldest first: of three games in turn; won, lost
// and perfect; some of them assisted or practice. Only every tenth has a record that
// replays.
func played(n int) *tuitest.Store {
	games := catalog.All()[:3]
	store := &tuitest.Store{}
	for i := range n {
		g := games[i%3]
		info := g.Info()
		r := arcade.Result{
			Record: engine.Record{Game: info.ID, Version: info.Version, Code: engine.Code(fmt.Sprintf("G%d", i))},
			Score:  engine.Score{Points: (i*7 + i*i/50) % (info.Max + 1), Max: info.Max, Won: i%4 != 1},
			Class:  arcade.Counted, Millis: int64(60_000 + 1000*(i%120)), Ended: 1_700_000_000_000 + int64(i)*3_600_000,
		}
		switch {
		case i%10 == 0:
			r.Record.Moves = g.Deal(r.Record.Code).Moves()[:1]
		case i%8 == 7:
			r.Class = arcade.Assisted
		case i%16 == 5:
			r.Class = arcade.Practice
		}
		if r.Score.Points == info.Max {
			r.Score.Won, r.Score.Perfect = true, true
		}
		addResult(store, r)
	}
	return store
}

// addResult adds a result to a store's history.
func addResult(store *tuitest.Store, r arcade.Result) {
	r.ID = fmt.Sprintf("%08d", len(store.Results)+1)
	store.Results = append(store.Results, r)
}

// atHistory returns a robot at the history screen of a store.
func atHistory(t *testing.T, store *tuitest.Store) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, store, catalog.All())
	r.Press("H")
	return r
}

func TestHistoryFiltersHold(t *testing.T) {
	store := played(400)
	count := func(meant func(arcade.Result) bool) int {
		n := 0
		for _, r := range store.Results {
			if meant(r) {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		name  string
		keys  []string
		says  string
		meant func(arcade.Result) bool
	}{
		{"all", nil, "all games, all classes, all outcomes", func(arcade.Result) bool { return true }},
		{"a game", []string{"g"}, "Hop 45, all classes", func(r arcade.Result) bool { return r.Record.Game == "boardwalk/hop-45" }},
		{"the next game", []string{"g", "g"}, "Boardwalk Hopscotch, all", func(r arcade.Result) bool { return r.Record.Game == "boardwalk/hopscotch" }},
		{"counted", []string{"c"}, "all games, counted, all", func(r arcade.Result) bool { return r.Class == arcade.Counted }},
		{"assisted", []string{"c", "c"}, "all games, assisted", func(r arcade.Result) bool { return r.Class == arcade.Assisted }},
		{"practice", []string{"c", "c", "c"}, "all games, practice", func(r arcade.Result) bool { return r.Class == arcade.Practice }},
		{"won", []string{"o"}, "all classes, won", func(r arcade.Result) bool { return r.Score.Won }},
		{"perfect", []string{"o", "o"}, "all classes, perfect", func(r arcade.Result) bool { return r.Score.Perfect }},
		{"lost", []string{"o", "o", "o"}, "all classes, lost", func(arcade.Result) bool { return false }}, // none is played to its end
		{"given up", []string{"o", "o", "o", "o"}, "all classes, given up", func(r arcade.Result) bool { return !r.Score.Won }},
		{"together", []string{"g", "c", "o"}, "Hop 45, counted, won", func(r arcade.Result) bool {
			return r.Record.Game == "boardwalk/hop-45" && r.Class == arcade.Counted && r.Score.Won
		}},
		{"round to all", []string{"c", "c", "c", "c", "c", "c", "o", "o", "o", "o", "o", "o"}, "all classes, all outcomes", func(arcade.Result) bool { return true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := atHistory(t, store)
			r.Press(c.keys...)
			for range 50 { // the screen reads on as the end comes near
				r.Press("end")
			}
			r.Sees(c.says, fmt.Sprintf(" %d of 400\n", count(c.meant)))
		})
	}
}

func TestHistoryReadsOnWhereAFilterLeavesLittle(t *testing.T) {
	store := played(950)
	pages := 0
	store.Reading = func() { pages++ }
	r := atHistory(t, store)
	if r.Sees("100 of 100 read"); pages != 1 {
		t.Errorf("%d pages are read at first, want 1", pages)
	}
	r.Press("o", "o") // perfect games are rare
	if r.Sees(" of 950\n"); pages != 10 {
		t.Errorf("%d pages are read for the perfect games, want all 10", pages)
	}
}

func TestEscStopsReadingTheHistory(t *testing.T) {
	store := played(950)
	r := atHistory(t, store)
	pages := 0
	store.Reading = func() {
		if pages++; pages == 3 {
			r.Sees("Reading: 300 games so far; Esc stops.")
			r.Press("down", "esc") // keys are handled between two pages
		}
	}
	r.Press("o", "o")
	r.Sees("400 read", "Older games are not read: down reads on.", "Your history")
	r.Press("down")
	r.Sees(" of 950\n")
	r.Press("esc")
	r.Sees("Boardwalk Arcade")
}

func TestTheChosenGameStaysChosenUnderAFilter(t *testing.T) {
	r := atHistory(t, played(40))
	r.Press("down", "down", "down")
	chosen := chosenLine(t, r)
	r.Press("c")
	if got := chosenLine(t, r); got != chosen {
		t.Errorf("chosen is %q, want still %q", got, chosen)
	}
	r.Press("c", "c", "c", "c", "c")
	if got := chosenLine(t, r); got == chosen {
		t.Errorf("chosen is still %q, which is not practice", got)
	}
}

// chosenLine returns the line with the > of the choice.
func chosenLine(t *testing.T, r *tuitest.Robot) string {
	t.Helper()
	for line := range strings.SplitSeq(r.Screen(), "\n") {
		if strings.HasPrefix(line, "  > ") {
			return line
		}
	}
	t.Fatalf("nothing is chosen:\n%s", r.Screen())
	return ""
}

func TestAGameThatEndedMeanwhileComesToTheHistory(t *testing.T) {
	store := played(20)
	r := atHistory(t, store)
	r.Press("down")
	chosen := chosenLine(t, r)
	r.Press("?")
	again := store.Results[0]
	again.Ended++
	addResult(store, again)
	r.Press("q")
	r.Sees("21 of 21")
	if got := chosenLine(t, r); got != chosen {
		t.Errorf("chosen is %q, want still %q", got, chosen)
	}
}

func TestAHistoryThatCannotBeRead(t *testing.T) {
	store := played(200)
	r := atHistory(t, store)
	store.Unavailable = errors.New("the disk is gone")
	r.Press("end")
	r.Sees("The disk is gone.", "100 of 100 read")
	store.Unavailable = nil
	r.Press("up")
	r.Sees("200 of 200 read")
}

func TestABrokenRecordIsTold(t *testing.T) {
	store := played(1)
	store.Results[0].Record.Version = 99
	r := atHistory(t, store)
	r.Press("enter")
	r.Sees("Cannot be replayed: the record is of rules version 99")
	store.Results[0].Record.Game = "custom/none"
	r.Press("q", "H", "enter")
	r.Sees("the game custom/none is not on this server.", "> custom/none")
}

func TestAnEmptyHistory(t *testing.T) {
	r := atHistory(t, &tuitest.Store{})
	r.Sees("No game yet.")
	r.Press("enter", "end", "o")
	r.Sees("all classes, won")
	full := atHistory(t, played(1))
	full.Press("o", "o")
	full.Sees("No game of yours matches")
}

// While a game is chosen whose class was changed later, the history says why.
func TestHistorySaysWhyAGameDoesNotCount(t *testing.T) {
	const why = "The same deal was begun with another of your accounts before."
	store := played(2)
	store.Results[0].Class, store.Results[0].Ruling = arcade.Practice, why
	r := atHistory(t, store)
	if strings.Contains(r.Screen(), why) {
		t.Error("it shows at another game")
	}
	r.Press("down")
	r.Sees(why)
	r.Resize(40, 12) // where it takes two lines
	r.Sees("The same deal was begun with another", "of your accounts before.")
	r.Press("end")
	r.Sees("> Hop 45")
}

// ofAllKinds returns a store with a round of each way to end, and of each kind of event.
func ofAllKinds(t *testing.T) *tuitest.Store {
	store, hop := &tuitest.Store{}, catalog.All()[hop45]
	lost := engine.Record{Game: hop.Info().ID, Version: hop.Info().Version, Code: "R1"}
	for _, word := range over(t, hop, "R1") {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		lost.Moves = append(lost.Moves, m)
	}
	points := func(n int) engine.Score { return engine.Score{Points: n, Max: 27} }
	for _, r := range []arcade.Result{
		{Record: recordOf(t, hop45, 2), Score: points(2), Class: arcade.Counted, Event: arcade.RaceEvent("K7Q2M9")},
		{Record: lost, Score: points(6), Class: arcade.Assisted, Event: arcade.DailyEvent(aDay), Tally: engine.Tally{Hints: 2}},
		{Record: recordOf(t, hop45, 3), Score: points(3), Class: arcade.Practice},
		{Record: lost, Score: points(6), Class: arcade.Counted},
		{Record: recordOf(t, hop45, 1), Score: engine.Score{Points: 27, Max: 27, Won: true, Perfect: true}, Class: arcade.Counted},
	} {
		addResult(store, r)
	}
	return store
}

func TestHistorySaysHowEachEnded(t *testing.T) {
	r := atHistory(t, ofAllKinds(t))
	r.Sees("2/27  given up   race", "6/27  lost       assisted", "3/27  given up   practice", "6/27  lost  ", "27/27  perfect")
	r.Sees("dates are UTC")
	r.Press("end", "up")
	r.Sees("Daily 2023-11-14. Assisted: 2 hints shown.")
	r.Resize(120, 40) // the pane says it, and that the time of an event is all of it
	r.Sees("In all   0:00")
	if n := strings.Count(r.Screen(), "Assisted: 2 hints"); n != 1 {
		t.Errorf("what helped stands %d times:\n%s", n, r.Screen())
	}
	r.Resize(80, 24)
	for _, c := range []struct{ says, has, not string }{
		{"own deals", "3/27", "2/27"}, {"dailies", "6/27", "2/27"}, {"races", "race", "6/27"},
	} {
		r.Press("e")
		r.Sees("all outcomes, "+c.says, c.has)
		unseen(t, r, c.not)
	}
}

func TestNoKindOfEventIsCut(t *testing.T) {
	store := &tuitest.Store{}
	for _, e := range []arcade.Event{arcade.ChallengeEvent("K7Q2M9"), arcade.ChallengeEvent(arcade.DuelCode + "7Q2M9")} {
		addResult(store, arcade.Result{Record: recordOf(t, hop45, 2), Class: arcade.Counted, Event: e})
	}
	atHistory(t, store).Sees(" challenge ", " duel ")
}
