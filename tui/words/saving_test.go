package words_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

func TestHangingUpKeepsTheGame(t *testing.T) {
	store := &tuitest.Store{}
	talk(t, env(store, "ABC"), hop45...) // the input ends here
	screen := talk(t, env(store), "continue", "score", "undo", "yes", "time")
	sees(t, screen, "Hop 45 is open at move 1: continue goes on with it.",
		"Hop 45 stands where you left it, at move 1.", "1 of 27 points, 1 move", "Taken back")
	if got := store.Open["boardwalk/hop-45"]; got.Record.Code != "ABC" || got.Millis < 4000 {
		t.Errorf("saved as %+v", got)
	}
}

// TestHalfALineIsNotPlayed checks that a line left unfinished by a dropped connection is
// not played. A pipe's last line, however, may lack its end.
func TestHalfALineIsNotPlayed(t *testing.T) {
	store := &tuitest.Store{}
	for _, echo := range []io.Writer{io.Discard, nil} {
		in := words.NewLines(strings.NewReader("deal hop-45 abc\na1a4"), echo)
		if err := words.Run(env(store), in, io.Discard); err != nil {
			t.Fatal(err)
		}
		if echo != nil && store.Saves != 0 {
			t.Error("half a line was played")
		}
	}
	if store.Saves == 0 {
		t.Error("the last line of a pipe was not played")
	}
}

// checkingStore is a store that checks on each save what has been written so far.
type checkingStore struct {
	tuitest.Store
	out  *bytes.Buffer
	told []string
}

func (w *checkingStore) Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	w.told = append(w.told, w.out.String())
	return w.Store.Save(s, prev)
}

func TestAMoveIsStoredBeforeItIsTold(t *testing.T) {
	var out bytes.Buffer
	store := &checkingStore{out: &out}
	in := words.NewLines(strings.NewReader("deal 1 abc\na1a4\n"), nil)
	if err := words.Run(env(store), in, &out); err != nil {
		t.Fatal(err)
	}
	const told = "Eight of Hearts to a4"
	if len(store.told) == 0 || strings.Contains(store.told[0], told) || !strings.Contains(out.String(), told) {
		t.Errorf("told %q, then %q", store.told, out.String())
	}
}

// slowStore is a store whose saves take a while.
type slowStore struct{ tuitest.Store }

func (s *slowStore) Save(saved arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	time.Sleep(time.Minute)
	return s.Store.Save(saved, prev)
}

func TestASaveThatTakesAWhileIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sees(t, talk(t, env(new(slowStore), "ABC"), "play 1", "a1a4", "a1a4"), "Not saved yet: please wait. Eight of Hearts to a4")
	})
	if screen := talk(t, env(new(tuitest.Store), "ABC"), "play 1", "a1a4", "a1a4"); strings.Contains(screen, "Not saved yet") {
		t.Error("a quick save is told as late")
	}
}

// failingStore is a store of which some saves fail.
type failingStore struct {
	tuitest.Store
	good  int // how many are good before
	fails int // how many fail
	with  error
}

func (f *failingStore) Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	if f.good--; f.good >= 0 {
		return f.Store.Save(s, prev)
	}
	if f.fails--; f.fails >= 0 {
		return 0, f.with
	}
	return f.Store.Save(s, prev)
}

// newFailingStore returns a store whose first n saves fail.
func newFailingStore(n int) *failingStore {
	return &failingStore{fails: n, with: tuitest.Unavailable(errors.New("the disk is full"))}
}

