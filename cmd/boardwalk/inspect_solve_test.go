package main

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

// A solved position has a solver that found something.
type solvedPosition struct {
	engine.State
	found engine.Solution
	asked *engine.Question
}

func (s solvedPosition) Solve(ctx context.Context, q engine.Question) engine.Solution {
	*s.asked = q
	if _, ok := ctx.Deadline(); !ok {
		panic("the search has no end")
	}
	return s.found
}

// A lone position has no solver.
type lonePosition struct{ engine.State }

func TestASolutionIsAnswered(t *testing.T) {
	g, _ := catalog.All().Find("boardwalk/hop-45")
	deal := g.Deal("X")
	line := deal.Moves()[:1]
	next, err := deal.Play(line[0])
	if err != nil {
		t.Fatal(err)
	}
	points := engine.Final(next).Points
	for name, c := range map[string]struct {
		found engine.Solution
		want  string
	}{
		"lost":    {engine.Solution{Verdict: engine.VerdictLost, Points: engine.Final(deal).Points}, `{"verdict":"lost","points":0,"moves":[],"ms":0}`},
		"unknown": {engine.Solution{Verdict: engine.VerdictUnknown, Points: points, Line: line}, `{"verdict":"unknown","points":1,"moves":["` + line[0].String() + `"],"ms":0}`},
	} {
		var asked engine.Question
		r := &solveRequest{engine.GoalPoints, 50}
		got, err := r.answer(context.Background(), g, solvedPosition{deal, c.found, &asked})
		if err != nil || asked.Goal != engine.GoalPoints {
			t.Fatalf("%s: asked %+v: %v", name, asked, err)
		}
		got.Millis = 0
		if text, _ := json.Marshal(got); string(text) != c.want {
			t.Errorf("%s: got %s, want %s", name, text, c.want)
		}
	}
}

func TestNoSolutionIsAnsweredWithAReason(t *testing.T) {
	g, _ := catalog.All().Find("boardwalk/hop-45")
	deal := g.Deal("X")
	for code, s := range map[string]engine.State{
		"no-solver":  lonePosition{deal},
		"wrong-line": solvedPosition{deal, engine.Solution{Verdict: engine.VerdictWon, Points: 27}, new(engine.Question)},
	} {
		got, err := (&solveRequest{engine.GoalWin, 50}).answer(context.Background(), g, s)
		if bad := (*badRequest)(nil); !errors.As(err, &bad) || bad.Field != "solve" || bad.Code != code {
			t.Errorf("got %+v, %v, want %s", got, err, code)
		}
	}
}
