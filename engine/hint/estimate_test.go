package hint_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
)

// TestAnEstimateIsTheSameEverywhere pins the estimate of a game that nobody trains an advisor
// for. If it changes, raise the edition.
func TestAnEstimateIsTheSameEverywhere(t *testing.T) {
	g := counted{Game: find(t, "boardwalk/hop-45"), plays: new(atomic.Int64)}
	var reports []hint.Estimate
	got, err := hint.Sample(context.Background(), search.Places{}, g, 3, func(e hint.Estimate) { reports = append(reports, e) })
	if want := (hint.Estimate{Deals: 3, Won: 3, Perfect: 2, Points: 81, Moves: 87, Winnable: 3, Edition: 5}); err != nil || got != want {
		t.Errorf("got %#v, %v, want %#v", got, err, want)
	}
	var before hint.Estimate
	for i, e := range reports {
		if e.Deals != i+1 || e.Moves <= before.Moves {
			t.Errorf("report %d is %+v after %+v", i, e, before)
		}
		before = e
	}
	if len(reports) != 3 || before != got {
		t.Errorf("%d reports, the last %+v, want 3 that end with the estimate", len(reports), before)
	}
	if first, _ := hint.Sample(context.Background(), search.Places{}, g, 1, nil); first != reports[0] {
		t.Errorf("an estimate of 1 deal is %+v, want %+v", first, reports[0])
	}
}

// TestAnEstimateAsksAdvisorAndSolver samples a game that has both.
func TestAnEstimateAsksAdvisorAndSolver(t *testing.T) {
	g := find(t, "boardwalk/hop-45")
	got, err := hint.Sample(context.Background(), search.Places{}, g, 20, nil)
	if err != nil || got.Won < 5 || got.Won > 18 || got.Winnable < 19 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// A counted game counts the moves that are played in its states, by the advisor's thoughts
// too.
type counted struct {
	engine.Game
	plays *atomic.Int64
	first func() // called before the first of them, if set
}

type countedState struct {
	engine.State
	game counted
}

func (g counted) Deal(code engine.Code) engine.State { return countedState{g.Game.Deal(code), g} }

func (s countedState) Play(m engine.Move) (engine.State, error) {
	if s.game.plays.Add(1) == 1 && s.game.first != nil {
		s.game.first()
	}
	next, err := s.State.Play(m)
	return countedState{next, s.game}, err
}

// A solved game counts how often it is solved, too.
type solved struct {
	counted
	solves *atomic.Int64
}

type solvedState struct {
	countedState
	solves *atomic.Int64
}

func (g solved) Deal(code engine.Code) engine.State {
	return solvedState{g.counted.Deal(code).(countedState), g.solves}
}

func (s solvedState) Solve(ctx context.Context, q engine.Question) engine.Solution {
	s.solves.Add(1)
	return s.State.(engine.Solver).Solve(ctx, q)
}

// Where every card is seen, to search anew at each move would take a thousand times as long.
func TestAnOpenSampleDealIsSolvedOnce(t *testing.T) {
	g := solved{counted{Game: find(t, "chessboard"), plays: new(atomic.Int64)}, new(atomic.Int64)}
	const deals = 5
	e, err := hint.Sample(t.Context(), search.Places{}, g, deals, nil)
	if err != nil || e.Won == 0 || e.Won != e.Winnable || e.Won != e.Perfect || e.Won+e.Lost != deals {
		t.Errorf("the estimate is %+v, %v", e, err)
	}
	if solves, plays := g.solves.Load(), int(g.plays.Load()); solves != deals || plays != 2*e.Moves { // once to check the lines
		t.Errorf("%d deals are solved %d times, and %d moves are played for lines of %d", deals, solves, plays, e.Moves)
	}
}

func TestAnEstimateEndsWithItsContext(t *testing.T) {
	g := counted{Game: find(t, "boardwalk/lucky-seven"), plays: new(atomic.Int64)}
	t.Run("after a deal", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		e, err := hint.Sample(ctx, search.Places{}, g, 50, func(e hint.Estimate) {
			if e.Deals == 2 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || e.Deals != 2 {
			t.Errorf("got %+v, %v, want an estimate of 2 deals", e, err)
		}
	})
	t.Run("in a move", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		g.plays, g.first = new(atomic.Int64), cancel
		e, err := hint.Sample(ctx, search.Places{}, g, 50, nil)
		// The candidates are listed, and one of them is played out.
		if n := g.plays.Load(); !errors.Is(err, context.Canceled) || e != (hint.Estimate{}) || n > 200 {
			t.Errorf("got %+v, %v, after %d plays", e, err, n)
		}
	})
	t.Run("while it waits", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		full := make(chan struct{}, 1)
		full <- struct{}{}
		if e, err := hint.Sample(ctx, search.Places{Limit: full}, g, 50, nil); !errors.Is(err, context.Canceled) || e != (hint.Estimate{}) {
			t.Errorf("got %+v, %v", e, err)
		}
	})
}

