package tui_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/screen"
	"boardwalk/tui/tuitest"
)

// single matches a word of an entry of the last row or of a keys page.
var single = regexp.MustCompile(`[^ ,/]+|^/$`)

// named returns the single keys that an entry names, by their columns.
func named(k screen.Key) map[int]string {
	names := make(map[int]string)
	for _, at := range single.FindAllStringIndex(k.Keys, -1) {
		switch name := k.Keys[at[0]:at[1]]; name {
		case "arrows", "hjkl", "0-9", "a1": // several keys
		default:
			names[at[0]] = name
		}
	}
	return names
}

// alike fails the test unless two robots are in the same state.
func alike(t *testing.T, what string, got, want *tuitest.Robot) {
	t.Helper()
	if got.Screen() != want.Screen() || got.Quit != want.Quit {
		t.Errorf("%s leads to\n%s\nits key to\n%s", what, got.Screen(), want.Screen())
	}
}

// clickOn clicks in the last row that shows a text, by columns after its beginning. It
// reports whether there is such a row.
func clickOn(r *tuitest.Robot, text string, by int) bool {
	lines := strings.Split(r.Screen(), "\n")
	for y, line := range slices.Backward(lines) {
		if before, _, ok := strings.Cut(line, text); ok {
			r.Send(tea.MouseClickMsg{X: len([]rune(before)) + by, Y: y, Button: tea.MouseLeft})
			return true
		}
	}
	return false
}

// TestAClickInTheLastRowPressesItsKey clicks on every key of every screen's last row, and
// on what the key does.
func TestAClickInTheLastRowPressesItsKey(t *testing.T) {
	for _, screen := range keyedScreens() {
		t.Run(screen.name, func(t *testing.T) {
			clicks := 0
			for _, k := range tui.HintsOf(screen.open(t).App) {
				entry := "  " + k.Keys + " " + k.Does
				for at, name := range named(k) {
					clicked, pressed := screen.open(t), screen.open(t)
					by := 2 + at
					if at == 0 {
						by = len(entry) - 1 // on what it does
					}
					if !clickOn(clicked, entry, by) {
						continue // there is no room for it
					}
					clicks++
					pressed.Press(robotKey(name))
					alike(t, "a click on "+name, clicked, pressed)
				}
			}
			if clicks < 3 {
				t.Errorf("only %d keys stand in the last row", clicks)
			}
		})
	}
}

// TestAClickOnAKeysPagePressesItsKey clicks on every key of every keys page.
func TestAClickOnAKeysPagePressesItsKey(t *testing.T) {
	for n, screen := range keyedScreens() {
		if screen.name == "keys" || screen.name == "words" {
			continue // one has no keys page of its own, and the other has that of the rules
		}
		t.Run(screen.name, func(t *testing.T) {
			for i, k := range append(tui.KeysOf(screen.open(t).App), tui.Everywhere()...) {
				if k.Keys == "mouse" || k.Keys == "the same again" || !*deep && (i+n)%3 > 0 {
					continue
				}
				line := fmt.Sprintf("  %-18s%.15s", k.Keys, k.Does)
				for at, name := range named(k) {
					if name == "R" || name == "x" {
						continue // where it leads is random
					}
					clicked, pressed := screen.open(t), screen.open(t)
					clicked.Resize(80, 60)
					clicked.Press("?")
					by := 2 + at
					if at == 0 {
						by = len(line) - 1 // on what it does
					}
					if !clickOn(clicked, line, by) {
						t.Fatalf("the page does not show %q:\n%s", line, clicked.Screen())
					}
					pressed.Resize(80, 60)
					pressed.Press(robotKey(name))
					alike(t, "a click on "+name, clicked, pressed)
				}
			}
		})
	}
}

func TestAClickOnWhatIsNoKeyDoesNothing(t *testing.T) {
	r := deal(t, hop45, "ABC")
	still := func(text string) {
		t.Helper()
		want := r.Screen()
		if !clickOn(r, text, 0) || r.Screen() != want {
			t.Errorf("a click on %q leads from\n%s\nto\n%s", text, want, r.Screen())
		}
	}
	still("arrows")
	still("  Enter")
	r.Press("?")
	for _, text := range []string{"  Keys", "arrows, hjkl", "the same again", "mouse"} {
		still(text)
	}
	r.Resize(80, 60)
	still("S D  ") // a sign of the board, not a key
	still("On every screen")
	r.Press("q")
	r.RightClick("q lobby")
	r.Sees("q lobby")
	r.Resize(39, 24)
	r.Send(tea.MouseClickMsg{X: 3, Y: 23, Button: tea.MouseLeft})
	r.Resize(80, 24)
	r.Sees("q lobby", "moves 0 ")
}

func TestAMarkedCardIsDragged(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("enter")
	dragPlace(r, "a1", "a2")
	r.Sees("a2 takes no card while a1 still has one.")
	clickPlace(r, "a1")
	dragPlace(r, "a1", "a4")
	r.Sees("moves 1 ")
}

