package tui_test

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/screen"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/widget"
)

// asciiKeys are the characters that an ordinary keyboard types.
const asciiKeys = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// types presses keys with their texts, as the decoder passes them on.
func types(r *tuitest.Robot, text string) {
	for _, c := range text {
		r.Send(tea.KeyPressMsg{Code: c, Text: string(c)})
	}
}

// No printable key is without an effect and without an answer, on any screen, and the answer is
// true.
func TestEveryKeyIsAnswered(t *testing.T) {
	rows := func(screen string) (all, last string) {
		i := strings.LastIndex(strings.TrimRight(screen, "\n "), "\n")
		return screen[:i], screen[i:]
	}
	for n, s := range keyedScreens() {
		t.Run(s.name, func(t *testing.T) {
			open := func() *tuitest.Robot {
				r := s.open(t)
				types(r, "~") // what the screen says at first goes at the first key
				return r
			}
			r := open()
			for i, key := range strings.Split("жςק¤"+asciiKeys, "") {
				if !*deep && (i+n)%2 > 0 {
					continue
				}
				before, top := r.Screen(), tui.TopType(r.App)
				types(r, key)
				after := r.Screen()
				if tui.TopType(r.App) != top || r.Quit { // it led somewhere
					r = open()
					continue
				}
				told := strings.Contains(after, "does nothing here; ? shows the keys.")
				board, _ := rows(before)
				if same, _ := rows(after); told && same != board && s.name != "table" {
					t.Errorf("%s changes this, and does nothing, it says:\n%s", key, after)
				}
				if !told && after == before && !tui.Bound(r.App, key) && (s.name != "table" || !strings.Contains("hjkl", key)) {
					t.Errorf("%s does nothing, and nobody says so:\n%s", key, after)
				}
				if !told {
					r = open()
				}
			}
		})
	}
}

// A key is a command by its place on the keyboard, in any script.
func TestKeysOfOtherLayouts(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"еф1ф4", "ta1a4"}, {"τα1α4", "ta1a4"}, {"אש1ש4", "ta1a4"}, {"о", "j"}, {"ξ", "j"}, {"ח", "j"}, {"Р", "H"}, {"Η", "H"}, {"ы", "s"}, {"σ", "s"}, {"ד", "s"},
	} {
		open := func() *tuitest.Robot {
			r := tuitest.New(t, ann(t), catalog.All())
			if len(c.want) > 1 {
				r = deal(t, hop45, "ABC")
			}
			return r
		}
		r, latin := open(), open()
		types(r, c.typed)
		types(latin, c.want)
		if r.Screen() != latin.Screen() {
			t.Errorf("%s shows\n%s\nand %s shows\n%s", c.typed, r.Screen(), c.want, latin.Screen())
		}
	}
	r := tuitest.New(t, ann(t), catalog.All())
	r.Send(tea.KeyPressMsg{Code: 'з', Text: "з", BaseCode: 's'}) // as kitty tells
	latin := tuitest.New(t, ann(t), catalog.All())
	if types(latin, "s"); r.Screen() != latin.Screen() {
		t.Errorf("a key with its place shows\n%s", r.Screen())
	}
}

// Letters and digits of a move that come at once are those of a move; what follows them is not played.
func TestAMoveIsTypedAtOnce(t *testing.T) {
	r, slow := deal(t, hop45, "ABC"), deal(t, hop45, "ABC")
	if r.Screen() != slow.Screen() { // which both players have seen
		t.Error("two tables with one deal differ")
	}
	types(slow, "ta1a4")
	r.Press("t")
	r.Send(tea.PasteMsg{Content: "a1a4"})
	if r.Screen() != slow.Screen() {
		t.Errorf("typed at once:\n%s\none after the other:\n%s", r.Screen(), slow.Screen())
	}
	for _, page := range []string{"a1a4\rg", "a1a4\rb1b4\r", "ta1a4\r", "a page\r"} {
		r.Press("esc", "t")
		r.Send(tea.PasteMsg{Content: page})
		r.Sees("moves 0 ", "Pasted text does nothing here.")
	}
	r.Press("esc", "t")
	r.Send(tea.PasteMsg{Content: "a1b1\r"})
	r.Sees("moves 0 ", "b1_")
	unseen(t, r, "Pasted")
	r.Press("esc", "t")
	r.Send(tea.PasteMsg{Content: "a1a4\r"})
	r.Sees("moves 1 ")
	r.Press("u", "y")
	for _, page := range []string{"a1a4\r", "ta1a4\rta1a4\r", "test\r"} {
		r.Send(tea.PasteMsg{Content: page})
		r.Sees("moves 0 ", "Pasted text does nothing here.")
	}
	r.Send(tea.PasteMsg{Content: "ta1a4\r\r"})
	r.Sees("moves 1 ")
	unseen(t, r, "Pasted")
}

