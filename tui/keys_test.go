package tui_test

import (
	"errors"
	"fmt"
	"maps"
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
	"boardwalk/tui/widget"
)

func TestEveryKeyDoesWhatItsPageSays(t *testing.T) {
	for _, screen := range keyedScreens() {
		for _, p := range screen.presses {
			t.Run(screen.name+"/"+p.key, func(t *testing.T) { p.check(t, screen) })
		}
	}
}

// A bound is a screen of which only the bindings matter.
type bound struct {
	screen.Screen
	all []widget.Binding
}

func (b bound) Bindings() []widget.Binding { return b.all }

func TestTheKeysPageListsWhatIsOff(t *testing.T) {
	all := []widget.Binding{{Keys: "/", Does: "search", Off: true}, {Keys: "w", Does: "watch", Refusal: "nobody is here"}, {Keys: "?", Hint: "keys"}}
	if got, want := screen.KeysOf(bound{all: all}), []screen.Key{{Keys: "/", Does: "search"}, {Keys: "w", Does: "watch"}}; !slices.Equal(got, want) {
		t.Errorf("the page lists %v, want %v", got, want)
	}
}

func (p press) check(t *testing.T, screen keyed) {
	r := screen.open(t)
	p.prepare(r)
	before, row, at := r.Screen(), chosenRow(r), cursorOf(r)
	if p.does != nil && p.does(r) {
		t.Fatalf("it holds before the key already:\n%s", before)
	}
	p.push(r)
	after := r.Screen()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf(format+"; before:\n%s\nafter the key:\n%s", append(args, before, after)...)
	}
	switch {
	case p.sees != "" && (strings.Contains(before, p.sees) || !strings.Contains(after, p.sees)):
		fail("%q does not come", p.sees)
	case p.gone != "" && (!strings.Contains(before, p.gone) || strings.Contains(after, p.gone)):
		fail("%q does not go", p.gone)
	case p.at != "" && (at == p.at || cursorOf(r) != p.at):
		fail("the cursor goes from %s to %s, want %s", at, cursorOf(r), p.at)
	case p.row != 0 && (row == p.row || chosenRow(r) != p.row):
		fail("the choice goes from row %d to %d, want %d", row, chosenRow(r), p.row)
	case p.lines > 0 && body(before)[p.lines] != body(after)[0] || p.lines > 0 && before == after:
		fail("it does not go on by %d lines", p.lines)
	case p.does != nil && !p.does(r):
		fail("it does not")
	case p.like != "":
		other := screen.open(t)
		other.Press(strings.Fields(p.like)...)
		if after == before || after != other.Screen() {
			fail("it is not as after %s", p.like)
		}
	case p.sees+p.gone+p.at == "" && p.row+p.lines == 0 && p.does == nil:
		t.Fatal("the case checks nothing")
	}
}

// body returns the lines of a page below its title.
func body(screen string) []string { return strings.Split(screen, "\n")[2:] }

// prepare presses the keys that come first.
func (p press) prepare(r *tuitest.Robot) {
	if p.before == "unread" { // statistics that could not be read
		r.Press("q")
		r.Store.Unavailable = errors.New("the disk is gone")
		r.Press("s")
		r.Store.Unavailable = nil
		return
	}
	if p.before == "begun" { // a race whose player has left the table
		r.Race(begun(r.Store.Races.List[0]))
		r.Press("q")
		return
	}
	r.Press(strings.Fields(p.before)...)
	rest(r)
}

// push presses the key itself.
func (p press) push(r *tuitest.Robot) {
	switch {
	case p.mouse != nil:
		p.mouse(r)
	case p.key == "the same again":
		r.Press("enter")
	default:
		r.Press(robotKey(p.key))
	}
}

// robotKey returns the robot's name for a key of a keys page.
func robotKey(name string) string {
	if len(name) == 1 {
		return name
	}
	name = strings.ToLower(name)
	name = strings.ReplaceAll(name, "-", "+")
	if name == "pgdn" {
		return "pgdown"
	}
	return name
}

// chosenRow returns the row with the ">" of a list, -1 if there is none.
func chosenRow(r *tuitest.Robot) int {
	return slices.IndexFunc(strings.Split(r.Screen(), "\n"), func(s string) bool { return strings.HasPrefix(s, "  > ") })
}

