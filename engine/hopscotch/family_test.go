package hopscotch

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

func TestFamily(t *testing.T) { enginetest.RunFamily(t, Family()) }

// TestGamesOfTheFamilyConform runs the kit with the family's own games and some at random.
func TestGamesOfTheFamilyConform(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 4))
	designs := Family().Designs()
	for range *conformanceDeals {
		designs = append(designs, Family().Random(random))
	}
	for _, d := range designs {
		g, err := d.Game("Mine")
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Run(t, g, 1)
	}
}

// TestPagesOfTheFamily replays the worked example of each page from its share code.
func TestPagesOfTheFamily(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	library := engine.Library{Families: []engine.Family{Family()}}
	for range 30 {
		g, err := Family().Random(random).Game("Mine")
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(g.Rules(), "```record\n")
		line, steps, _ := strings.Cut(rest, "```")
		record, of, err := library.ParseRecord(strings.Join(strings.Fields(line), " "))
		if err != nil || of.Info().ID != g.Info().ID {
			t.Fatalf("%v, %v\n%s", of, err, g.Rules())
		}
		for _, m := range record.Moves {
			if !strings.Contains(steps, "`"+m.String()+"`: ") {
				t.Errorf("the example does not explain %s:\n%s", m, g.Rules())
			}
		}
		if _, err := record.Replay(of); err != nil {
			t.Error(err)
		}
	}
}

// TestRedeal turns the reserves over, until no redeal is left.
func TestRedeal(t *testing.T) {
	r := calculation
	r.Redeals, r.Reserves = 1, 2
	g := r.MakeUp("Mine")
	s := enginetest.Set(t, g, enginetest.Position(t, "a1 -", "b1 -", "a2 Ac", "b2 2c", "c2 3c", "d2 4c", "a3 9s 5d", "b3 Jh"))
	play := func(words string) {
		t.Helper()
		for _, word := range strings.Fields(words) {
			m, err := engine.ParseMove(word)
			if err != nil {
				t.Fatal(err)
			}
			if s, err = s.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if m, ok := s.(engine.Dealer).NextDeal(); ok {
		t.Errorf("%s redeals by itself", m)
	}
	play("a1")
	if got := s.Position()[engine.At(1, 1)].String(); got != "(Jh) (5d) (9s)" {
		t.Errorf("the stock is %s", got)
	}
	play("a1 b1a3 a1 b1b3 a1 b1b3")
	if !s.Over() {
		t.Errorf("moves are left: %v", s.Moves())
	}
	_, err := s.Play(engine.Move{From: engine.At(1, 1)})
	if err == nil || !strings.Contains(err.Error(), "no redeal is left") {
		t.Errorf("got %v", err)
	}
}

// smallMost is how many positions a small game may have.
const smallMost = 5_000

// exhaustively returns the most points that can be had from s, by the rules alone. It gives up after
// smallMost positions.
func exhaustively(t *testing.T, s *state, seen map[state]bool) (most int) {
	if seen[*s] || len(seen) > smallMost {
		return 0
	}
	seen[*s] = true
	most = s.Score().Points
	for _, m := range s.Moves() {
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, exhaustively(t, next.(*state), seen))
	}
	return most
}

var smallGames = flag.Int("small-games", 100, "how many small games of the family are searched to their end")

// TestSolverAgainstExhaustion compares the solver with a search of all ways to play small games, with and
// without redeals.
func TestSolverAgainstExhaustion(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 2))
	ctx := context.Background()
	verdicts := make(map[engine.Verdict]int)
	proved, positions := 0, 0
	for i := range *smallGames {
		r := Rules{Reserves: 1 + i%3, Redeals: random.IntN(3), Foundations: 2 + random.IntN(2), Laid: i%2 == 0, Ranks: 7}
		for k := range r.Bases {
			r.Bases[k], r.Steps[k] = 1+random.IntN(7), 1+random.IntN(6)
		}
		s := r.MakeUp("Mine").Deal(engine.Code(fmt.Sprint("SMALL", i))).(*state)
		for left := random.IntN(6); s.at[stock].Len() > left || s.redeals > 0 && i%4 > 0; {
			moves := s.Moves()
			if len(moves) == 0 {
				break
			}
			next, _ := s.Play(enginetest.Pick(random, moves))
			s = next.(*state)
		}
		seen := make(map[state]bool)
		most := exhaustively(t, s, seen)
		if len(seen) > smallMost {
			continue
		}
		positions += len(seen)
		want := engine.VerdictLost
		if most == r.most() {
			want = engine.VerdictWon
		}
		verdicts[want]++
		for _, goal := range engine.Goals() {
			got, err := engine.Solve(ctx, s, engine.Question{Goal: goal})
			if err != nil || got.Verdict != want || goal == engine.GoalPoints && (got.Points != most || !got.Most) {
				t.Fatalf("%+v, deal %d, for %s: got %+v, %v; want %s with %d points", r, i, goal, got, err, want, most)
			}
		}
		// On the way at random, nothing that can be won is called hopeless.
		for !s.Over() {
			if s.Unwinnable(ctx, 10_000) {
				proved++
				if exhaustively(t, s, make(map[state]bool)) == r.most() { // as far as it looks
					t.Fatalf("%+v, deal %d: %v can be won", r, i, s.Position())
				}
				break
			}
			next, _ := s.Play(enginetest.Pick(random, s.Moves()))
			s = next.(*state)
		}
	}
	if verdicts[engine.VerdictWon] < *smallGames/8 || verdicts[engine.VerdictLost] < *smallGames/8 || proved < *smallGames/8 {
		t.Errorf("%v, %d proved: too much alike", verdicts, proved)
	}
	t.Logf("%v, %d proved hopeless, %d positions", verdicts, proved, positions)
}
