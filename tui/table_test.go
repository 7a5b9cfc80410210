package tui_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// Hop 45, deal ABC:
//
//	1  8♥   6♥   9♦   3♦         a4 takes any rank: 8♥ there declares Eights
//	3  ##   ##   ##   ##   ##    and turns up 2♠, which blocks the column
const hop45 = 0

func TestMarkingByCursor(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("enter") // the cursor begins at a1
	r.Sees("Destination", "━S━", "╌•╌")
	r.Press("down", "down", "down", "enter")
	r.Sees("Play 8♥ live on lower a, declaring Eights; the card above it turns up.", "━D━", "Enter play it")
	r.Press("enter")
	r.Sees("moves 1 ", "8x1", "2♠", "points 1/27")
}

func TestRefusedMarksSayWhy(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("down", "down", "enter")
	r.Sees("The top card of lower stack a lies face down.")
	r.Press("down", "enter")
	r.Sees("There is no card at a4.")
	play(r, "a1a4")
	r.Press("esc", "t")
	r.Type("c1a4")
	r.Sees("c1a4_  Lower a is blocked by the 2♠ above it.")
	r.Press("backspace")
	r.Type("-")
	r.Sees("Type a column's letter and a row's digit")
	r.Press("esc", "t")
	r.Type("c3a4")
	r.Sees("The top card of lower stack c lies face down.") // of a word the first reason stays
	r.Press("enter")
	r.Sees("The top card of lower stack c lies face down.")
}

func TestBackspaceTakesAMarkerWithWhatFollowedFromIt(t *testing.T) {
	r := deal(t, catalogIndex(t, "boardwalk/cheshire"), "ABC")
	r.Press("enter") // a favor is a whole move: the source alone
	r.Sees("Take a favor")
	r.Press("backspace")
	if strings.Contains(r.Screen(), "Take a favor") {
		t.Error("the marker is still there")
	}
	r.Press("backspace")
	r.Sees("There is no marker to take back")
}

func catalogIndex(t *testing.T, id string) int {
	t.Helper()
	for i, g := range catalog.All() {
		if g.Info().ID == id {
			return i
		}
	}
	t.Fatalf("no game %s", id)
	return 0
}

// TestAutomarking: in Hopscotch (1-2-3-4) with one reserve left to choose
// nothing is forced; in Hop 45 a Nine that only one column takes is.
func TestAutomarking(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4") // Eights on a: only Nines may stand to their right
	r.Press("home", "up", "up", "up", "right", "right")
	r.Press("a") // quick
	r.Sees("Automarking: quick")
	r.Press("a") // off
	r.Sees("Automarking: off")
	r.Press("enter")
	r.Sees("Destination")
	r.Press("esc", "a") // legal
	r.Sees("Automarking: legal")
}

func TestQuickPlaysWhatIsForced(t *testing.T) {
	r := deal(t, catalogIndex(t, "hopscotch"), "ABC")
	r.Press("a")
	r.Sees("Automarking: quick")
	r.Press("enter") // the stock: the one move there is
	r.Sees("moves 1 ")
}

func TestUndoRedoRestart(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("u")
	r.Sees("There is nothing to take back.")
	play(r, line(t, catalog.All()[hop45], "ABC", 3)...)
	r.Press("esc") // lets the card arrive
	end := r.Screen()
	r.Press("u", "u")
	r.Sees("moves 1 ")
	r.Press("U", "ctrl+y")
	if r.Screen() != end {
		t.Errorf("redo leads to\n%s\nwant\n%s", r.Screen(), end)
	}
	r.Press("r")
	r.Sees("moves 0 ")
	r.Press("ctrl+z")
	if r.Screen() != end {
		t.Errorf("taking back the restart leads to\n%s\nwant\n%s", r.Screen(), end)
	}
}

func TestEveryMoveIsSavedAndTheGameContinues(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	if r.Sees("deal hidden"); store.Saves != 0 {
		t.Errorf("%d saves before the first move", store.Saves)
	}
	words := line(t, catalog.All()[hop45], "R1", 3)
	for i, w := range words {
		play(r, w)
		if got := store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != i+1 || got.Chosen {
			t.Fatalf("after %d moves the store has %+v", i+1, got)
		}
	}
	r.Press("u")
	r.Clock += 61_000
	// The line drops: the app is closed, and a new session begins.
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	again := tuitest.New(t, store, catalog.All())
	again.Sees("continue at move 2")
	again.Press("enter")
	again.Sees("moves 2 ", "1:01", "Welcome back")
	again.Press("U")
	again.Sees("moves 3 ")
}

func TestLeavingWithoutAMoveKeepsNothing(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter", "q")
	r.Sees("Boardwalk Arcade")
	if store.Saves+len(store.Results) != 0 {
		t.Errorf("the store has %+v", store)
	}
}

func TestNewDealAsks(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4")
	r.Press("n")
	r.Sees("Give up this game with 1 point for a new deal? y or n")
	r.Press("n")
	r.Sees("The game goes on.")
	r.Press("n", "y")
	r.Sees("deal hidden", "moves 0 ")
	if got := r.Store.Results; len(got) != 1 || got[0].Class != engine.Practice || got[0].Score.Points != 1 {
		t.Errorf("the history has %+v", got)
	}
}

