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

// A survivor is a player who comes back to every life of a server and compares what is
// there with what was acknowledged.
type survivor struct {
	*player
	waits   bool          // waits for each move to be acknowledged before the next
	script  []engine.Move // the moves of the whole round; nil if none was dealt
	filing  bool          // the round was being filed, and may or may not have been
	checked int           // how many of the finished rounds were found in the history
	looked  bool          // has looked for everything once more, in the end
	sums    Survived

	// Of the current life:
	arrived time.Time
	typed   int  // the number of keys
	moved   bool // a move was typed
	steered bool // the cursor is at the game in the lobby
	from    int  // moves of the round that were stored in earlier lives
	stuck   int  // lives in a row in which moves were typed and none acknowledged
}

// visit is the player's part in one life of the server: the player comes in and calls do,
// until that returns or the connection breaks.
func (s *survivor) visit(ctx context.Context, do func(*survivor) error) {
	if len(s.sums.Losses) > 0 {
		return // results after a loss mean nothing
	}
	s.term, s.running, s.arrived, s.typed, s.steered, s.moved = nil, ctx, time.Now(), 0, false, false
	took, err := s.enterLobby(ctx)
	if err == nil {
		s.crowd.tally.Load().login(took)
		err = do(s)
	}
	if s.term != nil {
		s.term.hangUp()
		<-s.term.ended // now nothing else uses the ledger
	}
	s.gone(err)
}

// gone records how a visit ended.
func (s *survivor) gone(err error) {
	var failed *ssh.ExitError
	switch {
	case err == nil, errors.Is(err, errLoss):
	case s.term != nil && s.term.toldWhy(), errors.As(err, &failed), isSilence(err):
		s.sums.Orderly++
		s.crowd.failures.add("stay until the server is killed", err)
	default:
		s.sums.Abrupt++
	}
	if !s.moved {
		return
	}
	if s.stuck++; s.acked > s.from {
		s.stuck = 0
	}
	if s.stuck >= stuckLives {
		s.stuck = 0
		s.crowd.failures.add("make progress", fmt.Errorf("%s: nothing was acknowledged in %d lives; the screen says %q", s.game.Info().ID, stuckLives, s.term.message()))
	}
}

// toldWhy reports whether an ended session left the screen in order, or gave a reason.
func (t *terminal) toldWhy() bool {
	return t.screen.left || t.errs.Len() > 0
}

// play looks for what was acknowledged and plays on, until the connection breaks.
func (s *survivor) play() error {
	if err := s.catchUp(len(s.finished) - s.checked + 2); err != nil {
		return err
	}
	for {
		var err error
		switch {
		case s.script == nil:
			err = s.dealNext()
		case s.round.State().Over(), len(s.plan) == 0:
			err = s.file()
		default:
			err = s.moveAtOnce(s.next())
		}
		if err != nil {
			return err
		}
	}
}

// dealNext deals a new round from the lobby. The lobby must not have an open game: all
// were finished.
func (s *survivor) dealNext() error {
	code := engine.Code(fmt.Sprintf("%X", s.random.Uint32()))
	s.script = playOut(s.game, code, s.random)
	s.script = s.script[:min(len(s.script), 1+s.random.IntN(roundMoves))]
	s.round, s.plan = engine.NewRound(s.game, code), s.script
	s.round.SetAuto(true)
	s.acked = 0
	open, err := s.deal()
	if open {
		s.script = nil
		return s.resume()
	}
	if err != nil {
		return err
	}
	return s.found(0)
}

// deal asks for the round by its code, in the lobby. open reports that the lobby has an
// open game instead.
func (s *survivor) deal() (open bool, err error) {
	refusal := s.game.Info().Name + " has an open game"
	err = s.write(s.steer()+"d"+string(s.round.Record().Code)+enter, "the table", func(sc *screen) bool {
		n, _, ok := sc.moves()
		open = sc.says(refusal)
		return open || ok && n == 0
	})
	if open && err == nil { // close the field, which still has the refused code
		const esc = "\x1b"
		err = s.write(esc, "the field to close", func(sc *screen) bool { return !sc.says(refusal) })
	}
	return open, err
}

// steer returns the keys that move from the lobby's first game to the player's own, or ""
// if the cursor is there.
func (s *survivor) steer() string {
	if s.steered {
		return ""
	}
	s.steered = true
	return strings.Repeat("j", s.at)
}

// moveAtOnce types a whole move without waiting for its keys to be answered.
func (s *survivor) moveAtOnce(m engine.Move) error {
	if err := s.round.Play(m); err != nil {
		return err // never happens: the move is legal
	}
	n := s.round.Len()
	s.expect(s.crowd.tally.Load())
	s.moved = true
	return s.write("t"+m.String()+enter, "the board after a move", func(sc *screen) bool {
		at, stored, ok := sc.moves()
		return ok && at == n && (stored || !s.waits)
	})
}

// file finishes the round and goes to the lobby, which files it.
func (s *survivor) file() error {
	keys := "q"
	if !s.round.State().Over() {
		keys = "gyq" // finish it with the points that it has
	}
	s.filing = true
	if err := s.write(keys, "the lobby, with the game filed", inLobby); err != nil {
		return err
	}
	s.filing = false
	s.term.look(func(*screen) {
		s.acknowledge(s.round.Len(), time.Now()) // as in leave
		s.term.seen = nil
	})
	s.filed(done{s.round.Record().Code, s.round.Len()})
	return nil
}

// filed records that the round is in the history.
func (s *survivor) filed(d done) {
	s.finished = append(s.finished, d)
	s.sums.Finished++
	s.script, s.from = nil, -1
	s.crowd.tally.Load().finished()
}

// write types keys, no faster than the server takes them, and waits for their effect on
// the screen.
func (s *survivor) write(keys, what string, shows func(*screen) bool) error {
	s.typed += len(keys)
	if !pause(s.running, time.Duration(s.typed-keysFree)*keyPause-time.Since(s.arrived)) {
		return errTimeUp
	}
	_, _, err := s.term.press(keys, what, shows)
	return err
}
