package words_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

// inWorkshop returns an env with a workshop over a store.
func inWorkshop(store *tuitest.Store, deals ...engine.Code) session.Ports {
	e := env(store, deals...)
	if store.Workshop == nil {
		store.Workshop = &tuitest.Workshop{}
	}
	store.Workshop.Families = e.Games.Families
	e.Workshop, e.Games.Shelf = store.Workshop.Attach(store), store.Workshop
	return e
}

// designed returns the design of a built-in game of a family with some knobs set: "suits 5".
func designed(t *testing.T, house int, knobs ...string) engine.Design {
	t.Helper()
	d := catalog.Library().Families[0].Designs()[house]
	for _, k := range knobs {
		name, value, _ := strings.Cut(k, " ")
		var err error
		if d, err = d.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// made returns the game of a design.
func made(t *testing.T, d engine.Design, name string) engine.MadeUp {
	t.Helper()
	g, err := d.Game(name)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := g.(engine.MadeUp)
	if !ok {
		t.Fatalf("%s is a built-in game", g.Info().Name)
	}
	return m
}

// A player makes up a game, tries it, keeps it and shares it; a friend plays it by its
// code.
func TestAVariationFromTheMenuToAFriend(t *testing.T) {
	store := &tuitest.Store{}
	e := inWorkshop(store)
	e.Command = "ssh HOST"
	four := made(t, designed(t, 0, "suits 4"), "Hop Four")
	first := four.Deal("R1").Moves()[0].String()
	got := talk(t, e, "workshop hop 45", "knobs deck", "knob suits", "knob suits 4", "undo", "redo", "deal", "pile a1",
		"try", first, "leave", "keep Hop Four", "share", "leave", "play hop four", "finish", "yes", "history", "leave", "leave", "games")
	golden(t, "workshop", got)
	code := four.Design().Code()
	sees(t, got, code)
	if r := store.Results; len(r) != 1 || r[0].Record.Game != four.Info().ID || r[0].Class != arcade.Practice || r[0].Rules != four.Design().Text() {
		t.Errorf("the history has %+v", r)
	}
	if own := store.Workshop.Own(); len(own) != 1 || own[0].Info().Name != "Hop Four" {
		t.Errorf("kept are %v", own)
	}

	friend := &tuitest.Store{}
	code = strings.ToLower(strings.ReplaceAll(code, "-", " "))
	got = talk(t, inWorkshop(friend), code, "rules "+code, "play "+code, first, "leave", "continue", "keep", "leave", "play 10", "leave")
	sees(t, got, "That is the code of", "a fresh deal, which counts", "stands where you left it, at move 1", "is kept. play Hop 45 variation begins it")
	if _, ok := friend.Open[four.Info().ID]; !ok {
		t.Errorf("open are %v", friend.Open)
	}
}

// The share codes of the manual can be played.
func TestTheManualsCodes(t *testing.T) {
	manual, err := os.ReadFile("../PLAYING.md")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`BW1-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}`).FindAllString(string(manual), -1)
	for _, code := range codes {
		sees(t, talk(t, inWorkshop(&tuitest.Store{}), "play "+code), "a fresh deal, which counts")
	}
	if len(codes) == 0 {
		t.Error("the manual has no code")
	}
}

// Whatever cannot be done at the bench says what can.
func TestRefusalsOfTheBench(t *testing.T) {
	for _, tt := range []struct {
		typed []string
		want  []string
	}{
		{[]string{"knob suits 9"}, []string{"Suits takes 2 to 5, and stays 3."}},
		{[]string{"knob colour 9"}, []string{`There is no knob "colour": knobs lists them.`}},
		{[]string{"knob columns 9"}, []string{`"columns" can mean Upper columns, Lower columns or Hand columns.`}},
		{[]string{"knob suits 3"}, []string{"Suits is 3 already."}},
		{[]string{"knob suits"}, []string{"Suits: 3. How many cards each rank has."}},
		{[]string{"knob ranks in order"}, []string{"It takes 0 to 18."}},
		{[]string{"knob -"}, []string{`There is no knob "-": knobs lists them.`}},
		{[]string{"knob slide maybe"}, []string{"Slides takes off or on, and stays on."}},
		{[]string{"knob one foundation per"}, []string{"It takes board, walk or none."}},
		{[]string{"knob"}, []string{"For example: knob suits 5", "The knobs are Ranks in order, Wilds"}},
		{[]string{"help knob"}, []string{"knob NAME VALUE: sets one", "For example: knob suits 5"}},
		{[]string{"wilds on"}, []string{`There is no command "wilds". For the knob, type knob wilds on.`}},
		{[]string{"set wilds on"}, []string{"That is no setting. For the knob, type knob wilds on."}},
		{[]string{"set pages off"}, []string{"pages: off."}},
		{[]string{"set"}, []string{"auto-deal: on. "}},
		{[]string{"set colour 9"}, []string{`There is no setting "colour"; there are auto-deal, `}},
		{[]string{"help undo"}, []string{"undo: take back a change."}},
		{[]string{"help xyzzy"}, []string{`There is no command "xyzzy": help lists the commands.`}},
		{[]string{"knobs colours"}, []string{`There is no group "colours": the groups are deck, layout, rules and plays.`}},
		{[]string{"knob suits 5", "knob"}, []string{"The knobs are"}},
		{[]string{"knob lower 9"}, []string{"Lower columns was 5, and is 9 now.", "This makes no game yet.", "fix takes the nearest change. "}},
		{[]string{"knob lower 9", "try"}, []string{"This makes no game yet. 13 ranks need 13 columns", "fix takes the nearest change. "}},
		{[]string{"knob lower 9", "board"}, []string{"This makes no game yet."}},
		{[]string{"knob lower 9", "rules"}, []string{"This makes no game yet."}},
		{[]string{"knob lower 9", "keep Long"}, []string{"This makes no game yet."}},
		{[]string{"knob lower 9", "share"}, []string{"This makes no game yet."}},
		{[]string{"knob lower 9", "estimate"}, []string{"This makes no game yet."}},
		{[]string{"knob lower 9", "knobs layout"}, []string{"This makes no game yet."}},
		{[]string{"fix"}, []string{"there is nothing to fix: try plays it."}},
		{[]string{"undo"}, []string{"There is no change to take back"}},
		{[]string{"redo"}, []string{"There is no change to make again"}},
		{[]string{"keep Mine"}, []string{"These are the rules of Hop 45: play Hop 45 begins it."}},
		{[]string{"knob suits 5", "keep lucky seven"}, []string{"keep and another name"}},
		{[]string{"knob suits 5", "keep 1234567890123456789012345"}, []string{"It takes 1 to 24 characters, not 25. Type keep and another name."}},
		{[]string{"drop"}, []string{"Hop 45 is none of your variations: workshop lists them."}},
		{[]string{"drop poker"}, []string{`There is no game "poker": games lists them.`}},
		{[]string{"share run"}, []string{"Run has no knobs"}},
		{[]string{"workshop run"}, []string{"Run has no knobs"}},
		{[]string{"hint"}, []string{"That is for a table: try plays a deal, then hint works."}},
		{[]string{"a1c4"}, []string{"Nothing is played on the bench: try plays a deal."}},
		{[]string{"deal A/B"}, []string{"A deal code is 1 to 32 letters A-Z and digits 0-9"}},
		{[]string{"try A/B"}, []string{"A deal code is 1 to 32 letters A-Z and digits 0-9"}},
		{[]string{"pile z9"}, []string{"There is no z9 on this board."}},
		{[]string{"estimate soon"}, []string{"An estimate takes 1 to 200 deals"}},
		{[]string{"estimate 0"}, []string{"An estimate takes 1 to 200 deals"}},
		{[]string{"estimate 201"}, []string{"An estimate takes 1 to 200 deals"}},
		{[]string{"play BW1-0000-0000-0001"}, []string{"share code"}},
		{[]string{"BW1-0000-0000-0001"}, []string{"share code"}},
		{[]string{"leave"}, []string{"Hop 45 stays on the bench: workshop bench goes back there."}},
		{[]string{"leave", "knob suits 5"}, []string{"That is for the bench: workshop bench goes there."}},
		{[]string{"leave", "workshop"}, []string{"Hop 45 is on the bench: workshop bench goes there."}},
	} {
		t.Run(strings.Join(tt.typed, ", "), func(t *testing.T) {
			got := strings.Join(strings.Fields(answer(t, inWorkshop(&tuitest.Store{}), append([]string{"workshop 1"}, tt.typed...)...)), " ")
			if !slices.ContainsFunc(tt.want, func(want string) bool { return strings.Contains(got, want) }) {
				t.Errorf("nothing says %q:\n%s", tt.want, got)
			}
		})
	}
}

func TestTheWorkshopAwayFromTheBench(t *testing.T) {
	for typed, want := range map[string]string{
		"knob suits 5":    "Nothing is on the bench: workshop NAME puts a game there, then knob works.",
		"try":             "Nothing is on the bench: workshop NAME puts a game there, then try works.",
		"workshop bench":  "Nothing is on the bench: workshop NAME puts a game there.",
		"keep":            "Say which game: workshop lists them, and workshop NAME puts one on the bench.",
		"drop":            "Say which game",
		"share":           "Say which game",
		"workshop poker":  `There is no game "poker": games lists them.`,
		"workshop newest": "No variation of others was played here yet.",
	} {
		t.Run(typed, func(t *testing.T) { sees(t, answer(t, inWorkshop(&tuitest.Store{}), typed), want) })
	}
}

// A change of many knobs, and another game on the bench, can be taken back.
func TestUndoAtTheBench(t *testing.T) {
	got := talk(t, inWorkshop(&tuitest.Store{}), "workshop 1", "knob suits 5", "workshop 3", "undo", "undo", "redo", "play 1", "a1", "leave", "undo")
	sees(t, got, "Suits was 3, and is 5 now.", "Lucky Seven is on the bench.", "Suits was 5, and is 3 now.", "These are the rules of Hop 45.")
	if n := strings.Count(got, "Suits was 3, and is 5 now."); n != 2 {
		t.Errorf("the change is told %d times:\n%s", n, got)
	}
	if n := strings.Count(got, "Suits was 5, and is 3 now."); n != 2 {
		t.Errorf("it is taken back %d times:\n%s", n, got)
	}
}

// What was changed and not kept is on the bench again, however the session ended.
func TestTheBenchIsPutAside(t *testing.T) {
	for _, end := range []string{"quit", "leave", "try"} { // without quit, the connection drops
		t.Run(end, func(t *testing.T) {
			store := &tuitest.Store{}
			talk(t, inWorkshop(store), "workshop 1", "knob suits 5", "knob ranks 12", end)
			got := talk(t, inWorkshop(store), "workshop", "workshop bench", "knob suits", "fix", "keep Mine")
			sees(t, got, "Hop 45 variation is on the bench: workshop bench goes there.", "Suits: 5.", "fix takes the nearest change", "is kept as Mine")
			if got = talk(t, inWorkshop(store), "workshop bench", "quit"); !strings.Contains(got, "Nothing is on the bench") {
				t.Errorf("what is kept is still put aside:\n%s", got)
			}
		})
	}
	store := &tuitest.Store{}
	sees(t, talk(t, inWorkshop(store), "workshop 1", "knob suits 5", "quit"), "is put aside, not kept: workshop bench goes on with it.", "Goodbye.")
	store = &tuitest.Store{}
	for _, script := range [][]string{{"workshop 1", "workshop 3"}, {"workshop 1", "knob suits 5", "knob suits 3"}, {"workshop 1", "knob suits 5", "keep Mine"}} {
		talk(t, inWorkshop(store), script...)
		sees(t, talk(t, inWorkshop(store), "workshop bench"), "Nothing is on the bench")
	}
}

// A game that is not kept has its best result, and the level of its estimate is told once it
// is kept.
func TestBestsAndLevelsOfVariations(t *testing.T) {
	store := &tuitest.Store{}
	d := designed(t, 0, "suits 4")
	g := made(t, d, "x")
	talk(t, inWorkshop(store, "ABC"), "play "+d.Code(), g.Deal("ABC").Moves()[0].String(), "finish", "yes")
	if len(store.Results) != 1 {
		t.Fatalf("there are %d results", len(store.Results))
	}
	store.Results[0].Class = arcade.Counted
	sees(t, talk(t, inWorkshop(store), "best"), "Hop 45 variation: counted, ")
	store.Workshop.List = []arcade.Variation{{Game: g.Named("Mine"), Own: true, Keepers: 1, Estimate: hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17, Points: 900, Moves: 3000}}}
	sees(t, talk(t, inWorkshop(store), "settings pages off", "games"), "10: Mine (Boardwalk). Hop 45 with suits 4. The lower walk ascends; 4 + 5 columns, 36 cards. Medium.")
}

