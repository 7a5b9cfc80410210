package boardwalk

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/engine/design"
	"boardwalk/engine/enginetest"
)

// knobOf returns a knob of a design.
func knobOf(t *testing.T, d engine.Design, name string) engine.Knob {
	t.Helper()
	all := d.Knobs()
	i := slices.IndexFunc(all, func(k engine.Knob) bool { return k.Name == name })
	if i < 0 {
		t.Fatalf("there is no knob %s", name)
	}
	return all[i]
}

// set returns the design of a built-in game with knobs changed: "trump=true".
func set(t *testing.T, title string, knobs ...string) engine.Design {
	t.Helper()
	i := slices.IndexFunc(Family().Designs(), func(d engine.Design) bool { return d.Title() == title })
	if i < 0 {
		t.Fatalf("there is no design %s", title)
	}
	d := Family().Designs()[i]
	for _, k := range knobs {
		name, value, _ := strings.Cut(k, "=")
		var err error
		if d, err = d.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func TestEveryProblemHasAWayOut(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 68))
	problems := 0
	enginetest.Wander(random, Family(), 4_000, func(d engine.Design, last string) {
		p := d.Problem()
		if _, err := d.Game("Mine"); (err == nil) != (p == nil) {
			t.Fatalf("%s: problem %v, but the game fails with %v", d.Text(), p, err)
		}
		if p == nil {
			return
		}
		problems++
		if p.Knob == "" || p.Why == "" || p.FixText == "" || d.Code() != "" {
			t.Fatalf("%s: %+v, code %s", d.Text(), p, d.Code())
		}
		if again := p.Fix.Problem(); again != nil {
			t.Fatalf("%s: the way out %q leads to %v", d.Text(), p.FixText, again)
		}
		if knobOf(t, d, last).Value != knobOf(t, p.Fix, last).Value {
			t.Fatalf("%s: the way out %q takes back what was set last", d.Text(), p.FixText)
		}
	})
	if problems < 1_000 {
		t.Errorf("only %d problems were met", problems)
	}
}

func TestTheWayOutIsTheNearest(t *testing.T) {
	for _, test := range []struct {
		from string
		sets []string
		want string
	}{
		{"Hop 58", []string{"lower=9"}, "Upper columns: 4"},
		{"Hop 58", []string{"upper=7"}, "Lower columns: 6"},
		{"Hop 58", []string{"jokers=true"}, "Lower columns: 9"},
		{"Hop 58", []string{"trump=true"}, "Lower columns: 7; hand columns: 1"},
		{"Hop 58", []string{"handColumns=1"}, "Lower columns: 7; basic plays: on"},
		{"Hop 58", []string{"trump=true", "slide=false"}, "Trumps: off"},
		{"Hop 58", []string{"autoFlipUpper=false"}, "Favors: on"},
		{"Hop 58", []string{"favor=true"}, "Row 1 turns up: off"},
		{"Hop 58", []string{"orderedRanks=0"}, "Wilds: on; frees: on; jokers: on; upper columns: 2; lower columns: 1"},
		{"Lucky 57", []string{"handColumns=0"}, "Lower columns: 8; basic plays: off; power plays: off; blind plays: off"},
		{"Cheshire 66", []string{"autoFlipUpper=true"}, "Turned up on the deal: 0; opening favors: 0; coaxing: off; favors: off"},
		{"Cheshire 66", []string{"openingFavors=6"}, "Turned up on the deal: 0"},
	} {
		p := set(t, test.from, test.sets...).Problem()
		if p == nil || p.FixText != test.want {
			t.Errorf("%s with %v: got %+v, want %s", test.from, test.sets, p, test.want)
		}
	}
}

