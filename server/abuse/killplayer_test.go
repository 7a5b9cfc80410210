package abuse_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/server/command"
	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

const (
	roundMoves = 30 // the most moves of a round, so that kills hit many that are being filed

	// The server drops keys that come faster than 200 a second, but allows a burst first.
	keysFree = 300
	keyPause = 6 * time.Millisecond

	// patience is how long a patient player waits for an answer: a session that was left while
	// it saves would go on with what was typed.
	patience = 5 * time.Minute

	// stuckLives is the most lives in a row in which a player may type moves and none is
	// acknowledged.
	stuckLives = 25
)

// A killPlayer is a player who comes back to every life of a server and compares what is
// there with what was acknowledged.
type killPlayer struct {
	*Player
	crowd    *Crowd
	waits    bool          // waits for each move to be acknowledged before the next
	patient  bool          // waits long for answers, and it is no failure if a session ends in order
	script   []engine.Move // the moves of the whole round; nil if none was dealt
	filing   bool          // the round was being filed, and may or may not have been
	checked  int           // how many of the finished rounds were found in the history
	verified bool          // has looked for everything once more, in the end
	sums     survived

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
	if len(p.sums.losses) > 0 {
		return // results after a loss mean nothing
	}
	p.Term, p.Running, p.arrived, p.typed, p.atMenuItem, p.moved = nil, ctx, time.Now(), 0, false, false
	took, err := p.EnterLobby(ctx)
	if err == nil {
		p.crowd.Tally().Login(took)
		if p.patient {
			p.Term.Limit = patience
		}
		err = do(p)
	}
	if p.Term != nil {
		p.Term.HangUp()
		<-p.Term.Ended // now nothing else uses the ledger
	}
	p.gone(err)
}

// gone records how a visit ended.
func (p *killPlayer) gone(err error) {
	var failed *ssh.ExitError
	switch {
	case err == nil, errors.Is(err, errLoss):
	case p.Term != nil && p.Term.EndedOrderly(), errors.As(err, &failed), sshtest.IsUnanswered(err):
		p.sums.orderly++
		if !p.patient {
			p.crowd.Failures.Add("stay until the server is killed", err)
		}
	default:
		p.sums.abrupt++
	}
	if !p.moved {
		return
	}
	if p.stuck++; p.Acked > p.from {
		p.stuck = 0
	}
	if p.stuck >= stuckLives {
		p.stuck = 0
		p.Term.Look(func(s *tuitest.Terminal) {
			p.crowd.Failures.Add("make progress", fmt.Errorf("%s: nothing was acknowledged in %d lives; the screen says %q", p.Game.Info().ID, stuckLives, s.Row(sshtest.Rows-2)))
		})
	}
}

// play looks for what was acknowledged and plays on, until the connection breaks.
func (p *killPlayer) play() error {
	if err := p.verifyRecent(len(p.Finished) - p.checked + 2); err != nil {
		return err
	}
	for {
		var err error
		switch {
		case p.script == nil:
			err = p.dealNext()
		case p.Round.State().Over(), len(p.Plan) == 0:
			err = p.file()
		default:
			err = p.moveAtOnce(p.Next())
		}
		if err != nil {
			return err
		}
	}
}

// dealNext deals a new round from the lobby. The lobby must not have an open game: all
// were finished.
func (p *killPlayer) dealNext() error {
	code := engine.Code(fmt.Sprintf("%X", p.Random.Uint32()))
	p.script = PlayOut(p.Game, code, p.Random, PlanMoves)
	p.script = p.script[:min(len(p.script), 1+p.Random.IntN(roundMoves))]
	p.Round, p.Plan = engine.NewRound(p.Game, code), p.script
	p.Round.SetAuto(true)
	p.Acked = 0
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
	if err := p.choose(); err != nil {
		return false, err
	}
	asks := "Your own game of " + p.Game.Info().Name
	err = p.write("d"+string(p.Round.Record().Code)+Enter, "the table", func(sc *tuitest.Terminal) bool {
		n, _, ok := Heading(sc)
		open = Says(sc, asks)
		return open || ok && n == 0
	})
	if open && err == nil {
		err = p.write("n", "the question to be over", func(sc *tuitest.Terminal) bool { return !Says(sc, asks) })
	}
	return open, err
}

// choose moves to the player's game in the lobby, unless the cursor is there.
func (p *killPlayer) choose() error {
	if p.atMenuItem {
		return nil
	}
	p.atMenuItem = true
	return p.Choose()
}

