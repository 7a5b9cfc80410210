package abuse_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

// A Tally holds what was measured in one phase of a run. Its methods may be called from
// any goroutine.
type Tally struct {
	mu         sync.Mutex
	keys       []time.Duration
	lags       []time.Duration
	logins     []time.Duration
	stored     []time.Duration
	moves      int
	games      int
	reconnects int
}

// key counts a key: how long its answer took, and how late it was written. A key that was
// held up had to wait for the answer to the previous one.
func (t *Tally) key(answer, lag time.Duration, heldUp bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keys = append(t.keys, answer)
	if !heldUp {
		t.lags = append(t.lags, lag)
	}
}

// Login counts a login, and how long it took to show the lobby.
func (t *Tally) Login(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.logins = append(t.logins, d)
}

func (t *Tally) moved() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moves++
}

func (t *Tally) acknowledged(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stored = append(t.stored, d)
}

func (t *Tally) Finished() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.games++
}

func (t *Tally) reconnected() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reconnects++
}

// Figures returns the tally's part of a phase's figures.
func (t *Tally) Figures() Figures {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Figures{
		Keys: len(t.keys), KeyToFrame: QuantilesOf(t.keys), Lag: QuantilesOf(t.lags), Login: QuantilesOf(t.logins),
		Moves: t.moves, Acknowledged: len(t.stored), MoveToStored: QuantilesOf(t.stored), Games: t.games, Reconnects: t.reconnects,
	}
}

// A Failures collects what went wrong in a run, each kind once. It may be used from any
// goroutine.
type Failures struct {
	mu  sync.Mutex
	all map[string]*Failure
}

// Add adds a failure of a kind. Of each kind only the first error is kept.
func (f *Failures) Add(kind string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = make(map[string]*Failure)
	}
	if f.all[kind] == nil {
		f.all[kind] = &Failure{What: kind, First: err.Error()}
	}
	f.all[kind].Count++
}

// List returns all failures, the most frequent first.
func (f *Failures) List() []Failure {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := []Failure{}
	for _, one := range f.all {
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.What, b.What))
	})
	return list
}

// Quantiles is how times are distributed, in ms: P50, for instance, is the time that 50
// percent of all times do not exceed, and Max is the longest. All are 0 if there are none.
type Quantiles struct {
	Count              int
	P50, P95, P99, Max float64
}

// QuantilesOf returns the quantiles of times, which it sorts. Each is the nearest rank, so it
// was always measured and is never between two.
func QuantilesOf(times []time.Duration) Quantiles {
	n := len(times)
	if n == 0 {
		return Quantiles{}
	}
	slices.Sort(times)
	at := func(percent int) float64 {
		return Rounded(float64(times[(percent*n+99)/100-1]) / float64(time.Millisecond))
	}
	return Quantiles{Count: n, P50: at(50), P95: at(95), P99: at(99), Max: at(100)}
}

// Rounded returns x rounded to three decimals, which is finer than anything measured
// here.
func Rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

func TestQuantiles(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	upTo := func(n int) (times []time.Duration) { // in no order
		for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
			times = append(times, time.Duration(i+1)*ms)
		}
		return times
	}
	for name, test := range map[string]struct {
		times []time.Duration
		want  Quantiles
	}{
		"none":       {nil, Quantiles{}},
		"one":        {[]time.Duration{7 * ms}, Quantiles{1, 7, 7, 7, 7}},
		"two":        {[]time.Duration{9 * ms, 3 * ms}, Quantiles{2, 3, 9, 9, 9}},
		"three":      {upTo(3), Quantiles{3, 2, 3, 3, 3}},
		"twenty":     {upTo(20), Quantiles{20, 10, 19, 20, 20}},
		"a hundred":  {upTo(100), Quantiles{100, 50, 95, 99, 100}},
		"one more":   {upTo(101), Quantiles{101, 51, 96, 100, 101}},
		"a thousand": {upTo(1000), Quantiles{1000, 500, 950, 990, 1000}},
		"all alike":  {[]time.Duration{4 * ms, 4 * ms, 4 * ms}, Quantiles{3, 4, 4, 4, 4}},
		"rounded":    {[]time.Duration{ms / 3}, Quantiles{1, 0.333, 0.333, 0.333, 0.333}},
	} {
		if got := QuantilesOf(test.times); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
