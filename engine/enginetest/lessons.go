package enginetest

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"boardwalk/engine"
)

const (
	boardMost    = 20  // cards on the board of a lesson
	sentenceMost = 140 // characters that fit a small window beside a board
)

// Lessons checks what a game teaches: every lesson can be played through on each line that it
// calls right, asks for a move at the end, and says nothing that the player cannot see.
func Lessons(t testing.TB, teacher engine.Teacher) {
	t.Helper()
	all := teacher.Lessons()
	titles := make(map[string]bool)
	for _, l := range all {
		if titles[l.Title] || l.Title == "" {
			t.Errorf("two lessons have the title %q, or one has none", l.Title)
		}
		titles[l.Title] = true
		checkLesson(t, l)
	}
}

func checkLesson(t testing.TB, l engine.Lesson) {
	t.Helper()
	cards := 0
	for _, p := range l.Start.Position() {
		cards += p.Len()
	}
	if cards > boardMost {
		t.Errorf("%s: the board has %d cards", l.Title, cards)
	}
	EachLine(t, l, func(i int, before engine.State, after []engine.State) {
		step := l.Steps[i]
		checkSentence(t, l.Title, step.Say, before)
		for _, s := range after {
			checkSentence(t, l.Title, step.Done, s)
		}
		if len(after) > 0 != (step.Done != "") {
			t.Errorf("%s: step %d wants %v and says %q when it is done", l.Title, i+1, step.Want, step.Done)
		}
	})
	if last := l.Steps[len(l.Steps)-1]; len(last.Want) == 0 {
		t.Errorf("%s: the last step wants no move", l.Title)
	}
}

// EachLine calls visit with every step of a lesson on every board that the right moves can
// lead to. before is the board on which the step begins; after holds the board that each right
// move gives, and is empty if the step wants no move.
func EachLine(t testing.TB, l engine.Lesson, visit func(step int, before engine.State, after []engine.State)) {
	t.Helper()
	boards := []engine.State{l.Start}
	for i, step := range l.Steps {
		var reached []engine.State
		for _, before := range boards {
			var after []engine.State
			for _, m := range step.Want {
				next, err := before.Play(m)
				if err != nil {
					t.Fatalf("%s: step %d: %v", l.Title, i+1, err)
				}
				after = append(after, next)
			}
			visit(i, before, after)
			reached = append(reached, after...)
		}
		if len(step.Want) > 0 {
			boards = reached
		}
	}
}

// checkSentence checks that a sentence is short enough for a small window beside its board,
// and names no card that the player cannot see.
func checkSentence(t testing.TB, title, words string, s engine.State) {
	t.Helper()
	if n := utf8.RuneCountInString(words); n > sentenceMost {
		t.Errorf("%s: %d characters, at most %d fit a small window: %q", title, n, sentenceMost, words)
	}
	seen := ""
	for _, v := range s.Board().Piles {
		for _, c := range v.Cards {
			if c.IsUp() {
				seen += c.Glyph() + " "
			}
		}
	}
	for _, card := range regexp.MustCompile(`[A2-9TJQK][♠♥♦♣]`).FindAllString(words, -1) {
		if !strings.Contains(seen, card) {
			t.Errorf("%s: %q names the %s, which nobody can see", title, words, card)
		}
	}
}
