package words_test

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

// hinted matches the move that a hint names.
var hinted = regexp.MustCompile(`Try ([a-z0-9]+): `)

func TestAHintAsksFirstAndMakesTheGameAssisted(t *testing.T) {
	store := &tuitest.Store{}
	screen := talk(t, env(store, "ABC"), "play 1", "hint", "no", "score", "hint", "yes", "score", "hint", "hint another")
	sees(t, screen, "A hint makes this game assisted: it can't be a best. Do you want it?", "The game goes on.",
		"This game counts.", "This game is assisted", "A good guess from what you can see, not a solution. hint another tells another.")
	tries := hinted.FindAllStringSubmatch(screen, -1)
	if len(tries) != 3 || tries[0][1] != tries[1][1] || tries[1][1] == tries[2][1] || strings.Count(screen, "Do you want it?") != 2 {
		t.Fatalf("%d hints:\n%s", len(tries), screen)
	}
	saved := store.Open["boardwalk/hop-45"]
	if saved.Tally.Hints != 2 || saved.Class() != arcade.Assisted {
		t.Errorf("saved as %+v", saved)
	}
	sees(t, talk(t, env(store), "continue", tries[0][1], "finish", "yes"), "Hop 45 is in your history: 1 of 27 points, given up, assisted")
}

// TestMovesNobodyCanPlayAreNotRanked plays lines that come faster than a person types
// them.
func TestMovesNobodyCanPlayAreNotRanked(t *testing.T) {
	e, store := env(nil, "ABC"), &tuitest.Store{}
	now := e.Now()
	e.Store, e.Now = store, func() time.Time { return now }
	sees(t, talk(t, e, after("c1b4", "score", "leave")...), "This game is unranked: its moves came faster than a person plays.")
	if r := store.Results; len(r) != 1 || r[0].Class != arcade.Inhuman || r[0].Tally.Timed != 2 {
		t.Errorf("the history has %+v", r)
	}
}

// TestAMoveAtATime sends each move by a connection of its own, which takes no time at the table.
func TestAMoveAtATime(t *testing.T) {
	e, store := env(nil, "TICTACTOE"), &tuitest.Store{}
	now := e.Now()
	e.Store, e.Now = store, func() time.Time { return now }
	for i, move := range []string{"d1a4", "a3d4", "c1a4"} {
		var out bytes.Buffer
		if err := words.Run(e, words.NewPipe(strings.NewReader("play 1\n"+move+"\n")), &out); err != nil {
			t.Fatal(err)
		}
		if saved := store.Open["boardwalk/hop-45"]; saved.Tally.Timed != i+1 || saved.Class() != arcade.Counted {
			t.Fatalf("after %s, move %d, saved as %+v:\n%s", move, i+1, saved, &out)
		}
		sees(t, out.String(), "Wait a moment between moves: a game whose moves come faster than a person plays is unranked.")
		now = now.Add(time.Second)
	}
}

// A pipe is told once how fast it may play, and quit or its end answers a question with no and leaves.
func TestAPipeIsToldOnceAndQuitsAtAQuestion(t *testing.T) {
	for _, end := range []string{"", "quit\n"} {
		store, out := &tuitest.Store{}, new(bytes.Buffer)
		script := "play 1\nleave\nplay cheshire\nleave\nplay 1\nd1a4\nd1a4\nfinish\n"
		if err := words.Run(env(store, "TICTACTOE", "ABC", "TICTACTOE"), words.NewPipe(strings.NewReader(script+end)), out); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "Wait a moment between moves"); n != 1 {
			t.Errorf("it is told %d times:\n%s", n, out)
		}
		sees(t, out.String(), "Finish this game with", "Goodbye.")
		if strings.Contains(out.String(), "First answer") || len(store.Results) > 0 {
			t.Errorf("the history has %+v:\n%s", store.Results, out)
		}
	}
	sees(t, talk(t, env(&tuitest.Store{}, "ABC"), after("finish", "quit")...), "The game goes on.", "is kept at move 1.", "Goodbye.")
}

func TestAPracticeGameGetsHintsUnasked(t *testing.T) {
	sees(t, talk(t, env(&tuitest.Store{}), "deal 1 abc", "hint"), "practice.", "Try ")
}

// An explained game is one in which every move is good for the same reason.
type explained struct{ engine.Game }

type explainedState struct {
	engine.State
	engine.Advisor
}

func (g explained) Deal(code engine.Code) engine.State {
	s := g.Game.Deal(code)
	return explainedState{s, s.(engine.Advisor)}
}

func (explainedState) Why(engine.Move) string { return "keeps the Six for b4" }

func TestAHintSaysWhy(t *testing.T) {
	e := env(&tuitest.Store{}, "ABC")
	e.Games.House = engine.Catalog{explained{e.Games.House[0]}}
	sees(t, talk(t, e, "play 1", "hint", "yes"), "Try ", " This keeps the Six for b4.")
}

