package chessboard

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

var (
	exactDeals = flag.Int("exact", 1, "how many deals of each rules TestTheSolverIsExactForAllRules compares")
	exactEvery = flag.Int("every", 10, "of how many rules TestTheSolverIsExactForAllRules takes one")
)

// A plain is a position as the rules' text tells it: piles of cards, each a rank and a suit in a byte, and how
// many cards each suit has up. Base is the base rank, -1 before the first card is up.
type plain struct {
	piles []string
	up    [maxSuits]int
	base  int
}

// plainOf returns the position of a state of small cards.
func plainOf(r Rules, s engine.State) plain {
	p := plain{base: -1}
	if r.Base == FromAce {
		p.base = 0
	}
	for at, pile := range s.Position() {
		var cards []byte
		for _, c := range pile.Cards() {
			cards = append(cards, byte(c.Rank())<<4|byte(c.Suit())|128)
		}
		if at.Col() != 2 {
			p.piles = append(p.piles, string(cards))
		} else if len(cards) > 0 {
			p.base = int(cards[0] >> 4 & 7)
			p.up[cards[0]&15] = len(cards)
		}
	}
	slices.Sort(p.piles)
	return p
}

func (p plain) points() int { return p.up[0] + p.up[1] + p.up[2] + p.up[3] }

func (p plain) key() string {
	return strings.Join(p.piles, "/") + string([]byte{byte(p.up[0]), byte(p.up[1]), byte(p.up[2]), byte(p.up[3]), byte(p.base)})
}

// moved returns p with the last n cards of a pile on another pile, or with the last one up, if that is -1.
func (p plain) moved(from, n, to int) plain {
	next := plain{slices.Clone(p.piles), p.up, p.base}
	cards := p.piles[from][len(p.piles[from])-n:]
	next.piles[from] = strings.TrimSuffix(p.piles[from], cards)
	if to >= 0 {
		next.piles[to] += cards
	} else {
		next.up[cards[0]&15]++
	}
	slices.Sort(next.piles)
	return next
}

// fits reports whether a card lies on another.
func (r Rules) fits(card, on byte) bool {
	apart := int(card>>4&7) - int(on>>4&7)
	neighbours := apart == 1 || apart == -1 || r.Wrap && (apart == r.Ranks-1 || apart == 1-r.Ranks)
	suit, onSuit := card&15, on&15
	red, onRed := suit == 1 || suit == 2, onSuit == 1 || onSuit == 2
	switch r.Build {
	case InAnySuit:
		return neighbours
	case InColours:
		return neighbours && red != onRed
	}
	return neighbours && suit == onSuit
}

// next returns all positions that one move leads to.
func (p plain) next(r Rules) (all []plain) {
	for from, pile := range p.piles {
		if pile == "" {
			continue
		}
		card := pile[len(pile)-1]
		rank, suit := int(card>>4&7), int(card&15)
		switch {
		case p.base < 0:
			up := p.moved(from, 1, -1)
			up.base = rank
			all = append(all, up)
		case p.up[suit] < r.Ranks && rank == (p.base+p.up[suit])%r.Ranks:
			all = append(all, p.moved(from, 1, -1))
		}
		for to, onto := range p.piles {
			if to == from {
				continue
			}
			if onto == "" {
				if r.Empty == AnyCard || r.Empty == HighestCard && rank == r.Ranks-1 {
					all = append(all, p.moved(from, 1, to))
				}
				continue
			}
			other := onto[len(onto)-1]
			for n := 1; n <= len(pile); n++ {
				if n > 1 && (r.Build != Sequences || !r.fits(pile[len(pile)-n+1], pile[len(pile)-n])) {
					break
				}
				if r.fits(pile[len(pile)-n], other) {
					all = append(all, p.moved(from, n, to))
					break
				}
			}
		}
	}
	return all
}

