package review_test

import (
	"context"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/search"
	"boardwalk/tui/review"
	"boardwalk/tui/tuitest"
)

// stubborn is a state whose solver never ends by itself.
type stubborn struct {
	engine.State
	begun chan struct{} // closed when the solver begins
}

func (s stubborn) Solve(ctx context.Context, _ engine.Question) engine.Solution {
	close(s.begun)
	for ctx.Err() == nil {
	}
	return engine.Solution{}
}

// TestALongSearchLetsOthersSearch takes the one place of a limit again and again while a
// search runs that takes no break of its own.
func TestALongSearchLetsOthersSearch(t *testing.T) {
	places := search.Places{Turns: make(chan struct{}, 1), Limit: make(chan struct{}, 1)}
	s := stubborn{catalog.All()[0].Deal("ABC"), make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	v := review.New(nil, places, analysis.Budget{}, arcade.Result{}, []engine.State{s})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		v.Run(ctx, nil)
	}()
	<-s.begun
	for range 20 {
		places.Limit <- struct{}{}
		if len(places.Turns) != 1 {
			t.Error("a search that holds memory has left its turn")
		}
		<-places.Limit
	}
	cancel()
	<-ended
	if len(places.Turns)+len(places.Limit) != 0 || v.Progress().Done || v.Progress().Made != 0 {
		t.Errorf("it keeps %d places, and is at %+v", len(places.Turns)+len(places.Limit), v.Progress())
	}
}

// TestAReviewEndsWhileItWaits ends reviews that never get a turn, or no place.
func TestAReviewEndsWhileItWaits(t *testing.T) {
	for _, full := range []search.Places{{Turns: make(chan struct{})}, {Limit: make(chan struct{})}} {
		ctx, cancel := context.WithCancel(context.Background())
		s := stubborn{catalog.All()[0].Deal("ABC"), make(chan struct{})}
		v := review.New(nil, full, analysis.Budget{}, arcade.Result{}, []engine.State{s})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			v.Run(ctx, nil)
			if _, ok := v.House(ctx, 0); ok {
				t.Error("the arcade's player has a line though nobody waits for it")
			}
		}()
		cancel()
		<-ended
	}
}

// TestAReviewIsKept makes a review, and reads it.
func TestAReviewIsKept(t *testing.T) {
	g := catalog.All()[0]
	kept := &tuitest.Analyses{}
	record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "ABC", Moves: g.Deal("ABC").Moves()[:1]}
	states, err := record.Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	r := arcade.Result{ID: "1", Record: record}
	news := 0
	v := review.New(kept, search.Places{}, analysis.Budget{}, r, states)
	v.Run(context.Background(), func(review.Progress) { news++ })
	if p := v.Progress(); !p.Done || news < 2 || kept.Kept != 1 {
		t.Fatalf("after %d steps it is %+v, kept %d times", news, p, kept.Kept)
	}
	news = 0
	v = review.New(kept, search.Places{}, analysis.Budget{}, r, states)
	v.Run(context.Background(), func(review.Progress) { news++ })
	if p := v.Progress(); !p.Done || news != 1 || kept.Kept != 1 {
		t.Errorf("the second time it is %+v after %d steps, kept %d times", p, news, kept.Kept)
	}
	line, ok := v.House(context.Background(), 1)
	if s := states[1]; ok {
		for _, m := range line {
			if s, err = s.Play(m); err != nil {
				t.Fatalf("the arcade's line: %v", err)
			}
		}
	}
	if !ok || len(line) == 0 {
		t.Errorf("the arcade's line is %v, %t", line, ok)
	}
}
