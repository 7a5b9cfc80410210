package main

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
)

// verifyAll looks for everything that was acknowledged, back to the first round.
func (p *killPlayer) verifyAll() error {
	p.checked = max(len(p.finished)+2-historyMost, 0)
	err := p.verifyRecent(historyMost)
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
	if p.filing || p.checked < len(p.finished) {
		if err := p.verifyFinished(last); err != nil {
			return err
		}
	}
	switch {
	case p.script == nil:
		return nil
	case p.acked > 0:
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
	games, err := p.history(last)
	if err != nil {
		return err
	}
	if p.filing {
		p.filing = false
		now := filedRound{p.round.Record().Code, p.round.Len()}
		kept := slices.ContainsFunc(games, now.is)
		p.sums.Filing++
		if kept {
			p.sums.FilingKept++
			p.resolve(now.moves)
			p.filed(now)
		}
	}
	lost, doubled := compare(p.finished, p.checked, games)
	p.checked = len(p.finished)
	return p.sums.losses(p.game, lost, doubled)
}

// resume opens the open game in the lobby and compares it with the round.
func (p *killPlayer) resume() error {
	n := 0
	err := p.write(p.menuKeys()+enter, "the open game", func(sc *screen) (ok bool) {
		n, _, ok = sc.moves()
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
	if err := p.sums.losses(p.game, lost, doubled); err != nil || p.script == nil {
		return err
	}
	p.resolve(moves)
	p.rewind(moves)
	score := p.round.State().Score()
	points, heading := fmt.Sprintf(" %d/%d ", score.Points, score.Max), ""
	p.term.look(func(sc *screen) {
		heading = sc.row(0)
		p.from, p.acked, p.term.onOutput = moves, moves, p.onOutput
	})
	if p.round.Len() != moves || !strings.Contains(heading, points) {
		lost = append(lost, fmt.Sprintf("%s after %d moves has not%sbut %q", p.round.Record().Code, p.round.Len(), points, heading))
	}
	p.sums.Seats++
	return p.sums.losses(p.game, lost, nil)
}

// wrong returns what is wrong with an open game that has the given number of moves. There
// must be at least the acknowledged moves, and at most those that were typed.
func (p *killPlayer) wrong(moves int) (lost, doubled []string) {
	switch {
	case p.script == nil && moves > 0:
		doubled = append(doubled, fmt.Sprintf("a game with %d moves is open, and all were finished", moves))
	case p.script == nil:
	case moves < p.acked:
		lost = append(lost, fmt.Sprintf("%s has %d moves, and %d were acknowledged", p.round.Record().Code, moves, p.acked))
	case moves > p.round.Len():
		doubled = append(doubled, fmt.Sprintf("%s has %d moves, and %d were played", p.round.Record().Code, moves, p.round.Len()))
	}
	return lost, doubled
}

// resolve counts which of the unacknowledged moves were kept.
func (p *killPlayer) resolve(moves int) {
	p.sums.countInFlight(p.unstored, moves)
	p.unstored = nil
}

// rewind sets the round to its state after the given number of moves.
func (p *killPlayer) rewind(moves int) {
	p.round, p.plan = engine.NewRound(p.game, p.round.Record().Code), p.script
	p.round.SetAuto(true)
	for p.round.Len() < moves && len(p.plan) > 0 {
		if err := p.round.Play(p.next()); err != nil {
			panic(fmt.Sprintf("%s refuses a move that it took: %v", p.game.Info().ID, err))
		}
	}
}