// Names that somebody else gave are told with who gave them, and in plain letters.
func TestVariationsOfOthers(t *testing.T) {
	ann := made(t, designed(t, 0, "suits 4"), "Ann's hóp ♥")
	bob := made(t, designed(t, 2, "suits 5"), "Bob's")
	store := &tuitest.Store{Workshop: &tuitest.Workshop{List: []arcade.Variation{
		{Game: ann, By: "ann", Players: 3, Rounds: 12, Keepers: 2, Estimate: hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17, Points: 900, Moves: 3000}},
		{Game: bob, By: "bob", Players: 5, Rounds: 6},
	}}}
	e := inWorkshop(store)
	e.Accounts = &tuitest.Accounts{Player: arcade.Account{Known: true}}
	got := talk(t, e, "settings pages off", "workshop", "workshop rounds", "play 1", "finish", "leave", "top ann's", "deal 1 ABC", ann.Deal("ABC").Moves()[0].String(),
		"finish", "yes", "history", "best", "statistics", "leave", "statistics", "share 1", "keep", "rules bob's", "keep 11", "keep "+bob.Design().Code())
	sees(t, got, "1: Bob's: ", "2: Ann's h?p Hearts: ", "By ann. 12 games here by 3 players. Kept by 2 players. 17 of 50",
		"1: Ann's h?p Hearts: ", "Ann's h?p Hearts by ann: a fresh deal, which counts.", "Ann's h?p Hearts by ann, all time, counted games; the clock runs from the first look at the deal. To beat: the arcade's player, 18.0 of 36 points on all deals, 34 of 100 won. Nobody is on this board yet.",
		"Ann's h?p Hearts by ann, practice, 1 of", "All variations: practice, played 1", "Ann's h?p Hearts by ann is kept as Ann's h?p Hearts. play Ann's h?p Hearts begins it", `There is no game "11"`, "Bob's by bob is kept as Bob's. play Bob's begins it")
	checkOutput(t, []byte(got))
}

