package words

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
	"boardwalk/tui/tuitest"
)

// spokenPlaces matches the places that a sentence of a report begins with: "a4, b4:
// open."
var spokenPlaces = regexp.MustCompile(`^([a-z][1-9](?:, [a-z][1-9])*)(?::| (?:is|are|has|have|show|shows|now) )`)

// TestWordsAgreeWithTheMoves checks that look and the report after a move say of each
// place whether it is blocking, closed or for its own card only, in agreement with the
// legal moves.
func TestWordsAgreeWithTheMoves(t *testing.T) {
	named, closed, own := 0, 0, 0
	hold := func(s engine.State, v engine.View, said []string) {
		t.Helper()
		has := func(word string) bool { return slices.Contains(said, word) }
		if err := enginetest.CheckMarks(s, v.At, has("closed"), has("own card only")); err != nil {
			t.Fatalf("%v, and it says %q:\n%s", err, said, enginetest.Board(s))
		}
		for _, m := range marks {
			if has(m.word) != (v.Marks&m.mark != 0) {
				t.Fatalf("%s has the marks %b, and it says %q", v.At, v.Marks, said)
			}
		}
		if has("closed") {
			closed++
		}
		if has("own card only") {
			own++
		}
	}
	tuitest.Walk(t, func(before, now engine.State) {
		b := now.Board()
		for _, v := range b.Piles {
			hold(now, v, facts(v))
		}
		for _, line := range changes(before.Board(), b) {
			found := spokenPlaces.FindStringSubmatch(line)
			if found == nil {
				continue // a note
			}
			_, rest, _ := strings.Cut(line, found[1])
			said := strings.Split(strings.TrimRight(strings.TrimPrefix(rest, ":"), "."), ", ")
			for i := range said {
				said[i] = strings.TrimSpace(said[i])
			}
			for _, name := range strings.Split(found[1], ", ") {
				p, err := engine.ParsePlace(name)
				if err != nil {
					t.Fatal(err)
				}
				v, _ := b.Find(p)
				hold(now, v, said)
				named++
			}
		}
	})
	if named < 5000 || closed < 500 || own < 500 {
		t.Errorf("%d places were named, %d times closed and %d times for their own card", named, closed, own)
	}
}
