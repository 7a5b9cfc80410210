package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/engine"
)

const enter = "\r"

// errTimeUp is the error of a key that would come after the end of the run.
var errTimeUp = errors.New("the time is up")

// A player is one honest session. It knows its deal and follows the position.
type player struct {
	workload   *workload
	signer     ssh.Signer
	from       netip.Addr
	random     *rand.Rand
	game       engine.Game
	lobbyIndex int // the game's number in the lobby

	term    *terminal
	round   *engine.Round
	plan    []engine.Move   // the moves of the round still to be played
	due     time.Time       // when the next key is due, zero if keys go as fast as they are answered
	running context.Context // ends when typing is over
	life    context.Context // ends when the connection does
	cut     chan struct{}   // tells the player to hang up and come back
	traffic *traffic        // counts the bytes, if not nil

	ledger // what is stored; guarded by term's lock

	moveFrom, enterFrom int // term's bytes at the first key of the previous move, and at its Enter; -1 if there is none
}

// enterLobby logs in and returns the time until the complete lobby was on the screen. The
// connection ends with ctx.
func (p *player) enterLobby(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	w, err := dial(ctx, p.workload.target, p.from)
	if err != nil {
		return 0, err
	}
	w.traffic = p.traffic
	client, err := login(w, p.signer)
	if err != nil {
		return 0, err
	}
	if p.term, err = openTerminal(w, client, termName); err != nil {
		_ = w.Close()
		return 0, err
	}
	at, err := p.term.first()
	if err != nil {
		_ = w.Close()
		return 0, err
	}
	return at.Sub(began), nil
}

// startRound chooses the game in the lobby and deals it. From here on the player records
// what is acknowledged.
func (p *player) startRound() error {
	p.recordAcks()
	if err := p.choose(); err != nil {
		return err
	}
	return p.deal()
}

// recordAcks records what the screen acknowledges from now on.
func (p *player) recordAcks() { p.term.look(func(*screen) { p.term.onOutput = p.onOutput }) }