// Without a number of its own a game is not mistaken for another: what was listed before
// somebody kept a game is numbered again.
func TestNumbersFollowTheList(t *testing.T) {
	ann := made(t, designed(t, 0, "suits 4"), "Ann's")
	store := &tuitest.Store{Workshop: &tuitest.Workshop{List: []arcade.Variation{{Game: ann, By: "ann", Players: 1}}}}
	got := talk(t, inWorkshop(store), "workshop", "rules 1", "workshop 4", "knob suits 5", "keep Mine", "rules 11", "keep Ours", "drop 10", "no", "drop 10", "yes", "rules 10", "workshop", "games")
	sees(t, got, "Lucky 57 variation is kept as Mine. play Mine begins it", `There is no game "11": games lists them.`, "Mine is called Ours now.", "You keep it.", "Ours is dropped", `There is no game "10": games lists them.`, "1: Ann's: ", "2: Hop 45.", "> games 1: Hop 45")
}

// workshop 1 means the first of the workshop's list whether or not it was told, and play 1 that of the games.
func TestANumberOfTheWorkshopNeedsNoList(t *testing.T) {
	ann := made(t, designed(t, 0, "suits 4"), "Ann's")
	store := &tuitest.Store{Workshop: &tuitest.Workshop{List: []arcade.Variation{{Game: ann, By: "ann", Players: 1}}}}
	for _, script := range [][]string{{"workshop", "workshop 1"}, {"workshop 1"}, {"games", "workshop 1"}} {
		sees(t, talk(t, inWorkshop(store), append(script, "games", "play 1")...), "Ann's by ann is on the bench.", "Hop 45: a fresh deal")
	}
}

