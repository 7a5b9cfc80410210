package tui_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
	"boardwalk/tui"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

var benchVariations = flag.Int("bench-variations", 60, "how many random variations are made on the bench")

// benchStore returns a store with a workshop.
func benchStore(*testing.T) *tuitest.Store {
	return &tuitest.Store{Workshop: &tuitest.Workshop{Families: []engine.Family{boardwalk.Family()}}}
}

// designLike returns one of the authors' designs with knobs changed, given as name and value
// in turn.
func designLike(t testing.TB, like int, knobs ...string) engine.Design {
	t.Helper()
	d := boardwalk.Family().Designs()[like]
	for i := 0; i < len(knobs); i += 2 {
		var err error
		if d, err = d.Set(knobs[i], knobs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// tinyDesign returns a design of eight cards, which is played through at once.
func tinyDesign(t testing.TB) engine.Design {
	return designLike(t, 0, "orderedRanks", "4", "suits", "2", "upper", "1", "lower", "3")
}

// luckyDesign returns a design that is not built in: Lucky Seven with another column.
func luckyDesign(t testing.TB) engine.Design {
	return designLike(t, 2, "wilds", "true", "frees", "true", "upper", "6", "lower", "8")
}

// benchWith returns a robot at a bench.
func benchWith(t *testing.T, store *tuitest.Store, d engine.Design) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, store, catalog.All())
	openBench(r, d)
	return r
}

func openBench(r *tuitest.Robot, d engine.Design) {
	if cmd := tui.OpenBench(r.App, d); cmd != nil {
		r.Send(cmd())
	}
}

// knobOn returns the value of a knob on the bench.
func knobOn(t testing.TB, r *tuitest.Robot, name string) string {
	t.Helper()
	d, _ := tui.OnBench(r.App)
	for _, k := range d.Knobs() {
		if k.Name == name {
			return k.Value
		}
	}
	t.Fatalf("there is no knob %s", name)
	return ""
}

// toKnob returns the keys that choose a knob of a bench.
func toKnob(name string) []string {
	at := slices.IndexFunc(boardwalk.Family().Designs()[0].Knobs(), func(k engine.Knob) bool { return k.Name == name })
	return append([]string{"home"}, slices.Repeat([]string{"down"}, max(at, 0))...)
}

// widestDesign returns a design with as many columns and cards as there can be.
func widestDesign(t testing.TB) engine.Design {
	return designLike(t, 4, "orderedRanks", "18", "wilds", "true", "frees", "true", "jokers", "true", "suits", "5", "upper", "7", "lower", "13")
}

// estimatedStore returns a store whose workshop keeps lucky68 with an estimate.
func estimatedStore(t *testing.T) *tuitest.Store {
	store := benchStore(t)
	d := luckyDesign(t)
	g, err := d.Game("Wild Goose")
	if err != nil {
		t.Fatal(err)
	}
	made := g.(engine.MadeUp)
	if err := store.Workshop.Keep(made); err != nil {
		t.Fatal(err)
	}
	if err := store.Workshop.SetEstimate(made.Info().ID, hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17, Perfect: 2, Points: 1700, Moves: 3010, Winnable: 49}); err != nil {
		t.Fatal(err)
	}
	return store
}

func setTo(t *testing.T, r *tuitest.Robot, knob, want string) {
	t.Helper()
	if got := knobOn(t, r, knob); got != want {
		t.Errorf("%s is %s, want %s:\n%s", knob, got, want, r.Screen())
	}
}

func TestKnobsTurnByKeysAndNumbers(t *testing.T) {
	r := benchWith(t, benchStore(t), luckyDesign(t))
	r.Press(toKnob("upper")...)
	r.Press("right")
	setTo(t, r, "upper", "7")
	r.Press("left", "left")
	setTo(t, r, "upper", "5")
	r.Press("1", "0", "enter")
	setTo(t, r, "upper", "10")
	r.Press("right")
	r.Sees("Upper columns: 10 is the most.")
	r.Press("9", "9", "enter")
	r.Sees("Upper columns takes 1 to 10.", "99")
	r.Press("esc")
	setTo(t, r, "upper", "10")
	r.Press(toKnob("slide")...)
	r.Press("space")
	setTo(t, r, "slide", "false")
	r.Press("enter")
	setTo(t, r, "slide", "true")
	r.Press("7")
	r.Sees("takes no number")
}

