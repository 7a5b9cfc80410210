package chessboard

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

func TestFamily(t *testing.T) { enginetest.RunFamily(t, Family()) }

// variations are rules that differ from Chessboard's in every knob.
var variations = []Rules{
	fortressRules,
	morphyRules,
	anySuitRules,
	laskerRules,
	{2, 13, 4, FirstUp, false, InColours, HighestCard},
	{6, 13, 4, FromAce, true, InColours, AnyCard},
	{6, 5, 2, FromAce, false, InSuit, Nothing},
	{3, 9, 3, FirstUp, true, InAnySuit, Nothing},
	{4, 11, 2, FirstUp, false, InSuit, AnyCard},
	{3, 9, 4, FromAce, false, Sequences, HighestCard},
}

func TestVariationsConform(t *testing.T) {
	for _, r := range variations {
		enginetest.Run(t, r.MakeUp(r.Title()), *times)
	}
}

// TestEveryRulesPage plays the examples of the pages of all rules in small decks, and of some others.
func TestEveryRulesPage(t *testing.T) {
	check := func(r Rules) {
		g := r.MakeUp("Mine * or not")
		page := g.Rules()
		if !strings.HasPrefix(page, "# Mine \\* or not\n") {
			t.Errorf("%+v: the page begins with %.30q", r, page)
		}
		library := engine.Library{Families: []engine.Family{Family()}}
		_, rest, _ := strings.Cut(page, "```record\n")
		line, after, _ := strings.Cut(rest, "\n```")
		record, of, err := library.ParseRecord(line)
		if err != nil {
			t.Fatalf("%+v: %q: %v", r, line, err)
		}
		states, err := record.Replay(of)
		if err != nil || len(states) < 2 {
			t.Fatalf("%+v: %q has %d positions, %v", r, line, len(states), err)
		}
		_, shown, _ := strings.Cut(after, "```position\n")
		shown, _, _ = strings.Cut(shown, "```")
		if want := states[len(states)-1].Position(); !maps.Equal(enginetest.Position(t, shown), want) {
			t.Errorf("%+v: the example ends with\n%s, want %v", r, shown, want)
		}
		for _, m := range record.Moves {
			if !strings.Contains(after, "`"+m.String()+"`") {
				t.Errorf("%+v: %s is not told", r, m)
			}
		}
	}
	allRules(2, 6, 3, check)
	for _, r := range variations {
		check(r)
	}
}

// TestDealsAreEven deals all cards of all sizes, so that no two piles of a game differ by more than
// one card, nor its wings.
func TestDealsAreEven(t *testing.T) {
	for rows := 2; rows <= maxRows; rows++ {
		for ranks := 5; ranks <= maxRanks; ranks++ {
			for suits := 2; suits <= maxSuits; suits++ {
				g := newGame(Rules{rows, ranks, suits, FromAce, false, InSuit, AnyCard}, engine.Info{})
				s := g.Deal("EVEN").(*state)
				wings, least, most := [2]int{}, 52, 0
				for p, pile := range s.piles[:g.wings] {
					wings[p/rows] += pile.Len()
					least, most = min(least, pile.Len()), max(most, pile.Len())
				}
				if n := wings[0] + wings[1]; n != ranks*suits || wings[0]-wings[1] != n%2 || most-least > 1 {
					t.Errorf("%d rows of %d cards: wings of %v, piles of %d to %d", rows, ranks*suits, wings, least, most)
				}
			}
		}
	}
}

// TestWhatVariationsRefuse checks the refusals that Chessboard does not have.
func TestWhatVariationsRefuse(t *testing.T) {
	for _, test := range []struct {
		rules                  Rules
		given, word, code, why string
	}{
		{fortressRules, "a1 Ah\na2 Kh", "a1a2", "not-adjacent", "The A♥ cannot go to the K♥: piles build one rank up or down in suit."},
		{fortressRules, "a1 2h", "a1b1", "wrong-base", "The 2♥ cannot begin b1: all foundations begin with the base rank, Ace."},
		{variations[4], "a1 7h\na2 8d", "a1a2", "wrong-colour", "The 7♥ cannot go to the 8♦: piles are built in alternate colours."},
		{variations[4], "a1 7h\na2 9s", "a1a2", "not-adjacent", "The 7♥ cannot go to the 9♠: piles build one rank up or down in alternate colours."},
		{variations[4], "a1 7h", "a1a2", "no-fill", "The 7♥ cannot go to a2: an empty pile takes no rank but the King."},
		{variations[4], "a1 7h", "a1a3", "no-such-place", "There is no a3: the table has the piles a1 to a2 and c1 to c2 and the foundations b1 to b4."},
		{variations[7], "a1 5h", "a1a2", "no-fill", "The 5♥ cannot go to a2: no card goes to an empty pile."},
		{anySuitRules, "a1 5h\na2 9s", "a1a2", "not-adjacent", "The 5♥ cannot go to the 9♠: piles build one rank up or down in any suit."},
	} {
		enginetest.Refused(t, test.rules.set(t, test.given), test.word, test.code, test.why)
	}
	if _, err := newGame(variations[7], engine.Info{}).Set(variations[7].position(t, "a1 5h", "a2 Th")); err == nil ||
		err.Error() != "a2: Th is not one of the 27 cards of this game" {
		t.Errorf("a card of another deck: got %v", err)
	}
}

