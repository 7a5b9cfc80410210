package tui_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// TestARefusedTextIsTypedOn checks that a field says what it takes before anything is
// typed. If the text is refused, the field stays open with the text and says why, so that
// the next letters belong to the text and are not commands.
func TestARefusedTextIsTypedOn(t *testing.T) {
	accounts := func(t *testing.T) *tuitest.Robot {
		r, held := atAccount(t)
		held.Err = errors.New("that will not do")
		return r
	}
	races := func(t *testing.T) *tuitest.Robot {
		store := atRaces()(t)
		store.Races.Err = errors.New("that will not do")
		r := tuitest.New(t, store, catalog.All())
		r.Press("r")
		return r
	}
	lobby := func(t *testing.T) *tuitest.Robot { return tuitest.New(t, &tuitest.Store{}, catalog.All()) }
	opened := func(t *testing.T) *tuitest.Robot {
		r := lobby(t)
		r.Press("enter")
		play(r, catalog.All()[hop45].Deal("R1").Moves()[0].String())
		r.Press("q")
		return r
	}
	replayed := func(t *testing.T) *tuitest.Robot {
		r := lobby(t)
		r.Press("enter")
		play(r, catalog.All()[hop45].Deal("R1").Moves()[0].String())
		r.Press("g", "y", "w")
		return r
	}
	for _, c := range []struct {
		name  string
		at    func(*testing.T) *tuitest.Robot
		open  []string // the keys that open the field
		takes string   // what it says at first
		typed string
		sent  string // the keys that are refused
		why   string // what it says then
		still string // shown next to what was typed
		more  string // typed next
		want  string // on the screen then
	}{
		{"a nick", accounts, []string{"enter"}, "3 to 20 letters, digits, _ and -", "al", "enter", "That will not do. Ctrl-U clears it.", "Nick: al", "ice", "Nick: alice"},
		{"a link code", accounts, []string{"j", "j", "j", "j", "enter"}, "ABCD-EFGH", "WX", "enter", "That will not do.", "Code: WX", "qj", "Code: WXqj"},
		{"a key's name", accounts, []string{"j", "j", "j", "j", "j", "j", "enter"}, "40 letters at most", "a", "enter", "That will not do.", "Name: a", "lq", "Name: alq"},
		{"the word that removes a key", accounts, []string{"end", "k", "enter"}, "a new player", "re", "enter", "does not match", ": re", "move", ": remove"},
		{"the word that deletes all", accounts, []string{"end", "enter"}, "Deletes all games, bests and keys", "an", "enter", "does not match", ": an", "n", ": ann"},
		{"the form of a race code", races, []string{"c"}, "such as K7Q2M9", "", "enter", "no code of a race", "race:", "q", "race: Q"},
		{"a race code", races, []string{"c"}, "six letters and digits", "K7Q2M9", "enter", "That will not do.", "race: K7Q2M9", "q", "race: K7Q2M9Q"},
		{"no deal code", lobby, []string{"d"}, "1 to 32", "", "enter", "code", "practice):", "q", "practice): Q"},
		{"the deal of an open game", opened, []string{"d"}, "letters and digits", "XYZ", "enter", "is open: finish it first", "Go there? (y/n)", "y", "moves 1"},
		{"a search in the lobby", lobby, []string{"/"}, "Type part of a game's name", "zzz", "enter", "No game shown here has that name", "Search: zzz", "q", "Search: zzzq"},
		{"the number of a move", replayed, []string{"9"}, "of 1", "9", "enter", "The last is move 1;", "99_", "7", "move 997"},
		{"a rank to light", lobby, []string{"enter", "/"}, "type one of 3 4 7 8.", "", "y", "No card of that rank is face up", "Esc none", "n", "type one of 3 4 7 8."},
		{"a move", lobby, []string{"enter", "t"}, "such as a1", "a3", "enter", "lies face down", "a3_", "b", "  b_"}, // begins another
		{"a move, without Enter", lobby, []string{"enter", "t"}, "such as a1", "a", "3", "lies face down", "a3_", "b", "  b_"},
		{"no column", lobby, []string{"enter", "t"}, "such as a1", "", "z", "z is not part of a move: type places such as a1; Esc ends typing.", "  _", "b", "  b_"},
		{"no column after a refusal", lobby, []string{"enter", "t"}, "such as a1", "a3", "z", "z does nothing here", "does nothing", "b", "b does nothing here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.at(t)
			r.Press(c.open...)
			r.Sees(c.takes)
			r.Type(c.typed)
			r.Press(strings.Fields(c.sent)...)
			r.Sees(c.why, c.still)
			r.Type(c.more)
			r.Sees(c.want)
		})
	}
}