func TestEveryChangeCanBeUndone(t *testing.T) {
	d := luckyDesign(t)
	r := benchWith(t, benchStore(t), d)
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		turnKnob(r, random)
	}
	changed, _ := tui.OnBench(r.App)
	changes := 0
	for ; !strings.Contains(r.Screen(), "There is no change to take back."); changes++ {
		r.Press("u")
	}
	if back, _ := tui.OnBench(r.App); back.Text() != d.Text() {
		t.Errorf("undone, it is\n%s\nwant\n%s", back.Text(), d.Text())
	}
	for range changes {
		r.Press("ctrl+y")
	}
	if again, _ := tui.OnBench(r.App); again.Text() != changed.Text() {
		t.Errorf("made again, it is\n%s\nwant\n%s", again.Text(), changed.Text())
	}
}

// turnKnob turns a knob at random by keys.
func turnKnob(r *tuitest.Robot, random *rand.Rand) {
	one := func(keys ...string) string { return keys[random.IntN(len(keys))] }
	for range random.IntN(6) {
		r.Press(one("up", "down", "down", "pgdown", "home"))
	}
	if random.IntN(4) > 0 {
		for range 1 + random.IntN(3) {
			r.Press(one("left", "right"))
		}
		return
	}
	r.Press("enter")
	if asks(r) {
		r.Press(one("1", "2", "5", "9"), one("0", "3", "enter"))
	}
	if asks(r) {
		r.Press("enter")
	}
	if asks(r) { // the number was refused
		r.Press("esc")
	}
}

// asks reports whether a bench waits for a text.
func asks(r *tuitest.Robot) bool { return strings.Contains(r.Screen(), "Backspace back") }

// TestRandomVariations makes variations on the bench by keys. One that makes no game is
// refused by name, and the key to mend it does; one that does is dealt, and each of its
// cards shows in every window. All 2,000: go test ./tui -run TestRandomVariations
// -bench-variations 2000.
func TestRandomVariations(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	r := tuitest.New(t, benchStore(t), catalog.All())
	family := boardwalk.Family()
	fit, refused := 0, 0
	for i := range *benchVariations {
		if i%10 == 0 {
			if i > 0 {
				r.Press("q")
			}
			start := family.Random(random)
			if i%20 == 0 {
				start = family.Designs()[random.IntN(len(family.Designs()))]
			}
			openBench(r, start)
		}
		turnKnob(r, random)
		d, _ := tui.OnBench(r.App)
		if p := d.Problem(); p != nil {
			refused++
			checkRefusal(t, r, p)
			if random.IntN(2) == 0 {
				continue // changes can be at odds in several ways
			}
			r.Press("f")
			if d, _ = tui.OnBench(r.App); d.Problem() != nil || d.Text() != p.Fix.Text() {
				t.Fatalf("mended, the problem is %v:\n%s", d.Problem(), r.Screen())
			}
		}
		fit++
		checkDeal(t, r)
		if i%5 == 0 {
			checkTable(t, r)
		}
	}
	t.Logf("%d fit, %d were refused", fit, refused)
	if fit < *benchVariations/4 || refused < *benchVariations/10 {
		t.Errorf("%d fit, %d were refused", fit, refused)
	}
}

// checkRefusal checks that a bench says what does not fit and how it can be mended.
func checkRefusal(t *testing.T, r *tuitest.Robot, p *engine.Problem) {
	t.Helper()
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 20}} {
		r.Resize(size[0], size[1])
		r.Press("home")
		r.Sees("f fix", "does not fit yet")
	}
	r.Press("tab", "tab") // the text
	said(t, r, p.Why)
	said(t, r, "f: "+p.FixText)
	r.Press("tab")
	r.Resize(80, 24)
	r.Press("t")
	r.Sees("These rules do not fit yet: f mends them.")
	r.Press("s")
	r.Sees("It cannot be kept before it fits: f mends it.")
}

// benchSizes are the windows in which every card of a deal has to show.
var benchSizes = [][2]int{{80, 24}, {60, 20}, {40, 12}}

// checkCards checks that the screen shows every card of a board that is face up.
func checkCards(t *testing.T, r *tuitest.Robot, d engine.Design, b engine.Board) {
	t.Helper()
	look, screen := theme.Default(), r.Screen()
	for _, v := range b.Piles {
		c := v.Top()
		if !c.IsUp() || v.Face != "" {
			continue
		}
		if index := look.Index(c); !strings.Contains(screen, string(index[:])) {
			t.Fatalf("%s does not show:\n%s\n%s", string(index[:]), screen, d.Text())
		}
	}
	if strings.Contains(screen, "Cut off") {
		t.Fatalf("the board is cut off:\n%s\n%s", screen, d.Text())
	}
}

