package solver

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/hashset"
)

// Unwinnable reports whether it found a proof that row 1 can never be cleared from a position,
// wherever the hidden cards lie. It sees what a player sees, and searches all plays and all that
// could turn up: about as many positions as it is told. It reports false if it has found a way
// that could win, has looked at as many positions, or ctx has ended.
func Unwinnable(ctx context.Context, r *compact.Rules, p *compact.Position, positions int) bool {
	g := guesses{Rules: r, ctx: ctx, left: positions}
	g.seen.Add(p.Hash)
	return g.lost(p)
}

// A guesses searches a position with all ways in which the hidden cards could lie. A card is
// chosen when it turns up, as the search likes it, among those that nobody has seen.
type guesses struct {
	*compact.Rules
	ctx  context.Context
	left int // positions
	seen hashset.Set
}

// unknown is a deal of hidden cards that knows none.
var unknown = func() (h compact.Hidden) {
	for c := range h {
		for i := range h[c] {
			h[c][i] = compact.Unknown
		}
	}
	return h
}()

// lost reports whether no play and no luck wins. It reports false if it cannot tell.
func (g *guesses) lost(p *compact.Position) bool {
	if g.left--; g.left < 0 || p.Won() || g.left%64 == 0 && g.ctx.Err() != nil {
		return false
	}
	if hopeless(g.Rules, p, nil) {
		return true
	}
	var buffer [256]compact.Move
	for _, m := range g.Distinct(p, buffer[:0]) {
		next := *p
		g.Play(&next, &unknown, m)
		if !g.lostAfter(&next) {
			return false
		}
	}
	return true
}

// lostAfter reports whether a position is lost whatever its unknown cards are.
func (g *guesses) lostAfter(p *compact.Position) bool {
	card := g.unknownCard(p)
	if card == nil {
		return !g.seen.Add(p.Hash) || g.lost(p)
	}
	for rank, n := range g.Unseen(p) {
		if n == 0 {
			continue
		}
		*card = engine.Rank(rank)
		g.Refresh(p)
		next := *p
		if !g.lostAfter(&next) {
			return false
		}
		*card = compact.Unknown
	}
	return true
}

// unknownCard returns where the position has an unknown card face up, or nil.
func (g *guesses) unknownCard(p *compact.Position) *engine.Rank {
	for c := range g.Columns() {
		if p.Up[c] == compact.Unknown {
			return &p.Up[c]
		}
	}
	for i := range g.HandCards {
		if p.Hand[i] == compact.Unknown {
			return &p.Hand[i]
		}
	}
	return nil
}