// TestEveryListTakesTheSameKeys: a player who knows one list knows all. None goes around its ends: Enter after one
// key too many is still meant for the last entry.
func TestEveryListTakesTheSameKeys(t *testing.T) {
	for _, screen := range keyedScreens() {
		r := screen.open(t)
		r.Press("home")
		if chosenRow(r) < 0 {
			continue // it has no list
		}
		t.Run(screen.name, func(t *testing.T) {
			first := r.Screen()
			for _, there := range []string{"down", "j", "pgdown", "end"} {
				r.Press(there)
				if r.Screen() == first {
					t.Errorf("%s does nothing", there)
				}
				if r.Press("home"); r.Screen() != first {
					t.Errorf("Home after %s is not the first entry:\n%s", there, r.Screen())
				}
			}
			r.Press("end")
			last := r.Screen()
			if r.Press("down"); r.Screen() != last {
				t.Errorf("down at the last entry leads to\n%s", r.Screen())
			}
			if r.Press("home", "up"); r.Screen() != first {
				t.Errorf("up at the first entry leads to\n%s", r.Screen())
			}
			r.Press("home")
			for _, back := range []string{"up", "k", "pgup"} {
				if r.Press("down", back); r.Screen() != first {
					t.Errorf("%s after down is not the first entry:\n%s", back, r.Screen())
				}
			}
		})
	}
}

// TestTheMouseDoesWhatTheKeysPageSays covers the rest of the table's mouse line.
func TestTheMouseDoesWhatTheKeysPageSays(t *testing.T) {
	r := deal(t, hop45, "ABC")
	clickPlace(r, "a1")
	clickPlace(r, "a4")
	r.Sees("moves 1 ")
	confirmed := deal(t, hop45, "ABC")
	toggleConfirm(confirmed) // Enter plays, as does a click on a marked place
	clickPlace(confirmed, "a1")
	clickPlace(confirmed, "a4")
	confirmed.Sees("moves 0 ", "Enter play")
	clickPlace(confirmed, "a4")
	confirmed.Sees("moves 1 ")
	r = deal(t, hop45, "ABC")
	dragPlace(r, "a1", "a4")
	r.Sees("moves 1 ")
	r = deal(t, hop45, "ABC")
	words := stacking(t, catalog.All()[hop45], "ABC")
	play(r, words[:len(words)-1]...)
	r.Press("esc")
	m, err := engine.ParseMove(words[len(words)-1])
	if err != nil {
		t.Fatal(err)
	}
	from := boardOn(r)[m.From.String()]
	r.Send(tea.MouseClickMsg{X: from.X, Y: from.Y, Button: tea.MouseRight})
	r.Sees("━S━", "Enter play")
	r.Send(tea.MouseClickMsg{X: from.X, Y: from.Y, Button: tea.MouseRight})
	r.Sees(fmt.Sprintf("moves %d ", len(words)))
}

func TestEveryKeyOfAKeysPageHasACase(t *testing.T) {
	for _, screen := range keyedScreens() {
		t.Run(screen.name, func(t *testing.T) {
			r := screen.open(t)
			named := make(map[string]bool)
			for _, k := range tui.KeysOf(r.App) {
				for _, key := range keysIn(k) {
					named[key] = true
				}
			}
			tested := make(map[string]bool)
			for _, p := range screen.presses {
				tested[p.key] = true
			}
			if got, want := slices.Sorted(maps.Keys(tested)), slices.Sorted(maps.Keys(named)); !slices.Equal(got, want) {
				t.Errorf("the cases are of\n%v, the page names\n%v", got, want)
			}
		})
	}
}

// namedKey matches a key that the explanation of another key names.
var namedKey = regexp.MustCompile(`(?:^|[ ;:])(Home|End|Esc|Enter|Tab|Backspace|Pg[A-Z]\w|F\d+|Ctrl-\w|[b-zA-Z/?.])(?:$|[ ;,:])`)

