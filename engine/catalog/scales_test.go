package catalog_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/engine/hint"
)

var (
	scaleOf    = flag.String("scale", "", "the game to measure the scale of: an ID")
	scaleDeals = flag.Int("deals", 400, "how many deals to measure it with")
	scaleOn    = flag.Int("positions", 300_000, "the positions of a search")
	scaleBy    = flag.String("ladder", "", "the players of the ladder, as JSON")
	scaleTimes = flag.Int("rounds", 14, "how often each player tries a deal")
	scaleJudge = flag.Int("judge", 0, "the tries of a player who plays each deal four times, to see what its grade is worth")
)

// TestScales measures the scale of the game that -scale names, if it names one, and prints it
// as a row of engine/grade/scales.json. The deals are S1, S2 and so on. With -judge N a player of N tries, who
// should be none of the ladder, plays them too: of each grade it must win at least ten deals of a hundred less
// than of the one before.
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
		s.Rounds = *scaleTimes
		if err := json.Unmarshal([]byte(*scaleBy), &s.Ladder); err != nil {
			t.Fatal(err)
		}
	}
	const plays = 4
	var hardness, won []int
	verdicts := map[engine.Verdict]int{}
	for i := range *scaleDeals {
		code := engine.Code(fmt.Sprint("S", i+1))
		m, err := s.Measure(context.Background(), g, code)
		if err != nil {
			t.Fatal(err)
		}
		if verdicts[m.Verdict]++; m.Verdict == engine.VerdictWon {
			hardness = append(hardness, m.Hardness)
			won = append(won, wins(t, g, code, *scaleJudge, plays))
		}
	}
	s.Cuts, s.Deals = quarters(slices.Clone(hardness)), *scaleDeals
	count, share := map[grade.Kind]int{}, map[grade.Kind]engine.Share{}
	for i, h := range hardness {
		kind := s.Grade(h)
		count[kind]++
		share[kind] = engine.Share{Part: share[kind].Part + won[i], Of: share[kind].Of + plays}
	}
	t.Logf("verdicts %v, grades %v, hardness %v", verdicts, count, hardness)
	fmt.Println(s)
	for i, kind := range grade.Grades() {
		if *scaleJudge == 0 {
			break
		}
		t.Logf("with %d tries %.1f %% of the %s deals are won", *scaleJudge, share[kind].Percent(), kind)
		if i > 0 && share[grade.Grades()[i-1]].Percent() < share[kind].Percent()+10 {
			t.Errorf("%s deals are not harder than the grade before", kind)
		}
	}
}

// wins returns how many of so many rounds a player of some tries wins; none of a player without tries.
func wins(t *testing.T, g engine.Game, code engine.Code, tries, rounds int) (won int) {
	t.Helper()
	for round := range rounds {
		if tries == 0 {
			break
		}
		house := hint.NewHouse(g.Deal(code), tries, rand.New(rand.NewPCG(uint64(tries), uint64(round))))
		for !house.Score().Won && house.Step(t.Context()) {
		}
		if house.Score().Won {
			won++
		}
	}
	return won
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
		for _, p := range s.Ladder {
			if p.Tries == 0 && p.Slips == 0 {
				t.Errorf("%s: a player without luck plays the same round %d times", g.Info().ID, s.Rounds)
			}
		}
	}
}

// quarters returns where the quarters of a survey begin: the least hardness of the second, the
// third and the fourth. It sorts the slice.
func quarters(hardness []int) (cuts [3]int) {
	slices.Sort(hardness)
	for i := range cuts {
		if n := len(hardness); n > 0 {
			cuts[i] = hardness[(i+1)*n/4]
		}
	}
	return cuts
}
