package main

import (
	"time"

	"boardwalk/engine"
)

// ackLimit is how long the last move of a run may take to be stored.
const ackLimit = 10 * time.Second

// A ledger is what a player knows to be stored. verify looks for it once the connection
// is cut.
type ledger struct {
	shown    int           // the moves in the heading that was seen last
	acked    int           // the number of acknowledged moves of the round
	finished []filedRound  // the rounds that were filed
	unstored []pendingMove // the moves not acknowledged yet
	allAcked chan struct{} // closed once unstored is empty; nil if nobody waits
}

// known returns what the player now knows to be stored.
func (p *player) known() (l ledger) {
	p.term.look(func(*screen) { l = p.ledger })
	return l
}

// A filedRound is a round that was filed.
type filedRound struct {
	code  engine.Code
	moves int
}

// A pendingMove is a move whose star is not gone yet.
type pendingMove struct {
	moves int // the number in the heading
	since time.Time
	tally *tally
}

// expect counts the move that is about to be entered, and waits in the background for its
// star to go.
func (p *player) expect(tally *tally) {
	tally.moved()
	p.term.look(func(*screen) {
		p.unstored = append(p.unstored, pendingMove{p.round.Len(), time.Now(), tally})
	})
}

// onOutput reads the heading whenever something was shown. The terminal's lock must be
// held.
func (p *player) onOutput(at time.Time) {
	n, stored, ok := p.term.screen.moves()
	if ok {
		p.shown = n
	}
	if ok && stored {
		p.acknowledge(n, at)
	}
}

// acknowledge records that the given number of moves of the round are stored. The
// terminal's lock must be held.
func (l *ledger) acknowledge(moves int, at time.Time) {
	l.acked = moves
	for len(l.unstored) > 0 && l.unstored[0].moves <= moves {
		l.unstored[0].tally.acknowledged(at.Sub(l.unstored[0].since))
		l.unstored = l.unstored[1:]
	}
	if len(l.unstored) == 0 && l.allAcked != nil {
		close(l.allAcked)
		l.allAcked = nil
	}
}

// awaitAcks waits until every move is acknowledged, the session has ended, or ackLimit
// has passed.
func (p *player) awaitAcks() {
	allAcked := make(chan struct{})
	p.term.look(func(*screen) {
		if len(p.unstored) == 0 {
			close(allAcked)
			return
		}
		p.allAcked = allAcked
	})
	late := time.NewTimer(ackLimit)
	defer late.Stop()
	select {
	case <-allAcked:
	case <-p.term.ended:
	case <-late.C:
	}
}
