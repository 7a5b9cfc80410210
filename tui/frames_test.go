package tui_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

// sizes are the windows in which each screen is drawn: the smallest supported one, and
// common terminal sizes.
var sizes = [][2]int{{40, 12}, {60, 20}, {80, 24}, {120, 40}}

// A shown is a screen and the way to it from the lobby.
type shown struct {
	name  string
	store func(t *testing.T) *tuitest.Store // nil means empty
	to    func(t *testing.T, r *tuitest.Robot)
}

// firstBoard returns the moves of a run's deal R1 that lead to its first choice between two boards.
// To find them takes a second.
var firstBoard = sync.OnceValues(func() (words []string, err error) {
	g, _ := catalog.All().Find("run")
	s := g.Deal("R1")
	won, err := engine.Solve(context.Background(), s, engine.Question{Goal: engine.GoalWin})
	for _, m := range won.Line {
		if len(s.Position()) == 4 { // the places between two boards
			break
		}
		words = append(words, m.String())
		s, _ = s.Play(m)
	}
	return words, err
})

// screens returns all screens. Those of tables come first.
func screens() []shown {
	all := []shown{
		{"table-ascii", withSettings(`{"deck":"ascii","confirm":true}`), table("boardwalk/lucky-seven")},
		{"question", nil, func(t *testing.T, r *tuitest.Robot) {
			table("boardwalk/hop-45")(t, r)
			r.Press("n")
		}},
		{"first-table", nil, keys("enter")},
		{"first-table-cheshire", nil, keys("down", "down", "down", "down", "enter")},
		{"first-table-chessboard", nil, keys("end", "up", "enter")},
		{"run-choice", nil, func(t *testing.T, r *tuitest.Robot) {
			r.Press(toGame(t, "run")...)
			r.Press("d", "R", "1", "enter")
			words, err := firstBoard()
			if err != nil {
				t.Fatal(err)
			}
			play(r, words...)
			r.Press("esc")
		}},
		{"end", nil, func(t *testing.T, r *tuitest.Robot) {
			r.Press("enter")
			play(r, over(t, catalog.All()[hop45], "R1")...)
			r.Press("esc")
		}},
		{"end-finished", func(*testing.T) *tuitest.Store {
			store := played(40)
			store.SettingsJSON = []byte(`{"deck":"ascii"}`)
			return store
		}, func(t *testing.T, r *tuitest.Robot) {
			r.Press("enter")
			play(r, line(t, catalog.All()[hop45], "R1", 5)...)
			r.Clock += 95_000
			r.Press("g", "y")
		}},
	}
	for _, g := range catalog.All() {
		id := g.Info().ID
		all = append(all, shown{"table-" + strings.ReplaceAll(id, "/", "-"), nil, table(id)})
	}
	return append(all, []shown{
		{"lobby-new", nil, keys()},
		{"lobby", nil, someGames},
		{"lobby-played", long, keys("down", "down")},
		{"lobby-code", nil, func(t *testing.T, r *tuitest.Robot) {
			r.Press(toGame(t, "chessboard")...)
			r.Press("d", "A", "B")
		}},
		{"lobby-variations", makers, keys("end")},
		{"daily-week", func(t *testing.T) *tuitest.Store {
			store := someDailies(t)
			store.Workshop = someVariations(t)
			return store
		}, keys("D")},
		{"statistics-variations", variationsPlayed, keys("P", "end")},
		{"end-variation", makers, func(t *testing.T, r *tuitest.Robot) {
			r.Press("end", "enter")
			play(r, line(t, lucky(t), "R1", 5)...)
			r.Clock += 95_000
			r.Press("g", "y")
		}},
		{"workshop", makers, keys("W")},
		{"workshop-here", makers, keys("W", "end", "up")},
		{"workshop-new", newcomers, keys("W")},
		{"workshop-code", newcomers, keys("W", "c", "b", "w", "1")},
		{"workshop-name", makers, keys("W", "s")},
		{"workshop-drop", makers, keys("W", "d")},
		{"new-deal", dealsOfKinds, keys("n", "down", "down")},
		{"new-deal-instead", dealsOfKinds, func(t *testing.T, r *tuitest.Robot) {
			r.Press("enter")
			play(r, line(t, catalog.All()[hop45], "R1", 2)...)
			r.Press("n")
		}},
		{"new-deal-looking", dealsOfKinds, func(_ *testing.T, r *tuitest.Robot) {
			r.HoldCommands()
			r.Press("n", "c")
		}},
		{"table-stern", dealsOfKinds, keys("n", "s")},
		{"rules", nil, keys("enter", "f1")},
		{"keys", nil, keys("enter", "?")},
		{"learn", nil, keys("L")},
		{"lesson", nil, keys("L", "enter", "enter", "enter", "enter", "down", "down", "down", "right", "right")},
		{"lesson-done", nil, keys("L", "enter", "enter", "enter", "x", "enter")},
		{"puzzles", nil, keys("z")},
		{"puzzle", nil, keys("z", "enter")},
		{"puzzle-missed", nil, keys("z", "enter", "x", "x", "x", "enter")},
		{"history", long, keys("H", "down", "down")},
		{"history-filtered", long, keys("H", "g", "o", "o", "o", "o")},
		{"history-kinds", ofAllKinds, keys("H", "down", "down", "down")},
		{"replay", recorded, keys("H", "enter", "right", "right")},
		{"replay-jump", recorded, keys("H", "enter", "right", "right", "1")},
		{"analysis", analysed, keys("H", "enter", "a", "down", "down")},
		{"replay-analysed", analysed, keys("H", "enter", "a", "esc", "n")},
		{"statistics", long, keys("P")},
		{"statistics-game", long, keys("P", "down", "down")},
		{"statistics-charts", long, keys("P", "enter")},
		{"account", ann, keys("K")},
		{"account-nick", ann, keys("K", "enter", "a", "n", "n", "i")},
		{"leaders", ann, keys("B")},
		{"leaders-notable", ann, keys("B", "b", "b", "b", "b", "b", "b")},
		{"leaders-friends", annWithFriends, keys("B", "F")},
		{"races", someRaces, keys("r")},
		{"races-code", someRaces, keys("r", "c", "k", "7")},
		{"lobby-race", atRaces(aRace()), keys()},
		{"race", atRaces(aRace()), func(_ *testing.T, r *tuitest.Robot) { openRaceScreen(r) }},
		{"race-begins", atRaces(aRace()), func(_ *testing.T, r *tuitest.Robot) {
			openRaceScreen(r)
			r.Race(with(aRace(), func(race *arcade.Race) { race.Begins = time.UnixMilli(r.Clock + 3000) }))
		}},
		{"race-through", atRaces(through(scored(begun(aRace()), 12, 9, 2), 1)), func(_ *testing.T, r *tuitest.Robot) { openRaceScreen(r) }},
		{"race-over", atRaces(with(through(scored(begun(aRace()), 27, 9, 2), 0, 1), func(r *arcade.Race) {
			r.Over, r.Racers[0].Score.Perfect = true, true
		})), func(_ *testing.T, r *tuitest.Robot) { openRaceScreen(r) }},
		{"race-arcade", atRaces(with(aRace(), func(r *arcade.Race) { r.Me = r.Racers[0].ID })), func(_ *testing.T, r *tuitest.Robot) {
			openRaceScreen(r)
			r.Press("a", "3")
		}},
		{"race-arcade-over", atRaces(againstTheArcade()), func(_ *testing.T, r *tuitest.Robot) { openRaceScreen(r) }},
		{"races-watched", whereSomebodyWaits, keys("r", "home", "down", "w")},
		{"races-open", whereSomebodyWaits, keys("r", "home", "down", "o")},
		{"lobby-open-race", whereSomebodyWaits, keys()},
		{"race-rated", atRaces(ratedRace()), func(_ *testing.T, r *tuitest.Robot) {
			openRaceScreen(r)
			r.Rematch(with(ratedRace(), func(race *arcade.Race) { race.Next = "R3M4TC" }))
		}},
		{"race-table", atRaces(scored(begun(aRace()), 12, 9, 2)), func(t *testing.T, r *tuitest.Robot) {
			openRaceScreen(r)
			play(r, line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), 5)...)
			r.Press("enter", "esc")
		}},
		{"table-ghost", raced, ghostly(2)},
		{"ghost-end", raced, func(t *testing.T, r *tuitest.Robot) {
			ghostly(5)(t, r)
			r.Press("g", "y")
		}},
		{"challenges", someChallenges, keys("C")},
		{"challenges-code", someChallenges, keys("C", "c", "k", "7")},
		{"challenge", someChallenges, keys("C", "enter")},
		{"challenge-played", someChallenges, keys("C", "down", "enter", "down")},
		{"challenges-duels", someDuels, keys("C")},
		{"duel", someDuels, keys("C", "enter")},
		{"duel-waits", someDuels, keys("C", "down", "enter")},
		{"duel-over", someDuels, keys("C", "end", "enter")},
		{"daily", someDailies, keys("D", "down")},
		{"daily-paste", someDailies, func(t *testing.T, r *tuitest.Robot) {
			r.Press("D", "enter", "y")
			play(r, line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 3)...)
			r.Clock += 95_000
			r.Press("g", "y", "y")
		}},
		{"daily-past", someDailies, keys("D", "left")},
		{"daily-calendar", aMonth, keys("D", "down", "down", "down", "c")},
		{"explore", explored, keys("D", "left", "e", "down")},
		{"explore-further", explored, keys("D", "left", "e", "enter", "enter")},
		{"daily-end", someDailies, func(t *testing.T, r *tuitest.Robot) {
			r.Press("D", "enter", "y")
			play(r, line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 3)...)
			r.Clock += 95_000
			r.Press("g", "y")
		}},
		{"sprint", inSprint, keys("s")},
		{"sprint-last", inSprint, keys("s", "end")},
		{"sprint-table", inSprint, keys("s", "enter")},
		{"others-sprint", inSprint, keys("o", "down")},
		{"tables", amongOthers, keys("w", "down")},
		{"tables-none", alone, keys("w")},
		{"people", inCompany, keys("p", "down")},
		{"player", knowingAnn, keys("p", "home", "down", "enter", "down")},
		{"report", inCompany, keys("p", "down", "enter", "R", "down")},
		{"admin", running, keys("a", "down")},
		{"admin-kick", running, keys("a", "down", "x")},
		{"lobby-admin", running, keys()},
		{"people-alone", aloneInCompany, keys("p")},
		{"tables-alone", aloneInCompany, keys("w")},
		{"races-alone", aloneInCompany, keys("r")},
		{"people-followed", inCompany, keys("p", "tab")},
		{"people-nick", inCompany, func(_ *testing.T, r *tuitest.Robot) {
			r.Press("p", "n", "n", "o", "b", "o", "d", "y", "enter")
		}},
		{"others", withOthers, keys("o", "down")},
		{"others-alone", aloneInCompany, keys("o")},
		{"lobby-friends", inCompany, func(_ *testing.T, r *tuitest.Robot) {
			r.News(arcade.Person{Nick: "ann", Doing: arcade.Playing, Game: "boardwalk/hop-45", Table: 5})
		}},
		{"watch-signal", inCompany, func(t *testing.T, r *tuitest.Robot) {
			watch(t, r, 7)
			r.Press("!")
		}},
		{"table-heard", inCompany, func(t *testing.T, r *tuitest.Robot) {
			table("boardwalk/hop-45")(t, r)
			r.Hear("a-nick-of-20-letters", arcade.WellPlayed)
		}},
		{"watch", amongOthers, func(t *testing.T, r *tuitest.Robot) { watch(t, r, 7) }},
		{"watch-over", amongOthers, func(t *testing.T, r *tuitest.Robot) {
			watch(t, r, 7)
			final := *scenes(t, hop45, 8)[8]
			final.Final = true
			r.Show(&final)
		}},
		{"table-watched", func(t *testing.T) *tuitest.Store { store := amongOthers(t); store.Spectators.Count = 2; return store }, table("boardwalk/hop-45")},
		{"bench-new", benchStore, onBenchOf(func(t testing.TB) engine.Design { return designLike(t, 2) })},
		{"bench-estimating", benchStore, func(t *testing.T, r *tuitest.Robot) {
			openBench(r, luckyDesign(t))
			r.HoldCommands()
			r.Press("E")
		}},
		{"bench", benchStore, onBenchOf(luckyDesign, "down", "down", "down", "down", "down")},
		{"bench-misfit", benchStore, onBenchOf(luckyDesign, append(toKnob("upper"), "right", "right")...)},
		{"bench-idle", benchStore, onBenchOf(tinyDesign, "end", "up")},
		{"bench-board", benchStore, onBenchOf(widestDesign, "tab")},
		{"bench-text", estimatedStore, onBenchOf(luckyDesign, "tab", "tab")},
		{"bench-name", benchStore, onBenchOf(luckyDesign, "s")},
		{"share", benchStore, onBenchOf(luckyDesign, "y")},
		{"settings", withSettings(`{"theme":"light","fourColors":true}`), keys("S", "down", "down", "down")},
	}...)
}

