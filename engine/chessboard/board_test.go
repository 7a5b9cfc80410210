package chessboard

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

func TestBoard(t *testing.T) {
	t.Run("no base rank", func(t *testing.T) {
		want := `
a1 pile As
b1 foundation - any
c1 pile Js
a2 pile 3s
b2 foundation - any
c2 pile Ad
a3 pile 5s
b3 foundation - any
c3 pile 3d
a4 pile 7s
b4 foundation - any
c4 pile 5d
a5 pile 9s
c5 pile 7d Kc
Base rank: the first card up sets it
`
		if got := "\n" + enginetest.Board(set(t, full, "c5 7d Kc")); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	})
	t.Run("a base rank", func(t *testing.T) {
		hearts := won(engine.Seven)[engine.At(2, 2)].String()
		got := "\n" + enginetest.Board(set(t, "b1 7d", "b2 "+hearts, "b4 7s 8s 9s Ts Js Qs Ks"))
		for _, want := range []string{
			"\na1 pile - opening\n",
			"\nb1 foundation 7d next 8♦\n",
			"\nb2 foundation " + hearts + " done closed\n",
			"\nb3 foundation - next 7\n",
			"\nb4 foundation 7s 8s 9s Ts Js Qs Ks next A♠\n",
			"\nBase rank: Seven\n",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not on the board%s", want, got)
			}
		}
	})
}

func TestDescribe(t *testing.T) {
	for _, test := range []struct{ given, word, want string }{
		{"a2 7h\nc1 8h", "a2c1", "7♥ to c1: lies on 8♥."},
		{"a2 7h", "a2c1", "7♥ to c1: fills the empty pile."},
		{"a2 7h", "a2b1", "7♥ to b1: begins the foundation; the base rank is Seven."},
		{"a2 7h\nb4 7s", "a2b1", "7♥ to b1: begins the foundation."},
		{"a2 7h\nb4 6h", "a2b4", "7♥ to b4: joins the foundation."},
		{"a2 2h\nb4 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "a2b4", "2♥ to b4: completes the foundation."},
		{"a2 7h\nb4 6s", "a2b4", ""},
	} {
		if got := set(t, test.given).Describe(enginetest.Word(t, test.word)); got != test.want {
			t.Errorf("%s in %q: got %q, want %q", test.word, test.given, got, test.want)
		}
	}
}
