package tui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/screen"
	"boardwalk/tui/tuitest"
)

// Hop 45, deal ABC:
//
//	1  8♥   6♥   9♦   3♦         a4 takes any rank: 8♥ there declares Eights
//	3  ##   ##   ##   ##   ##    and turns up 2♠, which blocks the column
const hop45 = 0

// deal puts the robot at the table of the i-th game with a deal of its own choice.
func deal(t *testing.T, i int, code string) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press(toGame(t, catalog.All()[i].Info().ID)...)
	r.Press("d")
	r.Type(code)
	r.Press("enter")
	return r
}

// play types moves. In a daily or a challenge, Enter again plays one that was warned of.
func play(r *tuitest.Robot, words ...string) {
	for _, w := range words {
		r.Press("t")
		r.Type(w)
		r.Press("enter")
		if saying(r, "Enter again plays it.") {
			r.Press("enter")
		}
	}
}

// line returns n moves from a deal, after which the game goes on.
func line(t *testing.T, g engine.Game, code engine.Code, n int) []string {
	t.Helper()
	words, ok := onward(g.Deal(code), n)
	if !ok {
		t.Fatalf("%s %s has no line of %d moves that goes on", g.Info().ID, code, n)
	}
	return words
}

// onward returns a line of n moves after which s is not over, if there is one.
func onward(s engine.State, n int) ([]string, bool) {
	if s.Over() {
		return nil, false
	}
	if n == 0 {
		return nil, true
	}
	moves := s.Moves()
	for i := range moves {
		m := moves[(i+5*n)%len(moves)]
		if next, err := s.Play(m); err == nil {
			if d, ok := next.(engine.Dealer); ok { // what the table plays by itself
				if m, ok := d.NextDeal(); ok {
					next, _ = next.Play(m)
				}
			}
			if rest, ok := onward(next, n-1); ok {
				return append([]string{m.String()}, rest...), true
			}
		}
	}
	return nil, false
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

// lastGame returns the last game of the catalog.
func lastGame() engine.Game {
	games := catalog.All()
	return games[len(games)-1]
}

// toGame returns the keys that choose a game in the lobby, from the first one on.
func toGame(t *testing.T, id string) []string {
	t.Helper()
	return slices.Repeat([]string{"down"}, catalogIndex(t, id))
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

// TestClock checks that drawing a frame whenever the previous one expires shows every
// second of thinking time. A frame without a clock does not expire.
func TestClock(t *testing.T) {
	played := []arcade.Result{{Record: engine.Record{Game: catalog.All()[hop45].Info().ID}, Class: arcade.Practice}} // no first game
	r := tuitest.New(t, &tuitest.Store{Results: played}, catalog.All())
	stays := func(where string) {
		t.Helper()
		before := r.Screen()
		if r.Clock += 10_000; r.App.NextFrame() != 0 || r.Screen() != before {
			t.Errorf("%s the frame lasts %v, and becomes\n%s", where, r.App.NextFrame(), r.Screen())
		}
	}
	runs := func(where string, began int64) {
		t.Helper()
		for range 70 {
			shown := screen.ShownClock(r.Clock-began) / 1000
			r.Sees(fmt.Sprintf("  %d:%02d  ", shown/60, shown%60))
			r.Clock += r.App.NextFrame().Milliseconds()
			if now := screen.ShownClock(r.Clock-began) / 1000; now != shown+1 {
				t.Fatalf("%s %d s is followed by %d s", where, shown, now)
			}
		}
	}
	stays("in the lobby")
	r.Press("enter")
	began := r.Clock
	runs("at the table", began)
	r.Press("left")
	runs("after a key", began)
	r.Clock -= r.Clock - began - 100_000 // exactly at a second
	runs("at a second", began)
	for _, late := range []int64{-1, 0, 1} { // keys at the beat of the clock
		if r.Clock = began + 100_000 + late; r.App.NextFrame() <= time.Second {
			t.Errorf("%d ms after a second the frame lasts only %v", late, r.App.NextFrame())
		}
	}
	r.Press("f1")
	stays("in the rules")
	r.Press("q")
	play(r, over(t, catalog.All()[hop45], "R1")...)
	rest(r)
	stays("once the game is over")
	r.Press("u", "y")
	if r.App.NextFrame() == 0 {
		t.Error("the clock does not run after the last move was taken back")
	}
}

// What a first game says of its clock goes for that game alone, and the next one says so.
func TestTheClockIsToldOf(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	const runs = "The clock runs now, from the deal on."
	r.Press("enter")
	r.Sees("Take your time: in a first game the clock starts with the first move.")
	unseen(t, r, runs)
	for i, says := range []bool{true, false} {
		play(r, line(t, catalog.All()[hop45], engine.Code(fmt.Sprintf("R%d", i+1)), 1)...)
		r.Press("g", "y", "n")
		if told := strings.Contains(r.Screen(), runs); told != says || r.App.NextFrame() == 0 {
			t.Errorf("the next deal tells of its clock: %t, want %t:\n%s", told, says, r.Screen())
		}
		unseen(t, r, "Take your time")
		if says {
			r.Clock += 10_000
			play(r, line(t, catalog.All()[hop45], "R2", 1)...)
			r.Press("r", "y")
			r.Sees("moves 0 ")
			unseen(t, r, runs) // it runs on
		}
	}
}

// TestEnterSetsWhatIsForcedInATypedMove uses a move where only the unseen card can come
// back.
func TestEnterSetsWhatIsForcedInATypedMove(t *testing.T) {
	r := deal(t, luckySeven, "ABC")
	r.Press("t")
	r.Type("a5a4")
	r.Sees("a5a4_", "Return: the card that comes back.")
	r.Press("enter")
	r.Sees(": blind play, ", "the hand takes the unseen card of a3", "Enter play", "Blind play: the card that would turn up")
	r.Press("backspace") // deletes what was typed
	r.Sees("a5a_", "Destination:")
	r.Type("4")
	r.Press("a", "enter") // no digit is forced
	r.Sees("a5a4a_", "Type a column's letter and a row's digit")
	r.Press("backspace", "enter", "enter")
	r.Sees("moves 1 ")
}

// What an exchange brings into the hand is said below the board, however the move is made, until another is made or taken back.
func TestAnExchangeSaysWhatComesIntoTheHand(t *testing.T) {
	for name, play := range map[string]func(*tuitest.Robot){
		"typed":  func(r *tuitest.Robot) { r.Press("t"); r.Type("a5a4"); r.Press("enter", "enter") },
		"marks":  func(r *tuitest.Robot) { r.Press("down", "down", "down", "down", "enter", "up", "enter") },
		"clicks": func(r *tuitest.Robot) { r.Click("J♠"); r.Click("A-K") },
	} {
		t.Run(name, func(t *testing.T) {
			r := deal(t, luckySeven, "ABC")
			play(r)
			r.Sees("moves 1 ", " joins the hand.")
			r.Press("u")
			unseen(t, r, "joins the hand")
		})
	}
}

// TestALetterBeginsAnotherMove checks what follows a typed move that is refused or complete: the
// next letter begins another one, and Backspace corrects it.
func TestALetterBeginsAnotherMove(t *testing.T) {
	for name, c := range map[string]struct {
		keys  func(*testing.T, *tuitest.Robot)
		shows string
	}{
		"before Enter":           {keys("a", "1", "a", "3", "a"), "a_"},
		"a source":               {keys("a", "3", "b"), "b_"},
		"a complete move":        {keys("a", "1", "a", "4", "b"), "b_"},
		"after Enter":            {keys("a", "1", "a", "3", "enter", "b"), "b_"},
		"half a place and Enter": {keys("a", "1", "a", "enter"), "a1a_  Type a column's letter"},
		"and its digit":          {keys("a", "1", "a", "enter", "4"), "8♥ to a4: "},
		"Backspace":              {keys("a", "1", "a", "3", "backspace"), "a1a_"},
		"Backspace after Enter":  {keys("a", "1", "a", "3", "enter", "backspace"), "a1a_"},
	} {
		t.Run(name, func(t *testing.T) {
			r := deal(t, hop45, "ABC")
			r.Press("t")
			c.keys(t, r)
			r.Sees("  " + c.shows)
		})
	}
}

// TestARestartAsksWhereItCosts checks that a restart which puts away a card that was turned up asks
// first, once, and that its own key answers.
func TestARestartAsksWhereItCosts(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("r")
	r.Sees("A restart makes this game assisted: it can't be a best. Restart? (y/n)", "y, r yes", "moves 1 ")
	r.Press("n")
	r.Sees("No restart.", "moves 1 ")
	r.Press("r", "y")
	r.Sees("moves 0 ", "assisted")
	r.Press("u", "r")
	r.Sees("moves 0 ")
}

// TestARestartOfAWonGameAsks checks that a win is not taken back unasked, and that a restart says how it is
// taken back.
func TestARestartOfAWonGameAsks(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter", "x", "y", "esc") // a hint makes it assisted, so that a restart has no other price
	won, err := engine.Solve(t.Context(), catalog.All()[hop45].Deal("R1"), engine.Question{Goal: engine.GoalWin})
	if err != nil || won.Verdict != engine.VerdictWon {
		t.Fatalf("the deal is %s, %v", won.Verdict, err)
	}
	for _, m := range won.Line {
		play(r, m.String())
	}
	rest(r)
	r.Press("r")
	r.Sees("A restart takes this win back. Restart? (y/n)")
	r.Press("n")
	r.Sees("No restart.")
	r.Press("r", "y")
	r.Sees("moves 0 ", "The game stands at its deal again; u takes that back.")
	r.Press("u")
	r.Sees(fmt.Sprintf("moves %d ", len(won.Line)))
}

// TestANarrowHeadingKeepsTheName checks that the clock goes before the name of the game is cut.
func TestANarrowHeadingKeepsTheName(t *testing.T) {
	for i, g := range catalog.All() {
		r := atTable(t, i)
		r.Resize(40, 12)
		r.Clock += 3_725_000
		r.Sees("  "+g.Info().Name+"  ", "/", "moves 0")
	}
}

// The points, the moves and the clock stand where they stood when a hint has made the game assisted.
func TestAHintMovesNoPartOfTheHeading(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	before, _, _ := strings.Cut(r.Screen(), "no best yet")
	r.Press("x", "y")
	if after, _, ok := strings.Cut(r.Screen(), "assisted"); !ok || after != before {
		t.Errorf("the heading begins with %q, before with %q", after, before)
	}
}