// TestAHintIsStoredBeforeItIsLookedFor checks that a player who hangs up on a hint has
// had it, and that no hint is given that is not stored.
func TestAHintIsStoredBeforeItIsLookedFor(t *testing.T) {
	var out bytes.Buffer
	store := &checkingStore{out: &out}
	in := words.NewLines(strings.NewReader("play 1\nhint\ny\n"), nil)
	if err := words.Run(env(store, "ABC"), in, &out); err != nil {
		t.Fatal(err)
	}
	if len(store.told) == 0 || strings.Contains(store.told[0], "Try ") || store.Open["boardwalk/hop-45"].Tally.Hints != 1 {
		t.Errorf("told %q, saved %+v", store.told, store.Open)
	}
	sees(t, out.String(), "Try ") // a pipe that has ended still waits for it
	screen := talk(t, env(newFailingStore(1), "ABC"), "play 1", "hint", "y", "hint")
	sees(t, screen, "Not saved: The disk is full. There is no hint until it is saved.", "Try ")
	lost := &failingStore{fails: 1, with: arcade.ErrConflict}
	screen = talk(t, env(lost, "ABC"), "play 1", "hint", "y")
	sees(t, screen, "This game has ended in your other window")
	if strings.Contains(screen, "Try ") {
		t.Error("a game that another session has gets a hint")
	}
}

func TestNoHintAtTheEnd(t *testing.T) {
	moves := over(t, "ABC").Record().Moves
	script := append([]string{"play 1"}, typed(catalog.All()[0].Deal("ABC"), moves[0])...)
	for _, m := range moves[1:] {
		script = append(script, m.String())
	}
	sees(t, talk(t, env(&tuitest.Store{}, "ABC"), append(script, "hint")...), "No play is left to hint at.")
	sees(t, talk(t, env(&tuitest.Store{}), "play 1", "a1a4", "a1a4", "finish", "y", "hint"), "This game is finished")
}

// newCrowdedEnv returns an arcade that has no room to search for hints, where players are
// patient.
func newCrowdedEnv(store arcade.Store, deals ...engine.Code) session.Ports {
	e := env(store, deals...)
	e.Searches.Limit = make(chan struct{}, 1)
	e.Searches.Limit <- struct{}{}
	e.HintTime = time.Hour
	return e
}

func TestCtrlCStopsAHint(t *testing.T) {
	for name, typed := range map[string]string{
		"typed ahead":    "play 1\rhint\ry\r\x03score\rquit\r",
		"and more lines": "play 1\rhint\ry\rleave\rlook\r\x03score\rquit\r",
	} {
		t.Run(name, func(t *testing.T) {
			store, out := &tuitest.Store{}, bytes.Buffer{}
			if err := words.Run(newCrowdedEnv(store, "ABC"), words.NewLines(strings.NewReader(typed), &out), &out); err != nil {
				t.Fatal(err)
			}
			sees(t, out.String(), "No hint, then. Hop 45> score", "This game is assisted", "Goodbye.")
		})
	}
	t.Run("typed during the search", func(t *testing.T) {
		r, w := io.Pipe()
		out := &typingTerminal{want: "yes or no> ", then: func() {
			_, _ = io.WriteString(w, "y\r")
			_, _ = io.WriteString(w, "\x1b[A\x03") // read while the hint is searched for
			_, _ = io.WriteString(w, "score\rquit\r")
		}}
		go func() { _, _ = io.WriteString(w, "play 1\rhint\r") }()
		if err := words.Run(newCrowdedEnv(&tuitest.Store{}, "ABC"), words.NewLines(r, io.Discard), out); err != nil {
			t.Fatal(err)
		}
		sees(t, out.text.String(), "No hint, then.", "This game is assisted", "Goodbye.")
	})
}

// typingTerminal is a terminal at which something is typed once it shows a text.
type typingTerminal struct {
	text bytes.Buffer
	want string
	then func()
}

func (h *typingTerminal) Write(p []byte) (int, error) {
	h.text.Write(p)
	if h.then != nil && strings.Contains(h.text.String(), h.want) {
		go h.then()
		h.then = nil
	}
	return len(p), nil
}

// TestHangingUpStopsAHint checks that a session does not wait for what nobody will read.
func TestHangingUpStopsAHint(t *testing.T) {
	store := &tuitest.Store{}
	typed := io.MultiReader(strings.NewReader("play 1\rhint\ry\r"), iotest.ErrReader(errors.New("gone")))
	in := words.NewLines(typed, io.Discard)
	if err := words.Run(newCrowdedEnv(store, "ABC"), in, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := store.Open["boardwalk/hop-45"].Tally.Hints; got != 1 {
		t.Errorf("saved with %d hints", got)
	}
}

// TestWhatAGameCountsForIsTold checks that a change is told, and that every look tells
// it.
func TestWhatAGameCountsForIsTold(t *testing.T) {
	store := &tuitest.Store{}
	got := talk(t, env(store, "ABC"), "play 1", "a1a4", "a1a4", "look", "undo", "yes", "look", "redo", "leave", "play 1")
	undone := strings.Index(got, "> undo")
	if strings.Contains(got[:undone], "ssisted") {
		t.Errorf("it says so before:\n%s", got[:undone])
	}
	if n := strings.Count(got, "makes this game assisted"); n != 1 || strings.Contains(got, "This game is assisted") {
		t.Errorf("it is told %d times:\n%s", n, got)
	}
	sees(t, got[undone:], "0 of 27 points, 0 moves, assisted.", "1 of 27 points, 1 move, assisted.")
	sees(t, talk(t, env(&tuitest.Store{}), "deal 1 abc"), "0 of 27 points, 0 moves, practice.")
}
