package hopscotch

import (
	"testing"

	"boardwalk/engine/enginetest"
)

func TestBoard(t *testing.T) {
	want := `
a1 stock () ()
b1 waste 9d
a2 foundation Ac 2h next 3
b2 foundation Kh done closed
c2 foundation 3c next 6
d2 foundation Qs next 3
a3 reserve - opening
b3 reserve 4d Kd
c3 reserve - opening
d3 reserve - opening
By 1  A[2]3 4 5 6 7 8 9 T J Q K
By 2  2 4 6 8 T Q A 3 5 7 9 J[K]
By 3 [3]6 9 Q 2 5 8 J A 4 7 T K
By 4  4 8[Q]3 7 J 2 6 T A 5 9 K
`
	s := set(t, "a1 (7h) (8h)", "b1 9d", "a2 Ac 2h", "b2 Kh", "c2 3c", "d2 Qs", "b3 4d Kd")
	if got := "\n" + enginetest.Board(s); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestDescribe(t *testing.T) {
	s := set(t, "b1 4d", "b3 8h", "c3 Ks", "a2 Qd")
	for w, want := range map[string]string{
		"b1b2": "4♦ to b2: joins the foundation by 2.",
		"b1a3": "4♦ to a3: fills the empty reserve.",
		"b1b3": "4♦ to b3: lies on 8♥.",
		"b3d2": "8♥ to d2: joins the foundation by 4.",
		"c3a2": "K♠ to a2: closes the foundation.",
		"b1c2": "",
	} {
		if got := s.Describe(enginetest.Word(t, w)); got != want {
			t.Errorf("%s: got %q, want %q", w, got, want)
		}
	}
	if got, want := set(t, "a1 (7h)").Describe(deal), "Stock to b1: deals the next card."; got != want {
		t.Errorf("a1: got %q, want %q", got, want)
	}
}