// checkTable checks that a table shows every card of the deal on the bench.
func checkTable(t *testing.T, r *tuitest.Robot) {
	t.Helper()
	d, b := tui.OnBench(r.App)
	r.Press("t")
	for _, size := range benchSizes {
		r.Resize(size[0], size[1])
		checkCards(t, r, d, b)
	}
	r.Press("q")
	r.Resize(80, 24)
}

// checkDeal checks that a bench shows every card of its deal that is face up.
func checkDeal(t *testing.T, r *tuitest.Robot) {
	t.Helper()
	d, b := tui.OnBench(r.App)
	for _, size := range benchSizes {
		r.Resize(size[0], size[1])
		r.Press("tab")
		checkCards(t, r, d, b)
		r.Press("tab", "tab")
	}
	r.Resize(80, 24)
	if screen := r.Screen(); strings.Contains(screen, "Cut off") || !strings.Contains(screen, "A sample deal") {
		t.Fatalf("the board is not beside the knobs:\n%s\n%s", screen, d.Text())
	}
}

func TestWhatDoesNotFitIsNamedAndMended(t *testing.T) {
	r := benchWith(t, benchStore(t), luckyDesign(t))
	before, deal := tui.OnBench(r.App)
	r.Press(toKnob("lower")...)
	r.Press("right", "right")
	r.Sees("does not fit yet", "15 ranks with wild types need 15 columns", "(upper + lower + hand); there are", "f: ", "f fix", "The last deal, before these changes:")
	if _, b := tui.OnBench(r.App); !slices.EqualFunc(b.Piles, deal.Piles, func(a, b engine.View) bool { return a.At == b.At }) {
		t.Errorf("another board shows:\n%s", r.Screen())
	}
	for _, key := range []string{"t", "s", "y", "E", "i", "R"} {
		r.Press(key)
		r.Sees("f mends ")
	}
	r.Press("f")
	d, _ := tui.OnBench(r.App)
	if d.Problem() != nil || strings.Contains(r.Screen(), "f fix") {
		t.Errorf("it is not mended:\n%s", r.Screen())
	}
	r.Press("u", "u", "u")
	if d, _ = tui.OnBench(r.App); d.Text() != before.Text() {
		t.Errorf("undone, it is\n%s", d.Text())
	}
	r.Press("f")
	r.Sees("These rules fit: there is nothing to mend.")
}

func TestTryingComesBackToTheBench(t *testing.T) {
	r := benchWith(t, benchStore(t), luckyDesign(t))
	r.Press(toKnob("slide")...)
	r.Press("space")
	before := r.Screen()
	r.Press("t")
	r.Sees("practice", "q bench")
	r.Press("q")
	if r.Screen() != before {
		t.Errorf("the bench was\n%s\nis\n%s", before, r.Screen())
	}
	d, _ := tui.OnBench(r.App)
	g, err := d.Game(d.Title())
	if err != nil {
		t.Fatal(err)
	}
	r.Press("t")
	play(r, line(t, g, "R1", 3)...)
	r.Press("q")
	r.Sees("The bench: ")
	if saved, ok := r.Store.Open[g.Info().ID]; !ok || saved.Rules != d.Text() {
		t.Errorf("the store has %+v", r.Store.Open)
	}
	r.Press("t")
	r.Sees("Welcome back", "moves 3")
	r.Press("q", "R", "t") // another deal is dealt only once this one is over
	r.Sees("is open: finish it first, with g. Go there? (y/n)")
	r.Press("y")
	r.Sees("Welcome back", "moves 3")
	r.Press("q", "q", "W", "home")
	r.Sees("by, or open", "open at move 3", "Enter goes on with your open game (practice).", "Enter go on")
}

