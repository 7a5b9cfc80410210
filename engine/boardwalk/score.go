package boardwalk

import (
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/hashset"
)

// Score implements [engine.State]. Points are given for the cards on foundations, the
// largest groups of the hand and, once the game is over, the spikes.
func (s *State) Score() engine.Score { return s.score(s.Over()) }

// End implements [engine.Ender]: the spikes score as they do when no move is left.
func (s *State) End() engine.Score { return s.score(true) }

// EndNote implements [engine.Ender]: it says how many spikes there are.
func (s *State) EndNote() string {
	n := s.spikePoints()
	if n == 0 {
		return ""
	}
	spikes, score := engine.Plural(n, "spike"), s.End()
	switch {
	case score.Points == score.Max:
		return fmt.Sprintf("Every point, but not perfect: %s stayed face down.", engine.Plural(n, "card"))
	case n == 1:
		return "1 spike left face down: it scores."
	}
	return spikes + " left face down: they score."
}

// OpeningNote implements [engine.Opener]: the hand counts from the start.
func (s *State) OpeningNote() string {
	switch n := s.handPoints(); {
	case n == 0:
		return ""
	case s.game.HandColumns > 1:
		return fmt.Sprintf("%s already: the two largest groups of a rank in the hand count.", engine.Plural(n, "point"))
	default:
		return fmt.Sprintf("%s already: the largest group of a rank in the hand counts.", engine.Plural(n, "point"))
	}
}

func (s *State) score(over bool) engine.Score {
	points := s.handPoints()
	for _, row := range []int{2, 4} {
		for _, f := range s.row(row) {
			points += f.Len()
		}
	}
	if over {
		points += s.spikePoints()
	}
	score := engine.Score{Points: points, Max: s.game.info.Max, Won: empty(s.row(1))}
	score.Perfect = score.Won && empty(s.row(3)) && points == score.Max
	return score
}

func empty(piles []engine.Pile) bool {
	return !slices.ContainsFunc(piles, func(p engine.Pile) bool { return p.Len() > 0 })
}

// handPoints returns the size of the largest group of one rank in the hand; with two hand
// columns, of the two largest groups together.
func (s *State) handPoints() int {
	var count [engine.Ranks]int
	for _, p := range s.row(5) {
		count[p.Top().Rank()]++
	}
	points := 0
	for range s.game.HandColumns {
		r := 0
		for i, n := range count {
			if n > count[r] {
				r = i
			}
		}
		points += count[r]
		count[r] = 0
	}
	return points
}

// spikePoints returns one point for each spike, provided that no other card is face down.
func (s *State) spikePoints() int {
	if !s.game.SpikePoints {
		return 0
	}
	down := 0
	for _, row := range []int{1, 3} {
		for _, p := range s.row(row) {
			down += p.Down()
		}
	}
	if spikes := s.spikes(); spikes == down {
		return spikes
	}
	return 0
}

// spikes counts the face-down cards of row 3 that can never turn up, because every card
// that could turn them up is itself such a card. It starts with all declared lower
// columns that have face-down cards, and repeatedly drops each to which a card lying
// elsewhere could still be played, until no more are dropped.
func (s *State) spikes() int {
	var loose [engine.Ranks]int // not on a foundation, by rank
	for _, row := range []int{1, 3, 5} {
		for _, p := range s.row(row) {
			for i := range p.Len() {
				loose[p.At(i).Up().Rank()]++
			}
		}
	}
	stuck := make([]bool, s.lower)
	for c := range stuck {
		stuck[c] = s.row(4)[c].Len() > 0 && s.row(3)[c].Down() > 0
	}
	for {
		buried, spikes := s.buried(stuck)
		dropped := false
		for c := range stuck {
			if stuck[c] && loose[s.row(4)[c].Top().Rank()] > buried[s.row(4)[c].Top().Rank()] {
				stuck[c], dropped = false, true
			}
		}
		if !dropped {
			return spikes
		}
	}
}

// buried counts the face-down cards in the columns for which in is true, by rank and in
// all.
func (s *State) buried(in []bool) (byRank [engine.Ranks]int, all int) {
	for c, p := range s.row(3) {
		if !in[c] {
			continue
		}
		for i := range p.Len() {
			if p.At(i).IsDown() {
				byRank[p.At(i).Rank()]++
				all++
			}
		}
	}
	return byRank, all
}

// deadEndBound is the most positions that DeadEnd looks at. In the authors' variations it
// has never looked at more than thirty.
const deadEndBound = 2_000

// Gains implements [engine.Gainer]: a favor turns a card up, and a card that reaches a
// foundation scores.
func (s *State) Gains(m engine.Move) bool { return m.To.Row() != 1 && m.To.Row() != 3 }

// DeadEnd implements [engine.DeadEnder]. A state is a dead end if no line of plays leads
// to one that turns a card up, reaches a foundation, scores more points or clears row 1.
// A finished game is a dead end. Nothing is known of a state without a compact form.
func (s *State) DeadEnd() (dead, known bool) {
	if s.Over() {
		return true, true
	}
	t, ok := s.Compact()
	if !ok {
		return false, false
	}
	points, won := t.Points(&t.Position), t.Won()
	var seen hashset.Set
	seen.Add(t.Hash)
	for queue := []compact.Position{t.Position}; len(queue) > 0; queue = queue[1:] {
		for _, m := range t.Distinct(&queue[0], nil) {
			next := queue[0]
			t.Play(&next, &t.Hidden, m)
			scored := t.Points(&next)
			if t.Over(&next) {
				scored = t.Final(&next, &t.Hidden)
			}
			switch {
			case next.Progress() > t.Progress(), scored > points, next.Won() && !won:
				return false, true
			case !seen.Add(next.Hash):
			case seen.Len() > deadEndBound:
				return false, false
			default:
				queue = append(queue, next)
			}
		}
	}
	return true, true
}

// Hidden implements [engine.Hider].
func (s *State) Hidden() int {
	n := 0
	for _, p := range s.piles {
		n += p.Down()
	}
	return n
}
