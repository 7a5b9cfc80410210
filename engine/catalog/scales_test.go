package catalog_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
)

var (
	scaleOf    = flag.String("scale", "", "the game to measure the scale of: an ID")
	scaleDeals = flag.Int("deals", 400, "how many deals to measure it with")
	scaleOn    = flag.Int("positions", 300_000, "the positions of a search")
	scaleBy    = flag.String("ladder", "", "the players of the ladder, as JSON")
)

// TestScales measures the scale of the game that -scale names, if it names one, and prints it
// as a row of engine/grade/scales.json. The deals are S1, S2 and so on.
func TestScales(t *testing.T) {
	if *scaleOf == "" {
		return
	}
	g, ok := catalog.All().Find(*scaleOf)
	if !ok {
		t.Fatalf("there is no game %q", *scaleOf)
	}
	s := grade.Scale{Game: g.Info().ID, Rules: g.Info().Version, Version: 1, Positions: *scaleOn}
	if old, ok := grade.ScaleOf(g); ok {
		s.Version = old.Version + 1
	}
	if _, rater := g.Deal("0").(engine.Rater); !rater {
		s.Rounds = 20
		if err := json.Unmarshal([]byte(*scaleBy), &s.Ladder); err != nil {
			t.Fatal(err)
		}
	}
	var hardness []int
	verdicts := map[engine.Verdict]int{}
	for i := range *scaleDeals {
		m, err := s.Measure(context.Background(), g, engine.Code(fmt.Sprint("S", i+1)))
		if err != nil {
			t.Fatal(err)
		}
		if verdicts[m.Verdict]++; m.Verdict == engine.VerdictWon {
			hardness = append(hardness, m.Hardness)
		}
	}
	s.Cuts, s.Deals = grade.Cuts(hardness), *scaleDeals
	count := map[grade.Kind]int{}
	for _, h := range hardness {
		count[s.Grade(h)]++
	}
	t.Logf("verdicts %v, grades %v, hardness %v", verdicts, count, hardness)
	fmt.Println(s)
}

// TestScalesFitTheirGames looks for rows that no measurement of today's games can have given.
func TestScalesFitTheirGames(t *testing.T) {
	for _, g := range catalog.All() {
		s, ok := grade.ScaleOf(g)
		if !ok {
			continue
		}
		if s.Cuts[0] > s.Cuts[1] || s.Cuts[1] > s.Cuts[2] || s.Version < 1 || s.Deals < 100 || s.Positions < 1 {
			t.Errorf("%s has the scale %s", g.Info().ID, s)
		}
		if _, rater := g.Deal("0").(engine.Rater); rater == (len(s.Ladder) > 0) {
			t.Errorf("%s has a rater or a ladder, and its scale is %s", g.Info().ID, s)
		}
	}
}
