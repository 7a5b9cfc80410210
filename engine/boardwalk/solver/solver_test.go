package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// hop returns a deal of a game like Hop 45: nine ranks, three suits, four and five columns.
func hop(seed uint64) *compact.Table {
	t := &compact.Table{Rules: &compact.Rules{
		Upper: 4, Lower: 5, Max: 27, OrderLower: true, SpikePoints: true, PlayKnobs: compact.PlayKnobs{Slide: true, AutoFlipUpper: true},
	}}
	for rank := range 9 {
		t.Copies[rank] = 3
	}
	for c := range t.Columns() {
		t.Up[c], t.Rank[c], t.Down[c] = compact.None, compact.None, 3
	}
	t.Hidden = t.Deal(&t.Position, rand.New(rand.NewPCG(seed, 1)))
	for c := range t.Upper {
		t.Down[c]--
		t.Up[c] = t.Hidden[c][t.Down[c]]
	}
	t.Refresh(&t.Position)
	return t
}

func TestSolveFindsTheSameAgain(t *testing.T) {
	for seed := range uint64(5) {
		for _, goal := range []engine.Goal{engine.GoalWin, engine.GoalPoints} {
			a, b := Solve(t.Context(), hop(seed), goal, 0), Solve(t.Context(), hop(seed), goal, 0)
			if a.Verdict != b.Verdict || a.Positions != b.Positions || !slices.Equal(a.Line, b.Line) {
				t.Errorf("deal %d, %s: %+v, then %+v", seed, goal, a, b)
			}
		}
	}
}

func TestSolveTakesTheShortestForAnyWin(t *testing.T) {
	for seed := range uint64(20) {
		a, b := Solve(t.Context(), hop(seed), engine.GoalWin, 5000), Solve(t.Context(), hop(seed), engine.GoalShortest, 5000)
		if a.Verdict != b.Verdict || !slices.Equal(a.Line, b.Line) {
			t.Errorf("deal %d: %+v to win, %+v in the fewest moves", seed, a, b)
		}
	}
}

func TestSolveKeepsToItsLimit(t *testing.T) {
	for _, limit := range []int{1, 10, 500} {
		if r := Solve(t.Context(), hop(1), engine.GoalPoints, limit); r.Positions > limit+1 {
			t.Errorf("%d positions, want at most %d", r.Positions, limit)
		}
	}
}

func TestSolveEndsWithItsContext(t *testing.T) {
	ctx := &ending{Context: t.Context()}
	for seed := range uint64(3) {
		table := hop(seed)
		table.Rules.Slide = false
		ctx.calls = 0
		Solve(ctx, table, engine.GoalPoints, 0)
		if ctx.calls > 10 {
			t.Errorf("goes on after its context has ended: asks %d times", ctx.calls)
		}
		if Unwinnable(ctx, table.Rules, &table.Position, 1_000_000) {
			t.Error("a deal is proved lost")
		}
	}
}

// An ending is a context that has ended, and counts who asks.
type ending struct {
	context.Context
	calls int
}

func (e *ending) Err() error {
	e.calls++
	return context.Canceled
}

// TestUnwinnableSeesNoHiddenCard checks that a position is all that a proof is made of.
func TestUnwinnableSeesNoHiddenCard(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	proved := 0
	for seed := range uint64(60) {
		table := hop(seed)
		for range 4 + random.IntN(12) {
			if moves := table.Moves(&table.Position, nil); len(moves) > 0 {
				table.Play(&table.Position, &table.Hidden, moves[random.IntN(len(moves))])
			}
		}
		got := Unwinnable(t.Context(), table.Rules, &table.Position, 2000)
		if !got {
			continue
		}
		proved++
		for range 5 {
			table.Hidden = table.Deal(&table.Position, random)
			if r := Solve(t.Context(), table, engine.GoalWin, 0); r.Verdict != engine.VerdictLost {
				t.Errorf("proved lost, but the solver says %s", r.Verdict)
			}
		}
	}
	if proved < 5 {
		t.Errorf("only %d proofs", proved)
	}
}

// TestHopelessNeverErrs checks that no position on the way to a win is called hopeless.
func TestHopelessNeverErrs(t *testing.T) {
	for seed := range uint64(30) {
		table := hop(seed)
		r := Solve(t.Context(), table, engine.GoalWin, 0)
		p := table.Position
		for i, word := range r.Line {
			m, _ := table.Move(&p, word)
			if hopeless(table.Rules, &p, &table.Hidden) || hopeless(table.Rules, &p, nil) {
				t.Fatalf("deal %d, play %d: hopeless, and yet won", seed, i)
			}
			table.Play(&p, &table.Hidden, m)
		}
	}
}

func TestWeightsReadBack(t *testing.T) {
	for name, w := range learnt() {
		game, goal, _ := strings.Cut(name, " ")
		back, err := parseWeights(w.Line(game, engine.Goal(goal)))
		if err != nil || *back[name] != *w {
			t.Errorf("%s reads back as %v, %v", name, back, err)
		}
	}
	if _, err := parseWeights("hop-45 win 1 2 3\n"); err == nil {
		t.Error("too few weights pass")
	}
}

func TestLevelKeepsTheBest(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	for n := range 60 {
		var l level
		var want []float32
		for range n {
			v := float32(random.IntN(20))
			l.nodes = append(l.nodes, node{value: v})
			want = append(want, v)
		}
		k := random.IntN(n + 1)
		l.keep(k)
		slices.Sort(want)
		var got []float32
		for i := range l.nodes {
			got = append(got, l.nodes[i].value)
		}
		slices.Sort(got)
		if !slices.Equal(got, want[n-k:]) {
			t.Errorf("the best %d are %v, want %v", k, got, want[n-k:])
		}
	}
}

func TestSlidesToAndFroComeToAnEnd(t *testing.T) {
	// Six cards that go nowhere slide about on thirteen columns, in 1,235,520 ways.
	table := &compact.Table{Rules: &compact.Rules{Upper: 1, Lower: 13, Max: 34, PlayKnobs: compact.PlayKnobs{Slide: true}}}
	for c := range table.Columns() {
		table.Up[c], table.Rank[c], table.Count[c], table.Copies[c] = compact.None, engine.Rank(c), 1, 2
	}
	for c := range 6 {
		table.Up[1+c], table.Copies[14+c] = engine.Rank(14+c), 1
	}
	table.Refresh(&table.Position)
	s := newSearch(table, engine.GoalPoints, 0)
	if s.exhaust(t.Context(), long) || s.best.Most {
		t.Error("the search claims to know all positions")
	}
	const slides = 6 * 7 // of a position: each card to each free column
	if s.best.Positions > slides*deepest {
		t.Errorf("it looked at %d positions, more than %d times as many as one line has", s.best.Positions, slides)
	}
}
