package main

import (
	"context"
	"strings"
	"time"
)

// The races are in the lobby's last game, Chessboard: all its cards lie open, so a racer
// may take moves back. firstMove is legal in 295 of 300 of its deals.
const firstMove = "a5b4"

// stallRacing stalls in a race of three. One racer finishes at once and watches another,
// who has played a move. Both stop reading, while the third takes a move back and plays
// it again, which the server reports to all of them. Once the two are cut off, the second
// comes back for the round.
func (e *attackEnv) stallRacing(ctx context.Context) error {
	p, err := e.racer(ctx, "")
	if err != nil {
		return err
	}
	defer p.term.hangUp()
	code := p.race()
	var others []*player
	for range 2 {
		q, err := e.racer(ctx, code)
		if err != nil {
			return err
		}
		defer q.term.hangUp()
		others = append(others, q)
	}
	w, rival := others[0], others[1]
	if err := p.key("s", "the countdown", func(s *screen) bool { return s.says("The race begins in") }); err != nil {
		return err
	}
	for _, q := range []*player{p, w, rival} {
		if err := q.begin(); isUnanswered(err) { // this deal does not allow the move, but the next race has another
			return nil
		} else if err != nil {
			return err
		}
	}
	if over, err := w.endRound(); err != nil || over { // then it is over for all three, and the next race has another deal
		return err
	}
	if err := w.watchRival(); err != nil {
		return err
	}
	began := time.Now()
	over := e.stopReading(ctx, p.term, w.term)
	if err := e.play(ctx, rival, over); err != nil {
		return err
	}
	<-over
	if ctx.Err() != nil {
		return nil
	}
	e.add("cut_off", 1)
	e.raise("cut_after_s", rounded(time.Since(began).Seconds()))
	found, err := p.backToRace(ctx, code)
	if err == nil && !found {
		e.add("games_lost", 1)
	}
	return err
}

// racer returns an attacking session in the room of the race with a code, or of a race
// that it opens if code is "".
func (e *attackEnv) racer(ctx context.Context, code string) (*player, error) {
	p, err := e.newPlayer(int(e.number.Add(1)), e.networks.forAttacker())
	if err != nil {
		return nil, err
	}
	p.running = ctx
	if _, err := p.enterLobby(ctx); err != nil {
		return nil, err
	}
	p.lobbyIndex = len(p.workload.games) - 1
	if err := p.choose(); err != nil {
		return nil, err
	}
	if err := p.key("r", "where races begin", func(s *screen) bool { return s.has(2, "> Open a race") }); err != nil {
		return nil, err
	}
	if code != "" {
		const prompt = "Code of the race:"
		if err := p.key("c"+code, "the code", func(s *screen) bool { return s.has(rows-2, prompt+" "+code) }); err != nil {
			return nil, err
		}
	}
	return p, p.key(enter, "the room", func(s *screen) bool { return s.has(0, "Race ") && s.has(rows-1, "leave it") })
}

// race returns the code of the race in whose room the player is.
func (p *player) race() (code string) {
	p.term.look(func(s *screen) { _, code, _ = strings.Cut(s.row(0), "Race ") })
	code, _, _ = strings.Cut(code, " ")
	return code
}

// begin waits for the player's table and plays a move.
func (p *player) begin() error {
	if err := p.key("", "the table of a race", atTable(0, func(s *screen) bool { return s.says("race ") })); err != nil {
		return err
	}
	if err := p.key("t"+firstMove, "a move", func(s *screen) bool { return s.has(rows-1, "Enter play") }); err != nil {
		return err
	}
	return p.key(enter, "a move to be stored", func(s *screen) bool {
		n, stored, ok := s.moves()
		return ok && stored && n == 1
	})
}

// endRound ends the player's round of a race. over reports that the round was already
// over, so that the arcade did not ask.
func (p *player) endRound() (over bool, err error) {
	const through = "You are through"
	err = p.key("g", "the question whether to finish", func(s *screen) bool { return s.says("Finish this game") || s.says(through) })
	if p.term.look(func(s *screen) { over = s.says(through) }); err != nil || over {
		return over, err
	}
	return false, p.key("y", "the room", func(s *screen) bool { return s.says(through) })
}

// watchRival watches the racer of the last row.
func (p *player) watchRival() error {
	if err := p.key("\x1b[F", "the last racer", func(s *screen) bool { return strings.HasPrefix(s.row(4), ">") }); err != nil {
		return err
	}
	return p.key(enter, "a racer's table", (*screen).watches)
}

// play takes a racer's move back and plays it again, until over is closed, and records
// the longest time that this took.
func (e *attackEnv) play(ctx context.Context, p *player, over <-chan struct{}) error {
	for moves, key := 0, "u"; ; {
		select {
		case <-over:
			return nil
		case <-ctx.Done():
			return nil
		case <-time.After(answerPause):
		}
		began := time.Now()
		if err := p.key(key, "a racer's move", atTable(moves, func(*screen) bool { return true })); err != nil {
			return err
		}
		e.raise("rival_answer_max_ms", rounded(float64(time.Since(began).Microseconds())/1000))
		if moves, key = 1, "U"; p.shownMoves() == 1 {
			moves, key = 0, "u"
		}
	}
}

// answerPause is the time between two moves of the racer who plays on while others stall.
const answerPause = 100 * time.Millisecond

// shownMoves returns the number of moves in the table's heading.
func (p *player) shownMoves() (n int) {
	p.term.look(func(s *screen) { n, _, _ = s.moves() })
	return n
}

// backToRace comes back in another session, and reports whether the player's round of a
// race stands where it did.
func (p *player) backToRace(ctx context.Context, code string) (found bool, err error) {
	back := &player{workload: p.workload, signer: p.signer, from: p.from, game: p.game, lobbyIndex: p.lobbyIndex}
	if _, err := back.enterLobby(ctx); err != nil {
		return false, err
	}
	defer back.term.hangUp()
	if err := back.key("r", "the race that waits", func(s *screen) bool { return s.has(4, "> "+code) }); err != nil {
		return false, err
	}
	err = back.key(enter, "the table of a race", func(s *screen) bool {
		_, _, ok := s.moves()
		return ok
	})
	return back.shownMoves() == 1, err
}
