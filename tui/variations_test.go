package tui_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// designOf returns the design of a built-in game with some knobs changed: "upper=6".
func designOf(t testing.TB, of int, knobs ...string) engine.Design {
	t.Helper()
	d := catalog.Library().Families[0].Designs()[of]
	for _, k := range knobs {
		knob, value, _ := strings.Cut(k, "=")
		next, err := d.Set(knob, value)
		if err != nil {
			t.Fatal(err)
		}
		d = next
	}
	return d
}

// madeUp returns a game that somebody made up, under a name or else the one that its design
// proposes.
func madeUp(t testing.TB, name string, of int, knobs ...string) engine.MadeUp {
	t.Helper()
	d := designOf(t, of, knobs...)
	g, err := d.Game(cmp.Or(name, d.Title()))
	if err != nil {
		t.Fatal(err)
	}
	return g.(engine.MadeUp)
}

// makers returns the store of a player who keeps two games, in an arcade where others made
// up two more.
func makers(t *testing.T) *tuitest.Store {
	store := ann(t)
	store.Workshop = someVariations(t)
	return store
}

// someVariations returns the workshop of makers.
func someVariations(t testing.TB) *tuitest.Workshop {
	t.Helper()
	since := func(days int) time.Time { return time.UnixMilli(1_700_000_000_000).AddDate(0, 0, -days) }
	return &tuitest.Workshop{
		Families: catalog.Library().Families,
		List: []arcade.Variation{
			{Game: lucky(t), Own: true, By: "ann", Since: since(3), Players: 1, Rounds: 3, Keepers: 1, Estimate: hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17, Points: 1700, Moves: 3000}},
			{Game: madeUp(t, "Deep Blue", hop45, "slide=false"), Own: true, By: "ann", Since: since(9), Keepers: 2},
			{Game: madeUp(t, "", 1, "upper=4", "lower=9"), By: "bob", Since: since(40), Players: 12, Rounds: 40, Keepers: 4, Estimate: hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 2, Points: 1100, Moves: 2500}},
			{Game: madeUp(t, "", 3, "uniqueness=walk"), By: "a-nick-of-20-letters", Since: since(1), Players: 3, Rounds: 50, Keepers: 1},
		},
		TheWeek: arcade.Variation{Game: madeUp(t, "Cheshire 67", 4, "orderUpper=false"), Players: 2, Rounds: 2, Estimate: hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 25, Points: 1500, Moves: 3500}},
	}
}

// lucky returns the game that the player of makers keeps as Lucky 66.
func lucky(t testing.TB) engine.MadeUp {
	return madeUp(t, "Lucky 66", luckySeven, "upper=6", "lower=6")
}

// newcomers returns the store of a player in an arcade where nobody has made up anything,
// while the variation of the week is being chosen.
func newcomers(t *testing.T) *tuitest.Store {
	store := ann(t)
	store.Workshop = &tuitest.Workshop{Families: catalog.Library().Families}
	return store
}

// atWorkshop returns a robot in the workshop of a store.
func atWorkshop(t *testing.T, store *tuitest.Store) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, store, catalog.All())
	r.Press("W")
	return r
}

// typeCode reads a share code in the workshop.
func typeCode(r *tuitest.Robot, code string) {
	r.Press("c")
	r.Type(code)
	r.Press("enter")
}

