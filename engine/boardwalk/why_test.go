package boardwalk

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/engine"
)

var _ engine.Explainer = (*State)(nil)

// placed returns a state of a game from lines of a place and a pile.
func placed(t *testing.T, g engine.Game, lines string) *State {
	t.Helper()
	at := make(map[engine.Place]engine.Pile)
	for line := range strings.Lines(lines) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" {
			continue
		}
		p, err := engine.ParsePlace(name)
		if err != nil {
			t.Fatal(err)
		}
		if at[p], err = engine.ParsePile(text); err != nil {
			t.Fatal(err)
		}
	}
	s, err := g.Set(at)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

func TestWhy(t *testing.T) {
	scotsi, _ := games.Find("boardwalk/scotsi")
	cheshire, _ := games.Find("boardwalk/cheshire")
	s := placed(t, scotsi, `
		a1 (Js) (8c) 9h
		b1 5d
		c1 -
		d1 -
		a2 -
		b2 -
		c2 4s 4h
		d2 -
		a3 (Kd) (Qh) 6c
		b3 (Ts) (Kc)
		c3 (Th) (Jd) (Qs) 4d
		d3 -
		a4 7d 7h
		b4 9s 9d
		c4 Td
		d4 Jc
		a5 6h
		b5 6d
		c5 9c
		d5 2c
	`)
	for word, want := range map[string]string{
		"a1b4":   "leaves one Nine to play, and lets the Nine in your hand follow to b4",
		"a1d3":   "gets the Nine out of the way, and turns up a card of a1",
		"b1d2":   "empties b1, so that b2 opens, and starts the Fives on row 2",
		"a3d2":   "frees a4 for the Sevens, and lets 2 more face-up Sixes follow",
		"c3c2":   "frees c4 for the Tens, and leaves one Four to play",
		"a5d1a1": "takes the Nine into the hand for b4, and puts the Six on row 1, where it can go to row 2 or 4",
		"a5d2b1": "empties b1, and lets 2 more face-up Sixes follow",
		"c5b4a3": "frees a4 for the Sevens, and gathers 3 Sixes in the hand",
		"c5b4b3": "keeps b4 free, and leaves one Nine to play",
		"a1a2":   "", // not legal
	} {
		m, _ := engine.ParseMove(word)
		if got := s.Why(m); got != want {
			t.Errorf("%s %q, want %q", word, got, want)
		}
	}
	s = placed(t, scotsi, `
		a1 (8c) 9h
		b1 (Js) (Qh) 5d
		c1 -
		d1 -
		a2 -
		b2 -
		c2 4s 4h
		d2 -
		a3 (Kd) 6c
		b3 (Ts) (Kc)
		c3 (Th) (Jd) (Qs) 4d
		d3 -
		a4 7d 7h
		b4 9s 9d
		c4 Td
		d4 Jc
		a5 6h
		b5 6d
		c5 9c
		d5 2c
	`)
	if got, want := s.Why(engine.Move{From: engine.At(1, 1), To: engine.At(4, 3)}), "gets the Nine out of the way, and takes a card off the smallest pile of row 1"; got != want {
		t.Errorf("off a stack of two %q, want %q", got, want)
	}
	deal := cheshire.Deal("WHY").(*State)
	if got, want := deal.Why(engine.Move{From: engine.At(3, 1)}), "turns up a card of c1 to work with"; got != want {
		t.Errorf("a favor %q, want %q", got, want)
	}
}

// TestWhySaysNothingHidden checks that a reason depends on what lies face up, and that each
// legal move has one.
func TestWhySaysNothingHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for _, g := range games {
		s := g.Deal("HIDDEN").(*State)
		for {
			moves := s.Moves()
			if len(moves) == 0 {
				break
			}
			guess := s.Guess(random).(*State)
			for _, m := range moves {
				why := s.Why(m)
				if why == "" || why != guess.Why(m) {
					t.Fatalf("%s: %q and %q", m, why, guess.Why(m))
				}
			}
			if s.Over() {
				break
			}
			s = s.play(moves[random.IntN(len(moves))])
		}
	}
}