func TestFinishEndsTheRound(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("g")
	r.Sees("No move has been played yet")
	play(r, "a1a4")
	r.Press("g", "y")
	r.Sees("Finished: 1 of 27 points.")
	r.Press("u")
	r.Sees("This game is finished: n deals a new one.")
	r.Press("enter")
	r.Sees("This game is finished")
	r.Press("n")
	r.Sees("moves 0 ", "deal hidden")
}

// over plays a game of the table to its end by the engine, and gives its moves.
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
		"by hanging up": func(t *testing.T, r *tuitest.Robot) { _ = r.App.Close() },
		"after a crash": func(t *testing.T, r *tuitest.Robot) {
			again := tuitest.New(t, r.Store, catalog.All())
			again.Press("enter")
			again.Sees("No play is left:")
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
			r.Sees("No play is left:", "u undo")
			end(t, r)
			if got := r.Store.Results; len(got) != 1 || got[0].Class != engine.Counted || len(got[0].Record.Moves) != len(words) {
				t.Errorf("the history has %+v", got)
			}
			if len(r.Store.Open) != 0 {
				t.Errorf("still open is %+v", r.Store.Open)
			}
		})
	}
}

func TestTheEndComparesWithTheBest(t *testing.T) {
	g := catalog.All()[hop45]
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, over(t, g, "R1")...)
	r.Sees("Your first result here.")
	r.Press("n")
	play(r, over(t, g, "R2")...)
	r.Sees("our best") // "Your best is" or "Better than your best"
}

func TestAStoreThatFailsIsTold(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Store.Err = errors.New("the disk is full")
	play(r, "a1a4")
	r.Sees("Not saved: the disk is full", "moves 1*")
	r.Store.Err = nil
	play(r, line2(t, "ABC", "a1a4"))
	r.Sees("moves 2 ")
	if got := len(r.Store.Open["boardwalk/hop-45"].Record.Moves); got != 2 {
		t.Errorf("the store has %d moves, want 2", got)
	}
}

// line2 is a second move of a Hop 45 deal behind a first.
func line2(t *testing.T, code engine.Code, first string) string {
	t.Helper()
	m, err := engine.ParseMove(first)
	if err != nil {
		t.Fatal(err)
	}
	s, err := catalog.All()[hop45].Deal(code).Play(m)
	if err != nil {
		t.Fatal(err)
	}
	return s.Moves()[0].String()
}

func TestLeavingWithoutTheStoreTakesTwo(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Store.Err = errors.New("the disk is full")
	play(r, "a1a4")
	r.Press("q")
	r.Sees("Not saved: the disk is full. q again leaves without.")
	r.Press("q")
	r.Sees("Boardwalk Arcade")
}

func TestOneClockTicksHoweverOftenTheTableIsShown(t *testing.T) {
	r := deal(t, hop45, "ABC")
	for range 5 {
		r.Press("f1", "q", "?", "q", "n")
	}
	r.Tick()
	if got := len(r.Ticks); got != 1 {
		t.Errorf("%d clocks tick, want 1", got)
	}
}

// A stuck game is another whose every state behind the deal is a dead end.
type stuck struct{ engine.Game }

type stuckState struct {
	engine.State
	moves int
}

func (g stuck) Deal(c engine.Code) engine.State { return stuckState{g.Game.Deal(c), 0} }

func (s stuckState) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	return stuckState{next, s.moves + 1}, err
}

func (s stuckState) DeadEnd() (dead, known bool) { return s.moves > 0, true }

func TestOnlyShufflingLeft(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, []engine.Game{stuck{catalog.All()[hop45]}})
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Sees("Only shuffling is left")
	r.Press("u")
	if strings.Contains(r.Screen(), "Only shuffling") {
		t.Error("it is still said after taking the move back")
	}
}

func TestClicksMark(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Click("8♥")
	r.Sees("━S━", "Destination")
	r.Click("A-9")
	r.Sees("Enter play it")
}

func TestEscAndQLeaveEveryScreen(t *testing.T) {
	for name, keys := range map[string][]string{
		"keys": {"?"}, "rules": {"f1"}, "history": {"H"}, "table": {"enter"}, "rules at the table": {"enter", "f1"},
		"keys at the table": {"enter", "?"},
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press(keys...)
			for range 3 {
				r.Press("esc")
			}
			if r.Quit {
				t.Fatal("Esc quits")
			}
			for range 3 {
				r.Press("q")
			}
			if !r.Quit {
				t.Errorf("q does not leave:\n%s", r.Screen())
			}
		})
	}
}

func TestDealCodesAreChecked(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("d", "enter")
	r.Sees("A deal code is 1 to 32 letters A-Z and digits 0-9")
	r.Type("a-b é")
	r.Sees("practice): AB")
	r.Press("backspace", "esc")
	r.Sees("Enter play")
}
