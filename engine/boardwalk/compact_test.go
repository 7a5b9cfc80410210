package boardwalk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// compactGames returns the named games and random variations, half of them small.
func compactGames(random *rand.Rand, n int) []*Game {
	var all []*Game
	for _, g := range games {
		all = append(all, g.(*Game))
	}
	for range n {
		v := Random(random)
		for v.ranks() > 6 && random.IntN(2) == 0 {
			v = Random(random)
		}
		all = append(all, newGame(preset{id: "random", Variation: v}))
	}
	return all
}

// TestCompactPlaysAlike plays random games in step on states and on compact positions.
func TestCompactPlaysAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	positions := 0
	for i, g := range compactGames(random, 150) {
		for j := range 3 {
			s := g.Deal(engine.Code(fmt.Sprintf("C%dX%d", i, j))).(*State)
			c, ok := s.Compact()
			if !ok {
				t.Fatalf("%s: not compact", g.info.Name)
			}
			for range 150 {
				positions++
				if !alike(t, s, &c) {
					t.Fatalf("in %+v\n%s", g.Variation, drawn(s))
				}
				moves := c.Moves(&c.Position, nil)
				if len(moves) == 0 {
					break
				}
				m := moves[random.IntN(len(moves))]
				s = s.play(c.Word(m))
				c.Play(&c.Position, &c.Hidden, m)
			}
		}
	}
	if positions < 10_000 {
		t.Errorf("only %d positions", positions)
	}
}

// alike compares all that a compact position says with the state.
func alike(t *testing.T, s *State, c *compact.Table) bool {
	t.Helper()
	p := &c.Position
	var words []engine.Move
	for _, m := range c.Moves(p, nil) {
		words = append(words, c.Word(m))
		if back, ok := c.Move(p, c.Word(m)); !ok || back != m {
			t.Errorf("%v reads back as %v, %t", m, back, ok)
		}
	}
	want := s.Moves()
	slices.SortFunc(words, engine.Move.Compare)
	slices.SortFunc(want, engine.Move.Compare)
	if !slices.Equal(words, want) {
		t.Errorf("moves %v, want %v", words, want)
	}
	for _, m := range c.Distinct(p, nil) {
		if !slices.Contains(want, c.Word(m)) {
			t.Errorf("%v is not legal", m)
		}
	}
	fresh, _ := s.Compact()
	if fresh.Position != *p {
		t.Errorf("position %+v, want %+v", *p, fresh.Position)
	}
	score, end := s.Score(), s.End()
	got := engine.Score{Points: c.Points(p), Max: c.Max, Won: p.Won(), Perfect: c.Perfect(p)}
	over := c.Over(p)
	if over {
		got.Points = c.Final(p, &c.Hidden)
	}
	if got != score || over != s.Over() || c.Final(p, &c.Hidden) != end.Points {
		t.Errorf("score %+v over %t final %d, want %+v, %t, %d", got, over, c.Final(p, &c.Hidden), score, s.Over(), end.Points)
	}
	var unseen [engine.Ranks]uint8
	for _, pile := range s.piles {
		for _, card := range pile.Cards() {
			if card.IsDown() {
				unseen[card.Rank()]++
			}
		}
	}
	if c.Unseen(p) != unseen {
		t.Errorf("unseen %v, want %v", c.Unseen(p), unseen)
	}
	return !t.Failed()
}

// TestCompactDistinctLosesNothing checks that each legal play leads to a position that a
// distinct one leads to as well, but for slides that leave all as it is. After a favor that comes
// alone each other play is still legal, and leads to what the favor leads to after it.
func TestCompactDistinctLosesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	merged, favors := 0, 0
	for i, g := range compactGames(random, 100) {
		c, _ := g.Deal(engine.Code(fmt.Sprintf("D%d", i))).(*State).Compact()
		for range 200 {
			reached := map[uint64]bool{c.Hash: true}
			distinct, moves := c.Distinct(&c.Position, nil), c.Moves(&c.Position, nil)
			for _, m := range distinct {
				next := c.Position
				c.Play(&next, &c.Hidden, m)
				reached[next.Hash] = true
			}
			alone := len(distinct) == 1 && distinct[0].Kind == compact.Favor
			if alone {
				after := c.Position
				c.Play(&after, &c.Hidden, distinct[0])
				for _, m := range c.Moves(&after, nil) {
					next := after
					c.Play(&next, &c.Hidden, m)
					reached[next.Hash] = true
				}
				favors += len(moves) - 1
			}
			for _, m := range moves {
				next := c.Position
				c.Play(&next, &c.Hidden, m)
				if alone && m != distinct[0] {
					c.Play(&next, &c.Hidden, distinct[0])
				}
				if !reached[next.Hash] {
					t.Fatalf("%+v: no distinct play is as good as %s in %+v", g.Variation, c.Word(m), c.Position)
				}
			}
			merged += len(moves) - len(distinct)
			if len(moves) == 0 {
				break
			}
			c.Play(&c.Position, &c.Hidden, moves[random.IntN(len(moves))])
		}
	}
	if merged < 100 || favors < 100 {
		t.Errorf("only %d plays are merged, and %d come after a favor", merged, favors)
	}
}

// TestCompactDealsWhatIsUnseen checks that a deal of the hidden cards keeps their counts, and
// does not depend on where they lay.
func TestCompactDealsWhatIsUnseen(t *testing.T) {
	state := games[len(games)-1].Deal("UNSEEN").(*State)
	c, _ := state.Compact()
	other, _ := state.Guess(rand.New(rand.NewPCG(5, 6))).(*State).Compact()
	a := c.Deal(&c.Position, rand.New(rand.NewPCG(7, 8)))
	b := other.Deal(&other.Position, rand.New(rand.NewPCG(7, 8)))
	if a != b || a == c.Hidden {
		t.Error("a deal of the hidden cards depends on where they lay")
	}
	var count [engine.Ranks]uint8
	for col := range c.Columns() {
		for _, rank := range a[col][:c.Down[col]] {
			count[rank]++
		}
	}
	if count != c.Unseen(&c.Position) {
		t.Errorf("dealt %v, want %v", count, c.Unseen(&c.Position))
	}
}

func BenchmarkCompact(b *testing.B) {
	for _, g := range games {
		b.Run(g.Info().Name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			start, _ := g.Deal("BENCH").(*State).Compact()
			p := start.Position
			var buffer [256]compact.Move
			children := 0
			for range b.N {
				moves := start.Distinct(&p, buffer[:0])
				if len(moves) == 0 {
					p = start.Position
					continue
				}
				children += len(moves)
				for _, m := range moves {
					next := p
					start.Play(&next, &start.Hidden, m)
				}
				start.Play(&p, &start.Hidden, moves[random.IntN(len(moves))])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(children), "ns/child")
		})
	}
}
