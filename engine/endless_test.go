package engine_test

import (
	"testing"

	"boardwalk/engine"
)

// An endless game has two moves that alternate forever; the second is a routine move.
type endless struct{ engine.Game }

func (endless) Info() engine.Info             { return engine.Info{ID: "endless", Version: 1} }
func (endless) Deal(engine.Code) engine.State { return turn{second: true} }

// A turn is a state of an endless game: it says which of the two moves is due.
type turn struct {
	engine.State
	second bool
}

func (s turn) due() engine.Move {
	if s.second {
		return engine.Move{From: engine.At(2, 1)}
	}
	return engine.Move{From: engine.At(1, 1)}
}

func (s turn) Over() bool                    { return false }
func (s turn) Board() engine.Board           { return engine.Board{} }
func (s turn) NextDeal() (engine.Move, bool) { return s.due(), s.second }

func (s turn) Play(m engine.Move) (engine.State, error) {
	if m != s.due() {
		return nil, &engine.IllegalMove{Move: m, Code: "not-due"}
	}
	return turn{second: !s.second}, nil
}

// TestAFullRecordLeavesNothingHalfPlayed checks that a move does not fail because the
// record has no room for the routine move after it.
func TestAFullRecordLeavesNothingHalfPlayed(t *testing.T) {
	first, second := engine.Move{From: engine.At(1, 1)}, engine.Move{From: engine.At(2, 1)}
	record := engine.Record{Game: "endless", Version: 1, Code: "A", Moves: []engine.Move{second}}
	for len(record.Moves) < engine.RecordMoves-3 {
		record.Moves = append(record.Moves, first, second)
	}
	r, err := engine.Resume(endless{}, engine.Snapshot{Record: record})
	if err != nil {
		t.Fatal(err)
	}
	r.SetAuto(true)
	for _, want := range []int{engine.RecordMoves - 1, engine.RecordMoves} { // its routine move fits after the first only
		if err := r.Play(first); err != nil || r.Len() != want {
			t.Fatalf("%v after %d moves, want no error after %d", err, r.Len(), want)
		}
	}
	for _, m := range []engine.Move{first, second} {
		if err := r.Play(m); err == nil || r.Len() != engine.RecordMoves {
			t.Errorf("%s: %v and %d moves, want a refusal of one too many", m, err, r.Len())
		}
	}
	if r.Undo(); r.Len() != engine.RecordMoves-1 {
		t.Errorf("undo leaves %d moves, want the last taken back", r.Len())
	}
	if r.Undo(); r.Len() != engine.RecordMoves-3 {
		t.Errorf("undo leaves %d moves, want two taken back", r.Len())
	}
}