func TestAStoreThatFails(t *testing.T) {
	t.Run("play goes on and tries again", func(t *testing.T) {
		store := newFailingStore(1)
		screen := talk(t, env(store, "ABC"), after("undo", "yes")...)
		sees(t, screen, "1 of 27 points. 1 card can move. Not saved: The disk is full. The next move tries again.")
		if n := strings.Count(screen, "Not saved"); n != 1 || store.Saves == 0 {
			t.Errorf("told %d times, %d saves", n, store.Saves)
		}
	})
	t.Run("leaving asks first", func(t *testing.T) {
		screen := talk(t, env(newFailingStore(99), "ABC"), after("leave", "look", "leave", "games")...)
		sees(t, screen, "Not saved: The disk is full. Leaving again goes without saving.", "Menu> games")
	})
	t.Run("leaving again tries again", func(t *testing.T) {
		store := newFailingStore(3) // the move, and two tries of the first leave
		screen := talk(t, env(store, "ABC"), after("leave", "leave", "games")...)
		sees(t, screen, "Not saved: The disk is full. Leaving again goes without saving.", "is kept at move 1. Menu> games")
		if got := store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != 1 || got.Run != "" {
			t.Errorf("the store has %+v", got)
		}
	})
	t.Run("a deal without a move leaves nothing", func(t *testing.T) {
		store := newFailingStore(2) // the move, and taking it back
		screen := talk(t, env(store, "ABC"), after("undo", "yes", "leave", "games")...)
		sees(t, screen, "Not saved", "Taken back", "Not saved", "Menu> games")
		if strings.Contains(screen, "kept") || len(store.Open) > 0 {
			t.Errorf("the store has %+v:\n%s", store.Open, screen)
		}
	})
	t.Run("a card waits until it is saved", func(t *testing.T) {
		before := strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4 b1b2")
		store := newFailingStore(2)
		store.good = len(before)
		script := append(append([]string{"play 1"}, before...), "c3b4", "look", "undo", "hint")
		screen := talk(t, env(store), script...)
		told := "Not saved: The disk is full. The next card turns up once it is: a move tries again, leave leaves the game."
		sees(t, screen, told+" Hop 45>", told, "b3 now shows Six of Diamonds")
		if n := strings.Count(strings.Join(strings.Fields(screen), " "), told); n != 2 {
			t.Errorf("told %d times", n)
		}
	})
	t.Run("hanging up is an error", func(t *testing.T) {
		in := words.NewLines(strings.NewReader("play 1\na1a4\na1a4\n"), nil)
		if err := words.Run(env(newFailingStore(99), "ABC"), in, io.Discard); err == nil {
			t.Error("no error")
		}
	})
	t.Run("nothing can be read", func(t *testing.T) {
		store := &tuitest.Store{Unavailable: errors.New("the file is gone")}
		screen := talk(t, env(store), "games", "best", "history", "continue", "play 1", "deal 1 abc")
		if n := strings.Count(screen, "The file is gone."); n != 7 {
			t.Errorf("told %d times:\n%s", n, screen)
		}
	})
}

// goneTerminal is a terminal that has gone: it accepts a number of writes and then none.
type goneTerminal struct{ takes int }

func (d *goneTerminal) Write(p []byte) (int, error) {
	if d.takes--; d.takes < 0 {
		return 0, errors.New("gone")
	}
	return len(p), nil
}

func TestATerminalThatHasGoneEndsTheSession(t *testing.T) {
	store := &tuitest.Store{}
	in := words.NewLines(strings.NewReader("play 1\na1a4\na1a4\nundo\n"), nil)
	if err := words.Run(env(store, "ABC"), in, &goneTerminal{3}); err != nil {
		t.Fatal(err)
	}
	if saved := store.Open["boardwalk/hop-45"]; len(saved.Record.Moves) != 1 {
		t.Errorf("saved %v", saved.Record)
	}
}

