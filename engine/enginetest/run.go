// Package enginetest checks that a game keeps the promises of [engine.Game]. Run is the
// conformance kit. Replay and Fuzz reach positions that random play does not.
package enginetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"

	"boardwalk/engine"
)

func init() { debug.SetGCPercent(400) } // states and frames are much to throw away, and little to keep

// Run plays the given number of random deals to the end and checks the promises of the
// interfaces at every position; it makes the costly checks at every eighth. A failure
// names the record that shows it.
func Run(t testing.TB, g engine.Game, deals int) {
	t.Helper()
	checkInfo(t, g)
	checkPage(t, g)
	if teacher, ok := g.(engine.Teacher); ok {
		Lessons(t, teacher)
	}
	for i := range deals {
		code := engine.Code(fmt.Sprintf("KIT%d", i))
		checkDeal(t, g, code)
		r := engine.NewRound(g, code)
		random := rand.New(rand.NewPCG(uint64(i), 1))
		for n := 0; ; n++ {
			checkState(t, r, random)
			moves := r.State().Moves()
			if len(moves) == 0 || n == 300 {
				break
			}
			if n%8 == 0 {
				checkSet(t, r)
				checkRefusals(t, r, random)
				checkProof(t, r, random)
			}
			if err := r.Play(Pick(random, moves)); err != nil {
				t.Fatalf("%s: %v", r.Record(), err)
			}
		}
		checkEnd(t, r)
		checkRecord(t, r)
	}
	checkShared(t, g)
}

// Replay replays a record's line and makes all of Run's checks at each position, but that of
// proofs at every eighth. It returns the record and all its states, the deal first.
func Replay(t testing.TB, g engine.Game, line string) (engine.Record, []engine.State) {
	t.Helper()
	record, err := engine.ParseRecord(line)
	if err != nil {
		t.Fatal(err)
	}
	r := engine.NewRound(g, record.Code)
	random := rand.New(rand.NewPCG(1, 2))
	states := []engine.State{r.State()}
	for i := 0; ; i++ {
		checkState(t, r, random)
		checkSet(t, r)
		checkRefusals(t, r, random)
		if i%8 == 0 {
			checkProof(t, r, random)
		}
		if i == len(record.Moves) {
			break
		}
		if err := r.Play(record.Moves[i]); err != nil {
			t.Fatalf("%s: %v", r.Record(), err)
		}
		states = append(states, r.State())
	}
	checkEnd(t, r)
	checkRecord(t, r)
	return record, states
}

// Fuzz plays arbitrary moves, legal ones among them, on any deal. It checks that a move
// is accepted exactly if it is listed, and checks each position reached as Run does.
func Fuzz(f *testing.F, g engine.Game) {
	f.Add("LADDER", []byte{0, 0, 1, 0, 0, 5, 0, 0, 2})
	f.Add("CHALK", []byte{0x12, 0x21, 0, 0x11, 0x13, 0, 0x99, 0x99, 0x99, 0, 0, 3, 0x15, 0x43, 0x34})
	f.Fuzz(func(t *testing.T, code string, places []byte) {
		r := engine.NewRound(g, engine.Code(code))
		random := rand.New(rand.NewPCG(1, 3))
		for b := range slices.Chunk(places, 3) {
			if len(b) < 3 {
				break
			}
			m := engine.Move{From: square(b[0]), To: square(b[1]), Return: square(b[2])}
			moves := r.State().Moves()
			if b[0] == 0 && len(moves) > 0 {
				m = moves[int(b[2])%len(moves)]
			}
			err := r.Play(m)
			if listed := slices.Contains(moves, m); listed != (err == nil) {
				t.Fatalf("%s: %s is listed: %v, but Play returned %v", r.Record(), m, listed, err)
			}
			if err == nil {
				checkState(t, r, random)
				checkSet(t, r)
				checkProof(t, r, random)
			}
		}
	})
}

// square returns a place for any byte: no place, a place on the table or one off it.
func square(b byte) engine.Place { return engine.At(int(b%16), int(b/16)) }

// Pick returns a random element of from.
func Pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// Same returns an error that says how two states differ in position, legal moves or
// score, or nil if they do not.
func Same(a, b engine.State) error {
	switch {
	case !maps.Equal(a.Position(), b.Position()):
		return fmt.Errorf("positions %v and %v", a.Position(), b.Position())
	case !slices.Equal(a.Moves(), b.Moves()):
		return fmt.Errorf("moves %v and %v", a.Moves(), b.Moves())
	case a.Score() != b.Score():
		return fmt.Errorf("scores %+v and %+v", a.Score(), b.Score())
	}
	return nil
}
