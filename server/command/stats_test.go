package command

import (
	"encoding/json"
	"strings"
	"testing"

	"boardwalk/engine"
)

// TestStatsStandAboveTheOdds prints the sums of a game whose odds are known and of one of which
// nobody knows them. No row is wider than a window.
func TestStatsStandAboveTheOdds(t *testing.T) {
	odds := engine.Odds{Winnable: engine.Share{Part: 997, Of: 1000}, House: engine.Share{Part: 63, Of: 100}}
	best := 27
	s := Stats{Games: []GameStats{
		{Game: "hopscotch", Name: "Boardwalk Hopscotch", called: "Boardwalk Hopscotch", Class: "counted", Played: 12_345, Won: 4000, Perfect: 1234, Average: 123.4, Best: &best, Streak: 10, Longest: 100, Odds: oddsOf(odds)},
		{Game: "hopscotch", Name: "Boardwalk Hopscotch", called: "Boardwalk Hopscotch", Class: "assisted", Played: 1, Odds: oddsOf(odds)},
		{Name: "Mine", called: "Mine", Class: "counted", Played: 8, Won: 3, Odds: oddsOf(engine.Odds{})},
	}}
	var out strings.Builder
	s.write(&out, engine.Library{Odds: map[string]engine.Odds{"hopscotch": odds}}, "")
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{
		"GAME CLASS PLAYED WON PERFECT MEAN BEST STREAK", "Boardwalk Hopscotch counted 12345 32% 1234 123.4 27 10/100",
		"Boardwalk Hopscotch assisted 1 0% 0 0.0 - -", "Mine counted 8 38% 0 0.0 - -", "",
		"Boardwalk Hopscotch: 99.7 of 100 deals can be won; the arcade's player wins 63.", "",
	} {
		if got := strings.Join(strings.Fields(lines[i]), " "); got != want || len(lines[i]) > 80 {
			t.Errorf("got %q, want %q", lines[i], want)
		}
	}
	if got, _ := json.Marshal(oddsOf(odds).House); !strings.HasPrefix(string(got), `{"won":63,"deals":100,"low":0.53`) {
		t.Errorf("got %s", got)
	}
	if got, _ := json.Marshal(s.Games[2]); strings.Contains(string(got), "odds") {
		t.Errorf("got %s", got)
	}
}