// keys returns a function that presses keys.
func keys(names ...string) func(*testing.T, *tuitest.Robot) {
	return func(t *testing.T, r *tuitest.Robot) {
		t.Helper()
		r.Press(names...)
	}
}

// onBenchOf returns a function that goes to a bench with a design and presses keys there.
func onBenchOf(design func(testing.TB) engine.Design, names ...string) func(*testing.T, *tuitest.Robot) {
	return func(t *testing.T, r *tuitest.Robot) {
		t.Helper()
		openBench(r, design(t))
		r.Press(names...)
	}
}

// table returns a function that goes to the table of a game in the middle of a deal, to
// which the player has come back, with a card marked.
func table(id string) func(*testing.T, *tuitest.Robot) {
	return func(t *testing.T, r *tuitest.Robot) {
		t.Helper()
		r.Press(toGame(t, id)...)
		r.Press("enter")
		play(r, line(t, catalog.All()[catalogIndex(t, id)], "R1", 9)...)
		r.Press("q", "enter", "enter")
	}
}

// someGames goes to the lobby with one game open and another one played.
func someGames(t *testing.T, r *tuitest.Robot) {
	games := catalog.All()
	r.Press("enter")
	play(r, line(t, games[0], "R1", 3)...)
	r.Press("q", "down", "down", "enter")
	play(r, line(t, games[2], "R2", 5)...)
	r.Clock += 95_000
	r.Press("g", "y", "q")
}

