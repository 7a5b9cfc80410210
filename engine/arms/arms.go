// Package arms finds the best of several arms, such as the moves of a position, by trying them in
// random worlds. An arm does well or badly in comparison with others in the same worlds, so that
// none has better luck. The package knows nothing of games.
package arms

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// An Outcome is what comes of a try: whether it won, or the chance of that, and points.
type Outcome struct{ Win, Points float32 }

// A Race is what to try, and how.
type Race struct {
	Arms   int     // how many there are, the most promising first
	Tries  int     // how often to try each, about
	Points float32 // what a point is worth, where a win is worth 1
	Even   bool    // try each as often, and leave none behind
	Trust  bool    // the first arm stays the best unless another is clearly better

	World func(*rand.Rand)      // makes another world
	Try   func(arm int) Outcome // in that world
}

// A Result is how an arm did.
type Result struct {
	Arm, Tries int
	Outcome    // the mean
	// Behind is how far the chance to win is behind that of the first result, in the worlds of both,
	// and Error the standard error of that.
	Behind, Error float64
}

const (
	firstTries = 8   // of the first and shortest race
	farBehind  = 2.5 // standard errors: such an arm is not tried any more,
	sureAfter  = 8   // once it was in as many worlds
	guard      = 0.5 // standard errors by which a rival has to be better than a trusted arm,
	fewWorlds  = 8   // and as many more as this is of the worlds: few tell little of the error, too
	checkEach  = 4   // worlds, or an eighth of them, after which arms are dropped
)

// Run tries the arms, and returns how each did, the best first. An arm that was not tried keeps its
// place behind the others. The result depends only on the race, on random and on when ctx ends.
//
// A race leaves half of the rivals of the first arm behind in each round. Short races come before
// long ones: of few arms, and then with ever more tries. As each goes on in the worlds of those
// before, this costs next to nothing, and whenever ctx ends, the last race that was run to the end
// has the best arms of so much time.
func (r Race) Run(ctx context.Context, random *rand.Rand) []Result {
	t := trial{Race: r, values: make([][]Outcome, r.Arms)}
	in := make([]int, r.Arms)
	for i := range in {
		in[i] = i
	}
	if r.Tries <= 0 || r.Arms == 0 {
		return t.rank(nil)
	}
	t.seed = random.Uint64()
	if r.Even {
		t.upTo(ctx, in, r.Tries)
		return t.rank(in)
	}
	finalists := in[:1]
	for arms, shorter := min(2, r.Arms), bits.Len(uint(r.Tries/firstTries)); shorter >= 0; arms = min(2*arms, r.Arms) {
		last, done := t.race(ctx, in[:arms], r.Tries>>shorter)
		if !done {
			break
		}
		finalists = last
		if arms == r.Arms {
			shorter--
		}
	}
	return t.rank(finalists)
}

// A trial is a Race that is run.
type trial struct {
	Race
	seed   uint64
	values [][]Outcome // of each arm, by world
}

// race returns those of some arms that are left at the end, the first among them. done is false if
// ctx ended first.
func (t *trial) race(ctx context.Context, arms []int, tries int) (in []int, done bool) {
	in = slices.Clone(arms)
	budget, worlds := tries*len(in), 0
	for rounds := 1 + bits.Len(uint(max(len(in)-2, 0))); rounds > 0 && len(in) > 1; rounds-- {
		for end := worlds + max(1, budget/rounds/len(in)); worlds < end && len(in) > 1; {
			n := min(end-worlds, max(checkEach, worlds/8))
			worlds += n
			budget -= n * len(in)
			if !t.upTo(ctx, in, worlds) {
				return nil, false
			}
			in = slices.DeleteFunc(in, func(arm int) bool {
				ahead, err := t.ahead(arm, in[0])
				return len(t.values[arm]) >= sureAfter && ahead < -farBehind*err
			})
		}
		if rivals := in[1:]; rounds > 1 {
			slices.SortStableFunc(rivals, t.byWorth)
			in = in[:1+(len(rivals)+1)/2]
		}
	}
	return in, true
}

// upTo tries arms in the first worlds, as far as they were not. A world in which ctx ends does not
// count, and upTo returns false.
func (t *trial) upTo(ctx context.Context, in []int, worlds int) bool {
	from := worlds
	for _, arm := range in {
		from = min(from, len(t.values[arm]))
	}
	values := make([]Outcome, t.Arms)
	for world := from; world < worlds; world++ {
		t.World(rand.New(rand.NewPCG(t.seed, uint64(world))))
		for _, arm := range in {
			if ctx.Err() != nil {
				return false
			}
			if len(t.values[arm]) == world {
				values[arm] = t.Try(arm)
			}
		}
		for _, arm := range in {
			if len(t.values[arm]) == world {
				t.values[arm] = append(t.values[arm], values[arm])
			}
		}
	}
	return true
}

// rank returns the results of all arms: the best of the finalists, and then the others by how they did.
func (t *trial) rank(finalists []int) []Result {
	best := 0
	for _, rival := range finalists {
		ahead, err := t.ahead(rival, 0)
		n := float64(len(t.values[rival]))
		if rival == 0 || n == 0 || t.Trust && ahead <= max(0, (guard+fewWorlds/n)*err) {
			continue
		}
		if t.Trust && best == 0 || t.byWorth(rival, best) < 0 {
			best = rival
		}
	}
	var order []int
	for arm := range t.Arms {
		if arm != best {
			order = append(order, arm)
		}
	}
	slices.SortStableFunc(order, t.byWorth)
	results := make([]Result, t.Arms)
	for i, arm := range slices.Insert(order, 0, best)[:t.Arms] {
		behind, err := paired(t.values[best], t.values[arm], func(o Outcome) float32 { return o.Win })
		results[i] = Result{arm, len(t.values[arm]), t.mean(arm), behind, err}
	}
	return results
}

// mean returns the mean outcome of an arm, zero if it was not tried.
func (t *trial) mean(arm int) Outcome {
	var win, points float64
	for _, o := range t.values[arm] {
		win, points = win+float64(o.Win), points+float64(o.Points)
	}
	n := max(1, float64(len(t.values[arm])))
	return Outcome{float32(win / n), float32(points / n)}
}

func (t *trial) worth(o Outcome) float32 { return o.Win + t.Points*o.Points }

// byWorth compares arms, the better one first. Those that were not tried are last.
func (t *trial) byWorth(a, b int) int {
	if len(t.values[a]) == 0 || len(t.values[b]) == 0 {
		return cmp.Compare(min(len(t.values[b]), 1), min(len(t.values[a]), 1))
	}
	return cmp.Compare(t.worth(t.mean(b)), t.worth(t.mean(a)))
}

// ahead returns how much better arm a does than b in the worlds of both, and the standard error.
func (t *trial) ahead(a, b int) (mean, err float64) { return paired(t.values[a], t.values[b], t.worth) }

// paired returns the mean difference of a and b, world by world, and its standard error. That of
// one world is taken to be as large as the difference.
func paired(a, b []Outcome, of func(Outcome) float32) (mean, err float64) {
	n := float64(min(len(a), len(b)))
	if n == 0 {
		return 0, 0
	}
	var sum, squares float64
	for i := range int(n) {
		d := float64(of(a[i]) - of(b[i]))
		sum, squares = sum+d, squares+d*d
	}
	mean = sum / n
	if n == 1 {
		return mean, math.Abs(mean)
	}
	return mean, math.Sqrt(max(0, squares/n-mean*mean) / (n - 1))
}