func TestKeepingAsksForAName(t *testing.T) {
	store := benchStore(t)
	r := benchWith(t, store, luckyDesign(t))
	title := luckyDesign(t).Title()
	r.Press("s")
	r.Sees("Name: " + title)
	store.Workshop.Err = errors.New("the names of built-in games are taken")
	r.Press("enter")
	r.Sees("Name: "+title, "The names of built-in games are taken.")
	store.Workshop.Err = nil
	r.Press("ctrl+u")
	r.Type("q Sea?")
	r.Press("enter")
	r.Sees("The bench: q Sea?", "Kept as q Sea?", "kept")
	if own := store.Workshop.Own(); len(own) != 1 || own[0].Info().Name != "q Sea?" {
		t.Errorf("kept are %v", own)
	}
	if tui.Draft(r.App) != nil {
		t.Error("what is kept is put aside, too")
	}
	r.Press("s")
	r.Sees("Name: q Sea?")
	r.Press("esc")
	r.Press(toKnob("despike")...)
	r.Press("space")
	r.Sees("not kept")
	r.Press("s")
	r.Sees("Name: " + title)
	r.Press("enter")
	r.Press(toKnob("spikePoints")...)
	r.Press("space", "s")
	r.Sees("Name: " + title + " (2)") // the title is in use
}

// TestTheLineOfTheBenchSaysWhereItsKeysAre presses, in the workshop, keys that its work has on the bench.
func TestTheLineOfTheBenchSaysWhereItsKeysAre(t *testing.T) {
	r := benchWith(t, benchStore(t), luckyDesign(t))
	r.Press(toKnob("despike")...)
	r.Press("space", "q", "W", "home")
	r.Sees("Your last work on the bench, not kept.")
	for _, key := range []string{"s", "y"} {
		r.Press(key)
		said(t, r, "It is not kept yet: Enter goes on with it on the bench, where s keeps it and y shares it.")
	}
	r.Press("enter", "y")
	r.Sees("BW1-")
}

func TestTheHousesRulesAreNotKept(t *testing.T) {
	r := benchWith(t, benchStore(t), designLike(t, 2))
	r.Sees("The bench: Lucky Seven", "a built-in game")
	for _, key := range []string{"s", "y"} {
		r.Press(key)
		r.Sees("These are the rules of Lucky Seven, which is in the lobby.")
	}
	r.Press("t")
	r.Sees("Lucky Seven", "practice")
}

func TestWhatIsNotKeptIsPutAside(t *testing.T) {
	store := benchStore(t)
	r := benchWith(t, store, luckyDesign(t))
	r.Press("q")
	if tui.Draft(r.App) != nil {
		t.Error("a design without changes is put aside")
	}
	for _, knob := range []string{"slide", "despike", "spikePoints", "orderUpper"} {
		openBench(r, luckyDesign(t))
		r.Press(toKnob(knob)...)
		r.Press("space")
		d, _ := tui.OnBench(r.App)
		r.Press("q")
		if draft := tui.Draft(r.App); draft == nil || draft.Text() != d.Text() {
			t.Fatalf("put aside after %s is %v", knob, draft)
		}
	}
	openBench(r, luckyDesign(t))
	r.Press(toKnob("upper")...)
	r.Press("right", "right") // which makes no game
	d, _ := tui.OnBench(r.App)
	if r.App.CanPark() {
		t.Error("a bench is parked")
	}
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	r = tuitest.New(t, store, catalog.All())
	if draft := tui.Draft(r.App); draft == nil || draft.Text() != d.Text() {
		t.Errorf("after the connection was lost, %v is put aside", draft)
	}
	r.Press("W")
	r.Sees("On the bench, not kept yet", "no game yet")
}

// The newest of the designs that an earlier release has put aside is the draft.
func TestADraftOfAnEarlierRelease(t *testing.T) {
	store := benchStore(t)
	d := luckyDesign(t)
	store.SettingsJSON = []byte(fmt.Sprintf(`{"drafts":[{"family":%q,"text":%q},{"family":%[1]q,"text":"x"}]}`, d.Family().Name(), d.Text()))
	r := tuitest.New(t, store, catalog.All())
	if draft := tui.Draft(r.App); draft == nil || draft.Text() != d.Text() {
		t.Errorf("put aside is %v", draft)
	}
}

