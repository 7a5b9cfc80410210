package main

import (
	"context"
	"fmt"
	"time"
)

// churn makes one session after another hang up and come back, redial of them a second,
// until running ends. It skips players who are about to do so already.
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

// isCut reports, once, whether the player is to hang up.
func (p *player) isCut() bool {
	select {
	case <-p.cut:
		return true
	default:
		return false
	}
}

// comeAgain hangs up once everything is stored, and comes back to the same game.
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
		err = p.deal() // a game without moves is not stored
	} else {
		err = p.goOn()
	}
	if err == nil {
		p.crowd.tally.Load().reconnected()
	}
	return err
}

// goOn opens the open game from the lobby.
func (p *player) goOn() error {
	moves, _, err := p.open()
	if err == nil && moves != p.round.Len() {
		err = fmt.Errorf("the game has %d moves, and %d were stored", moves, p.round.Len())
	}
	return err
}