func long(*testing.T) *tuitest.Store { return played(400) }

// recorded returns a store with one game to replay.
func recorded(t *testing.T) *tuitest.Store {
	store := &tuitest.Store{}
	addResult(store, arcade.Result{Record: recordOf(t, luckySeven, 15), Class: arcade.Counted})
	return store
}

// withSettings returns a function that makes a store with settings.
func withSettings(settings string) func(*testing.T) *tuitest.Store {
	return func(*testing.T) *tuitest.Store { return &tuitest.Store{SettingsJSON: []byte(settings)} }
}

// show returns a robot at a screen, in a window of a size. settings are the player's,
// unless "".
func (s shown) show(t *testing.T, size [2]int, settings string) *tuitest.Robot {
	t.Helper()
	store := &tuitest.Store{}
	if s.store != nil {
		store = s.store(t)
	}
	if settings != "" {
		store.SettingsJSON = []byte(settings)
	}
	r := tuitest.New(t, store, catalog.All())
	r.Resize(size[0], size[1])
	s.to(t, r)
	return r
}

// TestFrames compares each screen at each size with a golden file of plain text.
func TestFrames(t *testing.T) {
	var files []string
	for _, s := range screens() {
		for _, size := range sizes {
			name := fmt.Sprintf("%s-%dx%d", s.name, size[0], size[1])
			path := filepath.Join("testdata", name+".txt")
			files = append(files, path)
			t.Run(name, func(t *testing.T) {
				got := s.show(t, size, "").Screen() + "\n"
				if *update {
					if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatalf("%v; of a new screen: go test ./tui -run TestFrames -update", err)
				}
				if got != string(want) {
					t.Errorf("the frame has changed; if that is right: go test ./tui -run TestFrames -update\n%s\nwant:\n%s", got, want)
				}
			})
		}
	}
	there, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		if !slices.Contains(files, path) {
			t.Errorf("%s is the frame of no screen", path)
		}
	}
}

