package survey_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/survey"
)

// A coin is a game of one move, a1, which wins every deal whose code ends in an even digit.
// Its solver knows, and finds nothing out about those that end in 9.
type coin struct {
	engine.Game
	lies bool // the solver says that every deal is won
}

func (coin) Info() engine.Info {
	return engine.Info{ID: "coin", Version: 1, Name: "Coin", Max: 10}
}

func (c coin) Deal(code engine.Code) engine.State {
	return toss{game: c, last: code[len(code)-1]}
}

type toss struct {
	engine.State
	game coin
	last byte
	over bool
}

var tossed = engine.Move{From: engine.At(1, 1)}

func (s toss) Moves() []engine.Move {
	if s.over {
		return nil
	}
	return []engine.Move{tossed}
}

func (s toss) Over() bool { return s.over }

func (s toss) Play(m engine.Move) (engine.State, error) {
	if s.over || m != tossed {
		return nil, &engine.IllegalMove{Move: m, Code: "no"}
	}
	s.over = true
	return s, nil
}

func (s toss) Score() engine.Score {
	won := s.over && s.last%2 == 0
	score := engine.Score{Points: int(s.last - '0'), Max: 10, Won: won, Perfect: won && s.last == '8'}
	if !s.over {
		score.Points = 0
	}
	return score
}

func (s toss) Board() engine.Board {
	card := engine.NewCard(engine.Ace, engine.Hearts)
	if s.over {
		card = engine.NewCard(engine.Ace, engine.Spades)
	}
	return engine.Board{Piles: []engine.View{{At: engine.At(1, 1), Cards: []engine.Card{card}}}}
}

func (s toss) Solve(context.Context, engine.Question) engine.Solution {
	switch {
	case s.game.lies || s.last%2 == 0:
		return engine.Solution{Verdict: engine.VerdictWon, Line: []engine.Move{tossed}, Points: int(s.last - '0')}
	case s.last == '9':
		return engine.Solution{Verdict: engine.VerdictUnknown}
	}
	return engine.Solution{Verdict: engine.VerdictLost}
}

func (s toss) Advise(context.Context, engine.Ask) []engine.Choice {
	if s.over {
		return nil
	}
	return []engine.Choice{{Move: tossed}}
}