// exhaust returns the most points that a position can reach, and the fewest moves to them. It gives
// up after a number of positions.
func (p plain) exhaust(r Rules, most int) (points, moves int, ok bool) {
	points = p.points()
	seen := map[string]bool{p.key(): true}
	for level, depth := []plain{p}, 1; len(level) > 0; depth++ {
		var after []plain
		for _, now := range level {
			for _, next := range now.next(r) {
				if key := next.key(); !seen[key] {
					if len(seen) == most {
						return 0, 0, false
					}
					seen[key] = true
					after = append(after, next)
					if n := next.points(); n > points {
						points, moves = n, depth
					}
				}
			}
		}
		level = after
	}
	return points, moves, true
}

// allRules calls see with all rules of small decks.
func allRules(rows, ranks, suits int, see func(Rules)) {
	for _, base := range []Base{FirstUp, FromAce} {
		for _, wrap := range []bool{false, true} {
			for _, build := range []Build{InSuit, InColours, InAnySuit, Sequences} {
				for _, empty := range []Empty{AnyCard, HighestCard, Nothing} {
					see(Rules{rows, ranks, suits, base, wrap, build, empty})
				}
			}
		}
	}
}

// TestTheSolverIsExactForAllRules compares the solver, the prover, the advisor and DeadEnd with a
// search by the rules' text alone, in deals of small decks and where random players get to.
//
//	go test ./engine/chessboard -run ExactForAllRules -exact 40 -every 1 -timeout 0
func TestTheSolverIsExactForAllRules(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 2))
	ctx := context.Background()
	rules, won, lost, hopeful, tooMany := 0, 0, 0, 0, 0
	compare := func(g *game, s *state) {
		start := plainOf(g.rules, s)
		points, moves, ok := start.exhaust(g.rules, 3_000)
		if !ok {
			tooMany++
			return
		}
		fail := func(what string, got any) {
			t.Fatalf("%+v, %v: %s: got %+v, want %d points in %d moves", g.rules, s.Position(), what, got, points, moves)
		}
		want := engine.VerdictLost
		switch {
		case points == g.rules.Cards():
			want = engine.VerdictWon
			won++
		case moves > 0:
			hopeful++
		default:
			lost++
		}
		if found := solve(t, s, engine.Question{Goal: engine.GoalShortest}); found.Verdict != want ||
			found.Points != points || !found.Most || !found.Least || len(found.Line) != moves {
			fail("shortest", found)
		}
		if found := solve(t, s, engine.Question{}); found.Verdict != want || found.Points != points {
			fail("quick", found)
		}
		if got := s.Unwinnable(ctx, decideMost); got != (want == engine.VerdictLost) {
			fail("unwinnable", got)
		}
		if dead, known := s.DeadEnd(); known && dead != (moves == 0) {
			fail("dead end", dead)
		}
		choices := advise(s, engine.Ask{})
		if (len(choices) > 0) != (moves > 0) || len(choices) > 0 && (int(choices[0].Points) != points || choices[0].Win != chance(want)) {
			fail("advice", choices)
		}
		if m, ok := s.NextSafe(); ok {
			next := s.after(m)
			if after, _, ok := plainOf(g.rules, &next).exhaust(g.rules, 3_000); ok && after != points {
				fail("safe "+m.String(), after)
			}
		}
		if next := start.next(g.rules); len(next) == 0 != s.Over() {
			fail("over", s.Over())
		}
	}
	for _, size := range [][3]int{{2, 5, 2}, {2, 6, 2}, {3, 5, 2}, {2, 5, 3}, {2, 6, 3}, {3, 5, 3}} {
		allRules(size[0], size[1], size[2], func(r Rules) {
			if rules++; rules%*exactEvery > 0 {
				return
			}
			g := newGame(r, engine.Info{})
			for i := range *exactDeals {
				s := g.Deal(engine.Code(fmt.Sprintf("EXACT%d", i))).(*state)
				for n := 0; ; n++ {
					if n%3 == 0 {
						compare(g, s)
					}
					moves := s.Moves()
					if len(moves) == 0 || n == 18 {
						break
					}
					next := s.after(enginetest.Pick(random, moves))
					s = &next
				}
			}
		})
	}
	t.Logf("%d won, %d lost with points to make, %d others; %d too large", won, hopeful, lost, tooMany)
	if won < 200 / *exactEvery || hopeful < 100 / *exactEvery {
		t.Errorf("%d won and %d lost positions with points to make are too few", won, hopeful)
	}
}
