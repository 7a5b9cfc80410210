package tui_test

import (
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestLobbySearchFindsOlderNames(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("/")
	r.Sees("Type part of a game's name; older names work too.")
	r.Type("squatt")
	r.Sees("> Scotsi", "Search: squatt")
	if strings.Contains(r.Screen(), "Hop 45") {
		t.Error("Hop 45 still shows")
	}
	r.Press("enter", "enter")
	r.Sees("Scotsi  ", "points")
	r.Press("q")
	r.Sees(`Only games with "squatt"; Esc shows all.`)
	r.Press("/")
	r.Sees("Search: squatt")
	r.Type("zzz") // in place of the last search
	r.Sees("No game is called that.", "Search: zzz")
	r.Press("enter", "enter", "d", "f", "f1")
	r.Sees("No game is called that.")
	r.Press("esc")
	r.Sees("Chessboard")
}

func TestBothHopscotchesAreFound(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("/")
	r.Type("hopscotch")
	r.Sees("Boardwalk Hopscotch", "Hopscotch (1-2-3-4)")
}

// Run was called Seven boards.
func TestSearchLooksAtNamesBeforeOlderOnes(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("/")
	r.Type("seven")
	r.Sees("> Lucky Seven")
	unseen(t, r, "Run  ")
	r.Type(" b")
	r.Sees("> Run")
	r.Press("esc", "/")
	r.Type("rosanna")
	r.Sees("> Hopscotch (1-2-3-4)")
}

func TestFavoritesAreKept(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("down", "f", "F")
	r.Sees("*Boardwalk Hopscotch")
	if strings.Contains(r.Screen(), "Hop 45") {
		t.Error("a game that is no favourite shows")
	}
	r.Sees("Only favourites; Esc shows all.")
	r.Press("f")
	r.Sees("No favourites yet. Esc shows all")
	r.Press("esc", "down", "f")
	tuitest.New(t, store, catalog.All()).Sees("*Boardwalk Hopscotch", "Hop 45")
}

func TestContinueGoesOnWithTheLastDeal(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("c")
	r.Sees("No game is open.")
	r.Press("down", "up")
	unseen(t, r, "No game is open.")
	r.Press("enter")
	play(r, line(t, catalog.All()[0], "R1", 1)...)
	r.Clock += 1000
	r.Press("q", "end", "enter")
	play(r, line(t, lastGame(), "R2", 1)...)
	r.Press("q", "home", "c")
	r.Sees(lastGame().Info().Name, "moves 1 ")
}

func TestSettingsAreSeenAtOnceAndKept(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("S")
	r.Sees("Settings", "> Theme", "dark")
	r.Press("right")
	r.Sees("light")
	r.Press("down", "right")
	r.Sees("four")
	r.Press("down", "left")
	r.Sees("ascii")
	r.Press("q", "enter")
	r.Sees("+-2-+")
	again := tuitest.New(t, store, catalog.All())
	again.Press("enter")
	again.Sees("+-2-+")
}

func TestDealingByItselfCanBeOff(t *testing.T) {
	r := deal(t, catalogIndex(t, "hopscotch"), "ABC")
	r.Press("S", "down", "down", "down", "down", "right")
	r.Sees("Deal by itself    off")
	r.Press("q")
	play(r, "a1", "b1a3")
	r.Sees("moves 2 ")
	r.Press("S", "down", "down", "down", "down", "right", "q")
	play(r, "a1", "b1a3")
	r.Sees("moves 5 ")
}

// At a Chessboard game that is nearly won, f plays the rest, and u takes it back at once; the setting does so by itself.
func TestSafeCardsGoUp(t *testing.T) {
	game := catalog.All()[catalogIndex(t, "chessboard")]
	win := game.Deal("SAFE").(engine.Solver).Solve(t.Context(), engine.Question{Goal: engine.GoalWin}).Line
	r := deal(t, catalogIndex(t, "chessboard"), "SAFE")
	r.Press("f")
	r.Sees("No card can go up safely yet")
	state, n := game.Deal("SAFE"), 0
	for safe := false; !safe; _, safe = state.(engine.Settler).NextSafe() {
		play(r, win[n].String())
		state, _ = state.Play(win[n])
		n++
	}
	r.Press("f")
	r.Sees("u takes ")
	unseen(t, r, fmt.Sprintf("moves %d ", n))
	r.Press("u")
	r.Sees(fmt.Sprintf("moves %d ", n))
	r.Press("u")
	r.Sees(fmt.Sprintf("moves %d ", n-1))
	r.Press("S", "down", "down", "down", "down", "down", "right")
	r.Sees("Safe cards up     on")
	r.Press("q")
	play(r, win[n-1].String())
	unseen(t, r, fmt.Sprintf("moves %d ", n))
	r.Press("u")
	r.Sees(fmt.Sprintf("moves %d ", n-1))
	hop := deal(t, hop45, "ABC")
	hop.Press("f")
	hop.Sees("No card can go up safely yet")
}

//abuse:case 18
func TestDealCodesAreChecked(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("d", "enter")
	r.Sees("A deal code is 1 to 32 letters A-Z and digits 0-9")
	r.Type("a-b é")
	r.Sees("practice): AB")
	r.Press("backspace", "backspace")
	r.Type("gentle")
	r.Press("enter")
	r.Sees("gentle is a kind of deals and no code: Esc, then n deals one.")
	r.Press("esc")
	r.Sees("Enter play")
}

func TestAClickChoosesAGameAndAnotherPlaysIt(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Click("Scotsi")
	r.Sees("> Scotsi")
	r.Click("Scotsi")
	r.Sees("Scotsi  ", "a fresh deal")
	r.Press("q")
	r.Click("Other families")
	r.Sees("> Scotsi")
}

func TestTheListTellsHowHardAndHowOften(t *testing.T) {
	r := tuitest.New(t, played(40), catalog.All())
	r.Sees("> Hop 45               easy       14 games", "best 25/27 in 1:36, won", "Boardwalk Hopscotch  hard       13 games",
		"Easy. 99.8 of 100 deals can be won; the arcade's player wins 63.", "14 games played, best 25/27 in 1:36, won.")
	r.Press(toGame(t, "chessboard")...)
	r.Sees("> Chessboard           easy", "Easy. 76 of 100 deals can be won; the arcade's player wins 76.")
	unseen(t, r, "0 games")
	r.Resize(40, 12)
	r.Sees("Boardwalk Hopscotch  hard", "Easy. All cards open")
	r.Press("home")
	r.Sees("Easy; 14 games played, best 25/27")
}

func TestTheListHasWhatFits(t *testing.T) {
	r := tuitest.New(t, played(40), catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[0], "R1", 3)...)
	r.Press("q")
	r.Sees("easy       14 games   open at move 3  best 25/27, won")
	r.Resize(100, 24)
	r.Sees("14 games   open at move 3", "best 25/27 in 1:36, won")
	r.Resize(60, 20)
	r.Sees("easy       at move 3   best 25/27")
	r.Resize(40, 12)
	r.Sees("> Hop 45               open at move 3")
}

