package chessboard

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hashset"
)

// wander yields the positions of a random game; every other move, about, is one to a
// foundation if there is one.
func wander(random *rand.Rand, code engine.Code, yield func(*state)) {
	s := New().Deal(code)
	for range 200 {
		yield(s.(*state))
		moves := s.Moves()
		if len(moves) == 0 {
			return
		}
		if random.IntN(2) == 0 {
			moves = building(moves)
		}
		s, _ = s.Play(enginetest.Pick(random, moves))
	}
}

// TestStepsAreTheMoves checks that the steps of a layout lead wherever the moves of its
// state do, and that playing one leaves the layout as if it had just been made.
func TestStepsAreTheMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	positions := 0
	for i := range 500 {
		wander(random, engine.Code(fmt.Sprintf("STEPS%d", i)), func(s *state) {
			positions++
			l := s.layout()
			want, got := make(map[uint64]bool), make(map[uint64]bool)
			for _, m := range s.Moves() {
				next := s.after(m)
				want[next.layout().hash] = true
			}
			delete(want, l.hash) // a lone card that goes to an empty place
			for m := range l.steps {
				next, played := s.after(s.move(m)), l
				played.play(m)
				fresh := next.layout()
				if !same(&played, &fresh) {
					t.Fatalf("%v of %v: got %+v, want %+v", m, s.Position(), played, fresh)
				}
				got[played.hash] = true
			}
			if !maps.Equal(got, want) {
				t.Fatalf("the steps of %v lead to %v, its moves to %v", s.Position(), got, want)
			}
		})
	}
	if positions < 3_000 {
		t.Errorf("%d positions are too few", positions)
	}
}

// same reports whether two layouts are equal, whatever cards on foundations lay on before.
func same(a, b *layout) bool {
	if a.hash != b.hash || a.tops != b.tops || a.wanted != b.wanted || a.top != b.top || a.base != b.base || a.left != b.left {
		return false
	}
	for _, c := range a.top {
		for ; c != engine.NoCard; c = a.under[c] {
			if a.under[c] != b.under[c] {
				return false
			}
		}
	}
	return true
}

// TestBlockingIsWhatLiesOver compares blocking, which a search keeps up step by step, with its
// definition; and it checks that a search can undo all its steps.
func TestBlockingIsWhatLiesOver(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for i := range 40 {
		l := New().Deal(engine.Code(fmt.Sprintf("OVER%d", i))).(*state).layout()
		s := newSearch(l, engine.Rank(i%suitSize), new(hashset.Set))
		start := *s
		for range 60 {
			steps := s.steps[s.frames[len(s.frames)-1].start:]
			if len(steps) == 0 {
				break
			}
			before := len(s.trail)
			s.take(steps[random.IntN(len(steps))])
			s.visit(before)
			for _, top := range s.top {
				for c := top; c != engine.NoCard; c = s.under[c] {
					if got, want := s.blocking[c], over(&s.layout, c); got != want {
						t.Fatalf("deal %d: %s blocks %013b, want %013b", i, c, got, want)
					}
				}
			}
		}
		s.undo(0)
		if !same(&s.layout, &start.layout) || s.height != start.height {
			t.Fatalf("deal %d: got %+v after undo, want %+v", i, s.layout, start.layout)
		}
	}
}

// over returns the base ranks with which a card lies over an earlier one of its suit.
func over(l *layout, card engine.Card) (in bases) {
	for base := range anyBase {
		for c := l.under[card]; c != engine.NoCard; c = l.under[c] {
			if c.Suit() == card.Suit() && order(base, c) < order(base, card) {
				in |= 1 << base
			}
		}
	}
	return in
}

// A safe move goes up, and loses no game that can be won: neither on the way of a win nor in a random game.
func TestSafeMovesLoseNothing(t *testing.T) {
	random, tried, bases := rand.New(rand.NewPCG(1, 2)), 0, 0
	check := func(s *state) {
		l := s.layout()
		m, ok := l.settled()
		if !ok {
			return
		}
		tried++
		after := l
		after.play(m)
		if m.to != up {
			t.Fatalf("%v goes to a pile", m)
		}
		if setOf(l.top[m.from])&ofRank[after.base] != 0 {
			bases++
		}
		if l.decide(t.Context(), 2000).verdict == engine.VerdictWon && after.decide(t.Context(), 100_000).verdict != engine.VerdictWon {
			t.Fatalf("%v loses a game that can be won", m)
		}
	}
	for n := range 25 {
		code := engine.Code(fmt.Sprintf("SAFE%d", n))
		wander(random, code, check)
		s := New().Deal(code).(*state)
		for _, m := range s.layout().decide(t.Context(), 20_000).way {
			next := s.after(s.move(m))
			s = &next
			check(s)
		}
	}
	if tried < 500 || bases < 10 {
		t.Errorf("%d safe moves were tried, %d of them of base cards", tried, bases)
	}
}