// TestOneWorkIsPutAsideOnce checks that an older version of the same work goes, and the
// work itself once it is kept.
func TestOneWorkIsPutAsideOnce(t *testing.T) {
	r := benchWith(t, benchStore(t), luckyDesign(t))
	r.Press(toKnob("slide")...)
	r.Press("space", "t", "q", "up", "space", "t", "q", "q")
	draft := tui.Draft(r.App)
	if draft == nil {
		t.Fatal("nothing is put aside")
	}
	openBench(r, draft)
	r.Press(toKnob("orderUpper")...)
	r.Press("space", "q")
	again := tui.Draft(r.App)
	if again == nil || again.Text() == draft.Text() {
		t.Fatalf("put aside after a change is %v", again)
	}
	openBench(r, luckyDesign(t))
	r.Press("q")
	if tui.Draft(r.App) == nil {
		t.Error("a look at another design drops what is put aside")
	}
	openBench(r, again)
	r.Press("q")
	if tui.Draft(r.App) == nil {
		t.Error("what is looked at again is no longer put aside")
	}
	openBench(r, again)
	r.Press("s", "enter", "q")
	if tui.Draft(r.App) != nil {
		t.Error("what is kept is still put aside")
	}
}

func TestAnEstimateRunsBesideTheBench(t *testing.T) {
	store := benchStore(t)
	d := tinyDesign(t)
	r := benchWith(t, store, d)
	r.HoldCommands()
	r.Press("E")
	said(t, r, "Estimating [..........] 0 of 50; Esc stops.")
	r.Press("E")
	r.Sees("It is being estimated")
	r.Press(toKnob("slide")...)
	r.Press("space")
	r.Sees("The estimate was stopped: it was of other rules.")
	r.Press("u", "E", "esc")
	r.Sees("The estimate was stopped.", "The bench")
	r.ReleaseCommands()
	r.Press("E")
	r.Sees("of 50 won by the arcade")
	where := func() int { return strings.Count(r.Screen(), " won by the arcade") }
	if where() != 2 { // also above the keys, where one looks
		t.Errorf("the answer stands in %d places:\n%s", where(), r.Screen())
	}
	r.Press("down")
	if where() != 1 {
		t.Error("the answer stays after the next key")
	}
	r.Press("E")
	if where() != 2 {
		t.Errorf("asked again, it says nothing:\n%s", r.Screen())
	}
	r.Press("s", "enter")
	g, err := d.Game(d.Title())
	if err != nil {
		t.Fatal(err)
	}
	v, err := store.Workshop.Variation(g.(engine.MadeUp))
	if err != nil || v.Estimate.Deals != hint.SampleDeals {
		t.Errorf("the workshop has %+v, %v", v.Estimate, err)
	}
	r = benchWith(t, store, d)
	r.Sees(v.Estimate.String()[:20])
}

// What an estimate has found before Esc stops it, or the player leaves, is said and stored.
func TestAnEstimateThatIsStoppedIsStored(t *testing.T) {
	for _, key := range []string{"esc", "q"} {
		store := benchStore(t)
		d := tinyDesign(t)
		r := benchWith(t, store, d)
		r.Press("s", "enter")
		batch := r.App.Update(tuitest.KeyPress(t, "E"))().(tea.BatchMsg)
		for _, cmd := range batch { // all deals are played, and the first is taken
			if msg := cmd(); msg != nil {
				r.App.Update(msg)
			}
		}
		r.Sees("1 of 50; Esc stops")
		r.Press(key)
		if key == "esc" {
			said(t, r, "The estimate was stopped. ")
			r.Sees("of 1 won by the arcade")
		}
		if got := store.Workshop.List[0].Estimate; got.Deals != 1 {
			t.Errorf("after %s the workshop has %+v", key, got)
		}
	}
}

// Whoever leaves the bench before the answer finds the game kept, and not put aside besides.
func TestWhatIsKeptAfterAllIsNotPutAside(t *testing.T) {
	r := benchWith(t, benchStore(t), designLike(t, 2))
	r.Press(toKnob("lower")...)
	r.HoldCommands()
	r.Press("right", "f", "s", "enter", "esc", "q")
	r.ReleaseCommands()
	r.Press("W")
	r.Sees("Your variations", "Lucky 48")
	unseen(t, r, "On the bench")
}

// An estimate ends when the player leaves the bench, and when the session ends. Here it waits
// for its turn, which never comes.
func TestAnEstimateEndsWithTheBench(t *testing.T) {
	for _, leave := range []func(*tuitest.Robot) error{
		func(r *tuitest.Robot) error { r.Press("q"); return nil },
		func(r *tuitest.Robot) error { return r.App.Close() },
	} {
		busy := make(chan struct{}, 1)
		busy <- struct{}{}
		r := tuitest.Sit(t, tui.New(&tui.Env{
			Ports: session.Ports{
				Games: catalog.Library(), Store: &tuitest.Store{}, Searches: search.Places{Limit: busy},
				Now: time.Now, Deal: func() engine.Code { return "A" },
			},
		}))
		openBench(r, luckyDesign(t))
		cmd := r.App.Update(tuitest.KeyPress(t, "E"))
		var running sync.WaitGroup
		for _, c := range cmd().(tea.BatchMsg) {
			running.Go(func() { c() })
		}
		if err := leave(r); err != nil {
			t.Error(err)
		}
		running.Wait()
	}
}

