package datatest

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/tuitest"
)

// A Store holds one player's games as seen by one session. Saved returns Rev 0 if no game
// is open. Save and Finish replace the state prev and no other, where 0 means none is
// open; otherwise they return arcade.ErrConflict and write nothing.
type Store interface {
	Saved(game string) (arcade.Saved, arcade.Rev, error)
	Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error)
	Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error)
	History(before string, n int) ([]arcade.Result, error)
	Best(game string, class arcade.Class) (arcade.Result, bool, error)
	Stats() ([]arcade.GameStat, error)
}

// A store of a file keeps the promises that a table relies on.
func TestStore(t *testing.T) {
	testStore(t, func(t *testing.T) func() Store {
		db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return func() Store {
			p, err := db.Player(arcade.KeyCredential("SHA256:ann"))
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
	})
}

// So does the store of the tests of screens.
func TestStoreInMemory(t *testing.T) {
	testStore(t, func(*testing.T) func() Store {
		s := new(tuitest.Store)
		return func() Store { return s }
	})
}

// testStore tests a store. open makes a player without games and returns a function that opens
// a session; all its sessions belong to that player.
func testStore(t *testing.T, open func(t *testing.T) func() Store) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, session func() Store)
	}{
		{"resume elsewhere", resumeElsewhere},
		{"looking changes nothing", lookingChangesNothing},
		{"double create is refused", doubleCreate},
		{"a stale session is fenced", staleSession},
		{"a claim fences the older session at once", claim},
		{"one of many claims wins", manyClaims},
		{"a stale finish is refused", staleFinish},
		{"finish ends the open game of its ID alone", finishEnds},
		{"a finished game is not taken for the next", finishedIsNotNext},
		{"finish twice is once", finishTwice},
		{"history once and in order", historyInOrder},
		{"bests by class", bestsByClass},
		{"sums by game and class", sumsByGame},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

// The games of the tests. A store does not look at their moves.
const (
	game  = "test/hop"
	other = "test/scotsi"
)

// record returns a record with the given number of moves.
func record(game, code string, moves int) engine.Record {
	r := engine.Record{Game: game, Version: 1, Code: engine.Code(code)}
	for range moves {
		r.Moves = append(r.Moves, engine.Move{From: engine.At(1, 1)})
	}
	return r
}

// saved returns an open game that is worth a point per move.
func saved(game, code string, moves int) arcade.Saved {
	return arcade.Saved{
		Record: record(game, code, moves), Score: engine.Score{Points: moves, Max: 9},
		Millis: int64(moves) * 1000, Span: int64(moves) * 1000, Started: 1_780_000_000_000,
	}
}

// finished returns a counted round that is worth a point per move.
func finished(game, code string, moves int) arcade.Result {
	return arcade.Result{
		Record: record(game, code, moves), Score: engine.Score{Points: moves, Max: 9},
		Class: arcade.Counted, Millis: int64(moves) * 1000, Span: int64(moves) * 1000, Ended: 1_790_000_000_000 + int64(moves),
	}
}

func save(t *testing.T, s Store, state arcade.Saved, prev arcade.Rev) arcade.Rev {
	t.Helper()
	rev, err := s.Save(state, prev)
	if err != nil || rev == 0 || rev == prev {
		t.Fatalf("Save over %d = %d, %v, want a new Rev", prev, rev, err)
	}
	return rev
}

func finish(t *testing.T, s Store, r arcade.Result, prev arcade.Rev) arcade.Result {
	t.Helper()
	got, err := s.Finish(r, prev)
	if err != nil || got.ID == "" {
		t.Fatalf("Finish over %d = %+v, %v, want the round with an ID", prev, got, err)
	}
	return got
}

// wantOpen compares the open game with what it should be; Rev 0 means none.
func wantOpen(t *testing.T, s Store, id string, want arcade.Saved, wantRev arcade.Rev) {
	t.Helper()
	got, rev, err := s.Saved(id)
	if err != nil || rev != wantRev || !reflect.DeepEqual(got, want) {
		t.Errorf("Saved = %+v, %d, %v, want %+v, %d", got, rev, err, want, wantRev)
	}
}

// wantHistory compares the whole history, the newest first.
func wantHistory(t *testing.T, s Store, want ...arcade.Result) {
	t.Helper()
	got, err := s.History("", 100)
	if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("History = %+v, %v, want %+v", got, err, want)
	}
}

func wantConflict(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, arcade.ErrConflict) {
		t.Errorf("error = %v, want engine.ErrConflict", err)
	}
}
