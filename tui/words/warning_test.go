package words_test

import (
	"context"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/tui/tuitest"
)

func TestTheWordsTellWhenTheGameIsLost(t *testing.T) {
	g, _ := catalog.All().Find("chessboard")
	s, script := g.Deal("ABC"), []string{"settings warnings on", "play chessboard"}
	for lost := false; !lost; {
		moves := s.Moves()
		m := moves[len(moves)-1]
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s, script = next, append(script, m.String())
		v, err := grade.Decide(context.Background(), s, 0)
		lost = v == engine.VerdictLost || err != nil
	}
	const told = "This game can't be won from here. This game is assisted: told that it could no longer be won."
	store := &tuitest.Store{}
	screen := talk(t, env(store, "ABC"), append(script, "undo", "redo", "score")...)
	sees(t, screen, told)
	if n := strings.Count(screen, "This game can't be won from here."); n != 1 || store.Open["chessboard"].Tally.Warnings != 1 {
		t.Errorf("it is said %d times, and counted as %+v", n, store.Open["chessboard"].Tally)
	}
	before := talk(t, env(&tuitest.Store{}, "ABC"), script[:len(script)-1]...)
	unasked := talk(t, env(&tuitest.Store{}, "ABC"), append(script[1:], "score")...)
	for _, screen := range []string{before, unasked} {
		if strings.Contains(screen, "can't be won from here.") {
			t.Errorf("it is said too soon, or unasked:\n%s", screen)
		}
	}
}

// safe plays the safe moves of a game of Chessboard together, and undo takes them back so.
func TestSafeMovesInWords(t *testing.T) {
	g, _ := catalog.All().Find("chessboard")
	script := []string{"settings pages off", "deal chessboard ABC", "safe"}
	for _, m := range g.Deal("ABC").(engine.Solver).Solve(t.Context(), engine.Question{Goal: engine.GoalWin}).Line {
		script = append(script, m.String(), "safe", "undo", "redo")
	}
	got := talk(t, env(&tuitest.Store{}), script...)
	sees(t, got, "No card can go up safely yet", "A perfect game, with 52 points.")
	if got := talk(t, env(&tuitest.Store{}), "settings auto-safe on", "settings"); !strings.Contains(got, "auto-safe: on.") {
		t.Errorf("the setting is not on:\n%s", got)
	}
}
