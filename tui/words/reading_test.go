package words_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

// TestReadingTheBoard has the transcript of everything that reads a board: by card, by row, and
// by what has changed.
func TestReadingTheBoard(t *testing.T) {
	var store tuitest.Store
	golden(t, "reading", talk(t, env(&store, "ABC", "R1"),
		"row 1", "what changed", "play hop 45", "what changed", "moves", "moves a1", "look a1", "moves a3", "moves z", "row", "row 2", "row 9", "row two",
		"a1a4", "a1a4", "what changed", "what", "what is this", "undo", "y", "what changed", "redo", "restart", "what changed", "leave",
		"play lucky seven", "moves", "row 5", "moves a5",
		"leave", "lesson 1", "moves", "row 4", "a1c4", "what changed", "leave",
		"help moves", "help look", "help row", "help what", "help watch"))
}

// In a game with a hand, what comes back stands with the place to which a card goes.
func TestMovesByCard(t *testing.T) {
	for _, g := range catalog.All() {
		s := g.Deal("R1")
		text := answer(t, env(&tuitest.Store{}, "R1"), "settings pages off", "play "+g.Info().ID, "moves")
		lines := strings.Split(strings.ReplaceAll(text, "\n  ", " "), "\n")
		from := make(map[engine.Place]bool)
		for _, m := range s.Moves() {
			from[m.From] = true
			if m.Len() > 1 && !strings.Contains(text, m.To.String()) {
				t.Errorf("%s: nothing says %s", g.Info().Name, m)
			}
		}
		if len(lines) != len(from) {
			t.Errorf("%s: %d lines for %d cards:\n%s", g.Info().Name, len(lines), len(from), text)
		}
	}
}

// A long answer stops where the window is full.
func TestPagesFitTheWindow(t *testing.T) {
	for _, tt := range []struct{ rows, lines int }{{24, 21}, {12, 9}, {50, 47}, {6, 3}, {1, 3}, {0, 21}} {
		var screen bytes.Buffer
		in := words.NewLines(strings.NewReader("rules\r"), &screen)
		in.Size = func() (columns, rows int) { return 80, tt.rows }
		if err := words.Run(env(&tuitest.Store{}), in, &screen); err != nil {
			t.Fatal(err)
		}
		_, page, _ := strings.Cut(screen.String(), "> rules\r\n")
		page, _, ok := strings.Cut(page, " more lines, Enter goes on, q stops> ")
		if got := strings.Count(page, "\r\n"); !ok || got != tt.lines {
			t.Errorf("%d rows: %d lines", tt.rows, got)
		}
	}
}

// In a narrow window the lines of a paragraph are broken again, and those of a picture are not.
func TestMarkdownInANarrowWindow(t *testing.T) {
	var screen bytes.Buffer
	in := words.NewLines(strings.NewReader("settings pages off\rrules lucky\r"), &screen)
	in.Size = func() (columns, rows int) { return 40, 24 }
	if err := words.Run(env(&tuitest.Store{}), in, &screen); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(screen.String(), "\r\n", "\n")
	for _, want := range []string{
		"\nBring the cards together by rank: four\n  of a kind on each foundation and four\n  of a kind in your hand. Which rank\n  goes",
		"\n- Goal: gather four of a rank on each\n  foundation, on rows 2 and 4. You win\n  once row 1 is empty.\n- A turn",
		"\n1   2d   4h   3s   8h   7h\n2   --",
		"\n        a  b  c  d  e  f  g\n    1   [] [] [] [] []         upper\n  piles\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not show %q:\n%s", want, text)
		}
	}
}

