package main

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
)

// lookBack looks for everything that was acknowledged, back to the first round.
func (s *survivor) lookBack() error {
	s.checked = max(len(s.finished)+2-historyMost, 0)
	err := s.catchUp(historyMost)
	if err == nil && s.script == nil {
		err = s.resume() // there must be no open round
	}
	s.looked = err == nil
	return err
}

// catchUp looks for what was acknowledged: first for finished rounds among the last of
// the history, then for the open one. If there is an open round, catchUp ends at its
// table.
func (s *survivor) catchUp(last int) error {
	if s.filing || s.checked < len(s.finished) {
		if err := s.lookUp(last); err != nil {
			return err
		}
	}
	switch {
	case s.script == nil:
		return nil
	case s.acked > 0:
		return s.resume()
	}
	// No move of the round was acknowledged, so it may or may not have been kept.
	open, err := s.deal()
	if err != nil {
		return err
	}
	if open {
		return s.resume()
	}
	return s.found(0)
}

// lookUp compares the last rounds of the history with those that were filed.
func (s *survivor) lookUp(last int) error {
	games, err := s.history(last)
	if err != nil {
		return err
	}
	if s.filing {
		s.filing = false
		now := done{s.round.Record().Code, s.round.Len()}
		kept := slices.ContainsFunc(games, now.is)
		s.sums.Filing++
		if kept {
			s.sums.FilingKept++
			s.resolve(now.moves)
			s.filed(now)
		}
	}
	lost, doubled := compare(s.finished, s.checked, games)
	s.checked = len(s.finished)
	return s.sums.losses(s.game, lost, doubled)
}

// resume opens the open game in the lobby and compares it with the round.
func (s *survivor) resume() error {
	n := 0
	err := s.write(s.steer()+enter, "the open game", func(sc *screen) (ok bool) {
		n, _, ok = sc.moves()
		return ok
	})
	if err != nil {
		return err
	}
	return s.found(n)
}

// found goes on from the number of moves that were found, if that number is possible.
func (s *survivor) found(moves int) error {
	lost, doubled := s.wrong(moves)
	if err := s.sums.losses(s.game, lost, doubled); err != nil || s.script == nil {
		return err
	}
	s.resolve(moves)
	s.goBack(moves)
	score := s.round.State().Score()
	points, heading := fmt.Sprintf(" %d/%d ", score.Points, score.Max), ""
	s.term.look(func(sc *screen) {
		heading = sc.row(0)
		s.from, s.acked, s.term.seen = moves, moves, s.seen
	})
	if s.round.Len() != moves || !strings.Contains(heading, points) {
		lost = append(lost, fmt.Sprintf("%s after %d moves has not%sbut %q", s.round.Record().Code, s.round.Len(), points, heading))
	}
	s.sums.Seats++
	return s.sums.losses(s.game, lost, nil)
}

// wrong returns what is wrong with an open game that has the given number of moves. There
// must be at least the acknowledged moves, and at most those that were typed.
func (s *survivor) wrong(moves int) (lost, doubled []string) {
	switch {
	case s.script == nil && moves > 0:
		doubled = append(doubled, fmt.Sprintf("a game with %d moves is open, and all were finished", moves))
	case s.script == nil:
	case moves < s.acked:
		lost = append(lost, fmt.Sprintf("%s has %d moves, and %d were acknowledged", s.round.Record().Code, moves, s.acked))
	case moves > s.round.Len():
		doubled = append(doubled, fmt.Sprintf("%s has %d moves, and %d were played", s.round.Record().Code, moves, s.round.Len()))
	}
	return lost, doubled
}

// resolve counts which of the unacknowledged moves were kept.
func (s *survivor) resolve(moves int) {
	s.sums.settle(s.unstored, moves)
	s.unstored = nil
}

// goBack sets the round to its state after the given number of moves.
func (s *survivor) goBack(moves int) {
	s.round, s.plan = engine.NewRound(s.game, s.round.Record().Code), s.script
	s.round.SetAuto(true)
	for s.round.Len() < moves && len(s.plan) > 0 {
		if err := s.round.Play(s.next()); err != nil {
			panic(fmt.Sprintf("%s refuses a move that it took: %v", s.game.Info().ID, err))
		}
	}
}
