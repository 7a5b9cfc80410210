package tui_test

import (
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// large returns a robot at a table of Hop 45 with some moves, in a large window.
func large(t *testing.T) (r *tuitest.Robot, words []string) {
	t.Helper()
	r = tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Resize(120, 40)
	r.Press("enter")
	words = line(t, catalog.All()[hop45], "R1", 6)
	play(r, words...)
	rest(r)
	return r, words
}

// boards returns the boards of a deal of Hop 45 after each of some moves, as a robot reads
// them.
func boards(t *testing.T, words []string) (all []map[string]box) {
	t.Helper()
	for n := range len(words) + 1 {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Resize(120, 40)
		r.Press("enter")
		play(r, words[:n]...)
		rest(r)
		all = append(all, boardOn(r))
	}
	return all
}

// shows fails the test unless the robot sees the cards of a board.
func shows(t *testing.T, r *tuitest.Robot, want map[string]box) {
	t.Helper()
	got := boardOn(r)
	for name, box := range want {
		if got[name].Face != box.Face {
			t.Fatalf("%s has %q, want %q:\n%s", name, got[name].Face, box.Face, r.Screen())
		}
	}
}

func TestLookingBack(t *testing.T) {
	r, words := large(t)
	then := boards(t, words)
	for i, word := range words {
		r.Sees(fmt.Sprintf("%d %s", i+1, word))
	}
	steps := []struct {
		key string
		at  int
	}{
		{"[", 5}, {"[", 4}, {"left", 3}, {"]", 4}, {"down", 5}, {"up", 4}, {"home", 0}, {"left", 0}, {"l", 1}, {"pgup", 0}, {"right", 1}, {"right", 2},
	}
	for _, s := range steps {
		r.Press(s.key)
		shows(t, r, then[s.at])
		if s.at == 0 {
			r.Sees("Looking back: the deal")
		} else {
			r.Sees(fmt.Sprintf("Looking back: after move %d of 6", s.at))
		}
		r.Sees("moves 6 ") // the game itself goes on from there
	}
	r.Press("pgdown")
	shows(t, r, then[6])
	unseen(t, r, "Looking back")
	if got := r.Store.Open["boardwalk/hop-45"].Tally; got != (engine.Tally{Timed: 6}) {
		t.Errorf("looking back counts as %+v", got)
	}
}

// A click on a move shows the board after it; one on the newest move, and one anywhere on
// the board, return to the game.
func TestLookingBackByMouse(t *testing.T) {
	r, words := large(t)
	then := boards(t, words)
	r.Click("2 " + words[1])
	r.Sees("Looking back: after move 2 of 6", ">  2 "+words[1])
	shows(t, r, then[2])
	r.Click("the deal")
	shows(t, r, then[0])
	r.Click("6 " + words[5])
	unseen(t, r, "Looking back")
	shows(t, r, then[6])
	r.Click("the deal")
	clickPlace(r, "a1")
	unseen(t, r, "Looking back", "━S━")
	r.Click("the deal")
	r.ClickKey("the game")
	unseen(t, r, "Looking back")
	r.WheelAt("the deal", 2)
	unseen(t, r, "the deal")
}

// A key that does not step returns to the game and does nothing else: what it would act on
// does not show. What was marked is still marked.
func TestKeysThatEndLookingBack(t *testing.T) {
	r, words := large(t)
	next := boardLine(t, words)
	r.Press("t")
	r.Type(next)
	_, want, _ := strings.Cut(r.Screen(), "no best yet") // without the clock
	r.Press("esc")
	for _, key := range []string{"esc", "enter", "u", "r", "n", "g", "x", "m", ".", "q", "t", "end", "tab", "y"} {
		r.Press("[", key)
		r.Sees("moves 6 ")
		unseen(t, r, "Looking back")
	}
	if r.Press("t"); r.Quit {
		t.Fatal("the app quits")
	}
	r.Type(next)
	if _, got, _ := strings.Cut(r.Screen(), "no best yet"); got != want {
		t.Errorf("the table is now\n%s\nwant\n%s", got, want)
	}
}

// boardLine returns a move that is legal after others in the deal R1 of Hop 45.
func boardLine(t *testing.T, words []string) string {
	t.Helper()
	s := catalog.All()[hop45].Deal("R1")
	for _, word := range words {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return s.Moves()[0].String()
}

func TestNothingToLookBackAt(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("[")
	r.Sees("There is nothing to look back at")
}

// The end of a game can be looked back from, too, in the smallest window as well.
func TestLookingBackFromTheEnd(t *testing.T) {
	r := atEnd(t, &tuitest.Store{})
	r.Resize(40, 12)
	r.Press("[")
	r.Sees("Looking back: after move 5 of 6")
	unseen(t, r, "a analyse")
	r.Press("esc", "esc")
	r.Sees("a analyse")
}

// While a card that turned up is not stored, the list and the boards end before it.
//
//abuse:case 19
func TestLookingBackShowsNothingPending(t *testing.T) {
	setup, turns := strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4"), "c3b4"
	const card = "6♦" // turned up by the last move
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Resize(120, 40)
	r.Press("enter")
	play(r, setup...)
	rest(r)
	hidden := strings.Count(r.Screen(), card)
	r.HoldCommands()
	play(r, turns)
	for _, keys := range [][]string{nil, {"["}, {"]"}} {
		r.Press(keys...)
		if got := strings.Count(r.Screen(), card); got != hidden || strings.Contains(r.Screen(), "9 "+turns) {
			t.Fatalf("what is not stored shows:\n%s", r.Screen())
		}
	}
	r.Click("3 " + setup[2])
	unseen(t, r, "Looking back")
	r.ReleaseCommands()
	r.Sees("9 " + turns)
}

// Spectators go on to see the table.
func TestSpectatorsDoNotLookBack(t *testing.T) {
	store := alone(t)
	r := tuitest.New(t, store, catalog.All())
	r.Resize(120, 40)
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	scenes := len(store.Spectators.Shown)
	r.Press("[", "[", "esc")
	if n := len(store.Spectators.Shown); n != scenes {
		t.Errorf("looking back shows spectators %d scenes", n-scenes)
	}
}

// Nothing moves while a game is played.
func TestNothingShiftsInALargeWindow(t *testing.T) {
	for i, g := range catalog.All() {
		for n, size := range largeSizes {
			if !*deep && n != i%len(largeSizes) {
				continue
			}
			s := enterGame(t, g, size)
			first := bones(s.Robot)
			for range 30 {
				m, ok := s.choose()
				if !ok {
					break
				}
				play(s.Robot, m.String())
				s.played(m)
				if s.state.Over() {
					break // the panel has rows of its own
				}
				if got := bones(s.Robot); got != first {
					t.Fatalf("%s at %v: after %s the table stands at %s, before at %s:\n%s", g.Info().ID, size, m, got, first, s.Screen())
				}
			}
		}
	}
}

// bones returns where the heading, the columns' letters and the keys are on a screen.
func bones(r *tuitest.Robot) string {
	var found []string
	for y, row := range strings.Split(r.Screen(), "\n") {
		for _, text := range []string{"points ", " a  ", "? keys"} {
			if x := strings.Index(row, text); x >= 0 {
				if text != " a  " {
					x = 0 // it goes by what else is there
				}
				found = append(found, fmt.Sprintf("%q %d,%d", text, x, y))
			}
		}
	}
	return strings.Join(found, " ")
}

// After a wrong move at a puzzle, and at the end, a look back shows what would have been right, on its board.
func TestAMissedPuzzleIsShown(t *testing.T) {
	ten := catalogIndex(t, "ten-puzzles")
	r := deal(t, ten, "WRONG")
	s := catalog.All()[ten].Deal("WRONG")
	for n := 1; n <= 10; n++ {
		for _, m := range s.Moves() {
			next, err := s.Play(m)
			if missed, ok := next.(engine.Misser); err == nil && ok && !missed.Missed().IsZero() {
				play(r, m.String())
				s = next
				r.Press("[")
				said(t, r, fmt.Sprintf("%s was wrong: %s, as marked, keeps the win. Esc returns to the game.", m, missed.Missed()))
				r.Sees(fmt.Sprintf("Puzzle %d of 10.", n))
				break
			}
		}
		r.Press("esc")
		unseen(t, r, "keeps the win")
	}
}
