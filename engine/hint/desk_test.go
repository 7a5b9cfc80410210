package hint_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
)

// An asked state counts how often its advisor searches.
type asked struct {
	engine.State
	searches *atomic.Int64
}

func (s asked) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	if a.Tries > 0 {
		s.searches.Add(1)
	}
	return s.State.(engine.Advisor).Advise(ctx, a)
}

// TestWhatLooksTheSameHasOneHint asks one desk, and one that knows nothing yet, in positions that look
// the same but hide other cards.
func TestWhatLooksTheSameHasOneHint(t *testing.T) {
	compared := 0
	for _, g := range catalog.All() {
		random := rand.New(rand.NewPCG(5, 6))
		var searches atomic.Int64
		var desk, fresh hint.Desk
		ask := func(d *hint.Desk, s engine.State, except ...engine.Move) hint.Advice {
			a, _ := d.Best(context.Background(), search.Places{}, g.Info(), []engine.State{asked{s, &searches}}, few, except...)
			return a
		}
		s := g.Deal("SHARED0")
		for i := 1; ask(&fresh, s).Move.IsZero(); i++ { // a deal that cannot be won any more has no hint
			s = g.Deal(engine.Code(fmt.Sprint("SHARED", i)))
		}
		searches.Store(0)
		fresh = hint.Desk{}
		other := s
		if guesser, ok := s.(engine.Guesser); ok {
			other = guesser.Guess(random)
		}
		if enginetest.Same(s, other) != nil {
			compared++
		}
		want := ask(&desk, s)
		if got := ask(&desk, other); got != want || searches.Load() != 1 {
			t.Errorf("%s: %d searches, and the hint is %+v with other cards hidden, want %+v", g.Info().ID, searches.Load(), got, want)
		}
		if got := ask(&fresh, other); got != want || searches.Load() != 2 {
			t.Errorf("%s: after %d searches another desk says %+v, want %+v", g.Info().ID, searches.Load(), got, want)
		}
		if got := ask(&desk, s, want.Move); got.Move == want.Move || searches.Load() != 3 {
			t.Errorf("%s: after %d searches the other hint is %+v", g.Info().ID, searches.Load(), got)
		}
		if after, err := s.Play(want.Move); err != nil || ask(&desk, after).Move == want.Move {
			t.Errorf("%s: the hint is the same after it was played, %v", g.Info().ID, err)
		}
	}
	if compared < 4 {
		t.Errorf("%d positions hide cards", compared)
	}
}

// A slow state is one whose advisor tries each move for a millisecond, as long as it may.
type slow struct {
	engine.State
	searches *atomic.Int64
}

func (s slow) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	tried := 0
	if a.Tries > 0 {
		s.searches.Add(1)
	}
	for ; tried < a.Tries && ctx.Err() == nil; tried++ {
		time.Sleep(time.Millisecond)
	}
	moves := s.Moves()
	return []engine.Choice{{Move: moves[0], Tries: tried}, {Move: moves[1]}}
}

// crowd has a number of players ask at a time who share one place, and returns what they are told. Each is in
// a position of its own, or all are in one. The clock is that of a bubble.
func crowd(d *hint.Desk, g engine.Game, players int, same bool, searches *atomic.Int64) []hint.Advice {
	told := make([]hint.Advice, players)
	var all sync.WaitGroup
	places := search.Places{Limit: make(chan struct{}, 1)}
	for i := range players {
		code := engine.Code("CROWD0")
		if !same {
			code = engine.Code(fmt.Sprint("CROWD", i))
		}
		all.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 60*time.Millisecond)
			defer cancel()
			told[i], _ = d.Best(ctx, places, g.Info(), []engine.State{slow{g.Deal(code), searches}}, 1000)
		})
	}
	all.Wait()
	return told
}

func TestManyWhoAskForTheSameSearchOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var desk hint.Desk
		var searches atomic.Int64
		told := crowd(&desk, find(t, "boardwalk/hop-45"), 20, true, &searches)
		for _, a := range told {
			if a != told[0] || a.Tries < 54 || a.Sight {
				t.Errorf("one is told %+v, another %+v", a, told[0])
			}
		}
		if n := searches.Load(); n != 1 {
			t.Errorf("%d searches for 20 who ask at once, want 1", n)
		}
	})
}

// With as many who ask for different hints, all get one that was tried. Who asks again, alone, gets a
// better one, and that stays.
func TestManyWhoAskAllHaveASearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var desk hint.Desk
		var searches atomic.Int64
		g := find(t, "boardwalk/hop-45")
		told := crowd(&desk, g, 10, false, &searches)
		for i, a := range told {
			if a.Tries < 5 || a.Tries > 20 || a.Sight {
				t.Errorf("%d is told %+v", i, a)
			}
		}
		better := crowd(&desk, g, 1, false, &searches)[0]
		if better.Tries < 54 || searches.Load() != 11 {
			t.Errorf("after %d searches who asks alone is told %+v", searches.Load(), better)
		}
		for i, a := range crowd(&desk, g, 2, true, &searches) {
			if a != better || searches.Load() != 11 {
				t.Errorf("after %d searches %d is told %+v, want %+v", searches.Load(), i, a, better)
			}
		}
	})
}

// Who has no time to wait for a place is told the choice at first sight, and that it is one. It is not kept.
func TestAHintAtFirstSightSaysSo(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	full := make(chan struct{}, 1)
	full <- struct{}{}
	for _, id := range []string{"boardwalk/hop-45", "boardwalk/cheshire", "chessboard"} {
		var desk hint.Desk
		g := find(t, id)
		states := []engine.State{g.Deal("LATE")}
		if a, ok := desk.Best(ended, search.Places{Limit: full}, g.Info(), states, few); !ok || !a.Sight {
			t.Errorf("%s: without time %+v, %t", g.Info().ID, a, ok)
		}
		if a, ok := desk.Best(context.Background(), search.Places{}, g.Info(), states, few); !ok || a.Sight {
			t.Errorf("%s: with time %+v, %t", g.Info().ID, a, ok)
		}
	}
}
