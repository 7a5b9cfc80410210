package words_test

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// puzzleIn returns the puzzle that a transcript names last.
func puzzleIn(t *testing.T, screen string) puzzle.Puzzle {
	t.Helper()
	at, last := -1, puzzle.Puzzle{}
	for _, p := range puzzle.All() {
		if i := strings.LastIndex(screen, "Puzzle "+p.ID); i > at {
			at, last = i, p
		}
	}
	if at < 0 {
		t.Fatalf("no puzzle is named:\n%s", screen)
	}
	return last
}

func answerOf(p puzzle.Puzzle) (words []string) {
	for _, m := range p.Answer {
		words = append(words, m.String())
	}
	return words
}

// A minedStore gets a puzzle of the player's own after the session has read the settings.
type minedStore struct {
	*tuitest.Store
	own  puzzle.Puzzle
	read bool
}

func (s *minedStore) Settings() ([]byte, error) {
	text, err := s.Store.Settings()
	if !s.read || err != nil {
		s.read = true
		return text, err
	}
	settings := session.ParseSettings(text)
	settings.Puzzles.Keep(s.own)
	return settings.Text(), nil
}

// A puzzle that the server finds while the session goes on waits in it.
func TestAnOwnPuzzleComesLater(t *testing.T) {
	own := puzzle.ByGame("chessboard")[900]
	own.ID = "MYOWN1"
	sees(t, talk(t, env(&minedStore{Store: &tuitest.Store{}, own: own}), "puzzle own"), "Puzzle MYOWN1: Chessboard, rated", "1 from your games.")
}

// A puzzle in words is solved, missed, hinted at and left.
func TestPuzzlesInWords(t *testing.T) {
	store := &tuitest.Store{}
	p := puzzleIn(t, talk(t, env(store), "settings pages off", "puzzle daily"))
	g, _ := catalog.All().Find(p.Game)
	s, err := p.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	moves := s.Moves()
	wrong := moves[slices.IndexFunc(moves, func(m engine.Move) bool { return m != p.Answer[0] })]

	got := talk(t, env(store), append(append([]string{"puzzle daily", wrong.String(), "what follows", "hint", "hint"}, answerOf(p)...), "what follows", "lesson 1", "what follows", "leave")...)
	sees(t, got, "One move alone keeps the win.", "After "+wrong.String()+" it can no longer be won. Your rating for puzzles is ", "). Try again; hint helps, and what follows tells how the game goes on.",
		"what follows 1. ", " points. The puzzle still waits for your move.", "You have played no wrong move here.",
		"The move "+strings.Split(s.(engine.Explainer).Why(p.Answer[0]), ", and ")[0]+".", "Not solved: that is the move. Your rating for puzzles is ", "puzzle gives the next one.", "The lesson is left")
	if own := session.ParseSettings(store.SettingsJSON).Puzzles; own.Failed != 1 || own.Solved != 0 {
		t.Errorf("it is stored as %+v", own)
	}

	first := puzzleIn(t, talk(t, env(store), "puzzle streak"))
	got = talk(t, env(store), append(append([]string{"puzzle streak"}, answerOf(first)...), "undo", "leave")...)
	if second := puzzleIn(t, got); second.ID == first.ID || second.Rating < first.Rating {
		t.Errorf("after %s comes %s", first, second)
	}
	sees(t, got, "Solved: 1 in a row.", "A puzzle has no undo: puzzle gives the next one.", "The puzzle is left: puzzle gives the next one.")

	sees(t, talk(t, env(store), "puzzle own"), "No puzzle of your own waits: they come from games that you have played")
	sees(t, talk(t, env(store), "puzzle poker"), `There is no puzzle "poker"`)
}