// moveAtOnce types a whole move without waiting for its keys to be answered.
func (p *killPlayer) moveAtOnce(m engine.Move) error {
	if err := p.Round.Play(m); err != nil {
		return err // never happens: the move is legal
	}
	n := p.Round.Len()
	p.filing = p.Round.State().Over() // if the player is gone before the board shows it
	p.Expect(p.crowd.Tally())
	p.moved = true
	return p.write("t"+m.String()+Enter, "the board after a move", func(sc *tuitest.Terminal) bool {
		at, stored, ok := Heading(sc)
		return ok && at == n && (stored || !p.waits)
	})
}

// file finishes the round and goes to the lobby, which files it.
func (p *killPlayer) file() error {
	keys := "q"
	if !p.Round.State().Over() {
		keys = "gyq" // finish it with the points that it has
	}
	p.filing = true
	if err := p.write(keys, "the lobby, with the game filed", InLobby); err != nil {
		return err
	}
	p.filing = false
	p.Term.OnOutput(nil)
	p.Acknowledge(p.Round.Len(), time.Now()) // a filed round is stored, even if the table closed before it said so
	p.filed(FiledRound{Code: p.Round.Record().Code, Moves: p.Round.Len()})
	return nil
}

// filed records that the round is in the history.
func (p *killPlayer) filed(d FiledRound) {
	p.Finished = append(p.Finished, d)
	p.sums.finished++
	p.script, p.from = nil, -1
	p.crowd.Tally().Finished()
}

// write types keys, no faster than the server takes them, and waits for their effect on
// the screen.
func (p *killPlayer) write(keys, what string, shows func(*tuitest.Terminal) bool) error {
	p.typed += len(keys)
	if !Pause(p.Running, time.Duration(p.typed-keysFree)*keyPause-time.Since(p.arrived)) {
		return ErrTimeUp
	}
	_, _, err := p.Term.Press(keys, what, shows)
	return err
}

// verifyAll looks for everything that was acknowledged, back to the first round.
func (p *killPlayer) verifyAll() error {
	p.checked = max(len(p.Finished)+2-command.HistoryMax, 0)
	err := p.verifyRecent(command.HistoryMax)
	if err == nil && p.script == nil {
		err = p.resume() // there must be no open round
	}
	p.verified = err == nil
	return err
}

// verifyRecent looks for what was acknowledged: first for finished rounds among the last
// of the history, then for the open one. If there is an open round, verifyRecent ends at
// its table.
func (p *killPlayer) verifyRecent(last int) error {
	if p.filing || p.checked < len(p.Finished) {
		if err := p.verifyFinished(last); err != nil {
			return err
		}
	}
	switch {
	case p.script == nil:
		return nil
	case p.Acked > 0:
		return p.resume()
	}
	// No move of the round was acknowledged, so it may or may not have been kept.
	open, err := p.deal()
	if err != nil {
		return err
	}
	if open {
		return p.resume()
	}
	return p.resumeAt(0)
}

// verifyFinished compares the last rounds of the history with those that were filed.
func (p *killPlayer) verifyFinished(last int) error {
	games, err := p.History(last)
	if err != nil {
		return err
	}
	if p.filing {
		p.filing = false
		now := FiledRound{Code: p.Round.Record().Code, Moves: p.Round.Len()}
		kept := slices.ContainsFunc(games, now.Is)
		p.sums.filings++
		if kept {
			p.sums.filingKept++
			p.resolve(now.Moves)
			p.filed(now)
		}
	}
	lost, doubled := compare(p.Finished, p.checked, games)
	p.checked = len(p.Finished)
	return p.sums.record(p.Game, lost, doubled)
}

// resume opens the open game in the lobby and compares it with the round.
func (p *killPlayer) resume() error {
	if err := p.choose(); err != nil {
		return err
	}
	n := 0
	err := p.write(Enter, "the open game", func(sc *tuitest.Terminal) (ok bool) {
		n, _, ok = Heading(sc)
		return ok
	})
	if err != nil {
		return err
	}
	return p.resumeAt(n)
}

// resumeAt goes on from the number of moves that were found, if that number is possible.
func (p *killPlayer) resumeAt(moves int) error {
	lost, doubled := p.wrong(moves)
	if err := p.sums.record(p.Game, lost, doubled); err != nil || p.script == nil {
		return err
	}
	p.resolve(moves)
	p.rewind(moves)
	score := p.Round.State().Score()
	points, heading := fmt.Sprintf(" %d/%d ", score.Points, score.Max), ""
	p.Term.Look(func(sc *tuitest.Terminal) {
		heading = sc.Row(0)
		p.from, p.Acked = moves, moves
	})
	p.RecordAcks()
	if p.Round.Len() != moves || !strings.Contains(heading, points) {
		lost = append(lost, fmt.Sprintf("%s after %d moves has not%sbut %q", p.Round.Record().Code, p.Round.Len(), points, heading))
	}
	p.sums.seats++
	return p.sums.record(p.Game, lost, nil)
}