// A renamed game is another game with the same rules.
type renamed struct {
	engine.Game
	info engine.Info
}

func (r renamed) Info() engine.Info { return r.info }

// manyGames returns the catalog with more games, in families of their own.
func manyGames(more int) engine.Catalog {
	games := catalog.All()
	for i := range more {
		g := catalog.All()[hop45]
		info := g.Info()
		info.ID, info.Name, info.Family, info.Aliases = fmt.Sprintf("more-%d", i), fmt.Sprintf("Game %02d", i), fmt.Sprintf("Family %d", i/6), nil
		games = append(games, renamed{g, info})
	}
	return games
}

// The list scrolls: the chosen game shows, and nothing covers the last row or the welcome.
func TestTheLobbyScrolls(t *testing.T) {
	games := manyGames(20)
	for _, size := range sizes {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, games)
			r.Resize(size[0], size[1])
			for _, key := range []string{"down", "up"} {
				for range games { // it wraps around
					r.Press(key)
					screen, chosen := r.Screen(), ""
					rows := strings.Split(screen, "\n")
					for _, g := range games {
						if strings.Contains(screen, "> "+g.Info().Name+" ") {
							chosen = g.Info().Name
						}
					}
					if chosen == "" || !strings.HasPrefix(rows[size[1]-1], "  Enter play  ") || !strings.Contains(screen, "plays "+chosen) {
						t.Fatalf("after %s the lobby is\n%s", key, screen)
					}
				}
			}
			r.Press("end")
			r.Sees("> Game 19")
			r.Press("home")
			r.Sees("> Hop 45")
			r.Resize(120, 40)
			if !strings.HasPrefix(strings.Split(r.Screen(), "\n")[2], "  Boardwalk") {
				t.Errorf("a larger window does not begin with the first family:\n%s", r.Screen())
			}
		})
	}
}