// A number means the game that the list told, whatever another session has kept since.
func TestNumbersOfAnOldList(t *testing.T) {
	ann, bob := made(t, designed(t, 0, "suits 4"), "Ann's"), made(t, designed(t, 0, "suits 5"), "Bob's")
	store := &hookedStore{Store: tuitest.Store{Workshop: &tuitest.Workshop{List: []arcade.Variation{{Game: ann, Players: 2}, {Game: bob, Players: 1}}}}, at: 1}
	e := inWorkshop(&store.Store, "ABC")
	e.Store = store
	store.happens = func(s *tuitest.Store) {
		if err := s.Workshop.Keep(made(t, designed(t, 2, "suits 5"), "Mine")); err != nil {
			t.Error(err)
		}
	}
	got := talk(t, e, "workshop", "play 3", "a1a4", "rules 2", "rules bob's")
	sees(t, got, "2: Bob's:", "3: Hop 45.", "> rules 2 Bob's", "> rules bob's Bob's")
}

func TestTheVariationOfTheWeek(t *testing.T) {
	weekly := made(t, designed(t, 0, "suits 4"), "Weekly")
	store := &tuitest.Store{Workshop: &tuitest.Workshop{TheWeek: arcade.Variation{Game: weekly}}}
	e := inWorkshop(store)
	store.Events, store.Races = &tuitest.Events{}, &tuitest.Races{}
	withEvents(store, &e)
	e.Races = liveRaces{races: store.Races}
	got := talk(t, e, "week", "play week", "leave", "rules week", "daily week", "race week", "workshop week", "knobs")
	sees(t, got, "The variation of the week, the same on every arcade: Weekly:", "Weekly: a fresh deal, which counts", "Weekly is on the bench",
		"The daily has a deal of each built-in game", "Race K7Q2M9 of "+weekly.Info().ID+": not started")
	store.Workshop.Err = context.DeadlineExceeded // it takes too long to wait for it
	sees(t, answer(t, e, "week"), "It is not chosen yet: week asks again.")
	store.Workshop.Err = errors.New("this arcade has no variation of the week")
	for _, typed := range []string{"week", "play week", "race week"} {
		sees(t, answer(t, e, typed), "This arcade has no variation of the week.")
	}
}