// keysIn returns every key that a line of a keys page names.
func keysIn(k screen.Key) []string {
	if k.Keys == "mouse" || k.Keys == "the same again" {
		return []string{k.Keys}
	}
	var keys []string
	for f := range strings.FieldsSeq(strings.ReplaceAll(k.Keys, ",", " ")) {
		switch f {
		case "arrows":
			keys = append(keys, "left", "right", "up", "down")
		case "hjkl":
			keys = append(keys, strings.Split(f, "")...)
		case "0-9":
			keys = append(keys, strings.Split("0123456789", "")...)
		default:
			keys = append(keys, f)
		}
	}
	does := strings.ReplaceAll(k.Does, " ", "  ") // matches must not share a space
	for _, m := range namedKey.FindAllStringSubmatch(does, -1) {
		keys = append(keys, m[1])
	}
	return keys
}

// TestKeysOfEveryScreen tries the keys that mean the same everywhere.
func TestKeysOfEveryScreen(t *testing.T) {
	for _, screen := range keyedScreens() {
		t.Run(screen.name, func(t *testing.T) {
			everywhere := map[string]func(r *tuitest.Robot) bool{
				"?": func(r *tuitest.Robot) bool {
					r.Press("?")
					if screen.name == "keys" { // there it leads back
						return !strings.Contains(r.Screen(), "space/b page")
					}
					return strings.HasPrefix(r.Screen(), "  Keys") && strings.Contains(r.Screen(), tui.KeysOf(screen.open(t).App)[0].Does)
				},
				"A": func(r *tuitest.Robot) bool {
					r.Press("A")
					return strings.Contains(string(r.Store.SettingsJSON), `"ascii"`) && strings.IndexFunc(r.Screen(), func(c rune) bool { return c > '~' }) < 0
				},
				"T": func(r *tuitest.Robot) bool {
					before := r.Grid()
					r.Press("T")
					return strings.Contains(string(r.Store.SettingsJSON), `"felt"`) && !r.Grid().Equal(before)
				},
				"S": func(r *tuitest.Robot) bool {
					settings := strings.Contains(r.Screen(), "Suit colours")
					r.Press("S")
					return strings.Contains(r.Screen(), "Suit colours") != settings // there it leads back
				},
				"mouse": func(r *tuitest.Robot) bool {
					before := r.Screen()
					r.ClickKey("q ")
					return r.Quit || r.Screen() != before
				},
				"Ctrl-L": func(r *tuitest.Robot) bool {
					before := r.Grid()
					r.Press("ctrl+l")
					return r.Grid().Equal(before) // the program that runs the app sends it again
				},
			}
			for _, k := range tui.Everywhere() {
				r := screen.open(t)
				if does := everywhere[k.Keys]; does == nil || !does(r) {
					t.Errorf("%s does not show %s:\n%s", k.Keys, k.Does, r.Screen())
				}
			}
		})
	}
}

// TestTextIsEditedAlikeEverywhere: every field in which text is typed has a cursor.
func TestTextIsEditedAlikeEverywhere(t *testing.T) {
	for _, c := range []struct {
		name, label string
		keys        []string
	}{
		{"search of the lobby", "Search: ", []string{"/"}},
		{"deal code", "Deal code (for practice): ", []string{"d"}},
		{"race code", "Code of the race: ", []string{"r", "c"}},
		{"nick", "Nick: ", []string{"K", "enter"}},
		{"name of a game", "Name: ", []string{"W", "e", "s", "ctrl+u"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := someRaces(t)
			store.Workshop = benchStore(t).Workshop
			r := tuitest.New(t, store, catalog.All())
			r.Press(c.keys...)
			typed := func(want string, keys ...string) {
				t.Helper()
				r.Press(keys...)
				if !strings.Contains(strings.ToLower(r.Screen()), strings.ToLower(strings.TrimSpace(c.label+want))) {
					t.Errorf("the text is not %q after %q:\n%s", want, keys, r.Screen())
				}
			}
			typed("HLTN", "L", "T", "N", "home", "H")
			typed("HALTEN", "A", "end", "left", "E")
			typed("ALTEN", "ctrl+a", "right", "backspace")
			typed("", "ctrl+k")
			r.Send(tea.PasteMsg{Content: "AB\nE"})
			typed("ABCE", "left", "C")
			typed("E", "ctrl+u")
		})
	}
}
