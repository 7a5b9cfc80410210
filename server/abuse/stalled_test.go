package abuse_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// stalledReader is the attack stalled-reader.
func stalledReader(ctx context.Context, a *attacker) {
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			repeat(ctx, func() { a.failed(ctx, stall(ctx, a)) })
		})
	}
	for range 2 {
		wg.Go(func() {
			repeat(ctx, func() { a.failed(ctx, stallRacing(ctx, a)) })
		})
	}
	wg.Wait()
}

// stall plays a move while somebody watches, stops reading until the session is cut off,
// and comes back for the game. The watcher stops reading too.
func stall(ctx context.Context, a *attacker) error {
	p, err := a.table(ctx)
	if err != nil {
		return err
	}
	defer p.Term.HangUp()
	if err := p.Move(p.Next()); err != nil {
		return err
	}
	p.AwaitAcks()
	w, err := watch(ctx, a, a.networks.Next())
	if err != nil {
		return err
	}
	defer w.Term.HangUp()
	began := time.Now()
	<-stopReading(ctx, a, p, w)
	a.raise("cut_after_s", Rounded(time.Since(began).Seconds()))
	if ctx.Err() != nil {
		return nil
	}
	a.add("cut_off", 1)
	found, err := p.Revisit(ctx)
	if err != nil {
		return err
	}
	a.add("games_lost", float64(len(p.Losses(found))))
	return nil
}

// stopReading makes players stop reading while they keep asking for frames. The channel
// that it returns is closed once all of them are cut off, or ctx has ended.
func stopReading(ctx context.Context, a *attacker, players ...*Player) <-chan struct{} {
	var all sync.WaitGroup
	for _, p := range players {
		p.Wire.Stall()
		a.add("stalled", 1)
		all.Go(func() {
			var err error
			for beats := time.NewTicker(floodInterval); err == nil && ctx.Err() == nil; <-beats.C {
				_, err = io.WriteString(p.Term.In, "\x0c") // Ctrl-L: a whole frame
			}
		})
	}
	over := make(chan struct{})
	go func() {
		all.Wait()
		close(over)
	}()
	return over
}

// The races are in the lobby's last game, Chessboard: all its cards lie open, so a racer
// may take moves back. firstMove is legal in 295 of 300 of its deals.
const firstMove = "a5b4"

// stallRacing stalls in a race of three. One racer finishes at once and watches another,
// who has played a move. Both stop reading, while the third takes a move back and plays
// it again, which the server reports to all of them. Once the two are cut off, the second
// comes back for the round.
func stallRacing(ctx context.Context, a *attacker) error {
	p, err := racer(ctx, a, "")
	if err != nil {
		return err
	}
	defer p.Term.HangUp()
	code := raceOf(p)
	var others []*Player
	for range 2 {
		q, err := racer(ctx, a, code)
		if err != nil {
			return err
		}
		defer q.Term.HangUp()
		others = append(others, q)
	}
	w, rival := others[0], others[1]
	if err := p.Key("s", "the countdown", func(s *tuitest.Terminal) bool { return Says(s, "The race begins in") }); err != nil {
		return err
	}
	for _, q := range []*Player{p, w, rival} {
		if err := beginRace(q); sshtest.IsUnanswered(err) { // this deal does not allow the move, but the next race has another
			return nil
		} else if err != nil {
			return err
		}
	}
	if over, err := endRound(w); err != nil || over { // then it is over for all three, and the next race has another deal
		return err
	}
	if err := watchRival(w); err != nil {
		return err
	}
	began := time.Now()
	over := stopReading(ctx, a, p, w)
	failed := keepMoving(ctx, a, rival, over)
	<-over
	a.raise("cut_after_s", Rounded(time.Since(began).Seconds()))
	if failed != nil || ctx.Err() != nil {
		return failed
	}
	a.add("cut_off", 1)
	found, err := backToRace(ctx, p, code)
	if err == nil && !found {
		a.add("games_lost", 1)
	}
	return err
}

// racer returns an attacking session in the room of the race with a code, or of a race
// that it opens if code is "".
func racer(ctx context.Context, a *attacker, code string) (*Player, error) {
	p, err := a.lobby(ctx, a.networks.Next())
	if err != nil {
		return nil, err
	}
	if err := enterRace(p, len(a.Games)-1, code); err != nil {
		p.Term.HangUp()
		return nil, err
	}
	return p, nil
}