// What is meant as a share code is refused as one, and no code of a race.
func TestAShareCodeOpensARace(t *testing.T) {
	store := &tuitest.Store{}
	e := inWorkshop(store)
	store.Races = &tuitest.Races{}
	e.Races = liveRaces{races: store.Races}
	mine := made(t, designed(t, 0, "suits 4"), "Mine")
	code := mine.Design().Code()
	got := talk(t, e, "race "+code, "race "+code[:len(code)-1], "race "+code[:3]+"XYZ")
	sees(t, got, "Race K7Q2M9 of "+mine.Info().ID+": not started", "share code", "Race BW1XYZ of Hop 45: not started, 1 racer")
	if asked := strings.Join(store.Races.Asked, ", "); strings.Contains(asked, "join "+code[:3]+"-") {
		t.Errorf("it asked for %s", asked)
	}
}

// Games that nobody keeps go on after the player was away, even if they are called the same.
func TestOpenGamesThatNobodyKeeps(t *testing.T) {
	store := &tuitest.Store{}
	var codes []string
	for _, suits := range []string{"suits 4", "suits 5"} {
		d := designed(t, 0, suits)
		codes = append(codes, d.Code())
		talk(t, inWorkshop(store, "ABC"), "play "+d.Code(), made(t, d, "x").Deal("ABC").Moves()[0].String())
	}
	got := talk(t, inWorkshop(store), "continue", "continue hop 45 variation", "continue "+codes[1], "leave")
	sees(t, got, "1: Hop 45 variation (BW1-", ", open at move 1.", "continue 1 goes on with the first.", "("+codes[0]+")", "Its code will do, too.",
		`"hop 45 variation" can mean Hop 45 variation (`, "Hop 45 variation stands where you left it, at move 1", "is kept at move 1.")
	checkMadeUp(t, store)
}

// A slowWorkshop never chooses the variation of the week.
type slowWorkshop struct{ *tuitest.Workshop }

func (slowWorkshop) Week(ctx context.Context) (arcade.Variation, error) {
	<-ctx.Done()
	return arcade.Variation{}, ctx.Err()
}

func TestCtrlCStopsWaitingForTheWeek(t *testing.T) {
	store := &tuitest.Store{}
	e := inWorkshop(store)
	e.Workshop = slowWorkshop{store.Workshop}
	r, w := io.Pipe()
	out := &typingTerminal{want: "Ctrl-C stops waiting.\r\n", then: func() { _, _ = io.WriteString(w, "\x03quit\r") }}
	go func() { _, _ = io.WriteString(w, "play week\r") }()
	if err := words.Run(e, words.NewLines(r, io.Discard), out); err != nil {
		t.Fatal(err)
	}
	sees(t, out.text.String(), "It is not chosen yet: week asks again.", "Goodbye.")
}

// small is a game of eight cards.
var small = []string{"knob ranks 4", "knob suits 2", "knob upper 1", "knob lower 3"}

// An estimate says how far it is, and is stored with a game that is kept.
func TestAnEstimateSaysHowFarItIs(t *testing.T) {
	store := &tuitest.Store{}
	var out bytes.Buffer
	typed := strings.Join(append(append([]string{"workshop 1"}, small...), "keep Small", "estimate 20", "estimate 20", "quit"), "\r") + "\r"
	if err := words.Run(inWorkshop(store), words.NewLines(strings.NewReader(typed), io.Discard), &out); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	sees(t, got, "The arcade's player plays 20 sample deals. Ctrl-C stops.", "Played so far: 4 of 20 deals, ", "Played so far: 16 of 20 deals, ", "of 20 won by the arcade")
	checkOutput(t, out.Bytes())
	if n := strings.Count(got, "The estimate: "); n != 2 || strings.Count(got, "Played so far: 4 ") != 1 {
		t.Errorf("it is told %d times:\n%s", n, got)
	}
	if v := store.Workshop.List; len(v) != 1 || v[0].Estimate.Deals != 20 {
		t.Errorf("known is %+v", v)
	}
}

