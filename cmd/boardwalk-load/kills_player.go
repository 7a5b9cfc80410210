package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/engine"
)

const (
	roundMoves = 30 // the most moves of a round, so that kills hit many that are being filed

	// The server drops keys that come faster than 200 a second, but allows a burst first.
	keysFree = 300
	keyPause = 6 * time.Millisecond

	// stuckLives is the most lives in a row in which a player may type moves and none is
	// acknowledged.
	stuckLives = 25
)

// A killPlayer is a player who comes back to every life of a server and compares what is
// there with what was acknowledged.
type killPlayer struct {
	*player
	waits    bool          // waits for each move to be acknowledged before the next
	script   []engine.Move // the moves of the whole round; nil if none was dealt
	filing   bool          // the round was being filed, and may or may not have been
	checked  int           // how many of the finished rounds were found in the history
	verified bool          // has looked for everything once more, in the end
	sums     Survived

	// Of the current life:
	arrived    time.Time
	typed      int  // the number of keys
	moved      bool // a move was typed
	atMenuItem bool // the cursor is at the game in the lobby
	from       int  // moves of the round that were stored in earlier lives
	stuck      int  // lives in a row in which moves were typed and none acknowledged
}

// visit is the player's part in one life of the server: the player comes in and calls do,
// until that returns or the connection breaks.
func (p *killPlayer) visit(ctx context.Context, do func(*killPlayer) error) {
	if len(p.sums.Losses) > 0 {
		return // results after a loss mean nothing
	}
	p.term, p.running, p.arrived, p.typed, p.atMenuItem, p.moved = nil, ctx, time.Now(), 0, false, false
	took, err := p.enterLobby(ctx)
	if err == nil {
		p.workload.tally.Load().login(took)
		err = do(p)
	}
	if p.term != nil {
		p.term.hangUp()
		<-p.term.ended // now nothing else uses the ledger
	}
	p.gone(err)
}

// gone records how a visit ended.
func (p *killPlayer) gone(err error) {
	var failed *ssh.ExitError
	switch {
	case err == nil, errors.Is(err, errLoss):
	case p.term != nil && p.term.endedOrderly(), errors.As(err, &failed), isUnanswered(err):
		p.sums.Orderly++
		p.workload.failures.add("stay until the server is killed", err)
	default:
		p.sums.Abrupt++
	}
	if !p.moved {
		return
	}
	if p.stuck++; p.acked > p.from {
		p.stuck = 0
	}
	if p.stuck >= stuckLives {
		p.stuck = 0
		p.workload.failures.add("make progress", fmt.Errorf("%s: nothing was acknowledged in %d lives; the screen says %q", p.game.Info().ID, stuckLives, p.term.message()))
	}
}

// endedOrderly reports whether an ended session left the screen in order, or gave a
// reason.
func (t *terminal) endedOrderly() bool {
	return t.screen.left || t.errs.Len() > 0
}

// play looks for what was acknowledged and plays on, until the connection breaks.
func (p *killPlayer) play() error {
	if err := p.verifyRecent(len(p.finished) - p.checked + 2); err != nil {
		return err
	}
	for {
		var err error
		switch {
		case p.script == nil:
			err = p.dealNext()
		case p.round.State().Over(), len(p.plan) == 0:
			err = p.file()
		default:
			err = p.moveAtOnce(p.next())
		}
		if err != nil {
			return err
		}
	}
}

// dealNext deals a new round from the lobby. The lobby must not have an open game: all
// were finished.
func (p *killPlayer) dealNext() error {
	code := engine.Code(fmt.Sprintf("%X", p.random.Uint32()))
	p.script = playOut(p.game, code, p.random)
	p.script = p.script[:min(len(p.script), 1+p.random.IntN(roundMoves))]
	p.round, p.plan = engine.NewRound(p.game, code), p.script
	p.round.SetAuto(true)
	p.acked = 0
	open, err := p.deal()
	if open {
		p.script = nil
		return p.resume()
	}
	if err != nil {
		return err
	}
	return p.resumeAt(0)
}

// deal asks for the round by its code, in the lobby. open reports that the lobby has an
// open game instead.
func (p *killPlayer) deal() (open bool, err error) {
	refusal := p.game.Info().Name + " has an open game"
	err = p.write(p.menuKeys()+"d"+string(p.round.Record().Code)+enter, "the table", func(sc *screen) bool {
		n, _, ok := sc.moves()
		open = sc.says(refusal)
		return open || ok && n == 0
	})
	if open && err == nil { // close the field, which still has the refused code
		const esc = "\x1b"
		err = p.write(esc, "the field to close", func(sc *screen) bool { return !sc.says(refusal) })
	}
	return open, err
}

// menuKeys returns the keys that move from the lobby's first game to the player's own,
// or "" if the cursor is there.
func (p *killPlayer) menuKeys() string {
	if p.atMenuItem {
		return ""
	}
	p.atMenuItem = true
	return strings.Repeat("j", p.lobbyIndex)
}

// moveAtOnce types a whole move without waiting for its keys to be answered.
func (p *killPlayer) moveAtOnce(m engine.Move) error {
	if err := p.round.Play(m); err != nil {
		return err // never happens: the move is legal
	}
	n := p.round.Len()
	p.expect(p.workload.tally.Load())
	p.moved = true
	return p.write("t"+m.String()+enter, "the board after a move", func(sc *screen) bool {
		at, stored, ok := sc.moves()
		return ok && at == n && (stored || !p.waits)
	})
}

// file finishes the round and goes to the lobby, which files it.
func (p *killPlayer) file() error {
	keys := "q"
	if !p.round.State().Over() {
		keys = "gyq" // finish it with the points that it has
	}
	p.filing = true
	if err := p.write(keys, "the lobby, with the game filed", inLobby); err != nil {
		return err
	}
	p.filing = false
	p.term.look(func(*screen) {
		p.acknowledge(p.round.Len(), time.Now()) // as in leave
		p.term.onOutput = nil
	})
	p.filed(filedRound{p.round.Record().Code, p.round.Len()})
	return nil
}

// filed records that the round is in the history.
func (p *killPlayer) filed(d filedRound) {
	p.finished = append(p.finished, d)
	p.sums.Finished++
	p.script, p.from = nil, -1
	p.workload.tally.Load().finished()
}

// write types keys, no faster than the server takes them, and waits for their effect on
// the screen.
func (p *killPlayer) write(keys, what string, shows func(*screen) bool) error {
	p.typed += len(keys)
	if !pause(p.running, time.Duration(p.typed-keysFree)*keyPause-time.Since(p.arrived)) {
		return errTimeUp
	}
	_, _, err := p.term.press(keys, what, shows)
	return err
}
