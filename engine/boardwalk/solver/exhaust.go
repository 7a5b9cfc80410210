package solver

import (
	"cmp"
	"context"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/hashset"
)

// deepest is how many plays after one another an exhaustion looks at, so that slides to and fro
// cannot use up the stack. A play needs about half a KiB of it, and 24 bytes for each of its rivals.
const deepest = 10_000

// An exhaustion searches every position of a deal, the most promising plays first. It
// remembers the hash of each position: 16 to 32 bytes a position, and half as much again while it
// makes room.
type exhaustion struct {
	evaluator
	search *search
	limit  int // positions
	seen   hashset.Set
	line   []compact.Move
	moves  []compact.Move // of the position looked at
	ranked []rankedMove   // of all positions on the line
}

type rankedMove struct {
	compact.Move
	value float32
	room  room
}

// A result is how an exhaustion or a part of it ended.
type result uint8

const (
	exhausted result = iota // nothing is left
	stopped                 // the search is done
	cut                     // at a limit
)

// run searches all that follows from a position.
func (e *exhaustion) run(ctx context.Context, p *compact.Position) result {
	if e.hopeless(p) {
		return exhausted
	}
	e.seen.Clear()
	e.seen.Add(p.Hash)
	return e.from(ctx, p, roomOf(e.Rules, p))
}

// hopeless reports whether nothing that is looked for can follow from a position.
func (e *exhaustion) hopeless(p *compact.Position) bool {
	return e.search.goal == engine.GoalWin && hopeless(e.Rules, p, e.hidden)
}

// from searches what follows from a position and is not seen yet.
func (e *exhaustion) from(ctx context.Context, p *compact.Position, r room) result {
	if len(e.line) == deepest {
		return cut
	}
	first := len(e.ranked)
	e.moves = e.Distinct(p, e.moves[:0])
	for _, m := range e.moves {
		next := rankedMove{Move: m, room: r}
		child := *p
		e.Play(&child, e.hidden, m)
		if !e.seen.Add(child.Hash) {
			continue
		}
		if e.seen.Len() > e.limit {
			return cut
		}
		if e.search.count() || e.seen.Len()%64 == 0 && ctx.Err() != nil {
			return stopped
		}
		if e.hopeless(&child) {
			continue
		}
		if child.Count[m.To] == 1 && child.Placed > p.Placed {
			next.room = roomOf(e.Rules, &child)
		}
		// A play that makes progress comes first, at about the weight of a card on row 1.
		next.value = e.value(&child, next.room) + float32(child.Progress()-p.Progress())
		e.ranked = append(e.ranked, next)
	}
	last := len(e.ranked)
	slices.SortFunc(e.ranked[first:], func(a, b rankedMove) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From))
	})
	defer func() { e.ranked = e.ranked[:first] }()
	for _, m := range e.ranked[first:last] {
		child := *p
		e.Play(&child, e.hidden, m.Move)
		e.line = append(e.line, m.Move)
		if e.search.found(&child, func() []compact.Move { return slices.Clone(e.line) }) {
			return stopped
		}
		if ended := e.from(ctx, &child, m.room); ended != exhausted {
			return ended
		}
		e.line = e.line[:len(e.line)-1]
	}
	return exhausted
}
