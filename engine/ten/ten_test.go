package ten

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hint"
	"boardwalk/engine/puzzle"
)

func TestConformance(t *testing.T) { enginetest.Run(t, New(), 20) }

func TestTheExampleIsPlayed(t *testing.T) { enginetest.Example(t, New()) }

func FuzzPlay(f *testing.F) { enginetest.Fuzz(f, New()) }

// Each puzzle of Chessboard can be dealt: it starts, and its first legal moves are those that it has there.
func TestAllPuzzlesBegin(t *testing.T) {
	for _, p := range puzzle.ByGame(board.Info().ID) {
		s, err := p.Start(board)
		if err != nil || engine.Hidden(s) > 0 || !slices.Contains(s.Moves(), p.Answer[0]) {
			t.Errorf("puzzle %s: %v", p.ID, err)
		}
	}
}

// A deal has ten puzzles of growing ratings. Solved, they win; each move tells something, so taking one back is
// a peek.
func TestTheAnswersWin(t *testing.T) {
	for i := range 20 {
		r := engine.NewRound(New(), engine.Code(fmt.Sprint("A", i)))
		deal := r.State().(table).deal
		for i, p := range deal[1:] {
			if p.Rating < deal[i].Rating {
				t.Errorf("%s of %.0f comes after %.0f", p.ID, p.Rating, deal[i].Rating)
			}
		}
		for !r.State().Over() {
			if err := r.Play(r.State().(table).right()); err != nil {
				t.Fatal(err)
			}
			if !r.UndoPeeks() {
				t.Fatalf("%s: to take the last move back is no peek", r.Record())
			}
		}
		if got := r.State().Score(); got != (engine.Score{Points: puzzles, Max: puzzles, Won: true, Perfect: true}) {
			t.Errorf("%s ends with %+v", r.Record(), got)
		}
	}
}

// After a wrong move the next puzzle comes, and what was right is told. What is left can still be solved.
func TestAWrongMoveEndsAPuzzle(t *testing.T) {
	s := New().Deal("WRONG")
	for at := range puzzles {
		now := s.(table)
		wrong := now.Moves()
		wrong = slices.DeleteFunc(wrong, func(m engine.Move) bool { return m == now.right() })
		next, err := s.Play(wrong[0])
		if err != nil {
			t.Fatal(err)
		}
		note := next.Board().Notes[0]
		begins, ends := fmt.Sprintf("Puzzle %d of 10. Base rank: ", min(at+2, puzzles)), fmt.Sprintf(". It was %s.", now.right())
		if !strings.HasPrefix(note, begins) || !strings.HasSuffix(note, ends) {
			t.Errorf("the note is %q, want %q and %q", note, begins, ends)
		}
		found, err := engine.Solve(t.Context(), next, engine.Question{Goal: engine.GoalPoints})
		if err != nil || found.Verdict != engine.VerdictLost || found.Points != puzzles-at-1 || !found.Most {
			t.Errorf("after puzzle %d the solver has %+v, %v", at+1, found, err)
		}
		s = next
	}
	if !s.Over() || s.Score().Points != 0 {
		t.Errorf("at the end over is %t, with %+v", s.Over(), s.Score())
	}
	enginetest.Refused(t, s, "a1a2", "over", "All ten puzzles are over.")
}

// The more tries the arcade's player has, the more puzzles it solves: with 1,000 all of them.
func TestTriesSolve(t *testing.T) {
	before := -1
	for _, tries := range []int{0, 1, 10, 100, 1000} {
		sum := 0
		for i := range 20 {
			h := hint.NewHouse(New().Deal(engine.Code(fmt.Sprint("T", i))), tries, rand.New(rand.NewPCG(1, uint64(i))))
			for h.Step(t.Context()) {
			}
			if !h.State().Over() {
				t.Fatalf("with %d tries it stops after %d moves", tries, h.Moves())
			}
			sum += h.Score().Points
		}
		if sum <= before {
			t.Errorf("%d tries solve %d of 200, no more than fewer do", tries, sum)
		}
		t.Logf("%4d tries: %d of 200", tries, sum)
		before = sum
	}
	if before != 20*puzzles {
		t.Errorf("1,000 tries solve %d", before)
	}
}

// Of an answer that is found, no other move is advised: it loses.
func TestTheAnswerAloneIsAdvised(t *testing.T) {
	s := New().Deal("ALONE").(table)
	got := s.Advise(t.Context(), engine.Ask{Tries: 1000})
	if want := []engine.Choice{{Move: s.right(), Win: 1, Points: puzzles, Tries: 1}}; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A move that is looked back at is compared with the answer, however few the tries are.
func TestMovesAreCompared(t *testing.T) {
	s := New().Deal("COMPARE").(table)
	moves := s.Moves()
	wrong := moves[slices.IndexFunc(moves, func(m engine.Move) bool { return m != s.right() })]
	got := s.Advise(context.Background(), engine.Ask{Tries: 1, Among: []engine.Move{wrong, s.right()}})
	want := []engine.Choice{
		{Move: s.right(), Win: 1, Points: puzzles, Tries: 1},
		{Move: wrong, Points: puzzles - 1, Tries: 1, Behind: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A position that is set has no answer, and is over after its next move.
func TestSet(t *testing.T) {
	s := New().Deal("SET")
	set, err := New().Set(s.Position())
	if err != nil || !maps.Equal(set.Position(), s.Position()) {
		t.Fatal(err)
	}
	if after, err := set.Play(set.Moves()[0]); err != nil || !after.Over() || after.Score().Points != 0 {
		t.Errorf("after a move it is over: %t, %v", after.Over(), err)
	}
	if choices := set.(engine.Advisor).Advise(t.Context(), engine.Ask{Tries: 10}); len(choices) != 0 {
		t.Errorf("it is advised %+v", choices)
	}
}