func TestTheWorkshopListsWhatPeopleMakeUp(t *testing.T) {
	r := atWorkshop(t, makers(t))
	r.Resize(100, 40)
	r.Sees("Your variations", "> Deep Blue", "Lucky 66", "Make one up, starting from", "Surprise me", "Boardwalk Hopscotch",
		"The variation of the week", "Cheshire 67", "Everyone's, most players first", "Hop 49", "bob", "Scotsi 57 variation")
	for _, c := range []struct{ heading, first string }{
		{"most rounds first", "Scotsi 57"}, {"the newest first", "Scotsi 57"}, {"kept by most first", "Hop 49"}, {"most players first", "Hop 49"},
	} {
		r.Press("o")
		_, list, _ := strings.Cut(r.Screen(), c.heading)
		if rows := strings.Split(list, "\n"); !strings.HasPrefix(rows[min(1, len(rows)-1)], "    "+c.first) {
			t.Errorf("the list, %s, begins with %q, want %q:\n%s", c.heading, rows[0], c.first, r.Screen())
		}
	}
	downTo(r, "> Surprise me")
	r.Sees("> Surprise me", "A random new game")
	r.Press("down")
	r.Sees("> Hop 45", "27 cards")
	said(t, r, "The built-in game stays as it is.")
	r.Press("y")
	r.Sees("First make a game of it: Enter.")
	downTo(r, "> Cheshire 67")
	r.Sees("> Cheshire 67", "2 games here by 2 players", "BW1-")
	r.Press("B")
	r.Sees("Leaderboards", "Cheshire 67")
	for range len(catalog.All()) + 3 {
		r.Press("g")
	}
	r.Sees("Leaderboards", "Cheshire 67")
}

func TestAVariationIsPlayedLikeAnyGame(t *testing.T) {
	store := makers(t)
	r := tuitest.New(t, store, catalog.All())
	g := lucky(t)
	id := g.Info().ID
	r.Sees("Your variations", "Deep Blue", "Lucky 66")
	r.Press("end")
	r.Sees("> Lucky 66")
	r.Press("f")
	r.Sees("*Lucky 66")
	r.Press("f1")
	r.Sees("Lucky 66: the rules")
	r.Press("q", "L")
	r.Sees("Learn Lucky 66")
	r.Press("q", "B")
	r.Sees("Leaderboards", "Lucky 66")
	r.Press("q", "enter")
	r.Sees("Lucky 66  ", "/52  moves 0 ")
	words := line(t, g, "R1", 5)
	play(r, words[:2]...)
	if saved := store.Open[id]; saved.Rules != g.Design().Text() {
		t.Errorf("the rules beside the open round are %q", saved.Rules)
	}
	r.Press("q")
	r.Sees(">*Lucky 66", "open at move 2")
	r.Press("home", "c")
	r.Sees("Lucky 66  ", "Welcome back")
	play(r, words[2:]...)
	r.Press("g", "y")
	if results := store.Results; len(results) != 1 || results[0].Rules != g.Design().Text() || results[0].Class != arcade.Counted {
		t.Fatalf("the history has %+v", results)
	}
	r.Press("B")
	r.Sees("Leaderboards", "Lucky 66")
	r.Press("q", "q")
	r.Sees("1 game")
	nameless := makers(t)
	nameless.Accounts.Player = arcade.Account{Known: true}
	other := atWorkshop(t, nameless)
	other.Press("down", "enter")
	play(other, words[0])
	other.Press("g", "y")
	other.Sees("N choose a nick", "Esc board", "q workshop")
	r.Press("H")
	r.Sees("> Lucky 66")
	r.Press("enter", "right")
	r.Sees("Lucky 66, replay", "move 1 of 5")
	r.Press("p")
	r.Sees("practice R1")
	play(r, words[1])
	if saved := store.Open[id]; saved.Rules == "" || !saved.Chosen {
		t.Errorf("a round from a replay is saved as %+v", saved)
	}
	back := tuitest.NewAt(t, store, catalog.All(), id)
	back.Sees("Lucky 66  ", "Welcome back", "moves 2 ")
	back.Press("q")
	back.Sees(">*Lucky 66", "open at move 2")
}

