package chessboard

import (
	"context"
	"slices"
)

// A node is a layout that a search for a line has reached.
type node struct {
	lie
	parent int32 // the number of the node before it
	length int16 // of the line to it, as far as known
	step   step  // from the parent; all that is safe is played after it
	closed bool  // its successors are known
}

// A lineSearch looks for a short line, from the most promising layouts on (A*). Any layout with
// at most goal cards left in the piles is an end.
//
// A line needs a step for each card that goes up, and one more for each that must go out of
// the way of an earlier one of its suit. With that as an estimate of what is left to do, and
// with no more weight than what is done, no line is shorter than the one that is found.
type lineSearch struct {
	game    *game
	goal    int8
	weight  int             // of what is left to do, in halves
	open    bases           // the base ranks to think of
	avoid   map[uint64]bool // layouts to stay away from, by hash
	nodes   nodes
	waiting [][]int32 // the nodes to look at, by the estimated length of the whole line
	nearest int       // no node waits below
}

// nodes holds nodes by number and finds them by hash. It needs some 140 bytes for each.
type nodes struct {
	blocks [][]node
	n      int32
	index  []int32 // by hash: the number of a node plus 1, or 0
}

const nodeBlock = 1 << 10

func (ns *nodes) at(i int32) *node { return &ns.blocks[i/nodeBlock][i%nodeBlock] }

// slot returns where the index has the layout with a hash, or has room for it.
func (ns *nodes) slot(hash uint64) *int32 {
	mask := uint64(len(ns.index) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if k := ns.index[i]; k == 0 || ns.at(k-1).hash == hash {
			return &ns.index[i]
		}
	}
}

// find returns the number of the node of a layout. If there is none yet, find makes one.
func (ns *nodes) find(l *layout) (i int32, isNew bool) {
	if 2*int(ns.n) >= len(ns.index) {
		ns.index = make([]int32, max(4*nodeBlock, 2*len(ns.index)))
		for i := range ns.n {
			*ns.slot(ns.at(i).hash) = i + 1
		}
	}
	slot := ns.slot(l.hash)
	if *slot != 0 {
		return *slot - 1, false
	}
	if ns.n%nodeBlock == 0 {
		ns.blocks = append(ns.blocks, make([]node, nodeBlock))
	}
	ns.n++
	*slot = ns.n
	return ns.n - 1, true
}

// toward returns the steps of a line to the fewest cards left that a decision knows of. If
// the search makes more than most nodes, or if ctx ends, ok is false, and the line is the way
// of the decision without its worst detours, or none if it has no way.
func (s *lineSearch) toward(ctx context.Context, start layout, d decision, most int) (line []step, ok bool) {
	s.game, s.goal, s.open = start.game, d.least, d.open
	if d.least > 0 {
		s.open = start.bases()
	}
	if d.least == start.left {
		return nil, true
	}
	if line, ok = s.line(ctx, start, most); ok {
		return line, true
	}
	return start.cut(d.way), false
}

// line returns the steps of a line to the goal. It returns ok false if the search makes more
// than most nodes first, or if ctx ends.
func (s *lineSearch) line(ctx context.Context, start layout, most int) (line []step, ok bool) {
	root := start
	length := root.playSafe()
	blocking := root.blocking()
	s.reach(root, 0, length, step{}, s.estimate(&root, blocking.counts(s.open)))
	for n := 0; int(s.nodes.n) <= most; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, false
		}
		i, ok := s.next()
		if !ok {
			return nil, false
		}
		if s.nodes.at(i).left <= s.goal {
			return s.way(start, i), true
		}
		s.expand(i)
	}
	return nil, false
}

