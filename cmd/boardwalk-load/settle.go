package main

import (
	"time"

	"boardwalk/engine"
)

// settleLimit is how long the last move of a run may take to be stored.
const settleLimit = 10 * time.Second

// A ledger is what a player knows to be stored: what verify looks for once the
// line is cut.
type ledger struct {
	shown    int           // moves in the heading, when it showed last
	acked    int           // the most moves of the round that were acknowledged
	finished []done        // rounds that were filed
	unstored []waiting     // moves that are not acknowledged yet
	settled  chan struct{} // closed when there are none of these any more; nil where nobody waits
}

// known is what the player knows to be stored by now.
func (p *player) known() (l ledger) {
	p.term.look(func(*screen) { l = p.ledger })
	return l
}

// done is a round that was filed.
type done struct {
	code  engine.Code
	moves int
}

// waiting is a move that waits for the star to go.
type waiting struct {
	moves int // in the heading
	since time.Time
	tally *tally
}

// expect counts the move that is about to be entered, and looks out for the star
// behind it to go.
func (p *player) expect(tally *tally) {
	tally.moved()
	p.term.look(func(*screen) {
		p.unstored = append(p.unstored, waiting{p.round.Len(), time.Now(), tally})
	})
}

// seen looks at the heading whenever something was shown. It is called with the
// terminal's lock held.
func (p *player) seen(at time.Time) {
	n, stored, ok := p.term.screen.moves()
	if ok {
		p.shown = n
	}
	if ok && stored {
		p.acknowledge(n, at)
	}
}

// acknowledge takes note that so many moves of the round are stored. It is
// called with the terminal's lock held.
func (l *ledger) acknowledge(moves int, at time.Time) {
	l.acked = moves
	for len(l.unstored) > 0 && l.unstored[0].moves <= moves {
		l.unstored[0].tally.acknowledged(at.Sub(l.unstored[0].since))
		l.unstored = l.unstored[1:]
	}
	if len(l.unstored) == 0 && l.settled != nil {
		close(l.settled)
		l.settled = nil
	}
}

// settle waits until every move is acknowledged, or it takes too long.
func (p *player) settle() {
	settled := make(chan struct{})
	p.term.look(func(*screen) {
		if len(p.unstored) == 0 {
			close(settled)
			return
		}
		p.settled = settled
	})
	late := time.NewTimer(settleLimit)
	defer late.Stop()
	select {
	case <-settled:
	case <-p.term.ended:
	case <-late.C:
	}
}
