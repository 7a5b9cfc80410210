package hint

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/search"
)

// answersMax is how many hints a [Desk] remembers.
const answersMax = 1024

// A Desk gives hints to all who ask, and remembers the last of them: whoever asks in a position that
// looks the same is told the same. If many ask at a time in one position, one search answers them; in
// different ones, the searches share the time. The zero Desk is ready to be used.
type Desk struct {
	queue   search.Queue
	mu      sync.Mutex
	answers map[[sha256.Size]byte]*answer
}

// An answer is what is known of a position.
type answer struct {
	searching chan struct{} // holds a value while somebody searches
	searches  int
	advice    Advice
	ok        bool
	full      bool // a search was not cut short
}

// Best returns a hint as the function Best does, from a search with a place in p or, if ctx ends before
// there is one, at first sight. The luck of the search depends only on what the player sees and asks
// for. Where ctx has cut a search short because others waited, a later one replaces its hint
// if it tries more.
func (d *Desk) Best(
	ctx context.Context, p search.Places, g engine.Info, states []engine.State, tries int, except ...engine.Move,
) (Advice, bool) {
	key := visible(g, states, tries, except)
	a := d.answer(key)
	before := d.read(a)
	if before.full {
		return before.advice, before.ok
	}
	select {
	case a.searching <- struct{}{}:
		defer func() { <-a.searching }()
	case <-ctx.Done():
	}
	if now := d.read(a); now.searches > before.searches {
		return now.advice, now.ok
	}
	random := engine.Luck(key)
	share, err := d.queue.Enter(ctx, p)
	if err != nil {
		if before.searches > 0 {
			return before.advice, before.ok
		}
		return Best(ctx, states, 0, random, except...)
	}
	defer share.End()
	found, ok := Best(share, states, tries, random, except...)
	d.mu.Lock()
	defer d.mu.Unlock()
	if a.searches == 0 || found.Tries > a.advice.Tries {
		a.advice, a.ok = found, ok
	}
	if !found.Sight {
		a.searches++
		a.full = a.full || share.Whole()
	}
	return a.advice, a.ok
}

// answer returns what is known of a position. It forgets another where there are too many.
func (d *Desk) answer(key [sha256.Size]byte) *answer {
	d.mu.Lock()
	defer d.mu.Unlock()
	if a, ok := d.answers[key]; ok {
		return a
	}
	if d.answers == nil {
		d.answers = make(map[[sha256.Size]byte]*answer)
	}
	for other := range d.answers {
		if len(d.answers) < answersMax {
			break
		}
		delete(d.answers, other)
	}
	a := &answer{searching: make(chan struct{}, 1)}
	d.answers[key] = a
	return a
}

// read returns an answer as it is now.
func (d *Desk) read(a *answer) answer {
	d.mu.Lock()
	defer d.mu.Unlock()
	return *a
}

// visible returns a key that is equal for positions that look the same, and in which the same is asked
// for. The boards that the player had before belong to it as far as they can come again: no board
// does from before a card was turned up or a point made.
func visible(g engine.Info, states []engine.State, tries int, except []engine.Move) [sha256.Size]byte {
	last := len(states) - 1
	now := states[last]
	hidden, points := engine.Hidden(now), now.Score().Points
	var before []string
	for i := last - 1; i >= 0 && engine.Hidden(states[i]) == hidden && states[i].Score().Points == points; i-- {
		before = append(before, shown(states[i].Board()))
	}
	slices.Sort(before)
	return sha256.Sum256(fmt.Appendf(nil, "boardwalk hint 1\n%s@%d\n%d\n%v\n%v\n%v\n%q",
		g.ID, g.Version, tries, except, now.Board(), now.Moves(), before))
}