// An estimate that never gets its turn is stopped by Ctrl-C and by leaving the arcade, and the bench goes on.
func TestAnEstimateIsStopped(t *testing.T) {
	crowded := func() session.Ports {
		e := inWorkshop(&tuitest.Store{})
		e.Searches.Limit = make(chan struct{}) // nobody ever gets a turn
		return e
	}
	r, w := io.Pipe()
	out := &typingTerminal{want: "Ctrl-C stops.\r\n", then: func() { _, _ = io.WriteString(w, "\x03knob suits 4\rquit\r") }}
	go func() { _, _ = io.WriteString(w, "workshop 1\restimate\r") }()
	if err := words.Run(crowded(), words.NewLines(r, io.Discard), out); err != nil {
		t.Fatal(err)
	}
	sees(t, out.text.String(), "The estimate is stopped before its first deal was played.", "Suits was 3, and is 4 now.", "Goodbye.")

	r, w = io.Pipe()
	out = &typingTerminal{want: "Ctrl-C stops.\r\n", then: func() { w.CloseWithError(errors.New("the connection dropped")) }}
	go func() { _, _ = io.WriteString(w, "workshop 1\restimate\r") }()
	_ = words.Run(crowded(), words.NewLines(r, io.Discard), out)
}

// A broken game of which an estimate is made ends the session as any panic does, and not the
// program.
func TestAnEstimateThatPanics(t *testing.T) {
	store := &tuitest.Store{}
	e := inWorkshop(store)
	mine := made(t, designed(t, 0, "suits 4"), "Mine")
	store.Workshop.List = []arcade.Variation{{Game: broken{mine}, Own: true}}
	defer func() {
		if crash := recover(); crash == nil || !strings.Contains(fmt.Sprint(crash), "broken") {
			t.Errorf("it panics with %v", crash)
		}
	}()
	var out bytes.Buffer
	_ = words.Run(e, words.NewLines(strings.NewReader("workshop mine\nestimate\n"), nil), &out)
	t.Errorf("it goes on:\n%s", out.String())
}

// A broken game cannot be dealt.
type broken struct{ engine.MadeUp }

func (broken) Deal(engine.Code) engine.State { panic("broken") }

// Without a terminal the player waits for the estimate.
func TestAPipeWaitsForAnEstimate(t *testing.T) {
	var out bytes.Buffer
	typed := strings.Join(append(append([]string{"workshop 1"}, small...), "estimate 5", "quit"), "\n")
	if err := words.Run(inWorkshop(&tuitest.Store{}), words.NewLines(strings.NewReader(typed), nil), &out); err != nil {
		t.Fatal(err)
	}
	sees(t, out.String(), "of 5 won by the arcade")
}

// The widest boards are played to their end by typed lines alone.
func TestTheWidestBoardsAreTypedToTheirEnd(t *testing.T) {
	wide := []string{"workshop cheshire", "knob ranks 18", "knob wilds on", "knob frees on", "knob jokers on", "knob suits 5", "knob upper 10"}
	for name, knobs := range map[string][]string{
		"10 + 11": {
			"knob lower 11", "knob hand columns 0", "knob basic off", "knob power off", "knob blind off", "knob trumps off", "knob high trumps off", "knob coaxing off",
		},
		"10 + 9 + 2": {"knob lower 9", "knob hand columns 2"},
	} {
		t.Run(name, func(t *testing.T) {
			store := &tuitest.Store{}
			e := inWorkshop(store)
			script := append(slices.Clone(wide), knobs...)
			got := talk(t, e, append(script, "keep Wide", "settings pages off", "board")...)
			sees(t, got, "is kept as Wide", "105 cards")
			wide := store.Workshop.Own()[0].(engine.MadeUp)
			if n := len(wide.Deal("X").Board().Piles); n != 42 && n != 48 {
				t.Fatalf("the board has %d piles:\n%s", n, got)
			}
			moves := randomLine(t, wide, "X")
			got = talk(t, e, append(append([]string{"settings pages off", "workshop wide", "try X", "look"}, moves...), "finish", "yes", "leave", "history")...)
			sees(t, got, "Wide, deal X: practice.", "The game is over", "Wide is in your history", "Bench> history")
			checkOutput(t, []byte(got))
			checkMadeUp(t, store)
			if len(store.Results) != 1 || len(store.Results[0].Record.Moves) != len(moves) {
				t.Errorf("after %d moves the history has %+v", len(moves), store.Results)
			}
		})
	}
}

