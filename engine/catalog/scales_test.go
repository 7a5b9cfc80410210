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
	scaleJudge = flag.String("judge", "", "a player, as JSON, who plays each deal four times, to see what its grade is worth")
)

// TestScales measures the scale of the game that -scale names, if it names one, and prints it
// as a row of engine/grade/scales.json. The deals are S1, S2 and so on. With -judge a player, such as {"tries":100},
// {"tries":1,"slips":15} or {"positions":150}, who should be none of the ladder, plays them too: of each grade it
// must win at least ten deals of a hundred less than of the one before.
func TestScales(t *testing.T) {
	if *scaleOf == "" {
		return
	}
	g, ok := catalog.All().Find(*scaleOf)
	if !ok {
		t.Fatalf("there is no game %q", *scaleOf)
	}
	s := grade.Scale{Game: g.Info().ID, Rules: g.Info().Version, Version: 1, Positions: *scaleOn, Rounds: *scaleTimes}
	if old, ok := grade.ScaleOf(g); ok {
		s.Version = old.Version + 1
	}
	if err := json.Unmarshal([]byte(*scaleBy), &s.Ladder); err != nil {
		t.Fatal(err)
	}
	var by judge
	if *scaleJudge != "" {
		if err := json.Unmarshal([]byte(*scaleJudge), &by); err != nil {
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
			won = append(won, by.wins(t, g, code, plays))
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
	row, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%s\n", row)
	for i, kind := range grade.Grades() {
		if *scaleJudge == "" {
			break
		}
		t.Logf("%s wins %.1f %% of the %s deals", *scaleJudge, share[kind].Percent(), kind)
		if i > 0 && share[grade.Grades()[i-1]].Percent() < share[kind].Percent()+10 {
			t.Errorf("%s deals are not harder than the grade before", kind)
		}
	}
}

// A judge plays deals to tell whether grades order them. One with Positions wins where a search of so many finds a
// win, and until then plays one of the three moves that look best.
type judge struct {
	grade.Player
	Positions int `json:"positions"`
}

// wins returns how many of so many rounds the judge wins; none if there is no judge.
func (j judge) wins(t *testing.T, g engine.Game, code engine.Code, rounds int) (won int) {
	t.Helper()
	if j == (judge{}) {
		return 0
	}
	for round := range rounds {
		random := rand.New(rand.NewPCG(uint64(j.Tries+j.Positions), uint64(round)))
		play := j.foresees
		if j.Positions == 0 {
			play = j.plays
		}
		ok, err := play(t.Context(), g.Deal(code), random)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			won++
		}
	}
	return won
}

// plays reports whether the judge wins as the players of a ladder do.
func (j judge) plays(ctx context.Context, s engine.State, random *rand.Rand) (bool, error) {
	playing := j.Play(s, random)
	for range hint.HouseMoves { // a player who slips could go on for ever
		if _, ok, err := playing.Step(ctx); err != nil || !ok || playing.Score().Won {
			return playing.Score().Won, err
		}
	}
	return false, nil
}

// foresees reports whether the judge comes to a position in which a search of its size finds a win.
func (j judge) foresees(ctx context.Context, s engine.State, random *rand.Rand) (bool, error) {
	for range hint.HouseMoves {
		found, err := engine.Solve(ctx, s, engine.Question{Goal: engine.GoalWin, Positions: j.Positions})
		if err != nil || found.Verdict != engine.VerdictUnknown {
			return found.Verdict == engine.VerdictWon, err
		}
		choices := s.(engine.Advisor).Advise(ctx, engine.Ask{Random: random})
		if len(choices) == 0 {
			return false, nil
		}
		if s, err = s.Play(choices[random.IntN(min(3, len(choices)))].Move); err != nil {
			return false, err
		}
	}
	return false, nil
}

// TestScalesFitTheirGames looks for rows that no measurement of today's games can have given.
func TestScalesFitTheirGames(t *testing.T) {
	for _, g := range catalog.All() {
		s, ok := grade.ScaleOf(g)
		if !ok {
			continue
		}
		if s.Cuts[0] > s.Cuts[1] || s.Cuts[1] > s.Cuts[2] || s.Version < 1 || s.Deals < 100 || s.Positions < 1 || len(s.Ladder) == 0 {
			t.Errorf("%s has the scale %+v", g.Info().ID, s)
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