func TestTheMouseTurnsKnobs(t *testing.T) {
	r := benchWith(t, benchStore(t), luckyDesign(t))
	r.Click("Upper columns")
	r.Sees("> Upper columns")
	r.Click("<6>")
	setTo(t, r, "upper", "5")
	clickOn(r, "<5>", 2)
	setTo(t, r, "upper", "6")
	r.Wheel(2)
	r.Sees("> Hand columns")
	r.Click("Order above")
	r.Click("Order above")
	setTo(t, r, "orderUpper", "true")
	r.Click("Upper columns")
	r.Click("> Upper columns")
	r.Sees("Upper columns, 1 to 10:")
	r.Press("9", "enter")
	r.Press("tab")
	r.Click("f: ")
	setTo(t, r, "upper", "9")
	r.Sees("[Board]", "Fits: ")
	r.Click("What it means")
	r.Sees("[What it means]")
	r.Click("All")
	r.Sees("> Upper columns")
}

// TestTheBenchByMouseAlone makes a game, tries it, keeps it and shares it.
func TestTheBenchByMouseAlone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			store := benchStore(t)
			r := benchWith(t, store, luckyDesign(t))
			r.Resize(size[0], size[1])
			for !strings.Contains(r.Screen(), "> Upper columns") {
				r.Wheel(1)
			}
			clickOn(r, "<6>", 2)
			r.Sees("<7>")
			r.ClickKey("f fix")
			if d, _ := tui.OnBench(r.App); d.Problem() != nil {
				t.Fatalf("it is not mended:\n%s", r.Screen())
			}
			command(t, r, "show the board", 0)
			r.Sees("[Board]")
			r.Click("Tab")
			r.Sees("[What it means]")
			r.Wheel(1)
			r.Click(map[int]string{80: " All ", 40: " Knobs "}[size[0]])
			r.Sees("> Upper columns")
			command(t, r, "try it: play", 0)
			r.ClickKey("q")
			command(t, r, "keep it under", 0)
			r.ClickKey("Enter keep")
			r.Sees("Kept as ")
			command(t, r, "a card to", 0)
			r.Sees("Share ", "BW1-")
			r.ClickKey("q")
			r.ClickKey("q")
			r.Sees("Boardwalk Arcade")
			if len(store.Workshop.Own()) != 1 {
				t.Errorf("kept are %v", store.Workshop.Own())
			}
		})
	}
}

// TestTheBenchSaysWhatItHides checks windows in which not everything has room.
func TestTheBenchSaysWhatItHides(t *testing.T) {
	r := benchWith(t, benchStore(t), luckyDesign(t))
	for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 12}} {
		r.Resize(size[0], size[1])
		r.Press("home")
		r.Sees("more below)")
		r.Press("end")
		r.Sees("more above)")
	}
	r.Press("tab", "tab")
	r.Sees("PgUp, PgDn)")
	first := r.Screen()
	r.Press("pgdown")
	if r.Screen() == first {
		t.Errorf("the text does not scroll:\n%s", first)
	}
}

// TestTheShareCardPlays checks that the card has the code, and that the code is the game.
func TestTheShareCardPlays(t *testing.T) {
	d := luckyDesign(t)
	r := benchWith(t, benchStore(t), d)
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		r.Resize(size[0], size[1])
		r.Press("y")
		said(t, r, d.Code())
		r.Press("q", "y") // as in the workshop
		said(t, r, d.Code())
		r.Press("q")
		r.Sees("The bench")
	}
	r.Press("q")
	openBench(r, widestDesign(t))
	r.Press("y", "pgdown", "end")
	r.Sees("A wider window")
	r.Resize(60, 20)
	r.Press("end")
	unseen(t, r, "A wider window")
	store := benchStore(t)
	store.Accounts = ann(t).Accounts
	r = benchWith(t, store, d)
	r.Press("y")
	r.Sees("To play it: ssh -t HOST play " + d.Code())
	for w := 40; w < 80; w++ {
		r.Resize(w, 30)
		said(t, r, "To play it: ssh -t HOST play "+d.Code())
	}
	again, err := boardwalk.Family().ParseCode(d.Code())
	if err != nil || again.Text() != d.Text() {
		t.Errorf("the code is of %v, %v", again, err)
	}
}

