package abuse_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

// hop is the first game of the menu, with which most tests here play.
const hop = "boardwalk/hop-45"

func gameOf(t *testing.T, id string) engine.Game {
	t.Helper()
	g, ok := catalog.All().Find(id)
	if !ok {
		t.Fatalf("there is no game %s", id)
	}
	return g
}

// A line is the moves of a deal from its beginning, as somebody plays who has seen it.
type line struct {
	moves  []string
	states []engine.State // before each move, and at the end
	final  engine.Score
}

// playout returns a line that takes the most points it can see; the seed breaks ties.
func playout(g engine.Game, code engine.Code, seed uint64) (l line) {
	chance, state := rand.New(rand.NewPCG(seed, 1)), g.Deal(code)
	for !state.Over() && len(l.moves) < 300 {
		moves, best, at := state.Moves(), engine.State(nil), engine.Move{}
		for _, i := range chance.Perm(len(moves)) {
			next, err := state.Play(moves[i])
			if err == nil && (best == nil || next.Score().Points > best.Score().Points) {
				best, at = next, moves[i]
			}
			if chance.IntN(10) == 0 && best != nil {
				break
			}
		}
		l.moves, l.states = append(l.moves, at.String()), append(l.states, state)
		state = best
	}
	l.states, l.final = append(l.states, state), engine.Final(state)
	return l
}

// perfect returns a perfect line of Hop 45's deal R1.
func perfect(t *testing.T) line {
	t.Helper()
	l := playout(gameOf(t, hop), "R1", 8)
	if !l.final.Perfect {
		t.Fatalf("this line of R1 has %d points only", l.final.Points)
	}
	return l
}

// good returns the best of several lines of a deal of Hop 45, of those whose first moves are played without a warning, for
// which a new player is asked.
func good(t *testing.T, code engine.Code) (best line) {
	t.Helper()
	for seed := range uint64(50) {
		l := playout(gameOf(t, hop), code, seed)
		warned := false
		for n, text := range l.moves[:min(2, len(l.moves))] {
			m, err := engine.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			warned = warned || engine.Warning(l.states[n], m) != ""
		}
		if !warned && l.final.Points > best.final.Points {
			best = l
		}
	}
	if best.final.Points < 5 {
		t.Fatalf("the best line of %s has %d points", code, best.final.Points)
	}
	return best
}

// turn returns the number of moves before the first move, at or after from, that turns up
// a card, and that card.
func (l line) turn(t *testing.T, from int) (n int, card engine.Card) {
	t.Helper()
	for n := from; n < len(l.moves); n++ {
		if before, after := l.states[n], l.states[n+1]; engine.Hidden(after) < engine.Hidden(before) {
			for _, c := range cards(after) {
				if !slices.Contains(cards(before), c) {
					return n, c
				}
			}
		}
	}
	t.Fatal("the line turns up no card")
	return 0, engine.NoCard
}

// cards returns the top cards of the piles that lie face up.
func cards(s engine.State) (up []engine.Card) {
	for _, v := range s.Board().Piles {
		if c := v.Top(); c != engine.NoCard && !c.IsDown() {
			up = append(up, c)
		}
	}
	return up
}

// raceCountdown is a little more than the countdown of a race.
const raceCountdown = 6 * time.Second

var (
	raceCode = regexp.MustCompile(`Race (\w{6}) of [^:]*: not started`)
	spaces   = regexp.MustCompile(`\s+`)
)

// opensRace opens a race and returns its code.
func (s *session) opensRace(game string) string {
	s.a.t.Helper()
	answer := s.tells("race " + game)
	if strings.Contains(answer, "Open a race for ") { // which a number asks
		answer = s.tells("yes")
	}
	answer = spaces.ReplaceAllString(answer, " ")
	found := raceCode.FindStringSubmatch(answer)
	if found == nil {
		s.a.t.Fatalf("race %s opens none: %s", game, answer)
	}
	return found[1]
}

// starts starts the waiting race, and lets its countdown pass.
func (s *session) starts() {
	s.a.t.Helper()
	answer := s.tells("race start")
	if strings.Contains(answer, "Start alone?") {
		answer = s.tells("yes")
	}
	if !strings.Contains(spaces.ReplaceAllString(answer, " "), "It begins in a few seconds") {
		s.a.t.Fatalf("race start answers %s", answer)
	}
	s.a.passes(raceCountdown)
}

// ends ends the round at the table, and leaves.
func (s *session) ends() {
	s.a.t.Helper()
	if strings.Contains(s.tells("finish"), "yes or no>") {
		s.tells("yes")
	}
	s.wants("leave", "Menu>")
}

// boards lists the boards of fresh deals.
var boards = []string{"all-time", "this-week", "fastest-perfect", "most-wins", "longest-streak"}

// top returns a board of Hop 45 as a player sees it.
func (p *player) top(board string) (rows []command.TopRow) {
	p.a.t.Helper()
	var top command.Top
	p.json("top hop-45 --board "+board, &top)
	return top.Rows
}

// history returns a player's rounds, newest first.
func (p *player) history() []command.GameResult {
	p.a.t.Helper()
	var h command.History
	p.json("history", &h)
	return h.Games
}

// daily returns a player's result in the daily of Hop 45 on a day.
func (p *player) daily(day string) command.DailyGame {
	p.a.t.Helper()
	var d command.Dailies
	p.json("daily hop-45 --day "+day, &d)
	if len(d.Games) != 1 {
		p.a.t.Fatalf("daily tells of %d games", len(d.Games))
	}
	return d.Games[0]
}

// race returns a race as a player sees it.
func (p *player) race(code string) command.Race {
	p.a.t.Helper()
	var r command.Races
	p.json("race "+code, &r)
	if len(r.Races) != 1 {
		p.a.t.Fatalf("race %s tells of %d races", code, len(r.Races))
	}
	return r.Races[0]
}

// standings returns a race as all of its racers must see it: who, points, moves, time.
func standings(r command.Race) (rows []string) {
	for _, o := range r.Racers {
		rows = append(rows, fmt.Sprintf("%s %d/%d %d moves %gs through %t", o.Nick, o.Points, o.Max, o.Moves, o.Seconds, o.Through))
	}
	return rows
}
