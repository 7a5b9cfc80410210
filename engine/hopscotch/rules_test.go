package hopscotch

import (
	"strings"
	"testing"

	"boardwalk/engine"
)

// TestRulesExample replays the worked example of the rules page and compares
// the table it shows.
func TestRulesExample(t *testing.T) {
	page := New().Rules()
	record, err := engine.ParseRecord(block(t, page, "record"))
	if err != nil {
		t.Fatal(err)
	}
	states, err := record.Replay(New())
	if err != nil {
		t.Fatal(err)
	}
	last := states[len(states)-1]
	for line := range strings.Lines(block(t, page, "position")) {
		at, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		place, err := engine.ParsePlace(at)
		if err != nil {
			t.Fatal(err)
		}
		if got := last.Position()[place].String(); got != want {
			t.Errorf("%s: the example ends with %s, the page shows %s", at, got, want)
		}
	}
	if got, want := last.Score().Points, 6; got != want {
		t.Errorf("the example makes %d points, the page says %d", got, want)
	}
	// The numbered steps tell the same moves in the same order.
	var told []string
	for line := range strings.Lines(page) {
		if _, step, ok := strings.Cut(line, ". `"); ok {
			words, _, _ := strings.Cut(step, "`")
			told = append(told, words)
		}
	}
	if got, want := strings.Join(told, " "), moves(record); got != want {
		t.Errorf("the steps tell %s, the record has %s", got, want)
	}
}

// block is the page's fenced block of a kind.
func block(t *testing.T, page, kind string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, "```"+kind+"\n")
	text, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("the rules page has no block %q", kind)
	}
	return text
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
		"\n## A worked example\n", "\n## A little advice\n", "Rosanna Yuen",
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