// TestAnEstimateLetsOthersSearch takes the one place of a limit again and again while an
// estimate runs, until that has had a turn between 20 times.
func TestAnEstimateLetsOthersSearch(t *testing.T) {
	limit := make(chan struct{}, 1)
	limit <- struct{}{}
	g := counted{Game: find(t, "boardwalk/hop-45"), plays: new(atomic.Int64)}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = hint.Sample(ctx, search.Places{Limit: limit}, g, 1_000_000, nil)
	}()
	for turns := 0; turns < 20; {
		had := g.plays.Load()
		<-limit
		limit <- struct{}{}
		before := g.plays.Load()
		for range 1000 {
			runtime.Gosched()
		}
		if now := g.plays.Load(); now != before {
			t.Fatalf("the estimate plays %d moves while another has its place", now-before)
		}
		if before != had {
			turns++
		}
	}
	cancel()
	<-done
	<-limit
	if len(limit) != 0 {
		t.Error("the estimate keeps its place")
	}
}

// Nobody but the estimate takes the places here, so none may be taken between deals.
func TestAnEstimateKeepsNoPlaceBetweenDeals(t *testing.T) {
	turns, limit := make(chan struct{}, 1), make(chan struct{}, 1)
	if _, err := hint.Sample(context.Background(), search.Places{Turns: turns, Limit: limit}, find(t, "boardwalk/hop-45"), 2, func(hint.Estimate) {
		if len(turns)+len(limit) != 0 {
			t.Error("the estimate keeps its place")
		}
	}); err != nil {
		t.Error(err)
	}
}

// TestManyEstimatesLetOthersSearch waits for the one place of a limit while many estimates
// want it: only one of them may come first.
func TestManyEstimatesLetOthersSearch(t *testing.T) {
	turns, limit := make(chan struct{}, 1), make(chan struct{}, 1)
	limit <- struct{}{}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	var begun atomic.Int64
	for range 32 {
		g := counted{find(t, "boardwalk/hop-45"), new(atomic.Int64), func() { begun.Add(1) }}
		all.Go(func() { _, _ = hint.Sample(ctx, search.Places{Turns: turns, Limit: limit}, g, 1_000_000, nil) })
	}
	for tries := 0; tries < 1000 || len(turns) == 0; tries++ {
		runtime.Gosched()
	}
	<-limit
	limit <- struct{}{}
	if n := begun.Load(); n > 1 {
		t.Errorf("%d estimates have a turn before another search", n)
	}
	cancel()
	<-limit
	all.Wait()
	if len(turns)+len(limit) != 0 {
		t.Error("an estimate keeps its place")
	}
}

func TestLevel(t *testing.T) {
	for _, c := range []struct {
		deals, won int
		want       engine.Level
	}{
		{0, 0, engine.FewDeals}, {19, 19, engine.FewDeals},
	} {
		if got := (hint.Estimate{Deals: c.deals, Won: c.won}).Level(); got != c.want {
			t.Errorf("%d of %d won is %s, want %s", c.won, c.deals, got, c.want)
		}
	}
	var levels []engine.Level
	for won := 50; won >= 0; won-- {
		levels = append(levels, hint.Estimate{Deals: 50, Won: won}.Level())
	}
	if got := slices.Compact(levels); !slices.Equal(got, []engine.Level{engine.Easy, engine.Medium, engine.Hard, engine.VeryHard}) {
		t.Errorf("from always won to never won the levels are %v", got)
	}
}

func TestEstimatesInWords(t *testing.T) {
	for _, c := range []struct {
		e    hint.Estimate
		want string
	}{
		{hint.Estimate{}, "not estimated yet"},
		{hint.Estimate{Deals: 50, Won: 17, Perfect: 3, Moves: 50 * 61, Winnable: 50}, "17 of 50 won by the arcade (22 to 48 %), 3 perfect; all 50 can be won; 61 moves on average, about 6 minutes"},
		{hint.Estimate{Deals: 50, Won: 17, Moves: 50 * 61, Winnable: 40, Lost: 10}, "17 of 50 won by the arcade (22 to 48 %); 40 can be won; 61 moves on average, about 6 minutes"},
		{hint.Estimate{Deals: 50, Won: 17, Moves: 50 * 61, Winnable: 40, Lost: 9}, "17 of 50 won by the arcade (22 to 48 %); at least 40 can be won; 61 moves on average, about 6 minutes"},
		{hint.Estimate{Deals: 20, Moves: 20 * 5}, "0 of 20 won by the arcade (0 to 16 %); 5 moves on average, about 1 minute"},
		{hint.Estimate{Deals: 1, Won: 1, Winnable: 1, Moves: 1}, "1 of 1 won by the arcade; 1 can be won; 1 move on average, about 1 minute"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("%+v is %q, want %q", c.e, got, c.want)
		}
	}
}

// A measurement warns of a game of which no deal can be won, and replaces guesses at how hard it is.
func TestAnEstimateWarns(t *testing.T) {
	for _, c := range []struct {
		of   hint.Estimate
		want string
	}{
		{hint.Estimate{}, ""},
		{hint.Estimate{Deals: 50, Won: 1, Winnable: 1, Lost: 49}, ""},
		{hint.Estimate{Deals: 50, Winnable: 1, Lost: 49}, ""},
		{hint.Estimate{Deals: 50, Lost: 50}, "0 of 50 sample deals can be won."},
		{hint.Estimate{Deals: 3, Lost: 3}, "0 of 3 sample deals can be won."},
		{hint.Estimate{Deals: 50, Lost: 49}, "No way to win any of 50 sample deals was found."},
		{hint.Estimate{Deals: 3, Lost: 2}, ""},
	} {
		if got := c.of.Warning(); got != c.want {
			t.Errorf("%+v warns %q, want %q", c.of, got, c.want)
		}
	}
}
