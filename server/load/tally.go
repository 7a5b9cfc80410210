package load

import (
	"cmp"
	"math"
	"slices"
	"sync"
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
	moveBytes  []int
	enterBytes []int
	heldUp     int
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
	if heldUp {
		t.heldUp++
	} else {
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

// sent counts the bytes that showed a move, and those of them from Enter on.
func (t *Tally) sent(move, enter int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moveBytes = append(t.moveBytes, move)
	t.enterBytes = append(t.enterBytes, enter)
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
		Keys: len(t.keys), KeyToFrame: QuantilesOf(t.keys, time.Millisecond), HeldUp: t.heldUp,
		Lag: QuantilesOf(t.lags, time.Millisecond), Login: QuantilesOf(t.logins, time.Millisecond),
		Moves: t.moves, Acknowledged: len(t.stored), MoveToStored: QuantilesOf(t.stored, time.Millisecond),
		MoveBytes: QuantilesOf(t.moveBytes, 1), EnterBytes: QuantilesOf(t.enterBytes, 1), Games: t.games, Reconnects: t.reconnects,
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

// Quantiles is how a measure is distributed: P50, for instance, is the value that 50
// percent of all values do not exceed, and Max is the largest value. All are 0 if there
// are no values.
type Quantiles struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// QuantilesOf returns the quantiles of values, divided by unit. It sorts values.
func QuantilesOf[T ~int | ~int64](values []T, unit T) Quantiles {
	if len(values) == 0 {
		return Quantiles{}
	}
	slices.Sort(values)
	at := func(percent float64) float64 {
		return Rounded(float64(values[rank(len(values), percent)]) / float64(unit))
	}
	return Quantiles{Count: len(values), P50: at(50), P95: at(95), P99: at(99), Max: at(100)}
}

// rank returns the index, among n sorted values, of the one that the given percentage of
// values do not exceed. It is the nearest rank, so the result is always a measured value
// and never between two.
func rank(n int, percent float64) int {
	return min(max(int(math.Ceil(percent*float64(n)/100))-1, 0), n-1)
}

// Rounded returns x rounded to three decimals, which is finer than anything measured
// here.
func Rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