// Whoever could join others at a game that cannot be won reads so before.
func TestAGameThatCannotBeWonWarnsWhoJoins(t *testing.T) {
	const warning = "0 of 50 sample deals can be won."
	store := makers(t)
	store.Workshop.List[0].Estimate = hint.Estimate{Edition: hint.Edition, Deals: 50, Lost: 50}
	g := store.Workshop.List[0].Game
	id, rules := g.Info().ID, engine.RulesOf(g)
	store.Races = &tuitest.Races{Listed: []arcade.WaitingRace{{Code: "0ABCDE", Game: id, By: "bob", Limit: arcade.RaceDefault, Racers: 1}}}
	theirs := []arcade.ChallengeRow{{ID: "ann", Nick: "ann", First: true, Result: &arcade.Result{Class: arcade.Counted}}}
	store.Challenges = &tuitest.Challenges{
		News:   []arcade.ChallengeNote{{Code: "ZZTOP777", From: "ann", Game: id, Rules: rules}},
		Others: []arcade.Challenge{{Code: "ZZTOP777", Game: id, Rules: rules, Players: theirs}},
	}
	r := tuitest.New(t, store, catalog.All())
	r.Press("r")
	r.Sees("> 0ABCDE")
	said(t, r, warning)
	r.Press("up")
	unseen(t, r, warning)
	r.Press("q", "C")
	r.Sees("> ZZTOP777")
	said(t, r, warning)
	r.Press("up")
	unseen(t, r, warning)
	r.Press("down", "enter")
	r.Sees("Challenge ZZTOP777")
	said(t, r, warning)
	r.Press("q", "q")
	store.Races.List = []*arcade.Race{with(aRace(), func(r *arcade.Race) { r.Game = id })} // as by a code
	r.Press("r", "enter")
	r.Sees("Race K7Q2M9")
	said(t, r, warning)
}

// Whoever is offered a game that cannot be won reads so, wherever that is.
func TestAGameThatCannotBeWonWarns(t *testing.T) {
	const warning = "0 of 50 sample deals can be won."
	store := makers(t)
	store.Races = &tuitest.Races{}
	store.Workshop.List[0].Estimate = hint.Estimate{Edition: hint.Edition, Deals: 50, Lost: 50}
	g := store.Workshop.List[0].Game
	r := benchWith(t, store, g.Design())
	r.Sees(warning)
	r.Press("s", "enter")
	said(t, r, warning)
	r.Press("y")
	r.Sees(warning)
	r.Press("q", "q", "W")
	for !strings.Contains(r.Screen(), "> "+g.Info().Name) {
		r.Press("down")
	}
	said(t, r, warning)
	r.Press("r")
	r.Sees("Open a race for "+g.Info().Name, warning)
	r.Press("q", "enter")
	said(t, r, warning)
	r.Press("down", "n")
	said(t, r, warning)
	r.Press("q", "q")
	r.Press("/")
	r.Type(g.Info().Name)
	r.Press("enter")
	said(t, r, warning)
	r.Press("enter")
	said(t, r, warning)
}

// Many columns would run together beside the knobs: Tab shows them on the whole window.
func TestACrowdedSampleHasTheWindowToItself(t *testing.T) {
	r := benchWith(t, benchStore(t), widestDesign(t))
	r.Sees("A sample deal: Tab shows it")
	r.Press("tab")
	r.Sees("[Board]", "A-N")
}

// What a knob does, and why it has no effect now, fits below the knobs.
func TestWhatAKnobDoesIsNotCutOff(t *testing.T) {
	for _, f := range catalog.Library().Families {
		for _, d := range f.Designs() {
			for _, k := range d.Knobs() {
				idle := ""
				if k.Idle != "" {
					idle = caption.Sentence(k.Idle) + " "
				}
				if text := k.Label + ": " + idle + caption.Sentence(k.Means); len(screen.Wordwrap(text, 77)) > 2 {
					t.Errorf("%s: %s", d.Title(), text)
				}
			}
		}
	}
}
