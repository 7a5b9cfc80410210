package boardwalk

import (
	"fmt"

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
	score := s.End()
	n := score.Points - s.score(false).Points
	if n == 0 {
		return ""
	}
	spikes := engine.Plural(n, "spike")
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
	t, _ := s.Compact()
	switch n := t.Points(&t.Position) - int(t.Placed); {
	case n == 0:
		return ""
	case s.game.HandColumns > 1:
		return fmt.Sprintf("You start with %s: the two largest groups of a rank in your hand count.", engine.Plural(n, "point"))
	default:
		return fmt.Sprintf("You start with %s: the largest group of a rank in your hand counts.", engine.Plural(n, "point"))
	}
}

func (s *State) score(over bool) engine.Score {
	t, ok := s.Compact()
	score := engine.Score{Points: t.Points(&t.Position), Max: t.Max, Won: t.Won(), Perfect: t.Perfect(&t.Position)}
	if over && ok {
		score.Points = t.Final(&t.Position, &t.Hidden)
	}
	return score
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
