package words_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

func TestADealOfAKindInWords(t *testing.T) {
	for _, typed := range []string{"deal stern hop 45", "deal hop 45 Stern", "deal --grade stern 1"} {
		store := &tuitest.Store{}
		e := env(store, "ABC")
		e.Deals = &tuitest.Deals{}
		screen := talk(t, e, typed, "score", "finish", "moves")
		sees(t, screen, "Looking for a stern deal. Ctrl-C stops.", "Hop 45: a stern deal, so it is listed with assisted games.",
			"This game is graded: you chose how hard the deal is, so it is listed with assisted games.")
		if len(store.Open) != 0 {
			t.Errorf("%q: an untouched deal is stored", typed)
		}
	}
}

// slowDeals never finds one.
type slowDeals struct{ *tuitest.Deals }

func (slowDeals) Deal(ctx context.Context, _ engine.Game, _ grade.Kind) (engine.Code, grade.Mark, error) {
	<-ctx.Done()
	return "", grade.Mark{}, ctx.Err()
}

// Whoever waits for a deal of a kind reads what is waited for, and how to stop, before it is found.
func TestCtrlCStopsLookingForADeal(t *testing.T) {
	e := env(&tuitest.Store{}, "ABC")
	e.Deals = slowDeals{&tuitest.Deals{}}
	r, w := io.Pipe()
	out := &typingTerminal{want: "Looking for a stern deal. Ctrl-C stops.\r\n", then: func() { _, _ = io.WriteString(w, "\x03quit\r") }}
	go func() { _, _ = io.WriteString(w, "deal stern hop 45\r") }()
	if err := words.Run(e, words.NewLines(r, io.Discard), out); err != nil {
		t.Fatal(err)
	}
	sees(t, out.text.String(), "No new deal, then.", "Goodbye.")
}

// Whoever leaves a deal of a kind before a move finds it again.
func TestADealOfAKindWaitsInWords(t *testing.T) {
	e := env(&tuitest.Store{}, "ABC")
	deals := &tuitest.Deals{}
	e.Deals = deals
	screen := talk(t, e, "deal stern hop 45", "finish", "leave", "play hop 45", "new", "leave")
	sees(t, screen, "No move has been played yet: leave goes to the menu.", "The stern deal waits: play Hop 45 goes back to it.",
		"Hop 45: a stern deal, so it is listed with assisted games.", "Hop 45: a fresh deal, which counts.")
	if n := strings.Count(screen, "The stern deal waits"); deals.Asked != 1 || n != 1 {
		t.Errorf("%d deals were asked for, and %d waited:\n%s", deals.Asked, n, screen)
	}
}

// A word that is wrong is named with the nearest that is right: it is neither a game's nor the code of a deal.
func TestTheWrongWordIsNamed(t *testing.T) {
	for line, want := range map[string]string{
		"deal hop gentel": `There is no grade "gentel"; did you mean gentle?`, "deal hop 45 gentel": `There is no grade "gentel"; did you mean gentle?`,
		"play scotsii": `There is no game "scotsii"; did you mean Scotsi?`, "top scotsii week": `There is no game "scotsii"; did you mean Scotsi?`,
		"top scotsi weak": `"weak"; did you mean week?`, "daily scotsi shar": `"scotsi" means Scotsi, but "shar" behind it means nothing here.`,
		"puzzle dayly": `There is no puzzle "dayly"; did you mean daily?`, "settings waning on": `There is no setting "waning"`,
	} {
		sees(t, talk(t, env(&tuitest.Store{}), line), want)
	}
}

func TestADealOfAKindAtATable(t *testing.T) {
	store := &tuitest.Store{}
	e := env(store, "ABC")
	deals := &tuitest.Deals{}
	e.Deals = deals
	screen := talk(t, e, after("deal gentle", "no", "deal gentle", "yes", "deal cruel scotsi")...)
	sees(t, screen, "Give up this game with 1 of 27 points for a new deal?", "The game goes on.", "1 of 27 points, given up, counted, deal ABC.",
		"Hop 45: a gentle deal, so it is listed with assisted games.", "Scotsi: a cruel deal, so it is listed")
	if deals.Asked != 2 || len(store.Results) != 1 || store.Results[0].Class != arcade.Counted || store.Results[0].Grade != (grade.Mark{}) {
		t.Errorf("%d deals were asked for, and the history has %+v", deals.Asked, store.Results)
	}
}

func TestDealsOfAKindThatCannotBe(t *testing.T) {
	e := env(&tuitest.Store{}, "ABC")
	sees(t, talk(t, e, "deal stern hop 45", "deal stern", "deal stern poker"),
		"Deals of Hop 45 have no grades: new or play deals one.", "Say the game, too, such as deal stern hop 45.", `There is no game "poker"`)
	e.Deals = &tuitest.Deals{}
	sees(t, talk(t, e, after("leave", "deal stern 1")...), "Hop 45 is open: play it first, and finish it or deal there.")
}
