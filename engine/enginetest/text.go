package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
)

// Position parses a position with a place and its pile on each line: "a1 (7h) 9d". If a
// place occurs twice the later line counts, so a test can begin with a whole board and
// then name what differs.
func Position(t testing.TB, lines ...string) map[engine.Place]engine.Pile {
	t.Helper()
	at := make(map[engine.Place]engine.Pile)
	for line := range strings.Lines(strings.Join(lines, "\n")) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		place, pile, _ := strings.Cut(strings.TrimSpace(line), " ")
		p, err := engine.ParsePlace(place)
		if err == nil {
			at[p], err = engine.ParsePile(pile)
		}
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
	}
	return at
}

// Set returns the state of a game with a position, which must be possible.
func Set(t testing.TB, g engine.Game, at map[engine.Place]engine.Pile) engine.State {
	t.Helper()
	s, err := g.Set(at)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Word parses a move; "" is no move.
func Word(t testing.TB, word string) engine.Move {
	t.Helper()
	if word == "" {
		return engine.Move{}
	}
	m, err := engine.ParseMove(word)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Refused checks that a state refuses a move with exactly the given code and sentence.
func Refused(t testing.TB, s engine.State, word, code, why string) {
	t.Helper()
	m := Word(t, word)
	next, err := s.Play(m)
	illegal, ok := err.(*engine.IllegalMove)
	if want := (engine.IllegalMove{Move: m, Code: code, Why: why}); !ok || next != nil || *illegal != want {
		t.Errorf("%s: got  %#v\nwant %#v", word, err, &want)
	}
}

// Board returns what a player sees as text: one line for each pile with its place, kind,
// cards and any face, label and marks, followed by the notes.
func Board(s engine.State) string {
	var b strings.Builder
	board := s.Board()
	for _, v := range board.Piles {
		fmt.Fprintf(&b, "%s %s %s", v.At, v.Kind, engine.NewPile(v.Cards...))
		for _, text := range []string{v.Face, v.Label} {
			if text != "" {
				b.WriteString(" " + text)
			}
		}
		for _, m := range []struct {
			mark engine.Mark
			name string
		}{{engine.Held, "held"}, {engine.Blocked, "blocked"}, {engine.Closed, "closed"}, {engine.OwnOnly, "own"}, {engine.Opening, "opening"}} {
			if v.Marks&m.mark != 0 {
				b.WriteString(" " + m.name)
			}
		}
		b.WriteByte('\n')
	}
	for _, note := range board.Notes {
		b.WriteString(note + "\n")
	}
	return b.String()
}
