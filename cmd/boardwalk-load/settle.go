package main

import (
	"time"
)

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
	if !ok || !stored {
		return
	}
	p.acknowledge(n, at)
}

// acknowledge takes note that so many moves of the round are stored. It is
// called with the terminal's lock held.
func (p *player) acknowledge(moves int, at time.Time) {
	p.acked = moves
	for len(p.unstored) > 0 && p.unstored[0].moves <= moves {
		p.unstored[0].tally.acknowledged(at.Sub(p.unstored[0].since))
		p.unstored = p.unstored[1:]
	}
	if len(p.unstored) == 0 && p.settled != nil {
		close(p.settled)
		p.settled = nil
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
