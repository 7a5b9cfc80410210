package chessboard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// loose is a table with room for every card except the wanted ones.
const loose = `
b1 2c
a1 3s 4s 5s 6s 7s 8s 9s
c1 3h 4h 5h 6h 7h 8h 9h
a2 3d 4d 5d 6d 7d 8d 9d`

func TestDeadEnd(t *testing.T) {
	for _, test := range []struct {
		name, given string
		dead, known bool
	}{
		{"any card may be the first on a foundation", full, false, true},
		{"no card is left", "", true, true},
		{"a foundation can grow at once", full + "b1 8s", false, true},
		{"no move at all", full + "b1 2c", true, true},
		{"a foundation can be started after a move", full + "a2 4h 2h 4s\nb1 2c", false, true},
		{"a foundation can grow once a pile is empty", full + "a2 4s\nc5 3c 7d\nb1 2c", false, true},
		{"only shuttling is left", full + "a2 4s\nb1 2c", true, true},
		{"only shuttling is left, no pile can be emptied", full + "a2 Jc 4s\na3 Kc 5s\nb1 2c", true, true},
		{"the wanted card comes free after many moves", "b1 2c\na1 2s Ks Qd 8c 7h 6s 5d 4c 3h", false, true},
		{"the wanted cards are gone, few cards are left", "b1 2c\na1 9h 7d\nc1 Js", true, true},
		{"too many positions to tell", loose, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dead, known := set(t, test.given).(engine.DeadEnder).DeadEnd()
			if dead != test.dead || known != test.known {
				t.Errorf("got dead %v, known %v, want %v, %v", dead, known, test.dead, test.known)
			}
		})
	}
	t.Run("won", func(t *testing.T) {
		s, err := New().Set(won(engine.Ace))
		if err != nil {
			t.Fatal(err)
		}
		if dead, known := s.(engine.DeadEnder).DeadEnd(); !dead || !known {
			t.Errorf("got dead %v, known %v, want both", dead, known)
		}
	})
}

// plainly does what DeadEnd does by the rules alone: it plays every move, and compares
// tables by their text. It gives up after a number of positions.
func plainly(s engine.State, most int) (dead, known bool) {
	seen := map[string]bool{pilesAsText(s): true}
	for queue := []engine.State{s}; len(queue) > 0; queue = queue[1:] {
		for _, m := range queue[0].Moves() {
			if table.Find(m.To).isFoundation() {
				return false, true
			}
			next, err := queue[0].Play(m)
			if err != nil {
				panic(err)
			}
			if key := pilesAsText(next); !seen[key] {
				if len(seen) == most {
					return false, false
				}
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return true, true
}

// pilesAsText returns the piles as text, independent of their order, and then the foundations.
func pilesAsText(s engine.State) string {
	var lines [pileCount]string
	for i, p := range s.(*state).piles {
		lines[i] = p.String()
	}
	slices.Sort(lines[:foundations])
	slices.Sort(lines[foundations:])
	return strings.Join(lines[:], ", ")
}

// TestDeadEndIsWhatTheRulesSay compares DeadEnd with plainly wherever random players get
// to, some of whom build the foundations at almost every chance, some seldom.
func TestDeadEndIsWhatTheRulesSay(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	var dead, alive int
	for i := range 200 * *times {
		s := New().Deal(engine.Code(fmt.Sprintf("RULES%d", i)))
		for len(s.Moves()) > 0 {
			moves := s.Moves()
			if random.IntN(2+i%20) > 0 {
				moves = building(moves)
			}
			s, _ = s.Play(enginetest.Pick(random, moves))
			want, known := plainly(s, deadEndBound)
			got, ok := s.(engine.DeadEnder).DeadEnd()
			if got != want || known && !ok {
				t.Fatalf("got dead %v, known %v, want %v, %v:\n%s", got, ok, want, known, pilesAsText(s))
			}
			if got {
				dead++
				break
			}
			alive++
		}
	}
	if dead < 160**times || alive < 400**times {
		t.Errorf("%d dead ends and %d other positions are too few to compare", dead, alive)
	}
}

// building returns the moves that go to a foundation, or all moves if none does.
func building(moves []engine.Move) []engine.Move {
	var up []engine.Move
	for _, m := range moves {
		if table.Find(m.To).isFoundation() {
			up = append(up, m)
		}
	}
	if len(up) == 0 {
		return moves
	}
	return up
}

// BenchmarkDeadEnd measures the longest searches: one that reaches its limit, and a deal
// that lies wide open after its first move.
func BenchmarkDeadEnd(b *testing.B) {
	open, err := New().Deal("Q21182").Play(engine.Move{From: engine.At(1, 1), To: engine.At(2, 1)})
	if err != nil {
		b.Fatal(err)
	}
	for name, s := range map[string]engine.State{"bound": set(b, loose), "deal": open} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.(engine.DeadEnder).DeadEnd()
			}
		})
	}
}
