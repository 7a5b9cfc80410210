package record

import (
	"context"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/review"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// TestAnAnalysisDoesNotConcludeInMidSearch stops an analysis after each of its steps. What it
// says of the whole round comes after the last one.
func TestAnAnalysisDoesNotConcludeInMidSearch(t *testing.T) {
	g := catalog.All()[0]
	round := engine.NewRound(g, "R1")
	for range 3 {
		moves := round.State().Moves()
		if err := round.Play(moves[len(moves)/2]); err != nil {
			t.Fatal(err)
		}
	}
	states, err := round.Record().Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	env := &screen.Env{Ports: new(session.Ports)}
	s, err := NewAnalysis(env, route.Analysis{Game: g, Result: arcade.Result{Record: round.Record()}, States: states}, true)
	if err != nil {
		t.Fatal(err)
	}
	step := func() (text string) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		s.of.review.Run(ctx, func(review.Progress) { cancel() })
		s.of.now = s.of.review.Progress()
		s.lay()
		frame := grid.New(80, 40)
		s.Draw(frame, theme.Default())
		return frame.String()
	}
	concludes := []string{"could be won", "could not be won", "The cards were", "Par is", "With what you saw", "\n  For somebody"}
	text, steps := step(), 0
	for ; !s.of.now.Done; text = step() {
		steps++
		if !strings.Contains(text, "Searching [") {
			t.Fatalf("it does not search:\n%s", text)
		}
		for _, c := range concludes {
			if strings.Contains(text, c) {
				t.Fatalf("after %d steps it says %q:\n%s", steps, c, text)
			}
		}
	}
	if steps < 2 {
		t.Fatalf("the analysis has %d steps before its last", steps)
	}
	for _, c := range []string{"With what you saw", "With every card known"} {
		if !strings.Contains(text, c) {
			t.Errorf("it does not conclude %q:\n%s", c, text)
		}
	}
	if strings.Contains(text, "Searching [") {
		t.Errorf("it goes on:\n%s", text)
	}
}