// While a card is dragged, what it would do shows where it is held, as under the cursor of the keys.
func TestWhatADragWouldDoShows(t *testing.T) {
	r := deal(t, hop45, "ABC")
	to := boardOn(r)["a4"]
	at := boardOn(r)["a1"]
	r.Send(tea.MouseClickMsg{X: at.X, Y: at.Y, Button: tea.MouseLeft})
	move, err := engine.ParseMove("a1a4")
	if err != nil {
		t.Fatal(err)
	}
	does := catalog.All()[hop45].Deal("ABC").Describe(move)
	unseen(t, r, does)
	r.Send(tea.MouseMotionMsg{X: to.X, Y: to.Y, Button: tea.MouseLeft})
	said(t, r, does)
	r.Send(tea.MouseReleaseMsg{X: to.X, Y: to.Y, Button: tea.MouseLeft})
	r.Sees("moves 1 ")
	r.Send(tea.MouseMotionMsg{X: at.X, Y: at.Y})
	unseen(t, r, "Source: ")
}

// A click on the marked card puts it down, though it has one place alone, where a second Enter plays it.
func TestAMarkedCardIsClickedAgain(t *testing.T) {
	for i, g := range catalog.All() {
		for _, m := range g.Deal("ABC").Moves() {
			if m.Len() == 1 {
				continue // the place is a whole move
			}
			again, esc := deal(t, i, "ABC"), deal(t, i, "ABC")
			clickPlace(again, m.From.String())
			clickPlace(again, m.From.String())
			clickPlace(esc, m.From.String())
			esc.Press("esc")
			alike(t, "a click on "+m.From.String()+" again", again, esc)
		}
	}
	clicked, entered := deal(t, hop45, "ABC"), deal(t, hop45, "ABC")
	clickPlace(clicked, "a1")
	entered.Press("enter")
	alike(t, "a click", clicked, entered)
}

func TestAClickAnswersAQuestion(t *testing.T) {
	r := deal(t, hop45, "ABC")
	dragPlace(r, "a1", "a4")
	command(t, r, "a new deal;", 0)
	r.Sees("Give up this game with 1 point for a new deal?")
	clickPlace(r, "b1")
	r.Sees("Give up this game with 1 point for a new deal? (y/n) Press y or n.")
	clickPlace(r, "b1")
	r.Sees("(y/n) Press y or n.")
	r.Click("n no")
	r.Sees("The game goes on.", "moves 1 ")
	command(t, r, "finish: end the game", 0)
	r.Sees("Finish this game with 1 point?")
	r.Click("y yes")
	r.Sees("Given up: 1 of 27 points.")
}

func TestAClickLightsARank(t *testing.T) {
	r := deal(t, hop45, "ABC")
	command(t, r, "light all cards of a rank", 0)
	r.Sees("Light a rank", "3/6/8/9  Esc none")
	clickOn(r, "/6/", 1)
	r.Sees("Sixes are lit; Esc puts them out.")
	r.Click("Esc clear")
	command(t, r, "light all cards of a rank", 0)
	r.Click("Esc none")
	r.Sees("No rank is lit.", "q lobby")
}

func TestTheLobbyAsksAndTheMouseAnswers(t *testing.T) {
	for answer, says := range map[string]string{"y yes": "Enter play", "n no": "open at move 2"} {
		r := outdated(t)
		r.Click("Hop 45")
		r.Sees("played by other rules and cannot go on", "y yes  n no")
		r.Click("Lucky Seven")
		r.Sees("(y/n) Press y or n.", "> Hop 45", "y yes  n no")
		r.Click(answer)
		r.Sees(says)
		if got := len(r.Store.Results); (got == 1) != (answer == "y yes") {
			t.Errorf("after %s the history has %d results", answer, got)
		}
	}
}

// The keys page lists the answers while the lobby asks something, and all keys if a number is
// typed before the page has come.
func TestTheKeysPageIsWhole(t *testing.T) {
	r := outdated(t)
	r.Press("enter", "?")
	r.Sees("Keys (", "n, Esc")
	r.Press("esc")
	r.Sees("played by other rules and cannot go on", "y yes  n no")
	r.Press("y")
	if len(r.Store.Results) != 1 {
		t.Error("y does not answer after the page")
	}

	r = atReplay(t, recordOf(t, hop45, 3))
	r.HoldCommands()
	r.Press("?", "2")
	r.ReleaseCommands()
	r.Sees("Keys (", "ten moves")
}

func TestAClickBelowTheListsEnd(t *testing.T) {
	r := atHistory(t, played(15))
	r.Screen()
	for range 2 { // the frame is older than the list
		r.Send(tuitest.KeyPress(t, "o"))
	}
	r.Send(tea.MouseClickMsg{X: 5, Y: 16, Button: tea.MouseLeft})
	r.Sees("Your history", "all classes, perfect")
}

func TestTheWelcomeTakesClicks(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Click("teaches it first")
	r.Sees("Learn Hop 45")
	r.Click("q back")
	r.Press("d") // the prompt takes the room
	unseen(t, r, "plays Hop 45")
	r.Sees("Deal code (for practice):")
	r.Click("Esc no deal")
	r.Click("plays Hop 45")
	r.Sees("moves 0 ")
}

// A click on a stock deals, and what a deal is announced to go to takes the click and the drag. Where moves are confirmed a
// click on the stock only marks it.
func TestTheStockDealsByMouse(t *testing.T) {
	r := deal(t, catalogIndex(t, "hopscotch"), "ABC")
	clickPlace(r, "a1")
	r.Sees("moves 1 ")
	r.Press("u")
	dragPlace(r, "a1", "b1")
	r.Sees("moves 1 ")
	r.Press("u")
	toggleConfirm(r)
	clickPlace(r, "a1")
	r.Sees("moves 0 ", "Stock to b1")
	clickPlace(r, "b1")
	r.Sees("moves 1 ")
	r.Press("u")
	dragPlace(r, "a1", "b1")
	r.Sees("moves 1 ")
}