// wrong returns what is wrong with an open game that has the given number of moves. There
// must be at least the acknowledged moves, and at most those that were typed.
func (p *killPlayer) wrong(moves int) (lost, doubled []string) {
	switch {
	case p.script == nil && moves > 0:
		doubled = append(doubled, fmt.Sprintf("a game with %d moves is open, and all were finished", moves))
	case p.script == nil:
	case moves < p.Acked:
		lost = append(lost, fmt.Sprintf("%s has %d moves, and %d were acknowledged", p.Round.Record().Code, moves, p.Acked))
	case moves > p.Round.Len():
		doubled = append(doubled, fmt.Sprintf("%s has %d moves, and %d were played", p.Round.Record().Code, moves, p.Round.Len()))
	}
	return lost, doubled
}

// resolve counts which of the unacknowledged moves were kept.
func (p *killPlayer) resolve(moves int) {
	p.sums.countInFlight(p.Unstored, moves)
	p.Unstored = nil
}

// rewind sets the round to its state after the given number of moves.
func (p *killPlayer) rewind(moves int) {
	p.Round, p.Plan = engine.NewRound(p.Game, p.Round.Record().Code), p.script
	p.Round.SetAuto(true)
	for p.Round.Len() < moves && len(p.Plan) > 0 {
		if err := p.Round.Play(p.Next()); err != nil {
			panic(fmt.Sprintf("%s refuses a move that it took: %v", p.Game.Info().ID, err))
		}
	}
}

// A survived is what players found after kills: for one player, or summed up.
type survived struct {
	seats int // how often a player sat down at a table, to go on or to begin

	// In flight are moves and finishes that were not acknowledged when the server was
	// killed. They may have been kept, or not.
	inFlight     int
	inFlightKept int
	filings      int
	filingKept   int
	finished     int // each was looked for in the history

	lost    int      // open games with fewer moves than acknowledged, and finished ones missing from the history
	doubled int      // open games with more moves than played, and finished ones that are there twice or still open
	losses  []string // each loss and each double in words

	abrupt  int // connections that broke, as by a kill
	orderly int // sessions that the server ended, or left unanswered, before it was killed
}

// add adds the figures of another player.
func (s *survived) add(o survived) {
	s.seats += o.seats
	s.inFlight += o.inFlight
	s.inFlightKept += o.inFlightKept
	s.filings += o.filings
	s.filingKept += o.filingKept
	s.finished += o.finished
	s.lost += o.lost
	s.doubled += o.doubled
	s.losses = append(s.losses, o.losses...)
	s.abrupt += o.abrupt
	s.orderly += o.orderly
}

// errLoss is the error of a player who found less or more than there must be.
var errLoss = errors.New("something was lost or doubled")

// record notes what was lost and doubled. It returns errLoss if there is anything.
func (s *survived) record(g engine.Game, lost, doubled []string) error {
	s.lost += len(lost)
	s.doubled += len(doubled)
	for _, words := range slices.Concat(lost, doubled) {
		s.losses = append(s.losses, g.Info().ID+" "+words)
	}
	if len(s.losses) > 0 {
		return errLoss
	}
	return nil
}

// countInFlight records what became of the moves in flight, given the number of moves of
// the round that are there.
func (s *survived) countInFlight(flying []PendingMove, moves int) {
	for _, w := range flying {
		s.inFlight++
		if w.Moves <= moves {
			s.inFlightKept++
		}
	}
}

// compare compares the newest games of a history with the rounds that were filed. The
// filed rounds from index from on must all be there. No round may be there twice, and
// none that was not filed.
func compare(filed []FiledRound, from int, games []command.GameResult) (lost, doubled []string) {
	for _, d := range filed[from:] {
		if !slices.ContainsFunc(games, d.Is) {
			lost = append(lost, fmt.Sprintf("%s with %d moves is not in the history", d.Code, d.Moves))
		}
	}
	for i, g := range games {
		d := FiledRound{Code: g.Code, Moves: g.Moves}
		switch {
		case !slices.Contains(filed, d):
			doubled = append(doubled, fmt.Sprintf("%s with %d moves is in the history, and was not finished", d.Code, d.Moves))
		case slices.ContainsFunc(games[:i], d.Is):
			doubled = append(doubled, fmt.Sprintf("%s is in the history twice", d.Code))
		}
	}
	return lost, doubled
}