func TestSetRefusesByName(t *testing.T) {
	d := Family().Designs()[0]
	for _, test := range []struct{ knob, value string }{
		{"shoes", "2"}, {"suits", "6"}, {"suits", ""}, {"suits", "04"}, {"slide", "perhaps"}, {"uniqueness", "never"}, {"perpetualRule", "false"}, {"name", "Mine"},
	} {
		_, err := d.Set(test.knob, test.value)
		var knob *engine.KnobError
		if !errors.As(err, &knob) || knob.Knob != test.knob || knob.Why == "" {
			t.Errorf("%s %q: got %v", test.knob, test.value, err)
		}
	}
	if next, err := d.Set("orderUPPER", "On"); err != nil || knobOf(t, next, "orderUpper").Value != "true" {
		t.Errorf("got %v, %v", next, err)
	}
	if knobOf(t, d, "orderUpper").Value != "false" {
		t.Error("Set has changed the design itself")
	}
}

// TestAnIdleKnobCannotMatter: a design with a problem never waits for an idle knob.
func TestAnIdleKnobCannotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	enginetest.Wander(random, Family(), 4_000, func(d engine.Design, _ string) {
		p := d.Problem()
		for _, k := range d.Knobs() {
			if !slices.Contains(k.Values, k.Value) || k.Label == "" || k.Means == "" || k.Group == "" {
				t.Fatalf("%+v", k)
			}
			if p != nil && k.Name == p.Knob && k.Idle != "" {
				t.Fatalf("%s: %s is idle (%s), but the problem is %v", d.Text(), k.Name, k.Idle, p)
			}
		}
	})
	for _, test := range []struct{ from, set, idle string }{
		{"Hop 58", "slide=true", "coax favor favorsOnDeal handBasic handBlind handPower highTrump openingFavors perpetualRule trump"},
		{"Scotsi 57", "slide=true", "coax favor favorsOnDeal openingFavors perpetualRule"},
		{"Cheshire 66", "slide=true", "perpetualRule"},
		{"Cheshire 66", "upper=1", "coax highTrump orderUpper perpetualRule trump"},
	} {
		var idle []string
		for _, k := range set(t, test.from, test.set).Knobs() {
			if k.Idle != "" {
				idle = append(idle, k.Name)
			}
		}
		slices.Sort(idle)
		if got := strings.Join(idle, " "); got != test.idle {
			t.Errorf("%s with %s: idle are %s, want %s", test.from, test.set, got, test.idle)
		}
	}
}

func TestWarnings(t *testing.T) {
	for _, test := range []struct {
		from, sets string
		want       string // the words with which the warnings begin
	}{
		{"Hop 58", "", ""},
		{"Cheshire 66", "", ""},
		{"Hop 58", "uniqueness=none orderLower=off", "With any number"},
		{"Scotsi 57", "orderUpper=off", "Trumps"},
		{"Lucky 57", "handBasic=off handBlind=off", "With power plays alone"},
		{"Hop 58", "lower=1 upper=10 orderedRanks=11", "With one lower column"},
		{"Lucky 57", "handBasic=off handBlind=off upper=10 lower=1 orderedRanks=12", "With one lower column, On a board"},
	} {
		warnings := set(t, test.from, strings.Fields(test.sets)...).Warnings(false)
		want := strings.FieldsFunc(test.want, func(r rune) bool { return r == ',' })
		if !slices.EqualFunc(warnings, want, func(text, begins string) bool { return strings.HasPrefix(text, strings.TrimSpace(begins)) }) {
			t.Errorf("%s with %s: %q, want %s", test.from, test.sets, warnings, test.want)
		}
		for _, text := range set(t, test.from, strings.Fields(test.sets)...).Warnings(true) {
			if strings.Contains(text, "easy") || strings.Contains(text, "almost anything") {
				t.Errorf("%s with %s is measured, and guessed at by %q", test.from, test.sets, text)
			}
		}
	}
}

