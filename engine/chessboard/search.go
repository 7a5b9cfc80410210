package chessboard

import (
	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

// A search looks depth first for a win with one base rank, and remembers the most points. It
// visits no layout twice, and can pause at any layout.
type search struct {
	layout
	blocking blocking
	height   [foundations]int8
	seen     *hashset.Set // shared by the searches with other base ranks
	visited  int          // the layouts that this search added to seen
	least    int8         // the fewest cards left in the piles so far
	trail    []taken      // the way to this layout
	frames   []frame      // the layouts on the way with other steps to try
	steps    []step       // those of all frames
	scores   []int        // of the steps of the last frame
}

// taken is a step that was taken, with what it takes to undo it.
type taken struct {
	step
	card     engine.Card
	blocking bases
}

// A frame is a layout on the way to the one that the search looks at.
type frame struct {
	trail   int32 // the length of the trail before the step to this layout
	start   int32 // of its steps
	untried int32 // the first step that was not tried yet
}

// newSearch returns a search for a win with a base rank, which the layout allows.
func newSearch(l layout, base engine.Rank, seen *hashset.Set) *search {
	s := &search{layout: l, blocking: l.blocking(), seen: seen}
	if l.base == anyBase {
		s.begin(base)
	}
	for p, c := range s.top {
		for ; c != engine.NoCard; c = s.under[c] {
			s.height[p]++
		}
	}
	s.least = s.left
	s.visit(0)
	return s
}

// buried returns the number of cards that lie on the four cards of the base rank.
func (s *search) buried() int {
	n := 0
	for _, c := range s.top {
		for above := 0; c != engine.NoCard; c, above = s.under[c], above+1 {
			if c.Rank() == s.base {
				n += above
			}
		}
	}
	return n
}

// run goes on until the search has visited a number of layouts in all. The verdict is won as
// soon as no card is left in the piles, and the trail has the way there.
func (s *search) run(visits int) engine.Verdict {
	for s.left > 0 && s.visited < visits {
		if len(s.frames) == 0 {
			return engine.VerdictLost
		}
		f := &s.frames[len(s.frames)-1]
		if int(f.untried) == len(s.steps) {
			s.undo(int(f.trail))
			s.steps = s.steps[:f.start]
			s.frames = s.frames[:len(s.frames)-1]
			continue
		}
		before := len(s.trail)
		s.take(s.steps[f.untried])
		f.untried++
		s.visit(before)
	}
	if s.left == 0 {
		return engine.VerdictWon
	}
	return engine.VerdictUnknown
}

// visit plays all that is safe and makes a frame, with before as the length of its trail. If
// the layout was seen, visit undoes the trail instead.
func (s *search) visit(before int) {
	for m, ok := s.safe(); ok; m, ok = s.safe() {
		s.take(m)
	}
	if s.left > 0 && !s.seen.Add(s.hash) {
		s.undo(before)
		return
	}
	s.visited++
	s.least = min(s.least, s.left)
	s.frames = append(s.frames, frame{int32(before), int32(len(s.steps)), int32(len(s.steps))})
	s.offer()
}

func (s *search) take(m step) {
	c := s.lowest(m)
	s.trail = append(s.trail, taken{m, c, s.blocking[c]})
	s.height[m.from] -= m.n
	if m.to != up {
		s.blocking[c] = s.blocking.after(&s.layout, c, s.top[m.to])
		s.height[m.to] += m.n
	}
	s.play(m)
	if m.n > 1 {
		s.blocking = s.layout.blocking()
	}
}

// undo undoes the last steps until the trail has a length.
func (s *search) undo(length int) {
	for len(s.trail) > length {
		t := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		s.height[t.from] += t.n
		if t.to == up {
			s.down(t.from, t.card)
			continue
		}
		s.blocking[t.card] = t.blocking
		s.height[t.to] -= t.n
		s.play(t.back())
		if t.n > 1 {
			s.blocking = s.layout.blocking()
		}
	}
}

// offer appends the steps from this layout to s.steps, the most promising first.
func (s *search) offer() {
	start := len(s.steps)
	s.scores = s.scores[:0]
	if ready := s.tops & s.wanted; ready != 0 {
		for p, c := range s.top {
			if setOf(c)&ready != 0 {
				s.steps, s.scores = append(s.steps, step{int8(p), up, 1}), append(s.scores, baseScore)
			}
		}
	}
	for m := range s.shifts {
		score := s.score(m)
		s.steps, s.scores = append(s.steps, m), append(s.scores, score)
		for i := len(s.scores) - 1; i > 0 && s.scores[i-1] < score; i-- {
			s.scores[i-1], s.scores[i] = score, s.scores[i-1]
			s.steps[start+i-1], s.steps[start+i] = m, s.steps[start+i-1]
		}
	}
}

// The scores of steps. What frees a card that a foundation takes is tried first: without
// that, a search visits some seven times the layouts.
const (
	baseScore    = 1000 // starts a foundation
	freesWanted  = 400  // frees a card that a foundation takes next
	breaksBad    = 60   // takes a card off an earlier one of its suit
	breaksGood   = -40  // takes a card off the one that goes up after it
	perCard      = -8   // for each card in the pile that it takes from
	ontoEmpty    = -50
	ontoNext     = 10 // puts a card on the one that goes up after it
	ontoPrevious = -10
)

func (s *search) score(m step) int {
	c, onto := s.lowest(m), s.top[m.to]
	on := s.under[c]
	score := perCard * int(s.height[m.from])
	if setOf(on)&s.wanted != 0 {
		score += freesWanted
	}
	switch {
	case s.blocking[c]>>s.base&1 != 0:
		score += breaksBad
	case on == s.game.above[c]:
		score += breaksGood
	}
	switch {
	case onto == engine.NoCard:
		score += ontoEmpty
	case s.blocking.after(&s.layout, c, onto)>>s.base&1 != 0:
		score += ontoPrevious
	default:
		score += ontoNext
	}
	return score
}