// randomLine returns the moves of a deal to its end.
func randomLine(t *testing.T, g engine.Game, code engine.Code) (typed []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for s := g.Deal(code); !s.Over(); {
		moves := s.Moves()
		m := moves[random.IntN(len(moves))]
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s, typed = next, append(typed, m.String())
		if len(typed) > 5000 {
			t.Fatal("the game has no end")
		}
	}
	return typed
}

// checkMadeUp replays all rows, also those of games that people made up.
func checkMadeUp(t *testing.T, store *tuitest.Store) {
	t.Helper()
	games := catalog.Library()
	for _, saved := range store.Open {
		g, ok := games.Restore(saved.Record.Game, saved.Rules)
		if !ok {
			t.Fatalf("nobody knows the game of %+v", saved)
		}
		if _, err := saved.Resume(g); err != nil {
			t.Error(err)
		}
	}
	for _, r := range store.Results {
		g, ok := games.Restore(r.Record.Game, r.Rules)
		if !ok {
			t.Fatalf("nobody knows the game of %+v", r)
		}
		states, err := r.Record.Replay(g)
		if err != nil {
			t.Fatal(err)
		}
		if got := states[len(states)-1].Score(); got != r.Score && engine.Final(states[len(states)-1]) != r.Score {
			t.Errorf("%s scores %+v, the history says %+v", r.Record, got, r.Score)
		}
	}
}

// benchVocabulary is what random players type at the bench, besides knobs.
var benchVocabulary = []string{
	"", "", "knobs", "knobs rules", "knob", "knob suits", "knob 5", "knob hand", "fix", "fix", "fix", "undo", "undo", "redo", "deal", "deal ABC", "board", "pile a1",
	"try", "try XYZ", "leave", "leave", "workshop", "workshop bench", "workshop bench", "workshop surprise", "workshop surprise", "workshop week", "week", "play week",
	"workshop newest", "workshop 3", "workshop 9", "keep", "keep Mine", "keep Hop 45", "keep Other one", "drop", "drop mine", "drop 8", "share", "share 8", "share 2",
	"play 8", "play mine", "play bw1-0000-0000-0000", "rules", "games", "history", "statistics", "best", "help", "help knob", "estimate 1", "estimate 201", "estimate 2",
	"race week", "daily mine", "continue", "strategy", "learn", "lesson", "more", "a1a3", "moves", "finish", "yes", "no", "new", "settings pages off",
}

// ponder returns what a random player types who makes up games.
func ponder(random *rand.Rand, lines int) string {
	knobs := catalog.Library().Families[0].Designs()[0].Knobs()
	var b strings.Builder
	b.WriteString("workshop surprise\r")
	for range lines {
		switch k := knobs[random.IntN(len(knobs))]; random.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "knob %s %s\r", k.Name, k.Values[random.IntN(len(k.Values))])
		case 1:
			fmt.Fprintf(&b, "knob %s %s\r", strings.ToLower(k.Label), []string{"on", "off", "0", "1", "7", "-1", "99", "walk", "x"}[random.IntN(9)])
		default:
			b.WriteString(benchVocabulary[random.IntN(len(benchVocabulary))] + "\r")
		}
	}
	return b.String()
}

// An estimated workshop knows an estimate of every game: to make them would only take time.
type estimated struct{ *tuitest.Workshop }

func (w estimated) Variation(g engine.MadeUp) (arcade.Variation, error) {
	v, err := w.Workshop.Variation(g)
	v.Estimate = hint.Estimate{Edition: hint.Edition, Deals: 200, Won: 17, Points: 900, Moves: 3000}
	return v, err
}

// estimatedBench returns an env with a workshop that knows all estimates.
func estimatedBench(store *tuitest.Store) session.Ports {
	e := inWorkshop(store)
	store.Workshop.TheWeek = arcade.Variation{Game: mustSurprise(e)}
	e.Workshop = estimated{store.Workshop}
	return e
}

func mustSurprise(e session.Ports) engine.MadeUp {
	for seed := uint64(1); ; seed++ {
		d := e.Games.Families[0].Random(rand.New(rand.NewPCG(seed, 0)))
		if g, err := d.Game(d.Title()); err == nil {
			if m, ok := g.(engine.MadeUp); ok {
				return m
			}
		}
	}
}

var benches = flag.Int("benches", 2, "how many players type lines in TestRandomBenches")

