package engine_test

import (
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/chessboard"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hopscotch"
)

// played returns a round of Lucky Seven with its first legal move played n times.
func played(t *testing.T, n int) *engine.Round {
	t.Helper()
	r := engine.NewRound(boardwalk.All()[2], "ROUND")
	for range n {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func TestUndoAndRedoGoBackAndForth(t *testing.T) {
	r := played(t, 4)
	end := r.Record().String()
	for range 4 {
		if !r.Undo() {
			t.Fatal("a move cannot be taken back")
		}
	}
	if r.Undo() || r.Len() != 0 {
		t.Fatalf("more was taken back than was played: %s", r.Record())
	}
	for range 4 {
		if !r.Redo() {
			t.Fatal("a move cannot be played again")
		}
	}
	if got := r.Record().String(); r.Redo() || got != end {
		t.Errorf("got %s, want %s", got, end)
	}
}

func TestAnotherMoveEndsRedo(t *testing.T) {
	r := played(t, 2)
	r.Undo()
	again := r.State().Moves()
	if err := r.Play(again[1]); err != nil {
		t.Fatal(err)
	}
	if r.Redo() {
		t.Error("a move of another line can be played again")
	}
}

func TestUndoTakesBackARestart(t *testing.T) {
	r := played(t, 3)
	before := r.Record().String()
	if !r.Restart() || r.Len() != 0 {
		t.Fatalf("a restart leaves %s", r.Record())
	}
	if err := r.Play(r.State().Moves()[1]); err != nil {
		t.Fatal(err)
	}
	r.Undo()
	if !r.Undo() || r.Record().String() != before {
		t.Errorf("got %s, want %s", r.Record(), before)
	}
	if r.Restart(); r.Restart() {
		t.Error("a restart at the beginning did something")
	}
}

func TestARefusedMoveChangesNothing(t *testing.T) {
	r := played(t, 2)
	before := r.Record().String()
	if err := r.Play(engine.Move{From: engine.At(1, 9)}); err == nil || r.Record().String() != before {
		t.Errorf("got %v and %s, want a refusal and %s", err, r.Record(), before)
	}
}

//abuse:case 18
func TestTally(t *testing.T) {
	r := played(t, 1) // a live play turns cards up
	if r.Undo(); r.Tally() != (engine.Tally{Undos: 1, Peeks: 1}) {
		t.Errorf("taking back a flip counts %+v", r.Tally())
	}
	r.CountHint()
	if !r.Tally().Assisted() {
		t.Error("a round with a hint is not assisted")
	}
	if (engine.Tally{Undos: 3}).Assisted() {
		t.Error("a round with free undos is assisted")
	}
}

func TestARoundResumesAsItWas(t *testing.T) {
	r := played(t, 4)
	r.Restart()
	if err := r.Play(r.State().Moves()[0]); err != nil {
		t.Fatal(err)
	}
	if err := r.Play(r.State().Moves()[0]); err != nil {
		t.Fatal(err)
	}
	r.Undo()
	back, err := engine.Resume(r.Game(), r.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []func(*engine.Round) bool{
		(*engine.Round).Redo, (*engine.Round).Undo, (*engine.Round).Undo, (*engine.Round).Undo, (*engine.Round).Undo,
	} {
		if do(r) != do(back) || enginetest.Same(r.State(), back.State()) != nil || r.Tally() != back.Tally() {
			t.Fatalf("the resumed round goes to %s, the other to %s", back.Record(), r.Record())
		}
	}
}

func TestResumeRefusesWhatDoesNotReplay(t *testing.T) {
	good := played(t, 2).Snapshot()
	bad := engine.Move{From: engine.At(1, 9)}
	for name, spoil := range map[string]func(*engine.Snapshot){
		"a move":             func(s *engine.Snapshot) { s.Record.Moves[1] = bad },
		"the version":        func(s *engine.Snapshot) { s.Record.Version++ },
		"the game":           func(s *engine.Snapshot) { s.Record.Game = "hopscotch" },
		"what was restarted": func(s *engine.Snapshot) { s.Shelved = [][]engine.Move{{bad}} },
	} {
		s := good
		s.Record.Moves = append([]engine.Move(nil), good.Record.Moves...)
		spoil(&s)
		if r, err := engine.Resume(played(t, 0).Game(), s); err == nil {
			t.Errorf("with %s spoilt it resumes as %s", name, r.Record())
		}
	}
}

func TestRoutineMovesArePlayedAndTakenBackTogether(t *testing.T) {
	r := engine.NewRound(hopscotch.New(), "ROUTINE")
	r.SetAuto(true)
	for _, word := range []string{"a1", "b1d3"} {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := r.Record().String(), "hopscotch@1 ROUTINE a1 b1d3 a1"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	if r.Undo(); r.Len() != 1 {
		t.Errorf("undo leaves %s", r.Record())
	}
	if r.Redo(); r.Len() != 3 {
		t.Errorf("redo gives %s", r.Record())
	}
}

func TestUndoPeeksTellsOfFlips(t *testing.T) {
	r := played(t, 1) // a live play turns cards up
	if !r.UndoPeeks() {
		t.Error("UndoPeeks is false for a move that turned a card up")
	}
	if tally := r.Tally(); tally != (engine.Tally{}) || r.Len() != 1 {
		t.Errorf("asking changed the round: %+v, %s", tally, r.Record())
	}
	r.Undo()
	if r.UndoPeeks() {
		t.Error("UndoPeeks is true at the deal")
	}
	chess := engine.NewRound(chessboard.New(), "A")
	if err := chess.Play(chess.State().Moves()[0]); err != nil {
		t.Fatal(err)
	}
	if chess.UndoPeeks() {
		t.Error("UndoPeeks is true in Chessboard, where all cards lie open")
	}
}

// TestUndoPeeksIsWhatUndoDoes compares UndoPeeks with Undo however a round got to its
// state (played, undone, restarted or resumed), with and without routine moves.
func TestUndoPeeksIsWhatUndoDoes(t *testing.T) {
	for _, g := range append(boardwalk.All(), hopscotch.New(), chessboard.New()) {
		for _, auto := range []bool{false, true} {
			r, random := engine.NewRound(g, "PEEKS"), rand.New(rand.NewPCG(1, 2))
			r.SetAuto(auto)
			for range 100 {
				legal, n := r.State().Moves(), random.IntN(20)
				switch {
				case n < 3 || len(legal) == 0:
					r.Undo()
				case n < 4:
					r.Restart()
				case n < 6:
					r.Redo()
				default:
					if err := r.Play(enginetest.Pick(random, legal)); err != nil {
						t.Fatal(err)
					}
				}
				if r.Len() == 0 {
					continue
				}
				twin, err := engine.Resume(g, r.Snapshot())
				if err != nil {
					t.Fatal(err)
				}
				twin.SetAuto(auto)
				told, peeks := twin.UndoPeeks(), twin.Tally().Peeks
				twin.Undo()
				if want := twin.Tally().Peeks > peeks; r.UndoPeeks() != want || told != want {
					t.Fatalf("%s, auto %t: UndoPeeks is %t, after a resume %t, but Undo peeks: %t: %s", g.Info().ID, auto, r.UndoPeeks(), told, want, r.Record())
				}
			}
		}
	}
}

// Safe moves are one step of undo and redo each time that they were played at once, with the player's move if the
// round plays them by itself, also after a resume.
func TestSafeMovesArePlayedAndTakenBackTogether(t *testing.T) {
	start := chessboard.New().Deal("SAFE").(engine.Solver)
	var win []engine.Move
	if s := start.Solve(t.Context(), engine.Question{Goal: engine.GoalWin}); s.Verdict == engine.VerdictWon {
		win = s.Line
	}
	for _, settles := range []bool{false, true} {
		r := engine.NewRound(chessboard.New(), "SAFE")
		r.SetSettles(settles)
		var steps []int // how many moves there were after each step
		for _, m := range win {
			if r.Play(m) != nil { // it has gone up already
				continue
			}
			steps = append(steps, r.Len())
			if !settles && r.Settle() {
				steps = append(steps, r.Len())
			}
		}
		if !r.State().Score().Won || len(steps) > len(win)-10 {
			t.Fatalf("in %d steps of %d moves, the game stands at %+v", len(steps), len(win), r.State().Score())
		}
		for range 2 {
			resumed, err := engine.Resume(r.Game(), r.Snapshot())
			if err != nil {
				t.Fatal(err)
			}
			r = resumed
			r.SetSettles(settles)
			for i := len(steps) - 2; i >= 0; i-- {
				if r.Undo(); r.Len() != steps[i] {
					t.Fatalf("settles %t: undo leaves %d moves of %v", settles, r.Len(), steps)
				}
			}
			for _, n := range steps[1:] {
				if r.Redo(); r.Len() != n {
					t.Fatalf("settles %t: redo gives %d moves of %v", settles, r.Len(), steps)
				}
			}
		}
		for r.Len() > steps[2] {
			r.Undo()
		}
		if r.Play(r.State().Moves()[0]) == nil && r.Undo() && r.Len() != steps[2] {
			t.Errorf("settles %t: undo of another move leaves %d moves, want %d", settles, r.Len(), steps[2])
		}
	}
	if r := engine.NewRound(hopscotch.New(), "SAFE"); r.Settle() {
		t.Error("a game without safe moves plays some")
	}
}
