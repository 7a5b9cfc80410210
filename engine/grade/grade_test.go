package grade_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/grade"
)

func TestKinds(t *testing.T) {
	for name, want := range map[string]grade.Kind{
		"winnable": grade.Winnable, "hop 45 WINNABLE": grade.Winnable, "gentle": grade.Gentle, " stern hop": grade.Stern,
		"": grade.Fresh, "fresh": grade.Fresh, "fr": grade.Fresh, "harsh": grade.Fresh, "hop 45 ABC": grade.Fresh,
	} {
		if got, _, err := grade.CutKind(strings.Fields(name)); err != nil || got != want {
			t.Errorf("CutKind(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"sterm", "hop 45 Gentel", "cruell"} {
		if got, _, err := grade.CutKind(strings.Fields(name)); err == nil {
			t.Errorf("CutKind(%q) = %q", name, got)
		}
	}
}

func TestMarks(t *testing.T) {
	for _, text := range []string{"", "winnable", "gentle@1", "cruel@12"} {
		m, err := grade.ParseMark(text)
		if err != nil || m.String() != text {
			t.Errorf("ParseMark(%q) = %+v, %v", text, m, err)
		}
	}
	for _, text := range []string{"fresh", "@1", "stern@", "stern@0", "stern@01", "stern@-1", "stern@x", "hard@1", "stern@1@1", "Stern@1", " "} {
		if m, err := grade.ParseMark(text); err == nil {
			t.Errorf("ParseMark(%q) = %+v", text, m)
		}
	}
}

func TestCutsDivideGrades(t *testing.T) {
	s := grade.Scale{Cuts: [3]int{3, 5, 7}}
	count := map[grade.Kind]int{}
	for h := range 8 {
		count[s.Grade(h+1)]++
	}
	for _, k := range grade.Grades() {
		if count[k] != 2 {
			t.Errorf("%d of 8 deals are %s", count[k], k)
		}
	}
	if got, want := s.Grade(1), grade.Gentle; got != want {
		t.Errorf("the easiest is %s", got)
	}
	if got, want := s.Grade(100), grade.Cruel; got != want {
		t.Errorf("the hardest is %s", got)
	}
}

// A ladderGame is won by a player who tries each move at least as often as the deal demands,
// its code's first letter less A. A player who comes within one of that wins every other time.
type ladderGame struct{ engine.Game }

type ladderState struct {
	engine.State // nil: nothing else is asked for
	needs        int
	won, over    bool
	lost         bool // nobody can win it
}

var winning, losing = engine.At(1, 1), engine.At(1, 2)

func (ladderGame) Info() engine.Info { return engine.Info{ID: "ladder", Version: 1} }

func (ladderGame) Deal(code engine.Code) engine.State {
	return ladderState{needs: int(code[0] - 'A'), lost: len(code) > 1}
}

func (s ladderState) Score() engine.Score {
	return engine.Score{Won: s.won, Max: 1, Points: map[bool]int{true: 1}[s.won]}
}
func (s ladderState) Over() bool          { return s.over }
func (s ladderState) Board() engine.Board { return engine.Board{} }

func (s ladderState) Play(m engine.Move) (engine.State, error) {
	s.over, s.won = true, m.From == winning
	return s, nil
}

func (s ladderState) Solve(context.Context, engine.Question) engine.Solution {
	if s.lost {
		return engine.Solution{Verdict: engine.VerdictLost}
	}
	return engine.Solution{Verdict: engine.VerdictWon, Line: []engine.Move{{From: winning}}, Points: 1}
}

func (s ladderState) Advise(_ context.Context, a engine.Ask) []engine.Choice {
	if s.over {
		return nil
	}
	wins := a.Tries >= s.needs || a.Tries+1 == s.needs && a.Random.IntN(2) == 0
	m := engine.Move{From: losing}
	if wins {
		m.From = winning
	}
	return []engine.Choice{{Move: m}}
}

func TestWhatTheLadderLoses(t *testing.T) {
	s := grade.Scale{Ladder: []grade.Player{{Tries: 0}, {Tries: 2}, {Tries: 4}}, Rounds: 20}
	measure := func(code engine.Code) grade.Measurement {
		m, err := s.Measure(context.Background(), ladderGame{}, code)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for code, want := range map[engine.Code]int{"A": 0, "C": 2033, "E": 4066, "Z": 6099} { // a Z is lost by all
		if got := measure(code); got.Verdict != engine.VerdictWon || got.Hardness != want {
			t.Errorf("deal %s: %+v, want hardness %d", code, got, want)
		}
	}
	if got := measure("AX"); got.Verdict != engine.VerdictLost {
		t.Errorf("a deal that cannot be won: %+v", got)
	}
	half := measure("B") // the weakest player wins it now and then
	if half.Hardness == 0 || half.Hardness > 2000 || half != measure("B") {
		t.Errorf("a deal between two players: %+v, then %+v", half, measure("B"))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Measure(ctx, ladderGame{}, "A"); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

type plainGame struct{ engine.Game }

func (plainGame) Deal(engine.Code) engine.State { return struct{ engine.State }{} }

func TestKindsOfAGame(t *testing.T) {
	if got := grade.KindsOf(plainGame{}); got != nil {
		t.Errorf("a game without a solver offers %v", got)
	}
	if got := grade.KindsOf(ladderGame{}); !slices.Equal(got, []grade.Kind{grade.Winnable}) {
		t.Errorf("a game without a scale offers %v", got)
	}
}