// A game whose name was dropped keeps a good name, and its rounds can be replayed.
func TestAfterADropTheRoundsStay(t *testing.T) {
	store := makers(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("end", "f", "enter")
	play(r, line(t, lucky(t), "R1", 3)...)
	r.Press("g", "y", "n")
	play(r, line(t, lucky(t), "R2", 2)...)
	r.Press("q", "W", "down")
	r.Sees("> Lucky 66", "open at move 2")
	r.Press("d")
	r.Sees("Drop Lucky 66?")
	r.Press("n")
	unseen(t, r, "Drop Lucky 66?")
	r.Press("d", "y")
	r.Sees("Lucky 66 is dropped.")
	store.Workshop.List = store.Workshop.List[1:] // nobody else keeps it
	r.Press("q")
	r.Sees("Your variations", " Lucky 66", "open at move 2")
	r.Press("end", "enter")
	r.Sees("moves 2 ")
	r.Press("g", "y", "q")
	unseen(t, r, "Lucky 66")
	r.Press("H")
	r.Sees("> Lucky 66")
	r.Press("enter")
	r.Sees("Lucky 66, replay")
	r.Press("q", "g", "g", "g", "g", "g", "g", "g", "g", "g", "g")
	r.Sees("Lucky 66, all classes", "2 of 2")
}

// A game that could not be dropped is as it was, a favourite too.
func TestADropThatFailsChangesNothing(t *testing.T) {
	store := makers(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("end", "f", "W", "down")
	r.Sees("> Lucky 66")
	store.Workshop.Err = errors.New("the disk is full")
	r.Press("d", "y")
	r.Sees("The disk is full.")
	store.Workshop.Err = nil
	r.Press("q")
	r.Sees(">*Lucky 66")
	r.Press("W", "home", "down", "d", "y")
	r.Sees("Lucky 66 is dropped.")
}

// What was read before the player kept a game does not take that off the list again.
func TestAnOldListOfTheWorkshopIsLate(t *testing.T) {
	r := atWorkshop(t, makers(t))
	read := r.App.Update(tuitest.KeyPress(t, "o"))
	late := read()
	typeCode(r, madeUp(t, "", luckySeven, "upper=7", "lower=5").Design().Code())
	r.Press("s", "enter")
	const kept = "\n    Lucky 75\n" // not chosen: in the list, besides the game of the code
	r.Sees(kept)
	r.Send(late)
	r.Sees(kept)
}

func TestAShareCodeIsReadWhereverItIsTyped(t *testing.T) {
	g := madeUp(t, "", luckySeven, "upper=7", "lower=5")
	code := g.Design().Code()
	found := func(r *tuitest.Robot) {
		t.Helper()
		r.Sees("The workshop", "From a share code", "> Lucky 75", code)
	}
	r := atWorkshop(t, newcomers(t))
	typeCode(r, strings.ToLower(strings.ReplaceAll(code, "-", " ")))
	found(r)
	r.Press("enter")
	r.Sees("Lucky 75  ", "/52  moves 0 ")
	r.Press("q", "W")
	r.Send(tea.PasteMsg{Content: "look at this:\n  Lucky 75\n" + code + "\nits board"})
	found(r)

	lobby := func() *tuitest.Robot { return tuitest.New(t, newcomers(t), catalog.All()) }
	r = lobby()
	r.Send(tea.PasteMsg{Content: code + "\n"})
	found(r)
	r = lobby()
	r.Press("/")
	r.Type(code)
	r.Sees("A share code: Enter shows its game.")
	r.Press("enter")
	found(r)
	r.Press("q")
	r.Sees("Hop 45", "Chessboard")
	r = lobby()
	r.Press("d")
	r.Type(code)
	r.Press("enter")
	found(r)
	r = lobby()
	r.Press("d")
	r.Send(tea.PasteMsg{Content: code})
	found(r)

	r = lobby()
	r.Send(tea.PasteMsg{Content: "Hop 45"})
	r.Sees("Boardwalk Arcade")
	r.Press("W", "c")
	r.Type("K7Q2M9")
	r.Press("enter")
	r.Sees("This is not a share code.", "Share code: K7Q2M9")
	r.Press("ctrl+u")
	r.Type(code[:len(code)-1])
	r.Press("enter")
	r.Sees("Share code: BW1-")
	r.Press("esc")
	typeCode(r, designOf(t, luckySeven).Code())
	r.Sees("> Lucky Seven", "This is the code of Lucky Seven, a built-in game.")
}

func TestAGameOfACodeIsKept(t *testing.T) {
	store := makers(t)
	r := atWorkshop(t, store)
	g := madeUp(t, "", luckySeven, "upper=7", "lower=5")
	typeCode(r, g.Design().Code())
	r.Press("s", "enter")
	r.Sees("Kept as Lucky 75", "under Your variations")
	r.Press("down")
	r.Sees("> Deep Blue")
	r.Press("s", "ctrl+u")
	r.Type("Lucky 75")
	r.Press("enter")
	r.Sees("You keep another variation under that name", "Name: Lucky 75")
	r.Press("backspace", "backspace")
	r.Type("seven")
	r.Press("enter")
	r.Sees("Kept as Lucky seven")
	r.Press("q")
	r.Sees("Lucky seven", "Lucky 75")
	unseen(t, r, "Deep Blue")
	store.Workshop.Err = errors.New("nothing can be stored at the moment")
	r.Press("W")
	r.Sees("Nothing can be stored at the moment.")
}

func TestWithoutAWorkshopThereIsNone(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{Events: &tuitest.Events{}}, catalog.All())
	said(t, r, "q leave")
	unseen(t, r, "W workshop")
	const why = "There is no workshop in this session"
	r.Press("W")
	said(t, r, why)
	r.Send(tea.PasteMsg{Content: lucky(t).Design().Code()})
	r.Sees("Boardwalk Arcade")
	r.Press("D", "W")
	said(t, r, why)
}

// The variation of the week is waited for in the background.
func TestTheVariationOfTheWeekComesLater(t *testing.T) {
	store := newcomers(t)
	store.Events = &tuitest.Events{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("W")
	downTo(r, "> being chosen ...")
	r.Sees("> being chosen ...")
	r.Press("enter")
	said(t, r, "It is being chosen.")
	week := arcade.Variation{Game: madeUp(t, "Cheshire 67", 4, "orderUpper=false")}
	r.ChooseWeek(week)
	r.Sees("> Cheshire 67")
	r.Press("q", "D")
	r.Sees("The variation of the week is Cheshire 67: W goes there.")
	r.Press("W")
	r.Sees("> Cheshire 67")
	r.Press("enter")
	r.Sees("Cheshire 67  ", "/52  moves 0 ")

	store = newcomers(t)
	store.Events = &tuitest.Events{}
	r = tuitest.New(t, store, catalog.All())
	r.Press("D")
	r.Sees("The variation of the week is being chosen: W goes there.")
	r.Press("q") // ends the wait
	store.Workshop.Err = errors.New("no variation could be chosen for this week")
	r.Press("W")
	downTo(r, "> none: ")
	r.Sees("> none: No variation could be chosen for this week.")
}

// variationsPlayed returns the store of a player who has finished rounds of made-up games,
// and of others.
func variationsPlayed(t *testing.T) *tuitest.Store {
	store := played(40)
	store.Workshop = makers(t).Workshop
	for i, g := range []engine.MadeUp{lucky(t), madeUp(t, "Deep Blue", hop45, "slide=false"), lucky(t)} {
		info := g.Info()
		addResult(store, arcade.Result{
			Record: engine.Record{Game: info.ID, Version: info.Version, Code: "A", Moves: make([]engine.Move, 5)}, Rules: g.Design().Text(),
			Score: engine.Score{Points: 10 + i, Max: info.Max}, Class: arcade.Counted, Millis: 60_000,
		})
	}
	return store
}

// Statistics have a line for each variation that was played, below those of the arcade's games.
func TestStatisticsOfVariations(t *testing.T) {
	r := tuitest.New(t, variationsPlayed(t), catalog.All())
	r.Press("P")
	r.Sees("> All games", "all 43")
	r.Press("end")
	r.Sees("> Deep Blue               1", "  Lucky 66                2")
	unseen(t, r, "streak         ")
	r.Press("up", "enter")
	r.Sees("Lucky 66: ", "of 2 games won", "Game by game, points")
	r.Press("enter", "q")
	r.Sees("Boardwalk Arcade")
}

// A frame of the statistics takes no longer for a player of hundreds of variations.
func TestAFrameOfStatisticsDoesNotGrow(t *testing.T) {
	allocs := func(variations int) float64 {
		store := played(40)
		store.Workshop = makers(t).Workshop
		family, random := catalog.Library().Families[0], rand.New(rand.NewPCG(1, 2))
		for range variations {
			d := family.Random(random)
			g, err := d.Game(d.Title())
			if err != nil {
				t.Fatal(err)
			}
			addResult(store, arcade.Result{Record: engine.Record{Game: g.Info().ID, Version: 1, Code: "A"}, Rules: d.Text(), Class: arcade.Counted})
		}
		r := tuitest.New(t, store, catalog.All())
		r.Press("P", "end")
		r.Sees(" of 1 game won, 0.0 points")
		frame := grid.New(80, 24)
		return testing.AllocsPerRun(10, func() { frame.Clear(); r.App.Draw(frame) })
	}
	if few, many := allocs(30), allocs(300); many > few+50 {
		t.Errorf("a frame allocates %v times after 30 variations, which fill the window, and %v times after 300", few, many)
	}
}

// The lobby of a player who keeps nothing costs no more than one without a
// workshop. The race detector empties pools at random, which is worth an
// allocation or two.
func TestAFrameOfTheLobbyCostsTheSame(t *testing.T) {
	allocs := func(store *tuitest.Store) float64 {
		r := tuitest.New(t, store, catalog.All())
		frame := grid.New(80, 24)
		return testing.AllocsPerRun(100, func() { frame.Clear(); r.App.Draw(frame) })
	}
	with := newcomers(t)
	without := newcomers(t)
	without.Workshop = nil
	if a, b := allocs(with), allocs(without); a > b+5 {
		t.Errorf("a frame of the lobby allocates %v times, and %v times without a workshop", a, b)
	}
}

// Whoever watches a game that is not known here sees its name and can read its rules.
func TestAGameThatIsNotKnownIsWatched(t *testing.T) {
	store := newcomers(t)
	g := madeUp(t, "", luckySeven, "upper=7", "lower=5")
	info := g.Info()
	store.Spectators = &tuitest.Spectators{Live: []arcade.LiveTable{{Number: 3, Player: "bob", Game: info.ID, Rules: g.Design().Text()}}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("w")
	r.Sees("bob", "Lucky 75")
	r.Press("enter")
	r.Show(&arcade.Scene{Game: info.ID, Rules: g.Design().Text(), Board: g.Deal("A").Board(), Score: g.Deal("A").Score()})
	r.Sees("bob plays Lucky 75")
	r.Press("f1")
	r.Sees("Lucky 75: the rules")

	store = makers(t)
	store.Spectators = &tuitest.Spectators{}
	r = tuitest.New(t, store, catalog.All())
	r.Press("end", "enter")
	if scene := store.Spectators.Newest(); scene == nil || scene.Rules != lucky(t).Design().Text() {
		t.Errorf("others see %+v", scene)
	}
}

func TestARaceIsOpenedOnAVariation(t *testing.T) {
	store := makers(t)
	store.Races = &tuitest.Races{}
	r := atWorkshop(t, store)
	typeCode(r, madeUp(t, "", luckySeven, "upper=7", "lower=5").Design().Code())
	r.Press("r")
	r.Sees("Open a race for Lucky 75, 15 minutes at most")
	r.Press("down", "enter")
	want := "open " + madeUp(t, "", luckySeven, "upper=7", "lower=5").Info().ID + " 15m0s"
	if asked := store.Races.Asked; len(asked) != 1 || asked[0] != want {
		t.Errorf("asked %q, want %q", asked, want)
	}
}

// Each key of the workshop does what it says with the mouse, too, and in every window.
func TestTheWorkshopTakesClicksInEveryWindow(t *testing.T) {
	r := atWorkshop(t, makers(t))
	r.Click("Lucky 66")
	r.Sees("> Lucky 66")
	r.Click("Lucky 66")
	r.Sees("Lucky 66  ", "/52  moves 0 ")
	for _, size := range sizes {
		r := atWorkshop(t, makers(t))
		r.Resize(size[0], size[1])
		for i := range 14 {
			if !strings.Contains(r.Screen(), "  > ") {
				t.Errorf("at %v after %d downs no line is chosen:\n%s", size, i, r.Screen())
			}
			r.Press("down")
		}
		r = atWorkshop(t, makers(t))
		r.Resize(size[0], size[1])
		r.Press("enter")
		play(r, line(t, madeUp(t, "Deep Blue", hop45, "slide=false"), "R1", 1)...)
		r.Press("q")
		r.Sees("> Deep Blue                ", "move 1")
		for _, key := range []string{"c", "d", "s"} {
			r := atWorkshop(t, makers(t))
			r.Resize(size[0], size[1])
			r.Press(key)
			for n, row := range strings.Split(r.Screen(), "\n") {
				if len([]rune(row)) > size[0] || n >= size[1] {
					t.Errorf("at %v after %s row %d is %q", size, key, n, row)
				}
			}
		}
	}
}

// A player with as many variations as there can be finds each of them.
func TestFiftyVariations(t *testing.T) {
	store := newcomers(t)
	of, n := []string{"3", "4", "5"}, 0
	for _, upper := range []int{1, 2, 3, 4, 6, 7, 8, 9, 10} {
		for _, suits := range of {
			for _, slide := range []string{"true", "false"} {
				if n++; n > arcade.VariationsMax {
					break
				}
				name := fmt.Sprintf("Game %02d", n)
				store.Workshop.List = append(store.Workshop.List, arcade.Variation{Own: true, Game: madeUp(t, name, luckySeven,
					fmt.Sprint("upper=", upper), fmt.Sprint("lower=", 12-upper), "suits="+suits, "slide="+slide)})
			}
		}
	}
	r := tuitest.New(t, store, catalog.All())
	r.Press("end")
	r.Sees("> Game 50", "? keys")
	r.Press("home")
	r.Sees("> Hop 45")
	r.Press("/")
	r.Type("game 37")
	r.Press("enter")
	r.Sees("> Game 37")
	r.Press("W", "end", "up")
	r.Press("home")
	r.Sees("> Game 01")
	if got := tui.TopType(r.App); got != "Workshop" {
		t.Errorf("on top is a %s", got)
	}
}

// A game that is kept on the bench is chosen when the player comes back.
func TestAKeptGameIsChosen(t *testing.T) {
	r := atWorkshop(t, makers(t))
	downTo(r, "> Surprise me")
	r.Press("enter", "s", "ctrl+u")
	r.Type("My own")
	r.Press("enter", "q")
	r.Sees("> My own")
	r.Press("enter")
	r.Sees("My own  ", "q workshop")
	r.Press("q")
	r.Sees("The workshop", "> My own")
}

// A question is about the game that it names, whatever has changed meanwhile.
func TestAQuestionIsAboutOneGame(t *testing.T) {
	for _, key := range []string{"d", "s"} {
		store := makers(t)
		r := atWorkshop(t, store)
		r.Press("down")
		r.HoldCommands()
		r.Press("o") // reads the list again
		r.Press(key)
		for i := range store.Workshop.List { // dropped in another session
			store.Workshop.List[i].Own = store.Workshop.List[i].Game.Info().Name == "Deep Blue"
		}
		r.ReleaseCommands()
		if key == "d" {
			r.Sees("Drop Lucky 66?")
			r.Press("y")
		} else {
			r.Sees("Name: Lucky 66")
			r.Press("enter")
		}
		if own := store.Workshop.Own(); own.Name(madeUp(t, "Deep Blue", hop45, "slide=false").Info().ID) != "Deep Blue" {
			t.Errorf("after %s the player keeps %v", key, own)
		}
	}
}

// The page of rules has the name that the game has now.
func TestTheRulesHaveTheNewName(t *testing.T) {
	r := atWorkshop(t, makers(t))
	r.Press("f1")
	r.Sees("Deep Blue: the rules")
	r.Press("down", "down", "down", "q", "f1")
	unseen(t, r, "  0%")
	r.Press("q", "s", "ctrl+u")
	r.Type("Deep Red")
	r.Press("enter", "f1")
	r.Sees("Deep Red: the rules")
}

// No duel is offered at a game that somebody made up, where nobody would answer.
func TestNoDuelAtAVariation(t *testing.T) {
	store := makers(t)
	store.Challenges = &tuitest.Challenges{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("C")
	r.Sees("Begin a counted duel at Hop 45")
	r.Press("q")
	r.Press("end", "C")
	r.Sees("Enter a friend's challenge")
	unseen(t, r, "duel")
}
