package enginetest

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"boardwalk/engine"
)

// pageWidth is the most columns of a rules page. With its frame the page then fits a
// terminal of 80 columns.
const pageWidth = 76

// checkPage checks that a rules page has its sections in order, names the author and fits
// a terminal.
func checkPage(t testing.TB, g engine.Game) {
	t.Helper()
	info, page := g.Info(), g.Rules()
	rest := page
	for _, heading := range []string{"# ", "\n## Goal\n", "\n## The table\n", "\n## How to move\n", "\n## The end and points\n", "\n## A little advice\n"} {
		_, after, ok := strings.Cut(rest, heading)
		if !ok {
			t.Fatalf("%s: the rules page has no %q, or has it out of order", info.ID, heading)
		}
		rest = after
	}
	line := strings.ToLower(strings.Join(strings.Fields(page), " "))
	if !strings.HasPrefix(page, "# ") || !strings.Contains(line, strings.ToLower(info.Author)) {
		t.Fatalf("%s: the rules page has no heading, or does not name %s", info.ID, info.Author)
	}
	for line := range strings.Lines(page) {
		if utf8.RuneCountInString(line) > pageWidth+1 { // with its newline
			t.Fatalf("%s: a line of the rules page is longer than %d columns: %s", info.ID, pageWidth, line)
		}
	}
}

var (
	fenced = regexp.MustCompile("(?s)```position\n(.*?)```")
	step   = regexp.MustCompile("(?m)^[0-9]+\\. `([a-z0-9 ]+)`")
)

// Example plays the worked example of a game's rules page and returns its states. The
// page has a fenced block "record", perhaps over several lines, followed by numbered
// steps that give the same moves in backquotes. Fenced blocks "position" before the
// record show the deal, those after it the final position, in whole or in part.
func Example(t testing.TB, g engine.Game) []engine.State {
	t.Helper()
	before, rest, ok := strings.Cut(g.Rules(), "```record\n")
	line, after, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("%s: the rules page has no example", g.Info().ID)
	}
	record, states := Replay(t, g, line)
	var stepMoves strings.Builder
	for _, m := range step.FindAllStringSubmatch(after, -1) {
		stepMoves.WriteString(" " + m[1])
	}
	if !strings.HasSuffix(record.String(), string(record.Code)+stepMoves.String()) {
		t.Errorf("the steps give the moves%s, the record is %s", stepMoves.String(), record)
	}
	shown := shows(t, states[0], before) + shows(t, states[len(states)-1], after)
	if shown == 0 {
		t.Error("the example shows no position")
	}
	return states
}

// shows compares a state with the positions in a text and returns the number of
// positions.
func shows(t testing.TB, s engine.State, text string) int {
	t.Helper()
	blocks := fenced.FindAllStringSubmatch(text, -1)
	for _, block := range blocks {
		for at, want := range Position(t, block[1]) {
			if got := s.Position()[at]; got != want {
				t.Errorf("%s has %s, the page shows %s", at, got, want)
			}
		}
	}
	return len(blocks)
}
