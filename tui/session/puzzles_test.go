package session

import (
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine/puzzle"
)

// Puzzles of the player's own games are kept, the latest of them, until they are answered. They are named as
// others are, and the next one follows.
func TestOwnPuzzles(t *testing.T) {
	const day = "2026-11-28"
	var p Puzzles
	if try, err := p.ParsePuzzle("own", day); err == nil {
		t.Errorf("before the first there is %s", try.ID)
	}
	for i, of := range puzzle.ByGame("boardwalk/hop-45")[:ownMost+2] {
		of.ID = fmt.Sprintf("OWN%03d", i)
		p.Keep(of)
		p.Keep(of)
	}
	if len(p.Own) != ownMost {
		t.Fatalf("%d are kept, want %d", len(p.Own), ownMost)
	}
	try, err := p.ParsePuzzle("own", day)
	if want := fmt.Sprintf("OWN%03d", ownMost+1); err != nil || try.ID != want || try.Kind != OwnPuzzle {
		t.Fatalf("the newest is %v, %v, want %s", try, err, want)
	}
	if named, err := p.ParsePuzzle(strings.ToLower(try.ID), day); err != nil || named.ID != try.ID || named.Kind != OwnPuzzle {
		t.Errorf("by its ID it is %v, %v", named, err)
	}
	for left := ownMost - 1; left >= 0; left-- {
		if !try.Count(&p, true, day) || len(p.Own) != left || p.Solved != ownMost-left {
			t.Fatalf("after an answer %d are left and %d solved", len(p.Own), p.Solved)
		}
		answered := try.ID
		if try = try.Next(p); try.ID == answered || (try.Kind == OwnPuzzle) != (left > 0) {
			t.Fatalf("with %d left the next is %s of kind %s", left, try.ID, try.Kind)
		}
	}
	again := puzzle.ByGame("boardwalk/hop-45")[0]
	again.ID = "OWN003"
	if p.Keep(again); len(p.Own) != 0 {
		t.Error("a puzzle that was answered is kept again")
	}
}

// In a streak, too, the first answer counts: a window that has failed a puzzle does not tell another its answer.
func TestAStreakInTwoWindows(t *testing.T) {
	const day = "2026-11-28"
	var p Puzzles
	one, other := p.Try(PuzzleStreak, day), p.Try(PuzzleStreak, day)
	if one.ID != other.ID || !one.Count(&p, false, day) || other.Count(&p, true, day) {
		t.Fatalf("%s and %s are answered, and both count", one.ID, other.ID)
	}
	if other.Row != 0 || p.Streak != 0 || other.Last() {
		t.Errorf("the streak has %d, the longest %d", other.Row, p.Streak)
	}
}

// A streak goes on in another session, with the puzzle that comes next in it, until an answer is wrong.
func TestAStreakGoesOnInAnotherSession(t *testing.T) {
	const day = "2026-11-28"
	var p Puzzles
	for range 3 {
		p.Try(PuzzleStreak, day).Count(&p, true, day)
	}
	try := p.Try(PuzzleStreak, "2026-11-29")
	if says := p.Standing(PuzzleStreak, day); try.Row != 3 || says != "goes on at 3 in a row (longest: 3)" {
		t.Errorf("it goes on at %d, and is said to be %q", try.Row, says)
	}
	if try.Count(&p, false, day); p.Row != 0 || p.Streak != 3 || p.Try(PuzzleStreak, day).Row != 0 {
		t.Errorf("after a wrong answer there is %+v", p)
	}
}

// Where no puzzle of the player's own waits, the mistakes that are kept are told of, as on the page of puzzles.
func TestNoOwnPuzzleTellsOfMistakes(t *testing.T) {
	const day = "2026-11-28"
	s := Settings{Mistakes: []Mistake{{Due: "2026-11-29"}}}
	for _, c := range []struct{ day, want string }{
		{day, "Your mistakes: 1 kept; none to play again today"}, {"2026-11-29", "Your mistakes: 1 kept; 1 to play again today"},
	} {
		if _, err := s.ParsePuzzle("own", c.day); err == nil || !strings.HasSuffix(err.Error(), "kept the win. "+c.want) {
			t.Errorf("on %s it says %v, want %q", c.day, err, c.want)
		}
	}
	s.Mistakes = nil
	if _, err := s.ParsePuzzle("own", day); err == nil || strings.Contains(err.Error(), "mistakes") {
		t.Errorf("without mistakes it says %v", err)
	}
}
