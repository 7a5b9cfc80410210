package main

import (
	"context"
	"fmt"
	"time"
)

// churn lets one session after the other hang up and come back, so many a second
// as was asked, until running ends. Who is about to do so already is left out.
func (c *crowd) churn(running context.Context) {
	if c.redial == 0 || len(c.players) == 0 {
		return
	}
	every := time.Duration(float64(time.Second) / c.redial)
	for i := 0; pause(running, every); i++ {
		select {
		case c.players[i%len(c.players)].cut <- struct{}{}:
		default:
		}
	}
}

// isCut tells whether the player is to hang up, once.
func (p *player) isCut() bool {
	select {
	case <-p.cut:
		return true
	default:
		return false
	}
}

// comeAgain hangs up once all is stored, and comes back to the same game.
func (p *player) comeAgain() error {
	p.settle()
	p.term.hangUp()
	<-p.term.ended
	tally := p.crowd.tally.Load()
	took, err := p.enterLobby(p.life)
	if err != nil {
		return err
	}
	tally.login(took)
	if p.crowd.rate > 0 {
		p.due = time.Now().Add(p.crowd.every())
	}
	p.moveFrom = -1
	p.attend()
	if err := p.choose(); err != nil {
		return err
	}
	if p.round.Len() == 0 {
		err = p.deal() // nothing is kept of a game without a move
	} else {
		err = p.goOn()
	}
	if err == nil {
		p.crowd.tally.Load().reconnected()
	}
	return err
}

// goOn opens the game that is open, from the lobby.
func (p *player) goOn() error {
	moves, _, err := p.open()
	if err == nil && moves != p.round.Len() {
		err = fmt.Errorf("%d moves are left of %d that were stored", moves, p.round.Len())
	}
	return err
}
