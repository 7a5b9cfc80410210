package chessboard

import (
	"strings"
	"testing"

	"boardwalk/engine"
)

// TestRulesExample replays the worked example of the rules page and compares
// the two tables that it shows.
func TestRulesExample(t *testing.T) {
	dealt, rest := block(t, New().Rules(), "position")
	text, rest := block(t, rest, "record")
	steps, _, _ := strings.Cut(rest, "```")
	reached, _ := block(t, rest, "position")

	record, err := engine.ParseRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	states, err := record.Replay(New())
	if err != nil {
		t.Fatal(err)
	}
	last := states[len(states)-1]
	shows(t, states[0], dealt)
	shows(t, last, reached)
	if got, want := last.Score().Points, 3; got != want {
		t.Errorf("the example makes %d points, the page says %d", got, want)
	}
	for _, w := range []string{"a3b2", "a5b2"} {
		if _, err := states[1].Play(word(t, w)); err == nil {
			t.Errorf("%s starts a foundation, the page says it cannot", w)
		}
	}
	// The numbered steps tell the same moves in the same order.
	var told []string
	for line := range strings.Lines(steps) {
		if _, step, ok := strings.Cut(line, ". `"); ok {
			words, _, _ := strings.Cut(step, "`")
			told = append(told, words)
		}
	}
	if got, want := strings.Join(told, " "), moves(record); got != want {
		t.Errorf("the steps tell %s, the record has %s", got, want)
	}
}

// shows compares a state with the table that the page shows.
func shows(t *testing.T, s engine.State, table string) {
	t.Helper()
	for line := range strings.Lines(table) {
		at, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		if got := s.Position()[word(t, at).From].String(); got != want {
			t.Errorf("%s has %s, the page shows %s", at, got, want)
		}
	}
}

// block is the first fenced block of a kind, and the page behind it.
func block(t *testing.T, page, kind string) (text, rest string) {
	t.Helper()
	_, rest, ok := strings.Cut(page, "```"+kind+"\n")
	text, rest, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("the rules page has no block %q", kind)
	}
	return text, rest
}

func moves(r engine.Record) string {
	var words []string
	for _, m := range r.Moves {
		words = append(words, m.String())
	}
	return strings.Join(words, " ")
}

func TestRulesPage(t *testing.T) {
	page := New().Rules()
	for _, want := range []string{
		"\n## Goal\n", "\n## The table\n", "\n## How to move\n", "\n## The end and points\n",
		"\n## A worked example\n", "\n## A little advice\n", "traditional",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for line := range strings.Lines(page) {
		if len(line) > 77 {
			t.Errorf("longer than 76 columns: %s", line)
		}
	}
}