// TestEveryScreenIsTested checks that each type with a method Bindings, here and in the
// families below, has frames and cases for its keys.
func TestEveryScreenIsTested(t *testing.T) {
	drawn, pressed := make(map[string]bool), make(map[string]bool)
	for _, s := range screens() {
		drawn[tui.TopType(s.show(t, sizes[0], "").App)] = true
	}
	for _, s := range keyedScreens() {
		pressed[tui.TopType(s.open(t).App)] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, slices.DeleteFunc(below, func(file string) bool { return strings.HasPrefix(file, "widget/") })...)
	method := regexp.MustCompile(`(?m)^func \(\w* ?\*?(\w+)\) Bindings\(\)`)
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range method.FindAllStringSubmatch(string(text), -1) {
			found++
			if !drawn[match[1]] {
				t.Errorf("%s: no frame of a %s: add it to screens in frames_test.go", file, match[1])
			}
			if !pressed[match[1]] {
				t.Errorf("%s: no case for the keys of a %s: add it to keyedScreens in keys_cases_test.go", file, match[1])
			}
		}
	}
	if found < len(pressed) {
		t.Errorf("%d types with Bindings are found, but there are %d", found, len(pressed))
	}
}

// turned replaces the characters of the backs of cards by the same one.
var turned = strings.NewReplacer("╱", "▒", "╲", "▒", "*", "▒", "·", "▒", "▚", "▒", "▞", "▒", "≈", "▒", "~", "▒")

