package policy

import (
	"math"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// tables returns boards of many kinds, with all cards face down but those of the hand.
func tables() []compact.Table {
	var all []compact.Table
	for bits := range 64 {
		on := func(i int) bool { return bits>>i&1 != 0 }
		r := &compact.Rules{
			Upper: 1 + bits%5, Lower: 2 + bits%4, OrderUpper: on(0), OrderLower: on(1),
			Uniqueness: compact.Uniqueness(bits % 3), SpikePoints: on(2),
			PlayKnobs: compact.PlayKnobs{Slide: on(3), AutoFlipUpper: on(4), Favor: !on(4)},
		}
		ranks := r.Upper + r.Lower
		if on(5) {
			r.HandColumns, r.HandCards = 1, 3
			r.HandBasic, r.HandPower, r.HandBlind, r.Trump, r.HighTrump, r.Coax = true, true, true, true, true, r.Favor
			ranks++
		}
		r.Max = 3 * ranks
		var deck []engine.Rank
		for i := range ranks {
			rank := engine.Rank(i)
			if i == 1 {
				rank = engine.Joker
			}
			r.Copies[rank] = 3
			deck = append(deck, rank, rank, rank)
		}
		rand.New(rand.NewPCG(uint64(bits), 0)).Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		t := compact.Table{Rules: r}
		for c := range r.Columns() {
			t.Up[c], t.Rank[c], t.Down[c] = compact.None, compact.None, 3
			copy(t.Hidden[c][:], deck[:3])
			deck = deck[3:]
			if c < r.Upper && r.AutoFlipUpper {
				t.Up[c], t.Down[c] = t.Hidden[c][2], 2
			}
		}
		copy(t.Hand[:], deck)
		t.Refresh(&t.Position)
		all = append(all, t)
	}
	return all
}

// TestInputs plays at random and looks at each position: every input has to lie in its block,
// once in each part, and to be neither large nor no number.
func TestInputs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var s Sight
	for _, table := range tables() {
		for range 150 {
			s.Read(table.Rules, &table.Position)
			checkInputs(t, s.State, 0, StateInputs)
			for _, part := range s.Parts {
				checkInputs(t, part, StateInputs, Inputs)
			}
			checkBlocks(t, &s)
			if len(s.Arms) == 0 || t.Failed() {
				break
			}
			table.Play(&table.Position, &table.Hidden, s.Arms[random.IntN(len(s.Arms))].Move)
		}
	}
}

func checkInputs(t *testing.T, inputs []Input, from, to int) {
	t.Helper()
	for i, in := range inputs {
		switch x := float64(in.Value); {
		case int(in.Index) < from || int(in.Index) >= to, i > 0 && in.Index <= inputs[i-1].Index && from == 0:
			t.Errorf("input %d after %v is not one of %d to %d", in.Index, inputs[:i], from, to)
		case math.IsNaN(x), math.Abs(x) > 12:
			t.Errorf("input %d is %g", in.Index, x)
		}
	}
}

// checkBlocks adds inputs of each kind again and looks where they end.
func checkBlocks(t *testing.T, s *Sight) {
	t.Helper()
	end := func(what string, want int) {
		if s.at != want {
			t.Errorf("%s ends at input %d, want %d", what, s.at, want)
		}
	}
	s.state()
	end("the position", atState+stateSize)
	for _, a := range s.Arms {
		m := a.Move
		s.pair(m)
		if m.Kind != compact.Favor && m.Kind < compact.Trump && m.ByHand() {
			end("a pair", atPair+pairSize-6)
		}
		if m.Kind == compact.Favor {
			continue
		}
		if m.ByHand() {
			s.fromHand(s.Hand[m.From])
			end("the hand", atHand+handSize)
			s.blind()
			end("a blind return", atBlind+blindSize)
		} else {
			s.leave(int(m.From), atSource)
			end("a source", atSource+leaveSize)
		}
		switch s.to(m); {
		case m.Kind == compact.HighTrump || m.Kind == compact.Coax:
			end("row 1", atHigh+highSize)
		case m.Kind == compact.Slide:
			end("a slide", atTo+toSize)
		}
	}
}

// TestASightIsReadAgain reads two positions with one sight, and compares it with fresh ones.
func TestASightIsReadAgain(t *testing.T) {
	var again Sight
	for _, table := range tables() {
		var fresh Sight
		again.Read(table.Rules, &table.Position)
		fresh.Read(table.Rules, &table.Position)
		if len(again.Parts) != len(fresh.Parts) || len(again.Arms) != len(fresh.Arms) || len(again.State) != len(fresh.State) {
			t.Fatalf("a used sight has %d parts, a fresh one %d", len(again.Parts), len(fresh.Parts))
		}
		for i, part := range again.Parts {
			for j, in := range part {
				if in != fresh.Parts[i][j] {
					t.Fatalf("input %d of part %d is %v, and %v in a fresh sight", j, i, in, fresh.Parts[i][j])
				}
			}
		}
	}
}
