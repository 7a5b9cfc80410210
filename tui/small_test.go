package tui_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

// TestTheLastRowIsIntactInTheSmallestWindow checks that no screen draws on the row of keys in
// the smallest window, also with long nicks, and after every key that may be refused: the last
// row is nothing but keys that are on offer, and the chosen entry of a list is in sight.
func TestTheLastRowIsIntactInTheSmallestWindow(t *testing.T) {
	for i, s := range screens() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for j, key := range []string{"", "down", "end", "b", "f", "m", "w", "y", "C", "enter"} {
				if !*deep && (i+j)%3 > 0 {
					continue
				}
				r := s.show(t, sizes[0], "")
				listed := strings.Contains(r.Screen(), "\n  > ")
				at := tui.TopType(r.App)
				if key != "" {
					r.Press(key)
				}
				rows := strings.Split(r.Screen(), "\n")
				for len(rows) < 12 { // Screen leaves out what is empty at the end
					rows = append(rows, "")
				}
				if !offered(r, rows[11]) {
					t.Fatalf("after %q the last row is not of keys:\n%s", key, r.Screen())
				}
				if listed && tui.TopType(r.App) == at && !strings.Contains(r.Screen(), "\n  > ") && strings.Contains("down end w y C", key) {
					t.Fatalf("after %q the chosen entry is out of sight:\n%s", key, r.Screen())
				}
			}
		})
	}
}

// offered reports whether a last row consists of keys that the top screen offers, or is a
// message that has taken their place: a signal, or what a key has done to one.
func offered(r *tuitest.Robot, row string) bool {
	rest := strings.TrimSpace(row)
	for _, k := range tui.HintsOf(r.App) {
		after, ok := strings.CutPrefix(rest, k.Keys+" "+k.Does)
		if bare, has := strings.CutPrefix(rest, k.Keys); !ok && has && (bare == "" || strings.HasPrefix(bare, "  ")) {
			after = bare // there is no room for what it does
		}
		rest = strings.TrimSpace(after)
	}
	return rest == "" || strings.Contains(row, ": ") || strings.HasSuffix(row, ".") || strings.HasSuffix(row, "Esc none")
}

// The refusal of a key takes two rows, and the chosen daily stays in sight.
func TestTheChosenDailyStaysInSight(t *testing.T) {
	r := tuitest.New(t, withDailies(t), catalog.All())
	r.Resize(40, 12)
	r.Press("D")
	for _, g := range catalog.All() {
		name := g.Info().Name
		r.Press("y")
		r.Sees("> "+name[:min(len(name), 11)], "You have not finished this one.")
		r.Press("down")
	}
}

// The time of a daily counts from the first sight of the deal, and is the same at the table, at
// its end, in the list and in the text to paste, however often the player was away.
func TestTheTimeOfADailyIsTheSameEverywhere(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	words := line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 4)
	r.Press("D", "enter", "y")
	r.Clock += 60_000
	play(r, words[:2]...)
	r.Press("q")
	r.Clock += 100_000
	r.Press("enter")
	r.Sees("   2:40  daily")
	play(r, words[2:]...)
	r.Clock += 20_000
	r.Sees("   3:00  daily")
	r.Press("g", "y")
	r.Clock += 50_000
	r.Sees("   3:00  daily", "Time 3:00")
	r.Press("y")
	r.Sees("given up, 3:00")
	r.Press("q", "q")
	r.Sees("/27 3:00")
	if got := lastOf(t, store); got.Millis/1000 != 180 || got.Span != got.Millis {
		t.Errorf("the history has %d, %d ms", got.Millis, got.Span)
	}
}

// The smallest window cuts no sentence off: it wraps, or has a shorter form. Names and cells of tables are cut, and
// what a pane or a page of its own says in full: of the bench, the workshop and the changes of a run.
func TestTheSmallestWindowCutsNoSentence(t *testing.T) {
	cut := regexp.MustCompile(`(?m)^(  [^ >].*|.*\w\. .*)…$`)
	for _, s := range screens() {
		if regexp.MustCompile("^(bench|workshop|run-choice)").MatchString(s.name) {
			continue
		}
		if row := cut.FindString(s.show(t, [2]int{40, 12}, "").Screen()); row != "" {
			t.Errorf("%s: %q", s.name, row)
		}
	}
	store := someDuels(t)
	store.Challenges.Waits, store.Challenges.List[0].Open = "boardwalk/hopscotch", 1
	r := tuitest.New(t, store, catalog.All())
	r.Resize(40, 12)
	for range catalog.All() {
		unseen(t, r, "…")
		r.Press("down")
	}
	r.Sees("Your challenge is open: c.")
}

// Of each daily that was played the list says how it went, and of all how many were played.
func TestTheListOfDailiesSumsUpTheDay(t *testing.T) {
	r := tuitest.New(t, someDailies(t), catalog.All())
	r.Resize(120, 24)
	r.Press("D")
	r.Sees("2 of 9 played, 1 won. 3 days in a row with a daily.", "1 h 46 min left",
		"given up 20/52, help", "won 44/52 3:00         #2 of 105")
}

// In a large window the board of the chosen daily stands beside the list.
func TestTheBoardStandsBesideTheDailies(t *testing.T) {
	store := ann(t)
	store.Events = &tuitest.Events{Turnout: map[string][2]int{"boardwalk/hop-45": {0, 7}}}
	of := func(game string) arcade.Leaderboard {
		return arcade.Leaderboard{Game: game, Class: arcade.Counted, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent(aDay)}
	}
	all := store.Accounts.Boards
	rows := slices.Clone(all[arcade.Leaderboard{Game: "boardwalk/hop-45", Class: arcade.Counted, Kind: arcade.AllTime}])
	rows[2].Result.Stopped = true
	all[of("boardwalk/hop-45")] = rows
	r := tuitest.New(t, store, catalog.All())
	r.Resize(160, 40)
	r.Press("D")
	r.Sees("The board of Hop 45", "1  bob", "40/27    1:01", "2  ann (you)", "12/27 given up", "4 more finished it, with help.")
	r.Resize(100, 24)
	r.Press("B")
	r.Sees("2023-11-14  given up", "2023-11-14  not won")
	r.Press("q")
	r.Resize(160, 40)
	r.Press("down")
	r.Sees("The board of Boardwalk Hopscotch", "To beat: the arcade's player, 25.1 of 52 points on all deals", "Nobody is on it yet.")
	unseen(t, r, "bob")
}

// The second game of a game begins a chart, the fifth the histogram; a scale begins at 0.
func TestStatsOfFewGames(t *testing.T) {
	for n, says := range []string{"Your first finished game", "fastest win    1:00"} {
		r := atStats(t, results(strings.Repeat("w", n)))
		r.Sees(says)
		unseen(t, r, "Games by", "Game by game", "points  ")
	}
	r := atStats(t, results("lw"))
	r.Sees("points         5, 20 of 27, oldest first", "Game by game, points", " 27│", "  0│")
	unseen(t, r, "Games by", "long run")
	r = atStats(t, results("lwwwl"))
	r.Sees("points         5, 20, 20, 20, 5 of 27, oldest first", "long run       from these 5 games, your win rate is between 23 and 88 of 100", "Games by points", "Game by game, points")
	r = atStats(t, results(strings.Repeat("l", 10)+strings.Repeat("w", 10)))
	r.Sees("last 10        10 won, 74% of points", "10 before      0 won, 19% of points", "Average of 10 games")
}