func TestDesignsOfTheHouseAreItsGames(t *testing.T) {
	for i, d := range Family().Designs() {
		g, err := d.Game("Mine")
		if err != nil || g != All()[i] {
			t.Errorf("%s makes %v, %v", d.Title(), g, err)
		}
		if _, ok := g.(engine.MadeUp); ok || engine.RulesOf(g) != "" {
			t.Errorf("%s is taken for a made-up game", d.Title())
		}
		back, err := Family().ParseCode(d.Code())
		if err != nil {
			t.Fatal(err)
		}
		if again, err := back.Game("Mine"); err != nil || again != g {
			t.Errorf("%s makes %v, %v", d.Code(), again, err)
		}
	}
}

func TestAMadeUpGame(t *testing.T) {
	d := set(t, "Lucky 57", "upper=6", "lower=8", "orderedRanks=15")
	g, err := d.Game("Mine")
	if err != nil {
		t.Fatal(err)
	}
	m := g.(engine.MadeUp)
	if m.Design().Text() != d.Text() || m.Design().Code() != d.Code() || m.Info().Name != "Mine" || d.Title() != "Lucky 68" {
		t.Errorf("%+v, %s, %s", m.Info(), m.Design().Text(), d.Title())
	}
	other := m.Named("Other")
	if other.Info().Name != "Other" || m.Info().Name != "Mine" || other.Info().ID != m.Info().ID {
		t.Errorf("%+v and %+v", m.Info(), other.Info())
	}
	if page := other.Rules(); !strings.HasPrefix(page, "# Other\n") {
		t.Errorf("the page begins with %.20s", page)
	}
	if _, err := d.Game("a\u202eb"); err == nil {
		t.Error("any name is taken")
	}
}

// TestTitles: a title is by kind and columns, fits a name, and is no other game's.
func TestTitles(t *testing.T) {
	for _, test := range []struct{ from, sets, want string }{
		{"Hop 45", "slide=true", "Hop 45"},
		{"Hop 45", "slide=false", "Hop 45 variation"},
		{"Hop 58", "slide=false", "Hop 58 variation"},
		{"Lucky 57", "upper=4 lower=8", "Lucky 48"},
		{"Lucky 57", "handBasic=off handPower=off handBlind=off trump=on upper=4 lower=8", "Scotsi 48"},
		{"Scotsi 57", "trump=off upper=4 lower=8", "Scotsi 48"},
		{"Scotsi 57", "coax=on autoFlipUpper=off favor=on", "Cheshire 57"},
		{"Scotsi 57", "orderedRanks=18 upper=6 lower=11", "Scotsi 611"},
	} {
		d := set(t, test.from, strings.Fields(test.sets)...)
		if got := d.Title(); got != test.want || d.Problem() != nil {
			t.Errorf("%s with %s: %s, want %s; %v", test.from, test.sets, got, test.want, d.Problem())
		}
	}
	random := rand.New(rand.NewPCG(5, 8))
	for range 2_000 {
		d := Family().Random(random)
		g, err := d.Game(d.Title())
		if err != nil || g.Info().Name != d.Title() {
			t.Fatalf("%s: %v", d.Title(), err)
		}
		_, rules, of := strings.Cut(d.Summary(), ". ")
		if !of {
			rules = d.Summary()
		}
		if n := utf8.RuneCountInString(rules); n > 140 || g.Info().Summary != d.Summary() {
			t.Errorf("a summary of %d characters: %s", n, d.Summary())
		}
	}
}

// TestASummaryBeginsWithWhatIsChanged checks that the summary of few changes of a game names it and them first.
func TestASummaryBeginsWithWhatIsChanged(t *testing.T) {
	for _, test := range []struct{ from, sets, want string }{
		{"Hop 45", "", "The lower walk ascends; 4 + 5 columns"},
		{"Hop 45", "slide=false", "Hop 45 with slides off. The lower walk ascends; 4 + 5 columns"},
		{"Cheshire 66", "coax=off favor=off", "Cheshire with coaxing off, favors off. Both walks ascend; a hand of 4"},
		{"Scotsi 57", "orderedRanks=18 upper=6 lower=11", "Scotsi with ranks in order 18, upper columns 6, lower columns 11. Both"},
		{"Scotsi 57", "orderedRanks=18 upper=6 lower=11 slide=false", "Both walks ascend"},
	} {
		if got := set(t, test.from, strings.Fields(test.sets)...).Summary(); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s with %s: %s, want %s", test.from, test.sets, got, test.want)
		}
	}
}