// TestSequencesMoveTogether moves the fewest cards of a sequence that fit, as they lie.
func TestSequencesMoveTogether(t *testing.T) {
	const given = "a1 4s 7h 6h 5h\na2 4h\na3 8h\na4 9h 5s\nc1 Kh Ah\nc2 2h"
	for _, test := range []struct{ word, describe, after string }{
		{"a1a2", "5♥ to a2: lies on 4♥.", "a1 4s 7h 6h\na2 4h 5h"},
		{"a1a3", "7♥ to a3, with all on it: lies on 8♥.", "a1 4s\na3 8h 7h 6h 5h"},
		{"a1a5", "5♥ to a5: fills the empty pile.", "a1 4s 7h 6h\na5 5h"},
		{"c2c1", "2♥ to c1: lies on A♥.", "c2 -\nc1 Kh Ah 2h"},
		{"a1b1", "5♥ to b1: begins the foundation; the base rank is Five.", "a1 4s 7h 6h\nb1 5h"},
	} {
		s := laskerRules.set(t, given)
		m := enginetest.Word(t, test.word)
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		want := laskerRules.position(t, given)
		maps.Copy(want, enginetest.Position(t, test.after))
		if got := next.Position(); !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", m, got, want)
		}
		if got := s.Describe(m); got != test.describe {
			t.Errorf("%s: got %q, want %q", m, got, test.describe)
		}
	}
	enginetest.Refused(t, laskerRules.set(t, given), "a4a3", "wrong-suit", "The 5♠ cannot go to the 8♥: piles are built in suit.")
	enginetest.Refused(t, chessboardRules.set(t, given), "a1a3", "not-adjacent", "The 5♥ cannot go to the 8♥: piles build one rank up or down in suit.")
}

// position parses a position of a game with some rules; a test names only the places with cards.
func (r Rules) position(t testing.TB, lines ...string) map[engine.Place]engine.Pile {
	t.Helper()
	at := (&state{game: newGame(r, engine.Info{})}).Position()
	maps.Copy(at, enginetest.Position(t, lines...))
	return at
}

func (r Rules) set(t testing.TB, lines ...string) engine.State {
	t.Helper()
	return enginetest.Set(t, r.MakeUp("Mine"), r.position(t, lines...))
}

func TestTitles(t *testing.T) {
	for want, r := range map[string]Rules{
		"Fortress":                 fortressRules,
		"Morphy":                   morphyRules,
		"Any-Suit Chessboard":      anySuitRules,
		"Lasker":                   laskerRules,
		"Fortress 3x2 sequence 36": variations[9],
		"Fortress 2x2 colour":      variations[4],
		"Fortress 6x2 suit 10":     variations[6],
		"Fortress 3x2 any 27":      variations[7],
		"Fortress 5x2 any":         {5, 13, 4, FromAce, false, InAnySuit, AnyCard},
		"Fortress 6x2 colour 10":   {6, 5, 2, FromAce, false, InColours, AnyCard},
	} {
		if got := family.Design(r).Title(); got != want || len(got) > 24 {
			t.Errorf("%+v: got %q, want %q", r, got, want)
		}
	}
}

func TestWarnings(t *testing.T) {
	few := fortressRules
	few.Rows = 3
	for want, r := range map[string]Rules{
		"[]": fortressRules,
		"[Piles that are built in any suit make the game easy.]": anySuitRules,
		"[With so few piles, many deals have no move at all.]":   few,
	} {
		if got := fmt.Sprint(r.Warnings(false)); got != want || len(r.Warnings(true)) > 0 {
			t.Errorf("%+v: got %s, want %s, and none once measured", r, got, want)
		}
	}
}

// TestChessboardIsADesign makes the built-in game of its design.
func TestChessboardIsADesign(t *testing.T) {
	g, err := Family().Designs()[0].Game("Another name")
	if err != nil || g != New() {
		t.Errorf("got %v, %v, want Chessboard", g, err)
	}
	if _, madeUp := g.(engine.MadeUp); madeUp {
		t.Error("Chessboard counts as made up")
	}
}