// A move that was refused ends with the next key, be it t with all of another move, at a table and in a lesson.
func TestARefusedMoveTakesNoOtherKeys(t *testing.T) {
	lesson := func() *tuitest.Robot {
		r := learning(t, "boardwalk/hop-45")
		for r.Press("enter"); !strings.Contains(r.Screen(), "t type"); r.Press("enter") {
		}
		return r
	}
	for _, open := range []func() *tuitest.Robot{func() *tuitest.Robot { return deal(t, hop45, "ABC") }, lesson} {
		for _, next := range []string{"ta1", "a1"} {
			r := open()
			r.Send(tea.PasteMsg{Content: "td3c4\r"})
			r.Sees("d3c4_")
			r.Send(tea.PasteMsg{Content: next})
			r.Sees("a1_")
			unseen(t, r, "Pasted", "d3c4_", "does nothing")
		}
		for _, key := range []string{"4", "z", "j"} {
			r := open()
			r.Send(tea.PasteMsg{Content: "td3c4\r"})
			r.Press(key)
			unseen(t, r, "d3c4", "not part of a move")
			r.Press("t")
			r.Sees("  _ ")
		}
		r := open()
		r.Send(tea.PasteMsg{Content: "td3c4\r"})
		clickPlace(r, "a1")
		unseen(t, r, "d3c4", "lies face down")
	}
}

// Pasted text is text where text is typed, and otherwise changes nothing and says so.
func TestAPasteIsNoKeys(t *testing.T) {
	for _, s := range keyedScreens() {
		t.Run(s.name, func(t *testing.T) {
			r := s.open(t)
			top := tui.TopType(r.App)
			r.Send(tea.PasteMsg{Content: "energy\r"})
			if tui.TopType(r.App) != top || r.Quit {
				t.Fatalf("it leads to\n%s", r.Screen())
			}
			if s.name != "workshop" {
				r.Sees("Pasted text does nothing here.")
			}
		})
	}
}

// clocks matches the times on a screen.
var clocks = regexp.MustCompile(`\d+:\d\d`)

var deep = flag.Bool("deep", false, "press each key of each screen in each size of windows, draw each screen in each theme and deck, and play each game in each size, not one of some")

// What a key has done shows at once, also in a small window, and again when it is pressed again.
// No answer stands out of sight.
func TestEveryKeyShowsItsAnswer(t *testing.T) {
	answered := map[string]string{ // on each screen, a key whose answer stands there already
		"people-nick": "Enter", "watch-signal": "!", "table-chessboard": "Tab", "bench-estimating": "t",
	}
	for i, s := range screens() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			for j, size := range [][2]int{{80, 24}, {40, 12}} {
				if !*deep && i%8 != 4*j {
					continue
				}
				open := func() *tuitest.Robot { return s.show(t, size, "") }
				for _, key := range offeredKeys(open()) {
					if widget.Match(answered[s.name], robotKey(key)) || key == "E" && strings.HasPrefix(s.name, "bench") && s.name != "bench-idle" {
						continue // estimating a large game takes long
					}
					r := open()
					top := tui.TopType(r.App)
					shows := func() string { return clocks.ReplaceAllString(r.Screen(), "") }
					before := shows()
					r.Press(robotKey(key))
					if r.Quit || tui.TopType(r.App) != top { // it led somewhere
						continue
					}
					after := shows()
					if after == before {
						t.Errorf("at %v %s shows nothing:\n%s", size, key, before)
						continue
					}
					r.Press(robotKey(key))
					if shows() != before {
						continue
					}
					if r.Press(robotKey(key)); shows() != after { // else it goes to and fro
						t.Errorf("at %v %s shows nothing the second time; the first time:\n%s", size, key, after)
					}
				}
			}
		})
	}
}

// offeredKeys returns the keys that the last row and the keys page of the top screen offer, but
// for those that go through a list or a page, or take back what need not be there.
func offeredKeys(r *tuitest.Robot) (keys []string) {
	steps := []string{"up", "left", "arrows", "hjkl", "Home", "Home,", "PgUp", "PgUp,", "Shift-Tab", "space,", "the", "mouse"}
	for _, k := range slices.Concat(tui.KeysOf(r.App), tui.HintsOf(r.App)) {
		if slices.ContainsFunc(strings.Fields(strings.ReplaceAll(k.Keys, "/", " ")), func(key string) bool { return slices.Contains(steps, key) }) {
			continue
		}
		for _, key := range keysIn(screen.Key{Keys: strings.ReplaceAll(k.Keys, "/", " ")}) {
			if !slices.Contains([]string{"Esc", "Backspace", "b"}, key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
