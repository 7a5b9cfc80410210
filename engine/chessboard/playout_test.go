package chessboard

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// sound checks what holds in every position of a game of 52 cards.
func sound(t *testing.T, s engine.State) {
	t.Helper()
	var cards []engine.Card
	for _, p := range s.Position() {
		for _, c := range p.Cards() {
			cards = append(cards, c.Up())
		}
	}
	slices.Sort(cards)
	if !slices.Equal(cards, engine.Standard()) {
		t.Fatalf("the cards are no longer the pack: %v", cards)
	}
	score, moves := s.Score(), s.Moves()
	if score.Points < 0 || score.Points > score.Max || score.Won != (score.Points == score.Max) {
		t.Fatalf("score %+v", score)
	}
	if s.Over() != (len(moves) == 0) || score.Won && len(moves) > 0 {
		t.Fatalf("over %v, won %v with the moves %v", s.Over(), score.Won, moves)
	}
	if again, err := New().Set(s.Position()); err != nil || !maps.Equal(again.Position(), s.Position()) {
		t.Fatalf("Set does not take the position: %v", err)
	}
}

// judged checks that each listed move plays and is described, and that each
// other word of up to two places is refused with a code and a sentence.
func judged(t *testing.T, s engine.State) {
	t.Helper()
	moves := s.Moves()
	if !slices.IsSortedFunc(moves, engine.Move.Compare) {
		t.Fatalf("not in order: %v", moves)
	}
	for _, m := range everyWord() {
		_, err := s.Play(m)
		if _, listed := slices.BinarySearchFunc(moves, m, engine.Move.Compare); listed {
			if err != nil || s.Describe(m) == "" {
				t.Fatalf("%s is listed: %v, described %q", m, err, s.Describe(m))
			}
			continue
		}
		var illegal *engine.IllegalMove
		if !errors.As(err, &illegal) {
			t.Fatalf("%s is not listed, but got %v", m, err)
		}
		if illegal.Move != m || illegal.Code == "" || !strings.HasSuffix(illegal.Why, ".") || s.Describe(m) != "" {
			t.Fatalf("%s is refused by %+v, described %q", m, illegal, s.Describe(m))
		}
	}
}

// everyWord is every word of one place or two, on the table and just off it.
func everyWord() []engine.Move {
	var all []engine.Move
	for i := range 24 {
		from := engine.At(1+i/6, 1+i%6)
		all = append(all, engine.Move{From: from})
		for j := range 24 {
			all = append(all, engine.Move{From: from, To: engine.At(1+j/6, 1+j%6)})
		}
	}
	return all
}

// pick is a move at random, to a foundation where one has begun.
func pick(random *rand.Rand, s engine.State) engine.Move {
	moves := s.Moves()
	if _, based := s.(*state).base(); based {
		for _, m := range moves {
			if find(m.To).isFoundation() {
				return m
			}
		}
	}
	return moves[random.IntN(len(moves))]
}

func TestConformance(t *testing.T) { enginetest.Run(t, New(), 8) }

func TestPlayOuts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	best := 0
	for n := range 300 {
		s := New().Deal(engine.Code(fmt.Sprintf("PLAYOUT%d", n)))
		for step := 0; step < 150 && !s.Over(); step++ {
			if step%20 == n%20 {
				sound(t, s)
				judged(t, s)
			}
			m := pick(random, s)
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if gain := next.Score().Points - s.Score().Points; (gain == 1) != find(m.To).isFoundation() || gain < 0 {
				t.Fatalf("%s gained %d points", m, gain)
			}
			s = next
		}
		sound(t, s)
		judged(t, s)
		if dead, known := s.(engine.DeadEnder).DeadEnd(); s.Over() && !(dead && known) {
			t.Fatalf("the game is over, but DeadEnd says %v, known %v", dead, known)
		}
		best = max(best, s.Score().Points)
	}
	if best < 5 {
		t.Errorf("the best play-out has %d points: the foundations do not grow", best)
	}
}

// TestWonGames replays games that were won.
func TestWonGames(t *testing.T) {
	records, err := os.ReadFile("testdata/won.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(records)) {
		record, err := engine.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		states, err := record.Replay(New())
		if err != nil {
			t.Fatalf("deal %s: %v", record.Code, err)
		}
		for _, s := range states {
			sound(t, s)
			judged(t, s)
		}
		want := engine.Score{Points: 52, Max: 52, Won: true, Perfect: true}
		if got := states[len(states)-1].Score(); got != want {
			t.Errorf("deal %s: got %+v, want %+v", record.Code, got, want)
		}
	}
}

func FuzzPlay(f *testing.F) {
	f.Add("WINGS", []byte{0, 0, 1, 0, 0, 5, 0, 0, 2})
	f.Add("ROOK", []byte{9, 11, 0, 10, 19, 0, 9, 9, 9})
	f.Fuzz(func(t *testing.T, code string, places []byte) {
		s := New().Deal(engine.Code(code))
		for b := range slices.Chunk(places, 3) {
			if len(b) < 3 {
				break
			}
			m := engine.Move{From: square(b[0]), To: square(b[1]), Ret: square(b[2])}
			if moves := s.Moves(); b[0] == 0 && len(moves) > 0 {
				m = moves[int(b[2])%len(moves)]
			}
			next, err := s.Play(m)
			if listed := slices.Contains(s.Moves(), m); listed != (err == nil) {
				t.Fatalf("%s: listed %v, but played with %v", m, listed, err)
			}
			if err == nil {
				sound(t, next)
				s = next
			}
		}
	})
}

// square is a place for any byte: none, on the table, or off it.
func square(b byte) engine.Place { return engine.At(int(b%8), int(b/8%10)) }

func BenchmarkMoves(b *testing.B) {
	s := New().Deal("WINGS")
	for b.Loop() {
		s.Moves()
	}
}

func BenchmarkPlay(b *testing.B) {
	s, m := New().Deal("WINGS"), word(b, "a1c1")
	for b.Loop() {
		if _, err := s.Play(m); err != nil {
			b.Fatal(err)
		}
	}
}
