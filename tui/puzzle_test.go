package tui_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// ofPuzzles returns how the player does at puzzles, as it is stored.
func ofPuzzles(t *testing.T, r *tuitest.Robot) session.Puzzles {
	t.Helper()
	var s session.Settings
	if err := json.Unmarshal(r.Store.SettingsJSON, &s); err != nil {
		t.Fatal(err)
	}
	return s.Puzzles
}

// opened returns the puzzle that the screen shows.
func opened(t *testing.T, r *tuitest.Robot) puzzle.Puzzle {
	t.Helper()
	for _, p := range puzzle.All() {
		if strings.Contains(r.Screen(), "Puzzle "+p.ID) {
			return p
		}
	}
	t.Fatalf("no puzzle is open:\n%s", r.Screen())
	return puzzle.Puzzle{}
}

// whatItDoes returns what a hint says first of the answer.
func whatItDoes(t *testing.T, p puzzle.Puzzle) string {
	t.Helper()
	g, _ := catalog.All().Find(p.Game)
	s, err := p.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	does, _, _ := strings.Cut(s.(engine.Explainer).Why(p.Answer[0]), ", and ")
	return "The move " + does + "."
}

// wrongMove returns a legal move that is not the answer.
func wrongMove(t *testing.T, p puzzle.Puzzle) engine.Move {
	t.Helper()
	g, _ := catalog.All().Find(p.Game)
	s, err := p.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Moves() {
		if m != p.Answer[0] {
			return m
		}
	}
	t.Fatal("there is one move only")
	return engine.Move{}
}

// solve plays the answer of the puzzle on the screen.
func solve(t *testing.T, r *tuitest.Robot) {
	t.Helper()
	for _, m := range opened(t, r).Answer {
		play(r, m.String())
	}
}

// Two windows of a player at puzzles at once keep both answers, each of its own puzzle, and one of the same.
func TestPuzzlesInTwoWindows(t *testing.T) {
	first := atPuzzles(t)
	second := tuitest.New(t, first.Store, catalog.All())
	second.Press("z")
	first.Press("enter")
	second.Press("down", "enter")
	if a, b := opened(t, first), opened(t, second); a.ID == b.ID {
		t.Fatalf("both are at puzzle %s", a.ID)
	}
	solve(t, first)
	play(second, wrongMove(t, opened(t, second)).String())
	if own := ofPuzzles(t, first); own.Solved != 1 || own.Failed != 1 || own.Today != 2 || len(own.Shown) != 2 || !own.Right {
		t.Errorf("one solved and one missed are %+v", own)
	}
	third, fourth := tuitest.New(t, first.Store, catalog.All()), tuitest.New(t, first.Store, catalog.All())
	third.Press("z", "down", "enter")
	fourth.Press("z", "down", "enter")
	solve(t, third)
	solve(t, fourth)
	if own := ofPuzzles(t, first); own.Solved != 2 || len(own.Shown) != 3 {
		t.Errorf("one puzzle in two windows is counted twice: %+v", own)
	}
}

// A puzzle is solved within three keys of the lobby and its answer, and is rated once.
func TestAPuzzleIsSolved(t *testing.T) {
	r := atPuzzles(t)
	r.Press("enter")
	first := opened(t, r)
	solve(t, r)
	r.Sees("Solved. Your rating for puzzles is ", "Enter the next puzzle")
	own := ofPuzzles(t, r)
	if own.Solved != 1 || own.Failed != 0 || !own.Right || own.Rating.Points <= 1000 {
		t.Errorf("it is stored as %+v", own)
	}
	r.Press("enter")
	if after := opened(t, r); after.ID == first.ID {
		t.Error("after today's puzzle comes the same")
	}
	r.Press("q")
	r.Sees("Today's puzzle", "solved", "1 played today, no limit")
	r.Press("enter")
	if again := opened(t, r); again.ID != first.ID {
		t.Errorf("today's is %s, then %s", first.ID, again.ID)
	}
	solve(t, r)
	r.Sees("Only your first answer counts.")
	if again := ofPuzzles(t, r); again.Solved != 1 || again.Rating != own.Rating {
		t.Errorf("it is rated again: %+v", again)
	}
	r.Press("q", "down", "enter")
	if next := opened(t, r); next.ID == first.ID {
		t.Error("the next puzzle is the one that was solved")
	}
	solve(t, r)
	r.Press("enter")
	solve(t, r)
	if own := ofPuzzles(t, r); own.Solved != 3 || len(own.Shown) != 3 {
		t.Errorf("after three it is %+v", own)
	}
}