// What was scrolled away comes back in a window that has room for it.
func TestTheLobbyScrollsBack(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, manyGames(8))
	r.Resize(40, 12)
	r.Press("end")
	r.Sees("> Game 07")
	unseen(t, r, "Hop 45 ")
	r.Resize(120, 40)
	r.Sees("> Game 07", "Hop 45 ")
}

// In the list an open game and the best result stand apart, and a narrow window says that a game is
// open.
func TestTheStatesOfTheListStandApart(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("down", "enter")
	play(r, line(t, catalog.All()[1], "R1", 2)...)
	r.Press("g", "y", "n")
	play(r, line(t, catalog.All()[1], "R2", 1)...)
	r.Press("q")
	for width := 60; width <= 80; width++ {
		r.Resize(width, 24)
		for row := range strings.Lines(r.Screen()) {
			if name, state, ok := strings.Cut(row, " hard "); ok && strings.Contains(name, "Boardwalk Hopscotch") && strings.Contains(strings.ReplaceAll(state, "  ", "|"), "1 best") {
				t.Errorf("at %d columns: %s", width, row)
			}
		}
	}
	r.Resize(40, 12)
	r.Sees("Boardwalk Hopscotch  open at move 1")
}

// A session begins at the game that is open, so that whoever was interrupted goes on with Enter.
func TestTheLobbyBeginsAtTheOpenGame(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("down", "down", "enter")
	play(r, line(t, catalog.All()[luckySeven], "R1", 1)...)
	again := tuitest.New(t, store, catalog.All())
	again.Sees("> Lucky Seven")
	again.Press("enter")
	again.Sees("Lucky Seven", "moves 1")
}

// A search finds each game that play finds by its name, also those that the list leaves out.
func TestASearchFindsWhatPlayFinds(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{Workshop: &tuitest.Workshop{Families: catalog.Library().Families}}, catalog.All())
	unseen(t, r, "Sir Tommy")
	r.Press("/")
	r.Type("sir")
	r.Sees("> Sir Tommy")
	r.Press("enter", "enter")
	r.Sees("Sir Tommy", "moves 0 ")
}

// Keys without an effect say so.
func TestF1AndFSayThatTheyDoNothing(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{Events: &tuitest.Events{}}, catalog.All())
	for _, key := range []string{"f", "enter"} {
		r.Press("F", key)
		r.Sees("No favourites yet. Esc shows all; there f adds one.", "No game is chosen: Esc in the lobby shows all.")
		r.Press("esc")
	}
	r.Press("H", "C")
	r.Sees("No game is chosen.")
	r.Press("q", "o", "f1")
	r.Sees("Others", "F1 does nothing here")
	r.Press("D", "f1") // the rules of the game on the line
	r.Sees("Hop 45: the rules")
}
