package command

import (
	"encoding/json"
	"strings"
	"testing"

	"boardwalk/engine"
)

// TestStatsStandBesideTheOdds prints the sums of a game whose odds are known and of one of
// which nobody knows them.
func TestStatsStandBesideTheOdds(t *testing.T) {
	odds := oddsOf(engine.Odds{Winnable: engine.Share{Part: 997, Of: 1000}, House: engine.Share{Part: 63, Of: 100}})
	s := Stats{Games: []GameStats{{Name: "Hop 45", Class: "counted", Played: 8, Won: 3, Odds: odds}, {Name: "Mine", Class: "counted", Played: 1, Odds: oddsOf(engine.Odds{})}}}
	var out strings.Builder
	s.write(&out)
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{"GAME CLASS PLAYED WON HOUSE CAN BE PERFECT", "Hop 45 counted 8 3 (38%) 63% 99.7% 0", "Mine counted 1 0 (0%) - - 0"} {
		if got := strings.Join(strings.Fields(lines[i]), " "); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got, _ := json.Marshal(odds.House); !strings.HasPrefix(string(got), `{"won":63,"deals":100,"low":0.53`) {
		t.Errorf("got %s", got)
	}
	if got, _ := json.Marshal(s.Games[1]); strings.Contains(string(got), "odds") {
		t.Errorf("got %s", got)
	}
}