func TestFamily(t *testing.T) { enginetest.RunFamily(t, Family()) }

func TestTextsAreReadAsTheyAreWritten(t *testing.T) {
	text := Family().Designs()[0].Text()
	for _, bad := range []string{
		"", "\n", text[1:], text + "\n", strings.TrimSpace(text), strings.ReplaceAll(text, "\n", "\r\n"),
		strings.Replace(text, "suits=3", "suits=03", 1), strings.Replace(text, "suits=3", "suits=6", 1),
		strings.Replace(text, `"board"`, "board", 1), strings.Replace(text, "perpetualRule=true", "perpetualRule=false", 1),
	} {
		if d, err := Family().Parse(bad); err == nil {
			t.Errorf("%q is read as %s", bad, d.Text())
		}
	}
}

var update = flag.Bool("update", false, "rewrite golden files")

// TestCodesAreFrozen: each line of testdata/codes.txt has a code, the ID and the rules. A
// code means those rules forever.
func TestCodesAreFrozen(t *testing.T) {
	const file = "testdata/codes.txt"
	if *update {
		var b strings.Builder
		designs := Family().Designs()
		random := rand.New(rand.NewPCG(45, 66))
		for range 200 {
			designs = append(designs, Family().Random(random))
		}
		for _, d := range designs {
			fmt.Fprintln(&b, pinned(d))
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pins, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(pins)) {
		line = strings.TrimSpace(line)
		code, _, _ := strings.Cut(line, " ")
		d, err := Family().ParseCode(code)
		if err != nil || pinned(d) != line {
			t.Errorf("%s is %v, %v", line, d, err)
		}
	}
}

// pinned returns the line of a design.
func pinned(d engine.Design) string {
	return fmt.Sprint(d.Code(), " ", design.ID(d.Text()), " ", strings.Join(strings.Fields(d.Text()), " "))
}

// The variation of a week is the same in every arcade, so what is drawn must be. A change
// here changes those of the weeks to come.
func TestDesignsAreDrawnTheSameEverywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(2026, 48))
	for _, want := range []string{"BW1-3WWT-7S01-NR9P", "BW1-36M9-1N02-MJCX", "BW1-3W0R-BE22-ZTCQ"} {
		if got := Family().Random(random).Code(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestMendingIsQuick counts how often the first law is judged while rules are mended of which
// seven knobs or more have to change: every key at the bench does it.
func TestMendingIsQuick(t *testing.T) {
	judged, first := 0, laws[0].broken
	defer func() { laws[0].broken = first }()
	laws[0].broken = func(v *Variation) bool { judged++; return first(v) }
	far := Default().rules()
	far.Upper, far.Lower, far.HandColumns, far.Favor = 10, 13, 2, true
	wide, narrow := far, far
	wide.OrderedRanks, wide.Frees, wide.FavorsOnDeal, wide.OpeningFavors = 9, true, 9, 6
	narrow.OrderedRanks, narrow.Frees, narrow.HandPower, narrow.FavorsOnDeal, narrow.OpeningFavors = 0, true, true, 10, 10
	for kept, v := range map[string]Variation{"suits": wide, "orderedRanks": narrow} {
		judged = 0
		mended := mend(v, kept)
		if err := cmp.Or(knobs.Check(mended), mended.lawful()); err != nil {
			t.Errorf("with the %s kept it is mended to what is refused: %v", kept, err)
		}
		if judged > 20_000 {
			t.Errorf("with the %s kept, mending judges %d designs", kept, judged)
		}
	}
}
