package chessboard

import (
	"testing"

	"boardwalk/engine"
)

// loose is a table with room for every card but the wanted ones.
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

// BenchmarkDeadEnd is the longest that the search takes: it hits its bound.
func BenchmarkDeadEnd(b *testing.B) {
	s := set(b, loose).(engine.DeadEnder)
	for b.Loop() {
		s.DeadEnd()
	}
}
