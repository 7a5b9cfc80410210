package chessboard

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// bare is the table without cards. A test names only the places that differ.
const bare = `
a1 -
a2 -
a3 -
a4 -
a5 -
b1 -
b2 -
b3 -
b4 -
c1 -
c2 -
c3 -
c4 -
c5 -`

// position parses one, one place a line, on top of the bare table.
func position(t testing.TB, lines ...string) map[engine.Place]engine.Pile {
	t.Helper()
	return enginetest.Position(t, append([]string{bare}, lines...)...)
}

func set(t testing.TB, lines ...string) engine.State {
	t.Helper()
	return enginetest.Set(t, New(), position(t, lines...))
}

func TestPlay(t *testing.T) {
	for _, test := range []struct {
		name, given, word, want string
	}{
		{"one rank up", "a1 9s 8h\nc3 7h", "a1c3", "a1 9s\nc3 7h 8h"},
		{"one rank down", "a1 6h\na2 7h", "a1a2", "a2 7h 6h"},
		{"Ace on King", "a1 Ad\nc5 Kd", "a1c5", "c5 Kd Ad"},
		{"King on Ace", "a1 Ad\nc5 Kd", "c5a1", "a1 Ad Kd"},
		{"to an empty pile", "a1 9s 8h\nb1 4c", "a1c3", "a1 9s\nb1 4c\nc3 8h"},
		{"the first foundation card", "a1 9s 8h", "a1b3", "a1 9s\nb3 8h"},
		{"the base rank on any foundation", "a1 8s\nb3 8h 9h", "a1b1", "b1 8s\nb3 8h 9h"},
		{"up in suit", "a1 9h\nb3 8h", "a1b3", "b3 8h 9h"},
		{"Ace on the King of a foundation", "a1 Ah\nb3 Kh", "a1b3", "b3 Kh Ah"},
	} {
		t.Run(test.name, func(t *testing.T) {
			next, err := set(t, test.given).Play(enginetest.Word(t, test.word))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := next.Position(), position(t, test.want); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestDeal(t *testing.T) {
	s := New().Deal("WINGS")
	// The deck from its top, dealt by hand.
	deck := engine.Shuffle("WINGS", chessboard.deck())
	want := position(t)
	give := func(place string) {
		p := enginetest.Word(t, place).From
		want[p] = want[p].Push(deck[len(deck)-1])
		deck = deck[:len(deck)-1]
	}
	for range 5 {
		for _, place := range strings.Fields("a1 a2 a3 a4 a5 c1 c2 c3 c4 c5") {
			give(place)
		}
	}
	give("a1")
	give("c1")
	if got := s.Position(); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestDealsAreAsKnown compares many deals with what is known of the game: 11.4 percent
// begin without a move from pile to pile, and there are 3.5 such moves on average. The
// bounds are some three standard errors wide.
func TestDealsAreAsKnown(t *testing.T) {
	const deals = 2000
	stuck, total := 0, 0
	for n := range deals {
		moves := 0
		for _, m := range New().Deal(engine.Code(fmt.Sprintf("D%d", n))).Moves() {
			if !table.Find(m.To).isFoundation() {
				moves++
			}
		}
		total += moves
		if moves == 0 {
			stuck++
		}
	}
	if got := 100 * float64(stuck) / deals; math.Abs(got-11.4) > 2.2 {
		t.Errorf("%.1f %% of deals begin without a move from pile to pile, want 11.4", got)
	}
	if got := float64(total) / deals; math.Abs(got-3.5) > 0.2 {
		t.Errorf("%.2f moves from pile to pile at the deal, want 3.5", got)
	}
}

func TestBaseRankIsUndone(t *testing.T) {
	const none = "Base rank: the first card up sets it"
	round := engine.NewRound(New(), "WINGS")
	note := func() string { return strings.Join(round.State().Board().Notes, "\n") }
	if got := note(); got != none {
		t.Errorf("at the deal: got %q, want %q", got, none)
	}
	if err := round.Play(enginetest.Word(t, "c5b2")); err != nil {
		t.Fatal(err)
	}
	if got, want := note(), "Base rank: Jack"; got != want {
		t.Errorf("after the Jh: got %q, want %q", got, want)
	}
	if err := round.Play(enginetest.Word(t, "c4b1")); err == nil {
		t.Error("a Seven starts a foundation though the base rank is Jack")
	}
	round.Undo()
	if got := note(); got != none {
		t.Errorf("after undo: got %q, want %q", got, none)
	}
	if err := round.Play(enginetest.Word(t, "c4b1")); err != nil {
		t.Errorf("after undo a Seven may start a foundation: %v", err)
	}
}

func TestOver(t *testing.T) {
	for given, want := range map[string]bool{
		"":                    true,
		"a1 9d":               false,
		"a1 9d\nb1 4c":        false, // a card can still go from pile to pile
		full + "b1 2c":        true,
		full + "b1 2c\nc5 2h": false,
		full:                  false,
	} {
		if got := set(t, given).Over(); got != want {
			t.Errorf("%q: got over %v, want %v", given, got, want)
		}
	}
}

// full is ten piles whose top cards do not fit one another.
const full = `
a1 As
a2 3s
a3 5s
a4 7s
a5 9s
c1 Js
c2 Ad
c3 3d
c4 5d
c5 7d
`

// won returns the end of a game on the base rank, with all cards on foundations.
func won(base engine.Rank) map[engine.Place]engine.Pile {
	s := state{game: chessboard}
	for suit := range engine.Suit(4) {
		for n := range suitSize {
			p := &s.piles[foundations+pileIndex(suit)]
			*p = p.Push(engine.NewCard(rankAbove(base, n), suit))
		}
	}
	return s.Position()
}

func TestWinning(t *testing.T) {
	given := won(engine.Seven)
	six := engine.At(2, 2)
	given[engine.At(3, 4)] = engine.NewPile(given[six].Top())
	given[six] = given[six].Pop()
	s := enginetest.Set(t, New(), given)
	if got, want := s.Score(), (engine.Score{Points: 51, Max: 52}); got != want || s.Over() {
		t.Errorf("before the last card: got %+v, over %v, want %+v", got, s.Over(), want)
	}
	s, err := s.Play(enginetest.Word(t, "c4b2"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Score(), (engine.Score{Points: 52, Max: 52, Won: true, Perfect: true}); got != want || !s.Over() {
		t.Errorf("after the last card: got %+v, over %v, want %+v, over", got, s.Over(), want)
	}
}

func TestSetNamesWhatIsWrong(t *testing.T) {
	without := position(t)
	delete(without, engine.At(2, 3))
	extra := position(t)
	extra[engine.At(2, 5)] = engine.Pile{}
	for _, test := range []struct {
		name  string
		given map[engine.Place]engine.Pile
		want  string
	}{
		{"missing", without, "b3 is missing: name every place, - for an empty one"},
		{"unknown", extra, "b5 is unknown: the places are [a1 a2 a3 a4 a5 c1 c2 c3 c4 c5 b1 b2 b3 b4]"},
		{"face down", position(t, "a3 (7d) 2s"), "a3 has a card face down: all cards lie face up"},
		{"twice", position(t, "a1 9d", "c3 9d"), "c3: 9d lies at a1 already"},
		{"not of the deck", position(t, "a3 9o"), "a3: 9o is not one of the 52 cards"},
		{"two bases", position(t, "b1 7h 8h", "b3 8s"), "b3: 8s lies where 7s belongs, built in suit from the base rank"},
		{"two suits", position(t, "b2 7h 8s"), "b2: 8s lies where 8h belongs, built in suit from the base rank"},
		{"a gap", position(t, "b2 Qh Kh 2h"), "b2: 2h lies where Ah belongs, built in suit from the base rank"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := New().Set(test.given); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