// over returns the moves of a game of Hop 45 to its end.
func over(t *testing.T, code engine.Code) *engine.Round {
	t.Helper()
	r := engine.NewRound(catalog.All()[0], code)
	for !r.State().Over() {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// typed returns a move as a newcomer types it: twice if it gives something up for good.
func typed(s engine.State, m engine.Move) []string {
	if engine.Warning(s, m) != "" {
		return []string{m.String(), m.String()}
	}
	return []string{m.String()}
}

// At the first move of all, one that closes columns for good is played when it is typed again.
func TestTheFirstMoveOfANewcomerInWords(t *testing.T) {
	s := catalog.All()[0].Deal("ABC")
	moves := s.Moves()
	m := moves[slices.IndexFunc(moves, func(m engine.Move) bool { return strings.Contains(engine.Warning(s, m), "for good") })].String()
	screen := talk(t, env(&tuitest.Store{}, "ABC"), "play 1", m, "undo", m, "leave")
	sees(t, screen, "for good. The same move again plays it.", "There is nothing to take back", "The game is over: no move is left. You have 1 of 27 points.")
}

// The warning is not spent by a move that was not played, nor by a game of one move.
func TestTheFirstMoveIsWeighedUntilAGameOfSeveralMoves(t *testing.T) {
	s := catalog.All()[0].Deal("ABC")
	moves := s.Moves()
	m := moves[slices.IndexFunc(moves, func(m engine.Move) bool { return engine.Warning(s, m) != "" })]
	store := &tuitest.Store{}
	for range 2 {
		if got := talk(t, env(store, "ABC", "ABC"), "play 1", m.String(), "leave", "play 1", m.String(), "leave"); strings.Count(got, "The same move again plays it.") != 2 || len(store.Results) > 0 {
			t.Fatalf("without a second try it is played:\n%s", got)
		}
	}
	brief := arcade.Result{ID: "1", Record: engine.Record{Game: catalog.All()[0].Info().ID, Moves: moves[:1]}, Score: engine.Score{Points: 1, Max: 27}}
	store.Results = []arcade.Result{brief}
	sees(t, talk(t, env(store, "ABC"), "play 1", m.String(), "leave"), "The same move again plays it.")
	brief.Record.Moves = slices.Repeat(moves[:1], 5)
	store.Results = []arcade.Result{brief}
	if got := talk(t, env(store, "ABC"), "play 1", m.String(), "leave"); strings.Contains(got, "plays it.") {
		t.Errorf("after a game of several moves it says\n%s", got)
	}
}

func TestAGameThatIsOver(t *testing.T) {
	r := over(t, "ABC")
	script := []string{"play 1"}
	states, err := r.Record().Replay(r.Game())
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range r.Record().Moves {
		script = append(script, typed(states[i], m)...)
	}
	t.Run("can be taken back until it is left", func(t *testing.T) {
		store := &tuitest.Store{}
		screen := talk(t, env(store, "ABC"), append(slices.Clone(script), "games", "undo", "yes", "redo", "leave")...)
		sees(t, screen, "The game is over: no move is left. You have", "Taken back", "Hop 45 is in your history")
		if len(store.Results) != 1 || len(store.Open) != 0 {
			t.Errorf("results %v, open %v", store.Results, store.Open)
		}
	})
	t.Run("stays open when the line drops", func(t *testing.T) {
		store := &tuitest.Store{}
		talk(t, env(store, "ABC"), script...)
		if len(store.Results) != 0 || len(store.Open) != 1 {
			t.Errorf("results %v, open %v", store.Results, store.Open)
		}
		sees(t, talk(t, env(store), "continue", "undo", "yes"), "The game is over: no move is left.", "Taken back")
	})
	t.Run("is found over if nothing else finished it", func(t *testing.T) {
		store := &tuitest.Store{}
		if _, err := store.Save(arcade.Save(r), 0); err != nil {
			t.Fatal(err)
		}
		screen := talk(t, env(store), "continue", "leave")
		sees(t, screen, "The game is over: no move is left.", "counted, deal ABC.")
		if len(store.Results) != 1 || len(store.Open) != 0 {
			t.Errorf("results %v, open %v", store.Results, store.Open)
		}
	})
}

// A game that has ended in another window is left.
//
//abuse:case 19
func TestAGameThatEndsElsewhere(t *testing.T) {
	store := &failingStore{fails: 1, with: arcade.ErrConflict}
	screen := talk(t, env(store, "ABC"), after("undo", "finish", "new", "games", "leave", "games")...)
	if n := strings.Count(strings.Join(strings.Fields(screen), " "), "This game has ended in your other window: leave leaves it."); n != 4 {
		t.Errorf("told %d times:\n%s", n, screen)
	}
	sees(t, screen, "Hop 45 is left. Menu> games")
	if len(store.Results) != 0 || store.Saves != 0 {
		t.Errorf("results %v, %d saves", store.Results, store.Saves)
	}
}

func TestAnOpenGameThatCannotGoOn(t *testing.T) {
	store := &tuitest.Store{}
	outdated := arcade.Saved{Record: engine.Record{Game: "boardwalk/hop-45", Version: 99, Code: "ABC"}, Score: engine.Score{Points: 7, Max: 27}}
	if _, err := store.Save(outdated, 0); err != nil {
		t.Fatal(err)
	}
	screen := talk(t, env(store, "DEF"), "play 1", "no", "play 1", "yes", "play 1")
	sees(t, screen, "was played by other rules and cannot go on. Put it into your history with its 7 points?", "Hop 45: a fresh deal, which counts.")
	if len(store.Results) != 1 || store.Results[0].Score.Points != 7 {
		t.Errorf("results %v", store.Results)
	}
}
