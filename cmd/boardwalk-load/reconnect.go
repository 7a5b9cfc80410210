package main

import (
	"context"
	"fmt"
	"time"
)

// reconnectLoop makes one session after another hang up and come back, redial of them a
// second, until running ends. It skips players who are about to do so already.
func (w *workload) reconnectLoop(running context.Context) {
	if w.redial == 0 || len(w.players) == 0 {
		return
	}
	every := time.Duration(float64(time.Second) / w.redial)
	for i := 0; pause(running, every); i++ {
		select {
		case w.players[i%len(w.players)].cut <- struct{}{}:
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

// reconnect hangs up once everything is stored, and comes back to the same game.
func (p *player) reconnect() error {
	p.awaitAcks()
	p.term.hangUp()
	<-p.term.ended
	tally := p.workload.tally.Load()
	took, err := p.enterLobby(p.life)
	if err != nil {
		return err
	}
	tally.login(took)
	if p.workload.rate > 0 {
		p.due = time.Now().Add(p.workload.keyInterval())
	}
	p.moveFrom = -1
	p.recordAcks()
	if err := p.choose(); err != nil {
		return err
	}
	if p.round.Len() == 0 {
		err = p.deal() // a game without moves is not stored
	} else {
		err = p.resumeGame()
	}
	if err == nil {
		p.workload.tally.Load().reconnected()
	}
	return err
}

// resumeGame opens the open game from the lobby.
func (p *player) resumeGame() error {
	moves, _, err := p.open()
	if err == nil && moves != p.round.Len() {
		err = fmt.Errorf("the game has %d moves, and %d were stored", moves, p.round.Len())
	}
	return err
}
