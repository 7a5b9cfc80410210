package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestNewDealAsks(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4")
	r.Press("n")
	r.Sees("Give up this game with 1 point for a new deal? (y/n)")
	r.Press("n")
	r.Sees("The game goes on.")
	r.Press("n", "y")
	r.Sees("a fresh deal", "moves 0 ")
	if got := r.Store.Results; len(got) != 1 || got[0].Class != arcade.Practice || got[0].Score.Points != 1 {
		t.Errorf("the history has %+v", got)
	}
}

// The keys of a panel without a box stand in the row of its last sentence: alone they would look lost.
func TestAKeyAtTheEndDoesNotStandAlone(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4")
	r.Press("g", "y")
	daily := tuitest.New(t, withDailies(t), catalog.All())
	daily.Press("D", "enter", "y")
	play(daily, line(t, catalog.All()[hop45], tuitest.DailyCode(catalog.All()[hop45].Info().ID, aDay), 3)...)
	daily.Press("g", "y")
	daily.Sees("y copy")
	for _, screen := range []string{r.Screen(), daily.Screen()} {
		for row := range strings.Lines(screen) {
			if alone := strings.TrimSpace(row); alone == "a analyse" || alone == "y copy" {
				t.Errorf("%q stands alone:\n%s", alone, screen)
			}
		}
	}
}

func TestFinishEndsTheRound(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("g")
	r.Sees("No move has been played yet")
	play(r, "a1a4")
	r.Press("g", "y")
	r.Sees("Given up: 1 of 27 points.")
	r.Press("u")
	r.Sees("This game is finished: n deals another.")
	r.Press("enter")
	r.Sees("This game is finished")
	r.Press("n")
	r.Sees("moves 0 ", "a fresh deal")
}

// over plays a game of the table to its end with the engine, and returns its moves.
func over(t *testing.T, g engine.Game, code engine.Code) []string {
	t.Helper()
	s := g.Deal(code)
	var words []string
	for !s.Over() {
		m := s.Moves()[len(words)*5%len(s.Moves())]
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		words, s = append(words, m.String()), next
	}
	return words
}

func TestAGameThatIsOverComesIntoTheHistory(t *testing.T) {
	g := catalog.All()[hop45]
	words := over(t, g, "R1")
	for name, end := range map[string]func(t *testing.T, r *tuitest.Robot){
		"by leaving":    func(t *testing.T, r *tuitest.Robot) { r.Press("q") },
		"by a new deal": func(t *testing.T, r *tuitest.Robot) { r.Press("n") },
		"after a crash": func(t *testing.T, r *tuitest.Robot) {
			again := tuitest.New(t, r.Store, catalog.All())
			again.Press("enter")
			again.Sees("Game over:")
			again.Press("q")
		},
		"by finishing":    func(t *testing.T, r *tuitest.Robot) { r.Press("g", "y") },
		"by ctrl+c":       func(t *testing.T, r *tuitest.Robot) { r.Press("ctrl+c") },
		"by both at once": func(t *testing.T, r *tuitest.Robot) { r.Press("q"); _ = r.App.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			play(r, words...)
			r.Press("esc")
			r.Sees("Game over:", "u undo")
			end(t, r)
			if got := r.Store.Results; len(got) != 1 || got[0].Class != arcade.Counted || len(got[0].Record.Moves) != len(words) {
				t.Errorf("the history has %+v", got)
			}
			if len(r.Store.Open) != 0 {
				t.Errorf("still open is %+v", r.Store.Open)
			}
		})
	}
}

// In the smallest window the panel leaves sentences out, and breaks none off: not the one that says what can still be done.
func TestTheEndSaysWholeSentences(t *testing.T) {
	for _, hint := range []bool{false, true} {
		for _, id := range []string{"boardwalk/hop-45", "hopscotch", "run"} {
			g, _ := catalog.Library().Find(id)
			r := tuitest.NewAt(t, &tuitest.Store{}, catalog.All(), id)
			r.Resize(40, 12)
			if hint {
				r.Press("x", "y", "esc")
			}
			play(r, over(t, g, "R1")...)
			rest(r)
			said(t, r, "You can still undo. g, n, a, w or q makes it final.")
		}
	}
}

// A dropped line decides nothing that the screen leaves open: a lost game can be taken back
// afterwards. A daily ends, and its screen says so beforehand.
func TestADroppedLineFilesNoLostGame(t *testing.T) {
	r := atEnd(t, &tuitest.Store{})
	r.Sees("g, n, a, w or q makes it final.")
	if err := r.App.Close(); err != nil || len(r.Store.Results) != 0 || len(r.Store.Open) != 1 {
		t.Fatalf("closing: %v; the store has %+v and %+v", err, r.Store.Results, r.Store.Open)
	}
	again := tuitest.New(t, r.Store, catalog.All())
	again.Press("enter")
	again.Sees("g, n, a, w or q makes it final.")
	again.Press("u", "y")
	again.Sees("Enter mark")

	store := someDailies(t)
	before := len(store.Results)
	r = tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	play(r, over(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay))...)
	rest(r)
	r.Sees("Leaving, g (finish) or w (replay) makes it final.")
	if err := r.App.Close(); err != nil || len(r.Store.Results) != before+1 || len(r.Store.Open) != 0 {
		t.Fatalf("closing a daily: %v; the store has %+v and %+v", err, r.Store.Results, r.Store.Open)
	}
}

func TestTheEndComparesWithTheBest(t *testing.T) {
	g := catalog.All()[hop45]
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, over(t, g, "R1")...)
	rest(r)
	r.Sees("Your first best.", "no best yet")
	r.Press("g")
	r.Sees("Your first best.", " best ")
	unseen(t, r, "no best yet")
	r.Press("n")
	play(r, over(t, g, "R2")...)
	rest(r)
	r.Sees("our best") // "Your best is" or "Better than your best"
}

// A first game that is lost with its first move is told as the bad luck that it is, and the
// lobby does not boast of how soon that was.
func TestAFirstGameLostAtOnce(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter", "n", "n") // the second deal
	play(r, "a1e4")
	rest(r)
	r.Sees("Game over: 1 of 27 points.", "a game this short can't be a best.", "n new deal", "u undo")
	r.Press("g", "q")
	r.Sees("1 game played, best 1/27.")
	unseen(t, r, "0:00")
}