// enterRace takes a player from the lobby to the room of the race with a code, or of a race
// of a game that the player opens if code is "".
func enterRace(p *Player, game int, code string) error {
	p.LobbyIndex = game
	if err := p.Choose(); err != nil {
		return err
	}
	if err := p.Key("r", "where races begin", func(s *tuitest.Terminal) bool { return s.Has(2, "> Race the arcade") }); err != nil {
		return err
	}
	if code != "" {
		const prompt = "Code of the race:"
		if err := p.Key("c"+code, "the code", func(s *tuitest.Terminal) bool { return s.Has(sshtest.Rows-2, prompt+" "+code) }); err != nil {
			return err
		}
	}
	how := Enter
	if code == "" { // the first line is a race against the arcade
		how = "j" + Enter
	}
	return p.Key(how, "the room", func(s *tuitest.Terminal) bool { return s.Has(0, "Race ") && s.Has(sshtest.Rows-1, "leave it") })
}

// raceOf returns the code of the race in whose room the player is.
func raceOf(p *Player) (code string) {
	p.Term.Look(func(s *tuitest.Terminal) { _, code, _ = strings.Cut(s.Row(0), "Race ") })
	code, _, _ = strings.Cut(code, " ")
	return code
}

// beginRace waits for the player's table and plays a move.
func beginRace(p *Player) error {
	if err := p.Key("", "the table of a race", AtTable(0, func(s *tuitest.Terminal) bool { return Says(s, "race ") })); err != nil {
		return err
	}
	if err := p.Key("t"+firstMove, "a move", func(s *tuitest.Terminal) bool { return s.Has(sshtest.Rows-1, "Enter play") }); err != nil {
		return err
	}
	return p.Key(Enter, "a move to be stored", func(s *tuitest.Terminal) bool {
		n, stored, ok := Heading(s)
		return ok && stored && n == 1
	})
}

// endRound ends the player's round of a race. over reports that the round was already
// over, so that the arcade did not ask.
func endRound(p *Player) (over bool, err error) {
	const done = "You are done"
	err = p.Key("g", "the question whether to finish", func(s *tuitest.Terminal) bool { return Says(s, "Finish this race") || Says(s, done) })
	if p.Term.Look(func(s *tuitest.Terminal) { over = Says(s, done) }); err != nil || over {
		return over, err
	}
	return false, p.Key("y", "the room", func(s *tuitest.Terminal) bool { return Says(s, done) })
}

// watchRival watches the racer of the last row.
func watchRival(p *Player) error {
	if err := p.Key("\x1b[F", "the last racer", func(s *tuitest.Terminal) bool { return strings.HasPrefix(s.Row(4), ">") }); err != nil {
		return err
	}
	return p.Key(Enter, "a racer's table", watches)
}

// keepMoving takes a racer's move back and plays it again, until over is closed, and records
// the longest time that this took.
func keepMoving(ctx context.Context, a *attacker, p *Player, over <-chan struct{}) error {
	for moves, key := 0, "u"; ; {
		select {
		case <-over:
			return nil
		case <-ctx.Done():
			return nil
		case <-time.After(answerPause):
		}
		began := time.Now()
		if err := p.Key(key, "a racer's move", AtTable(moves, func(*tuitest.Terminal) bool { return true })); err != nil {
			return err
		}
		a.raise("rival_answer_max_ms", Rounded(float64(time.Since(began).Microseconds())/1000))
		if moves, key = 1, "U"; movesShown(p) == 1 {
			moves, key = 0, "u"
		}
	}
}

// answerPause is the time between two moves of the racer who plays on while others stall.
const answerPause = 100 * time.Millisecond

// movesShown returns the number of moves in the table's heading.
func movesShown(p *Player) (n int) {
	p.Term.Look(func(s *tuitest.Terminal) { n, _, _ = Heading(s) })
	return n
}

// backToRace comes back in another session, and reports whether the player's round of a
// race stands where it did.
func backToRace(ctx context.Context, p *Player, code string) (found bool, err error) {
	back := p.Again()
	if _, err := back.EnterLobby(ctx); err != nil {
		return false, err
	}
	defer back.Term.HangUp()
	if err := back.Key("r", "the race that waits", func(s *tuitest.Terminal) bool { return s.Has(4, "> "+code) }); err != nil {
		return false, err
	}
	err = back.Key(Enter, "the table of a race", func(s *tuitest.Terminal) bool {
		_, _, ok := Heading(s)
		return ok
	})
	return movesShown(back) == 1, err
}