// Lines fit a narrow window, so that a page of them does, too.
func TestLinesFitTheWindow(t *testing.T) {
	for _, tt := range []struct{ columns, widest int }{{40, 39}, {60, 59}, {80, 78}, {200, 78}, {0, 78}, {5, 19}} {
		var screen bytes.Buffer
		in := words.NewLines(strings.NewReader("settings\rrules\r\r\rq\rplay 1\rlook\r\rmoves\r\rhelp\r"), &screen)
		in.Size = func() (columns, rows int) { return tt.columns, 24 }
		if err := words.Run(env(&tuitest.Store{}, "ABC"), in, &screen); err != nil {
			t.Fatal(err)
		}
		most := 0
		for line := range strings.SplitSeq(screen.String(), "\r\n") {
			if prompt, _, ok := strings.Cut(line, "> "); !ok {
				most = max(most, len(line))
			} else if len(prompt) > max(tt.widest, 20) {
				t.Errorf("%d columns: the prompt %q", tt.columns, prompt)
			}
		}
		if most > tt.widest || most < tt.widest-5 {
			t.Errorf("%d columns: lines have up to %d", tt.columns, most)
		}
	}
}

// A command to copy is a line of its own, which nothing breaks.
func TestACommandToCopyStaysWhole(t *testing.T) {
	var screen bytes.Buffer
	in := words.NewLines(strings.NewReader("record 0123456789ABCDEFGHJKMNPQRS --json\r"), &screen)
	in.Size = func() (columns, rows int) { return 30, 24 }
	if err := words.Run(env(&tuitest.Store{}, "ABC"), in, &screen); err != nil {
		t.Fatal(err)
	}
	if want := "\r\nssh HOST record 0123456789ABCDEFGHJKMNPQRS --json\r\n"; !strings.Contains(screen.String(), want) {
		t.Errorf("%q is not in %q", want, screen.String())
	}
}

// What is left of an answer fits the window when it is shown, whatever its size was before.
func TestAPageFitsTheWindowAsItIs(t *testing.T) {
	columns, rows := 80, 24
	r, typed := io.Pipe()
	go func() {
		_, _ = io.WriteString(typed, "settings\rrules\r")
		_, _ = io.WriteString(typed, "\r")
		_ = typed.Close()
	}()
	var screen bytes.Buffer
	in := words.NewLines(r, &screen)
	in.Size = func() (int, int) {
		if strings.Count(screen.String(), "Enter goes on") == 1 {
			columns, rows = 40, 12
		}
		return columns, rows
	}
	if err := words.Run(env(&tuitest.Store{}), in, &screen); err != nil {
		t.Fatal(err)
	}
	_, second, _ := strings.Cut(screen.String(), " Enter goes on, q stops> \r\n")
	second, _, ok := strings.Cut(second, " more, Enter or q> ")
	lines := strings.Split(second, "\r\n")
	if !ok || len(lines) != 9+1 {
		t.Errorf("the second page has %d lines:\n%s", len(lines)-1, screen.String())
	}
	for _, line := range lines {
		if len(line) > 39 {
			t.Errorf("%q does not fit", line)
		}
	}
}

// A pipe gets no pages, and each prompt is a line; the end of input leaves as quit does.
func TestAPipe(t *testing.T) {
	var store tuitest.Store
	var out bytes.Buffer
	if err := words.Run(env(&store, "ABC"), words.NewPipe(strings.NewReader("play hop 45\nmoves\na1a4\na1a4\nfinish\nno\nhelp\nundo")), &out); err != nil {
		t.Fatal(err)
	}
	golden(t, "pipe", out.String())
	if got := store.Open["boardwalk/hop-45"].Record.String(); got != "boardwalk/hop-45@1 ABC a1a4" {
		t.Errorf("stored: %q", got)
	}
}

// scene returns what others see after some moves of a deal.
func scene(t *testing.T, g engine.Game, moves ...string) *arcade.Scene {
	t.Helper()
	s := g.Deal("R1")
	told := ""
	for _, word := range moves {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		told = s.Describe(m)
		if s, err = s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return &arcade.Scene{Game: g.Info().ID, Board: s.Board(), Score: s.Score(), Moves: len(moves), LastAction: told, Over: s.Over()}
}