func start(t *testing.T, g engine.Game, o survey.Options) *survey.Survey {
	t.Helper()
	s, err := survey.New(g, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// run examines the first deals of a survey, in any order, each in some microseconds.
func run(t *testing.T, s *survey.Survey, deals int) *survey.Tally {
	t.Helper()
	tally := survey.NewTally(s)
	for _, i := range rand.Perm(deals) {
		d := survey.Deal{Code: s.Code(i)}
		if s.Solver {
			solved, err := s.Solve(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			solved.Micros = int64(i+1) * 1000
			d.Solver = &solved
		}
		if s.Advisor {
			played := s.Play(context.Background(), i)
			played.Micros = 500
			d.House = &played
		}
		tally.Add(d)
	}
	return tally
}

func TestTheResultIsTheObjectOfTheDocumentation(t *testing.T) {
	for _, c := range []struct {
		o    survey.Options
		want string
	}{
		{survey.Options{Seed: "S", Solver: true, Goal: engine.GoalWin, Advisor: true},
			`{"game":"coin","version":1,"deals":100,"seed":"S","goal":"win","tries":0,"solver":{"won":50,"lost":40,"unknown":10,"low":0.403832,"high":0.596168,"ms_median":50,"ms_p95":95,"ms_max":100},` +
				`"advisor":{"won":50,"points":4.5,"low":0.403832,"high":0.596168,"cpu_ms_per_deal":0.5}}`},
		{survey.Options{Seed: "S", Solver: true, Goal: engine.GoalPoints},
			`{"game":"coin","version":1,"deals":100,"seed":"S","goal":"points","solver":{"won":50,"lost":40,"unknown":10,"low":0.403832,"high":0.596168,"ms_median":50,"ms_p95":95,"ms_max":100,"perfect":10,"points":2}}`},
		{survey.Options{Seed: "S", Advisor: true, Tries: 7, Budget: "1s", Program: "v1.2.3"},
			`{"game":"coin","version":1,"deals":100,"seed":"S","tries":7,"budget":"1s","program":"v1.2.3","advisor":{"won":50,"points":4.5,"low":0.403832,"high":0.596168,"cpu_ms_per_deal":0.5}}`},
	} {
		got, err := json.Marshal(run(t, start(t, coin{}, c.o), 100).Result())
		if err != nil || string(got) != c.want {
			t.Errorf("got %s, %v, want\n%s", got, err, c.want)
		}
	}
}

func TestTheTable(t *testing.T) {
	table := run(t, start(t, coin{}, survey.Options{Seed: "S", Solver: true, Advisor: true}), 100).String()
	for _, want := range []string{
		"Coin, 100 deals: S0 to S99\n",
		"\n  can be won            50    50.00 %   (40.38 to 59.62)\n",
		"\n  unknown               10    10.00 %   (5.52 to 17.44)\n",
		"\n  moves to win   1.0 on average\n",
		"        9        10 ████████████████████████████████████████\n       10         0\n",
		"\n  CPU a deal     mean 0.500 ms, median 0.500 ms, p95 0.500 ms, max 0.500 ms\n",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}

func TestAWrongLineIsNoResult(t *testing.T) {
	s := start(t, coin{lies: true}, survey.Options{Seed: "S", Solver: true})
	if _, err := s.Solve(context.Background(), 0); err != nil {
		t.Errorf("of a right line: %v", err)
	}
	if _, err := s.Solve(context.Background(), 1); err == nil || !strings.HasPrefix(err.Error(), "deal S1 of coin: ") {
		t.Errorf("of a wrong line: %v", err)
	}
}

func TestAGameWithoutASolver(t *testing.T) {
	g := plain{coin{}}
	if _, err := survey.New(g, survey.Options{Seed: "S", Solver: true}); !errors.Is(err, engine.ErrNoSolver) {
		t.Errorf("got %v", err)
	}
	if got := run(t, start(t, g, survey.Options{Seed: "S", Advisor: true}), 10).Result().Advisor; got.Won != 5 {
		t.Errorf("play-outs find the only move: %+v", got)
	}
}

// A plain coin has neither solver nor advisor.
type plain struct{ coin }

type plainToss struct{ engine.State }

func (g plain) Deal(code engine.Code) engine.State { return plainToss{g.coin.Deal(code)} }

func (s plainToss) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	return plainToss{next}, err
}

func TestTheHousePlaysTheSameAgain(t *testing.T) {
	g, _ := catalog.All().Find("boardwalk/hop-45")
	s := start(t, g, survey.Options{Seed: "S", Advisor: true, Tries: 2})
	var played []survey.Played
	for i := range 8 {
		played = append(played, s.Play(context.Background(), i))
	}
	for i := 7; i >= 0; i-- {
		if again := s.Play(context.Background(), i); again != played[i] {
			t.Errorf("deal %d: %+v and then %+v", i, played[i], again)
		}
	}
}

func TestMostDeals(t *testing.T) {
	for _, c := range []struct {
		seed string
		want int
	}{{"S", 1_000_000_000}, {strings.Repeat("S", 30), 100}, {strings.Repeat("S", 32), 0}} {
		if got := survey.MostDeals(engine.Code(c.seed)); got != c.want {
			t.Errorf("%s: %d, want %d", c.seed, got, c.want)
		}
	}
}

// TestTimes compares percentiles with those of a sorted list.
func TestTimes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := start(t, coin{}, survey.Options{Seed: "S", Solver: true})
	tally := survey.NewTally(s)
	var all []float64
	for i := range 10_000 {
		micros := int64(math.Exp(random.Float64() * 25)) // to 20 hours
		all = append(all, float64(micros)/1000)
		tally.Add(survey.Deal{Code: s.Code(i), Solver: &survey.Solved{Verdict: engine.VerdictWon, Micros: micros}})
	}
	slices.Sort(all)
	got := tally.Result().Solver
	for _, c := range []struct{ got, want float64 }{{got.Median, all[4999]}, {got.P95, all[9499]}} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if got.Max != all[9999] {
		t.Errorf("at most %v, want %v", got.Max, all[9999])
	}
}
