package sat_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"boardwalk/engine/hopscotch/sat"
)

// random3 returns a random formula of clauses of three literals. With 4.3 clauses a variable,
// about half of them can be satisfied.
func random3(random *rand.Rand, variables, clauses int) [][]sat.Lit {
	f := make([][]sat.Lit, clauses)
	for i := range f {
		for range 3 {
			l := sat.Is(random.IntN(variables))
			if random.IntN(2) == 0 {
				l = l.Neg()
			}
			f[i] = append(f[i], l)
		}
	}
	return f
}

// holds reports whether a formula is true.
func holds(f [][]sat.Lit, value func(v int) bool) bool {
	for _, clause := range f {
		ok := false
		for _, l := range clause {
			ok = ok || value(int(l/2)) == (l%2 == 0)
		}
		if !ok {
			return false
		}
	}
	return true
}

func solver(variables int, f [][]sat.Lit) *sat.Solver {
	s := sat.New(variables)
	for _, clause := range f {
		s.Add(clause...)
	}
	return s
}

func TestAgainstTruthTables(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const variables = 12
	count := make(map[sat.Status]int)
	for range 500 {
		f := random3(random, variables, 40+random.IntN(30))
		want := sat.Unsatisfiable
		for x := range 1 << variables {
			if holds(f, func(v int) bool { return x>>v&1 == 1 }) {
				want = sat.Satisfied
				break
			}
		}
		s := solver(variables, f)
		if got := s.Solve(context.Background(), 1e6); got != want || got == sat.Satisfied && !holds(f, s.Value) {
			t.Fatalf("%v: got %s, want %s", f, got, want)
		}
		count[want]++
	}
	if count[sat.Satisfied] < 50 || count[sat.Unsatisfiable] < 50 {
		t.Errorf("the formulas are %v: too much alike", count)
	}
}

// TestLargeFormulas has formulas that take enough conflicts to restart and to forget. Any
// solution is checked; of those that have none, it is known.
func TestLargeFormulas(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		f := random3(random, 120, 500)
		s := solver(120, f)
		if got := s.Solve(context.Background(), 1e6); got == sat.Unknown || got == sat.Satisfied && !holds(f, s.Value) {
			t.Errorf("got %s, which is not true", got)
		}
	}
	// Eight pigeons do not fit into seven holes.
	const holes = 7
	in := func(pigeon, hole int) sat.Lit { return sat.Is(pigeon*holes + hole) }
	s := sat.New((holes + 1) * holes)
	for p := range holes + 1 {
		var some []sat.Lit
		for h := range holes {
			some = append(some, in(p, h))
			for q := range p {
				s.Add(in(p, h).Neg(), in(q, h).Neg())
			}
		}
		s.Add(some...)
	}
	if got := s.Solve(context.Background(), 1e6); got != sat.Unsatisfiable || s.Conflicts < 200 {
		t.Errorf("pigeons: got %s after %d conflicts", got, s.Conflicts)
	}
}

func TestLimits(t *testing.T) {
	f := random3(rand.New(rand.NewPCG(5, 6)), 200, 860)
	s := solver(200, f)
	if got := s.Solve(context.Background(), 10); got != sat.Unknown || s.Conflicts != 10 {
		t.Errorf("got %s after %d conflicts, want unknown after 10", got, s.Conflicts)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := s.Solve(ctx, 1e6); got != sat.Unknown || s.Conflicts > 100 {
		t.Errorf("when time is up: got %s after %d conflicts", got, s.Conflicts)
	}
	// It goes on where it was.
	again := solver(200, f)
	want := again.Solve(context.Background(), 1e6)
	if got := s.Solve(context.Background(), 1e6); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSmallFormulas(t *testing.T) {
	for _, test := range []struct {
		clauses [][]sat.Lit
		want    sat.Status
	}{
		{nil, sat.Satisfied},
		{[][]sat.Lit{{}}, sat.Unsatisfiable},
		{[][]sat.Lit{{sat.Is(0)}, {sat.Not(0)}}, sat.Unsatisfiable},
		{[][]sat.Lit{{sat.Is(0), sat.Not(0)}}, sat.Satisfied},
		{[][]sat.Lit{{sat.Is(0), sat.Is(0)}, {sat.Not(0), sat.Is(1)}, {sat.Not(1)}}, sat.Unsatisfiable},
	} {
		if got := solver(2, test.clauses).Solve(context.Background(), 100); got != test.want {
			t.Errorf("%v: got %s, want %s", test.clauses, got, test.want)
		}
	}
}
