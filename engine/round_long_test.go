package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/chessboard"
	"boardwalk/engine/enginetest"
)

// A walk is a game without an end, in which different sequences of moves lead to
// different states.
type walk struct{ endless }

func (walk) Deal(engine.Code) engine.State { return path{of: 1} }

// A path is a state of a walk.
type path struct {
	engine.State
	of uint64
}

func (p path) Over() bool          { return false }
func (p path) Board() engine.Board { return engine.Board{} }
func (p path) Score() engine.Score { return engine.Score{} }

// NextDeal returns a routine move after every third move or so.
func (p path) NextDeal() (engine.Move, bool) {
	return engine.Move{From: engine.At(1, 1)}, p.of%3 == 0
}

func (p path) Play(m engine.Move) (engine.State, error) {
	return path{of: p.of*0x9e3779b97f4a7c15 + uint64(m.From.Col())}, nil
}

// TestARoundStandsWhereItsMovesLead checks that the state follows from the moves, however
// the round got there: by moves, undo, redo and restarts, long or short, with or without
// routine moves.
func TestARoundStandsWhereItsMovesLead(t *testing.T) {
	r, random := engine.NewRound(walk{}, "A"), rand.New(rand.NewPCG(3, 4))
	longest := 0
	for range 2_000 {
		r.SetAuto(random.IntN(2) == 0)
		do := func() bool { return r.Play(engine.Move{From: engine.At(1+random.IntN(9), 1)}) == nil }
		switch n := random.IntN(20); {
		case n < 8:
			do = r.Undo
		case n < 11:
			do = r.Redo
		case n < 12:
			r.Restart()
		case n < 13:
			resumed, err := engine.Resume(r.Game(), r.Snapshot())
			if err != nil {
				t.Fatal(err)
			}
			r = resumed
		}
		for range random.IntN(150) {
			do()
		}
		longest = max(longest, r.Len())
		states, err := r.Record().Replay(r.Game())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := r.State(), states[len(states)-1]; got != want {
			t.Fatalf("after %d moves the round stands at %v, want %v", r.Len(), got, want)
		}
		n := random.IntN(r.Len() + 1)
		if got := slices.Collect(r.States(n)); !slices.Equal(got, states[n:]) {
			t.Fatalf("from move %d of %d on the round went through %v, want %v", n, r.Len(), got, states[n:])
		}
	}
	if longest < 500 {
		t.Errorf("the longest round has %d moves, too few for this test", longest)
	}
}

// shuttling returns a round of a game that can go on forever: from its current state a
// card can be moved there and back.
func shuttling(t testing.TB, g engine.Game) (r *engine.Round, there, back engine.Move) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 9))
	for i := range 1000 {
		r := engine.NewRound(g, engine.Code(fmt.Sprintf("ENDLESS%d", i)))
		for moves := r.State().Moves(); len(moves) > 0; moves = r.State().Moves() {
			for _, m := range moves {
				back := engine.Move{From: m.To, To: m.From}
				if records(g, r, m, back, m) {
					return r, m, back
				}
			}
			play(t, r, enginetest.Pick(random, moves))
		}
	}
	t.Fatalf("%s: no card moves there and back", g.Info().ID)
	return nil, engine.Move{}, engine.Move{}
}

// records reports whether a round can go on with these moves.
func records(g engine.Game, r *engine.Round, moves ...engine.Move) bool {
	record := r.Record()
	record.Moves = append(record.Moves, moves...)
	_, err := record.Replay(g)
	return err == nil
}

func play(t testing.TB, r *engine.Round, m engine.Move) {
	t.Helper()
	if err := r.Play(m); err != nil {
		t.Fatalf("after %d moves: %v", r.Len(), err)
	}
}

// BenchmarkUndo is an undo and a redo near the end of the longest rounds, where an undo
// replays the most moves.
func BenchmarkUndo(b *testing.B) {
	for _, g := range []engine.Game{boardwalk.All()[0], chessboard.New()} {
		b.Run(g.Info().Name, func(b *testing.B) {
			r, there, back := shuttling(b, g)
			for r.Len() < 4_994 {
				play(b, r, there)
				there, back = back, there
			}
			b.ReportAllocs()
			for b.Loop() {
				r.Undo()
				r.Redo()
			}
		})
	}
}