// choose moves to the player's game in the lobby, from the first one.
func (p *player) choose() error {
	for i := 1; i <= p.lobbyIndex; i++ {
		name := p.workload.games[i].Info().Name
		err := p.key("j", "the next game in the lobby", func(s *screen) bool {
			for y := range rows {
				if line := s.row(y); strings.HasPrefix(line, ">") && strings.Contains(line, name+" ") {
					return true
				}
			}
			return false
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// deal deals a new round by its code, from the lobby.
func (p *player) deal() error {
	code, moves := plan(p.game, p.random)
	const prompt = "Deal code (for practice):"
	if err := p.key("d", "the question for the code", func(s *screen) bool { return s.has(rows-2, prompt) }); err != nil {
		return err
	}
	for i := range code {
		typed := string(code[:i+1])
		if err := p.key(typed[i:], "a letter of the code", func(s *screen) bool { return s.has(rows-2, prompt+" "+typed) }); err != nil {
			return err
		}
	}
	p.round = engine.NewRound(p.game, code)
	p.round.SetAuto(true)
	p.plan = moves
	p.term.look(func(*screen) { p.acked = 0 })
	p.moveFrom = -1
	return p.key(enter, "the table", atTable(0, func(s *screen) bool { return s.has(0, p.game.Info().Name) }))
}

// atTable returns a condition: the screen is a table after the given number of moves, and
// more holds as well.
func atTable(moves int, more func(*screen) bool) func(*screen) bool {
	return func(s *screen) bool {
		n, _, ok := s.moves()
		return ok && n == moves && more(s)
	}
}

// stay plays, or only sits at the table if the rate is 0, until the run ends. Its error
// is then errTimeUp.
func (p *player) stay() error {
	if p.workload.rate > 0 {
		return p.play()
	}
	for {
		select {
		case <-p.running.Done():
			return errTimeUp
		case <-p.term.ended:
			return p.term.lost("the end of the run")
		case <-p.cut:
			if err := p.reconnect(); err != nil {
				return err
			}
		}
	}
}

// play plays until no more keys are to be typed. Its error is then errTimeUp.
func (p *player) play() error {
	for {
		var err error
		switch {
		case p.round.State().Over():
			err = p.leave()
		case p.isCut():
			err = p.reconnect()
		case len(p.plan) == 0:
			err = p.giveUp()
		default:
			err = p.move(p.next())
		}
		if err != nil {
			return err
		}
	}
}

// next returns the next move of the plan, which must not be empty.
func (p *player) next() engine.Move {
	m := p.plan[0]
	p.plan = p.plan[1:]
	return m
}

// move types a legal move: the key that begins it, its places, and Enter.
func (p *player) move(m engine.Move) error {
	n, word := p.round.Len(), m.String()
	from := p.term.shown()
	if p.moveFrom >= 0 {
		p.workload.tally.Load().sent(from-p.moveFrom, from-p.enterFrom)
	}
	if err := p.key("t", "the line for a move", atTable(n, func(s *screen) bool { return s.says("_ ") })); err != nil {
		return err
	}
	for i := range word {
		shows := func(s *screen) bool { return s.says(word[:i+1] + "_ ") }
		if i+1 == len(word) { // the complete move: the line says what it will do
			shows = func(s *screen) bool { return s.has(rows-1, "Enter play") }
		}
		if err := p.key(word[i:i+1], "a letter of "+word, atTable(n, shows)); err != nil {
			return err
		}
	}
	if err := p.round.Play(m); err != nil {
		return err // never happens: the move is legal
	}
	p.moveFrom, p.enterFrom = from, p.term.shown()
	t, err := p.turn()
	if err != nil {
		return err
	}
	p.expect(t.tally)
	return p.press(t, enter, "the board after a move", atTable(p.round.Len(), func(*screen) bool { return true }))
}

// leave goes from a finished round back to the lobby, which files the round.
func (p *player) leave() error {
	if err := p.key("q", "the lobby, with the game filed", inLobby); err != nil {
		return err
	}
	// A filed round is stored, even if the table closed before it said so.
	p.term.look(func(*screen) {
		p.acknowledge(p.round.Len(), time.Now())
		p.finished = append(p.finished, filedRound{p.round.Record().Code, p.round.Len()})
	})
	p.workload.tally.Load().finished()
	return p.deal()
}

// giveUp finishes a round with the points that it has.
func (p *player) giveUp() error {
	if err := p.key("g", "the question whether to finish", func(s *screen) bool { return s.says("Finish this game") }); err != nil {
		return err
	}
	if err := p.key("y", "the end of the game", func(s *screen) bool { return s.has(rows-1, "new deal") }); err != nil {
		return err
	}
	return p.leave()
}

// A turn is the moment at which a key may be typed.
type turn struct {
	due    time.Time // zero if keys are not counted
	heldUp bool      // the answer to the previous key came too late
	tally  *tally
}

// turn waits until the next key is due.
func (p *player) turn() (turn, error) {
	t := turn{due: p.due}
	if !p.due.IsZero() {
		t.heldUp = time.Now().After(p.due)
		if !pause(p.running, time.Until(p.due)) {
			return t, errTimeUp
		}
		p.due = p.due.Add(p.workload.keyInterval())
	}
	t.tally = p.workload.tally.Load()
	return t, p.refusal()
}

// key types one key when it is due, and waits for its effect on the screen.
func (p *player) key(key, what string, shows func(*screen) bool) error {
	t, err := p.turn()
	if err != nil {
		return err
	}
	return p.press(t, key, what, shows)
}

// press types the key of a turn, and waits for its effect on the screen.
func (p *player) press(t turn, key, what string, shows func(*screen) bool) error {
	written, answered, err := p.term.press(key, what, shows)
	if t.due.IsZero() || err != nil && !isUnanswered(err) {
		return err
	}
	from := written
	if t.heldUp {
		from = t.due
	}
	t.tally.key(answered.Sub(from), written.Sub(t.due), t.heldUp) // an unanswered key counts with the time waited
	return err
}

// refusal returns an error if the screen says that a move could not be saved.
func (p *player) refusal() (err error) {
	p.term.look(func(s *screen) {
		if s.says("Not saved") {
			err = fmt.Errorf("a move was not saved: %q", s.row(rows-2))
		}
	})
	return err
}
