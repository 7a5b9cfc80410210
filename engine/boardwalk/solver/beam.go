package solver

import (
	"context"
	"math"

	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/hashset"
)

// A node is a position of a beam.
type node struct {
	compact.Position
	value  float32
	room   room
	move   compact.Move // that led here
	parent int32        // index of the step before move, -1 for none
}

// A step is a play of a beam that was gone on from.
type step struct {
	parent int32
	move   compact.Move
}

// A stage is one run of a beam.
type stage struct {
	width   int
	noise   float32 // the most that is added to a value at random
	seed    uint64  // of the noise
	perfect bool    // leave out what can become no perfect game
	weights *Weights
}

// rounds is how often a level is searched for plays that make no progress, and share the part
// of the width that each of these rounds gets.
const (
	rounds = 10
	share  = 3
)

// ahead is the most progress of one play: a card on a foundation and a flip on each walk.
const ahead = 3

// A beam searches the positions of a deal level by level, and keeps the best of each. A level is
// all positions of the same progress, so a level is never seen again. Its memory is bounded by
// its width: 2 * width nodes for each of ahead+1 levels and one round, and 8 bytes for each
// position gone on from.
type beam struct {
	evaluator
	stage
	search *search
	levels [ahead + 1]level
	round  level
	steps  []step
	watch  func(progress int, nodes []node) // sees the positions of each round, or nil
}

// A level holds the best positions of some progress, and the hashes of all that were met.
type level struct {
	nodes []node
	seen  hashset.Set
	floor float32 // the least value that may still matter
}

// run searches from a position. It stops when the search is done.
func (b *beam) run(ctx context.Context, start *compact.Position) {
	root := node{Position: *start, room: roomOf(b.Rules, start), parent: -1}
	b.steps = b.steps[:0]
	for i := range b.levels {
		b.levels[i].clear()
	}
	base := start.Progress()
	b.at(base).nodes = append(b.at(base).nodes, root)
	b.at(base).seen.Add(root.Hash)
	for progress, gap := base, 0; gap <= ahead; progress++ {
		l := b.at(progress)
		if len(l.nodes) == 0 {
			gap++
			continue
		}
		gap = 0
		if b.searchLevel(ctx, l, progress) {
			return
		}
		l.clear()
	}
}

func (b *beam) at(progress int) *level { return &b.levels[(progress%(ahead+1)+ahead+1)%(ahead+1)] }

// searchLevel goes on from the best positions of a level. It reports whether the search is done.
func (b *beam) searchLevel(ctx context.Context, l *level, progress int) (done bool) {
	width := b.width
	for i := range rounds {
		if b.watch != nil {
			b.watch(progress, l.nodes)
		}
		l.keep(width)
		b.round.nodes = append(b.round.nodes[:0], l.nodes...)
		l.nodes, l.floor = l.nodes[:0], -math.MaxFloat32
		for j := range b.round.nodes {
			if b.expand(&b.round.nodes[j]) || j%16 == 0 && ctx.Err() != nil {
				return true
			}
		}
		if len(l.nodes) == 0 {
			break
		}
		if i == 0 {
			width = max(1, b.width/share)
		}
	}
	return false
}

// expand adds the positions after each play to their levels. It reports whether the search is
// done.
func (b *beam) expand(from *node) (done bool) {
	var buffer [256]compact.Move
	at := int32(len(b.steps))
	b.steps = append(b.steps, step{from.parent, from.move})
	child := node{parent: at}
	for _, m := range b.Distinct(&from.Position, buffer[:0]) {
		child.Position = from.Position
		b.Play(&child.Position, b.hidden, m)
		if b.search.count() {
			return true
		}
		l := b.at(child.Progress())
		if !l.seen.Add(child.Hash) {
			continue
		}
		child.room, child.move = from.room, m
		if child.Count[m.To] == 1 && child.Placed > from.Placed {
			child.room = roomOf(b.Rules, &child.Position)
		}
		if b.search.found(&child.Position, func() []compact.Move { return append(b.line(at), m) }) {
			return true
		}
		if b.perfect && b.flawed(&child) {
			continue
		}
		child.value = b.value(&child.Position, child.room)
		if b.noise > 0 {
			child.value += b.noise * noise(child.Hash^b.seed)
		}
		l.add(&child, 2*b.width)
	}
	return false
}

// flawed reports whether a position can no longer become a perfect game.
func (b *beam) flawed(n *node) bool {
	if n.room.all > 0 {
		return true
	}
	m := n.move
	c := int(m.To)
	if c < b.Upper || n.Count[c] == 0 {
		return false
	}
	own := 0
	for i, rank := range b.hidden[c][:n.Down[c]] {
		if rank == n.Rank[c] {
			if own++; own > i {
				return true
			}
		}
	}
	return false
}

// line returns the plays up to a step.
func (b *beam) line(at int32) []compact.Move {
	n := 0
	for i := at; b.steps[i].parent >= 0; i = b.steps[i].parent {
		n++
	}
	line := make([]compact.Move, n, n+1)
	for i := at; b.steps[i].parent >= 0; i = b.steps[i].parent {
		n--
		line[n] = b.steps[i].move
	}
	return line
}

// noise returns a number from 0 to 1 that x decides.
func noise(x uint64) float32 {
	x = (x ^ x>>31) * 0x9e3779b97f4a7c15
	return float32(x>>40) / (1 << 24)
}

func (l *level) clear() {
	l.nodes = l.nodes[:0]
	l.seen.Clear()
	l.floor = -math.MaxFloat32
}

// add adds a position, and drops the worse half if there are as many as limit.
func (l *level) add(n *node, limit int) {
	if n.value < l.floor {
		return
	}
	if len(l.nodes) >= limit {
		l.keep(limit / 2)
		l.floor = l.nodes[0].value
		for i := range l.nodes {
			l.floor = min(l.floor, l.nodes[i].value)
		}
	}
	l.nodes = append(l.nodes, *n)
}

// keep drops all but the best n positions, in no order.
func (l *level) keep(n int) {
	nodes := l.nodes
	if len(nodes) <= n {
		return
	}
	for low, high := 0, len(nodes)-1; low < high; { // quickselect
		pivot := nodes[low+(high-low)/2].rank()
		i, j := low, high
		for i <= j {
			for nodes[i].rank().before(pivot) {
				i++
			}
			for pivot.before(nodes[j].rank()) {
				j--
			}
			if i <= j {
				nodes[i], nodes[j] = nodes[j], nodes[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			high = j
		case n >= i:
			low = i
		default:
			low, high = n, n
		}
	}
	l.nodes = nodes[:n]
}

// A place orders positions: by value, and by hash where values are the same.
type place struct {
	value float32
	hash  uint64
}

func (n *node) rank() place { return place{n.value, n.Hash} }

func (p place) before(q place) bool {
	return p.value > q.value || p.value == q.value && p.hash < q.hash
}