// next returns the most promising node, and closes it. Of several it is the one that was
// reached last.
func (s *lineSearch) next() (i int32, ok bool) {
	for ; s.nearest < len(s.waiting); s.nearest++ {
		for w := &s.waiting[s.nearest]; len(*w) > 0; {
			i, *w = (*w)[len(*w)-1], (*w)[:len(*w)-1]
			if at := s.nodes.at(i); !at.closed {
				at.closed = true
				return i, true
			}
		}
	}
	return 0, false
}

// reach notes that a line of a length leads to l, by a step from parent. rest is the
// estimate for the line from there on.
func (s *lineSearch) reach(l layout, parent int32, length int, by step, rest int) {
	if s.avoid[l.hash] {
		return
	}
	i, isNew := s.nodes.find(&l)
	at := s.nodes.at(i)
	if !isNew && (at.closed || int(at.length) <= length) {
		return
	}
	*at = node{lie: l.lie, parent: parent, length: int16(length), step: by}
	f := 2*length + s.weight*rest
	for len(s.waiting) <= f {
		s.waiting = append(s.waiting, nil)
	}
	s.waiting[f] = append(s.waiting[f], i)
	s.nearest = min(s.nearest, f)
}

// expand reaches the successors of a node.
func (s *lineSearch) expand(i int32) {
	at := s.nodes.at(i)
	now := layout{s.game, at.lie}
	open := s.open
	if at.base != anyBase {
		open = 1 << at.base
	}
	blocking := now.blocking()
	counts := blocking.counts(open)
	try := func(m step) {
		next := now
		next.play(m)
		length := int(at.length) + 1 + next.playSafe()
		s.reach(next, i, length, m, s.estimate(&next, counts))
	}
	for m := range now.shifts {
		c := now.lowest(m)
		before, after := blocking[c]&open, blocking.after(&now, c, at.top[m.to])&open
		counts.add(before, -1)
		counts.add(after, 1)
		try(m)
		counts.add(after, -1)
		counts.add(before, 1)
	}
	for p, c := range at.top {
		if setOf(c)&at.wanted != 0 && (at.base != anyBase || s.open>>c.Rank()&1 != 0) {
			try(step{int8(p), up, 1})
		}
	}
}

// estimate returns a length that no line from l to the goal falls below.
func (s *lineSearch) estimate(l *layout, c counts) int {
	rest := int(l.left - s.goal)
	switch {
	case rest <= 0:
		return 0
	case s.goal > 0, s.weight == shortest && s.game.rules.Build == Sequences: // which go out of the way in one step
		return rest
	case l.base != anyBase:
		return rest + int(c[l.base])
	}
	least := l.left
	for base, n := range c {
		if s.open>>base&1 != 0 {
			least = min(least, n)
		}
	}
	return rest + int(least)
}

// way returns the steps from start to a node.
func (s *lineSearch) way(start layout, i int32) []step {
	var back []step // from the last step to the first, without what is safe
	for ; i != 0; i = s.nodes.at(i).parent {
		back = append(back, s.nodes.at(i).step)
	}
	var line []step
	safe := func() {
		for m, ok := start.safe(); ok; m, ok = start.safe() {
			start.play(m)
			line = append(line, m)
		}
	}
	safe()
	for _, m := range slices.Backward(back) {
		start.play(m)
		line = append(line, m)
		safe()
	}
	return line
}

// cut returns a line to where a long way from l leads, without its detours: whenever one step
// leads to a later layout of the way, the line goes there.
func (l layout) cut(way []step) []step {
	last := make(map[uint64]int, len(way)) // the number of steps to each layout
	at := l
	for i, m := range way {
		at.play(m)
		last[at.hash] = i + 1
	}
	// The piles of a layout that was reached in another way may be in another order, so
	// the line is put together from the hashes of layouts.
	var line []step
	for done := 0; done < len(way); {
		best, next := done, step{}
		for m := range l.steps {
			after := l
			after.play(m)
			if i, ok := last[after.hash]; ok && i > best {
				best, next = i, m
			}
		}
		l.play(next)
		line, done = append(line, next), best
	}
	return line
}