// A wrong move counts as failed, once; what follows it can be looked at, and the puzzle goes on.
func TestAPuzzleIsMissed(t *testing.T) {
	r := atPuzzles(t)
	r.Press("enter")
	p := opened(t, r)
	r.Press("v")
	r.Sees("You have played no wrong move here.")
	wrong := wrongMove(t, p)
	play(r, wrong.String())
	r.Sees("After "+wrong.String()+" it can no longer be won.", "Puzzle "+p.ID)
	own := ofPuzzles(t, r)
	if own.Failed != 1 || own.Solved != 0 || !own.Daily || own.Right || own.Rating.Points >= 1000 {
		t.Errorf("it is stored as %+v", own)
	}
	said(t, r, fmt.Sprintf("Your rating for puzzles is %.0f (%+.0f). Try again", own.Rating.Points, math.Round(own.Rating.Points)-1000))
	play(r, wrong.String())
	unseen(t, r, "Your rating for puzzles") // only the first answer costs
	r.Press("v")
	r.Sees("replay")
	r.Press("q")
	r.Press("x")
	said(t, r, whatItDoes(t, p)+" x again shows it.")
	r.Press("x")
	solve(t, r)
	r.Sees("Not solved: that is the move. Your rating for puzzles is ")
	if again := ofPuzzles(t, r); again.Failed != 1 || again.Solved != 0 {
		t.Errorf("after the answer it is %+v", again)
	}
}

// A streak goes on with harder puzzles until an answer is wrong, and is not rated.
func TestAStreak(t *testing.T) {
	r := atPuzzles(t)
	r.Press("end", "enter")
	r.Sees("0 in a row")
	easy := opened(t, r)
	solve(t, r)
	r.Sees("Solved: 1 in a row.", "Enter the next puzzle")
	r.Press("enter")
	r.Sees("1 in a row")
	hard := opened(t, r)
	if hard.ID == easy.ID || hard.Rating < easy.Rating {
		t.Errorf("after a puzzle of %.0f comes one of %.0f", easy.Rating, hard.Rating)
	}
	play(r, wrongMove(t, hard).String())
	said(t, r, "The streak has ended with 1 solved; your longest has 1. Try again")
	solve(t, r)
	r.Sees("The streak has ended with 1 solved; your longest has 1.", "Enter back")
	if own := ofPuzzles(t, r); own.Streak != 1 || own.Solved+own.Failed != 0 {
		t.Errorf("it is stored as %+v", own)
	}
	r.Press("enter")
	r.Sees("(longest: 1)")
}

// A puzzle of a game that is not here is refused, and nothing else happens.
func TestAPuzzleOfAMissingGame(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All()[1:2])
	r.Press("z", "enter")
	r.Sees("There is no game ", "Today's puzzle")
}

// A puzzle of a game that the player has played is offered until it is answered. The first hint says what the move does,
// and not where it begins.
func TestOwnPuzzleOnScreen(t *testing.T) {
	var own session.Settings
	p := puzzle.ByGame("chessboard")[900]
	p.ID = "MYOWN1"
	own.Puzzles.Keep(p)
	r := tuitest.New(t, &tuitest.Store{SettingsJSON: own.Text()}, catalog.All())
	r.Press("z")
	r.Sees("Your own", "Chessboard, rated", "1 from your games")
	r.Press("down", "down", "down", "enter")
	r.Sees("Puzzle MYOWN1")
	r.Press("x")
	r.Sees("With a hint, this puzzle counts as not solved. Show one? (y/n)", "y hint  n no hint")
	r.Press("?")
	r.Sees("y, x", "show the hint", "n, Esc", "no hint")
	r.Press("esc", "n")
	unseen(t, r, "With a hint", "no hint")
	r.Press("x") // it costs the same, and is asked again
	r.Press("enter")
	r.Sees("Press y or n.", "Show one? (y/n)")
	clickPlace(r, "a1")
	r.Sees("Show one? (y/n) Press y or n.")
	if kept := ofPuzzles(t, r); kept.Failed != 0 {
		t.Errorf("before the hint it is stored as %+v", kept)
	}
	r.Press("y")
	said(t, r, whatItDoes(t, p)+" x again shows it.")
	r.Press("q")
	unseen(t, r, "Your own")
	if kept := ofPuzzles(t, r); len(kept.Own) != 0 || kept.Failed != 1 {
		t.Errorf("after the answer it is stored as %+v", kept)
	}
}