// Thousands of random lines at the bench: the output stays plain, and what the store has
// replays.
func TestRandomBenches(t *testing.T) {
	const lines = 500
	for i := range *benches {
		random := rand.New(rand.NewPCG(uint64(i), 11))
		store, out := &tuitest.Store{}, bytes.Buffer{}
		in := words.NewLines(strings.NewReader(ponder(random, lines)), io.Discard)
		if err := words.Run(reporting(estimatedBench(store)), in, &out); err != nil {
			t.Fatal(err)
		}
		checkOutput(t, out.Bytes())
		checkMadeUp(t, store)
	}
}

//abuse:case 27
func FuzzBench(f *testing.F) {
	f.Add("workshop 1\rknob suits 5\rknob lower 9\rfix\rundo\rredo\rtry\ra1\rleave\rkeep X\rshare\rdrop\r")
	f.Add("workshop surprise\rknobs\r\rknob hand columns 2\rfix\rdeal\rpile a1\restimate\r\x03leave\rworkshop bench\r")
	f.Add("bw1-d812-6000-k3xf\rplay bw1 d812 6000 k3xf\rrules BW1\rworkshop week\rweek\r")
	f.Fuzz(func(t *testing.T, typed string) {
		store, out := &tuitest.Store{}, bytes.Buffer{}
		if err := words.Run(reporting(estimatedBench(store)), words.NewLines(strings.NewReader(typed), io.Discard), &out); err != nil {
			t.Fatal(err)
		}
		checkOutput(t, out.Bytes())
		checkMadeUp(t, store)
	})
}

// Every word of the bench is handled in any place, and no answer keeps a player waiting.
func TestBenchWordsAtATable(t *testing.T) {
	got := talk(t, inWorkshop(&tuitest.Store{}, "ABC"), "play 1", "knob suits 4", "a1a4", "a1a4", "workshop lucky seven", "knob suits 5", "try", "finish", "workshop bench", "leave", "continue")
	sees(t, got, "Nothing is on the bench: workshop NAME puts a game there, then knob works.", "Hop 45 is kept at move 1.",
		"Lucky Seven is on the bench.", "leave goes to the bench", "stays on the bench", "Hop 45 stands where you left it")
}

// Whoever is offered a game that cannot be won reads so: at the list, at keep, share and play.
func TestAGameThatCannotBeWonWarns(t *testing.T) {
	g := made(t, designed(t, 0, "suits 5"), "Hopeless")
	store := &tuitest.Store{Workshop: &tuitest.Workshop{List: []arcade.Variation{{Game: g, By: "ann", Players: 1, Estimate: hint.Estimate{Edition: hint.Edition, Deals: 50, Lost: 50}}}}}
	id, rules := g.Info().ID, engine.RulesOf(g)
	store.Races = &tuitest.Races{Listed: []arcade.WaitingRace{{Code: "K7Q2M9", Game: id, By: "ann", Racers: 1}}}
	store.Challenges = &tuitest.Challenges{
		News:   []arcade.ChallengeNote{{Code: "ZZTOP777", From: "ann", Game: id, Rules: rules}},
		Others: []arcade.Challenge{{Code: "ZZTOP777", Game: id, Rules: rules, Players: []arcade.ChallengeRow{{ID: "ann", Nick: "ann", First: true}}}},
	}
	for _, script := range [][]string{{"race list"}, {"challenges"}, {"challenge zztop777"}, {"workshop"}, {"workshop", "keep 1"}, {"settings pages off", "workshop", "keep 1", "games"}, {"workshop", "share 1"}, {"workshop", "play 1"}, {"workshop", "play 1", "new"}, {"workshop", "workshop 1"}} {
		e := inWorkshop(store)
		e.Races, e.Challenges = store.Races, store.Challenges.Attach(store)
		got := answer(t, e, script...)
		want := "Beware: 0 of 50 sample deals can be won."
		if script[0] == "race list" { // where there may be several
			want = "Beware of K7Q2M9: 0 of 50 sample deals can be won."
		}
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("%q is answered without a warning:\n%s", script, got)
		}
	}
}

// Words that quit name no bench at which the player has not been: it is that of another session.
func TestQuittingNamesOnlyTheOwnBench(t *testing.T) {
	store := &tuitest.Store{}
	talk(t, inWorkshop(store), "workshop 1", "knob suits 5", "quit")
	kept := string(store.SettingsJSON)
	if got := talk(t, inWorkshop(store), "games", "quit"); strings.Contains(got, "put aside") || string(store.SettingsJSON) != kept {
		t.Errorf("it says\n%s\nand keeps %s", got, store.SettingsJSON)
	}
	sees(t, talk(t, inWorkshop(store), "workshop bench", "quit"), "is put aside, not kept: workshop bench goes on with it.")
}