// TestThemesDoNotChangeText checks that a player who sees no colours misses nothing. Only the
// patterns on the backs of cards differ.
func TestThemesDoNotChangeText(t *testing.T) {
	for _, s := range screens() {
		if !strings.HasPrefix(s.name, "table-") || s.name == "table-ascii" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			dark, want := s.show(t, sizes[0], `{"theme":"dark"}`), make(map[[2]int]string)
			for _, size := range sizes {
				dark.Resize(size[0], size[1])
				want[size] = turned.Replace(dark.Screen())
			}
			for i, theme := range theme.Default().Choices() {
				for _, four := range []bool{false, true} {
					if !*deep && four != (i%2 > 0) {
						continue
					}
					r := s.show(t, sizes[0], fmt.Sprintf(`{"theme":%q,"fourColors":%v}`, theme, four))
					for _, size := range sizes {
						r.Resize(size[0], size[1])
						if got := turned.Replace(r.Screen()); got != want[size] {
							t.Errorf("%s, four colours %v, at %v:\n%s\nwant:\n%s", theme, four, size, got, want[size])
						}
					}
				}
			}
		})
	}
}

// TestTheASCIIDeckIsASCII checks every screen at every size.
func TestTheASCIIDeckIsASCII(t *testing.T) {
	for _, s := range screens() {
		t.Run(s.name, func(t *testing.T) {
			r := s.show(t, sizes[0], `{"deck":"ascii"}`)
			for _, size := range sizes {
				r.Resize(size[0], size[1])
				screen := r.Screen()
				for _, c := range screen {
					if c > '~' {
						t.Fatalf("at %v it shows %q:\n%s", size, c, screen)
					}
				}
			}
		})
	}
}

func TestTheDeckChangesAtOnce(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter", "A")
	r.Sees("+-2-+")
	r.Press("A")
	r.Sees("╭─2─╮")
}

// TestWindowsOfEverySize checks that nothing is drawn outside the window, and that a
// window below 40 by 12 shows a line that asks for more.
func TestWindowsOfEverySize(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			r := deal(t, i, "GOLDEN")
			for _, size := range [][2]int{{1, 1}, {20, 6}, {39, 24}, {40, 12}, {60, 20}, {80, 24}, {120, 40}, {200, 60}} {
				r.Resize(size[0], size[1])
				for n, line := range strings.Split(r.Screen(), "\n") {
					if len([]rune(line)) > size[0] || n >= size[1] {
						t.Fatalf("at %v line %d is %q", size, n, line)
					}
				}
			}
			r.Resize(30, 12)
			r.Sees("Please make the", "window 40x12.")
		})
	}
}
