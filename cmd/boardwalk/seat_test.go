package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

// A seat is a player at the table who knows the deal and follows its state.
type seat struct {
	*client
	state  engine.State
	cursor engine.Place
	moves  int
}

// perfectGame is a game of Hop 45 that takes every point.
func perfectGame(t *testing.T) engine.Record {
	t.Helper()
	line, err := os.ReadFile("testdata/perfect.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.ParseRecord(string(line))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sit deals a record's deal from the lobby. The game must be the first there.
func sit(t *testing.T, c *client, r engine.Record) *seat {
	t.Helper()
	g, ok := catalog.All().Find(r.Game)
	if !ok || r.Game != catalog.All()[0].Info().ID {
		t.Fatalf("%s is not the first game of the lobby", r.Game)
	}
	c.await("Boardwalk Arcade", g.Info().Name)
	c.press("d", string(r.Code))
	c.await("Deal code", string(r.Code))
	c.press(enter)
	c.await("moves 0  ", "practice "+string(r.Code))
	s := g.Deal(r.Code)
	return &seat{client: c, state: s, cursor: s.Moves()[0].From}
}

// played records a move whose keys were pressed, and waits until the arcade has stored
// it: until then a star follows the number.
func (s *seat) played(m engine.Move) {
	s.t.Helper()
	next, err := s.state.Play(m)
	if err != nil {
		s.t.Fatal(err)
	}
	s.state = next
	s.moves++
	score := next.Score()
	s.await(fmt.Sprintf("moves %d  ", s.moves), fmt.Sprintf("points %d/%d", score.Points, score.Max))
}

// typeMove plays by typing places.
func (s *seat) typeMove(m engine.Move) {
	s.t.Helper()
	s.press("t", m.String(), enter)
	s.cursor = m.Last()
	s.played(m)
}

// steerMove plays by steering the cursor and pressing Enter. The second marker plays, or
// another Enter if all others follow from the first.
func (s *seat) steerMove(m engine.Move) {
	s.t.Helper()
	var marked engine.Move
	for enters := 0; marked != m || enters < 2; enters++ {
		if marked != m {
			p := nth(m, marked.Len())
			if marked.IsZero() {
				s.steer(p)
			} else {
				s.steerLit(p, engine.Next(s.state.Moves(), marked))
			}
			marked = marked.With(p)
			// Places that are the only choice are marked already.
			for next := engine.Next(s.state.Moves(), marked); len(next) == 1; next = engine.Next(s.state.Moves(), marked) {
				marked = marked.With(next[0])
			}
		}
		s.press(enter)
	}
	s.played(m)
}

// steerLit moves the cursor to one of the places that are lit once a card is marked.
func (s *seat) steerLit(to engine.Place, lit []engine.Place) {
	n := slices.Index(lit, to) - slices.Index(lit, s.cursor)
	s.press(strings.Repeat(tab, max(n, 0)), strings.Repeat(shiftTab, max(-n, 0)))
	s.cursor = to
}

// steer moves the cursor to a place of the board: row by row, then from the row's left
// end.
func (s *seat) steer(to engine.Place) {
	rows := 0
	for _, v := range s.state.Board().Piles {
		rows = max(rows, v.At.Row())
	}
	down := (to.Row() - s.cursor.Row() + rows) % rows
	s.press(strings.Repeat(tab, down), home, strings.Repeat(right, to.Col()-1))
	s.cursor = to
}

// games reads what "history" or "best" prints with --json.
func (p *player) games(a *testServer, words ...string) []command.GameResult {
	p.t.Helper()
	stdout, stderr, code := p.run(a, append(words, "--json")...)
	if code != 0 {
		p.t.Fatalf("%s exits with %d: %s", words, code, stderr)
	}
	var h command.History
	if err := json.Unmarshal([]byte(stdout), &h); err != nil {
		p.t.Fatalf("%s: %v in %s", words, err, stdout)
	}
	return h.Games
}

// nth returns a move's place number n, from 0.
func nth(m engine.Move, n int) engine.Place {
	return [...]engine.Place{m.From, m.To, m.Return}[n]
}