// A key that is no part of a typed move ends the typing and does what it always does, so that the
// last row is true; after a column's letter it is a slip.
func TestAKeyThatIsNoPartOfATypedMove(t *testing.T) {
	for key, does := range map[string]string{
		"?": "Keys (a click presses one)", "f1": "Hop 45", "t": "  _  ", "x": "A hint makes this game assisted", "u": "u takes back",
		"right": "Destination", "q": "Boardwalk Arcade",
	} {
		for _, typed := range []string{"a1", "c1b2"} { // taken, and refused
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			r.Resize(40, 12)
			r.Press("t")
			r.Type(typed[:1])
			r.Press(key)
			if key != "t" {
				r.Sees(typed[:1] + "_")
			}
			r.Type(typed[1:])
			r.Press(key)
			unseen(t, r, typed+"_")
			r.Resize(80, 24)
			if key != "right" && key != "u" {
				r.Sees(does)
			}
		}
	}
}

// After a wrong letter or digit no letter is a command: what was meant is a move.
func TestAWrongLetterOfATypedMove(t *testing.T) {
	r := atTable(t, hop45)
	r.Press("t")
	for _, key := range []string{"9", "x", "q", "u", "z"} {
		r.Press(key)
		r.Sees("  _  " + key + " is not part of a move: type places such as a1; Esc ends typing.")
	}
	r.Press("a", "1")
	r.Sees("a1_      Destination: where it goes")
	r.Press("f1")
	r.Sees("In short")
}

// A letter or digit that does nothing at a table says so, until the next key. Held down it draws
// nothing more.
func TestAKeyThatDoesNothing(t *testing.T) {
	r := atTable(t, hop45)
	before := r.Screen()
	for _, key := range []string{"z", "5", "Z"} {
		r.Press(key)
		r.Sees(key + " does nothing here; ? shows the keys.")
		shown := r.Screen()
		if r.Press(key); r.Screen() != shown {
			t.Errorf("held down %s shows\n%s", key, r.Screen())
		}
	}
	r.Press("right", "left")
	if r.Screen() != before {
		t.Errorf("after another key it shows\n%s", r.Screen())
	}
}

// A refused first place does not go unsaid when the next one follows at once.
func TestARefusedPlaceIsToldOfInTheNext(t *testing.T) {
	r := atTable(t, hop45)
	r.Press("t", "a", "3")
	r.Sees("a3_", "lies face down")
	r.Press("b")
	r.Sees("  b_", "lies face down")
	r.Press("1")
	r.Sees("b1_  a3 was refused: b1 begins another move.")
	r.Press("a", "4")
	unseen(t, r, "was refused")
	r.Press("esc", "t", "a", "3", "d", "4")
	r.Sees("a3d4_  The top card of a3 lies face down.")
}

// A move that is refused is told of as a whole, however it was made, though its card can go nowhere else either.
func TestARefusedMoveIsToldOfAsAWhole(t *testing.T) {
	const why = "d2 takes no card while d1 still has one."
	r := deal(t, hop45, "AB")
	play(r, "a1a4", "a1b4")
	r.Press("t")
	r.Type("a1d2")
	r.Sees(why)
	r.Press("enter")
	r.Sees("a1d2_  " + why)
	r.Press("esc", "esc")
	dragPlace(r, "a1", "d2")
	r.Sees(why)
	clickPlace(r, "a1")
	r.Sees("nowhere to go now")
}

// TestAFieldSaysWhatItTakesInASmallWindow checks that the whole text shows at 40 by 12.
func TestAFieldSaysWhatItTakesInASmallWindow(t *testing.T) {
	r, accounts := atAccount(t)
	accounts.Err = errors.New("a nick has 3 to 20 letters")
	r.Resize(40, 12)
	r.Press("enter")
	r.Sees("3 to 20", "letters, digits, _ and -")
	r.Press("a", "enter")
	r.Sees("A nick has 3 to 20 letters.", "Nick: a")
	r.Press("esc")
	unseen(t, r, "Nick: a")
}
